"""Turns that reach people: browser notifications, e-mail, webhooks; each chosen and confirmed."""
