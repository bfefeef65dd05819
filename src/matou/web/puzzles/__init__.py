"""Puzzles: the pages, and results that are stored with an account."""
