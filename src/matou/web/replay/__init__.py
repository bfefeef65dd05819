"""Looking back at a game: its positions, its analysis, playing on, opened records."""
