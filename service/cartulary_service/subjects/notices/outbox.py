"""Outbox: each line becomes deliveries, in one transaction."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import structlog

from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Audience
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent
from cartulary_service.errors import Problem
from cartulary_service.games.narration import narrate, title_of
from cartulary_service.games.page_links import GameLink
from cartulary_service.games.queries import GameQueries
from cartulary_service.players.name_cache import Names
from cartulary_service.store.database import Connection, Database, DatabaseUnavailable, connection
from cartulary_service.subjects.notices import deliveries
from cartulary_service.subjects.notices.deliveries import Message
from cartulary_service.subjects.notices.payloads import Notice, body_of

AT_ONCE: Final = 200

log = structlog.get_logger()


class Appended(NamedTuple):
    """A ply that was appended, and the seats for which the match then began to wait."""

    game_id: str
    version: int
    first: int
    turns: list[Seat]
    at: datetime
    heard: bool
    """Whether anybody might want to hear of it."""


class Subscriber(NamedTuple):
    """A webhook that wants to hear of a match."""

    webhook: str
    player: str
    events: list[str] | None
    my_turn: bool
    format: str
    language: str
    held_until: datetime | None
    """The end of the player's quiet hours, for a webhook that people read."""


class Outbox:
    """Empties the outbox. It folds matches from the database itself."""

    def __init__(self, database: Database, views: GameQueries, public_url: str | None) -> None:
        self._database = database
        self._views = views
        self._names = Names(database)
        self._public_url = public_url

    def empty(self) -> int:
        """Turn some lines into deliveries; answers how many lines there were. Other workers take others."""
        with connection(self._database.serving) as c, c.transaction():
            lines = [Appended(*row) for row in c.execute(TAKE, (AT_ONCE,))]
            # A rematch is told to those for whom its seats are kept; any other table is told when somebody sits down.
            for line in sorted((line for line in lines if line.heard), key=lambda each: (each.game_id, each.version)):
                c.execute(DIGEST, line._asdict())
                for subscriber in subscribers(c, line):
                    for message in self._messages(line, subscriber):
                        deliveries.enqueue(c, message)
        return len(lines)

    def _messages(self, line: Appended, subscriber: Subscriber) -> Iterator[Message]:
        """Yield the message about a ply for a subscriber, if there is one."""
        try:
            notice = self._notice(line, subscriber)
        except DatabaseUnavailable:
            raise
        except Problem as error:
            log.info("not told", game=line.game_id, webhook=subscriber.webhook, code=error.code)
        except Exception:
            log.exception("not told", game=line.game_id, webhook=subscriber.webhook)
        else:
            if notice is not None:
                link = GameLink(line.game_id, subscriber.player, self._public_url)
                body = body_of(notice, subscriber.format, subscriber.language, link)
                yield Message(subscriber.webhook, *body, line.game_id, line.version, subscriber.held_until, notice.seat)

    def _notice(self, line: Appended, subscriber: Subscriber) -> Notice | None:
        match, audience = self._views.read_at_or_current(line.game_id, subscriber.player, line.version)
        seat = audience if isinstance(audience, int) else None
        if subscriber.my_turn and seat not in line.turns and not is_invitation(line):
            return None
        rows = is_wanted(self._rows(match, audience, line), subscriber.events)
        if not rows:
            return None
        name_of = self._names.of(match.all_players(), match.id)
        plies = narrate(match, rows, name_of, subscriber.language)
        words = [words for ply in plies for words in ply["words"]]
        return Notice(match, seat, rows, words, title_of(match, name_of), is_invitation(line))

    def _rows(self, match: Match, audience: Audience, line: Appended) -> list[RecordedEvent]:
        return self._views.rows(match, audience, line.first - 1, line.version)


def is_invitation(line: Appended) -> bool:
    """Whether a ply opens a table at which seats are kept."""
    return line.first == 1


def is_wanted(rows: Sequence[RecordedEvent], events: list[str] | None) -> list[RecordedEvent]:
    """The events of these types, or all."""
    return [row for row in rows if events is None or row.type in events]


def subscribers(c: Connection, line: Appended) -> list[Subscriber]:
    """The webhooks that want to hear of a ply: those that name the match, and of who sits there those that name none.

    What happened before a webhook was made is not told.
    """
    return [Subscriber(*row) for row in c.execute(SUBSCRIBERS, line._asdict())]


TAKE: Final = """
with taken as (select game_id, version from outbox order by at, game_id, version limit %s for update skip locked)
delete from outbox o using taken t where o.game_id = t.game_id and o.version = t.version
returning o.game_id::text, o.version, o.first, o.turns, o.at,
    exists (select from webhooks w where w.games @> array[o.game_id])
    or exists (
        select from game_seats s
        where s.game_id = any(array[
            o.game_id, (select r.game_id from rematches r where o.first = 1 and r.rematch_id = o.game_id)
        ]) and (exists (select from webhooks w where w.player_id = s.player_id and w.games is null)
             or exists (select from mailboxes m where m.player_id = s.player_id))
    )
"""

HEARERS: Final = """
hearers as (
    select player_id from game_seats where game_id = %(game_id)s
    union
    select s.player_id from rematches r join game_seats s on s.game_id = r.game_id
    where %(first)s = 1 and r.rematch_id = %(game_id)s
        and s.player_id <> (select created_by from games where id = %(game_id)s)
)
"""
"""Players who hear of a ply: those who sit there and, when a rematch opens, the others for whom a seat is kept."""

SUBSCRIBERS: Final = f"""
with {HEARERS}, wanting as (
    select id, player_id from webhooks where games @> array[%(game_id)s::uuid]
    union all
    select w.id, w.player_id from hearers h join webhooks w on w.player_id = h.player_id where w.games is null
)
select w.id::text, w.player_id::text, w.events, w.my_turn, w.format, w.language,
    case when w.format <> 'standard' then upper(quiet_period(n.quiet_from, n.quiet_until, n.zone, now())) end
from wanting join webhooks w on w.id = wanting.id left join notice_settings n on n.player_id = w.player_id
where w.disabled_at is null and w.created_at < %(at)s
order by w.id
"""

# Mail goes to confirmed addresses only; the first thing to tell begins the digest's period.
DIGEST: Final = f"""
with {HEARERS}, boxes as (
    update mailboxes m set next_digest = coalesce(next_digest, now() + make_interval(mins => digest_minutes))
    from hearers h where m.player_id = h.player_id and m.confirmed_at < %(at)s
    returning m.player_id
)
insert into digests as d (player_id, game_id, after, until)
select player_id, %(game_id)s, %(first)s - 1, %(version)s from boxes
on conflict (player_id, game_id) do update
set after = least(d.after, excluded.after), until = greatest(d.until, excluded.until)
"""
