"""Seats, players and result of a game as lists show them, read from its record without its rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from cartulary.kernel.seats import Seat
from cartulary.match.events.ending import VOID, GameEnded
from cartulary.match.events.fork import ForkBegan
from cartulary.match.events.seating import SeatCleared, SeatLeft, SeatTaken
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.record.decode import data_of
from cartulary.record.event import RecordedEvent

SITS_DOWN: Final = (SeatTaken.NAME, SubstituteSeated.NAME)
GETS_UP: Final = (SeatLeft.NAME, SeatCleared.NAME)
BEGINNINGS: Final = ("GameStarted", "PositionSet", ForkBegan.NAME)


def follow_seats(rows: Iterable[RecordedEvent]) -> Iterator[Mapping[Seat, str]]:
    """Yield the player of each taken seat, after each event; no event of a record that goes back changes them."""
    seated: dict[Seat, str] = {}
    for row in rows:
        if row.type in SITS_DOWN and row.seat is not None:
            seated = {**seated, row.seat: data_of(row)["player"]}
        elif row.type in GETS_UP:
            seated = {seat: player for seat, player in seated.items() if seat != row.seat}
        yield seated


def status_after(rows: Sequence[RecordedEvent]) -> str:
    """Return the status of a game after these events."""
    if rows[-1].type == GameEnded.NAME:
        return "abandoned" if data_of(rows[-1])["kind"] == VOID else "finished"
    return "playing" if any(row.type in BEGINNINGS for row in rows) else "open"


def result_after(row: RecordedEvent) -> Mapping[str, Any] | None:
    """Return how a game ended, if this event ended it, as lists have it but for the kind `time`."""
    if row.type != GameEnded.NAME:
        return None
    data = data_of(row)
    points = None if data["points"] is None else {str(each["seat"]): each["points"] for each in data["points"]}
    return {"kind": data["kind"], "winners": data["winners"], "points": points, "decided_by": data["decided_by"]}


def is_result(listed: Mapping[str, Any] | None, recorded: Mapping[str, Any] | None) -> bool:
    """Whether lists show a result as it is recorded; a resignation may be listed as one by the clock (`time`)."""
    if listed and recorded and (listed["kind"], recorded["kind"]) == ("time", "resignation"):
        listed = {**listed, "kind": "resignation"}
    return listed == recorded
