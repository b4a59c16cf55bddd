"""Opens many idle event streams: memory for each, the workers' load at rest, time until all have heard an event."""

import multiprocessing
import os
import selectors
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import click
import psutil
import requests

from service.client import Player
from service.server import allow_many_files

CARTA = "carta-impera-victoria"
SECONDS_TO_START = 60
SECONDS_TO_HEAR = 30
SECONDS_AT_REST = 5


@click.command()
@click.option("--streams", default=2_000, show_default=True, help="Streams in all.")
@click.option("--games", default=1, show_default=True, help="Games that they are spread over.")
@click.option("--workers", default=2, show_default=True)
@click.option("--plies", default=30, show_default=True, help="Actions in the first game whose way is timed.")
@click.option("--beside", default=0, show_default=True, help="Clients that play other games meanwhile.")
def main(streams: int, games: int, workers: int, plies: int, beside: int) -> None:
    """Measure what event streams cost."""
    allow_many_files(2 * streams)
    with (
        TemporaryDirectory(prefix="cartulary-bench-") as folder,
        service(Path(folder), workers, RATE_LIMITS="no") as (url, processes),
    ):
        tables = [seated(url) for _ in range(games)]
        before = memory(processes)
        opened = [opened_stream(url, tables[number % games][0]) for number in range(streams)]
        ears = Ears(opened)
        ears.listen(until=streams)
        print(f"{streams} streams of {games} games on {workers} workers")
        print(f"memory   {(memory(processes) - before) / streams / 1024:.1f} KiB a stream")
        print(f"at rest  {load(processes):.1f} % of a core for each worker")
        game, players = tables[0]
        heard = -(-streams // games)
        with playing(url, beside):
            worked, listened = used(processes), time.process_time()
            times = [time for _ in range(plies) for time in told(ears, players, game, heard)]
            worked, listened = used(processes) - worked, time.process_time() - listened
        p50, p99 = (statistics.quantiles(times, n=100)[at] for at in (49, 98))
        print(
            f"latency  p50 {p50:.0f} ms, p99 {p99:.0f} ms, max {max(times):.0f} ms, {plies} events to {heard} streams"
        )
        each = 1e6 / len(times)
        print(f"time     {worked * each:.1f} µs of the workers and {listened * each:.1f} of the ears for each of these")


@contextmanager
def playing(url: str, clients: int) -> Iterator[None]:
    """Let so many clients play other games; at the end they say how many actions a second that made."""
    if not clients:
        yield
        return
    counts = [multiprocessing.Value("i", 0) for _ in range(clients)]
    processes = [multiprocessing.Process(target=play_on, args=(url, each), daemon=True) for each in counts]
    for each in processes:
        each.start()
    while not all(count.value for count in counts):
        time.sleep(0.1)
    before, began = sum(count.value for count in counts), time.monotonic()
    yield
    done = (sum(count.value for count in counts) - before) / (time.monotonic() - began)
    for each in processes:
        each.terminate()
    print(f"beside   {done:.0f} actions a second by {clients} clients")


def play_on(url: str, count: Any) -> None:
    """Play one game after another, and count the actions."""
    while True:
        game, players = seated(url)
        while (seen := players[0].look(game))["status"] == "playing":
            player = players[seen["to_act"][0]]
            player.act(game, player.actions(game)[-1])
            count.value += 1


@contextmanager
def service(folder: Path, workers: int, **more: str) -> Iterator[tuple[str, list[psutil.Process]]]:
    """A service over an embedded database, unless another is given, and its serving workers."""
    port = free_port()
    settings = {"DATA_DIR": str(folder), "PORT": str(port), "WORKERS": str(workers), "AUDIT_HOURS": "0"} | more
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "service.cli", "serve"]
    process = subprocess.Popen(command, env=os.environ | settings, stdout=subprocess.DEVNULL)
    try:
        wait_for(url)
        children = psutil.Process(process.pid).children()
        yield url, [each for each in children if "serve" in each.cmdline()]
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def wait_for(url: str, path: str = "/v1/catalogue") -> None:
    """Return once the service answers."""
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        with suppress(requests.ConnectionError, requests.Timeout):
            requests.get(url + path, timeout=5)
            return
        time.sleep(0.1)
    raise SystemExit("The service did not start.")


def seated(url: str) -> tuple[str, list[Player]]:
    """A game that has begun."""
    players = [Player(url, "Ann"), Player(url, "Ben")]
    game = players[0].create(game=CARTA, seats=2)
    for player in players:
        player.sit(game)
    return game, players


def opened_stream(url: str, game: str) -> socket.socket:
    """A spectator's stream of what follows."""
    where = urlsplit(url)
    version = requests.get(f"{url}/v1/games/{game}", timeout=30).json()["version"]
    stream = socket.create_connection((where.hostname, where.port))
    stream.sendall(
        f"GET /v1/games/{game}/events?after={version} HTTP/1.1\r\nHost: {where.netloc}\r\n"
        "Accept: text/event-stream\r\n\r\n".encode()
    )
    return stream


class Ears:
    """Hears many streams at once."""

    def __init__(self, streams: list[socket.socket]) -> None:
        self._selector = selectors.DefaultSelector()
        for stream in streams:
            self._selector.register(stream, selectors.EVENT_READ)

    def listen(self, until: int, word: bytes = b"") -> list[float]:
        """When each of so many streams said something with a word in it."""
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


def told(ears: Ears, players: list[Player], game: str, streams: int) -> list[float]:
    """Milliseconds from before an action was sent until each stream told its first event."""
    seen = players[0].look(game)
    player = players[seen["to_act"][0]]
    action = player.actions(game)[0]
    began = time.monotonic()
    acting = threading.Thread(target=player.act, args=(game, action))
    acting.start()
    moments = ears.listen(streams, f"id: {seen['version'] + 1}\n".encode())
    acting.join()
    return [(moment - began) * 1_000 for moment in moments]


def memory(processes: list[psutil.Process]) -> int:
    """Bytes that the processes have of their own."""
    return sum(each.memory_full_info().uss for each in processes)


def load(processes: list[psutil.Process]) -> float:
    """Per cent of a core that each process uses while nothing happens."""
    before = used(processes)
    time.sleep(SECONDS_AT_REST)
    return 100 * (used(processes) - before) / SECONDS_AT_REST / len(processes)


def used(processes: list[psutil.Process]) -> float:
    """Seconds of processor time that the processes have used."""
    return sum(sum(each.cpu_times()[:2]) for each in processes)


if __name__ == "__main__":
    main()
