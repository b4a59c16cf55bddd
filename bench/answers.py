"""Load on two workers, beside the least that can answer: actions, reads, lines, streams; and bytes."""

import subprocess
import uuid
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import psycopg

from bench import games, streams
from bench.load import Load, load, request
from bench.results import Comparison, Measure
from bench.services import Service, longest
from cartulary_service.store.postgresql import binaries

CLIENTS: Final = 16
GAMES: Final = 192
STREAMS: Final = 2_000
EVENTS: Final = 40
"""Number of events sent to all streams."""
LINE: Final = '{"public":%s,"private":%s,"hash":"' + 43 * "x" + '"}'
LINES: Final = "Accept: application/x-ndjson\r\n"


def acting(running: Service, seconds: float) -> Iterator[Comparison]:
    """The action path."""
    yield Comparison(
        "action_over_bare_append",
        "actions/s",
        lambda: actions(running, seconds).per_second,
        lambda: bare_appends(running, seconds).per_second,
        "≥ 0.53",
    )
    yield Comparison(
        "action_over_pgbench_append",
        "actions/s",
        lambda: actions(running, seconds).per_second,
        lambda: statements(running, seconds),
        "bare: 0.34 to 0.37",
    )
    yield Comparison(
        "action_p99_over_bare_append",
        "ms",
        lambda: actions(running, seconds).quantile(0.99),
        lambda: bare_appends(running, seconds).quantile(0.99),
        "≤ 2",
    )


def listening(running: Service) -> Iterator[Comparison]:
    """Live streams, by themselves and beside clients that act, or append."""
    for suffix, beside in (("", 0), ("_beside_appends", 8)):
        ours, bare = partial(measure_stream, running, beside), partial(bare_heard, running, beside)
        yield Comparison(f"stream_p99{suffix}_over_bare", "ms", ours, bare, "≤ 1")


def reading(running: Service, seconds: float) -> Iterator[Comparison]:
    """Reads of a game, of its events, of the catalogue."""
    game, mine = f"/v1/games/{running.finished}", f"Authorization: Bearer {running.players[0]}\r\n"
    for name, path, headers, aim in (
        ("seat_view_over_hello", game, mine, "≥ 0.6"),
        ("spectator_view_over_hello", game, "", "≥ 0.6"),
        ("catalogue_over_hello", "/v1/catalogue", "", ""),
    ):
        ours, hello = same(running.ours, path, seconds, headers), same(running.bare, "/hello", seconds)
        yield Comparison(name, "requests/s", ours, hello, aim)
    long, events = longest(running.database)
    ours = same(running.ours_alone, f"/v1/games/{long}/events", seconds, LINES)
    bare = same(running.bare_alone, f"/games/{long}/events", seconds)
    yield Comparison("ndjson_over_bare", "events/s", lambda: events * ours(), lambda: events * bare(), "ours ≥ 200,000")


def weighing(running: Service) -> Iterator[Comparison]:
    """Bytes that are stored for an event."""
    for suffix, size, aim in (("", "pg_table_size", "≤ 1.5"), ("_with_indexes", "pg_total_relation_size", "")):
        ours, plain = partial(event_bytes, running, size), partial(json_bytes, running)
        yield Comparison(f"event_bytes{suffix}_over_plain_json", "bytes", ours, plain, aim)


def actions(running: Service, seconds: float) -> Load:
    """Sixteen clients play games by plan."""
    share = max(2, round(GAMES / CLIENTS * seconds / 5))
    mine = [[next(running.open_games) for _ in range(share)] for _ in range(CLIENTS)]
    return load(running.ours, [games.send(running.ours, running.players, each) for each in mine], seconds, 201)


def bare_appends(running: Service, seconds: float) -> Load:
    """Sixteen clients append to streams of their own."""
    return load(running.bare, [append_all(running) for _ in range(CLIENTS)], seconds, 201)


def append_all(running: Service) -> Iterator[bytes]:
    """Appends to a stream of the bare one."""
    stream, body = uuid.uuid4(), running.plans[0].actions[0][1]
    for position in count(1):
        yield request(running.bare, "POST", f"/games/{stream}/{position}", body)


def measure_stream(running: Service, beside: int) -> float:
    """Measure the time until all streams of a game have received an action, while other clients play."""
    seated = games.seat(running.ours)
    path, made = streams.path_of(*seated), streams.moves(*seated)
    others = streams.others(running.ours, streams.playing(running.ours, beside), 201)
    return streams.measure(running.ours, path, made, STREAMS, EVENTS, others)


def bare_heard(running: Service, beside: int) -> float:
    """Measure the time until all bare streams have received an append, while other clients append."""
    stream = str(uuid.uuid4())
    path, made = f"/games/{stream}/stream", streams.bare_moves(running.bare, stream)
    others = streams.others(running.bare, [append_all(running) for _ in range(beside)], 201)
    return streams.measure(running.bare, path, made, STREAMS, EVENTS, others)


def statements(running: Service, seconds: float) -> float:
    """The same row appended by pgbench, without HTTP and without Python."""
    program = binaries() / "pgbench"
    script = Path(__file__).parent / "peers" / "append.sql"
    options = ["-n", "-M", "prepared", "-c", str(CLIENTS), "-j", "2", "-T", str(max(1, round(seconds)))]
    command = [str(program), *options, "-f", str(script), running.database]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(said.partition("tps = ")[2].split()[0])


def same(url: str, path: str, seconds: float, headers: str = "") -> Measure:
    """Sixteen clients ask for the same again and again: answers a second."""
    asked = request(url, "GET", path, headers=headers)
    return lambda: load(url, [iter(lambda: asked, b"") for _ in range(CLIENTS)], seconds, 200).per_second


def event_bytes(running: Service, size: str) -> float:
    """Bytes that PostgreSQL takes for an event, by one of its functions for the size of a table."""
    return measure_reads(running, f"select {size}('events')::float / count(*) from events")


def json_bytes(running: Service) -> float:
    """Bytes of an event as a line of JSON, with its private part and its hash."""
    private = "coalesce(private, 'null')"
    return measure_reads(running, f"select avg(octet_length(format('{LINE}', public, {private}))) from events")


def measure_reads(running: Service, query: str) -> float:
    """A number out of the database."""
    with psycopg.connect(running.database) as session:
        row = session.execute(query).fetchone()
    assert row is not None
    return float(row[0])
