"""Partners talk among themselves, and nobody else learns even that they do."""

from typing import Any

import pytest

from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import Serve

SECRET = "I hold two armies of the third epoch."


@pytest.fixture(scope="module")
def base(serve: Serve, own_database: str) -> str:
    return serve(DATABASE_URL=own_database, HEARTBEAT_SECONDS="1")


@pytest.fixture(params=[CARTA, CIVILIZATION])
def table(base: str, request: pytest.FixtureRequest) -> Table:
    options = {"teams": True, "team_chat": True}
    return Table.of(base, 4, game=request.param, edition=None, options=options)


def path_of(table: Table) -> str:
    return f"/games/{table.game}/chat"


def say(player: Client, table: Table, text: str, key: str = "") -> dict[str, Any]:
    headers = {"Idempotency-Key": key} if key else {}
    return body_of(player.post(f"{path_of(table)}?team=true", {"text": text}, headers=headers), 201)


def texts(player: Client, table: Table, team: bool = True) -> list[str | None]:
    found = body_of(player.get(f"{path_of(table)}{'?team=true' if team else ''}"), 200)
    return [each["text"] for each in found["messages"]]


def everything(client: Client, table: Table) -> list[bytes]:
    """All that somebody may read of the game and its chats."""
    paths = ["", "/events", "/chat", "/chat?after=0", "/since?after=0", "/states", "/notes", "/invites"]
    answers = [client.get(f"/games/{table.game}{path}") for path in paths]
    answers += [client.get(f"/games?player={table.players[0].id}"), client.get("/me/turns")]
    return [each.content for each in answers]


def test_partners_read_each_other_and_the_other_team_has_a_chat_of_its_own(table: Table) -> None:
    (ann, cid), (ben, dan) = ([table.players[seat] for seat in side] for side in sides(table))
    say(ann, table, SECRET)
    say(dan, table, "They are up to something.")
    assert texts(cid, table) == texts(ann, table) == [SECRET]
    assert texts(ben, table) == texts(dan, table) == ["They are up to something."]
    assert [texts(each, table, team=False) for each in (*table.players, table.visitor)] == [[]] * 5


def sides(table: Table) -> list[list[int]]:
    """The seats of each team."""
    seats = table.see()["seats"]
    return [[each["seat"] for each in seats if each["team"] == team] for team in (0, 1)]


@pytest.mark.parametrize("over", [False, True])
def test_nobody_else_can_tell_that_partners_have_talked(table: Table, base: str, over: bool) -> None:
    (ann, cid), (ben, dan) = ([table.players[seat] for seat in side] for side in sides(table))
    onlooker = Player(base, "Eve")
    if over:
        while table.see()["status"] == "playing":
            table.act(table.see()["to_act"][0], {"type": "resign"})
    body_of(ann.post(path_of(table), {"text": "Good luck!"}), 201)
    others = [ben, dan, onlooker, table.visitor]
    before = [everything(each, table) for each in others]
    own = [body_of(each.get(f"{path_of(table)}?team=true"), 200) for each in (ben, dan)]
    for number in range(3):
        said = say((ann, cid)[number % 2], table, f"{SECRET} {number}")
    read = ann.send("PUT", f"/games/{table.game}/chat-cursor?team=true", json={"message": said["id"]})
    assert read.status_code == 204
    assert [everything(each, table) for each in others] == before
    assert [body_of(each.get(f"{path_of(table)}?team=true"), 200) for each in (ben, dan)] == own
    for each in (ben, dan, onlooker):
        assert SECRET not in each.get("/me/export").text
    assert onlooker.get(f"{path_of(table)}?team=true").status_code == 403
    assert onlooker.post(f"{path_of(table)}?team=true", {"text": "Hm."}).status_code == 403
    (public,) = body_of(table.visitor.get(path_of(table)), 200)["messages"]
    assert (public["id"], public["text"]) == (1, "Good luck!")


