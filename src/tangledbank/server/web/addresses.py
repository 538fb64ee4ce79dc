"""Addresses of visitors: which count as one, and which belong to proxies that are trusted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection

from tangledbank.errors import Refused
from tangledbank.text import say

HOUSEHOLD = 64  # bits of an IPv6 address; one household has all that begin alike
MOST_KEPT = 4096


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text is, if it is one."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def read_networks(texts: Sequence[str]) -> tuple[str, ...]:
    """The networks that are named, in full; an address is a network of its own."""
    try:
        return tuple(str(ip_network(text, strict=False)) for text in texts)
    except ValueError:
        raise Refused(
            say("This has to be an address or a network, such as 192.0.2.1 or 10.0.0.0/8."),
            place="--trusted-proxy",
        ) from None


def is_within(host: str, networks: Sequence[str]) -> bool:
    """Whether an address belongs to one of some networks."""
    address = read_address(host)
    return address is not None and any(address in ip_network(one) for one in networks)


@lru_cache(MOST_KEPT)
def counted_as(host: str) -> str:
    """What an address counts as where something is limited: all of a household's are one."""
    address = read_address(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), HOUSEHOLD), strict=False))
    return str(address or host)


def host_of(connection: HTTPConnection) -> str:
    """The address that a visitor comes from."""
    return connection.client.host if connection.client else ""


def address_of(connection: HTTPConnection) -> str:
    """What the address that a visitor comes from counts as."""
    return counted_as(host_of(connection))
