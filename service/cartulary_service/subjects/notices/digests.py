"""The code that confirms an address, and one digest of all games of a player from time to time."""

from collections.abc import Iterator, Sequence
from json import loads
from math import ceil
from typing import Final, NamedTuple

import structlog

from cartulary.kernel.seats import Seat
from cartulary.record.event import RecordedEvent
from cartulary_service.errors import Problem
from cartulary_service.games.narration import narrate, title_of
from cartulary_service.games.page_links import RECOVERY_PAGE, GameLink
from cartulary_service.games.queries import GameQueries
from cartulary_service.players import recovery
from cartulary_service.players.name_cache import Names
from cartulary_service.players.rate_limits import CODE_MAILS, take
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.subjects.notices import email_addresses
from cartulary_service.subjects.notices.foreign_text import leave_out_addresses
from cartulary_service.subjects.notices.payloads import Notice, write_text
from cartulary_service.subjects.notices.player_mail import PlayerMailer, Recipient, mail_text

MINUTES_BETWEEN_CODES: Final = 5
"""However often a code is asked for."""
MINUTES_AFTER_FAILURE: Final = 5
LEASE_SECONDS: Final = 120
MOST_EVENTS: Final = 400
"""Maximum number of events of a game in a digest; older ones are left out."""

log = structlog.get_logger()


class Told(NamedTuple):
    """A part of a match that a digest tells, after one version until another."""

    game_id: str
    after: int
    until: int


