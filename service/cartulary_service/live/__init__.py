"""Live updates: event streams, and the feed of all games."""
