"""The same service over two databases that `bench.fill` has filled, a small one and a large: does it stay as fast?

`python -m bench.growth SMALL_URL LARGE_URL`; rounds alternate, and the medians of their p50 and p99 are compared;
those of the p99 go to `bench/results.json`, the large one as ours, the small one as its peer.
"""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from typing import Any, Final, NamedTuple

import click
import psutil
import psycopg

from bench import games
from bench.load import Load, load, request
from bench.players import Player
from bench.results import GROWTH, keep, result, results
from bench.services import folder_of_run, memory, service

CLIENTS: Final = 4
PLAN: Final = games.plan(1)
SAMPLE: Final = 5_000
FORGETFUL: Final = 3_000
"""Number of games that are read before memory is compared; a worker caches fewer."""


TOLD: Final = "exists (select from events where game_id = g.id)"
"""Copies that only the lists know have no events."""


class Side(NamedTuple):
    """A service over one of the databases."""

    url: str
    workers: list[psutil.Process]
    stored: tuple[int, int]
    """Games, and events as PostgreSQL estimates them."""
    running: list[str]
    ended: list[str]
    players: list[str]
    two: list[Player]


Round = Callable[[Side, float], Load]


def side(ends: ExitStack, database: str) -> Side:
    """Start a service, and find out what lies in its database."""
    folder = ends.enter_context(folder_of_run())
    settings = {"DATABASE_URL": database, "RATE_LIMITS": "no", "GAMES_PER_PLAYER": "100000"}
    url, workers = ends.enter_context(service(folder, 2, **settings))

    def found(query: str) -> list[Any]:
        return [row[0] for row in session.execute(query)]

    with psycopg.connect(database) as session:
        stored = session.execute(
            "select count(*), (select reltuples::bigint from pg_class where oid = 'events'::regclass) from games"
        ).fetchone()
        assert stored is not None
        chosen = f"order by hashtext(id::text) limit {SAMPLE}"
        return Side(
            url,
            workers,
            (int(stored[0]), int(stored[1])),
            found(f"select id::text from games g where status = 'playing' and {TOLD} {chosen}"),
            found(f"select id::text from games g where status = 'finished' and {TOLD} {chosen}"),
            found(f"select id::text from players where name like 'Player %' {chosen}"),
            [Player(url, name) for name in ("Ann", "Ben")],
        )


def alike(sides: list[Side]) -> list[Side]:
    """The same with as many games and players on either side: how much is stored is compared, not what is asked for."""
    running = min(len(each.running) for each in sides)
    ended = min(len(each.ended) for each in sides)
    players = min(len(each.players) for each in sides)
    return [
        each._replace(running=each.running[:running], ended=each.ended[:ended], players=each.players[:players])
        for each in sides
    ]


def measure_reads(side: Side, paths: Callable[[random.Random], str], seconds: float) -> Load:
    """Measure clients that read one path after another."""

    def requests(number: int) -> Iterator[bytes]:
        chance = random.Random(number)
        while True:
            yield request(side.url, "GET", paths(chance))

    return load(side.url, [requests(number) for number in range(CLIENTS)], seconds, 200)


def actions(side: Side, seconds: float) -> Load:
    """Measure clients that play new games."""
    tables = [[(games.open_game(side.two, PLAN), PLAN) for _ in range(max(1, round(seconds)))] for _ in range(CLIENTS)]
    tokens = [each.token for each in side.two]
    return load(side.url, [games.send(side.url, tokens, mine) for mine in tables], seconds, 201)


ROUNDS: Final[dict[str, Round]] = {
    "action": actions,
    "look at a running game": lambda side, seconds: measure_reads(
        side, lambda chance: f"/v1/games/{chance.choice(side.running)}", seconds
    ),
    "events of a finished game": lambda side, seconds: measure_reads(
        side, lambda chance: f"/v1/games/{chance.choice(side.ended)}/events?after=100&limit=50", seconds
    ),
    "lobby": lambda side, seconds: measure_reads(side, lambda _: "/v1/games?status=playing", seconds),
    "archive, an early event": lambda side, seconds: measure_reads(
        side, lambda _: "/v1/archive?event=DemocracyPlaced&before_turn=10&decided_by=religion", seconds
    ),
    "archive, a winner": lambda side, seconds: measure_reads(
        side, lambda chance: f"/v1/archive?winner={chance.choice(side.players)}&kind=domination", seconds
    ),
    "a player's games": lambda side, seconds: measure_reads(
        side, lambda chance: f"/v1/games?player={chance.choice(side.players)}", seconds
    ),
}


@click.command()
@click.argument("small")
@click.argument("large")
@click.option("--rounds", default=5, show_default=True)
@click.option("--seconds", default=3.0, show_default=True, help="How long each round takes.")
@click.option("--only", multiple=True, type=click.Choice([*ROUNDS]), help="Just these.")
def main(small: str, large: str, rounds: int, seconds: float, only: tuple[str, ...]) -> None:
    """Compare a service over SMALL with one over LARGE."""
    with ExitStack() as ends:
        sides = alike([side(ends, database) for database in (small, large)])
        for each in sides:
            print("{:,} games, {:,} events".format(*each.stored))
        print(f"{'milliseconds':28}{'small p50':>10}{'p99':>8}{'large p50':>11}{'p99':>8}{'p99 ratio':>11}")
        for name in only or ROUNDS:
            one = ROUNDS[name]
            loads = [[one(each, seconds) for each in sides] for _ in range(rounds + 1)][1:]
            p50, p99 = (
                result([(many.quantile(part), few.quantile(part)) for few, many in loads], "ms") for part in (0.5, 0.99)
            )
            keep(results() | {f"{GROWTH}{re.sub('[^a-z]+', '_', name)}_p99": p99})
            print(f"{name:28}{p50['peer']:>10}{p99['peer']:>8}{p50['ours']:>11}{p99['ours']:>8}{p99['ratio']:>11}")
        for each in sides:
            before = memory(each.workers)
            every = request_each(each)
            load(each.url, every, 600, 200)
            grown = (memory(each.workers) - before) / len(each.workers) / 2**20
            print(f"memory of a worker after {FORGETFUL} looks at other games: {grown:+.0f} MB")


def request_each(side: Side) -> list[Iterator[bytes]]:
    """Requests for many games, shared by the clients."""
    several = islice((side.running + side.ended) * FORGETFUL, FORGETFUL)
    paths = [request(side.url, "GET", f"/v1/games/{game}") for game in several]
    return [iter(paths[number::CLIENTS]) for number in range(CLIENTS)]


if __name__ == "__main__":
    main()
