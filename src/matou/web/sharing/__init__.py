"""What a link shows before anybody follows it: cards as pictures."""
