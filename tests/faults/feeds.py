"""Streams that are cut and taken up again have every event once, in order."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg

from tests.faults.clusters import Cluster, cluster
from tests.faults.gamblers import Crowd, crowd
from tests.faults.kills import Killer
from tests.faults.partitions import split, title
from tests.faults.places import folder
from tests.faults.report import Report
from tests.faults.served import pause, served
from tests.faults.wire import Caller, Unanswered

START: Final = "0-00000000-0000-0000-0000-000000000000-0"
MOST_AT_ONCE: Final = 60
SECONDS_TO_CATCH_UP: Final = 60
OF_ALL: Final = """
    select e.xid::text || '-' || e.game_id || '-' || e.position, e.public from events e
    order by e.xid, e.game_id, e.position
"""
OF_ONE: Final = "select e.position::text, e.public from events e where e.game_id = %s order by e.position"

Event = tuple[str, bytes]


class Follower(threading.Thread):
    """Follows a stream from its beginning, hangs up now and then, and goes on after the last event that arrived."""

    def __init__(self, port: int, path: str, start: str, number: int) -> None:
        super().__init__(daemon=True)
        self.path = path
        self.events: list[Event] = []
        self.cuts = 0
        self.stopping = threading.Event()
        self._port = port
        self._last = start
        self._chance = random.Random(number)

    def run(self) -> None:
        """Follow until told to stop."""
        while not self.stopping.is_set():
            caller = Caller(self._port)
            with suppress(Unanswered, OSError, ValueError):
                self._follow(caller, self._chance.randrange(1, MOST_AT_ONCE))
            self.cuts += 1
            caller.close()
            pause(self._chance.random() * 0.05)

    def _follow(self, caller: Caller, most: int) -> None:
        response = caller.stream(self.path, Last_Event_ID=self._last)
        # What was read of an event that is not whole is forgotten, as any client forgets it.
        fields: dict[bytes, bytes] = {}
        while most and not self.stopping.is_set() and (line := response.readline()):
            if line != b"\n":
                name, _, value = line.rstrip(b"\n").partition(b": ")
                fields[name] = value
            elif b"data" in fields:
                most -= 1
                self._take(fields)
                fields = {}
        response.close()

    def _take(self, fields: dict[bytes, bytes]) -> None:
        self._last = fields[b"id"].decode()
        self.events.append((self._last, fields[b"data"]))


def judged(heard: Sequence[Event], expected: Sequence[Event]) -> Counter[str]:
    """What a follower missed, heard twice, heard otherwise, and heard in another order."""
    ids, wanted = [id for id, _ in heard], dict(expected)
    missing = wanted.keys() - {*ids}
    changed = sum(wanted.get(id, b"\0") not in data for id, data in heard)
    in_order = [id for id, _ in expected if id not in missing]
    doubled = len(ids) - len({*ids})
    return Counter(
        {
            "heard": len(ids),
            "skipped": len(missing),
            "repeated": doubled,
            "astray": changed,
            "out of order": int(doubled == 0 and ids != in_order),
        }
    )


def stored(postgres: Cluster, query: str, *values: str) -> list[Event]:
    """Places and public parts of events in the order in which they are to be heard."""
    with postgres.connect() as session:
        rows: list[Any] = session.execute(query.encode(), values or None).fetchall()
    return [(str(place), str(public).encode()) for place, public in rows]


def run(seconds: int, clients: int, followers: int, partitions: int = 0) -> Report:
    """Play and follow; kill workers and backends meanwhile."""
    report, chance = Report(title("feeds", partitions)), random.Random(seconds)
    with folder() as place, cluster(place / "postgres") as postgres:
        with served(place, postgres.url, HEARTBEAT_SECONDS="2") as service:
            split(postgres.url, partitions)
            killer = Killer(postgres, service, chance)
            with crowd(service.port, clients) as players:
                following = followed(service.port, players, followers)
                deadline = time.monotonic() + seconds
                while time.monotonic() < deadline:
                    pause(1)
                    killer.kill(chance.choice(("worker", "worker", "worker", "backend")))
            counts = ended(postgres, following)
        report.add({"writers": clients, "followers": len(following), "kills": killer.kills.total(), **counts})
    return report


def followed(port: int, players: Crowd, followers: int) -> list[Follower]:
    """Followers of the feed, and of one game of each player."""
    players.wait_for(len(players.gamblers))
    following = [Follower(port, "/feed", START, number) for number in range(followers)]
    games = [next(iter(each.seats)) for each in players.gamblers if each.seats]
    following += [Follower(port, f"/games/{game}/events", "0", number) for number, game in enumerate(games)]
    for each in following:
        each.start()
    return following


def ended(postgres: Cluster, following: Sequence[Follower]) -> dict[str, int]:
    """Let all catch up; how they did."""
    counts: Counter[str] = Counter()
    deadline = time.monotonic() + SECONDS_TO_CATCH_UP
    for each in following:
        expected = expected_of(postgres, each)
        while len(each.events) < len(expected) and time.monotonic() < deadline:
            pause(0.05)
        each.stopping.set()
        counts.update(judged(each.events, expected))
        counts["cuts"] += each.cuts
    return dict(counts)


def expected_of(postgres: Cluster, follower: Follower) -> list[Event]:
    if follower.path == "/feed":
        return stored(postgres, OF_ALL)
    return stored(postgres, OF_ONE, follower.path.split("/")[2])


TABLE: Final = "create table told (id bigserial primary key, xid xid8 not null default pg_current_xact_id())"
BY_SEQUENCE: Final = "select id, '0' from told where id > %s and %s::text is not null order by id"
BY_TRANSACTION: Final = """
    select id, xid::text from told
    where (xid, id) > (%s::text::xid8, %s) and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by xid, id
