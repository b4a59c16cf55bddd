"""A day of a busy site, in a minute: how much one host of two cores bears.

`python -m bench.day 500 800 1000` lets a day go by at each of these rates, in requests a second in the evening. Seven
in ten requests look at a game, one reads its last events, two act; each player has a stream open, or polls. A tenth of
the games are played against a bot. Some players have webhooks or pushes, which go to a sink. At noon the service is
begun anew, and in the afternoon the database fails: it is restarted, or with `--standby` its standby takes over.
With `--hosts 2` two services share the database, with one worker each.
"""

import json
import multiprocessing
import random
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import takewhile
from signal import SIGHUP
from threading import Timer
from typing import Any, Final, NamedTuple

import click
import psutil
import requests

from bench import games
from bench.crowd import Ask, Crowd, Times, listen
from bench.load import request
from bench.players import Player
from bench.results import Comparison
from bench.services import folder_of_run, memory, used
from cartulary_service.serving.server import allow_many_files
from tests.faults.clusters import Cluster, cluster, eventually
from tests.faults.places import free_port
from tests.faults.served import Served, served
from tests.faults.standby import ASYNCHRONOUS, SYNCHRONOUS, attached
from tests.service.push_browser import PushBrowser

LOOK, EVENTS, ACTION = "look", "events", "action"
SHARES: Final = {LOOK: 0.7, EVENTS: 0.1, ACTION: 0.2}
BOUNDS: Final = {ACTION: 200, LOOK: 100}
"""Milliseconds that all but one in a hundred may take."""
GAMES: Final = 2_000
STREAMS: Final = 2_000
SECONDS: Final = 10.0
"""Seconds of each part of a day."""
EVENINGS: Final = (500.0, 600.0, 700.0, 800.0, 900.0, 1_000.0, 1_200.0)
"""Requests a second in the evenings of `make bench`."""
PAIRS: Final = 50
"""Pairs of players, who share all games."""
PLANS: Final = 32
LAST_EVENTS: Final = 10
BOT: Final = "greedy"
WEBHOOKS, PUSHES = 0.1, 0.3
"""Which part of the players has them."""
SINK: Final = {"WEBHOOK_ALLOW_HTTP": "true", "WEBHOOK_ALLOW_PRIVATE": "true", "WEBHOOK_PORTS": "1-65535"}
WORKERS: Final = 2
"""Processes that serve, on all hosts together."""
SETTINGS: Final = {"GAMES_PER_PLAYER": "100000", "POOL_SIZE": "16"} | SINK
VERSION: Final = re.compile(rb'"version":(\d+)')
INTO_STAGE: Final = 0.3
"""After which part of a stage it is that something happens."""


class Stage(NamedTuple):
    """A part of the day: how busy it is beside the evening, and what happens in it."""

    name: str
    part: float
    event: str | None = None


DAY: Final = (
    Stage("morning", 0.3),
    Stage("noon, service restarted", 0.5, "restart"),
    Stage("afternoon, database failed", 0.5, "failover"),
    Stage("evening", 1.0),
)


@dataclass
class Table:
    """A game under way, and how far it has been played. Against a bot there is no plan."""

    id: str
    tokens: list[str]
    version: int
    actions: list[tuple[int, bytes]] = field(default_factory=list)
    against_bot: bool = False
    is_waiting: bool = False
    """Whether an action awaits its answer."""
    is_over: bool = False

    def can_act(self) -> bool:
        return not self.is_waiting and not self.is_over


