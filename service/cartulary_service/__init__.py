"""The service: HTTP over PostgreSQL."""

__version__ = "1.0.0"
