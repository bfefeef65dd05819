"""Play between strangers: open tables, quick games, moderation, the operator's page."""
