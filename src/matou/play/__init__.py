"""A game with people at it: the log as each seat may read it, and what a watcher is sent."""
