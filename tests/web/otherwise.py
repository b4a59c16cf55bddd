"""Bundles in which seats open, or the operator takes back, otherwise than the record has it; all signed anew."""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

from cartulary.kernel.messages import Event
from cartulary.kernel.randomness import Chance
from cartulary.match.decision import Decision
from cartulary.match.events.seating import EntropyOpened
from cartulary.record.event import RecordedEvent
from tests.domain.table import AT, UNTIL, Table, decision_of
from tests.web.verifiers import (
    COMMITTING,
    Case,
    bundle_of,
    cleared,
    ends_of_plies,
    forked,
    gathered,
    parts,
    play_on,
    played,
    resigned,
    seated,
    starting,
    take_back,
    undone,
    voided,
)

Events = list[tuple[dict[str, Any], Any]]
Change = Callable[[Events], Events | None]
"""Changes events where they are, or gives others."""
STRANGER = urlsafe_b64encode(b"stranger".ljust(32)).rstrip(b"=").decode()
EARLY = "2026-01-01T23:59:59.999Z"
LATER = "2026-01-03T00:00:00.000Z"


def rewritten(table: Table, change: Change) -> Case:
    """The bundle of a table after a change, positions counted anew."""
    header, events = parts(bundle_of(table))
    events = change(events) or events
    for place, (public, _) in enumerate(events):
        public["position"] = place + 1
    return Case(resigned(events, header))


def place_of(events: Events, type: str) -> int:
    """Where an event of a type first stands."""
    return next(place for place, (public, _) in enumerate(events) if public["type"] == type)


def told(type: str, **data: Any) -> Change:
    """The first event of a type says something else."""
    return lambda events: events[place_of(events, type)][0]["data"].update(data)


def of_seat(type: str, seat: int) -> Change:
    """The first event of a type is about another seat."""
    return lambda events: events[place_of(events, type)][0].update(seat=seat)


def from_then(type: str, at: str) -> Change:
    """From the first event of a type on, all happens at that time."""
    return lambda events: [
        ((public | {"at": at}) if place >= place_of(events, type) else public, hidden)
        for place, (public, hidden) in enumerate(events)
    ]


def without(type: str) -> Change:
    """The first event of a type is missing."""
    return lambda events: [each for place, each in enumerate(events) if place != place_of(events, type)]


def again(type: str, after: str) -> Change:
    """The first event of a type stands once more after the first of another, in its ply."""

    def change(events: Events) -> Events:
        place = place_of(events, after) + 1
        public, hidden = deepcopy(events[place_of(events, type)])
        ply = {"ply": events[place - 1][0]["ply"], "at": events[place - 1][0]["at"]}
        return [*events[:place], (public | ply, hidden), *events[place:]]

    return change


def exchanged(type: str, other: str) -> Change:
    """The first events of two types change places; times and plies stay."""

    def change(events: Events) -> None:
        one, two = place_of(events, type), place_of(events, other)
        events[one], events[two] = events[two], events[one]
        for name in ("at", "ply"):
            first, second = events[one][0], events[two][0]
            first[name], second[name] = second[name], first[name]

    return change


def next_ply(type: str) -> Change:
    """The first event of a type, and all after it, come a ply later."""

    def change(events: Events) -> None:
        for public, _ in events[place_of(events, type) :]:
            public["ply"] += 1

    return change


def both(one: Change, other: Change) -> Change:
    """Both changes, one after the other."""

    def change(events: Events) -> None:
        one(events)
        other(events)

    return change


