"""How strong people are, for those who want to know, and the ladder of the five cats."""
