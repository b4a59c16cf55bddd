"""Fills a database with games that were played at random through the domain, as the service would have stored them.

`python -m bench.fill GAMES`, into `DATABASE_URL`; of ten games one is still being played.
"""

import os
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

import click
import psycopg
from psycopg.types.json import Jsonb

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.times import stamp
from cartulary.match.clock.settings import Clock
from cartulary.match.decision import Decision, decide_in_game
from cartulary.match.evolve import fold
from cartulary.match.game import Game
from cartulary.match.ply import record_ply
from cartulary.match.rules_digest import rules_sha256
from cartulary.match.seating import Sitting, create, sit_down
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from cartulary.record.event import RecordedEvent
from cartulary_service.games.game_row import result_json
from cartulary_service.subjects.archive.queries import notes_on

STILL_PLAYED: Final = 10
"""One game out of this number is left running."""
PLAYERS_TO_A_GAME: Final = 10
AT_ONCE: Final = 500
FIRST: Final = datetime(2026, 1, 1, tzinfo=UTC)


class Played(NamedTuple):
    """A game and its record."""

    match: Match
    rows: list[RecordedEvent]
    at: datetime

    def after(self, decision: Decision) -> "Played":
        """The game after a decision, at the same moment."""
        ply = record_ply(self.match, decision, stamp(self.at))
        return Played(ply.after, [*self.rows, *ply.rows], self.at)


def begin(
    game: Game[Any], moment: datetime, players: Sequence[str], rng: random.Random, clock: Clock | None = None
) -> Played:
    """A game at which these players sit, as of a moment."""
    at, game_id = stamp(moment), str(uuid_at(moment, rng))
    terms = Terms(rules_sha256=rules_sha256(game), creator=players[0], clock=clock)
    rows = create(game, game_id, game.setup(None, len(players), {}), rng.randbytes(32), at, terms)
    begun = Played(fold(game, game_id, rows), rows, moment)
    for seat, player in enumerate(players):
        begun = begun.after(sit_down(begun.match, Sitting(player, seat, entropy=rng.randbytes(32)), at))
    return begun


def play(game: Game[Any], number: int, players: Sequence[str], rng: random.Random) -> Played:
    """A game of two by random choices, to its end or to somewhere before it."""
    played = begin(game, FIRST + timedelta(minutes=number), players, rng)
    until = rng.randrange(10, 100) if number % STILL_PLAYED == 0 else None
    while (match := played.match).status == "playing" and match.ply != until:
        seat = match.to_act()[0]
        forms = game.legal_actions(match.state, seat)
        played = played.after(decide_in_game(match, seat, forms[int(rng.random() * len(forms))].any_action(rng)))
    return played


def uuid_at(moment: datetime, rng: random.Random) -> UUID:
    """A version 7 UUID of that moment."""
    milliseconds = int(moment.timestamp() * 1_000)
    return UUID(int=milliseconds << 80 | 7 << 76 | rng.getrandbits(12) << 64 | 2 << 62 | rng.getrandbits(62))


def register(session: psycopg.Connection[Any], number: int) -> list[str]:
    """The ids of so many new players."""
    rows = session.execute(
        "insert into players (name) select 'Player ' || n from generate_series(1, %s) as n returning id::text",
        (number,),
    )
    return [row[0] for row in rows]


def store(session: psycopg.Connection[Any], several: Sequence[Played]) -> None:
    """Copy games, with all that the service keeps of them."""
    noted = {match.id: notes_on(match.game, rows) for match, rows, _at in several if match.status == "finished"}
    with session.transaction(), session.cursor() as cursor:
        with cursor.copy(
            "copy games (id, game, edition, seats, options, status, version, ply, result, created_by, to_act,"
            " created_at, updated_at, turns) from stdin"
        ) as copy:
            for match, _rows, at in several:
                copy.write_row(
                    (
                        match.id,
                        match.game.id,
                        match.setup.edition,
                        match.setup.seats,
                        Jsonb(dict(match.setup.options)),
                        match.status,
                        match.version,
                        match.ply,
                        None if match.result is None else Jsonb(result_json(match)),
                        match.players[0],
                        match.to_act(),
                        at,
                        at,
                        noted[match.id].turns if match.id in noted else None,
                    )
                )
        with cursor.copy("copy game_seats (game_id, seat, player_id) from stdin") as copy:
            for match, _rows, _at in several:
                for seat, player in enumerate(match.players):
                    copy.write_row((match.id, seat, player))
        with cursor.copy(
            "copy events (game_id, position, ply, type, v, seat, public, private, hash) from stdin"
        ) as copy:
            for match, rows, _at in several:
                for row in rows:
                    copy.write_row((match.id, *row))

        with cursor.copy("copy milestones (game_id, event, turn, times) from stdin") as copy:
            for game_id, notes in noted.items():
                for event, turn in notes.first.items():
                    copy.write_row((game_id, event, turn, notes.times[event]))


def some(game: Game[Any], first: int, number: int, players: Sequence[str], seed: int) -> Iterator[Played]:
    """Yield games of these players."""
    rng = random.Random(seed)
    for each in range(first, first + number):
        yield play(game, each, rng.sample(players, 2), rng)


def fill(url: str, number: int, game: Game[Any], seed: int = 1) -> None:
    """Add so many games to a migrated database."""
    with psycopg.connect(url, autocommit=True) as session:
        (there,) = session.execute("select count(*) from games").fetchone() or (0,)
        players = register(session, max(2, number // PLAYERS_TO_A_GAME))
        for first in range(there, there + number, AT_ONCE):
            several = min(AT_ONCE, there + number - first)
            store(session, [*some(game, first, several, players, seed + first)])
        session.execute(
            "update games set ended_in = pg_current_xact_id() where status = 'finished' and ended_in is null"
        )
        session.execute("vacuum (freeze, analyze) events")
        session.execute("vacuum (freeze, analyze) games")
        session.execute("vacuum (freeze, analyze) game_seats")
        session.execute("vacuum (freeze, analyze) milestones")


@click.command()
@click.argument("number", type=click.IntRange(min=1))
@click.option("--game", type=click.Choice([*CATALOGUE]), default=next(iter(CATALOGUE)), show_default=True)
def main(number: int, game: str) -> None:
    """Add so many games of one kind to `DATABASE_URL`."""
    fill(os.environ["DATABASE_URL"], number, CATALOGUE[game])


if __name__ == "__main__":
    main()
