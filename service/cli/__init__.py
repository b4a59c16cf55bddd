"""The command `cartulary`."""
