"""Operators find players, suspend them, remove messages and make recovery codes, and it is logged."""

import json
import os
import pwd

import pytest

from tests.commands import run
from tests.service.client import Client, Player, Table, body_of

REASON = "Insults in chats."


def require_done(database_url: str, *command: str) -> str:
    done = run(*command, DATABASE_URL=database_url)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_suspended_player_reads_as_before_and_changes_nothing(served: str, database_url: str) -> None:
    table = Table.of(served)
    seat = table.see()["to_act"][0]
    player, action = table.players[seat], table.legal(seat)[0]
    before = table.see(seat)
    require_done(database_url, "suspend", player.handle, "--until", "2100-01-01", "--reason", REASON)
    assert table.see(seat) == before
    changes = [
        player.act(table.game, action),
        player.post(f"/games/{table.game}/chat", {"text": "Hello."}),
        player.post("/games", {"game": before["game"], "seats": 2}),
        player.send("PATCH", "/me", json={"bot": True}),
        player.post("/me/tokens"),
    ]
    for refused in changes:
        problem = body_of(refused, 403)
        assert (problem["code"], problem["reason"]) == ("suspended", REASON)
        assert problem["until"] == "2100-01-01T00:00:00.000Z"
    assert table.see(seat) == before


def test_a_suspension_counts_at_once_for_who_was_just_acting_and_so_does_its_end(
    served: str, database_url: str
) -> None:
    table = Table.of(served)
    for _ in range(8):
        seat = table.see()["to_act"][0]
        table.act(seat, table.legal(seat)[0])
    seat = table.see()["to_act"][0]
    player, action = table.players[seat], table.legal(seat)[0]
    require_done(database_url, "suspend", player.id)
    for _ in range(4):
        assert body_of(player.act(table.game, action), 403)["until"] is None
    require_done(database_url, "unsuspend", player.handle)
    table.act(seat, action)


def test_a_suspension_ends_by_itself(served: str, database_url: str) -> None:
    player = Player(served)
    refused = run("suspend", player.handle, "--until", "2020-01-01", DATABASE_URL=database_url)
    assert (refused.returncode, "to come" in refused.stderr) == (2, True)
    body_of(player.post("/games", {"game": "carta-impera-victoria", "seats": 2}), 201)


def test_suspended_players_may_still_delete_their_account_and_what_they_said(served: str, database_url: str) -> None:
    table = Table.of(served)
    player = table.players[0]
    said = body_of(player.post(f"/games/{table.game}/chat", {"text": "Hello."}), 201)
    require_done(database_url, "suspend", player.handle, "--reason", REASON)
    assert player.delete(f"/games/{table.game}/chat/{said['id']}").status_code == 204
    assert REASON in player.get("/me/export").text
    assert player.delete("/me?confirm=Player 0").status_code == 204
    assert REASON not in require_done(database_url, "moderation-log", "--limit", "1")


@pytest.mark.parametrize("who", ["nobody-at-all", "00000000-0000-7000-8000-000000000000"])
def test_who_is_not_there_is_not_suspended(database_url: str, who: str) -> None:
    refused = run("suspend", who, DATABASE_URL=database_url)
    assert (refused.returncode, "no player" in refused.stderr) == (1, True)


def test_a_removed_message_leaves_a_gap_for_everybody_and_its_text_is_gone(served: str, database_url: str) -> None:
    table = Table.of(served)
    author, other = table.players
    said = body_of(author.post(f"/games/{table.game}/chat", {"text": "A rude word."}), 201)
    body_of(other.post(f"/games/{table.game}/chat", {"text": "Please."}), 201)
    with table.visitor.following(f"/games/{table.game}/chat") as stream:
        require_done(database_url, "remove-message", table.game, str(said["id"]), "--reason", REASON)
        (heard,) = stream.take(1)
        assert (heard.type, '"removed":true' in heard.data.replace(" ", "")) == ("erased", True)
    for reader in (author, other, table.visitor):
        first, second = body_of(reader.get(f"/games/{table.game}/chat"), 200)["messages"]
        assert (first["text"], first["erased"], first["removed"]) == (None, True, True)
        assert (second["erased"], second["removed"]) == (False, False)
    assert "A rude word." not in author.get("/me/export").text
    assert run("remove-message", table.game, str(said["id"]), DATABASE_URL=database_url).returncode == 1


