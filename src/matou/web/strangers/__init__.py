"""People who do not know each other: open tables, quick games, courtesy, the operator's page."""
