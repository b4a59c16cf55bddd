"""A mail server of a few lines, which keeps what it is given, and can refuse it."""

import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage


class Postbox:
    """What came in, in order."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.mails: list[EmailMessage] = []
        self.refusing = False
        self.refused = 0

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to an address."""
        return [each for each in self.mails if each["To"] == address]


@contextmanager
def postbox() -> Iterator[Postbox]:
    """A mail server that listens on a free port of this machine."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline():
                verb = line.split()[0].upper()
                if verb == b"DATA":
                    self.data()
                elif b"nobody-" in line:
                    self.say("550 no such box")
                else:
                    self.say("221 bye" if verb == b"QUIT" else "250 yes")

        def data(self) -> None:
            self.say("354 go on")
            lines = list(iter(self.rfile.readline, b".\r\n"))
            if box.refusing:
                box.refused += 1
                self.say("451 not now")
                return
            raw = b"".join(line[1:] if line.startswith(b"..") else line for line in lines)
            box.mails.append(email.message_from_bytes(raw, policy=email.policy.default))
            self.say("250 kept")

        def say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        box = Postbox(f"smtp://127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield box
        server.shutdown()
