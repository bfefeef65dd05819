"""The home page, the form for a new table, invitations and the web app manifest."""
