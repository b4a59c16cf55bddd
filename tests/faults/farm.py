"""Accounts with as many bots as they may have do not keep the bot of another player from answering."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

from tests.faults.clusters import cluster, eventually
from tests.faults.gamblers import GAMES
from tests.faults.places import folder
from tests.faults.report import Report
from tests.faults.served import pause, served
from tests.faults.wire import Answer, Caller

STRATEGIES: Final = ("search-3", "greedy")
TABLES_EACH: Final = 8
"""Tables of each strategy that a farmer wants."""
SECONDS_TO_ANSWER: Final = 3.0
"""For a bot whose choice takes milliseconds, on two cores which the farm keeps busy; 26 to 30 without fair turns."""
SECONDS_AT_MOST: Final = 120
SECONDS_BETWEEN: Final = 0.02
UNFAIR: Final = (sys.executable, "-m", "tests.faults.unfair")


class Guest:
    """A player by HTTP."""

    def __init__(self, port: int) -> None:
        self._caller = Caller(port)
        token = self._caller.send("POST", "/players", {"name": "Guest"}).json()["token"]
        self._caller = Caller(port, token)

    def open_table(self, game: str, bots: Sequence[str], seats: int = 2) -> str:
        """Open a table and seat bots, as far as this is allowed."""
        body = {"game": game, "seats": seats}
        table: str = made(self._caller.send("POST", "/games", body))["id"]
        for bot in bots:
            if self._caller.send("POST", f"/games/{table}/seats", {"bot": bot}).status == 409:
                break
        return table

    def sit(self, table: str) -> None:
        made(self._caller.send("POST", f"/games/{table}/seats", {}))

    def act(self, table: str) -> None:
        """Take the last of the actions that are legal."""
        legal = self._caller.send("GET", f"/games/{table}/actions?expand=true").json()["actions"]
        made(self._caller.send("POST", f"/games/{table}/actions", legal[-1]))

    def see(self, table: str) -> Any:
        return self._caller.send("GET", f"/games/{table}").json()


def made(answer: Answer) -> Any:
    """What was made. Raises ValueError where it was not."""
    if answer.status != 201:
        raise ValueError(answer.body[:300])
    return answer.json()


class Visitor:
    """Somebody who plays against a greedy bot, and looks how long it takes to answer."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open()

    def _open(self) -> None:
        self._player = Guest(self._port)
        self._table = self._player.open_table(GAMES[0], ["greedy"])
        self._player.sit(self._table)

    def wait(self) -> float:
        """Act until the bot has to answer; return the seconds until it has."""
        while self._is_awaited() and not self._is_over():
            self._player.act(self._table)
        if self._is_over():
            self._open()
        began = time.monotonic()
        eventually(self._is_awaited, SECONDS_AT_MOST)
        return time.monotonic() - began

    def _is_awaited(self) -> bool:
        pause(SECONDS_BETWEEN)
        seen = self._player.see(self._table)
        return seen["status"] != "playing" or seen["you"] in seen["to_act"]

    def _is_over(self) -> bool:
        return bool(self._player.see(self._table)["status"] != "playing")


def lay_out(port: int, accounts: int) -> int:
    """Have accounts open tables of bots, as many as each is allowed; return how many games are played."""
    farmers = [Guest(port) for _ in range(accounts)]
    return sum(
        farmer.see(farmer.open_table(GAMES[1], [strategy] * 2))["status"] == "playing"
        for strategy in STRATEGIES
        for farmer in farmers
        for _ in range(TABLES_EACH)
    )


def run(turns: int, accounts: int, *, control: bool = False) -> Report:
    """Let a visitor play alone, then beside the farm; the control serves tables in the order of their last moves."""
    report = Report(
        "the farm, without fair turns" if control else "the farm", "failed or too slow" if control else None
    )
    with folder() as place, cluster(place / "postgres") as postgres:
        settings = {"OWN_WORKER": "false"} if control else {}
        with served(place, postgres.url, **settings) as service, worker(postgres.url, control, place):
            visitor = Visitor(service.port)
            alone = list(measure(visitor.wait, turns))
            tables = lay_out(service.port, accounts)
            beside = list(measure(visitor.wait, turns))
    report.add(
        {
            "tables of bots": tables,
            "turns": len(beside),
            "median in ms": round(median(beside) * 1_000),
            "slowest in ms": round(max(beside) * 1_000),
            "median alone": round(median(alone) * 1_000),
            "slowest alone": round(max(alone) * 1_000),
            "failed or too slow": sum(each > SECONDS_TO_ANSWER for each in beside),
        }
    )
    return report


def measure(wait: Callable[[], float], turns: int) -> Iterator[float]:
    """Yield how long each of some turns took, until they have taken too long together."""
    total = 0.0
    for _ in range(turns):
        took = wait()
        total += took
        yield took
        if total > SECONDS_AT_MOST:
            return


@contextmanager
def worker(database_url: str, control: bool, place: Path) -> Iterator[None]:
    """In the control, the worker that is unfair, beside the service."""
    if not control:
        yield
        return
    environment = os.environ | {"DATABASE_URL": database_url, "AUDIT_HOURS": "0", "KEYS_DIR": str(place / "keys")}
    process = subprocess.Popen([*UNFAIR, "worker"], env=environment, stdin=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()
