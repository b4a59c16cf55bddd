"""Bots take their turns, each on what its seat sees."""

import time
from random import SystemRandom
from typing import Final

from domain.bots.strategies import choose_action
from domain.match.decide import decide
from domain.match.decision import Decision
from domain.match.state import Match
from service.games.commands import GameCommands
from service.games.preconditions import require_version
from service.store.database import Database, connection

AT_ONCE: Final = 100
SECONDS_AT_ONCE: Final = 1
"""Time that bots play on in one match before the next match is served."""
TOOK_OVER: Final = "random"
"""Strategy of the bot that takes over after a timeout."""


def list_awaiting(database: Database) -> list[str]:
    """Matches in which a bot is to act for a seat; some of them when there are many."""
    with connection(database.public) as c:
        rows = c.execute(
            """
            select id::text from games where bots <> '{}' and bots && to_act and status = 'playing'
            order by updated_at limit %s
            """,
            (AT_ONCE,),
        )
        return [row[0] for row in rows]


def play_on(table: GameCommands, game_id: str) -> None:
    """Let bots act in a match until it waits for a person or their time is up."""
    began = time.monotonic()
    while play(table, game_id) and time.monotonic() - began < SECONDS_AT_ONCE:
        pass


def play(table: GameCommands, game_id: str) -> bool:
    """Let a bot act for one seat; return whether one had to. Raises Problem 412 if the match went on meanwhile."""
    match = table.load(game_id)[0]
    bots = match.bot_seats()
    seat = next((each for each in match.to_act() if each in bots), None)
    if seat is None or match.status != "playing":
        return False
    seen, began = table.match_at(game_id, seat, match.version, match.head), time.monotonic()
    action = choose_action(
        seen, seat, match.bots.get(seat, TOOK_OVER), SystemRandom(), lambda: time.monotonic() - began
    )

    def act(current: Match, at: str) -> Decision:
        require_version(current, frozenset({match.version}))
        return decide(current, seat, action, at, table.history(current))

    table.ply(game_id, act)
    return True
