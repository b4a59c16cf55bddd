"""Clock settings: the time that seats have, and the daily window in which it runs."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from cartulary.kernel.rejected import Rejected
from cartulary.kernel.times import moment, stamp

Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
DAYS: Final[tuple[Day, ...]] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LONGEST: Final = 366 * 86_400
"""Seconds; nobody has more time."""
MOST_VACATION: Final = 365
MOST_DAYS: Final = 366 * 200
"""Number of days that are searched for an open window."""
SHORTEST_WINDOW: Final = 3_600
MINUTES_OF_DAY: Final = 24 * 60
MINUTE: Final = timedelta(minutes=1)
TIME_OF_DAY: Final = re.compile(r"([0-9]{2}):([0-5][0-9])")
OF_ONE_MACHINE: Final = frozenset({"localtime", "Factory"})
"""Not places: what they mean depends on where the program runs."""


class Window(NamedTuple):
    """The daily window in which the clock runs, on some days of the week, in the players' time zone."""

    zone: str
    """Name in the tz database, like Europe/Berlin."""
    begins: str
    """Like 08:00."""
    ends: str
    """At most 24:00; a time that is not later than `begins` is one of the next day."""
    days: tuple[Day, ...] = DAYS
    """The days on which it begins."""


class Clock(NamedTuple):
    """The time that seats have. `turn`: so much each time they are awaited; `bank`: so much in all."""

    kind: Literal["turn", "bank"]
    seconds: int
    increment: int = 0
    """Seconds that a bank gains each time its seat has acted."""
    window: Window | None = None
    vacation_days: int = 0
    """Days of vacation for each seat, during which its own clock stops."""
    on_expiry: Literal["forfeit", "claim", "bot"] = "forfeit"
    """Consequence of expiry: the seat resigns, or another may claim that it does, or a bot plays on."""


def require_clock(clock: Clock) -> None:
    """Refuse a clock that could not run. Raises Rejected."""
    if not 1 <= clock.seconds <= LONGEST or not 0 <= clock.increment <= LONGEST:
        raise Rejected("clock.seconds", f"A clock has 1 to {LONGEST} seconds, and an increment of up to as many.")
    if clock.kind == "turn" and clock.increment:
        raise Rejected("clock.increment", "Only a bank has an increment.")
    if clock.kind == "bank" and clock.on_expiry == "bot" and not clock.increment:
        raise Rejected("clock.increment", "A bank from which a bot takes over needs an increment to return with.")
    if not 0 <= clock.vacation_days <= MOST_VACATION:
        raise Rejected("clock.vacation", f"There can be 0 to {MOST_VACATION} days of vacation.")
    if clock.window is not None:
        require_window(clock.window)


def require_window(window: Window) -> None:
    """Refuse a window that never opens. Raises Rejected."""
    try:
        if window.zone not in zones():
            raise ValueError(window.zone)
        begins, ends = window_minutes(window)
    except ValueError as error:
        raise Rejected("clock.window", "A window has a zone like Europe/Berlin, and times like 08:00.") from error
    if begins >= MINUTES_OF_DAY or minutes(window.ends) > MINUTES_OF_DAY or window.begins == window.ends:
        raise Rejected("clock.window", "A window begins before 24:00 and ends at 24:00 or before, at another time.")
    if not SHORTEST_WINDOW // 60 <= ends - begins <= MINUTES_OF_DAY:
        raise Rejected("clock.window", "A window is open for an hour or more.")
    if not window.days or len(set(window.days)) < len(window.days):
        raise Rejected("clock.window", f"A window names days of the week, once each: {', '.join(DAYS)}.")


def window_minutes(window: Window) -> tuple[int, int]:
    """Return when a window begins and ends, in minutes since the midnight before it begins. Raises ValueError."""
    begins, ends = minutes(window.begins), minutes(window.ends)
    return begins, ends + (MINUTES_OF_DAY if ends <= begins else 0)


def minutes(text: str) -> int:
    """Minutes since midnight."""
    found = TIME_OF_DAY.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return int(found[1]) * 60 + int(found[2])


@cache
def zones() -> frozenset[str]:
    """The zones that mean the same wherever a record is checked."""
    return frozenset(available_timezones()) - OF_ONE_MACHINE


def deadline(clock: Clock, since: str, seconds: int) -> str:
    """Return the deadline of a clock that runs for `seconds` after `since`; RFC 3339 in UTC."""
    left = timedelta(seconds=seconds)
    start = moment(since)
    if clock.window is None:
        return stamp(start + left)
    for begins, ends in openings(clock.window, start):
        if ends - begins >= left:
            return stamp(begins + left)
        left -= ends - begins
    raise Rejected("clock.window", "The window does not open for so long.")


def running_seconds(clock: Clock, since: str, until: str) -> int:
    """Whole seconds, rounded up, for which the clock runs between two times."""
    start, end = moment(since), moment(until)
    if clock.window is None:
        return max(0, whole_seconds(end - start))
    run = timedelta()
    for begins, ends in openings(clock.window, start):
        if begins >= end:
            break
        run += min(ends, end) - begins
    return whole_seconds(run)


def whole_seconds(span: timedelta) -> int:
    """Seconds, rounded up."""
    return -(-span // timedelta(seconds=1))


def openings(window: Window, start: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The spans in which the window is open from `start` on."""
    zone = ZoneInfo(window.zone)
    begins, ends = window_minutes(window)
    first = start.astimezone(zone).date() - timedelta(days=1)
    for number in range(MOST_DAYS):
        day = first + timedelta(days=number)
        if DAYS[day.weekday()] in window.days:
            midnight = datetime.combine(day, time())
            opens = max(start, first_moment(midnight + timedelta(minutes=begins), zone))
            closes = first_moment(midnight + timedelta(minutes=ends), zone)
            if opens < closes:
                yield opens, closes


def first_moment(local: datetime, zone: ZoneInfo) -> datetime:
    """The first moment at which the clocks of a zone show a time, or, where they skip it, a later one."""
    found = local.replace(tzinfo=zone).astimezone(UTC)
    if found.astimezone(zone).replace(tzinfo=None) == local:
        return found
    after = found.astimezone(zone).utcoffset()
    while (found - MINUTE).astimezone(zone).utcoffset() == after:
        found -= MINUTE
    return found
