"""Deadlines as a calendar reads them, at an address that only its owner knows."""

import re
from typing import Any

import pytest

from service.notifications.calendars import LONGEST_LINE, Owner, calendar, escape, fold_line
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
    game = {"id": "g", "game": "carta-impera-victoria", "updated_at": "2026-11-21T14:00:00+00:00"}
    games, owner = [game | {"deadline": "2026-11-21T15:00:00.123Z"}], Owner("p", "en")
    lines = unfolded(calendar(games, owner, "https://games.example"))
    assert values(lines, "URL") == ["https://games.example/play#/game/g?for=p"]
