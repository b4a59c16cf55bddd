"""Sending mail through the operator's server."""

import smtplib
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import make_msgid, parseaddr
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from cartulary_service.config import Config

SECONDS: Final = 10
LONGEST_LINE: Final = 998
"""Octets, by RFC 5322."""


class Whole(EmailPolicy):
    """Headers that are ASCII already stand in one line.

    Python folds a long word, such as an address or an id, into encoded words, which no program reads as an address.
    """

    def fold_binary(self, name: str, value: str) -> bytes:
        line = f"{name}: {value}"
        if line.isascii() and len(line) <= LONGEST_LINE:
            return f"{line}{self.linesep}".encode()
        return super().fold_binary(name, value)


ANY_SERVER: Final = Whole(linesep="\r\n", cte_type="7bit")
"""Not all servers take octets or long lines."""


class NotSent(Exception):
    """The server did not take a mail, now or for good."""

    def __init__(self, reason: str, for_good: bool) -> None:
        super().__init__(reason)
        self.for_good = for_good


class Mail(NamedTuple):
    """A mail to a player."""

    to: str
    subject: str
    text: str
    unsubscribe: str | None = None
    """A URL that ends these mails when it is posted to (RFC 8058)."""
    game: str | None = None
    """The one game that it is about, by which mail programs put mails into threads."""


class Mailer:
    """Knows the operator's mail server, smtp:// or smtps://."""

    def __init__(self, smtp_url: str, sender: str) -> None:
        self._url = urlsplit(smtp_url)
        self._sender = sender
        self._domain = parseaddr(sender)[1].rpartition("@")[2] or "localhost"

    @classmethod
    def of(cls, config: Config) -> "Mailer | None":
        """Return the mailer of a configuration, or None where mail is not configured."""
        return cls(config.smtp_url, config.mail_from) if config.smtp_url and config.mail_from else None

    def send(self, mail: Mail) -> None:
        """Hand a mail to the server. Raises NotSent."""
        try:
            with self._connect() as server:
                server.send_message(self._message(mail))
        except (OSError, smtplib.SMTPException, ValueError) as error:
            raise NotSent(type(error).__name__, is_for_good(error)) from error

    def _connect(self) -> smtplib.SMTP:
        host, secure = self._url.hostname or "", self._url.scheme == "smtps"
        kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
        server = kind(host, self._url.port or (465 if secure else 587), timeout=SECONDS)
        try:
            server.ehlo()
            if not secure and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
                secure = True
            self._log_in(server, secure)
        except BaseException:
            server.close()
            raise
        return server

    def _log_in(self, server: smtplib.SMTP, secure: bool) -> None:
        if self._url.username is None:
            return
        if not secure:
            raise smtplib.SMTPException("A password goes over TLS only.")
        server.login(unquote(self._url.username), unquote(self._url.password or ""))

    def _message(self, mail: Mail) -> EmailMessage:
        message = EmailMessage(ANY_SERVER)
        message["From"], message["To"], message["Subject"] = self._sender, mail.to, mail.subject
        message["Date"], message["Message-ID"] = datetime.now(UTC), make_msgid(domain=self._domain)
        if mail.game is not None:
            message["In-Reply-To"] = message["References"] = f"<game.{mail.game}@{self._domain}>"
        message["Auto-Submitted"] = "auto-generated"
        if mail.unsubscribe is not None:
            message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(mail.text)
        return message


def is_for_good(error: Exception) -> bool:
    """Whether the server will never take that mail: it said so with a code that begins with 5."""
    match error:
        case smtplib.SMTPRecipientsRefused(recipients=refused):
            return all(code >= 500 for code, _ in refused.values())
        case smtplib.SMTPDataError(smtp_code=code):
            return code >= 500
        case _:
            return False
