"""The edge before Flask: whatever is sent is answered as a problem, and the command says why it cannot start."""

import json
import os
import socket
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from tests.patience import PATIENCE

CATALOGUE = b"GET /v1/catalogue HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
POST = b"POST /v1/games HTTP/1.1\r\nHost: here\r\n"


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GARBAGE\r\n\r\n", 400),
        (b"GET / HTTP/9.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nBad Header: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n folded\r\n\r\n", 400),
        (POST + b"Content-Length: -1\r\n\r\n", 400),
        (POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n", 414),
        (POST + b"Expect: miracles\r\n\r\n", 417),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 100_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + b"A: a\r\n" * 1_000 + b"\r\n", 431),
    ],
)
def test_a_malformed_request_gets_a_problem(served: str, request_bytes: bytes, status: int) -> None:
    head, body = answer(served, request_bytes)
    assert head.split(b" ")[1] == str(status).encode()
    assert b"\r\nContent-Type: application/problem+json" in head
    assert json.loads(body)["status"] == status
    assert b"Traceback" not in body


@pytest.mark.parametrize("said", [b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off\r\n", b"SCRIPT_NAME: /v1\r\n"])
def test_proxy_headers_of_a_caller_change_nothing(served: str, said: bytes) -> None:
    head, body = answer(served, CATALOGUE + b"\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    told = answer(served, CATALOGUE + said + b"\r\n")
    assert (told[0].splitlines()[0], told[1]) == (head.splitlines()[0], body)


def test_the_command_imports_neither_flask_nor_psycopg() -> None:
    modules = "cartulary_service.commands.serve, cartulary_service.serving.server"
    check = f"import sys, {modules}; print({{'flask', 'psycopg'}} & {{*sys.modules}})"
    assert run("-c", check).stdout == "set()\n"


def test_a_taken_port_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        finished = run("-m", "cartulary", "serve", PORT=str(port))
    assert finished.returncode == 1
    assert finished.stderr == f"cartulary: Cannot listen on 127.0.0.1 port {port}: Address already in use.\n"


def test_a_bad_setting_is_one_sentence_and_exit_status_2() -> None:
    finished = run("-m", "cartulary", "serve", PORT="http")
    assert finished.returncode == 2
    assert finished.stderr.count("\n") == 1
    assert "PORT" in finished.stderr


@pytest.mark.parametrize(
    "endless",
    [
        b"0\r\n" + b"A: b\r\n" * 2_000,
        b"1;" + b"a" * 10_000,
        b"e;a=" + b"a" * 100 + b'\r\n{"name":"Ada"}\r\n0\r\n\r\n',
        b'7\r\n{"name"\r\n7;a=' + b"a" * 100 + b'\r\n:"Ada"}\r\n0\r\n\r\n',
    ],
    ids=["trailers", "an extension", "a whole extension", "the extension of a later chunk"],
)
def test_what_comes_with_chunks_is_short(served: str, endless: bytes) -> None:
    head = POST + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    where = urlsplit(served)
    with socket.create_connection((where.hostname, where.port), timeout=PATIENCE) as wire:
        wire.sendall(head.replace(b"/v1/games", b"/v1/players") + endless)
        assert wire.recv(100).startswith(b"HTTP/1.1 400 ")


def answer(url: str, request_bytes: bytes) -> tuple[bytes, bytes]:
    where = urlsplit(url)
    with socket.create_connection((where.hostname, where.port), timeout=PATIENCE) as client:
        client.sendall(request_bytes)
        client.shutdown(socket.SHUT_WR)
        received = b"".join(iter(lambda: client.recv(65_536), b""))
    head, _, body = received.partition(b"\r\n\r\n")
    return head, body[: int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])]


def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"HOST": "127.0.0.1"} | settings
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)
