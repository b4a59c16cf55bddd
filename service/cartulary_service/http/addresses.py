"""The address at which clients reach the service, and that from which a client comes."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Request, Response, current_app, redirect

from cartulary_service.config import Config

OF_A_SUBSCRIBER: Final = 64
"""Bits of an IPv6 address that a provider gives a subscriber, who chooses the others."""
REDIRECTIONS: Final = range(300, 400)


def service_url() -> str:
    """Return `PUBLIC_URL`, else where the service listens, without a slash at the end.

    Never the `Host` header: whoever sends a request chooses that.
    """
    return current_app.config.get("SERVICE_URL") or Config().url


def init_app(app: Flask) -> None:
    """Make all addresses in headers lead to where clients reach the service."""
    app.after_request(lead_within)


def lead_within(response: Response) -> Response:
    """Put the path of the service before what `Location` and `Link` lead to, and leave out the host.

    The host of a redirect by routing, to a path with a slash more or less, is the `Host` header's.
    """
    base, location = urlsplit(service_url()).path, response.headers.get("Location")
    if location is not None:
        parts = urlsplit(location)
        path = f"{base}/{parts.path.lstrip('/')}"
        led = redirect(urlunsplit(("", "", path, parts.query, parts.fragment)))
        response.location = led.location
        if response.status_code in REDIRECTIONS and response.get_data():
            response.set_data(led.get_data())
    if base and "Link" in response.headers:
        links = [each.replace("</", f"<{base}/", 1) for each in response.headers.getlist("Link")]
        response.headers.setlist("Link", links)
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
