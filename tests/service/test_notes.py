"""A player's notes on a game: his alone, each on a version that there is, outside the record, and gone when erased."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
import requests

from cartulary_service.players.quotas import NOTE_BYTES
from cartulary_service.subjects.notes import queries as notes
from tests.domain.notation import position
from tests.service.client import Client, Player, Table, body_of
from tests.service.conftest import tables_with

MIDDLE = position("A: hand W1 R1, area W3 R1 E1 | B: hand R1 C1, area R2 C2")


@pytest.fixture
def table(served: str) -> Table:
    return Table.of(served, position=MIDDLE)


@pytest.fixture
def cid(served: str) -> Player:
    """Somebody who sits nowhere."""
    return Player(served, "Cid")


def noted(player: Client, game: str, version: int, text: str) -> requests.Response:
    """Write a note."""
    return player.send("PUT", f"/games/{game}/notes/{version}", json={"text": text})


def notes_of(player: Client, game: str, query: str = "") -> list[tuple[int, str]]:
    """A player's notes on a game, and on which version each is."""
    found = body_of(player.get(f"/games/{game}/notes{query}"), 200)["notes"]
    return [(each["version"], each["text"]) for each in found]


def test_notes_come_by_version_and_a_version_has_one(table: Table) -> None:
    ann = table.players[0]
    version = table.see()["version"]
    for number, text in ((version, "now"), (0, "before"), (2, "second"), (2, "second thought")):
        note = body_of(noted(ann, table.game, number, text), 200)
        assert (note["version"], note["text"]) == (number, text)
    assert notes_of(ann, table.game) == [(0, "before"), (2, "second thought"), (version, "now")]
    assert notes_of(ann, table.game, "?version=2") == [(2, "second thought")]
    assert notes_of(ann, table.game, "?version=1") == []


def test_a_note_is_seen_by_nobody_else(table: Table, cid: Player) -> None:
    ann, ben = table.players
    noted(ann, table.game, 1, "Ben holds Culture I, I think")
    for other in (ben, cid):
        assert notes_of(other, table.game) == []
        assert other.delete(f"/games/{table.game}/notes/1").status_code == 404
        noted(other, table.game, 1, "mine")
    assert table.visitor.get(f"/games/{table.game}/notes").status_code == 401
    for reader in (ben, cid, table.visitor):
        for path in ("", "/events", "/chat", "/audit"):
            assert "Culture I, I think" not in reader.get(f"/games/{table.game}{path}").text
    assert "Culture I, I think" not in ben.get("/me/export").text
    assert notes_of(ann, table.game) == [(1, "Ben holds Culture I, I think")]


def test_a_delegate_has_notes_of_their_own(table: Table, cid: Player) -> None:
    ann = table.players[0]
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    body_of(ann.post("/me/delegations", {"player": cid.id, "until": until}), 201)
    noted(ann, table.game, 1, "hers")
    noted(cid, table.game, 1, "his")
    assert (notes_of(ann, table.game), notes_of(cid, table.game)) == ([(1, "hers")], [(1, "his")])


def test_a_note_is_on_a_version_that_the_game_has_reached(table: Table) -> None:
    ann, version = table.players[0], table.see()["version"]
    for number in (version + 1, 2**31, 10**30):
        refused = body_of(noted(ann, table.game, number, "soon"), 422)
        assert f"The game is at version {version}" in refused["errors"]["version"][0]
    assert noted(ann, table.game, -1, "never").status_code == 404
    assert notes_of(ann, table.game) == []
    table.act(0, {"type": "end_turn"})
    body_of(noted(ann, table.game, version + 1, "soon"), 200)


def test_on_a_private_game_only_who_may_look_on_keeps_notes(served: str, cid: Player) -> None:
    ann = Player(served)
    game = ann.new_game(private=True)
    assert noted(cid, game, 1, "?").status_code == 404
    assert cid.get(f"/games/{game}/notes").status_code == 404
    body_of(noted(ann, game, 1, "mine"), 200)


@pytest.mark.parametrize("text", ["", " \n ", "\u200b", "a\tb", "a\x1bb", "a\u202eb", "x" * 2_001, 5, None])
def test_an_invalid_text_of_a_note_is_refused_with_the_reason(table: Table, text: Any) -> None:
    refused = table.players[0].send("PUT", f"/games/{table.game}/notes/1", json={"text": text})
    assert body_of(refused, 422)["errors"]["text"]
    assert notes_of(table.players[0], table.game) == []


