"""The edge before Flask: whatever is sent is answered as a problem, and the command says why it cannot start."""

import json
import os
import socket
import subprocess
import sys
from typing import Any
from urllib.parse import urlsplit

import pytest

from service.config import Config
from service.serving.server import BufferedResponse, Server, respond
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
    check = "import sys, service.cli.main, service.serving.server; print({'flask', 'psycopg'} & {*sys.modules})"
    assert run("-c", check).stdout == "set()\n"


def test_a_taken_port_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        finished = run("-m", "service.cli.main", "serve", PORT=str(port))
    assert finished.returncode == 1
    assert finished.stderr == f"cartulary: Cannot listen on 127.0.0.1 port {port}: Address already in use.\n"


def test_a_bad_setting_is_one_sentence_and_exit_status_2() -> None:
    finished = run("-m", "service.cli.main", "serve", PORT="http")
    assert finished.returncode == 2
    assert finished.stderr.count("\n") == 1
    assert "PORT" in finished.stderr


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


class Wire:
    """What goes out, piece by piece."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def sendall(self, piece: bytes) -> None:
        self.pieces.append(piece)


class Asked:
    """A request, as far as its answer asks about it."""

    def __init__(self, method: str) -> None:
        self.method, self.version = method, (1, 1)

    def should_close(self) -> bool:
        return False


def pieces(method: str, headers: list[tuple[str, str]], *body: bytes) -> list[bytes]:
    wire = Wire()
    asked: Any = Asked(method)
    connection: Any = wire
    response = BufferedResponse(asked, connection, Server(Config()).cfg)
    response.start_response("200 OK", headers)
    respond(body, response)
    return wire.pieces


def test_an_answer_whose_length_is_known_goes_out_in_one_piece() -> None:
    (whole,) = pieces("GET", [("Content-Length", "5")], b"hello")
    assert whole.startswith(b"HTTP/1.1 200 OK\r\n")
    assert whole.endswith(b"\r\nContent-Length: 5\r\n\r\nhello")


@pytest.mark.parametrize(
    ("method", "length", "body"), [("HEAD", "5", [b"hello"]), ("GET", "0", []), ("GET", "0", [b""])]
)
def test_an_answer_without_a_body_is_its_head(method: str, length: str, body: list[bytes]) -> None:
    (head,) = pieces(method, [("Content-Length", length)], *body)
    assert head.endswith(f"\r\nContent-Length: {length}\r\n\r\n".encode())


def test_the_head_of_a_stream_waits_for_nothing() -> None:
    head, *chunks = pieces("GET", [], b"one", b"two")
    assert head.endswith(b"\r\nTransfer-Encoding: chunked\r\n\r\n")
    assert chunks == [b"3\r\none\r\n", b"3\r\ntwo\r\n", b"0\r\n\r\n"]
