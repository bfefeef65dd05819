"""What the game says: messages, refusals, log lines, and the names of things."""
