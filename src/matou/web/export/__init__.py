"""Exports Matou as a folder for any static web server, with tables that run in the browser."""
