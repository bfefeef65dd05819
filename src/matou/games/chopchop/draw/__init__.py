"""What the game looks like: the board, its pieces, the cover, a terminal, and clicks."""
