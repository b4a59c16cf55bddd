"""What reaches clients as it happens: event streams and the feed of all games."""
