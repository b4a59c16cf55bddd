"""Times that ran out: nobody but the operator saw when, and a bot may have played on."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from cartulary.audit.authority import Tally
from cartulary.match.events.clock import TimeExpired
from cartulary.match.events.seating import OpeningsExpired
from cartulary.match.game import Game
from cartulary.record.bundle import Bundle, Unchecked
from cartulary.record.decode import decode_all


def list_expired(game: Game[Any], bundle: Bundle) -> list[Mapping[str, int]]:
    """Return whose time ran out at which event, and how many plies a bot made for the seat from then on."""
    tally, expired = Tally(), list[dict[str, int]]()
    for _, group in groupby(bundle.rows, key=lambda row: row.ply):
        rows = list(group)
        events = decode_all(game.event_types, rows)
        latest = next((each for each in reversed(expired) if each["seat"] == rows[0].seat), None)
        if latest is not None and rows[0].seat is not None:
            latest["bot"] += tally.attribute(rows[0].seat, events[0], None) == "bot"
        for row, event in zip(rows, events, strict=True):
            late = event.seats if isinstance(event, OpeningsExpired) else ()
            late = (event.seat,) if isinstance(event, TimeExpired) else late
            expired += [{"seat": seat, "position": row.position, "bot": 0} for seat in late]
            tally.follow(event)
    return [*expired]


def check_expiries(game: Game[Any], bundle: Bundle) -> str:
    """Say of each time that ran out that it is not checked. Raises Unchecked."""
    expired = list_expired(game, bundle)
    times = ", ".join(f"of seat {each['seat']} at event {each['position']}" for each in expired)
    bots = sum(each["bot"] for each in expired)
    words = f"that time ran out ({times}) rests on the operator's word"
    if bots:
        words += f", and so do the {bots} plies that bots made after it"
    raise Unchecked(f"{words}: the log covers the times of creation, seating and end alone")
