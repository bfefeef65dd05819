"""The website: tables, seats, live updates, the database and the pages, for any game."""
