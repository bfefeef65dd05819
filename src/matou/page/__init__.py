"""Matou without a server: a table that lives in the visitor's own page.

A worker runs this room by Pyodide; the browser gives it what a server has otherwise: a place that
keeps things (``storage``), bots that think elsewhere (``players``), and somebody who looks on.
"""
