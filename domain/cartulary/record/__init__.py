"""The stored format of a match's record, `cartulary/v1`. It never changes."""
