"""The service: HTTP over PostgreSQL."""

__version__ = "0.1.0"
