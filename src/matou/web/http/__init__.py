"""HTTP basics for all features: addresses, languages, cookies, limits, static files, errors."""
