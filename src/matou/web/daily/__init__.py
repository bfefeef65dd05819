"""The cat of the day."""
