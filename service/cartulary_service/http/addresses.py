"""The address at which clients reach the service, and that from which a client comes."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Request, Response, current_app, redirect, request
from werkzeug.routing import RequestRedirect

from cartulary_service.config import Config

OF_A_SUBSCRIBER: Final = 64
"""Bits of an IPv6 address that a provider gives a subscriber, who chooses the others."""


def service_url() -> str:
    """Return `PUBLIC_URL`, else where the service listens, without a slash at the end.

    Never the `Host` header: whoever sends a request chooses that.
    """
    return current_app.config.get("SERVICE_URL") or Config().url


def init_app(app: Flask) -> None:
    """Make the redirects of routing relative."""
    app.after_request(strip_host)


def strip_host(response: Response) -> Response:
    """Leave the host out of a redirect by routing, to a path with a slash more or less: it is the `Host` header's."""
    if isinstance(request.routing_exception, RequestRedirect):
        parts = urlsplit(request.routing_exception.new_url)
        led = redirect(urlunsplit(("", "", "/" + parts.path.lstrip("/"), parts.query, "")))
        response.location = led.location
        response.set_data(led.get_data())
    return response


def client_of(asked: Request) -> str:
    """Return what limits count as one client: an IPv4 address, or the network of an IPv6 one."""
    try:
        address = ip_address(asked.remote_addr or "")
    except ValueError:
        return asked.remote_addr or ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, OF_A_SUBSCRIBER), strict=False))
