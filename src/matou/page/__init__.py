"""Matou without a server: a table that runs in the visitor's page.

A worker runs this package with Pyodide. The browser provides storage (``storage``), bots in another
worker (``players``) and the page that shows the table.
"""
