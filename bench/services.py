"""Ours and the bare one side by side, and the games that are played on them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import psycopg

from bench import games
from bench.compiled import compile_to
from bench.fill import fill
from bench.streams import free_port, service, wait_for
from domain.catalogue import CATALOGUE
from service import embedded
from service.client import Player

CARTA, CIVILIZATION = CATALOGUE
PLANS: Final = 8
LONG_GAMES: Final = 3
TABLE: Final = """
create table if not exists bare (
    game_id uuid, position int, ply int, type text, v smallint, seat smallint, public text, private text, hash bytea,
    primary key (game_id, position)
)
"""


class Service(NamedTuple):
    """Ours and the bare one, over the same database, with games to be played by plan."""

    ours: str
    bare: str
    ours_alone: str
    """The same with one worker."""
    bare_alone: str
    database: str
    players: list[str]
    plans: list[games.Plan]
    open_games: Iterator[tuple[str, games.Plan]]
    compiled: str
    """Where the domain is compiled."""


@contextmanager
def services() -> Iterator[Service]:
    """Both services, and what to play on ours."""
    with ExitStack() as ends:
        folder = Path(ends.enter_context(TemporaryDirectory(prefix="cartulary-bench-")))
        database = ends.enter_context(embedded.running(folder / "data"))
        settings = {"DATABASE_URL": database, "RATE_LIMITS": "no", "GAMES_PER_PLAYER": "100000"}
        ours, _ = ends.enter_context(service(folder, 2, **settings))
        ours_alone, _ = ends.enter_context(service(folder, 1, **settings))
        bare, bare_alone = (ends.enter_context(bare_service(database, workers)) for workers in (2, 1))
        players = [Player(ours, name) for name in ("Ann", "Ben")]
        plans = [games.planned(seed) for seed in range(PLANS)]
        opened = ((games.opened(players, plans[number % PLANS]), plans[number % PLANS]) for number in count())
        compile_to(folder / "compiled")
        fill(database, LONG_GAMES, CATALOGUE[CIVILIZATION])
        tokens = [each.token for each in players]
        yield Service(ours, bare, ours_alone, bare_alone, database, tokens, plans, opened, str(folder / "compiled"))


@contextmanager
def bare_service(database: str, workers: int) -> Iterator[str]:
    """The least that stores an event, under the same server."""
    port = free_port()
    with psycopg.connect(database) as session:
        session.execute(TABLE)
    options = ["-k", "gevent", "-w", str(workers), "-b", f"127.0.0.1:{port}", "--log-level", "error"]
    command = [sys.executable, "-m", "gunicorn", *options, "bench.peers.bare:app"]
    process = subprocess.Popen(command, env=os.environ | {"DATABASE_URL": database})
    try:
        wait_for(f"http://127.0.0.1:{port}", "/hello")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def longest(database: str) -> tuple[str, int]:
    """The finished game with the most events, and how many these are."""
    with psycopg.connect(database) as session:
        row = session.execute(
            "select id::text, version from games where status = 'finished' order by version desc limit 1"
        ).fetchone()
    assert row is not None
    return row[0], row[1]
