"""The address at which clients reach the service, and that from which a client comes."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from flask import Request, current_app

from service.config import Config

OF_A_SUBSCRIBER: Final = 64
"""Bits of an IPv6 address that a provider gives a subscriber, who chooses the others."""


def service_url() -> str:
    """Return `PUBLIC_URL`, else where the service listens, without a slash at the end.

    Never the `Host` header: whoever sends a request chooses that.
    """
    return current_app.config.get("SERVICE_URL") or Config().url


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
