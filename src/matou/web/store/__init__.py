"""Where tables are kept: the interface, SQLite behind it, its schema and its care."""
