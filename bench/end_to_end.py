"""Whole services over one PostgreSQL: ours, boardgame.io with its store, and one that one writes oneself."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

import psycopg
import requests

from bench import games
from bench.load import Load, load, request
from bench.results import Comparison
from bench.services import LONGEST, Service, free_port, wait_for

PEERS: Final = Path(__file__).with_name("peers")
FEW: Final = 8
MANY: Final = 64
ACTS_A_SECOND: Final = 2_500
"""More than any of them answers, so that clients never lack games."""
OUR_ACTS: Final = 140
"""Acts in a game of ours by plan; one of the others has 30 at least."""
THEIR_ACTS: Final = 30
DOMINANCE: Final = 8
GAMES_WEIGHED: Final = 32
SECONDS_TO_SETTLE: Final = 60
SIZES: Final = """
select coalesce(sum(pg_total_relation_size(oid)), 0)::float from pg_class
where relkind = 'r' and relnamespace = 'public'::regnamespace
"""


class Peers(NamedTuple):
    """The others: their addresses and databases."""

    snapshot: str
    snapshots: str
    boardgame: str


def comparisons(running: Service, seconds: float) -> Iterator[Comparison]:
    """Yield the comparisons of whole services; those with boardgame.io need Node."""
    with peers(running.database) as others:
        for clients, aims in ((FEW, ("≥ 3", "≥ 1.3", "")), (MANY, ("", "", "≤ 1"))):
            ours = partial(play_ours, running, clients, seconds)
            theirs = partial(play_snapshot, others.snapshot, clients, seconds)
            boards = partial(play_boardgame, others.boardgame, clients, seconds)
            yield Comparison(f"acts_of_{clients}_over_boardgame_io_server", "acts/s", rate(ours), rate(boards), aims[0])
            yield Comparison(f"acts_of_{clients}_over_snapshots", "acts/s", rate(ours), rate(theirs), aims[1])
            yield Comparison(f"acts_p99_of_{clients}_over_snapshots", "ms", slowest(ours), slowest(theirs), aims[2])
        weighed = partial(weigh_ours, running), partial(weigh_snapshot, others)
        yield Comparison("bytes_of_an_act_over_snapshots", "bytes", *weighed, "ours ≤ 850")


def rate(play: Any) -> Any:
    return lambda: play().per_second


def slowest(play: Any) -> Any:
    """The milliseconds that all acts but one in a hundred took at most."""
    return lambda: play().quantile(0.99)


@contextmanager
def peers(database: str) -> Iterator[Peers]:
    """The other services, each with a database of its own."""
    with ExitStack() as ends:
        snapshots = create_database(database, "snapshots")
        with psycopg.connect(snapshots) as session:
            session.execute(schema_of_snapshots())
        options = ["-k", "gevent", "-w", "2", "-b", f"127.0.0.1:{(port := free_port())}", "--log-level", "error"]
        command = [sys.executable, "-m", "gunicorn", *options, "bench.peers.snapshot:app"]
        ends.enter_context(running_program(command, {"DATABASE_URL": snapshots}))
        wait_for(f"http://127.0.0.1:{port}", "/hello")
        boards = ""
        if shutil.which("node"):
            boards = f"http://127.0.0.1:{(other := free_port())}"
            settings = variables_of(create_database(database, "boards")) | {"NODE_ENV": "production"}
            ends.enter_context(running_program(["node", str(PEERS / "match_server.js"), str(other)], settings))
            wait_for(boards, "/games")
        yield Peers(f"http://127.0.0.1:{port}", snapshots, boards)


def schema_of_snapshots() -> str:
    """The tables of the snapshot service, as its source has them."""
    source = (PEERS / "snapshot.py").read_text(encoding="utf-8")
    return source.partition('SCHEMA = """')[2].partition('"""')[0]


def create_database(beside: str, name: str) -> str:
    """A new database on the same server."""
    with psycopg.connect(beside, autocommit=True) as session:
        session.execute(f"drop database if exists {name}".encode())
        session.execute(f"create database {name}".encode())
    return urlsplit(beside)._replace(path=f"/{name}").geturl()


def variables_of(database: str) -> dict[str, str]:
    """A URL of PostgreSQL as the variables of libpq."""
    parts = urlsplit(database)
    host = parts.hostname or parse_qs(parts.query).get("host", [""])[0]
    return {
        "PGHOST": host, "PGPORT": str(parts.port or 5432), "PGUSER": parts.username or "postgres",
        "PGDATABASE": parts.path.lstrip("/"),
    }  # fmt: skip


@contextmanager
def running_program(command: list[str], settings: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen(command, env=os.environ | settings, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def play_ours(running: Service, clients: int, seconds: float) -> Load:
    """Clients play games of ours by plan."""
    share = max(2, round(ACTS_A_SECOND * seconds / OUR_ACTS / clients) + 1)
    mine = [[next(running.open_games) for _ in range(share)] for _ in range(clients)]
    return load(running.ours, [games.send(running.ours, running.players, each) for each in mine], seconds, 201)


def play_snapshot(url: str, clients: int, seconds: float) -> Load:
    """Clients play games of the snapshot service."""
    share = max(2, round(ACTS_A_SECOND * seconds / THEIR_ACTS / clients) + 1)
    with requests.Session() as session:
        mine = [[session.post(f"{url}/games", json={}).json() for _ in range(share)] for _ in range(clients)]
    return load(url, [moves_of(url, each) for each in mine], seconds, 200)


def moves_of(url: str, opened: list[Any]) -> Iterator[bytes]:
    """The requests of whole games, one after the other."""
    for game in opened:
        for token, move in plan_moves(game):
            headers = f"Authorization: Bearer {token}\r\n"
            yield request(url, "POST", f"/games/{game['id']}/moves", json.dumps(move).encode(), headers)


def plan_moves(game: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, int]]]:
    """Each seat plays the card that it has had longest, to the end of a new game: tokens and moves."""
    hands, deck, areas, seat = game["hands"], game["deck"], [[0] * 6, [0] * 6], 0
    while hands[seat] and max(map(max, areas)) < DOMINANCE:
        sphere = hands[seat].pop(0)
        areas[seat][sphere] += 1
        if deck:
            hands[seat].append(deck.pop(0))
        yield game["tokens"][seat], {"sphere": sphere}
        seat = 1 - seat


def play_boardgame(url: str, clients: int, seconds: float) -> Load:
    """Clients play matches of boardgame.io, by its own way over a socket."""
    command = ["node", str(PEERS / "match_clients.js"), url, str(clients), str(seconds)]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Load(len(said["milliseconds"]) / said["seconds"], said["milliseconds"])


def weigh_ours(running: Service) -> float:
    """The bytes that PostgreSQL takes for an act of ours, with all that comes with it."""
    mine = [next(running.open_games) for _ in range(GAMES_WEIGHED)]
    acts = sum(len(plan.actions) for _, plan in mine)
    before = size_of(running.database)
    load(running.ours, [games.send(running.ours, running.players, [each]) for each in mine], LONGEST, 201)
    wait_for_notices(running.database)
    return (size_of(running.database) - before) / acts


def wait_for_notices(database: str) -> None:
    """Return once the worker has looked at all that happened, and deleted the rows that tell it so."""
    with psycopg.connect(database, autocommit=True) as session:
        deadline = time.monotonic() + SECONDS_TO_SETTLE
        while session.execute("select from outbox limit 1").fetchone() is not None and time.monotonic() < deadline:
            time.sleep(0.1)


def weigh_snapshot(others: Peers) -> float:
    """The same for the snapshot service."""
    with requests.Session() as session:
        mine = [session.post(f"{others.snapshot}/games", json={}).json() for _ in range(GAMES_WEIGHED)]
    sent = [[*moves_of(others.snapshot, [each])] for each in mine]
    before = size_of(others.snapshots)
    load(others.snapshot, [iter(each) for each in sent], LONGEST, 200)
    return (size_of(others.snapshots) - before) / sum(map(len, sent))


def size_of(database: str) -> float:
    """The bytes of all tables, with their indexes, without what was deleted at their ends."""
    with psycopg.connect(database, autocommit=True) as session:
        session.execute("vacuum")
        (size,) = session.execute(SIZES).fetchone() or (0.0,)
    return float(size)
