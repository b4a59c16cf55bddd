"""Slow clients, and many, do not stop others: what an ordinary one sees of them, with the front and without."""

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import quantiles
from typing import Any, Final, NamedTuple
from uuid import uuid4

from tests.faults.clusters import cluster, eventually
from tests.faults.front import NoFront, front, program
from tests.faults.gamblers import GAMES
from tests.faults.places import folder
from tests.faults.report import Report, note
from tests.faults.rude import ADDRESSES
from tests.faults.served import pause, served
from tests.faults.wire import Answer, Caller, Unanswered

SETTINGS: Final = {"WORKERS": "2", "RATE_LIMITS": "yes", "MAX_STREAMS": "1000"}
"""As it is run, but for the streams: a worker holds 1,000 and 5,000 other connections, so that two can be filled up."""
ATTACKS: Final[Mapping[str, int]] = {
    "slow heads": 12_500,
    "slow bodies": 12_500,
    "idle connections": 12_500,
    "storm": 2,
    "half-closed streams": 2_500,
    "streams nobody reads": 2_500,
    "slow readers": 800,
}
"""How many connections are held; of the storm, how many processes make it."""
SECONDS_TO_GROW: Final = 20
SECONDS_TO_SETTLE: Final = 3
SECONDS_TO_RECOVER: Final = 60
PATIENCE: Final = 5.0
SECONDS_BETWEEN: Final = 0.02
ACTS_EACH: Final = 5
LISTENS_EACH: Final = 10
TIMES_ALONE: Final = 10
LEAST_BOUND: Final = 0.5
"""Attackers take their share of the same two cores: no bound below this many seconds says anything."""


class Seen(NamedTuple):
    """What an ordinary client has seen: seconds of its reads, and how many of what it did failed."""

    reads: Sequence[float]
    did: Counter[str]
    failed: Counter[str]

    @property
    def p50(self) -> float:
        return quantiles(self.reads, n=100)[49]

    @property
    def p99(self) -> float:
        return quantiles(self.reads, n=100)[98]


