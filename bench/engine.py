"""The engine in one process, through the games' plug alone: units for each second of processor time.

`python -m bench.engine playouts|search|server|replay|events|changes GAME SECONDS`
"""

import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from cartulary.bots.ismcts import World
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.randomness import Chance
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from cartulary.match import evolve
from cartulary.match.game import Game
from cartulary.match.ply import record_ply
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent, genesis
from cartulary.record.redact import redact_row
from cartulary_service.api.changes import event_text, write_changes
from cartulary_service.config import Config
from cartulary_service.games.preconditions import decide_or_refuse
from cartulary_service.games.recording import Recording
from cartulary_service.games.state_cache import StateCache
from cartulary_service.json_output import json_text
from cartulary_service.store import events
from cartulary_service.store.database import Database, connection

Work = Callable[[], int]
MOST_MOVES: Final = 10_000
GAME_ID: Final = "00000000-0000-7000-8000-000000000001"
NOW: Final = "2026-01-01T00:00:00.000Z"


def playouts(game: Game[Any]) -> Work:
    """Whole games at random, legal actions included; 2, 3 and 4 seats in turn. Units: actions."""
    rng, tables = random.Random(5), 0

    def play() -> int:
        nonlocal tables
        tables += 1
        setup = game.setup(None, 2 + tables % 3, {})
        chance = Chance(rng.randbytes(32), str(tables), ())
        decision = game.begin(setup, chance)
        decision.chance = chance
        return play_out(game, decision, rng)

    return play


def play_out(game: Game[Any], decision: Any, rng: random.Random) -> int:
    """Play on at random to the end; the number of actions."""
    state, legal_actions, decide, to_act = decision.state, game.legal_actions, game.decide, game.to_act
    uniform, moves = rng.random, 0
    while waits_for := to_act(state):
        seat = waits_for[0]
        forms = legal_actions(state, seat)
        decide(decision, seat, forms[int(uniform() * len(forms))].any_action(rng))
        moves += 1
    return moves


def begin(game: Game[Any], seats: int = 2) -> Match:
    """A match right after the deal."""
    setup = game.setup(None, seats, {})
    seed = bytes(32)
    state = game.begin(setup, Chance(seed, GAME_ID, ())).state
    return Match(
        GAME_ID, game, setup, genesis(GAME_ID), seed=seed, status="playing", state=state, entropy=[b""] * seats
    )


def search(game: Game[Any]) -> Work:
    """Iterations of a search from the opening: a world drawn, and played to its end. Units: iterations."""
    match, rng = begin(game), random.Random(5)
    seen = Match(match.id, game, match.setup, match.head, status="playing", state=game.mask(match.state, 0))

    def visit() -> int:
        world = World(seen, rng)
        while not world.is_over():
            seat = world.next_seat()
            forms = game.legal_actions(world.state, seat)
            world.act(seat, forms[int(rng.random() * len(forms))].any_action(rng))
        return 1

    return visit


def server(game: Game[Any]) -> Work:
    """An action as the service carries it, without transport and table. Units: actions.

    It is decided, recorded, and followed in the fold of the whole game and in that of each seat, whose view is
    written as JSON.
    """
    rng, tables = random.Random(5), 0

    def play() -> int:
        nonlocal tables
        tables += 1
        match, moves = begin(game, 2 + tables % 3), 0
        folds, seats = make_cache(match), range(match.setup.seats)
        while match.status == "playing" and moves < MOST_MOVES:
            seat = match.to_act()[0]
            forms = game.legal_actions(match.state, seat)
            action = forms[int(rng.random() * len(forms))].any_action(rng)
            ply = record_ply(match, decide_or_refuse(match, seat, action, NOW, list), NOW)
            folds.advance(match, ply.entries)
            folds.keep(EVERYTHING, ply.after)
            match = fold(folds, EVERYTHING)
            for each in seats:
                json_text(game.view(fold(folds, each).state, each))
            moves += 1
        return moves

    return play


def make_cache(match: Match) -> StateCache:
    """The folds that a worker keeps when everybody has looked at the match."""
    folds = StateCache(capacity=1)
    folds.keep(EVERYTHING, match)
    for seat in range(match.setup.seats):
        folds.keep(seat, replace(match, seed=None, state=match.game.mask(match.state, seat)))
    return folds


def fold(folds: StateCache, audience: Audience) -> Match:
    """The match as that audience sees it now."""
    found = folds.get(GAME_ID, audience)
    assert found is not None
    return found


def read_finished(game: Game[Any], do: Callable[[str, list[RecordedEvent]], object]) -> Work:
    """Finished games read from PostgreSQL (`DATABASE_URL`), with each of which something is done. Units: events."""
    database = Database(Config(database_url=os.environ["DATABASE_URL"], pool_size=2))
    with connection(database.public) as c:
        found = c.execute(
            "select id::text, version from games where game = %s and status = 'finished' order by id limit 20",
            (game.id,),
        ).fetchall()

    def again() -> int:
        for game_id, _ in found:
            do(game_id, events.read(database, game_id, 0))
        return sum(version for _, version in found)

    return again


def replay(game: Game[Any]) -> Work:
    """Finished games, folded."""
    return read_finished(game, lambda game_id, rows: evolve.fold(game, game_id, rows))


def events_plain(game: Game[Any]) -> Work:
    """Finished games, as a spectator is sent their events."""
    return read_finished(
        game, lambda _, rows: [event_text(redact_row(game.event_types, row, SPECTATOR)) for row in rows]
    )


def events_with_changes(game: Game[Any]) -> Work:
    """The same, each event with its changes."""
    return read_finished(
        game, lambda game_id, rows: write_changes(Recording(game_id, rows, SPECTATOR), 1, rows[-1].position)
    )


WORK: Final[dict[str, Callable[[Game[Any]], Work]]] = {
    "playouts": playouts,
    "search": search,
    "server": server,
    "replay": replay,
    "events": events_plain,
    "changes": events_with_changes,
}


def rate(work: Work, seconds: float) -> float:
    """Units for each second of this process's time, once it is warm."""
    work()
    units, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        units += work()
    return units / (time.process_time() - began)


if __name__ == "__main__":
    what, game_id, seconds = sys.argv[1:]
    print(rate(WORK[what](CATALOGUE[game_id]), float(seconds)))
