"""The clocks of a running match: seats awaited, time left, pauses, vacations, seats played by bots."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from cartulary.kernel.messages import Event
from cartulary.kernel.seats import Seat
from cartulary.match.clock.settings import LONGEST, Clock, deadline, running_seconds
from cartulary.match.events.clock import (
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
    TimeRestored,
    VacationTaken,
)
from cartulary.match.events.substitution import SubstituteSeated

CLOCK_EVENTS = (
    ClockStarted,
    ClockStopped,
    PauseAgreed,
    GamePaused,
    GameResumed,
    VacationTaken,
    TimeGiven,
    TimeRestored,
    TimeExpired,
    TimeClaimed,
    BotTookOver,
    SeatReturned,
)


class RunningClock(NamedTuple):
    """A clock that runs: `left` seconds from `since` end at `until`, counting only time within the window."""

    since: str
    left: int
    until: str


@dataclass(slots=True)
class Clocks:
    """The clocks of all seats."""

    settings: Clock
    left: list[int]
    """The seconds with which each seat's clock starts next, or started last."""
    vacation: list[int]
    """The days of vacation that each seat has left."""
    away_until: list[str | None]
    running: dict[Seat, RunningClock] = field(default_factory=dict)
    paused: bool = False
    wants_pause: set[Seat] = field(default_factory=set)
    expired: set[Seat] = field(default_factory=set)
    """Seats whose time has run out and that may be claimed."""
    bots: set[Seat] = field(default_factory=set)
    """Seats that a bot plays since their time ran out."""

    @classmethod
    def for_seats(cls, settings: Clock, seats: int) -> Self:
        """Return the clocks of a match that has not begun."""
        return cls(settings, [settings.seconds] * seats, [settings.vacation_days] * seats, [None] * seats)

    def fork(self) -> "Clocks":
        """Return an independent copy."""
        return Clocks(
            self.settings,
            self.left[:],
            self.vacation[:],
            self.away_until[:],
            dict(self.running),
            self.paused,
            set(self.wants_pause),
            set(self.expired),
            set(self.bots),
        )

    def evolve(self, event: Event) -> None:
        """Apply an event."""
        match event:
            case ClockStarted(seat=seat):
                self.running[seat] = RunningClock(event.since, event.left, event.until)
                self.left[seat] = event.left
            case ClockStopped(seat=seat):
                self.running.pop(seat, None)
                self.left[seat] = event.left
                self.expired.discard(seat)
            case PauseAgreed(seat=seat):
                self.wants_pause.add(seat)
            case GamePaused():
                self.paused, self.wants_pause = True, set()
            case GameResumed():
                self.paused = False
            case VacationTaken(seat=seat):
                self.vacation[seat] -= event.days
                self.away_until[seat] = event.until
            case TimeGiven():
                self.left[event.to] += event.seconds
            case TimeExpired(seat=seat):
                del self.running[seat]
                self.left[seat] = 0
                self.expired.add(seat)
            case BotTookOver(seat=seat):
                self.expired.discard(seat)
                self.bots.add(seat)
            case SeatReturned(seat=seat):
                self.bots.discard(seat)
                self.left[seat] = self.settings.increment if self.settings.kind == "bank" else self.settings.seconds
            case SubstituteSeated(seat=seat):
                if self.settings.kind == "turn" or seat in self.bots | self.expired:
                    self.left[seat] = self.settings.seconds
                for seats in (self.bots, self.expired, self.wants_pause):
                    seats.discard(seat)
            case _:
                pass

    def start(self, seat: Seat, at: str, left: int) -> ClockStarted:
        """Return the event that starts a seat's clock at `at`, or after its vacation.

        More time than `LONGEST` is cut, so that a deadline can be found within the window.
        """
        left = min(left, LONGEST)
        since = max(at, self.away_until[seat] or at)
        return ClockStarted(seat=seat, since=since, left=left, until=deadline(self.settings, since, left))

    def extend(self, seat: Seat, at: str, seconds: int) -> ClockStarted:
        """Return the event by which the deadline of a clock that runs comes so many seconds later."""
        since, left, _ = self.running[seat]
        until = deadline(self.settings, since, min(left + seconds, LONGEST))
        return self.start(seat, at, running_seconds(self.settings, max(at, since), until))

    def remaining(self, seat: Seat, at: str) -> int:
        """Return the seconds that a seat has left."""
        if (running := self.running.get(seat)) is None:
            return self.left[seat]
        return min(running.left, running_seconds(self.settings, max(at, running.since), running.until))

    def keep_used_time(self, newest: "Clocks", at: str) -> None:
        """Leave in no bank more than there is at `at`, unless the seat's time has run out since."""
        if self.settings.kind == "bank":
            for seat in set(range(len(self.left))) - newest.expired - newest.bots:
                self.left[seat] = min(self.left[seat], newest.remaining(seat, at))

    def next_time(self, seat: Seat, at: str) -> int:
        """Return the seconds with which a clock that stops at `at` starts again."""
        if self.settings.kind == "turn":
            return self.settings.seconds
        return self.remaining(seat, at) + self.settings.increment

    def overdue(self, at: str) -> Seat | None:
        """Return the seat whose deadline passed first, if any has passed."""
        due = [(each.until, seat) for seat, each in self.running.items() if at >= each.until]
        return min(due)[1] if due else None

    def earliest_deadline(self) -> str | None:
        """Return the deadline that comes first, if any clock runs."""
        return min((each.until for each in self.running.values()), default=None)

    def seats_on_clock(self, to_act: Sequence[Seat]) -> list[Seat]:
        """Return the seats of `to_act` whose clocks run: not those of bots, nor those whose time is up."""
        return [seat for seat in to_act if seat not in self.bots and seat not in self.expired]

    def switch(self, change: "TurnChange", at: str) -> list[Event]:
        """Return the events that stop and start clocks after a ply.

        A seat that is awaited again after its own action gets a fresh clock.
        """
        timed = self.seats_on_clock(change.after)
        again = {change.actor} if set(change.before) != set(change.after) else set()
        stopped = [seat for seat in sorted(self.running) if seat not in timed or seat in again]
        stopped += sorted(self.expired - set(change.after))
        left = {seat: self.next_time(seat, at) for seat in stopped}
        events: list[Event] = [ClockStopped(seat=seat, left=seconds) for seat, seconds in left.items()]
        if not self.paused:
            starting = [seat for seat in timed if seat not in self.running or seat in left]
            events += [self.start(seat, at, left.get(seat, self.left[seat])) for seat in starting]
        return events


class TurnChange(NamedTuple):
    """The seats that a match awaited before a ply and awaits after it, and the seat that acted."""

    before: Sequence[Seat]
    after: Sequence[Seat]
    actor: Seat | None
