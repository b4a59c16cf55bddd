"""A POST to an untrusted receiver: to a checked address, bounded in time and size."""

import socket
import ssl
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from http.client import HTTPConnection, HTTPException
from typing import Final

from cartulary_service.subjects.notices.addresses import BadAddress, Place, Rules, Target, places, target_of

SECONDS: Final = 5
MOST_BYTES: Final = 65_536


class Undelivered(Exception):
    """No response. Its words go into the log that the subscriber reads."""


def post(url: str, body: bytes, headers: Mapping[str, str], rules: Rules) -> int:
    """The status that the receiver answers, whatever it is; redirects are not followed. Raises Undelivered."""
    try:
        target = target_of(url, rules)
        connection = Pinned(target, places(target, rules))
    except BadAddress as error:
        raise Undelivered(str(error)) from error
    clock = threading.Timer(SECONDS, connection.abort)
    clock.daemon = True
    clock.start()
    try:
        return read_answer(connection, target.path, body, headers)
    except (OSError, HTTPException) as error:
        raise Undelivered("timed out" if connection.aborted else describe_failure(error)) from error
    finally:
        clock.cancel()
        connection.close()


def read_answer(connection: "Pinned", path: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send, and take so much of the answer that the receiver is not cut off in the middle of a short one."""
    connection.request("POST", path, body, dict(headers))
    response = connection.getresponse()
    if connection.aborted:
        # The library takes a header that breaks off for a whole one.
        raise TimeoutError
    with suppress(OSError, HTTPException):
        response.read(MOST_BYTES)
    return response.status


def describe_failure(error: Exception) -> str:
    """Describe an error in a few words."""
    match error:
        case TimeoutError():
            return "timed out"
        case ssl.SSLError():
            return f"TLS failed: {error.reason or 'no handshake'}"[:200]
        case HTTPException():
            return "the answer is not HTTP"
        case _:
            return "no connection, or it was cut"


class Pinned(HTTPConnection):
    """A connection to one of these very addresses; the name is for Host and TLS only."""

    def __init__(self, target: Target, places: Sequence[Place]) -> None:
        super().__init__(target.host, target.port)
        # Host names the port unless it is the usual one.
        self.default_port = 443 if target.secure else 80
        self.aborted = False
        self._target = target
        self._places = places
        self._until = time.monotonic() + SECONDS
        self._open: socket.socket | None = None

    def connect(self) -> None:
        """Reach the first address that answers."""
        plain = self._reach()
        if self._target.secure:
            plain = context().wrap_socket(plain, server_hostname=self._target.host, do_handshake_on_connect=False)
        self.sock = self._open = plain
        if isinstance(plain, ssl.SSLSocket):
            plain.do_handshake()

    def _reach(self) -> socket.socket:
        error: OSError = TimeoutError()
        for place in self._places:
            left = self._until - time.monotonic()
            if left <= 0:
                break
            trying = socket.socket(place.family, socket.SOCK_STREAM)
            trying.settimeout(left)
            try:
                trying.connect(place.address)
            except OSError as failed:
                trying.close()
                error = failed
            else:
                return trying
        raise error

    def abort(self) -> None:
        """Time is up: whoever waits for this connection wakes up, however slowly it drips."""
        self.aborted = True
        if self._open is not None:
            with suppress(OSError):
                # The method of the plain socket, which leaves the state of TLS to the thread that uses it.
                socket.socket.shutdown(self._open, socket.SHUT_RDWR)


@cache
def context() -> ssl.SSLContext:
    """Certificates are checked as everywhere."""
    return ssl.create_default_context()
