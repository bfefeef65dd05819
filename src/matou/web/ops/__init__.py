"""For whoever runs the site: the server, health, metrics, logs."""
