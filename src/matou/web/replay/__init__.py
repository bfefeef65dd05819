"""Replays of games: positions, analyses, playing on, uploaded records."""
