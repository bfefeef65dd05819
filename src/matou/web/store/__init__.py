"""Where tables are kept: the interface, SQLite and PostgreSQL behind it, and their care."""
