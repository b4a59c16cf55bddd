"""Opens many idle event streams: memory for each, the workers' load at rest, time until all have heard an event."""

import multiprocessing
import selectors
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import count, islice
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import click
import psutil
import requests

from bench import games
from bench.load import load, request
from bench.players import Player
from bench.services import folder_of_run, memory, service, used
from cartulary_service.serving.server import allow_many_files

SECONDS_TO_HEAR: Final = 30
SECONDS_AT_REST: Final = 5
LONGEST: Final = 600
"""Seconds that clients beside play at most."""
PLAN: Final = games.plan(1)
GAMES_EACH: Final = 10


class Move(NamedTuple):
    """A request that makes an event, and the text by which a stream reports it."""

    make: Callable[[], object]
    word: bytes


@click.command()
@click.option("--streams", default=2_000, show_default=True, help="Streams in all.")
@click.option("--games", "tables", default=1, show_default=True, help="Games that they are spread over.")
@click.option("--workers", default=2, show_default=True)
@click.option("--plies", default=30, show_default=True, help="Actions in the first game whose way is timed.")
@click.option("--beside", default=0, show_default=True, help="Clients that play other games meanwhile.")
def main(streams: int, tables: int, workers: int, plies: int, beside: int) -> None:
    """Measure what event streams cost."""
    allow_many_files(2 * streams)
    with (
        folder_of_run() as folder,
        service(folder, workers, RATE_LIMITS="no", GAMES_PER_PLAYER="1000") as (url, processes),
    ):
        seated = [games.seat(url) for _ in range(tables)]
        before = memory(processes)
        ears = Ears([open_streams(url, path_of(*seated[number % tables])) for number in range(streams)])
        ears.listen(until=streams)
        print(f"{streams} streams of {tables} games on {workers} workers")
        print(f"memory   {(memory(processes) - before) / streams / 1024:.1f} KiB a stream")
        print(f"at rest  {load_at_rest(processes):.1f} % of a core for each worker")
        listening = -(-streams // tables)
        with others(url, playing(url, beside), 201) as rate:
            worked, listened = used(processes), time.process_time()
            times = wait_until_received(ears, islice(moves(*seated[0]), plies), listening)
            worked, listened = used(processes) - worked, time.process_time() - listened
        if beside:
            print(f"beside   {rate():.0f} actions a second by {beside} clients")
        p50, p99 = (statistics.quantiles(times, n=100)[at] for at in (49, 98))
        print(f"latency  p50 {p50:.0f} ms, p99 {p99:.0f} ms, max {max(times):.0f} ms, {plies} to {listening} streams")
        each = 1e6 / len(times)
        print(f"time     {worked * each:.1f} µs of the workers and {listened * each:.1f} of the ears for each of these")


def path_of(game: str, players: list[Player]) -> str:
    """Return the path of the game's event stream."""
    return f"/v1/games/{game}/events?after={players[0].look(game)['version']}"


def moves(game: str, players: list[Player]) -> Iterator[Move]:
    """The actions of a game, the first that the rules allow each time."""
    while True:
        seen = players[0].look(game)
        player = players[seen["to_act"][0]]
        yield Move(partial(player.act, game, player.actions(game)[0]), f"id: {seen['version'] + 1}\n".encode())


def bare_moves(url: str, stream: str) -> Iterator[Move]:
    """Appends to a stream of the bare one."""
    with requests.Session() as http:
        for position in count(1):
            yield Move(partial(http.post, f"{url}/games/{stream}/{position}", json={}), f"id: {position}\n".encode())


def playing(url: str, clients: int) -> list[Iterator[bytes]]:
    """Return the requests of clients that play other games."""
    players = [Player(url, name) for name in ("Ann", "Ben")]
    tables = [[(games.open_game(players, PLAN), PLAN) for _ in range(GAMES_EACH)] for _ in range(clients)]
    return [games.send(url, [each.token for each in players], mine) for mine in tables]


@contextmanager
def others(url: str, sent: Sequence[Iterator[bytes]], status: int) -> Iterator[Callable[[], float]]:
    """Start a process whose clients send requests; yield the function that returns their rate."""
    forked = multiprocessing.get_context("fork")
    over, said = forked.Event(), forked.SimpleQueue()

    def until_over(requests: Iterator[bytes]) -> Iterator[bytes]:
        while not over.is_set() and (asked := next(requests, None)):
            yield asked

    def send() -> None:
        said.put(load(url, [until_over(each) for each in sent], LONGEST, status).per_second)
        if not over.is_set():
            raise SystemExit("There were not enough games to be played beside.")

    process = forked.Process(target=send, daemon=True)
    if sent:
        process.start()
    try:
        yield said.get
    finally:
        over.set()
        if sent:
            process.join()
    if sent and process.exitcode:
        raise SystemExit("The clients beside have failed.")


def measure(
    url: str, path: str, made: Iterator[Move], streams: int, events: int, meanwhile: AbstractContextManager[Any]
) -> float:
    """Milliseconds (p99) until so many streams have told each of so many events, and what goes on once all listen."""
    listening = [open_streams(url, path) for _ in range(streams)]
    ears = Ears(listening)
    ears.listen(until=streams)
    with meanwhile:
        times = wait_until_received(ears, islice(made, events), streams)
    for each in listening:
        each.close()
    return statistics.quantiles(times, n=100)[98]


def open_streams(url: str, path: str) -> socket.socket:
    """A stream of events."""
    where = urlsplit(url)
    stream = socket.create_connection((where.hostname, where.port))
    stream.sendall(request(url, "GET", path, headers="Accept: text/event-stream\r\n"))
    return stream


class Ears:
    """Hears many streams at once."""

    def __init__(self, streams: list[socket.socket]) -> None:
        self._selector = selectors.DefaultSelector()
        for stream in streams:
            self._selector.register(stream, selectors.EVENT_READ)

    def listen(self, until: int, word: bytes = b"") -> list[float]:
        """Return the time at which each stream received a text."""
        heard: dict[object, float] = {}
        deadline = time.monotonic() + SECONDS_TO_HEAR
        while len(heard) < until and time.monotonic() < deadline:
            for key, _ in self._selector.select(1):
                assert isinstance(key.fileobj, socket.socket)
                said, now = key.fileobj.recv(65_536), time.monotonic()
                if word in said:
                    heard.setdefault(key.fileobj, now)
        if len(heard) < until:
            raise SystemExit(f"Only {len(heard)} of {until} streams were heard.")
        return [*heard.values()]


def wait_until_received(ears: Ears, made: Iterator[Move], streams: int) -> list[float]:
    """Milliseconds from before something was made until each stream told of it."""
    times: list[float] = []
    for make, word in made:
        began = time.monotonic()
        making = threading.Thread(target=make)
        making.start()
        times += [(moment - began) * 1_000 for moment in ears.listen(streams, word)]
        making.join()
    return times


def load_at_rest(processes: list[psutil.Process]) -> float:
    """Per cent of a core that each process uses while nothing happens."""
    before = used(processes)
    time.sleep(SECONDS_AT_REST)
    return 100 * (used(processes) - before) / SECONDS_AT_REST / len(processes)


if __name__ == "__main__":
    main()
