"""Deadlines as a calendar reads them, at an address that only its owner knows."""

import re
from datetime import datetime
from typing import Any

import pytest

from cartulary_service.subjects.calendars.icalendar import LONGEST_LINE, Owner, calendar, escape, fold_line
from tests.service.client import Client, Player, Table, body_of

CLOCK = {"kind": "turn", "seconds": 86_400}


def feed(player: Player, path: str) -> list[str]:
    """The lines of a calendar, unfolded, as an unknown program reads it."""
    response = Client(player.base).get(path.removeprefix("/v1"))
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert "no-store" in response.headers["Cache-Control"]
    return unfolded(response.content.decode())


def unfolded(text: str) -> list[str]:
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= LONGEST_LINE for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def made(player: Player, **wish: Any) -> str:
    return str(body_of(player.post("/me/calendar", wish), 201)["path"])


def values(lines: list[str], name: str) -> list[str]:
    return [line.partition(":")[2] for line in lines if line.startswith(f"{name}:")]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Your turn"), ("ru", "Ваш ход"), ("uk", "Ваш хід"), ("ko", "당신 차례")]
)
def test_each_game_that_waits_stands_at_its_deadline(served: str, language: str, words: str) -> None:
    players = [Player(served, "Ann"), Player(served, "Ben")]
    timed, untimed = Table.of(served, players=players, clock=CLOCK), Table.of(served, players=players)
    paths = [made(player, language=language) for player in players]
    (active,) = timed.see()["to_act"]
    deadline = re.sub(r"[-:]|\.\d+", "", timed.see()["deadline"])
    lines = feed(players[active], paths[active])
    assert values(lines, "UID") == [timed.game]
    assert values(lines, "DTSTART") == [deadline]
    assert values(lines, "SUMMARY")[0].endswith(words)
    assert re.fullmatch(r"\d{8}T\d{6}Z", values(lines, "DTSTAMP")[0])
    assert (lines[0], lines[1], lines[-1]) == ("BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR")
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 1
    assert "BEGIN:VEVENT" not in feed(players[1 - active], paths[1 - active])
    assert untimed.game not in "".join(lines)


def test_an_event_names_the_table_that_has_a_title(served: str) -> None:
    players = [Player(served, "Ann"), Player(served, "Ben")]
    paths = [made(player) for player in players]
    table = Table.of(served, players=players, clock=CLOCK, title="Friday; evening")
    (active,) = table.see()["to_act"]
    assert values(feed(players[active], paths[active]), "SUMMARY") == [
        "Friday\\; evening · CIV: Carta Impera Victoria: Your turn"
    ]


def test_a_calendar_has_a_name_and_says_how_often_to_read_it(served: str) -> None:
    ann = Player(served)
    lines = feed(ann, made(ann))
    assert values(lines, "NAME") == values(lines, "X-WR-CALNAME") == ["Cartulary"]
    assert values(lines, "X-PUBLISHED-TTL") == ["PT1H"]
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H" in lines


def test_an_alarm_sounds_as_long_before_the_deadline_as_was_asked_for(served: str) -> None:
    players = [Player(served, "Ann"), Player(served, "Ben")]
    table = Table.of(served, players=players, clock=CLOCK)
    (active,) = table.see()["to_act"]
    silent = feed(players[active], made(players[active]))
    assert "BEGIN:VALARM" not in silent
    lines = feed(players[active], made(players[active], alarm_minutes=90))
    alarm = lines[lines.index("BEGIN:VALARM") : lines.index("END:VALARM")]
    assert values(alarm, "TRIGGER") == ["-PT90M"]
    assert values(alarm, "ACTION") == ["DISPLAY"]
    assert values(alarm, "DESCRIPTION") == values(lines, "SUMMARY")


def test_a_new_path_ends_the_old_one_and_a_deleted_one_leads_nowhere(served: str) -> None:
    ann = Player(served)
    first, second = made(ann), made(ann)
    assert Client(served).get(first.removeprefix("/v1")).status_code == 404
    assert feed(ann, second)
    assert ann.delete("/me/calendar").status_code == 204
    assert Client(served).get(second.removeprefix("/v1")).status_code == 404
    assert ann.delete("/me/calendar").status_code == 404


