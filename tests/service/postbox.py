"""A mail server of a few lines, which keeps what it is given, and can refuse it."""

import email
import email.policy
import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr


class Postbox:
    """What came in, in order."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.mails: list[EmailMessage] = []
        self.faults: list[str] = []
        self.refusing = False
        self.refused = 0

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to an address."""
        return [each for each in self.mails if each["To"] == address]


def list_faults(raw: bytes) -> list[str]:
    """Say what a mail lacks of RFC 5322 and 2045, and of what large providers ask of senders in bulk."""
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    once = ("Date", "Message-ID", "From", "To", "Subject", "MIME-Version", "Content-Type", "Auto-Submitted")
    faults = [f"{name} is not there once" for name in once if len(mail.get_all(name, [])) != 1]
    faults += [f"{name}: {each}" for name, value in mail.items() for each in getattr(value, "defects", ())]
    faults += [str(each) for each in mail.defects]
    addresses = ("List-Unsubscribe", "Message-ID", "In-Reply-To", "References")
    head = raw.partition(b"\r\n\r\n")[0].decode("ascii", "replace").split("\r\n")
    faults += [f"{name} is encoded" for name in addresses for line in head if line.startswith(f"{name}: =?")]
    faults += ["a line is longer than 998 octets"] * any(len(line) > 998 for line in raw.split(b"\r\n"))
    faults += ["an octet is not ASCII"] * (not raw.isascii())
    faults += ["a line feed stands alone"] * (b"\n" in raw.replace(b"\r\n", b""))
    sender = parseaddr(str(mail["From"]))[1].rpartition("@")[2]
    for name in ("Message-ID", "In-Reply-To", "References"):
        if name in mail and not re.fullmatch(rf"<[\w.-]+@{re.escape(sender)}>", str(mail[name]).strip()):
            faults.append(f"{name} is not an id of the sender's domain")
    if mail["In-Reply-To"] != mail["References"]:
        faults.append("In-Reply-To is not the References")
    if "Date" in mail and abs(mail["Date"].datetime - datetime.now(UTC)) > timedelta(minutes=5):
        faults.append("Date is not now")
    if "List-Unsubscribe" in mail and (
        not re.fullmatch(r"<https?://\S+>", mail["List-Unsubscribe"])
        or mail["List-Unsubscribe-Post"] != "List-Unsubscribe=One-Click"
    ):
        faults.append("List-Unsubscribe is not one click")
    return faults


@contextmanager
def postbox() -> Iterator[Postbox]:
    """A mail server that listens on a free port of this machine; at the end each mail has to have been sound."""

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
            box.faults += list_faults(raw)
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
    assert not box.faults, sorted({*box.faults})
    ids = [str(each["Message-ID"]) for each in box.mails]
    assert len(ids) == len({*ids}), "two mails have one Message-ID"
