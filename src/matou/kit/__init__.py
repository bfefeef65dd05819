"""How rules run: the record they live in, linking and compiling, random numbers, playouts."""
