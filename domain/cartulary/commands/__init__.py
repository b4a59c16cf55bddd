"""Commands that need no service, and the one command of which all of them are part."""
