"""The service: HTTP over PostgreSQL."""
