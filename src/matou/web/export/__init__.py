"""Matou as a folder for any static web server: every page, and a table that plays there."""
