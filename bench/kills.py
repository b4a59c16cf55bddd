"""Count what is lost or doubled when all processes of a service are killed while clients act.

`python -m bench.kills`, on an embedded PostgreSQL that goes on. An act is lost if it was acknowledged and is not
stored, doubled if it is stored twice after the client has sent it again.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import psutil
import psycopg
import requests

from bench import games
from bench.end_to_end import PEERS, create_database, plan_moves, schema_of_snapshots, variables_of
from bench.players import Player
from bench.results import Comparison
from bench.services import folder_of_run, free_port, wait_for
from cartulary_service.store import embedded, migrations

SECONDS_OF_MATCHES: Final = 4.0
KILLS: Final = 3
CLIENTS: Final = 16
MOVES: Final = "select count(*) from moves where game_id = %s"


class Loss(NamedTuple):
    """The outcome of a kill."""

    acknowledged: int
    lost: int
    doubled: int


class Program:
    """A service that can be killed and started again."""

    def __init__(self, command: Sequence[str], settings: dict[str, str], url: str, path: str) -> None:
        self._command = command
        self._settings = settings
        self.url = url
        self._path = path
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, env=os.environ | self._settings, stdout=subprocess.DEVNULL)
        wait_for(self.url, self._path)

    def kill(self) -> None:
        """Kill the master and all its children, without a chance to end what they do."""
        assert self._process is not None
        for each in (psutil.Process(self._process.pid), *psutil.Process(self._process.pid).children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                each.kill()
        self._process.wait()


@dataclass
class Game:
    """A game of one client: what it sends, how much was acknowledged, and what was under way."""

    id: str
    acts: Sequence[tuple[dict[str, str], Any]]
    """Headers and body of each."""
    acknowledged: int = 0
    unanswered: list[int] = field(default_factory=list)


def act(url: str, path: str, game: Game, stopping: threading.Event) -> None:
    """Send act after act, until the service is gone."""
    with requests.Session() as session:
        for number, (headers, body) in enumerate(game.acts):
            if stopping.is_set():
                return
            try:
                answer = session.post(url + path.format(game.id), json=body, headers=headers, timeout=10)
            except requests.RequestException:
                game.unanswered.append(number)
                return
            answer.raise_for_status()
            game.acknowledged += 1


def kill_once(program: Program, path: str, played: Sequence[Game], stored: Callable[[str], int]) -> Loss:
    """Kill the service while clients act, start it again, and resend what was not answered."""
    stopping = threading.Event()
    clients = [threading.Thread(target=act, args=(program.url, path, game, stopping)) for game in played]
    for each in clients:
        each.start()
    half = sum(len(game.acts) for game in played) // 2
    while sum(game.acknowledged for game in played) < half:
        time.sleep(0.01)
    program.kill()
    stopping.set()
    for each in clients:
        each.join()
    program.start()
    lost = doubled = 0
    for game in played:
        there = stored(game.id)
        lost += max(0, game.acknowledged - there)
        for number in game.unanswered:
            headers, body = game.acts[number]
            requests.post(program.url + path.format(game.id), json=body, headers=headers, timeout=10)
            doubled += max(0, stored(game.id) - (number + 1))
    return Loss(sum(game.acknowledged for game in played), lost, doubled)


def kill_ours(database: str, clients: int, folder: Path) -> Generator[Loss]:
    """Kill ours again and again."""
    migrations.migrate(database)
    url = f"http://127.0.0.1:{(port := free_port())}"
    settings = {
        "DATABASE_URL": database, "DATA_DIR": str(folder), "PORT": str(port), "RATE_LIMITS": "no",
        "GAMES_PER_PLAYER": "100000", "AUDIT_HOURS": "0",
    }  # fmt: skip
    with running(Program([sys.executable, "-m", "cartulary", "serve"], settings, url, "/v1/catalogue")) as program:
        players = [Player(url, name) for name in ("Ann", "Ben")]
        for turn in range(sys.maxsize):
            plans = [games.plan(turn * clients + number) for number in range(clients)]
            played = [our_game(players, plan, turn) for plan in plans]
            begun = {game.id: plies(database, game.id) for game in played}
            yield kill_once(program, "/v1/games/{}/actions", played, partial(plies_since, database, begun))


def plies_since(database: str, begun: Mapping[str, int], game: str) -> int:
    return plies(database, game) - begun[game]


def our_game(players: list[Player], plan: games.Plan, turn: int) -> Game:
    id = games.open_game(players, plan)
    acts = [
        (
            {"Authorization": f"Bearer {players[seat].token}", "Idempotency-Key": f"{id}-{turn}-{number}"},
            json.loads(body),
        )
        for number, (seat, body) in enumerate(plan.actions)
    ]
    return Game(id, acts)


def plies(database: str, game: str) -> int:
    return count(database, "select count(distinct ply) from events where game_id = %s", game)


def count(database: str, query: str, *values: str) -> int:
    with psycopg.connect(database) as session:
        (number,) = session.execute(query.encode(), values).fetchone() or (0,)
    return int(number)


def kill_snapshot(database: str, clients: int) -> Generator[Loss]:
    """Kill the service that one writes oneself."""
    with psycopg.connect(database) as session:
        session.execute(schema_of_snapshots().encode())
    url = f"http://127.0.0.1:{(port := free_port())}"
    options = ["-k", "gevent", "-w", "2", "-b", f"127.0.0.1:{port}", "--log-level", "error"]
    command = [sys.executable, "-m", "gunicorn", *options, "bench.peers.snapshot:app"]
    with running(Program(command, {"DATABASE_URL": database}, url, "/hello")) as program:
        while True:
            played = [snapshot_game(url) for _ in range(clients)]
            yield kill_once(program, "/games/{}/moves", played, partial(count, database, MOVES))


def snapshot_game(url: str) -> Game:
    said = requests.post(f"{url}/games", json={}, timeout=10).json()
    acts = [({"Authorization": f"Bearer {token}"}, move) for token, move in plan_moves(said)]
    return Game(said["id"], acts)


def kill_boardgame(database: str, clients: int) -> Generator[Loss]:
    """Kill boardgame.io, whose clients act over sockets and know the last state that they were sent."""
    url = f"http://127.0.0.1:{(port := free_port())}"
    settings = variables_of(database) | {"NODE_ENV": "production"}
    command = ["node", str(PEERS / "match_clients.js"), url, str(clients), str(2 * SECONDS_OF_MATCHES)]
    with running(Program(["node", str(PEERS / "match_server.js"), str(port)], settings, url, "/games")) as program:
        while True:
            played = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            assert played.stderr is not None
            played.stderr.readline()
            time.sleep(SECONDS_OF_MATCHES / 2)
            program.kill()
            states = json.loads(played.communicate()[0])["states"]
            lost = sum(max(0, state - state_of(database, match)) for match, state in states.items())
            program.start()
            yield Loss(sum(states.values()), lost, 0)


def state_of(database: str, match: str) -> int:
    return count(database, """select (state->>'_stateID')::int from "Games" where id = %s""", match)


def figures() -> Iterator[Comparison]:
    """Yield what ours loses and doubles in some kills."""
    losses = cache(kill_some_times)
    yield Comparison("acts_lost_in_kills", "acts", lambda: losses().lost, None, "0")
    yield Comparison("acts_doubled_in_kills", "acts", lambda: losses().doubled, None, "0")


def kill_some_times() -> Loss:
    """Kill ours some times."""
    with folder_of_run() as folder, embedded.running(folder / "data") as url:
        return sum_of(kill_ours(create_database(url, "ours"), CLIENTS, folder), KILLS)


def sum_of(losses: Generator[Loss], kills: int) -> Loss:
    """The outcomes of several kills, added up."""
    found = [*islice(losses, kills)]
    losses.close()
    return Loss(*map(sum, zip(*found, strict=True)))


@contextmanager
def running(program: Program) -> Iterator[Program]:
    program.start()
    try:
        yield program
    finally:
        program.kill()


@click.command()
@click.option("--kills", default=KILLS, show_default=True, help="Kills of each service.")
@click.option("--clients", default=CLIENTS, show_default=True)
def main(kills: int, clients: int) -> None:
    """Kill each service, and say what was lost or doubled."""
    with folder_of_run() as folder, embedded.running(folder / "data") as url:
        services = {
            "ours": kill_ours(create_database(url, "ours"), clients, folder),
            "snapshots": kill_snapshot(create_database(url, "snapshots"), clients),
            "boardgame.io": kill_boardgame(create_database(url, "boards"), clients),
        }
        print(f"{'':16}{'acknowledged':>14}{'lost':>8}{'doubled':>9}")
        for name, losses in services.items():
            found = sum_of(losses, kills)
            print(f"{name:16}{found.acknowledged:>14}{found.lost:>8}{found.doubled:>9}", flush=True)


if __name__ == "__main__":
    main()