def test_everything_is_logged_with_the_account_that_did_it(served: str, database_url: str) -> None:
    table = Table.of(served)
    player = table.players[0]
    said = body_of(player.post(f"/games/{table.game}/chat", {"text": "A rude word."}), 201)
    require_done(database_url, "suspend", player.handle, "--until", "2100-01-01", "--reason", REASON)
    require_done(database_url, "unsuspend", player.handle, "--reason", "By mistake.")
    require_done(database_url, "remove-message", table.game, str(said["id"]))
    lines = require_done(database_url, "moderation-log", "--limit", "3").splitlines()
    account = pwd.getpwuid(os.getuid()).pw_name
    assert [line.split("  ")[1:] for line in lines] == [
        [account, "suspend", f"@{player.handle}", "until 2100-01-01T00:00:00.000Z", REASON],
        [account, "unsuspend", f"@{player.handle}", "By mistake."],
        [account, "remove_message", f"@{player.handle}", f"game {table.game} message {said['id']}"],
    ]


def test_players_are_found_by_the_beginning_of_a_handle_by_id_and_by_a_game(served: str, database_url: str) -> None:
    table = Table.of(served)
    player = table.players[0]
    require_done(database_url, "suspend", player.id, "--reason", REASON)
    for text in (f"@{player.handle.upper()}", player.id, table.game):
        found = json.loads(require_done(database_url, "find", text, "--json"))
        (each,) = [each for each in found if each["id"] == player.id]
        assert (each["handle"], each["running_games"], each["bot"]) == (player.handle, [table.game], False)
        assert (each["suspended"], each["suspended_until"], each["suspended_because"]) == (True, None, REASON)
    assert {each["id"] for each in found} == {each.id for each in table.players}
    assert f"running games      {table.game}" in require_done(database_url, "find", player.id).splitlines()
    other = Player(served, "Quaintrelle")
    assert other.id in require_done(database_url, "find", "quaintr")


@pytest.mark.parametrize("text", ["nobody-at-all", "%", "00000000-0000-7000-8000-000000000000"])
def test_who_is_not_there_is_not_found(database_url: str, text: str) -> None:
    refused = run("find", text, DATABASE_URL=database_url)
    assert (refused.returncode, refused.stdout, f"begins with {text}" in refused.stderr) == (1, "", True)
    refused = run("find", text, "--json", DATABASE_URL=database_url)
    assert (refused.returncode, refused.stdout) == (1, "[]\n")


def test_a_player_comes_back_once_by_the_code_that_an_operator_makes_and_the_log_has_it(
    served: str, database_url: str
) -> None:
    player = Player(served)
    code = require_done(database_url, "recover", f"@{player.handle}", "--reason", "Lost the phone.").strip()
    wish = {"handle": player.handle, "code": code}
    token = body_of(Client(served).post("/recoveries", wish), 201)["token"]
    assert body_of(Client(served, token).get("/me"), 200)["id"] == player.id
    assert body_of(Client(served).post("/recoveries", wish), 422)["code"] == "bad-recovery-code"
    log = require_done(database_url, "moderation-log", "--limit", "1")
    assert log.rstrip().split("  ")[2:] == ["recover", f"@{player.handle}", "Lost the phone."]
    assert code not in log
    assert '"recover"' in player.get("/me/export").text


def test_nobody_gets_a_code_for_a_player_who_is_not_there(database_url: str) -> None:
    refused = run("recover", "nobody-at-all", DATABASE_URL=database_url)
    assert (refused.returncode, refused.stdout, "no player" in refused.stderr) == (1, "", True)
