"""Texts of players and their reading: chat, notes, mutes, reading cursors."""