EITHER: dict[str, Change] = {
    "another opening than committed": told("EntropyOpened", entropy=STRANGER),
    "an opening of nothing": told("EntropyOpened", entropy=None),
    "a short opening": told("EntropyOpened", entropy="AAAA"),
    "an opening by another seat": of_seat("EntropyOpened", 2),
    "an opening at the deadline": from_then("EntropyOpened", UNTIL),
    "an opening after the deadline": from_then("EntropyOpened", LATER),
    "an opening before all are awaited": exchanged("OpeningsAwaited", "EntropyOpened"),
    "an opening twice": again("EntropyOpened", "EntropyOpened"),
    "no commitment": without("EntropyCommitted"),
    "a commitment twice": again("EntropyCommitted", "EntropyCommitted"),
    "a commitment of another seat": of_seat("EntropyCommitted", 1),
    "a commitment before its seat is taken": exchanged("SeatTaken", "EntropyCommitted"),
    "a commitment in another ply": next_ply("EntropyCommitted"),
    "entropy shown by who sits down": told("SeatTaken", entropy=STRANGER),
    "openings not awaited": without("OpeningsAwaited"),
    "openings awaited before all sit": exchanged("SeatTaken", "OpeningsAwaited"),
    "openings awaited twice": again("OpeningsAwaited", "OpeningsAwaited"),
    "openings awaited in another ply": next_ply("OpeningsAwaited"),
    "a deadline that was over": told("OpeningsAwaited", until=AT),
}
PLAYED: dict[str, Change] = {
    **EITHER,
    "another commitment": told("EntropyCommitted", commitment=STRANGER),
    "one who never opened": without("EntropyOpened"),
    "a start in another ply": next_ply("GameStarted"),
    "an opening after the start": again("EntropyOpened", "GameStarted"),
    "a seat taken after the start": again("SeatTaken", "GameStarted"),
    "openings awaited after the start": again("OpeningsAwaited", "GameStarted"),
    "the end of a void game": told("GameEnded", kind="void", winners=[], points=None, decided_by=[]),
    "commitments nobody asked for": lambda events: events[0][0]["data"]["options"].update(fairness="show"),
}
VOID: dict[str, Change] = {
    **EITHER,
    "an expiry before the deadline": from_then("OpeningsExpired", EARLY),
    "an expiry of a later deadline": told("OpeningsExpired", until=LATER),
    "an expiry of an earlier deadline": told("OpeningsExpired", until=AT),
    "nobody named": told("OpeningsExpired", seats=[]),
    "one too few named": told("OpeningsExpired", seats=[0]),
    "one too many named": told("OpeningsExpired", seats=[0, 1, 2]),
    "only who opened named": told("OpeningsExpired", seats=[1]),
    "a seat named twice": told("OpeningsExpired", seats=[0, 2, 2]),
    "no expiry": without("OpeningsExpired"),
    "an expiry twice": again("OpeningsExpired", "OpeningsExpired"),
    "an opening after the expiry": again("EntropyOpened", "OpeningsExpired"),
    "an end in another ply": next_ply("GameEnded"),
    "an end that is not void": told("GameEnded", kind="majority"),
}


class DealtOtherwise(Table):
    """A table at which the server deals from something else than what was opened, and makes all else fit."""

    def goes_on(self, decided: Decision | Sequence[Event]) -> list[RecordedEvent]:
        opened, *dealt = decision_of(self.match, decided).events
        if isinstance(opened, EntropyOpened) and dealt:
            dealt = self.game.begin(self.match.setup, Chance(self.seed, self.match.id, [b"", b"", b""])).events
        return super().goes_on([opened, *dealt])


def opened_otherwise(id: str) -> Iterator[tuple[Any, Case]]:
    """Seats that sit, commit or open otherwise, in a game that is played and in one that is void."""
    table = played(seated(id, 3, 1, options=COMMITTING), 12)
    yield from ((("played", name), rewritten(table, change)) for name, change in PLAYED.items())
    dealt = played(seated(id, 3, 1, kind=DealtOtherwise, options=COMMITTING), 12)
    yield ("played", "dealt from nothing"), Case(bundle_of(dealt))
    yield from ((("void", name), rewritten(voided(id), change)) for name, change in VOID.items())


def goes_on_from_what_was_taken_back(id: str, seed: int) -> Table:
    """A game that the operator takes back to its beginning, and that goes on as if he had not."""
    table, random = seated(id, 3, seed), Random(seed)
    for _ in range(30):
        play_on(table, random)
    left = table.match.state
    take_back(table, ends_of_plies(table)[0])
    table.match = replace(table.match, state=left)
    return played(table, 70, seed)


def corrected_otherwise(id: str) -> Iterator[tuple[Any, Case]]:
    """Corrections that go elsewhere, and games that do not go on from where they were taken back to."""
    table, random = seated(id, 3, 1), Random(1)
    for _ in range(30):
        play_on(table, random)
    ends, version = ends_of_plies(table), table.match.version
    take_back(table, ends[10])
    played(table, 60)
    for back_to in (0, version + 1, version + 2, version + 1000):
        yield ("forward", back_to - version), rewritten(table, told("GameCorrected", back_to=back_to))
    for back_to in (1, ends[0] - 1, *ends[:8:2], *ends[-3:], version):
        yield ("elsewhere", back_to), rewritten(table, told("GameCorrected", back_to=back_to))
    yield ("elsewhere", "in the ply after"), rewritten(table, in_the_next_ply)
    yield from ((("stubborn", seed), Case(bundle_of(goes_on_from_what_was_taken_back(id, seed)))) for seed in range(4))


def in_the_next_ply(events: Events) -> None:
    """The correction is no ply of its own."""
    for public, _ in events[place_of(events, "GameCorrected") + 1 :]:
        public["ply"] -= 1


