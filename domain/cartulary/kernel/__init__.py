"""Primitives that every layer above uses: messages, visibility, randomness, JSON, hashing."""
