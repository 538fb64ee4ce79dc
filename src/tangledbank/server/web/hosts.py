"""Names by which a server may be called; by a foreign one others may try to get into a house."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from starlette.requests import HTTPConnection

from tangledbank.errors import Refused
from tangledbank.server.web.addresses import read_address
from tangledbank.text import say

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANY = "*"
NAME = re.compile(r"(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*")


class Hosts(NamedTuple):
    """The names that are allowed; by default those of loopback."""

    names: frozenset[str] = frozenset(LOOPBACK)
    domains: tuple[str, ...] = ()  # whatever ends like this
    has_addresses: bool = False  # a page of another site never comes by an address

    def know(self, connection: HTTPConnection) -> bool:
        """Whether we are called by a name of ours."""
        name = split(f"//{connection.headers.get('host', '')}").hostname or ""
        name = name.removesuffix(".")
        return (
            ANY in self.names
            or name in self.names
            or name.endswith(self.domains)
            or (self.has_addresses and read_address(name) is not None)
        )


OF_LOOPBACK = Hosts()


def hosts_of(listening: str, allowed: Sequence[str]) -> Hosts:
    """The names of a server that listens there; those that people add may be joined by commas."""
    texts = ",".join(allowed).lower().split(",")
    names = {_checked(text.strip().strip("[]")) for text in texts if text.strip()}
    domains = tuple(name[1:] for name in names if name.startswith("*."))
    if listening in LOOPBACK:
        return Hosts(frozenset({*LOOPBACK, *names}), domains)
    here = socket.gethostname().lower()
    short = here.partition(".")[0]
    own = {here, short, f"{short}.local", listening.lower()} - {""}
    return Hosts(frozenset({*LOOPBACK, *own, *names}), domains, has_addresses=True)


def _checked(name: str) -> str:
    if name == ANY or NAME.fullmatch(name) or read_address(name):
        return name
    raise Refused(
        say("This has to be a name without a port, such as example.org, *.example.org or *."),
        place="--allowed-host",
    )


def split(address: str) -> SplitResult:
    """The parts of an address; one that cannot be has none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
