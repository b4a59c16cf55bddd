"""Mail to a player: each begins with the news and ends with the way to stop it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import structlog

from cartulary.i18n.catalogues import load_catalogue
from cartulary_service.games.page_links import unsubscription_page
from cartulary_service.subjects.notices.foreign_text import leave_out_foreign_addresses
from cartulary_service.subjects.notices.mailer import Mail, Mailer, NotSent

LOCALE: Final = Path(__file__).parent / "locale"

log = structlog.get_logger()


class Recipient(NamedTuple):
    """A player who gets mail."""

    player: str
    address: str
    language: str
    unsubscribe: str


class PlayerMailer:
    """Writes and sends mail to players."""

    def __init__(self, mailer: Mailer, public_url: str | None) -> None:
        self.public_url = public_url
        self._mailer = mailer

    def send(self, to: Recipient, subject: str, text: str, game: str | None) -> bool:
        """Send a text, about one game or several, in which others may have chosen names.

        Leaves out what reads like the address of a page. Returns whether it is settled, as `send_own` does.
        """
        return self.send_own(to, subject, [leave_out_foreign_addresses(text, self.public_url)], game)

    def send_own(self, to: Recipient, subject: str, lines: Sequence[str], game: str | None = None) -> bool:
        """Send lines in which nobody else has a word.

        Returns whether the mail is settled: it was sent, or the server will never take it.
        """
        text = "\n".join([*lines, *self._footer(to)])
        mail = Mail(to.address, f"Cartulary: {subject}", text, self._stop_url(to), game)
        try:
            self._mailer.send(mail)
        except NotSent as error:
            log.warning("mail not sent", reason=str(error), for_good=error.for_good)
            return error.for_good
        return True

    def _footer(self, to: Recipient) -> list[str]:
        page = (self.public_url or "") + unsubscription_page(to.unsubscribe)
        return ["", "-- ", f"{mail_text('stop', to.language)}: {page}", ""]

    def _stop_url(self, to: Recipient) -> str | None:
        return self.public_url and f"{self.public_url}/v1/unsubscriptions/{to.unsubscribe}"


def mail_text(key: str, language: str) -> str:
    return load_catalogue(LOCALE, language)["mail"][key]
