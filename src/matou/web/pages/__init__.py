"""Home, setting a table, joining one, the table's own page."""
