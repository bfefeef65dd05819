"""Ratings of players, which are optional, and the ladder of the cats."""
