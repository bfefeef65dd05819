"""The site: tables, seats, live updates, the store and the pages. It names no game."""