def test_a_stream_tells_of_its_own_chat_only(table: Table) -> None:
    (ann, cid), (ben, _) = ([table.players[seat] for seat in side] for side in sides(table))
    own = f"{path_of(table)}?team=true"
    with cid.following(own) as ours, ben.following(own) as theirs, ben.following(path_of(table)) as public:
        say(ann, table, SECRET)
        body_of(ann.post(path_of(table), {"text": "Hello."}), 201)
        say(ben, table, "Quiet.")
        for stream, text in ((ours, SECRET), (public, "Hello."), (theirs, "Quiet.")):
            assert text in stream.take(1)[0].data


def test_the_same_key_sends_once_in_each_chat(table: Table) -> None:
    ann = table.players[0]
    first = say(ann, table, "Hello.", "once")
    assert say(ann, table, "Hello.", "once") == first
    body_of(ann.post(path_of(table), {"text": "Hello."}, headers={"Idempotency-Key": "once"}), 201)
    assert texts(ann, table) == texts(ann, table, team=False) == ["Hello."]


def test_a_message_to_partners_is_erased_read_and_exported_like_any_other(table: Table) -> None:
    (ann, cid), _ = ([table.players[seat] for seat in side] for side in sides(table))
    said = say(ann, table, SECRET)
    assert f'"team":{table.see()["seats"][sides(table)[0][0]]["team"]}' in ann.get("/me/export").text
    cursor = f"/games/{table.game}/chat-cursor"
    assert cid.send("PUT", f"{cursor}?team=true", json={"message": said["id"]}).status_code == 204
    assert cid.send("PUT", cursor, json={"message": said["id"]}).status_code == 422
    assert body_of(cid.get(f"{path_of(table)}?team=true"), 200)["read"] == said["id"]
    assert ann.delete(f"{path_of(table)}/{said['id']}").status_code == 404
    assert cid.delete(f"{path_of(table)}/{said['id']}?team=true").status_code == 404
    assert ann.delete(f"{path_of(table)}/{said['id']}?team=true").status_code == 204
    assert texts(cid, table) == [None]


def test_partners_have_no_chat_unless_the_table_was_opened_with_one(base: str) -> None:
    table = Table.of(base, 4, options={"teams": True})
    assert table.players[0].get(f"{path_of(table)}?team=true").status_code == 404
    assert table.players[0].post(f"{path_of(table)}?team=true", {"text": "Hm."}).status_code == 404


def test_without_teams_there_is_no_chat_of_partners(base: str) -> None:
    wish = {"game": CARTA, "seats": 2, "options": {"team_chat": True}}
    assert body_of(Player(base).post("/games", wish), 422)["rule"] == "setup.team_chat"


def test_who_has_handed_over_a_seat_can_still_erase_what_they_wrote_to_the_partner(table: Table, base: str) -> None:
    (seat, partner), _ = sides(table)
    ann, cid = table.players[seat], table.players[partner]
    said = say(ann, table, SECRET)
    body_of(ann.act(table.game, {"type": "offer_seat"}), 201)
    body_of(Player(base, "Dan").sit(table.game, seat=seat), 201)
    path = f"{path_of(table)}/{said['id']}?team=true"
    assert cid.delete(path).status_code == 404
    assert ann.delete(path).status_code == 204
    assert texts(cid, table) == [None]


def test_a_substitute_is_not_told_what_the_player_before_wrote_to_the_partner(table: Table, base: str) -> None:
    seat, partner = sides(table)[0]
    ann, cid, eve = table.players[seat], table.players[partner], Player(base, "Eve")
    say(ann, table, SECRET)
    say(cid, table, "Then I play Attack.")
    table.act(seat, {"type": "offer_seat"})
    body_of(eve.post(f"/games/{table.game}/seats", {"seat": seat}), 201)
    assert texts(eve, table) == ["Then I play Attack."]
    assert texts(cid, table) == [SECRET, "Then I play Attack."]
    assert ann.get(f"{path_of(table)}?team=true").status_code == 403
