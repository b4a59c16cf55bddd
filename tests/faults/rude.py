"""Clients that are slow, many, or gone, in a process of their own: tests.faults.rude KIND PORT NUMBER PATH TOKEN…."""

import os
import socket
import struct
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count, cycle
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from typing import Final, NamedTuple

ADDRESSES: Final = 8
"""They come from so many addresses of the loopback, none of which is that of the ordinary client."""
SECONDS_A_ROUND: Final = 2.0
"""Each connection is looked after, and sends its next byte, once in so many seconds."""
OPENED_AT_ONCE: Final = 50
PIECE: Final = 64
RESET: Final = struct.pack("ii", 1, 0)


class Kind(NamedTuple):
    """What is sent at once, what byte by byte, and what else is rude about it."""

    head: str
    drip: bytes = b""
    reads: int = 65_536
    half_closed: bool = False
    small_window: bool = False


HOST: Final = "HTTP/1.1\r\nHost: here\r\n"
JSON: Final = "Content-Type: application/json\r\n"
TOKEN: Final = "Authorization: Bearer {token}\r\n"
STREAM: Final = f"GET {{path}}/events {HOST}Accept: text/event-stream\r\n\r\n"
KINDS: Final[Mapping[str, Kind]] = {
    "slow heads": Kind(f"GET {{path}} {HOST}X-Slow: ", b"a"),
    "slow bodies": Kind(f"POST /v1/games {HOST}{JSON}{TOKEN}Content-Length: 16000\r\n\r\n", b" "),
    "idle connections": Kind(""),
    "half-closed streams": Kind(STREAM, half_closed=True),
    "streams nobody reads": Kind(STREAM, reads=0, small_window=True),
    "slow readers": Kind(f"GET /openapi.yaml {HOST}\r\n", reads=PIECE, small_window=True),
}


class Rude:
    """So many connections of a kind, opened again when they are closed."""

    def __init__(self, kind: Kind, port: int, path: str, tokens: Sequence[str]) -> None:
        self._kind = kind
        self._port = port
        self._heads = cycle([kind.head.format(path=path, token=each).encode() for each in tokens])
        self._addresses = (f"127.0.1.{1 + number % ADDRESSES}" for number in count())

    def opened(self) -> socket.socket | None:
        """A new connection that has sent what is sent at once, if there could be one."""
        wire = socket.socket()
        try:
            if self._kind.small_window:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
            wire.bind((next(self._addresses), 0))
            wire.settimeout(0.05)
            wire.connect(("127.0.0.1", self._port))
            wire.sendall(next(self._heads))
            if self._kind.half_closed:
                wire.shutdown(socket.SHUT_WR)
            wire.setblocking(False)
        except OSError:
            wire.close()
            return None
        return wire

    def lasts(self, wire: socket.socket) -> bool:
        """Send the next byte, read a little; whether the other side still holds the connection."""
        try:
            if self._kind.drip:
                wire.send(self._kind.drip)
            return not self._kind.reads or wire.recv(self._kind.reads) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def lasting(self, wires: list[socket.socket]) -> list[socket.socket]:
        """Those that last; the others are closed here too."""
        lasting = [each for each in wires if self.lasts(each)]
        for each in {*wires} - {*lasting}:
            each.close()
        return lasting

    def hold(self, number: int) -> None:
        """Hold so many, until ended."""
        wires: list[socket.socket] = []
        while True:
            began = time.monotonic()
            wires = self.lasting(wires)
            while len(wires) < number and time.monotonic() < began + SECONDS_A_ROUND:
                wires += filter(None, [self.opened() for _ in range(min(OPENED_AT_ONCE, number - len(wires)))])
                time.sleep(0.001)
            print(len(wires), flush=True)
            time.sleep(max(0.0, began + SECONDS_A_ROUND - time.monotonic()))

    def storm(self) -> None:
        """Open and close as fast as possible: with nothing sent, or with half a head."""
        for number in count():
            wire = self.opened()
            if wire is None:
                continue
            with suppress(OSError):
                wire.send((b"", b"GET / HT")[number % 2])
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            wire.close()
            if number % 1_000 == 0:
                print(number, flush=True)


def main(kind: str, port: str, number: str, path: str, *tokens: str) -> None:
    """Be rude until ended; say how many connections are held, or were made."""
    # Those who attack have machines of their own.
    os.nice(10)
    hard = getrlimit(RLIMIT_NOFILE)[1]
    setrlimit(RLIMIT_NOFILE, (hard, hard))
    if kind == "storm":
        Rude(Kind(""), int(port), path, tokens).storm()
    Rude(KINDS[kind], int(port), path, tokens).hold(int(number))


if __name__ == "__main__":
    main(*sys.argv[1:])
