"""The transparency log of games: how it grows and is served, and those who watch it."""
