"""A person's own pages: a name that lasts, all their games, what is kept of them."""
