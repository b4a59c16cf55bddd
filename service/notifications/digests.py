"""Mail to players: the code that confirms an address, and one digest of all their games from time to time."""

from collections.abc import Iterator, Sequence
from json import loads
from pathlib import Path
from typing import Final, NamedTuple

import structlog

from domain.i18n.catalogues import load_catalogue
from domain.kernel.seats import Seat
from domain.record.event import RecordedEvent
from service.errors import Problem
from service.games.narration import narrate
from service.games.page_links import RECOVERY_PAGE, unsubscription_page
from service.games.queries import GameQueries
from service.notifications import email_addresses
from service.notifications.mailer import Mail, Mailer, NotSent
from service.notifications.payloads import Notice, link, write_text
from service.players import recovery
from service.players.name_cache import Names
from service.store.database import Database, connection

MINUTES_BETWEEN_CODES: Final = 5
"""However often a code is asked for."""
MINUTES_AFTER_FAILURE: Final = 5
LEASE_SECONDS: Final = 120
MOST_EVENTS: Final = 400
"""Maximum number of events of a game in a digest; older ones are left out."""

LOCALE: Final = Path(__file__).parent / "locale"

log = structlog.get_logger()


class Due(NamedTuple):
    """A player whose digest is due."""

    player: str
    address: str
    language: str
    unsubscribe: str


class Told(NamedTuple):
    """A part of a match that a digest tells, after one version until another."""

    game_id: str
    after: int
    until: int


class Digests:
    """Sends codes and digests; what it reads of matches it folds by itself."""

    def __init__(self, database: Database, views: GameQueries, postman: Mailer, public_url: str | None) -> None:
        self._database = database
        self._views = views
        self._names = Names(database)
        self._postman = postman
        self._public_url = public_url

    def send_code(self) -> bool:
        """Mail a code to one unconfirmed address. Returns whether there was one."""
        code = email_addresses.new_code()
        with connection(self._database.serving) as c:
            row = c.execute(TAKE_CODE, {"minutes": MINUTES_BETWEEN_CODES}).fetchone()
            if row is None:
                return False
            due, stored = Due(*row), email_addresses.digest(row[0], code)
            c.execute("update mailboxes set code_hash = %s where player_id = %s", (stored, due.player))
        lines = [mail_text("why", due.language), "", f"{mail_text('code', due.language)}: {code}", *self._footer(due)]
        mail = Mail(due.address, f"Cartulary: {mail_text('code', due.language)}", "\n".join(lines), self._stop_url(due))
        if self._forget(mail):
            with connection(self._database.serving) as c:
                c.execute(
                    "update mailboxes set code_wanted = false where player_id = %s and code_hash = %s",
                    (due.player, stored),
                )
        return True

    def send_recovery(self) -> bool:
        """Mail a recovery code to one player who wants it. Returns whether there was one."""
        code = recovery.new_code()
        with connection(self._database.serving) as c:
            row = c.execute(
                TAKE_RECOVERY,
                {"hash": recovery.digest(code), "minutes": email_addresses.MINUTES_BETWEEN_RECOVERIES},
            ).fetchone()
        if row is None:
            return False
        *taken, handle = row
        due = Due(*taken)
        if self._forget(self._recovery(due, handle, code)):
            with connection(self._database.serving) as c:
                c.execute(
                    "update mailboxes set recovery_wanted_at = null where player_id = %s and recovery_hash = %s",
                    (due.player, recovery.digest(code)),
                )
        return True

    def _recovery(self, due: Due, handle: str, code: str) -> Mail:
        title = mail_text("recovery", due.language)
        lines = [
            mail_text("recovery-why", due.language),
            "",
            f"{mail_text('handle', due.language)}: @{handle}",
            f"{title}: {code}",
            *([self._public_url + RECOVERY_PAGE] if self._public_url else []),
            *self._footer(due),
        ]
        return Mail(due.address, f"Cartulary: {title}", "\n".join(lines), self._stop_url(due))

    def send_digest(self) -> bool:
        """Mail one digest that is due; whether there was one."""
        with connection(self._database.serving) as c:
            row = c.execute(TAKE_DIGEST, {"seconds": LEASE_SECONDS}).fetchone()
            if row is None:
                return False
            due = Due(*row)
            parts = [
                Told(*each)
                for each in c.execute(
                    "select game_id::text, after, until from digests where player_id = %s order by game_id",
                    (due.player,),
                )
            ]
        text = "\n\n".join(self._texts(due, parts))
        if text and not self._forget(self._digest(due, text)):
            self._later(due)
        else:
            self._done(due, parts)
        return True

    def _digest(self, due: Due, text: str) -> Mail:
        body = "\n".join([text, *self._footer(due)])
        return Mail(due.address, f"Cartulary: {mail_text('digest', due.language)}", body, self._stop_url(due))

    def _texts(self, due: Due, parts: Sequence[Told]) -> Iterator[str]:
        """Yield the text of each match: actions of others, whose turn it is, and the link."""
        for part in parts:
            try:
                notice = self._notice(due, part)
            except Problem as error:
                log.info("not told", game=part.game_id, code=error.code)
                continue
            if notice.words:
                url = link(part.game_id, self._public_url, due.player)
                yield write_text(notice, due.language) + (f"\n{url}" if url else "")

    def _notice(self, due: Due, part: Told) -> Notice:
        match, audience = self._views.read_at_or_current(part.game_id, due.player, part.until)
        seat = audience if isinstance(audience, int) else None
        after = max(part.after, part.until - MOST_EVENTS)
        rows = others(self._views.rows(match, audience, after, part.until), seat)
        plies = narrate(match, rows, self._names.of(match.players), due.language)
        return Notice(match, seat, rows, [words for ply in plies for words in ply["words"]])

    def _done(self, due: Due, parts: Sequence[Told]) -> None:
        """Mark the events of a digest as sent; later events wait for the next digest."""
        with connection(self._database.serving) as c, c.transaction():
            # Whoever adds to the digest locks the mailbox first, too.
            c.execute("select from mailboxes where player_id = %s for update", (due.player,))
            for part in parts:
                values = {"player": due.player, **part._asdict()}
                c.execute(
                    "delete from digests where player_id = %(player)s and game_id = %(game_id)s and until = %(until)s",
                    values,
                )
                c.execute(
                    "update digests set after = %(until)s where player_id = %(player)s and game_id = %(game_id)s",
                    values,
                )
            c.execute(NEXT_DIGEST, (due.player,))

    def _later(self, due: Due) -> None:
        with connection(self._database.serving) as c:
            c.execute(
                """
                update mailboxes set leased_until = null, next_digest = now() + make_interval(mins => %s)
                where player_id = %s and next_digest is not null
                """,
                (MINUTES_AFTER_FAILURE, due.player),
            )

    def _forget(self, mail: Mail) -> bool:
        """Whether there is nothing more to do about a mail: it was sent, or nobody will ever take it."""
        try:
            self._postman.send(mail)
        except NotSent as error:
            log.warning("mail not sent", reason=str(error), for_good=error.for_good)
            return error.for_good
        return True

    def _footer(self, due: Due) -> list[str]:
        page = (self._public_url or "") + unsubscription_page(due.unsubscribe)
        return ["", "-- ", f"{mail_text('stop', due.language)}: {page}", ""]

    def _stop_url(self, due: Due) -> str | None:
        return self._public_url and f"{self._public_url}/v1/unsubscriptions/{due.unsubscribe}"