"""


def run_control(seconds: int, writers: int) -> Report:
    """The same rows read by `id > last` on a sequence, and by transaction, while others write them."""
    report = Report("feed by id > last on a sequence", "skipped")
    with folder() as place, cluster(place / "postgres") as postgres:
        postgres.do(TABLE)
        over = threading.Event()
        threads = [threading.Thread(target=write, args=(postgres, over, number)) for number in range(writers)]
        naive, guarded = Poll(postgres, over, by_sequence), Poll(postgres, over, by_transaction)
        for each in (*threads, naive, guarded):
            each.start()
        pause(seconds)
        over.set()
        for each in (*threads, naive, guarded):
            each.join()
        rows = int(str(postgres.value("select count(*) from told")))
    missed = {"skipped": rows - len(naive.ids), "skipped by transaction": rows - len(guarded.ids)}
    report.add({"writers": writers, "rows": rows, **missed})
    return report


def write(postgres: Cluster, over: threading.Event, number: int) -> None:
    """Write rows, one a transaction, which lasts a little."""
    chance = random.Random(number)
    with psycopg.connect(postgres.url) as session:
        while not over.is_set():
            session.execute("insert into told default values")
            if chance.random() < 0.2:
                pause(chance.random() * 0.005)
            session.commit()


class Poll(threading.Thread):
    """Reads what is new, again and again, and once more when all is written."""

    def __init__(self, postgres: Cluster, over: threading.Event, later: "Callable[[Any, Any], list[Any]]") -> None:
        super().__init__()
        self.ids: set[int] = set()
        self._postgres = postgres
        self._over = over
        self._later = later

    def run(self) -> None:
        """Read until nobody writes any more."""
        last: Any = (0, "0")
        with self._postgres.connect() as session:
            while True:
                was_over = self._over.wait(0.005)
                if was_over:
                    pause(0.5)
                rows = self._later(session, last)
                self.ids.update(id for id, _ in rows)
                last = rows[-1] if rows else last
                if was_over:
                    return


def by_sequence(session: "psycopg.Connection[Any]", last: tuple[int, str]) -> list[Any]:
    return session.execute(BY_SEQUENCE, last).fetchall()


def by_transaction(session: "psycopg.Connection[Any]", last: tuple[int, str]) -> list[Any]:
    return session.execute(BY_TRANSACTION, (last[1], last[0])).fetchall()