LEFT: dict[str, Change] = {
    "a seat left on which nobody sat": of_seat("SeatLeft", 2),
    "a seat left twice": again("SeatLeft", "SeatLeft"),
    "a seat taken twice and never left": without("SeatLeft"),
    "a seat left in the ply of another event": lambda events: events[place_of(events, "SeatLeft")][0].update(ply=2),
    "a seat left after the start": again("SeatLeft", "GameStarted"),
}
EXPIRED: dict[str, Change] = {
    "a table that expired too early": from_then("TableExpired", AT),
    "a table that expired at another time": told("TableExpired", until=LATER),
    "a table that expired twice": again("TableExpired", "TableExpired"),
    "an end of a table in another ply": next_ply("GameEnded"),
    "no expiry of the table": without("TableExpired"),
}
CLEARED: dict[str, Change] = {
    "a seat cleared on which nobody sat": of_seat("SeatCleared", 2),
    "a seat cleared twice": again("SeatCleared", "SeatCleared"),
    "a seat taken twice and never cleared": without("SeatCleared"),
    "a seat cleared after the start": again("SeatCleared", "GameStarted"),
}
CLOSED: dict[str, Change] = {
    "a table closed twice": again("TableClosed", "TableClosed"),
    "an end of a closed table in another ply": next_ply("GameEnded"),
    "a void table that nobody closed": without("TableClosed"),
    "a table closed as a seat is cleared": lambda events: events[place_of(events, "TableClosed")][0].update(ply=4),
}
STARTED: dict[str, Change] = {
    "a start of another time": told("StartReached", until=UNTIL),
    "a start before its time": told("StartAwaited", until=UNTIL),
    "a start before the time that both name": both(
        told("StartAwaited", until=UNTIL), told("StartReached", until=UNTIL)
    ),
    "a start that was not awaited": without("StartAwaited"),
    "a start that was never reached": without("StartReached"),
    "a start reached twice": again("StartReached", "StartReached"),
    "a start awaited before all sit": exchanged("SeatTaken", "StartAwaited"),
    "a start awaited after the start": again("StartAwaited", "StartReached"),
    "a seat left while the start is awaited": lambda events: events[place_of(events, "StartReached")][0].update(
        type="SeatLeft", seat=1, data={}
    ),
}
UNDONE: dict[str, Change] = {
    "taken back to where the game had not begun": told("ActionsTakenBack", back_to=1),
    "taken back to what is to come": told("ActionsTakenBack", back_to=10_000),
    "taken back to nothing": told("ActionsTakenBack", back_to=0),
}


def once_more(type: str) -> Change:
    """The first event of a type stands once more before the last, as a ply of its own."""

    def change(events: Events) -> Events:
        public, hidden = deepcopy(events[place_of(events, type)])
        ply = {name: events[-1][0][name] for name in ("ply", "at")}
        events[-1][0]["ply"] += 1
        return [*events[:-1], (public | ply, hidden), events[-1]]

    return change


FORKED: dict[str, Change] = {
    "a fork that begins twice": once_more("ForkBegan"),
    "a seat shown another position later": once_more("SeatSaw"),
    "a fork that begins in another ply": next_ply("SeatSaw"),
}


def left_otherwise(id: str) -> Iterator[tuple[Any, Case]]:
    """Seats that are left otherwise, and tables that expire otherwise."""
    left = played(gathered(id, leaves=True), 12)
    yield from ((("left", name), rewritten(left, change)) for name, change in LEFT.items())
    expired = gathered(id, leaves=True, fills=False)
    yield from ((("expired", name), rewritten(expired, change)) for name, change in EXPIRED.items())
    yield from ((("cleared", name), rewritten(played(cleared(id), 12), change)) for name, change in CLEARED.items())
    yield from ((("closed", name), rewritten(cleared(id, fills=False), change)) for name, change in CLOSED.items())
    yield from ((("started", name), rewritten(starting(id), change)) for name, change in STARTED.items())
    fork = forked(id)
    yield from ((("forked", name), rewritten(fork, change)) for name, change in FORKED.items())


def undone_otherwise(id: str) -> Iterator[tuple[Any, Case]]:
    """Actions that are taken back to elsewhere, and a game that goes on as if they had not been."""
    table = undone(id)
    yield from ((("undone", name), rewritten(table, change)) for name, change in UNDONE.items())
    yield ("undone", "in the ply before"), rewritten(table, in_the_ply_before)


def in_the_ply_before(events: Events) -> None:
    """What takes back begins no ply."""
    for public, _ in events[place_of(events, "ActionsTakenBack") :]:
        public["ply"] -= 1
