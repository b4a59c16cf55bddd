"""Address blocks at which no receiver of webhooks is: special-purpose, multicast, and metadata services of clouds."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final

# IANA IPv4 Special-Purpose Address Registry (RFC 6890), all of it: the few blocks that are globally reachable serve
# protocols such as AS112 and AMT. https://www.iana.org/assignments/iana-ipv4-special-registry
# Each line is a block of the registry; what lies in a larger one is left out.
SPECIAL_4: Final = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private use
        "100.64.0.0/10",  # shared address space
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link local, with the metadata services of most clouds
        "172.16.0.0/12",  # private use
        "192.0.0.0/24",  # IETF protocol assignments
        "192.0.2.0/24",  # documentation (TEST-NET-1)
        "192.31.196.0/24",  # AS112-v4
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # deprecated: 6to4 relay anycast
        "192.168.0.0/16",  # private use
        "192.175.48.0/24",  # direct delegation AS112 service
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",  # documentation (TEST-NET-2)
        "203.0.113.0/24",  # documentation (TEST-NET-3)
        "224.0.0.0/4",  # multicast, of a registry of its own
        "240.0.0.0/4",  # reserved, with the limited broadcast
    )
)

# IANA IPv6 Special-Purpose Address Registry. https://www.iana.org/assignments/iana-ipv6-special-registry
# Not in here, since the IPv4 address that they wrap is judged: IPv4-mapped ::ffff:0:0/96, NAT64 64:ff9b::/96 and
# 6to4 2002::/16.
SPECIAL_6: Final = tuple(
    IPv6Network(block)
    for block in (
        "::/128",  # unspecified
        "::1/128",  # loopback
        "64:ff9b:1::/48",  # IPv4-IPv6 translation of one's own
        "100::/64",  # discard only
        "100:0:0:1::/64",  # dummy prefix
        "2001::/23",  # IETF protocol assignments: Teredo, benchmarking, AMT, ORCHIDv2, drone remote identification
        "2001:db8::/32",  # documentation
        "2620:4f:8000::/48",  # direct delegation AS112 service
        "3fff::/20",  # documentation
        "5f00::/16",  # segment routing
        "fc00::/7",  # unique local
        "fe80::/10",  # link local
    )
)

GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
"""IANA has assigned global unicast addresses from nowhere else."""

# Public by their block, and answered within a cloud by its own services.
CLOUDS: Final = (IPv4Network("168.63.129.16/32"),)  # Azure: DHCP, DNS and the agents of virtual machines


def is_special_4(address: IPv4Address) -> bool:
    """Whether an IPv4 address lies in such a block."""
    return lies_in(address, SPECIAL_4) or lies_in(address, CLOUDS)


def is_special_6(address: IPv6Address) -> bool:
    """Whether an IPv6 address lies in such a block, or outside of all that is assigned."""
    return address not in GLOBAL_UNICAST or lies_in(address, SPECIAL_6)


def lies_in(address: IPv4Address | IPv6Address, blocks: Iterable[IPv4Network | IPv6Network]) -> bool:
    return any(address in block for block in blocks)
