"""What a game is: contract, state, records, fairness, the registry of games. Knows no game."""
