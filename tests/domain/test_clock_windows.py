"""Windows of clocks that cross midnight, or lie on days when clocks are changed."""

import subprocess
import sys
from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from typing import Final
from zoneinfo import ZoneInfo

from cartulary.match.clock.settings import Clock, Window, deadline, openings, require_clock, running_seconds, zones
from tests.domain.test_clock import HOUR, at

MINUTE: Final = timedelta(minutes=1)
AROUND: Final = ((-90, 30), (-30, 90), (30, 150), (-200, -30), (0, 60), (-60, 0))
"""When a window begins and ends, in minutes since what clocks show when they are changed."""


def test_a_window_may_cross_midnight() -> None:
    clock = Clock("turn", 12 * HOUR, window=Window("UTC", "22:00", "08:00", ("mon",)))
    require_clock(clock)
    assert deadline(clock, at(5, 12), 10 * HOUR) == at(6, 8)
    assert deadline(clock, at(6, 7), HOUR) == at(6, 8)
    assert deadline(clock, at(6, 9), HOUR) == at(12, 23)
    assert running_seconds(clock, at(5, 21), at(6, 23)) == 10 * HOUR


def first_minute(zone: ZoneInfo, local: datetime, after: datetime) -> datetime:
    """The first minute after a moment at which the clocks of a zone show that time or a later one, one by one."""
    return next(
        each
        for each in (after + timedelta(minutes=number) for number in range(3 * 24 * 60))
        if each.astimezone(zone).replace(tzinfo=None) >= local
    )


def changes(zone: ZoneInfo) -> Iterator[datetime]:
    """The minutes at which the clocks of a zone were changed in three years."""
    day = datetime(2024, 1, 1, tzinfo=UTC)
    for before, after in pairwise(day + timedelta(days=number) for number in range(3 * 366)):
        if before.astimezone(zone).utcoffset() != after.astimezone(zone).utcoffset():
            shown = [(before + timedelta(minutes=number)) for number in range(24 * 60 + 1)]
            old = before.astimezone(zone).utcoffset()
            yield shown[bisect_left(shown, True, key=lambda each: each.astimezone(zone).utcoffset() != old)]


def test_windows_open_and_close_to_the_minute_on_days_when_clocks_are_changed_in_all_zones() -> None:
    seen = {
        (change, (change - MINUTE).astimezone(ZoneInfo(name)).utcoffset()): name
        for name in sorted(zones())
        for change in changes(ZoneInfo(name))
    }
    assert len(seen) > 30
    for (change, _), name in seen.items():
        zone, start = ZoneInfo(name), change - timedelta(hours=12)
        shown = (change - MINUTE).astimezone(zone).replace(tzinfo=None) + MINUTE
        for opens, closes in AROUND:
            begins, ends = shown + timedelta(minutes=opens), shown + timedelta(minutes=closes)
            window = Window(name, f"{begins:%H:%M}", f"{ends:%H:%M}")
            expected = first_minute(zone, begins, start), first_minute(zone, ends, start)
            if expected[0] < expected[1]:
                assert expected in list(islice(openings(window, start), 3)), (name, window)


def test_windows_have_their_zones_where_the_system_has_none() -> None:
    program = (
        "from cartulary.match.clock.settings import Clock, Window, deadline, require_clock\n"
        "clock = Clock('turn', 3600, window=Window('Europe/Berlin', '08:00', '22:00'))\n"
        "require_clock(clock)\n"
        "print(deadline(clock, '2026-01-05T20:30:00.000Z', 3600))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONTZPATH": ""}, check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "2026-01-06T07:30:00.000Z"
