"""Accounts: the account page, passkeys, linked devices, a person's games and personal data."""
