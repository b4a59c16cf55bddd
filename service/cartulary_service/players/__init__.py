"""Players: accounts, tokens, handles, names, rate limits."""
