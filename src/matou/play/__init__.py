"""A game with people at it: seats, timeline, log, the table, and what a page may ask and is sent.

The standard library and asyncio alone: it runs in a server, in a terminal and in a page.
"""
