"""The address at which clients reach the service."""

from flask import current_app, request


def service_url() -> str:
    """Return `PUBLIC_URL`, else the address of the request, without a slash at the end."""
    return current_app.config.get("PUBLIC_URL") or request.host_url.rstrip("/")
