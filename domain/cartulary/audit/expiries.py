"""Times that ran out and time that was given: nobody but the operator saw that, and a bot may have played on."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from cartulary.audit.authority import Tally
from cartulary.match.events.clock import TimeExpired, TimeRestored
from cartulary.match.events.seating import OpeningsExpired
from cartulary.match.events.signing import ActionSigned, OrderSigned
from cartulary.match.game import Game
from cartulary.record.bundle import Bundle, Unchecked
from cartulary.record.decode import data_of, decode_all


def list_expired(game: Game[Any], bundle: Bundle) -> list[Mapping[str, int]]:
    """Return whose time ran out at which event, and how many plies a bot made for the seat from then on."""
    tally, expired = Tally(game), list[dict[str, int]]()
    for _, group in groupby(bundle.rows, key=lambda row: row.ply):
        rows = list(group)
        events = decode_all(game.event_types, rows)
        seat = tally.actor_of(events)
        latest = next((each for each in reversed(expired) if each["seat"] == seat), None)
        if latest is not None and seat is not None:
            signed = next((each for each in events if isinstance(each, ActionSigned | OrderSigned)), None)
            latest["bot"] += tally.attribute(seat, events[0], signed) == "bot"
        for row, event in zip(rows, events, strict=True):
            late = event.seats if isinstance(event, OpeningsExpired) else ()
            late = (event.seat,) if isinstance(event, TimeExpired) else late
            expired += [{"seat": seat, "position": row.position, "bot": 0} for seat in late]
            tally.follow(event)
    return [*expired]


def list_restored(bundle: Bundle) -> list[Mapping[str, Any]]:
    """Return at which event the service let the deadlines of which seats come so many seconds later."""
    told = [(row.position, data_of(row)) for row in bundle.rows if row.type == TimeRestored.NAME]
    return [{"seats": data["seats"], "position": position, "seconds": data["seconds"]} for position, data in told]


def check_times(expired: Sequence[Mapping[str, int]], restored: Sequence[Mapping[str, Any]]) -> str:
    """Say of each time that ran out or was given that it is not checked. Raises Unchecked."""
    parts = []
    if expired:
        times = ", ".join(f"of seat {each['seat']} at event {each['position']}" for each in expired)
        bots = sum(each["bot"] for each in expired)
        made = "does the ply that a bot" if bots == 1 else f"do the {bots} plies that bots"
        played = f", and so {made} made after it" if bots else ""
        parts.append(
            f"that time ran out ({times}) rests on the operator's word{played}: "
            "the log covers the times of creation, seating and end alone"
        )
    if restored:
        times = ", ".join(f"{each['seconds']} s at event {each['position']}" for each in restored)
        parts.append(f"why deadlines were moved ({times}) rests on the operator's word")
    raise Unchecked("; ".join(parts))