class Players:
    """The players of many games, and their requests."""

    def __init__(self, url: str, tables: list[Table]) -> None:
        self._url = url
        self._tables = tables

    def asks(self) -> Iterator[Ask]:
        """Requests by the shares of a day, for ever."""
        while True:
            (kind,) = random.choices([*SHARES], [*SHARES.values()])
            table = random.choice(self._tables)
            if kind == ACTION:
                yield self._act(table) if table.can_act() else self._act(self._other())
            else:
                yield self._read(kind, table)

    def _other(self) -> Table:
        for _ in range(1_000):
            if (table := random.choice(self._tables)).can_act():
                return table
        raise SystemExit("All games are over, or wait for an answer: begin more of them (--games).")

    def _read(self, kind: str, table: Table) -> Ask:
        events = f"/events?after={max(0, table.version - LAST_EVENTS)}" if kind == EVENTS else ""
        return Ask(kind, self._request("GET", f"/v1/games/{table.id}{events}", random.choice(table.tokens)), ignore)

    def _act(self, table: Table) -> Ask:
        table.is_waiting = True
        if table.against_bot:
            wire = self._request("GET", f"/v1/games/{table.id}/actions?expand=true", table.tokens[0])
            return Ask(LOOK, wire, partial(self._act_against_bot, table))
        seat, body = table.actions.pop(0)
        return self._send(table, table.tokens[seat], body)

    def _send(self, table: Table, token: str, body: bytes) -> Ask:
        key = f"Idempotency-Key: {uuid.uuid4()}\r\n"
        wire = self._request("POST", f"/v1/games/{table.id}/actions", token, body, key)
        return Ask(ACTION, wire, partial(self._note, table))

    def _act_against_bot(self, table: Table, status: int, body: bytes) -> Ask | None:
        """Do anything that is legal; nothing is while the bot acts."""
        actions = json.loads(body).get("actions", [])
        if not actions:
            table.is_waiting = False
            return None
        return self._send(table, table.tokens[0], json.dumps(random.choice(actions)).encode())

    def _note(self, table: Table, status: int, body: bytes) -> None:
        table.is_waiting = False
        if found := VERSION.search(body):
            table.version = int(found[1])
        # The last action of a plan, and a refusal because a bot has ended the game meanwhile, end a table.
        table.is_over = b'"status":"finished"' in body or status >= 400 or not (table.against_bot or table.actions)

    def _request(self, method: str, path: str, token: str, body: bytes = b"", more: str = "") -> bytes:
        return request(self._url, method, path, body, f"Authorization: Bearer {token}\r\n{more}")


def ignore(status: int, body: bytes) -> None:
    """Do nothing with an answer."""


class Site:
    """The service with its database, its players and their streams."""

    def __init__(self, services: list[Served], database: Cluster, standby: Cluster | None) -> None:
        self.urls = [f"http://127.0.0.1:{each.port}" for each in services]
        self._services = services
        self._database = database
        self._standby = standby

    def happen(self, event: str) -> None:
        """Restart the service, or lose the database."""
        if event == "restart":
            for each in self._services:
                each.signal(SIGHUP)
        elif self._standby is None:
            self._database.kill()
            self._database.revive()
        else:
            self._database.kill()
            self._standby.promote()
            eventually(self._standby.is_primary)
            self._standby.configure(ASYNCHRONOUS)
            self._standby.reload()
            self._database, self._standby = self._standby, None

    def processes(self) -> Mapping[str, list[psutil.Process]]:
        """Processes by what they do."""
        postgres = [each for one in (self._database, self._standby) if one for each in one.processes()]
        serving = [each for one in self._services for each in one.workers()]
        by_the_clock = [each for one in self._services for each in one.companions()]
        return {"serving": serving, "worker": by_the_clock, "postgres": postgres}

    def size(self) -> int:
        """Bytes of the database."""
        return int(str(self._database.value("select pg_database_size(current_database())")))

    def undelivered(self) -> int:
        """News that notices were not made of yet, and messages that were not sent."""
        waiting = "select count(*) from deliveries where next_try is not null and delivered_at is null"
        query = f"select (select count(*) from outbox) + ({waiting})"
        return int(str(self._database.value(query)))


class BusySite(NamedTuple):
    """A site, who asks, and counters: of events heard and streams opened again, and of notices received."""

    site: Site
    crowd: Crowd
    players: Players
    heard: Any
    received: Any


def open_table(players: list[Player], number: int, plans: list[games.Plan]) -> Table:
    """A game of two players, or in each tenth of one and a bot."""
    tokens = [each.token for each in players]
    if number % 10 == 0:
        game = players[0].create(game=games.CARTA, seats=games.SEATS)
        players[0].sit(game)
        players[0].seat_bot(game, BOT)
        return Table(game, tokens[:1], 1, against_bot=True)
    plan = plans[number % len(plans)]
    game = games.open_game(players, plan)
    return Table(game, tokens, players[0].look(game)["version"], plan.actions[:-1])


