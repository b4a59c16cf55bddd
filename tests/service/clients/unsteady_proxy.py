"""A way to the service that loses answers, cuts connections, falls silent and refuses, as a test wants it."""

import socket
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Final
from urllib.parse import urlsplit

CHUNK: Final = 65_536


class UnsteadyProxy:
    """A proxy of TCP connections to a service."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._service = (parts.hostname, parts.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.losses = 0
        """Number of answers that are still to be lost."""
        self.cut_after: int | None = None
        """Bytes of answers after which a connection is cut."""
        self.silent_after: int | None = None
        """Bytes of answers after which the next connection falls silent."""
        self.refusals: deque[bytes] = deque()
        """Answers to give in place of the service's."""
        self.connections = 0
        self._open: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        # Closing alone would leave `accept` waiting.
        shut(self._listener)
        for each in self._open:
            shut(each)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self.connections += 1
                service = socket.create_connection(self._service)
                self._open += [client, service]
                Thread(target=self._ask, args=(client, service), daemon=True).start()
                Thread(target=self._answer, args=(client, service), daemon=True).start()

    def _ask(self, client: socket.socket, service: socket.socket) -> None:
        """Carry requests to the service, or refuse them."""
        with suppress(OSError):
            while data := client.recv(CHUNK):
                if self.refusals:
                    client.sendall(self.refusals.popleft())
                    break
                service.sendall(data)
        shut(client)
        shut(service)

    def _answer(self, client: socket.socket, service: socket.socket) -> None:
        """Carry answers back, as far as they are to come."""
        carried = 0
        with suppress(OSError):
            while data := service.recv(CHUNK):
                if self.losses:
                    self.losses -= 1
                    break
                if self.cut_after is not None and carried + len(data) > self.cut_after:
                    client.sendall(data[: self.cut_after - carried])
                    break
                if self.silent_after is not None and carried + len(data) > self.silent_after:
                    self.silent_after = None
                    return
                client.sendall(data)
                carried += len(data)
        shut(client)
        shut(service)


def shut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()


@contextmanager
def unsteady(url: str) -> Iterator[UnsteadyProxy]:
    proxy = UnsteadyProxy(url)
    try:
        yield proxy
    finally:
        proxy.close()


def refusal(status: str, retry_after: str | None = None) -> bytes:
    """An answer without a body that a front gives by itself."""
    wait = "" if retry_after is None else f"Retry-After: {retry_after}\r\n"
    return f"HTTP/1.1 {status}\r\n{wait}Content-Length: 0\r\nConnection: close\r\n\r\n".encode()
