"""Times that ran out and time that was given: nobody but the operator saw that, and a bot may have played on."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from cartulary.audit.authority import Tally
from cartulary.kernel.seats import Seat
from cartulary.match.events.clock import BotTookOver, TimeClaimed, TimeExpired, TimeRestored
from cartulary.match.events.seating import OpeningsExpired
from cartulary.match.events.signing import ActionSigned, OrderSigned
from cartulary.match.evolve import Timeline, begin
from cartulary.match.game import Game
from cartulary.record.bundle import Broken, Bundle, Unchecked
from cartulary.record.decode import data_of, decode_all
from cartulary.record.event import time_of


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


def tells_of_times(bundle: Bundle) -> bool:
    """Whether the time of a seat ran out or was given, or what comes of that is there."""
    told = {each.NAME for each in (TimeExpired, TimeClaimed, BotTookOver, TimeRestored)}
    return any(row.type in told for row in bundle.rows)


def require_deadlines(game: Game[Any], bundle: Bundle) -> None:
    """Check against the clocks that the record has whose time can have run out, and been given. Raises Broken."""
    timeline = Timeline(begin(game, bundle.header["id"]))
    for row, event in zip(bundle.rows, decode_all(game.event_types, bundle.rows), strict=True):
        clocks = timeline.newest.clocks
        running, late = (clocks.running, clocks.expired) if clocks else ({}, set[Seat]())
        match event:
            case TimeExpired(seat=seat, until=until):
                if seat not in running or running[seat].until != until or time_of(row) < until:
                    raise Broken(f"the time of seat {seat} had not run out", row.position)
            case TimeClaimed(expired=seat) | BotTookOver(seat=seat) if seat not in late:
                raise Broken(f"the time of seat {seat} had not run out", row.position)
            case TimeRestored(seats=seats, seconds=seconds) if seconds < 1 or not {*seats} or {*seats} - running.keys():
                raise Broken("it gives no time, or not to seats whose clocks run", row.position)
            case _:
                pass
        timeline.follow(row)


def check_times(
    game: Game[Any], bundle: Bundle, expired: Sequence[Mapping[str, int]], restored: Sequence[Mapping[str, Any]]
) -> str:
    """Say of each time that ran out or was given that it is not checked. Raises Unchecked; Broken where it did not."""
    require_deadlines(game, bundle)
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
