"""Quiet hours by the clock of a time zone, which may go over midnight."""

from datetime import UTC, datetime

import psycopg
import pytest


def period(database_url: str, hours: tuple[str | None, str | None, str | None], moment: str) -> list[str] | None:
    """The quiet hours that a moment falls into, in UTC."""
    with psycopg.connect(database_url) as session:
        row = session.execute(
            "select lower(p), upper(p) from quiet_period(%s, %s, %s, %s::timestamptz) as p", (*hours, moment)
        ).fetchone()
    assert row is not None
    return (
        None if row[0] is None else [f"{each.astimezone(UTC):%d %H:%M}" for each in row if isinstance(each, datetime)]
    )


NIGHT, NOON = ("22:00", "07:00", "Europe/Kyiv"), ("12:00", "13:30", "Asia/Seoul")


@pytest.mark.parametrize(
    ("hours", "moment", "expected"),
    [
        (NIGHT, "2026-11-25T19:59Z", None),
        (NIGHT, "2026-11-25T20:00Z", ["25 20:00", "26 05:00"]),
        (NIGHT, "2026-11-25T23:00Z", ["25 20:00", "26 05:00"]),
        (NIGHT, "2026-11-26T04:59Z", ["25 20:00", "26 05:00"]),
        (NIGHT, "2026-11-26T05:00Z", None),
        (NIGHT, "2026-07-01T19:00Z", ["01 19:00", "02 04:00"]),
        (NOON, "2026-11-25T02:59Z", None),
        (NOON, "2026-11-25T03:00Z", ["25 03:00", "25 04:30"]),
        (NOON, "2026-11-25T04:30Z", None),
        (("02:30", "03:10", "Europe/Kyiv"), "2026-03-29T00:40Z", ["29 00:30", "29 01:10"]),
        ((None, None, None), "2026-11-25T03:00Z", None),
    ],
)
def test_a_moment_falls_into_the_quiet_hours_of_its_zone(
    database_url: str, hours: tuple[str | None, str | None, str | None], moment: str, expected: list[str] | None
) -> None:
    assert period(database_url, hours, moment) == expected


def test_an_hour_that_a_change_of_clocks_leaves_out_is_no_error(database_url: str) -> None:
    for minute in range(60):
        period(database_url, ("03:30", "04:10", "Europe/Kyiv"), f"2026-03-29T01:{minute:02}Z")