@pytest.mark.parametrize("code", ["x", "%00", "%FF", "%C3%A9", "a" * 4_000])
def test_a_path_that_nobody_has_leads_nowhere(served: str, code: str) -> None:
    assert Client(served).get(f"/calendars/{code}.ics").status_code == 404


def test_a_deleted_player_has_no_calendar(served: str) -> None:
    ann = Player(served)
    path = made(ann)
    assert ann.delete(f"/me?confirm={ann.name}").status_code == 204
    assert Client(served).get(path.removeprefix("/v1")).status_code == 404


@pytest.mark.parametrize("char", ["a", "é", "한", "🂡"])
def test_a_long_line_is_folded_and_no_character_torn_apart(char: str) -> None:
    for length in range(200):
        line = f"SUMMARY:{char * length}"
        text = fold_line(line)
        assert all(1 <= len(each.encode()) <= LONGEST_LINE for each in text.split("\r\n"))
        assert text.replace("\r\n ", "") == line


def test_texts_are_escaped() -> None:
    assert escape("a, b; c\\d\ne") == "a\\, b\\; c\\\\d\\ne"


def test_a_link_stands_in_it_where_the_address_of_the_service_is_known() -> None:
    game = {"id": "g", "title": None, "game": "carta-impera-victoria", "updated_at": "2026-11-21T14:00:00+00:00"}
    games, owner = [game | {"deadline": "2026-11-21T15:00:00.123Z"}], Owner("p", "en")
    lines = unfolded(calendar(games, [], owner, "https://games.example"))
    assert values(lines, "URL") == ["https://games.example/play#/game/g?for=p"]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Vacation"), ("ru", "Отпуск"), ("uk", "Відпустка"), ("ko", "휴가")]
)
def test_a_vacation_stands_in_the_calendar_of_who_takes_it_under_an_id_that_stays(
    served: str, language: str, words: str
) -> None:
    players = [Player(served, "Ann"), Player(served, "Ben")]
    table = Table.of(served, players=players, clock=CLOCK | {"vacation_days": 10})
    (active,) = table.see()["to_act"]
    for days in (3, 2):
        table.act(active, {"type": "take_vacation", "days": days})
    until = table.see()["clock"]["seats"][active]["away_until"]
    path = made(players[active], language=language)
    lines = feed(players[active], path)
    vacations = [each for each in events_of(lines) if "vacation" in values(each, "UID")[0]]
    (first, second) = vacations
    assert all(values(each, "SUMMARY")[0].endswith(words) for each in vacations)
    assert values(first, "DTEND") == values(second, "DTSTART")
    assert values(second, "DTEND") == [re.sub(r"[-:]|\.\d+", "", until)]
    assert days_between(first) + days_between(second) == 5
    table.act(active, table.legal(active)[0])
    again = feed(players[active], path)
    assert [each for each in events_of(again) if "vacation" in values(each, "UID")[0]] == vacations
    assert "vacation" not in "".join(feed(players[1 - active], made(players[1 - active])))


def events_of(lines: list[str]) -> list[list[str]]:
    """The lines of each event."""
    begins = [place for place, line in enumerate(lines) if line == "BEGIN:VEVENT"]
    return [lines[place : lines.index("END:VEVENT", place)] for place in begins]


def days_between(event: list[str]) -> int:
    begins, ends = (datetime.strptime(values(event, name)[0], "%Y%m%dT%H%M%SZ") for name in ("DTSTART", "DTEND"))
    return (ends - begins).days


def test_a_vacation_that_was_taken_back_or_whose_game_is_over_is_gone(served: str) -> None:
    players = [Player(served, "Ann"), Player(served, "Ben")]
    table = Table.of(served, players=players, clock=CLOCK | {"vacation_days": 10})
    (active,) = table.see()["to_act"]
    before = table.see()["version"]
    path = made(players[active])
    table.act(active, {"type": "take_vacation", "days": 3})
    assert "vacation" in "".join(feed(players[active], path))
    for seat in (0, 1):
        table.act(seat, {"type": "take_back", "version": before})
    assert "vacation" not in "".join(feed(players[active], path))
    table.act(active, {"type": "take_vacation", "days": 3})
    table.act(active, {"type": "resign"})
    assert "vacation" not in "".join(feed(players[active], path))
