"""Notifications that it is someone's turn: in the browser, by e-mail, and by webhook."""
