"""Bots, which see what their seat sees."""
