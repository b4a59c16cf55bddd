"""A match of any game: its state, the decision of every action, and the fold of its events."""
