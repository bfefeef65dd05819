"""Databases: connections to SQLite and PostgreSQL, group commit, the schema and its migrations."""
