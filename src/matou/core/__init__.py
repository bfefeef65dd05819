"""What a game is: contract, rules kit, records, random numbers, fairness. Knows no game."""
