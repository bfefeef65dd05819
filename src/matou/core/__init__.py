"""Defines what a game is: contract, state, records, fairness, messages, registry. Knows no game."""
