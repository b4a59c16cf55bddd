"""The clocks of a match while it is played: who is being waited for until when, pauses, vacation, and what then."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from domain.kernel.clock import LONGEST, Clock, deadline, running_seconds
from domain.kernel.lifecycle import (
    BotTookOver,
    ClockStarted,
    ClockStopped,
    GamePaused,
    GameResumed,
    PauseAgreed,
    SeatReturned,
    TimeClaimed,
    TimeExpired,
    TimeGiven,
    VacationTaken,
)
from domain.kernel.messages import Event
from domain.kernel.seats import Seat

CLOCK_EVENTS = (
    ClockStarted,
    ClockStopped,
    PauseAgreed,
    GamePaused,
    GameResumed,
    VacationTaken,
    TimeGiven,
    TimeExpired,
    TimeClaimed,
    BotTookOver,
    SeatReturned,
)


class Running(NamedTuple):
    """A clock that runs: `left` seconds from `since` make `until`, within the window."""

    since: str
    left: int
    until: str


@dataclass(slots=True)
class Timing:
    """What of the clocks changes."""

    clock: Clock
    left: list[int]
    """The seconds with which each seat's clock starts next, or started last."""
    vacation: list[int]
    """Days that each seat has left."""
    away_until: list[str | None]
    running: dict[Seat, Running] = field(default_factory=dict)
    paused: bool = False
    wants_pause: set[Seat] = field(default_factory=set)
    expired: set[Seat] = field(default_factory=set)
    """Seats whose time has run out and that may be claimed."""
    bots: set[Seat] = field(default_factory=set)
    """Seats for which a bot plays on."""


def begun(clock: Clock, seats: int) -> Timing:
    """The clocks before the first card."""
    return Timing(clock, [clock.seconds] * seats, [clock.vacation_days] * seats, [None] * seats)


def forked(timing: Timing) -> Timing:
    """A copy that can be changed."""
    return Timing(
        timing.clock,
        timing.left[:],
        timing.vacation[:],
        timing.away_until[:],
        dict(timing.running),
        timing.paused,
        set(timing.wants_pause),
        set(timing.expired),
        set(timing.bots),
    )


def evolve(timing: Timing, event: Event) -> None:
    """Let an event take effect on the clocks."""
    match event:
        case ClockStarted(seat=seat):
            timing.running[seat] = Running(event.since, event.left, event.until)
            timing.left[seat] = event.left
        case ClockStopped(seat=seat):
            timing.running.pop(seat, None)
            timing.left[seat] = event.left
            timing.expired.discard(seat)
        case PauseAgreed(seat=seat):
            timing.wants_pause.add(seat)
        case GamePaused():
            timing.paused, timing.wants_pause = True, set()
        case GameResumed():
            timing.paused = False
        case VacationTaken(seat=seat):
            timing.vacation[seat] -= event.days
            timing.away_until[seat] = event.until
        case TimeGiven():
            timing.left[event.to] += event.seconds
        case TimeExpired(seat=seat):
            del timing.running[seat]
            timing.left[seat] = 0
            timing.expired.add(seat)
        case BotTookOver(seat=seat):
            timing.expired.discard(seat)
            timing.bots.add(seat)
        case SeatReturned(seat=seat):
            timing.bots.discard(seat)
            timing.left[seat] = timing.clock.increment if timing.clock.kind == "bank" else timing.clock.seconds
        case _:
            pass


class Change(NamedTuple):
    """Whom a match awaited before a ply and after it, and whose ply it was."""

    before: Sequence[Seat]
    after: Sequence[Seat]
    actor: Seat | None


def ticks(timing: Timing, change: Change, at: str) -> list[Event]:
    """The clocks that a ply stops, and those that it starts: who is awaited anew after his own action starts anew."""
    running = awaited(timing, change.after)
    again = {change.actor} if set(change.before) != set(change.after) else set()
    stopped = [seat for seat in sorted(timing.running) if seat not in running or seat in again]
    stopped += sorted(timing.expired - set(change.after))
    events: list[Event] = [ClockStopped(seat=seat, left=next_time(timing, seat, at)) for seat in stopped]
    left = {event.seat: event.left for event in events if isinstance(event, ClockStopped)}
    if not timing.paused:
        starting = [seat for seat in running if seat not in timing.running or seat in stopped]
        events += [started(timing, seat, at, left.get(seat, timing.left[seat])) for seat in starting]
    return events


def started(timing: Timing, seat: Seat, at: str, left: int) -> ClockStarted:
    """A seat's clock starts, after its vacation if it is away; no window is searched for more time than `LONGEST`."""
    left = min(left, LONGEST)
    since = max(at, timing.away_until[seat] or at)
    return ClockStarted(seat=seat, since=since, left=left, until=deadline(timing.clock, since, left))


def next_time(timing: Timing, seat: Seat, at: str) -> int:
    """With how many seconds a clock that stops will start next."""
    if timing.clock.kind == "turn":
        return timing.clock.seconds
    return remaining(timing, seat, at) + timing.clock.increment


def remaining(timing: Timing, seat: Seat, at: str) -> int:
    """The seconds that a seat has left."""
    if (running := timing.running.get(seat)) is None:
        return timing.left[seat]
    return min(running.left, running_seconds(timing.clock, max(at, running.since), running.until))


def overdue(timing: Timing, at: str) -> Seat | None:
    """The seat whose deadline passed first, if one has."""
    due = [(each.until, seat) for seat, each in timing.running.items() if at >= each.until]
    return min(due)[1] if due else None


def earliest(timing: Timing) -> str | None:
    """The first deadline."""
    return min((each.until for each in timing.running.values()), default=None)


def awaited(timing: Timing, to_act: Sequence[Seat]) -> list[Seat]:
    """The seats whose clocks are to run."""
    return [seat for seat in to_act if seat not in timing.bots and seat not in timing.expired]
