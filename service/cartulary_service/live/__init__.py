"""Live updates: event streams."""
