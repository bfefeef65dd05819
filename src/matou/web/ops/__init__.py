"""Operating the site: the server, backups, health, metrics, logs."""
