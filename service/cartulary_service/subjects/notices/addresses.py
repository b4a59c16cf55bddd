"""Allowed receivers: public addresses only, each checked before a connection."""

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from cartulary_service.config import Config
from cartulary_service.subjects.notices.special_addresses import is_special_4, is_special_6

LONGEST_URL: Final = 2_048

NAT64: Final = IPv6Network("64:ff9b::/96")
HTTPS, HTTP = 443, 80


class BadAddress(ValueError):
    """A URL to which nothing is sent; says why."""


class Rules(NamedTuple):
    """Exceptions from https and public addresses, for tests and intranets."""

    http: bool = False
    private: bool = False
    ports: tuple[range, ...] = ()
    """Besides the usual ones."""

    @classmethod
    def of(cls, config: Config) -> "Rules":
        """Return the operator's exceptions."""
        return cls(config.webhook_allow_http, config.webhook_allow_private, ports_of(config.webhook_ports))

    def admits(self, port: int) -> bool:
        """Whether something may be sent to a port."""
        usual = (HTTPS, HTTP) if self.http else (HTTPS,)
        return port in usual or any(port in each for each in self.ports)


def ports_of(text: str) -> tuple[range, ...]:
    """The ports that a setting such as `8443,9000-9099` names."""
    bounds = (each.partition("-") for each in text.split(",") if each)
    return tuple(range(int(first), int(last or first) + 1) for first, _, last in bounds)


class Target(NamedTuple):
    """The parts of a URL to post to."""

    secure: bool
    host: str
    port: int
    path: str


class Place(NamedTuple):
    """An address that was looked at, as a socket takes it."""

    family: int
    address: Any


def target_of(url: str, rules: Rules) -> Target:
    """The parts of a URL. Raises BadAddress."""
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or any(char in url for char in ' \\"<>'):
        raise BadAddress(f"it is to have at most {LONGEST_URL} ASCII characters, no spaces among them")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise BadAddress("it is none") from error
    if parts.scheme != "https" and not (rules.http and parts.scheme == "http"):
        raise BadAddress("it does not begin with https://")
    if not host or "@" in parts.netloc or parts.fragment or port == 0:
        raise BadAddress("it is to name a host, and neither user, password nor fragment")
    secure = parts.scheme == "https"
    port = port or (HTTPS if secure else HTTP)
    if not rules.admits(port):
        raise BadAddress(f"port {port} is not allowed; leave it out, or ask the operator for it (WEBHOOK_PORTS)")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, host, port, path)


def places(target: Target, rules: Rules) -> list[Place]:
    """The addresses of a host, resolved this once. Raises BadAddress if one of them is not public, or there is none."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise BadAddress("the name of the host does not resolve") from error
    resolved = [Place(family, address) for family, _, _, _, address in found]
    if not rules.private and not all(is_public(str(each.address[0])) for each in resolved):
        raise BadAddress("the host's address is not a public one")
    return resolved


def require_allowed(url: str, rules: Rules) -> None:
    """The URL may be sent to as it resolves now. Raises BadAddress."""
    places(target_of(url, rules), rules)


def is_public(text: str) -> bool:
    """Whether an address is global unicast, and so is each that is wrapped in it."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return is_public_4(address) if isinstance(address, IPv4Address) else is_public_6(address)


def is_public_4(address: IPv4Address) -> bool:
    return not is_special_4(address)


def is_public_6(address: IPv6Address) -> bool:
    if (wrapped := unwrap(address)) is not None:
        return is_public_4(wrapped)
    return not is_special_6(address)


def unwrap(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address to which what is sent to this one goes in the end."""
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour
