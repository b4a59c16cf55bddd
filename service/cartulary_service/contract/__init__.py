"""The published contract, made from what operations, schemas and games declare."""
