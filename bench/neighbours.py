"""Looks and acts of ordinary users beside a neighbour who takes a lot.

`python -m bench.neighbours` lets each kind of neighbour go on for a while, and says what looks at games and acts in
running games take beside it and without.
"""

import http.client
import math
import multiprocessing
import os
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from http import HTTPStatus
from itertools import count, cycle, islice
from random import Random
from signal import SIGKILL
from threading import Thread
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import click
import psycopg
import requests

from bench import games
from bench.day import apart
from bench.fill import AT_ONCE, begin, fill, register, store
from bench.players import Player, Refused
from bench.results import Comparison
from bench.services import CARTA, CIVILIZATION, COMMAND, folder_of_run, roomy_database, service
from bench.streams import Ears, open_streams
from cartulary.catalogue import CATALOGUE
from cartulary.match.clock.settings import Clock
from cartulary_service.players.callers import SCOPES, new_token
from cartulary_service.serving.server import allow_many_files

LONG_GAMES: Final = 12
HEAVY_CLIENTS: Final = 4
USERS: Final = 10
"""Connections that look, and as many that act: an answer that takes long keeps only its own user waiting."""
ASKED_A_SECOND: Final = 50
"""Looks, and as many acts."""
SECONDS: Final = 10.0
SECONDS_TO_BEGIN: Final = 1.0
"""Time that a neighbour has before anything is measured."""
TRIES: Final = 600
SECONDS_TO_TRY_AGAIN: Final = 0.05
BOT_TABLES: Final = 30
STRATEGIES: Final = ("search-3", "greedy")
"""The strongest bot, and the strongest that an account may have any number of."""
TIMEOUTS: Final = 10_000
STREAMS: Final = 1_000
STREAMED_GAMES: Final = 100
SECONDS_BETWEEN_STORMS: Final = 5
ANALYSES: Final = 5
"""As many as an account may ask for."""
CHECK: Final = f"while :; do {sys.executable} -m cartulary check record --everything; done"
AIM: Final = "≤ 2"
LINES: Final = {"Content-Type": "application/x-ndjson", "Accept": "application/x-ndjson"}

Ask = tuple[str, str, bytes | None, Mapping[str, str]]
"""Method, path, body and headers."""


@dataclass
class Site:
    """A service with long games, and the token of a player of one of them."""

    url: str
    database: str
    games: list[str]
    played: str
    """The game of the player."""
    token: str
    acting: list[Iterator[Ask]]
    """The acts of each pair of guests who play, game after game."""
    timeouts: int = TIMEOUTS

    def ask(self, method: str, path: str, **more: Any) -> requests.Response:
        headers = {"Authorization": f"Bearer {self.token}"} | more.pop("headers", {})
        return requests.request(method, f"{self.url}/v1{path}", headers=headers, timeout=120, **more)


Send = Callable[[Site, str], requests.Response]
Neighbour = Callable[[Site], AbstractContextManager[Callable[[], str]]]
"""What goes on within a context, and a function that says how much of it was done."""

