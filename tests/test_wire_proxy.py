"""By which names a server may be called, and whom it believes where a request comes from."""

from __future__ import annotations

import re
import socket
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tangledbank.errors import Refused
from tangledbank.server.web.guard import counted_as, hosts_of, is_within, read_networks
from tests.commands import run
from tests.wire import PATIENCE, Answer, Running, Visitor, ask_for_socket, running

HERE = socket.gethostname().lower()
SHORT = HERE.partition(".")[0]
LOOPBACK = ["127.0.0.1", "localhost", "[::1]", "localhost:99"]
EVIL = ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example"]
PROXY = ("--trusted-proxy", "127.0.0.1")


def called(server: Running, name: str) -> Answer:
    """How the server answers whoever calls it by this name."""
    return Visitor(server.host).get("/rules/origin", host=name)


def check_names(server: Running, known: list[str], foreign: list[str]) -> None:
    """Pages and sockets are for those who know the server by a name of its own."""
    ada = Visitor(server.host)
    table = ada.open_table("origin", ["open", "open"])
    for name in known:
        assert called(server, name).status == 200, name
        assert ask_for_socket(ada, table, host=name, origin=f"http://{name}").status == 101, name
    for name in foreign:
        refused = called(server, name)
        assert refused.status == 421, name
        assert "--allowed-host" in refused.body
        assert ask_for_socket(ada, table, host=name, origin=f"http://{name}").status == 403, name


def test_at_loopback_only_names_of_loopback_are_known_and_those_that_are_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TANGLEDBANK_ALLOWED_HOSTS", "one.example, Two.Example")
    with running(tmp_path / "env") as server:
        check_names(server, [*LOOPBACK, "one.example", "TWO.example:443"], [*EVIL, "192.0.2.1"])
    options = ("--allowed-host", "play.example", "--allowed-host", "*.home.example")
    with running(tmp_path / "data", *options) as server:
        known = ["play.example", "play.example.", "a.home.example", "a.b.home.example"]
        foreign = ["one.example", "a.play.example", "home.example", "evilhome.example"]
        check_names(server, [*LOOPBACK, *known], [*EVIL, *foreign])


def test_elsewhere_addresses_and_names_of_this_machine_are_known(tmp_path: Path) -> None:
    """The page of another site comes by a name, never by an address."""
    options = ("--host", "0.0.0.0", "--allowed-host", "play.example")
    with running(tmp_path / "data", *options) as server:
        own = [HERE, SHORT, f"{SHORT}.local", "192.0.2.1:8000", "[2001:db8::1]", "play.example"]
        check_names(server, [*LOOPBACK, *own], [*EVIL, "192.0.2.1.evil.example"])


def test_the_addresses_that_are_told_at_the_start_are_known(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--host", "0.0.0.0") as server:
        assert server.process.stdout
        others = re.search(rb"http://\S+/", server.process.stdout.readline())
        assert others
        for told in (server.host, urlsplit(others[0].decode()).netloc):
            assert called(server, told).status == 200


def test_the_name_to_listen_at_is_known() -> None:
    assert "play.example" in hosts_of("Play.Example", ()).names


def test_any_name_will_do_if_that_is_wanted(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--allowed-host", "*") as server:
        check_names(server, [*LOOPBACK, *EVIL], [])


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--allowed-host", "http://example.org"),
        ("--allowed-host", "example.org:80"),
        ("--allowed-host", "*example.org"),
        ("--trusted-proxy", "*"),
        ("--trusted-proxy", "proxy.example"),
        ("--trusted-proxy", "10.0.0.0/99"),
    ],
)
def test_what_is_no_name_and_no_network_is_refused(option: str, value: str) -> None:
    done = run("serve", "--no-browser", option, value)
    assert done.returncode == 2
    assert f"{option}: This has to be" in done.stderr


# --- where a request comes from ------------------------------------------------------------------


def guess(server: Running, **headers: str) -> str:
    """Try a code, as someone whose request came by this way."""
    forwarded = {name.replace("_", "-"): value for name, value in headers.items()}
    return Visitor(server.host).post("/join", {"code": "AAAAAAAA"}, **forwarded).body


def test_nobody_is_believed_who_is_not_trusted(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        said = [guess(server, x_forwarded_for=f"203.0.113.{n}") for n in range(30)]
        assert "There is no such table" in said[0]
        assert "too fast" in said[-1]
        answer = Visitor(server.host).get("/", **{"x-forwarded-proto": "https"})
        assert "secure" not in answer.headers["set-cookie"].lower()


def test_a_proxy_that_is_trusted_tells_where_a_request_comes_from(tmp_path: Path) -> None:
    with running(tmp_path / "data", *PROXY) as server:
        said = [guess(server, x_forwarded_for="203.0.113.5") for _ in range(30)]
        assert "too fast" in said[-1]
        assert "There is no such table" in guess(server, x_forwarded_for="203.0.113.6")
        # What a visitor has put into the header stands before what the proxy adds.
        assert "too fast" in guess(server, x_forwarded_for="203.0.113.7, 203.0.113.5")
        assert "too fast" in guess(server, x_forwarded_for="203.0.113.7, 203.0.113.5, 127.0.0.1")
        answer = Visitor(server.host).get("/", **{"x-forwarded-proto": "https"})
        assert "secure" in answer.headers["set-cookie"].lower()


def test_only_the_proxy_that_is_named_is_trusted(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--trusted-proxy", "10.0.0.0/8") as server:
        said = [guess(server, x_forwarded_for=f"203.0.113.{n}") for n in range(30)]
        assert "too fast" in said[-1]


def test_connections_of_a_proxy_are_those_of_many(tmp_path: Path) -> None:
    """They are not counted as of one address; the sockets behind them are."""
    options = ("--address-connections", "2", "--address-sockets", "2", *PROXY)
    with running(tmp_path / "data", *options) as server, ExitStack() as opened:
        first, *_others = [
            opened.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
            for _ in range(10)
        ]
        ada = Visitor(server.host)
        table = ada.open_table("origin", ["open", "open"])
        for _ in range(2):
            opened.enter_context(ada.sit(table, **{"x-forwarded-for": "203.0.113.5"})).hear()
        assert ask_for_socket(ada, table, **{"x-forwarded-for": "203.0.113.5"}).status == 429
        assert ask_for_socket(ada, table, **{"x-forwarded-for": "203.0.113.6"}).status == 101
        first.sendall(f"GET /nothing HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        assert first.recv(12) == b"HTTP/1.1 404"


def test_of_ipv6_a_household_counts_as_one() -> None:
    assert counted_as("2001:db8::1") == counted_as("2001:db8::ffff:1") != counted_as("2001:db8:1::")
    assert counted_as("::ffff:192.0.2.1") == counted_as("192.0.2.1") != counted_as("192.0.2.2")
    assert counted_as("no address") == "no address"


def test_networks_are_read_as_people_write_them() -> None:
    networks = read_networks(["10.1.2.3/8", "192.0.2.1", "2001:db8::/32"])
    assert all(is_within(one, networks) for one in ("10.9.9.9", "192.0.2.1", "2001:db8:9::"))
    assert not any(is_within(one, networks) for one in ("11.0.0.1", "192.0.2.2", "::1", ""))
    with pytest.raises(Refused, match="--trusted-proxy"):
        read_networks(["*"])
