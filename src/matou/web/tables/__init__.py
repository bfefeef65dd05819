"""Tables in play: the live table, its WebSocket, what a page may ask and is sent."""