def others(rows: Sequence[RecordedEvent], seat: Seat | None) -> list[RecordedEvent]:
    """The plies that a seat did not begin itself."""
    own: dict[int, bool] = {}
    for row in rows:
        own.setdefault(row.ply, seat is not None and loads(row.public)["seat"] == seat)
    return [row for row in rows if not own[row.ply]]


def mail_text(key: str, language: str) -> str:
    return load_catalogue(LOCALE, language)["mail"][key]


TAKE_CODE: Final = """
update mailboxes set code_sent_at = now(), code_tries = 0
where player_id = (
    select player_id from mailboxes
    where code_wanted and coalesce(code_sent_at, '-infinity') < now() - make_interval(mins => %(minutes)s)
    limit 1 for update skip locked
)
returning player_id::text, address, language, unsubscribe
"""

# A request that has waited for an hour is not what its sender expects a mail for any more.
TAKE_RECOVERY: Final = """
update mailboxes m set recovery_sent_at = now(), recovery_hash = %(hash)s
from players p
where p.id = m.player_id and m.player_id = (
    select player_id from mailboxes
    where recovery_wanted_at > now() - interval '1 hour' and confirmed_at is not null and recovers
    and coalesce(recovery_sent_at, '-infinity') < now() - make_interval(mins => %(minutes)s)
    limit 1 for update skip locked
)
returning m.player_id::text, address, language, unsubscribe, p.handle
"""

TAKE_DIGEST: Final = """
update mailboxes set leased_until = now() + make_interval(secs => %(seconds)s)
where player_id = (
    select player_id from mailboxes
    where next_digest <= now() and confirmed_at is not null and coalesce(leased_until, '-infinity') < now()
    order by next_digest limit 1 for update skip locked
)
returning player_id::text, address, language, unsubscribe
"""

NEXT_DIGEST: Final = """
update mailboxes m set leased_until = null,
    next_digest = case when exists (select from digests d where d.player_id = m.player_id)
        then now() + make_interval(mins => digest_minutes) end
where player_id = %s
"""