class Ordinary:
    """Two seats of a game; reads it, acts and listens, each time by a new connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._chance = random.Random(port)
        self._tokens = [self._made(None, "/players", {"name": "Ordinary"})["token"] for _ in range(2)]
        self._open()

    def others(self, number: int) -> list[str]:
        """Tokens of players who have nothing to do with it."""
        return [self._made(None, "/players", {"name": "Rude"})["token"] for _ in range(number)]

    def _open(self) -> None:
        self._game = self._made(self._tokens[0], "/games", {"game": GAMES[0], "seats": 2})["id"]
        for seat, token in enumerate(self._tokens):
            self._made(token, f"/games/{self._game}/seats", {"seat": seat})

    @property
    def path(self) -> str:
        """Where the game is."""
        return f"/games/{self._game}"

    def _made(self, token: str | None, path: str, body: Any) -> Any:
        answer = self._sent(token, "POST", path, body)
        if answer.status != 201:
            raise Unanswered(f"{path}: {answer.status}")
        return answer.json()

    def _sent(self, token: str | None, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        caller = Caller(self._port, token, PATIENCE)
        try:
            return caller.send(method, path, body, **headers)
        finally:
            caller.close()

    def looks_on(self, seconds: float) -> Seen:
        """Read for so long, and act and listen now and then."""
        seen, deadline, number = Seen([], Counter(), Counter()), time.monotonic() + seconds, 0
        reads: list[float] = []
        while time.monotonic() < deadline:
            number += 1
            began = time.monotonic()
            self._try(seen, "read", self.read)
            reads.append(time.monotonic() - began)
            if number % ACTS_EACH == 0:
                self._try(seen, "act", self._act)
            if number % LISTENS_EACH == 0:
                self._try(seen, "listen", self._listen)
            pause(SECONDS_BETWEEN)
        return seen._replace(reads=reads if len(reads) > 1 else reads * 2)

    def _try(self, seen: Seen, name: str, what: Any) -> None:
        seen.did[name] += 1
        try:
            what()
        except Unanswered as error:
            seen.failed[name] += 1
            seen.failed[f"{name}: {error}"] += 1

    def read(self) -> Any:
        """The game as it is. Raises Unanswered."""
        answer = self._sent(self._tokens[0], "GET", self.path)
        if answer.status != 200:
            raise Unanswered(str(answer.status))
        return answer.json()

    def _act(self) -> None:
        game = self.read()
        if game["status"] != "playing":
            self._open()
            return
        token = self._tokens[self._chance.choice(game["to_act"])]
        legal = self._sent(token, "GET", f"{self.path}/actions?expand=true").json()["actions"]
        action, key = self._chance.choice(legal), str(uuid4())
        answer = self._sent(token, "POST", f"{self.path}/actions", action, Idempotency_Key=key)
        if answer.status != 201:
            raise Unanswered(str(answer.status))

    def _listen(self) -> None:
        caller = Caller(self._port, self._tokens[0], PATIENCE)
        try:
            if not caller.stream(f"{self.path}/events").readline():
                raise Unanswered("a stream without a word")
        except OSError as error:
            raise Unanswered(type(error).__name__) from error
        finally:
            caller.close()


@contextmanager
def attacked(kind: str, number: int, port: int, more: Sequence[str], log: Path) -> Iterator[None]:
    """Let there be rude clients, as many as there can be after a while."""
    processes, each = (number, 0) if kind == "storm" else (1, number)
    command = [sys.executable, "-m", "tests.faults.rude", kind, str(port), str(each), *more]
    with log.open("w") as output:
        attackers = [subprocess.Popen(command, stdout=output, stderr=output) for _ in range(processes)]
    try:
        with suppress(TimeoutError):
            eventually(lambda: last_number(log) >= number, SECONDS_TO_GROW)
        pause(SECONDS_TO_SETTLE)
        yield
    finally:
        for attacker in attackers:
            attacker.kill()
            attacker.wait()


def last_number(log: Path) -> int:
    """What the rude clients said last."""
    words = log.read_text().split()
    if words and not words[-1].isdecimal():
        note(log.read_text()[-1_000:])
    return int(words[-1]) if words and words[-1].isdecimal() else 0


def run(seconds: int, with_front: bool, wanted: Sequence[str] = ()) -> Report:
    """An ordinary client alone, and under each attack."""
    title = "overload behind the front" if with_front else "overload without the front"
    report = Report(title, None if with_front else "failed or too slow")
    with ExitStack() as ends:
        try:
            program()
            place = ends.enter_context(folder())
            postgres = ends.enter_context(cluster(place / "postgres"))
            settings = {**SETTINGS, "TRUSTED_PROXIES": str(int(with_front))}
            service = ends.enter_context(served(place, postgres.url, **settings))
            port = ends.enter_context(front(place / "front", service.port)) if with_front else service.port
        except NoFront as error:
            report.add({"could not be made, since": str(error)})
            return report
        client = Ordinary(port)
        tokens = client.others(ADDRESSES)
        client.looks_on(3)
        rows = {"alone": client.looks_on(seconds)}
        bound = max(TIMES_ALONE * rows["alone"].p99, LEAST_BOUND)
        print(HEAD, told("alone", rows["alone"], 0), sep="\n", flush=True)
        for kind in wanted or ATTACKS:
            log = place / "rude.log"
            with attacked(kind, ATTACKS[kind], port, (f"/v1{client.path}", *tokens), log):
                rows[kind] = client.looks_on(seconds)
            print(told(kind, rows[kind], last_number(log)), flush=True)
            recover(client)
    report.add(summed(rows, bound))
    return report


COLUMNS: Final = ("held", "reads", "failed", "p50 ms", "p99 ms", "acts", "failed", "listens", "failed")
HEAD: Final = " " * 22 + "".join(f"{name:>8}" for name in COLUMNS)


def told(kind: str, seen: Seen, held: int) -> str:
    """A line of the table."""
    why = ", ".join(f"{name} ×{number}" for name, number in seen.failed.items() if ": " in name)
    times = f"{seen.p50 * 1_000:8.1f}{seen.p99 * 1_000:8.1f}"
    done = {name: f"{seen.did[name]:8,}{seen.failed[name]:8,}" for name in ("read", "act", "listen")}
    return f"{kind:22}{held:8,}{done['read']}{times}{done['act']}{done['listen']}  {why}"


def summed(rows: Mapping[str, Seen], bound: float) -> dict[str, float | int | str]:
    """What is reported of all the attacks together."""
    failed = sum(seen.failed[name] for seen in rows.values() for name in ("read", "act", "listen"))
    slow = [kind for kind, seen in rows.items() if seen.p99 > bound]
    return {
        "done": sum(seen.did.total() for seen in rows.values()),
        "failed or too slow": failed + len(slow),
        "failed": failed,
        "p99 beyond the bound": ", ".join(slow) or 0,
        "bound in ms": round(bound * 1_000),
    }


def recover(client: Ordinary) -> None:
    """Wait until the ordinary client is answered again, and whoever was rude is forgotten."""

    def answered() -> bool:
        with suppress(Unanswered):
            client.read()
            return True
        return False

    eventually(answered, SECONDS_TO_RECOVER)
    pause(2)
