"""Measurements in one process beside peers: playouts, searches, replays, moves on a server without transport."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bench.results import Comparison, Measure
from bench.services import CARTA, CIVILIZATION, Service

HERE: Final = Path(__file__).parent


def comparisons(running: Service, seconds: float) -> Iterator[Comparison]:
    """Yield what has a peer."""
    stored = {"DATABASE_URL": running.database}
    for name, unit, what, game, other, aim in (
        ("carta_playout_over_boardgame_io", "actions/s", "playouts", CARTA, boardgame("playouts", seconds), "≥ 20"),
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
            "–",
        ),
        ("replay_over_pyeventsourcing", "events/s", "replay", CARTA, peer("aggregate", seconds, **stored), "≥ 10"),
        (
            "server_move_over_boardgame_io_master",
            "actions/s",
            "server",
            CARTA,
            boardgame("server", seconds),
            "≥ 1.6",
        ),
    ):
        yield Comparison(name, unit, engine(what, game, seconds, **stored), other, aim)
    yield from environments(seconds)
    for game in (CARTA, CIVILIZATION):
        name = f"events_with_changes_over_plain_{'carta' if game == CARTA else 'civilization'}"
        plain = engine("events", game, seconds, **stored)
        yield Comparison(name, "events/s", engine("changes", game, seconds, **stored), plain, "–")


def environments(seconds: float) -> Iterator[Comparison]:
    """Environments for learning."""
    for short, game in (("carta", CARTA), ("civilization", CIVILIZATION)):
        for name in ("texas_holdem_v4", "leduc_holdem_v4", "texas_holdem_no_limit_v6"):
            row = f"{short}_environment_over_pettingzoo_{name.rpartition('_')[0]}"
            yield Comparison(
                row, "steps/s", environment("pettingzoo", game, seconds), peer("card_table", seconds, GAME=name), "> 1"
            )
        row = f"{short}_environment_over_openspiel_hearts"
        yield Comparison(row, "steps/s", environment("openspiel", game, seconds), peer("hearts", seconds), "–")


def read_output(command: list[str], **environment: str) -> float:
    """The figure that a program prints last."""
    done = subprocess.run(
        command, env=os.environ | environment, check=True, stdout=subprocess.PIPE, text=True, cwd=HERE.parent
    )
    return float(done.stdout.split()[-1])


def engine(what: str, game: str, seconds: float, **environment: str) -> Measure:
    """A figure of our engine."""
    command = [sys.executable, str(HERE / "engine.py"), what, game, str(seconds)]
    return lambda: read_output(command, PYTHONPATH=".", **environment)


def environment(what: str, game: str, seconds: float) -> Measure:
    """A figure of an environment for learning."""
    path = os.pathsep.join((".", "packages/environments"))
    command = [sys.executable, str(HERE / "environments.py"), what, game, str(seconds)]
    return lambda: read_output(command, PYTHONPATH=path)


def boardgame(what: str, seconds: float) -> Measure:
    """A figure of boardgame.io, on the reduced game."""
    script = str(HERE / "peers" / "boardgame.js")
    return lambda: read_output(["node", script, what, str(seconds)], NODE_ENV="production")


def peer(name: str, seconds: float, **environment: str) -> Measure:
    """A figure of a peer in Python."""
    return lambda: read_output([sys.executable, str(HERE / "peers" / f"{name}.py"), str(seconds)], **environment)
