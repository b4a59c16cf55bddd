"""Matches: commands, queries, and all that belongs to a game but its record's storage."""
