"""Tables: their page, WebSocket, storage, presence, clocks and bots."""