def test_a_note_may_have_lines_and_two_thousand_characters_of_any_script_blanks_round_it_too(table: Table) -> None:
    ann = table.players[0]
    for text in ("one\ntwo", "가" * 1_996, "👩‍👧" * 400):
        assert body_of(noted(ann, table.game, 1, f"\n {text}\n\n"), 200)["text"] == text
    assert body_of(noted(ann, table.game, 1, "one\r\ntwo"), 200)["text"] == "one\ntwo"


def test_there_are_so_many_notes_on_a_game_and_no_more(table: Table, database_url: str) -> None:
    ann, ben = table.players
    with psycopg.connect(database_url) as session:
        session.execute(
            """
            insert into notes (game_id, player_id, version, text)
            select %s, %s, 1000 + n, 'x' from generate_series(1, %s) as n
            """,
            (table.game, ann.id, notes.MOST - 1),
        )
    with ThreadPoolExecutor(4) as pool:
        clients = [Client(ann.base, ann.token) for _ in range(4)]
        said = [
            *pool.map(lambda number: noted(clients[number], table.game, number, "one of them").status_code, range(4))
        ]
    assert sorted(said) == [200, 409, 409, 409]
    assert len(notes_of(ann, table.game)) == notes.MOST
    there = said.index(200)
    body_of(noted(ann, table.game, there, "written anew"), 200)
    refused = body_of(noted(ann, table.game, (there + 1) % 4, "one more"), 409)
    assert (refused["code"], "Delete" in refused["detail"]) == ("too-many", True)
    assert ann.delete(f"/games/{table.game}/notes/{there}").status_code == 204
    body_of(noted(ann, table.game, (there + 1) % 4, "one more"), 200)
    body_of(noted(ben, table.game, 1, "another's do not count"), 200)


def test_a_deleted_note_is_in_no_table(table: Table, database_url: str) -> None:
    ann = table.players[0]
    text = f"nobody shall read this of {table.game}"
    noted(ann, table.game, 1, text)
    assert tables_with(database_url, text) == ["notes"]
    assert ann.delete(f"/games/{table.game}/notes/1").status_code == 204
    assert tables_with(database_url, text) == []
    for version in (1, 2**31, 10**30):
        assert ann.delete(f"/games/{table.game}/notes/{version}").status_code == 404


def test_notes_change_nothing_of_the_record(table: Table) -> None:
    before, events = table.see(), table.players[0].events(table.game)
    noted(table.players[0], table.game, 1, "x")
    table.players[0].delete(f"/games/{table.game}/notes/1")
    assert (table.see(), table.players[0].events(table.game)) == (before, events)


def test_many_notes_at_the_same_time_are_all_kept(table: Table, database_url: str) -> None:
    versions = range(table.see()["version"] + 1)
    clients = [Client(table.visitor.base, player.token) for player in table.players for _ in versions]
    with ThreadPoolExecutor(8) as pool:
        said = pool.map(
            lambda each: noted(each[1], table.game, each[0] % len(versions), f"note {each[0]}").status_code,
            enumerate(clients),
        )
        assert {*said} == {200}
    for player in table.players:
        assert [version for version, _ in notes_of(player, table.game)] == [*versions]


def test_notes_are_ones_own_to_take_along_and_go_when_one_is_forgotten(
    table: Table, cid: Player, database_url: str
) -> None:
    text = f"remember {table.game}"
    noted(cid, table.game, 3, text)
    exported = [json.loads(line) for line in cid.get("/me/export").text.splitlines()]
    (found,) = [each for each in exported if each["kind"] == "note"]
    assert (found["game"], found["version"], found["text"]) == (table.game, 3, text)
    assert cid.delete("/me?confirm=Cid").status_code == 204
    assert tables_with(database_url, text) == []


def test_all_notes_of_a_player_together_have_a_limit(table: Table, database_url: str) -> None:
    ann, text = table.players[1], "ж" * 2_000
    room = NOTE_BYTES.most - len(text.encode())
    with psycopg.connect(database_url) as session:
        session.execute(
            "insert into notes (game_id, player_id, version, text)"
            " select uuidv7(), %s, 0, repeat('x', 2000) from generate_series(1, %s)",
            (ann.id, room // 2_000),
        )
    path = f"/games/{table.game}/notes"
    for _ in range(2):
        body_of(ann.send("PUT", f"{path}/1", json={"text": text}), 200)
    problem = body_of(ann.send("PUT", f"{path}/2", json={"text": text}), 409)
    assert problem["code"] == "too-many"
    assert str(NOTE_BYTES.most) in problem["detail"]
