"""Schemas of requests and responses, except those that the games declare."""
