"""Clients that play games by chance, send everything until it is answered, and keep a ledger of what was."""

import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from uuid import uuid4

from tests.faults.ledger import Told, told
from tests.faults.wire import Answer, Caller, Unanswered

GAMES: Final = ("carta-impera-victoria", "civilization-the-card-game")
SECONDS_BEFORE_AGAIN: Final = 0.02
SECONDS_TO_DESPAIR: Final = 180


class Astray(Exception):
    """An answer that cannot come as long as nothing is lost."""


class Despair(Exception):
    """There was no answer for minutes."""


class Table(NamedTuple):
    """A game, and its players in the order of their seats."""

    game: str
    callers: Sequence[Caller]


class Gambler(threading.Thread):
    """Plays one game after the other, all seats by itself."""

    def __init__(self, port: int, number: int, keyed: bool = True) -> None:
        super().__init__(name=f"gambler {number}", daemon=True)
        self.told: list[Told] = []
        self.seats: dict[str, int] = {}
        self.unanswered = 0
        self.astray: list[str] = []
        self.faults: list[str] = []
        self._port = port
        self._chance = random.Random(number)
        self._number = number
        self._keyed = keyed
        self._stopping = threading.Event()

    def stop(self) -> None:
        """End as soon as nothing is unanswered."""
        self._stopping.set()

    def run(self) -> None:
        """Play until told to stop."""
        while not self._stopping.is_set():
            try:
                self._play(self._opened(GAMES[self._number % len(GAMES)]))
            except Astray as error:
                self.astray.append(str(error))
            except Despair as error:
                self.faults.append(f"no answer for {SECONDS_TO_DESPAIR} s: {error}")
                return
            self._number += 1

    def _play(self, table: Table) -> None:
        game = self._wanted(table.callers[0], 200, "GET", f"/games/{table.game}")
        while game["status"] == "playing" and not self._stopping.is_set():
            game = self._step(table, game)

    def _step(self, table: Table, game: dict[str, Any]) -> dict[str, Any]:
        """One action, until it is answered; the game after it."""
        caller = table.callers[self._chance.choice(game["to_act"])]
        path = f"/games/{table.game}/actions"
        legal = self._wanted(caller, 200, "GET", f"{path}?expand=true")["actions"]
        if not legal:
            raise Astray("nothing to do for who is to act")
        action, key = self._chance.choice(legal), {"Idempotency_Key": str(uuid4())} if self._keyed else {}
        began = time.monotonic()
        answer = self._answered(caller, "POST", path, action, key)
        if answer.status != 201:
            self.astray.append(f"{answer.status} {answer.body[:200]!r}")
            return dict(self._wanted(caller, 200, "GET", f"/games/{table.game}"))
        said = answer.json()
        self.told.append(told(table.game, said, began, time.monotonic()))
        return dict(said["game"])

    def _opened(self, game: str) -> Table:
        callers = [Caller(self._port, self._registered()) for _ in range(2)]
        wish = {"game": game, "seats": len(callers)}
        id = str(self._wanted(callers[0], 201, "POST", "/games", wish)["id"])
        for seat, caller in enumerate(callers):
            self._sit(caller, id, seat)
        self.seats[id] = len(callers)
        return Table(id, callers)

    def _sit(self, caller: Caller, game: str, seat: int) -> None:
        answer = self._answered(caller, "POST", f"/games/{game}/seats", {"seat": seat}, {})
        if answer.status != 201 and self._wanted(caller, 200, "GET", f"/games/{game}")["you"] != seat:
            raise Astray(f"no seat: {answer.body[:200]!r}")

    def _registered(self) -> str:
        return str(self._wanted(Caller(self._port), 201, "POST", "/players", {"name": self.name})["token"])

    def _wanted(self, caller: Caller, status: int, method: str, path: str, body: Any = None) -> Any:
        answer = self._answered(caller, method, path, body, {})
        if answer.status != status:
            raise Astray(f"{method} {path}: {answer.status} {answer.body[:200]!r}")
        return answer.json()

    def _answered(self, caller: Caller, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        deadline = time.monotonic() + SECONDS_TO_DESPAIR
        while time.monotonic() < deadline:
            try:
                answer = caller.send(method, path, body, **headers)
            except Unanswered:
                self.unanswered += 1
            else:
                if answer.status < 500:
                    return answer
                self.faults.append(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
            time.sleep(SECONDS_BEFORE_AGAIN)
        raise Despair(f"{method} {path}")


class Crowd:
    """Gamblers who play at once."""

    def __init__(self, gamblers: Sequence[Gambler]) -> None:
        self.gamblers = gamblers

    def told(self) -> list[Told]:
        """All that was acknowledged until now."""
        return [each for gambler in self.gamblers for each in list(gambler.told)]

    def count(self) -> int:
        """How much was acknowledged until now."""
        return sum(len(each.told) for each in self.gamblers)

    def seats(self) -> dict[str, int]:
        """The numbers of seats of all their games."""
        return {game: number for each in self.gamblers for game, number in each.seats.items()}

    def unanswered(self) -> int:
        """How often there was no answer."""
        return sum(each.unanswered for each in self.gamblers)

    def astray(self) -> list[str]:
        """Answers that nobody expects as long as nothing is lost."""
        return [text for each in self.gamblers for text in each.astray]

    def faults(self) -> list[str]:
        """Answers that say that the fault is the service's."""
        return [text for each in self.gamblers for text in each.faults]

    def wait_for(self, more: int, seconds: float = 60) -> None:
        """Return when so much more was acknowledged. Raises Despair."""
        goal, deadline = self.count() + more, time.monotonic() + seconds
        while self.count() < goal:
            if time.monotonic() > deadline:
                raise Despair(f"no acknowledgement in {seconds} s")
            time.sleep(0.005)

    def stop(self) -> None:
        """Let all end as soon as nothing is unanswered."""
        for each in self.gamblers:
            each.stop()
        for each in self.gamblers:
            each.join(SECONDS_TO_DESPAIR + 20)
            if each.is_alive():
                raise Despair(each.name)


@contextmanager
def crowd(port: int, clients: int, keyed: bool = True) -> Iterator[Crowd]:
    """So many gamblers, who play until the end of the block."""
    gamblers = Crowd([Gambler(port, number, keyed) for number in range(clients)])
    for each in gamblers.gamblers:
        each.start()
    try:
        yield gamblers
    finally:
        gamblers.stop()
