"""The transparency log of games: an append-only Merkle tree that nobody can change unseen."""
