"""The messages between pages, programs and the server, as dataclasses.

``requests`` go from a page to its table, ``messages`` from the table to the page. ``web`` validates
and encodes them with msgspec; a page uses ``fields.built`` and ``fields.to_json``, since it loads
no packages. ``tools/declare.py`` writes ``web/messages.d.ts`` from them for the page's scripts. A
named tuple is an array in JSON.
"""
