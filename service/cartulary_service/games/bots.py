"""Bots take their turns, each on what its seat sees."""

import time
from collections.abc import Callable
from random import SystemRandom
from typing import Final, NamedTuple

from cartulary.bots.strategies import SEARCHES, choose_action
from cartulary.kernel.seats import Seat
from cartulary.match.decide import decide
from cartulary.match.decision import Decision
from cartulary.match.state import Match
from cartulary_service.games.commands import GameCommands
from cartulary_service.games.preconditions import require_version
from cartulary_service.store.database import Database, connection

AT_ONCE: Final = 1_000
OF_A_CREATOR: Final = 20
"""Matches of one creator among which a lane chooses."""
SECONDS_AT_ONCE: Final = 1
"""Time that bots play on in one match before the next match is served, and that this match then rests."""
TOOK_OVER: Final = "random"
"""Strategy of the bot that takes over after a timeout."""


class Waiting(NamedTuple):
    """A match in which a bot is to act for a seat."""

    game_id: str
    creator: str | None
    with_people: bool


class Lane:
    """Chooses whose bots play next: where people play first, and among those the creator served longest ago.

    Bots that search have a lane of their own, so that cheap ones wait for none of them.
    """

    def __init__(self, database: Database, *, searches: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._database, self._searches, self._clock = database, searches, clock
        self._creators: dict[str | None, float] = {}
        self._games: dict[str, float] = {}

    def take(self) -> str | None:
        """Return the match whose turn it is, if any."""
        now, waiting = self._clock(), list_waiting(self._database, searches=self._searches)
        self._creators = {each.creator: self._creators.get(each.creator, 0) for each in waiting}
        self._games = {each.game_id: self._games.get(each.game_id, 0) for each in waiting}
        rested = [each for each in waiting if self._games[each.game_id] <= now]
        if not rested:
            return None
        found = min(
            rested,
            key=lambda each: (not each.with_people, self._creators[each.creator], self._games[each.game_id]),
        )
        self._creators[found.creator] = now
        return found.game_id

    def rest(self, game_id: str) -> None:
        """Note that a match has been served, or could not be."""
        self._games[game_id] = self._clock() + SECONDS_AT_ONCE


def list_waiting(database: Database, *, searches: bool) -> list[Waiting]:
    """Matches in which the bot that acts next searches, or is a cheap one; some of them when there are many."""
    with connection(database.public) as c:
        values = {"searches": searches, "of_a_creator": OF_A_CREATOR, "limit": AT_ONCE}
        return [Waiting(*row) for row in c.execute(WAITING, values)]


WAITING: Final = """
with waiting as (
    select g.id, g.created_by, g.updated_at, g.people > 0 as with_people
    from games g cross join lateral (
        select t.seat from unnest(g.to_act) with ordinality as t (seat, number)
        where t.seat = any(g.bots) order by t.number limit 1
    ) next
    where g.bots <> '{}' and g.bots && g.to_act and g.status = 'playing' and %(searches)s = exists (
        select from game_seats s join search_bots b on b.bot = s.player_id
        where s.game_id = g.id and s.seat = next.seat
    )
), ranked as (
    select *, row_number() over (partition by created_by order by with_people desc, updated_at) as rank from waiting
)
select id::text, created_by::text, with_people from ranked
where rank <= %(of_a_creator)s order by rank, updated_at limit %(limit)s
"""


class NextBot(NamedTuple):
    """The seat for which a bot acts next, and the bot's strategy."""

    seat: Seat
    strategy: str

    @property
    def searches(self) -> bool:
        """Whether the bot thinks for seconds."""
        return self.strategy in SEARCHES


def next_bot(match: Match) -> NextBot | None:
    """Return the bot that acts next, if any."""
    bots = match.bot_seats() if match.status == "playing" else ()
    seat = next((each for each in match.to_act() if each in bots), None)
    return None if seat is None else NextBot(seat, match.bots.get(seat, TOOK_OVER))


def play_on(table: GameCommands, game_id: str) -> None:
    """Play for the bots of a match until it waits for a person or for the other lane, or their time is up.

    Raises Problem 412 if the match went on meanwhile.
    """
    began, match = time.monotonic(), table.load(game_id)[0]
    bot = first = next_bot(match)
    while bot is not None and first is not None and bot.searches == first.searches:
        match = play(table, match, bot)
        bot = next_bot(match) if time.monotonic() - began < SECONDS_AT_ONCE else None


def play(table: GameCommands, match: Match, bot: NextBot) -> Match:
    """Choose and store the action of a bot; return the match after it. Raises Problem 412 if it went on meanwhile."""
    seen, began = table.match_at(match.id, bot.seat, match.version, match.head), time.monotonic()
    action = choose_action(seen, bot.seat, bot.strategy, SystemRandom(), lambda: time.monotonic() - began)

    def act(current: Match, at: str) -> Decision:
        require_version(current, frozenset({match.version}))
        return decide(current, bot.seat, action, at, table.history(current))

    return table.ply(match.id, act)[1].after
