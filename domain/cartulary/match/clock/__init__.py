"""Clocks of a match: their settings, their state, and the actions that concern them."""
