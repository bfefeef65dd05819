"""Playing at a terminal: the screen, the session, what is said."""
