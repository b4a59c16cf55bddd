"""The gunicorn that carries the service."""
