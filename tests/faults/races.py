"""Racers act on one version of a game at once; one of them wins."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import cycle, islice
from typing import Any, Final

from tests.faults.clusters import cluster
from tests.faults.partitions import split, title
from tests.faults.places import folder
from tests.faults.report import Report, note
from tests.faults.served import served
from tests.faults.wire import Caller, Unanswered

RACERS: Final = (2, 2, 2, 4, 2, 8, 2, 4, 16, 2, 4, 2, 8, 32, 2, 4, 2, 8, 64, 4)
"""How many race, round after round."""
MOST: Final = max(RACERS)
NO_KEY: Final = "alter table events drop constraint events_pkey; create index on events (game_id, position)"
GAME: Final = "civilization-the-card-game"
LOST: Final = (409, 412)
REFUSED: Final = re.compile(r'violates unique constraint "events_([0-9]+_)?pkey"')
"""What PostgreSQL's log says of those who lost only as they wrote."""


class Table:
    """A game of two, each of whom has many connections."""

    def __init__(self, port: int) -> None:
        tokens = [str(Caller(port).send("POST", "/players", {"name": "Racer"}).json()["token"]) for _ in range(2)]
        self.seats: Sequence[list[Caller]] = [[Caller(port, token) for _ in range(MOST)] for token in tokens]
        game = self.seats[0][0].send("POST", "/games", {"game": GAME, "seats": 2}).json()["id"]
        self.path = f"/games/{game}"
        for seat, callers in enumerate(self.seats):
            callers[0].send("POST", f"{self.path}/seats", {"seat": seat})

    def look(self) -> Any:
        """The game as seat 0 sees it."""
        return self.seats[0][0].send("GET", self.path).json()

    def race(self, seat: int, version: int, actions: Sequence[Any]) -> Iterator[int]:
        """Let a seat send all of these on one version, all before an answer is read; the statuses, 0 for none."""
        racers = self.seats[seat][: len(actions)]
        for racer, action in zip(racers, actions, strict=True):
            with suppress(Unanswered):
                racer.ask("POST", f"{self.path}/actions", action, If_Match=f'"{version}"')
        for racer in racers:
            try:
                yield racer.answer().status
            except Unanswered:
                yield 0

    def close(self) -> None:
        """Hang up."""
        for each in (*self.seats[0], *self.seats[1]):
            each.close()


class Races:
    """Round after round, at one table after the other."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self.counts: Counter[str] = Counter({"rounds": 0, "sent": 0, "none won": 0, "two won": 0, "astray": 0})
        self._port = port
        self._chance = chance

    def run(self, rounds: int) -> None:
        """So many rounds."""
        numbers = cycle(RACERS)
        while self.counts["rounds"] < rounds:
            with suppress(Unanswered):
                self._at_a_table(islice(numbers, rounds - self.counts["rounds"]))

    def _at_a_table(self, numbers: Iterator[int]) -> None:
        """Race until the game is over, or its record is torn: of one with two winners nothing is to be expected."""
        table, before = Table(self._port), self.counts["two won"]
        for number in numbers:
            game = table.look()
            if game.get("status") != "playing" or self.counts["two won"] > before:
                break
            self._round(table, game, number)
        table.close()

    def _round(self, table: Table, game: Any, number: int) -> None:
        seat = game["to_act"][0]
        legal = table.seats[seat][0].send("GET", f"{table.path}/actions?expand=true").json()["actions"]
        statuses = Counter(table.race(seat, game["version"], self._chance.choices(legal, k=number)))
        won = statuses.pop(201, 0)
        unanswered = statuses.pop(0, 0)
        # Who got no answer may have won.
        none_won = won + unanswered == 0
        self.counts.update({"rounds": 1, "sent": number, "none won": none_won, "two won": won > 1})
        self.counts["unanswered"] += unanswered
        self.counts["astray"] += sum(count for status, count in statuses.items() if status not in LOST)
        if won == 1 and table.look().get("ply") != game["ply"] + 1:
            self.counts["two won"] += 1
        if self.counts["rounds"] % 1_000 == 0:
            note(f"  {self.counts['rounds']:,} rounds")


def run(rounds: int, *, with_key: bool = True, partitions: int = 0) -> Report:
    """Race; in the control the table of events has no primary key."""
    report = Report(title("races", partitions)) if with_key else Report("races without a primary key", "two won")
    with folder() as place, cluster(place / "postgres") as postgres, served(place, postgres.url) as service:
        split(postgres.url, partitions)
        if not with_key:
            postgres.do(NO_KEY)
        races = Races(service.port, random.Random(rounds))
        races.run(rounds)
        report.add({**races.counts, "refused by the primary key": len(REFUSED.findall(postgres.log.read_text()))})
    return report