class Digests:
    """Sends codes and digests; what it reads of matches it folds by itself."""

    def __init__(self, database: Database, views: GameQueries, mailer: PlayerMailer, limits_rates: bool = True) -> None:
        self._database = database
        self._limits_rates = limits_rates
        self._views = views
        self._names = Names(database)
        self._mailer = mailer

    def send_code(self) -> bool:
        """Mail a code to one unconfirmed address, or let it wait. Returns whether there was one."""
        code = email_addresses.new_code()
        with connection(self._database.serving) as c, c.transaction():
            row = c.execute(FIND_CODE, {"minutes": MINUTES_BETWEEN_CODES}).fetchone()
            if row is None:
                return False
            *taken, handle = row
            to = Recipient(*taken)
            if self._limits_rates and (seconds := seconds_until_code(c, to.address)):
                c.execute(POSTPONE_CODE, {"player": to.player, "seconds": seconds})
                return True
            stored = email_addresses.digest(to.player, code)
            c.execute(TAKE_CODE, {"player": to.player, "hash": stored})
        subject = mail_text("code", to.language)
        account = f"{mail_text('handle', to.language)}: {leave_out_addresses(f'@{handle}')}"
        settled = self._mailer.send_own(to, subject, [mail_text("why", to.language), "", account, f"{subject}: {code}"])
        with connection(self._database.serving) as c:
            c.execute(
                SETTLE_CODE if settled else REFUND_CODE,
                {
                    "player": to.player,
                    "hash": stored,
                    "rule": CODE_MAILS.name,
                    "mailbox": email_addresses.mailbox_digest(to.address),
                },
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
        to = Recipient(*taken)
        if self._mailer.send_own(to, mail_text("recovery", to.language), self._recovery(to, handle, code)):
            with connection(self._database.serving) as c:
                c.execute(
                    "update mailboxes set recovery_wanted_at = null where player_id = %s and recovery_hash = %s",
                    (to.player, recovery.digest(code)),
                )
        return True

    def _recovery(self, to: Recipient, handle: str, code: str) -> list[str]:
        """The lines of a mail with a recovery code."""
        return [
            mail_text("recovery-why", to.language),
            "",
            f"{mail_text('handle', to.language)}: @{handle}",
            f"{mail_text('recovery', to.language)}: {code}",
            *([self._mailer.public_url + RECOVERY_PAGE] if self._mailer.public_url else []),
        ]

    def send_digest(self) -> bool:
        """Mail one digest that is due; whether there was one."""
        with connection(self._database.serving) as c:
            row = c.execute(TAKE_DIGEST, {"seconds": LEASE_SECONDS}).fetchone()
            if row is None:
                return False
            to = Recipient(*row)
            parts = [
                Told(*each)
                for each in c.execute(
                    "select game_id::text, after, until from digests where player_id = %s order by game_id",
                    (to.player,),
                )
            ]
        texts = dict(self._texts(to, parts))
        game = next(iter(texts)) if len(texts) == 1 else None
        if texts and not self._mailer.send(to, mail_text("digest", to.language), "\n\n".join(texts.values()), game):
            self._later(to)
        else:
            self._mark_sent(to, parts)
        return True

    def _texts(self, to: Recipient, parts: Sequence[Told]) -> Iterator[tuple[str, str]]:
        """Yield the text of each match, by its id: actions of others, whose turn it is, and the link."""
        for part in parts:
            try:
                notice = self._notice(to, part)
            except Problem as error:
                log.info("not told", game=part.game_id, code=error.code)
                continue
            if notice.words:
                url = GameLink(part.game_id, to.player, self._mailer.public_url).url
                yield part.game_id, write_text(notice, to.language) + (f"\n{url}" if url else "")

    def _notice(self, to: Recipient, part: Told) -> Notice:
        match, audience = self._views.read_at_or_current(part.game_id, to.player, part.until)
        seat = audience if isinstance(audience, int) else None
        after = max(part.after, part.until - MOST_EVENTS)
        rows = others(self._views.rows(match, audience, after, part.until), seat)
        name_of = self._names.of(match.all_players(), match.id)
        plies = narrate(match, rows, name_of, to.language)
        words = [words for ply in plies for words in ply["words"]]
        is_invitation = seat is None and to.player in match.terms.reserved
        return Notice(match, seat, rows, words, title_of(match, name_of), is_invitation)

    def _mark_sent(self, to: Recipient, parts: Sequence[Told]) -> None:
        """Mark the events of a digest as sent; later events wait for the next digest."""
        with connection(self._database.serving) as c, c.transaction():
            # Whoever adds to the digest locks the mailbox first, too.
            c.execute("select from mailboxes where player_id = %s for update", (to.player,))
            for part in parts:
                values = {"player": to.player, **part._asdict()}
                c.execute(
                    "delete from digests where player_id = %(player)s and game_id = %(game_id)s and until = %(until)s",
                    values,
                )
                c.execute(
                    "update digests set after = %(until)s where player_id = %(player)s and game_id = %(game_id)s",
                    values,
                )
            c.execute(NEXT_DIGEST, (to.player,))

    def _later(self, to: Recipient) -> None:
        with connection(self._database.serving) as c:
            c.execute(
                """
                update mailboxes set leased_until = null, next_digest = now() + make_interval(mins => %s)
                where player_id = %s and next_digest is not null
                """,
                (MINUTES_AFTER_FAILURE, to.player),
            )


def others(rows: Sequence[RecordedEvent], seat: Seat | None) -> list[RecordedEvent]:
    """The plies that a seat did not begin itself."""
    own: dict[int, bool] = {}
    for row in rows:
        own.setdefault(row.ply, seat is not None and loads(row.public)["seat"] == seat)
    return [row for row in rows if not own[row.ply]]


def seconds_until_code(c: Connection, address: str) -> int:
    """Take the right to mail a code to an address; return the seconds until there is one, 0 if it was taken."""
    granted, left = take(c, CODE_MAILS, email_addresses.mailbox_digest(address))
    return 0 if granted else ceil((1 - left) / CODE_MAILS.per_second)


# In the order of the requests, so that strangers who name an address again and again keep nobody from a code.
FIND_CODE: Final = """
select m.player_id::text, address, language, unsubscribe, p.handle
from mailboxes m join players p on p.id = m.player_id
where code_wanted and coalesce(code_sent_at, '-infinity') < now() - make_interval(mins => %(minutes)s)
  and coalesce(code_after, '-infinity') <= now()
order by code_wanted_at limit 1 for update of m skip locked
"""
TAKE_CODE: Final = """
update mailboxes set code_sent_at = now(), code_tries = 0, code_hash = %(hash)s where player_id = %(player)s
"""
# To the minute, so that all who wait for one address are due together.
POSTPONE_CODE: Final = """
update mailboxes set code_after = date_trunc('minute', now() + make_interval(secs => %(seconds)s)) + interval '1 minute'
where player_id = %(player)s
"""
SETTLE_CODE: Final = "update mailboxes set code_wanted = false where player_id = %(player)s and code_hash = %(hash)s"
REFUND_CODE: Final = "delete from buckets where rule = %(rule)s and subject = %(mailbox)s"

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
    select m.player_id from mailboxes m left join notice_settings n on n.player_id = m.player_id
    where m.next_digest <= now() and m.confirmed_at is not null and coalesce(m.leased_until, '-infinity') < now()
        and quiet_period(n.quiet_from, n.quiet_until, n.zone, now()) is null
    order by m.next_digest limit 1 for update of m skip locked
)
returning player_id::text, address, language, unsubscribe
"""

NEXT_DIGEST: Final = """
update mailboxes m set leased_until = null,
    next_digest = case when exists (select from digests d where d.player_id = m.player_id)
        then now() + make_interval(mins => digest_minutes) end
where player_id = %s
"""
