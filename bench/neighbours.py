"""Looks at games beside the heavy requests of one user.

`python -m bench.neighbours` sends each kind of heavy request four at a time, without a pause, and says what looks take
beside them and without.
"""

import http.client
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import click
import psycopg
import requests

from bench.fill import fill
from bench.results import Comparison
from bench.services import CIVILIZATION, COMMAND, roomy_database, service
from cartulary.catalogue import CATALOGUE
from cartulary_service.players.callers import SCOPES, new_token

LONG_GAMES: Final = 12
HEAVY_CLIENTS: Final = 4
LOOKS_A_SECOND: Final = 50
SECONDS: Final = 10.0
AIM: Final = "≤ 2"
LINES: Final = {"Content-Type": "application/x-ndjson", "Accept": "application/x-ndjson"}


@dataclass
class Site:
    """A service with long games, and the token of a player of one of them."""

    url: str
    games: list[str]
    played: str
    """The game of the player."""
    token: str

    def ask(self, method: str, path: str, **more: Any) -> requests.Response:
        headers = {"Authorization": f"Bearer {self.token}"} | more.pop("headers", {})
        return requests.request(method, f"{self.url}/v1{path}", headers=headers, timeout=120, **more)


Send = Callable[[Site, str], requests.Response]
KINDS: Final[Mapping[str, Send]] = {
    "replays": lambda site, game: site.ask("POST", "/replays", data=bundle(site, game), headers=LINES),
    "changes": lambda site, game: site.ask("GET", f"/games/{game}/events?changes=true", headers=LINES),
    "changes_as_everything": lambda site, game: site.ask(
        "GET", f"/games/{game}/events?changes=true&as=everything", headers=LINES
    ),
    "states": lambda site, game: site.ask("GET", f"/games/{game}/states?from=1&to=500"),
    "pictures": lambda site, game: site.ask("GET", f"/games/{game}/states/400.svg"),
    "bundles": lambda site, game: site.ask("GET", f"/games/{game}/audit"),
    "exports": lambda site, _: site.ask("GET", "/export"),
    "own_export": lambda site, _: site.ask("GET", "/me/export"),
    "narration": lambda site, _: site.ask("GET", f"/games/{site.played}/since?after=0&limit=2000"),
    "trials": lambda site, _: site.ask(
        "POST", f"/games/{site.played}/trials", json={"condition": {"kind": "end_turn"}, "since": 1}
    ),
}


@cache
def bundle_of(url: str, game: str) -> bytes:
    return requests.get(f"{url}/v1/games/{game}/audit", timeout=120).content


def bundle(site: Site, game: str) -> bytes:
    return bundle_of(site.url, game)


class Looks(NamedTuple):
    """Milliseconds of looks, in ascending order, and how many heavy requests were answered meanwhile."""

    times: list[float]
    answered: int

    @property
    def p99(self) -> float:
        return self.times[int(0.99 * (len(self.times) - 1))]

    @property
    def longest(self) -> float:
        return self.times[-1]


@contextmanager
def site(command: Sequence[str] = COMMAND) -> Iterator[Site]:
    """A service of two workers over long finished games."""
    with (
        TemporaryDirectory(prefix="cartulary-bench-") as name,
        roomy_database(Path(name) / "data") as database,
        service(Path(name), 2, command, DATABASE_URL=database, RATE_LIMITS="no") as (url, _),
    ):
        fill(database, LONG_GAMES, CATALOGUE[CIVILIZATION])
        token, stored = new_token()
        with psycopg.connect(database, autocommit=True) as session:
            rows = session.execute(
                "select id::text from games where status = 'finished' and version > 500 order by version desc"
            )
            games = [row[0] for row in rows]
            session.execute(
                "insert into tokens (player_id, hash, scopes) select player_id, %s, %s from game_seats "
                "where game_id = %s and seat = 0",
                (stored, [*SCOPES], games[0]),
            )
        yield Site(url, games, games[0], token)


def look(site: Site, seconds: float) -> list[float]:
    """Look at a game at a steady rate, by a connection for each worker; return the milliseconds of each look."""
    times = list[float]()

    def go_on() -> None:
        connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
        due = time.perf_counter()
        end = due + seconds
        while due < end:
            time.sleep(max(0, due - time.perf_counter()))
            try:
                connection.request("GET", f"/v1/games/{site.games[-1]}")
                connection.getresponse().read()
            except (OSError, http.client.HTTPException):
                # The worker was too busy to say that it lives, and was ended. The look has waited for nothing.
                connection.close()
            # From when it was due: a look that waits for the one before it has waited too.
            times.append(1_000 * (time.perf_counter() - due))
            due += 2 / LOOKS_A_SECOND

    threads = [Thread(target=go_on) for _ in range(2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return sorted(times)


def send_all(site: Site, kind: str, answered: Any) -> None:
    """Send heavy requests one after the other, about each game in turn."""
    # They would be on another machine: what they take of the processors is not the service's.
    os.nice(19)
    for game in cycle(site.games):
        if KINDS[kind](site, game).status_code < 400:
            with answered.get_lock():
                answered.value += 1


def look_beside(site: Site, kind: str | None, seconds: float = SECONDS) -> Looks:
    """Look while four clients send heavy requests of a kind, or nobody does."""
    context = multiprocessing.get_context("fork")
    answered = context.Value("i", 0)
    neighbours = [context.Process(target=send_all, args=(site, kind, answered)) for _ in range(HEAVY_CLIENTS)]
    for each in neighbours if kind else []:
        each.start()
    try:
        look(site, 1)
        return Looks(look(site, seconds), answered.value)
    finally:
        for each in neighbours if kind else []:
            each.kill()
            each.join()


def measure_p99(site: Site, kind: str | None) -> float:
    return look_beside(site, kind).p99


def figures() -> Iterator[Comparison]:
    """Yield the p99 of looks beside each kind of heavy request, over that without."""
    with site() as running:
        # Once: later the service still computes what clients who are gone have asked for.
        alone = measure_p99(running, None)
        for kind in KINDS:
            beside = partial(measure_p99, running, kind)
            yield Comparison(f"look_p99_beside_{kind}_over_alone", "ms", beside, lambda: alone, AIM)


@click.command()
@click.option("--seconds", default=SECONDS, show_default=True)
@click.option("--only", multiple=True, type=click.Choice([*KINDS]))
def main(seconds: float, only: tuple[str, ...]) -> None:
    """Say what looks take beside heavy requests, and without."""
    with site() as running:
        # Once: later the service still computes what clients who are gone have asked for.
        alone = look_beside(running, None, seconds)
        for kind in only or KINDS:
            beside = look_beside(running, kind, seconds)
            ratio = beside.p99 / alone.p99
            figures = f"{alone.p99:8.1f}{beside.p99:8.1f} ms {ratio:6.2f}  longest {beside.longest:8.1f} ms"
            print(f"{kind:24}{figures}  {beside.answered} answered", flush=True)


if __name__ == "__main__":
    main()
