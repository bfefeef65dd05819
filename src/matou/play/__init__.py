"""Tables: seats, timeline, log, and the messages between a table and its pages.

Uses only the standard library and asyncio, so it runs in a server, a terminal and a browser.
"""
