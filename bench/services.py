"""Ours and the bare one side by side, and the games that are played on them."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import psutil
import psycopg
import requests

from bench import games
from bench.fill import fill
from bench.load import load
from bench.players import Player
from cartulary.catalogue import CATALOGUE
from cartulary_service.store import cluster, embedded

CARTA, CIVILIZATION = CATALOGUE
PLANS: Final = 8
COMMAND: Final = (sys.executable, "-m", "cartulary", "serve")
SECONDS_TO_START: Final = 60
LONGEST: Final = 60
"""Seconds that a game may take."""
CONNECTIONS: Final = 10_000
"""Maximum number of connections of each worker of the bare service."""
DATABASE_CONNECTIONS: Final = 300
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
    finished: str
    """A game that was played to its end."""


@contextmanager
def folder_of_run() -> Iterator[Path]:
    """A folder that is gone after the run; PostgreSQL's user may pass it, or its data would lie elsewhere and stay."""
    with TemporaryDirectory(prefix="cartulary-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@contextmanager
def services() -> Iterator[Service]:
    """Both services, and what to play on ours."""
    with ExitStack() as ends:
        folder = ends.enter_context(folder_of_run())
        database = ends.enter_context(roomy_database(folder / "data"))
        settings = {"DATABASE_URL": database, "RATE_LIMITS": "no", "GAMES_PER_PLAYER": "100000"}
        ours, _ = ends.enter_context(service(folder, 2, **settings))
        ours_alone, _ = ends.enter_context(service(folder, 1, **settings))
        bare, bare_alone = (ends.enter_context(bare_service(database, workers)) for workers in (2, 1))
        players = [Player(ours, name) for name in ("Ann", "Ben")]
        plans = [games.plan(seed) for seed in range(PLANS)]
        opened = ((games.open_game(players, plans[number % PLANS]), plans[number % PLANS]) for number in count())
        fill(database, LONG_GAMES, CATALOGUE[CIVILIZATION])
        tokens = [each.token for each in players]
        finished = next(opened)
        load(ours, [games.send(ours, tokens, [finished])], LONGEST, 201)
        yield Service(ours, bare, ours_alone, bare_alone, database, tokens, plans, opened, finished[0])


@contextmanager
def roomy_database(folder: Path) -> Iterator[str]:
    """An embedded database to which all these services can connect at the same time."""
    with embedded.running(folder) as database:
        with psycopg.connect(database, autocommit=True) as session:
            session.execute(f"alter system set max_connections = {DATABASE_CONNECTIONS}")
        cluster.control(embedded.place(folder), "restart")
        yield database


@contextmanager
def service(
    folder: Path, workers: int, command: Sequence[str] = COMMAND, **more: str
) -> Iterator[tuple[str, list[psutil.Process]]]:
    """A service over an embedded database, unless another is given, and its serving workers."""
    port = free_port()
    settings = {"DATA_DIR": str(folder), "PORT": str(port), "WORKERS": str(workers), "AUDIT_HOURS": "0"} | more
    url = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(command, env=os.environ | settings, stdout=subprocess.DEVNULL)
    try:
        wait_for(url)
        children = psutil.Process(process.pid).children()
        yield url, [each for each in children if "serve" in each.cmdline()]
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def wait_for(url: str, path: str = "/v1/catalogue") -> None:
    """Return once the service answers."""
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        with suppress(requests.ConnectionError, requests.Timeout):
            requests.get(url + path, timeout=5)
            return
        time.sleep(0.1)
    raise SystemExit("The service did not start.")


@contextmanager
def bare_service(database: str, workers: int) -> Iterator[str]:
    """The least that stores an event, under the same server."""
    port = free_port()
    with psycopg.connect(database) as session:
        session.execute(TABLE)
    options = ["-k", "gevent", "-w", str(workers), "-b", f"127.0.0.1:{port}", "--log-level", "error"]
    options += ["--worker-connections", str(CONNECTIONS)]
    command = [sys.executable, "-m", "gunicorn", *options, "bench.peers.bare:serving"]
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


def memory(processes: list[psutil.Process]) -> int:
    """Bytes that the processes have of their own."""
    return sum(each.memory_full_info().uss for each in processes)


def used(processes: list[psutil.Process]) -> float:
    """Seconds of processor time that the processes have used."""
    return sum(sum(each.cpu_times()[:2]) for each in processes)