def ask_for_notices(players: list[Player], sink: str) -> None:
    """Give some players webhooks, and some the pushes of a browser."""
    with_webhooks, with_pushes = (round(len(players) * part) for part in (WEBHOOKS, PUSHES))
    for player in players[:with_webhooks]:
        post(player, "/v1/webhooks", {"url": f"{sink}/hook", "my_turn": True})
    for player in players[with_webhooks : with_webhooks + with_pushes]:
        post(player, "/v1/webhooks", PushBrowser().subscription(f"{sink}/push", my_turn=True))


def post(player: Player, path: str, body: dict[str, Any]) -> None:
    answer = requests.post(
        player.url + path, json=body, headers={"Authorization": f"Bearer {player.token}"}, timeout=30
    )
    answer.raise_for_status()


@contextmanager
def apart(work: Callable[..., None], *given: object) -> Iterator[None]:
    """Run a function in a process of its own meanwhile."""
    process = multiprocessing.get_context("fork").Process(target=work, args=given, daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


def receive(port: Any, received: Any) -> None:
    """Take whatever is sent, and count it."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            received.value += 1
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    port.put(server.server_port)
    server.serve_forever()


@click.command()
@click.argument("rates", type=float, nargs=-1)
@click.option("--games", "tables", default=GAMES, show_default=True, help="Games under way.")
@click.option("--streams", default=STREAMS, show_default=True, help="Event streams of players; the others poll.")
@click.option("--seconds", default=SECONDS, show_default=True, help="Seconds of each of the four parts of a day.")
@click.option("--standby", is_flag=True, help="A second PostgreSQL takes over when the first fails.")
@click.option(
    "--hosts", type=click.IntRange(1, WORKERS), default=1, show_default=True, help="Services that share the workers."
)
def main(rates: tuple[float, ...], tables: int, streams: int, seconds: float, standby: bool, hosts: int) -> None:
    """Simulate a day at each rate, in requests a second in the evening."""
    allow_many_files(4 * streams)
    with busy_site(tables, streams, standby, hosts) as busy:
        print(f"{tables} games, {streams} streams; p50 and p99 in ms, processors of 2, memory in MB")
        for rate in rates or EVENINGS:
            live_through(busy, rate, seconds)


@contextmanager
def busy_site(tables: int, streams: int, with_standby: bool, hosts: int) -> Iterator[BusySite]:
    """A site with games under way and streams that listen, which is warm."""
    forked = multiprocessing.get_context("fork")
    heard, received, port = forked.Array("q", 2, lock=False), forked.Value("q", lock=False), forked.SimpleQueue()
    with ExitStack() as ends:
        site = ends.enter_context(running_site(with_standby, hosts))
        ends.enter_context(apart(receive, port, received))
        url = site.urls[0]
        people = [[Player(url, f"{name} {number}") for name in ("Ann", "Ben")] for number in range(PAIRS)]
        ask_for_notices([each for pair in people for each in pair], f"http://127.0.0.1:{port.get()}")
        plans = [games.plan(seed) for seed in range(PLANS)]
        opened = [open_table(people[number % PAIRS], number, plans) for number in range(tables)]
        each_stream = [stream_of(opened[number % tables], number // tables) for number in range(streams)]
        ends.enter_context(apart(listen, site.urls, each_stream, heard))
        crowd, players = Crowd(site.urls), Players(url, opened)
        crowd.run(players.asks(), 200, 5)
        yield BusySite(site, crowd, players, heard, received)


@contextmanager
def running_site(with_standby: bool, hosts: int) -> Iterator[Site]:
    """The service on one or more hosts over a database of its own, with a standby or without."""
    with ExitStack() as ends:
        folder = ends.enter_context(folder_of_run())
        primary = ends.enter_context(cluster(folder / "one", SYNCHRONOUS if with_standby else {}))
        standby = attached(primary, folder / "two", free_port()) if with_standby else None
        databases = ",".join(f"127.0.0.1:{each.port}" for each in (primary, standby) if each)
        url = f"postgresql://postgres@{databases}/postgres?target_session_attrs=read-write"
        settings = SETTINGS | {"WORKERS": str(WORKERS // hosts)}
        services = [ends.enter_context(served(folder, url, **settings)) for _ in range(hosts)]
        if standby:
            ends.callback(standby.remove)
        yield Site(services, primary, standby)


def stream_of(table: Table, nth: int) -> tuple[str, str]:
    """The path and the token of a stream, from now on."""
    return f"/v1/games/{table.id}/events?after={table.version}", table.tokens[nth % len(table.tokens)]


def live_through(busy: BusySite, rate: float, seconds: float) -> None:
    """Simulate a day, and print the figures of each part of it."""
    site, crowd, players, heard, received = busy
    before = site.size()
    for stage in DAY:
        watched = site.processes()
        cpu = {name: used(each) for name, each in watched.items()}
        clients = time.process_time()
        told, sent, began = heard[0], received.value, time.perf_counter()
        if stage.event:
            happening = Timer(INTO_STAGE * seconds, site.happen, (stage.event,))
            happening.start()
        times = crowd.run(players.asks(), stage.part * rate, seconds)
        took = time.perf_counter() - began
        if stage.event:
            happening.join()
            shares = "–"
        else:
            shares = ", ".join(f"{name} {(used(each) - cpu[name]) / took:.2f}" for name, each in watched.items())
            shares += f", clients {(time.process_time() - clients) / took:.2f}"
        print(f"{rate:6.0f}  {stage.name:28}{describe(times, stage)}  {shares}", flush=True)
        print(f"{'':36}{(heard[0] - told) / took:.0f} events and {(received.value - sent) / took:.0f} notices a second")
    sizes = ", ".join(f"{name} {memory(each) / 2**20:.0f}" for name, each in site.processes().items())
    print(f"{'':8}memory: {sizes}; disk: {(site.size() - before) / 2**20:+.0f} MB; {heard[1]} streams reopened; ")
    print(f"{'':8}{site.undelivered()} notices wait")


def figures() -> Iterator[Comparison]:
    """Yield the rate that evenings bear, and how long requests take at half of what is wanted."""
    evenings = cache(measure_evenings)
    held = partial(max_held, evenings)
    yield Comparison("day_requests_a_second", "requests/s", held, None, "≥ 1000")
    for kind, bound in BOUNDS.items():
        at_half = partial(lambda kind: evenings()[EVENINGS[0]].quantile(kind, 0.99), kind)
        yield Comparison(f"day_{kind}_p99_at_{EVENINGS[0]:.0f}", "ms", at_half, None, f"≤ {bound}")


def max_held(evenings: Callable[[], Mapping[float, Times]]) -> float:
    """The highest of the rates at which, and below which, all bounds are kept."""
    held = takewhile(lambda each: holds(each[1]), evenings().items())
    return max((rate for rate, _ in held), default=0.0)


def measure_evenings() -> Mapping[float, Times]:
    """Evenings at several rates."""
    allow_many_files(4 * STREAMS)
    with busy_site(GAMES, STREAMS, with_standby=False, hosts=1) as busy:
        return {rate: busy.crowd.run(busy.players.asks(), rate, SECONDS) for rate in EVENINGS}


def holds(times: Times) -> bool:
    """Whether all bounds are kept."""
    return all(times.quantile(kind, 0.99) < bound for kind, bound in BOUNDS.items())


def describe(times: Times, stage: Stage) -> str:
    """Return the latencies that clients saw, and whether the bounds are kept."""
    kinds = "  ".join(f"{kind} {times.quantile(kind, 0.5):.0f}/{times.quantile(kind, 0.99):.0f}" for kind in SHARES)
    wrong = f", {dict(times.wrong)}" if times.wrong else ""
    return f"{kinds}  {'holds' if holds(times) else 'slow'}  {times.repeated} repeated{wrong}"


if __name__ == "__main__":
    main()
