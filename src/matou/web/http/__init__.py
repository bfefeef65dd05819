"""What every request meets: addresses, languages, cookies and limits, static files."""