REQUESTS: Final[Mapping[str, Send]] = {
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
"""Heavy requests."""


@cache
def bundle_of(url: str, game: str) -> bytes:
    return requests.get(f"{url}/v1/games/{game}/audit", timeout=120).content


def bundle(site: Site, game: str) -> bytes:
    return bundle_of(site.url, game)


@contextmanager
def four_strangers(send: Send, site: Site) -> Iterator[Callable[[], str]]:
    """Four clients that send heavy requests of one kind without a pause."""
    answered = multiprocessing.get_context("fork").Value("i", 0)
    with ExitStack() as ends:
        for _ in range(HEAVY_CLIENTS):
            ends.enter_context(apart(send_all, site, send, answered))
        yield lambda: f"{answered.value} answered"


def send_all(site: Site, send: Send, answered: Any) -> None:
    """Send heavy requests one after the other, about each game in turn."""
    # They would be on another machine: what they take of the processors is not the service's.
    os.nice(19)
    for game in cycle(site.games):
        if send(site, game).status_code < 400:
            with answered.get_lock():
                answered.value += 1


@contextmanager
def thirty_bot_tables(site: Site) -> Iterator[Callable[[], str]]:
    """One account with tables of bots alone, as strong as it may have them, of both kinds of games in turn."""
    farmer, seated, tables = Player(site.url, "Farmer"), Counter[str](), list[str]()
    try:
        for _, game in zip(range(BOT_TABLES), cycle((CARTA, CIVILIZATION))):
            tables.append(farmer.create(game=game, seats=games.SEATS))
            seated.update(seat_strongest(farmer, tables[-1]) for _ in range(games.SEATS))
        yield lambda: ", ".join(f"{number} bots {strategy}" for strategy, number in seated.items())
    finally:
        for table in tables:
            with suppress(Refused):
                farmer.close(table)


def seat_strongest(farmer: Player, table: str) -> str:
    """Seat the strongest bot that the account may still have; return its strategy."""
    for strategy in STRATEGIES:
        with suppress(Refused):
            farmer.seat_bot(table, strategy)
            return strategy
    raise SystemExit("No bot may be seated.")


@contextmanager
def timeouts(site: Site) -> Iterator[Callable[[], str]]:
    """Running games of two whose turn times out at one moment."""
    with psycopg.connect(site.database, autocommit=True) as session:
        ids = store_running(session, site.timeouts, Clock("turn", 60))
        # Only now, so that none times out while others are still being made.
        session.execute(
            "update games set pace = 'live', people = 2, deadline = clock_timestamp() where id = any(%s::uuid[])",
            (ids,),
        )
        running = "status = 'playing' and id = any(%s::uuid[])"
        left = f"select count(*) from games where {running}"
        try:
            yield lambda: f"{len(ids) - session.execute(left, (ids,)).fetchall()[0][0]} of {len(ids)} timed out"
        finally:
            session.execute(f"update games set deadline = null where {running}", (ids,))


def store_running(session: psycopg.Connection[Any], number: int, clock: Clock | None = None) -> list[str]:
    """Store games of two that began a day ago and wait for their first action; return their ids."""
    rng, moment, ids = Random(number), datetime.now(UTC) - timedelta(days=1), list[str]()
    players = register(session, max(games.SEATS, number // 5))
    for first in range(0, number, AT_ONCE):
        several = range(first, min(number, first + AT_ONCE))
        begun = [begin(CATALOGUE[CARTA], moment, rng.sample(players, games.SEATS), rng, clock) for _ in several]
        store(session, begun)
        ids += [each.match.id for each in begun]
    return ids


@contextmanager
def thousand_streams(site: Site) -> Iterator[Callable[[], str]]:
    """A thousand streams of running games, which are lost and opened again within a second, again and again."""
    with psycopg.connect(site.database, autocommit=True) as session:
        paths = [f"/v1/games/{each}/events?after=1" for each in store_running(session, STREAMED_GAMES)]
    opened = multiprocessing.get_context("fork").Value("i", 0)
    with apart(reopen_all, site.url, [*islice(cycle(paths), STREAMS)], opened):
        yield lambda: f"{opened.value} opened again"


def reopen_all(url: str, paths: Sequence[str], opened: Any) -> None:
    """Open streams, then lose them and open them again at an even rate within a second, each few seconds."""
    allow_many_files(2 * len(paths))
    streams = [open_streams(url, path) for path in paths]
    Ears(streams).listen(until=len(streams))
    while True:
        began = time.monotonic()
        for number, path in enumerate(paths):
            time.sleep(max(0, began + number / len(paths) - time.monotonic()))
            streams[number].close()
            streams[number] = open_streams(url, path)
        Ears(streams).listen(until=len(streams))
        opened.value += len(streams)
        time.sleep(max(0, began + SECONDS_BETWEEN_STORMS - time.monotonic()))


@contextmanager
def analysis_export_and_check(site: Site) -> Iterator[Callable[[], str]]:
    """Analyses, an export and a check of the whole record at the same time."""
    asked = [site.ask("POST", f"/games/{game}/analysis").status_code for game in site.games[:ANALYSES]]
    environment = os.environ | {"DATABASE_URL": site.database}
    check = subprocess.Popen(CHECK, shell=True, env=environment, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        with four_strangers(REQUESTS["exports"], site) as exported:
            yield lambda: f"{asked.count(202)} analyses, exports: {exported()}"
    finally:
        os.killpg(check.pid, SIGKILL)
        check.wait()
        with psycopg.connect(site.database, autocommit=True) as session:
            session.execute("delete from analyses")


KINDS: Final[Mapping[str, Neighbour]] = {
    **{kind: partial(four_strangers, send) for kind, send in REQUESTS.items()},
    "thirty_bot_tables": thirty_bot_tables,
    "timeouts": timeouts,
    "thousand_streams": thousand_streams,
    "analysis_export_and_check": analysis_export_and_check,
}
WHAT: Final = ("look", "act")


class Times(NamedTuple):
    """Milliseconds of looks and of acts, in ascending order, infinite if refused; and what the neighbour has done."""

    look: Sequence[float]
    act: Sequence[float]
    done: str

    def quantile(self, what: str, part: float) -> float:
        times: Sequence[float] = getattr(self, what)
        return times[int(part * (len(times) - 1))]


@contextmanager
def site(command: Sequence[str] = COMMAND) -> Iterator[Site]:
    """A service of two workers over long finished games."""
    with (
        folder_of_run() as folder,
        roomy_database(folder / "data") as database,
        service(folder, 2, command, DATABASE_URL=database, RATE_LIMITS="no") as (url, _),
    ):
        fill(database, LONG_GAMES, CATALOGUE[CIVILIZATION])
        token, stored = new_token()
        with psycopg.connect(database, autocommit=True) as session:
            rows = session.execute(
                "select id::text from games where status = 'finished' and version > 500 order by version desc"
            )
            long_games = [row[0] for row in rows]
            session.execute(
                "insert into tokens (player_id, hash, scopes) select player_id, %s, %s from game_seats "
                "where game_id = %s and seat = 0",
                (stored, [*SCOPES], long_games[0]),
            )
        yield Site(url, database, long_games, long_games[0], token, [acts(url) for _ in range(USERS)])


def acts(url: str) -> Iterator[Ask]:
    """The acts of two guests in games that they play, one after the other."""
    players = [Player(url, name) for name in ("Ann", "Ben")]
    for seed in count():
        plan = games.plan(seed)
        game = games.open_game(players, plan)
        for seat, body in plan.actions:
            headers = {"Authorization": f"Bearer {players[seat].token}", "Idempotency-Key": secrets.token_hex(16)}
            yield "POST", f"/v1/games/{game}/actions", body, headers | {"Content-Type": "application/json"}


def ask_all(url: str, asks: Iterable[Ask], times: list[float], due: float) -> None:
    """Send requests by one connection at a steady rate from a time on; note the milliseconds that each took."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    for ask in asks:
        time.sleep(max(0, due - time.perf_counter()))
        status = send_until_answered(connection, ask)
        # From when it was due: a request that waits for the one before it has waited too.
        times.append(1_000 * (time.perf_counter() - due) if status < HTTPStatus.BAD_REQUEST else math.inf)
        due += USERS / ASKED_A_SECOND


def send_until_answered(connection: http.client.HTTPConnection, ask: Ask) -> int:
    """Return the status of the answer; a request is sent again if its worker was ended or had no room for it."""
    for _ in range(TRIES):
        with suppress(OSError, http.client.HTTPException):
            connection.request(*ask)
            response = connection.getresponse()
            response.read()
            if response.status != HTTPStatus.SERVICE_UNAVAILABLE:
                return response.status
        connection.close()
        time.sleep(SECONDS_TO_TRY_AGAIN)
    return HTTPStatus.SERVICE_UNAVAILABLE


def take_asks(site: Site, seconds: float) -> list[tuple[str, list[Ask]]]:
    """What each connection asks for in so many seconds. Opens the tables that this takes."""
    number = round(seconds * ASKED_A_SECOND / USERS)
    look: Ask = ("GET", f"/v1/games/{site.games[-1]}", None, {})
    looks = [("look", [look] * number) for _ in range(USERS)]
    return looks + [("act", [*islice(each, number)]) for each in site.acting]


def ask(site: Site, asks: Sequence[tuple[str, list[Ask]]]) -> Mapping[str, list[float]]:
    """Look at a game and act in others; return the milliseconds of each by what it was."""
    times = {what: list[float]() for what in WHAT}
    now, between = time.perf_counter(), 1 / ASKED_A_SECOND / len(WHAT)
    threads = [
        Thread(target=ask_all, args=(site.url, each, times[what], now + between * number))
        for number, (what, each) in enumerate(asks)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {what: sorted(each) for what, each in times.items()}


def ask_beside(site: Site, kind: str | None, seconds: float = SECONDS) -> Times:
    """Look and act beside a neighbour of a kind, or beside nobody."""
    # First: opening tables beside a neighbour would take its time.
    first, asks = take_asks(site, SECONDS_TO_BEGIN), take_asks(site, seconds)
    with KINDS[kind](site) if kind else nullcontext(lambda: "") as done:
        ask(site, first)
        return Times(**ask(site, asks), done=done())


class Beside:
    """Runs beside a neighbour of a kind: a look and an act of the same number are of the same run."""

    def __init__(self, site: Site, kind: str) -> None:
        self._site, self._kind = site, kind
        self._runs = list[Times]()
        self._taken = Counter[str]()

    def p99(self, what: str) -> float:
        self._taken[what] += 1
        if self._taken[what] > len(self._runs):
            self._runs.append(ask_beside(self._site, self._kind))
        return self._runs[self._taken[what] - 1].quantile(what, 0.99)


def figures() -> Iterator[Comparison]:
    """Yield the p99 of looks and of acts beside each kind of neighbour, over that without."""
    with site() as running:
        # Once: later the service still computes what clients who are gone have asked for.
        alone = ask_beside(running, None)
        for kind in KINDS:
            beside = Beside(running, kind)
            for what in WHAT:
                quiet = partial(alone.quantile, what, 0.99)
                yield Comparison(f"{what}_p99_beside_{kind}_over_alone", "ms", partial(beside.p99, what), quiet, AIM)


def describe(what: str, alone: Times, beside: Times) -> str:
    """Return p50 and p99 of looks or acts in milliseconds, alone and beside, and the ratio of the p99."""
    columns = "".join(f"{each.quantile(what, part):8.1f}" for each in (alone, beside) for part in (0.5, 0.99))
    ratio = beside.quantile(what, 0.99) / alone.quantile(what, 0.99)
    return f"{what:5}{columns} ms {ratio:6.2f}  longest {beside.quantile(what, 1):8.1f} ms"


@click.command()
@click.option("--seconds", default=SECONDS, show_default=True)
@click.option("--timeouts", "number", default=TIMEOUTS, show_default=True, help="Games that time out at once.")
@click.option("--only", multiple=True, type=click.Choice([*KINDS]))
def main(seconds: float, number: int, only: tuple[str, ...]) -> None:
    """Say what looks and acts take beside each kind of neighbour, and without: p50 and p99 of each."""
    with site() as running:
        running.timeouts = number
        # Once: later the service still computes what clients who are gone have asked for.
        alone = ask_beside(running, None, seconds)
        for kind in only or KINDS:
            beside = ask_beside(running, kind, seconds)
            for what in WHAT:
                print(f"{kind:26}{describe(what, alone, beside)}  {beside.done}", flush=True)


if __name__ == "__main__":
    main()
