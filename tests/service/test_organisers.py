"""An organiser creates tables at which players sit who have consented, all or none, under a tag, and with one start."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import requests

from cartulary_service.json_output import format_time
from tests.service.client import CARTA, CIVILIZATION, Client, Player, body_of
from tests.service.conftest import eventually
from tests.service.program import Program

NOBODY = "00000000-0000-7000-8000-000000000000"
CLOCK = {"kind": "turn", "seconds": 3600}
Seats = list[Player]


@pytest.fixture
def olga(served: str) -> Player:
    return Player(served, "Olga")


@pytest.fixture
def players(served: str, olga: Player) -> Seats:
    """Four who have consented to Olga."""
    found = [Player(served, name) for name in ("Ann", "Ben", "Cid", "Dan")]
    for each in found:
        allow(each, olga)
    return found


def allow(player: Player, organiser: Player) -> None:
    assert player.send("PUT", f"/me/organisers/{organiser.id}").status_code == 204


def table_of(*players: Player | str, **wish: Any) -> dict[str, Any]:
    return {"game": CARTA, "seats": [each if isinstance(each, str) else each.id for each in players]} | wish


def new_tag() -> str:
    return f"round-{uuid4().hex[:12]}"


def arrange(organiser: Client, *tables: dict[str, Any], key: str | None = None, **wish: Any) -> requests.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return organiser.post("/tables", {"tag": new_tag(), "tables": [*tables]} | wish, headers=headers)


def tagged(player: Player, tag: str, **query: Any) -> list[dict[str, Any]]:
    """The games of a tag, oldest first."""
    games = body_of(player.get(f"/games?tag={tag}", params={"limit": 100} | query), 200)["games"]
    return list(reversed(games))


def test_every_table_begins_at_once_with_the_players_on_their_seats(olga: Player, players: Seats) -> None:
    ann, ben, cid, dan = players
    made = body_of(arrange(olga, table_of(ann, ben, title="Table 1"), table_of(dan, cid, game=CIVILIZATION)), 201)
    assert [each["id"] for each in tagged(ben, made["tag"])] == made["games"]
    for game, pair in zip(made["games"], ((ann, ben), (dan, cid)), strict=True):
        seen = pair[1].see(game)
        assert (seen["status"], seen["you"], seen["creator"]) == ("playing", 1, olga.id)
        assert [each["player"]["id"] for each in seen["seats"]] == [each.id for each in pair]
    first, second = tagged(ann, made["tag"])
    assert (first["title"], second["title"]) == ("Table 1", None)
    assert [(each["tag"], each["game"]) for each in (first, second)] == [
        (made["tag"], CARTA),
        (made["tag"], CIVILIZATION),
    ]
    active = players[ann.see(made["games"][0])["to_act"][0]]
    assert made["games"][0] in [each["id"] for each in body_of(active.get("/me/turns"), 200)["games"]]
    body_of(active.act(made["games"][0], active.legal(made["games"][0])[0]), 201)


def test_the_record_of_assigned_seats_verifies_and_shows_no_entropy(olga: Player, players: Seats) -> None:
    game = body_of(arrange(olga, table_of(*players[:2])), 201)["games"][0]
    taken = [each["public"] for each in olga.events(game) if each["public"]["type"] == "SeatTaken"]
    assert [each["data"]["entropy"] for each in taken] == [None, None]
    body_of(players[0].act(game, {"type": "resign"}), 201)
    bundle = olga.get(f"/games/{game}/audit").content
    replayed = olga.send("POST", "/replays", data=bundle, headers={"Content-Type": "application/x-ndjson"})
    assert replayed.status_code == 200


def test_the_organiser_plays_at_a_table_of_their_own_without_consent(olga: Player, players: Seats) -> None:
    game = body_of(arrange(olga, table_of(olga, players[0])), 201)["games"][0]
    assert olga.see(game)["you"] == 0


@pytest.mark.parametrize("missing", ["stranger", "nobody", "withdrawn", "deleted", "blocking", "blocked"])
def test_no_table_is_made_if_a_player_has_not_consented_and_these_alone_are_named(
    served: str, olga: Player, players: Seats, missing: str
) -> None:
    ann, ben, cid, _ = players
    match missing:
        case "stranger":
            other = Player(served, "Eve").id
        case "nobody":
            other = NOBODY
        case _:
            other = cid.id
            changed = {
                "withdrawn": lambda: cid.delete(f"/me/organisers/{olga.id}"),
                "deleted": lambda: cid.delete("/me?confirm=Cid"),
                "blocking": lambda: cid.send("PUT", f"/me/mutes/{olga.id}", json={"blocked": True}),
                "blocked": lambda: olga.send("PUT", f"/me/mutes/{cid.id}", json={"blocked": True}),
            }[missing]()
            assert changed.status_code == 204
    tag = new_tag()
    refused = body_of(arrange(olga, table_of(ann, ben), table_of(ben, other), tag=tag), 403)
    assert (refused["code"], refused["players"]) == ("not-consented", [other])
    assert tagged(olga, tag) == []
    assert body_of(ann.get(f"/games?player={ann.id}"), 200)["games"] == []


def test_players_who_block_each_other_are_kept_apart_without_saying_who(olga: Player, players: Seats) -> None:
    ann, ben, cid, dan = players
    ann.send("PUT", f"/me/mutes/{dan.id}", json={"blocked": True})
    refused = body_of(arrange(olga, table_of(ann, ben), table_of(dan, cid, ann)), 409)
    assert (refused["code"], refused["table"], "players" in refused) == ("kept-apart", 1, False)
    body_of(arrange(olga, table_of(ann, ben), table_of(dan, cid)), 201)


def test_a_table_that_asks_for_reliability_refuses_newcomers(olga: Player, players: Seats) -> None:
    ann, ben, *_ = players
    refused = body_of(arrange(olga, table_of(olga, ben), table_of(olga, ann, min_reliability=80)), 403)
    assert (refused["code"], refused["table"], refused["players"]) == ("reliability-too-low", 1, [ann.id])


@pytest.mark.parametrize(
    ("wish", "rule"), [({"edition": "none"}, None), ({"options": {"fairness": "commit"}}, "seat.commitment_needed")]
)
def test_what_a_game_does_not_offer_is_refused_with_the_place_of_its_table(
    olga: Player, players: Seats, wish: dict[str, Any], rule: str | None
) -> None:
    refused = body_of(arrange(olga, table_of(*players[:2]), table_of(*players[2:], **wish)), 422)
    assert (refused["table"], refused["rule"]) == (1, rule or refused["rule"])


def test_a_tag_belongs_to_who_used_it_first_and_takes_further_tables(served: str, olga: Player, players: Seats) -> None:
    other, tag = Player(served, "Otto"), new_tag()
    for each in players:
        allow(each, other)
    body_of(arrange(olga, table_of(*players[:2]), tag=tag), 201)
    assert body_of(arrange(other, table_of(*players[:2]), tag=tag), 409)["code"] == "tag-taken"
    body_of(arrange(olga, table_of(*players[2:]), tag=tag), 201)
    assert len(tagged(other, tag)) == 2


def test_the_same_request_under_one_key_makes_the_tables_once(olga: Player, players: Seats) -> None:
    tag = new_tag()
    tables = [table_of(*players[:2]), table_of(*players[2:])]
    first = body_of(arrange(olga, *tables, tag=tag, key="once"), 201)
    assert body_of(arrange(olga, *tables, tag=tag, key="once"), 201) == first
    assert [each["id"] for each in tagged(olga, tag)] == first["games"]
    assert body_of(arrange(olga, tables[0], tag=tag, key="once"), 422)["code"] == "key-reused"


def test_private_tables_of_a_tag_are_listed_for_their_players_and_the_organiser(
    served: str, olga: Player, players: Seats
) -> None:
    tag = new_tag()
    body_of(arrange(olga, table_of(*players[:2], private=True), table_of(*players[2:]), tag=tag), 201)
    seen = [len(tagged(each, tag)) for each in (olga, players[0], players[2], Player(served, "Eve"))]
    assert seen == [2, 2, 1, 1]


def test_results_of_a_tag_are_paged(olga: Player, players: Seats) -> None:
    tag = new_tag()
    games = body_of(arrange(olga, *[table_of(*players[:2])] * 3, tag=tag), 201)["games"]
    body_of(players[0].act(games[0], {"type": "resign"}), 201)
    page = body_of(olga.get(f"/games?tag={tag}&limit=2"), 200)
    rest = body_of(olga.get(f"/games?tag={tag}&limit=2&cursor={page['next']}"), 200)
    assert [each["id"] for each in (*page["games"], *rest["games"])] == games[::-1]
    assert rest["games"][0]["result"]["winners"] == [1]
    assert [each["id"] for each in tagged(olga, tag, status="finished")] == games[:1]


def test_consents_are_listed_on_both_sides_exported_and_erased(olga: Player, players: Seats) -> None:
    ann, *_ = players
    tag = new_tag()
    body_of(arrange(olga, table_of(olga, ann), tag=tag), 201)
    mine, theirs = (body_of(each.get("/me/organisers"), 200) for each in (ann, olga))
    assert [each["player"]["id"] for each in mine["organisers"]] == [olga.id]
    assert [each["player"]["name"] for each in theirs["players"]] == ["Ann", "Ben", "Cid", "Dan"]
    exported = [json.loads(line) for line in olga.get("/me/export").text.splitlines()]
    assert {"kind": "tag", "tag": tag} in exported
    assert len([each for each in exported if each["kind"] == "organiser_consent"]) == 4
    assert olga.delete("/me?confirm=Olga").status_code == 204
    assert body_of(ann.get("/me/organisers"), 200) == {"organisers": [], "players": []}
    assert tagged(ann, tag) == []


def test_nobody_consents_to_themselves_or_to_who_is_not_there(olga: Player) -> None:
    for other in (olga.id, NOBODY):
        assert olga.send("PUT", f"/me/organisers/{other}").status_code == 404


def test_before_the_start_no_clock_runs_nobody_leaves_and_the_organiser_may_close_a_table(
    olga: Player, players: Seats
) -> None:
    ann, ben, *_ = players
    starts_at = format_time(datetime.now(UTC) + timedelta(hours=1))
    made = arrange(olga, *[table_of(ann, ben, clock=CLOCK)] * 2, starts_at=starts_at)
    one, other = body_of(made, 201)["games"]
    waits = ann.see(one)
    assert (waits["status"], waits["you"], waits["state"], waits["to_act"]) == ("open", 0, None, [])
    assert (waits["deadline"], waits["starts_at"]) == (starts_at, starts_at)
    assert not any(each["running"] for each in waits["clock"]["seats"])
    assert body_of(ann.delete(f"/games/{one}/seats/0"), 409)["code"] == "cannot-leave"
    assert olga.delete(f"/games/{other}").status_code == 204
    assert ben.see(other)["status"] == "abandoned"


def test_a_player_who_deletes_the_account_before_the_start_leaves_no_game_that_nobody_can_play(
    olga: Player, players: Seats
) -> None:
    starts_at = format_time(datetime.now(UTC) + timedelta(hours=1))
    (game,) = body_of(arrange(olga, table_of(*players[:2]), starts_at=starts_at), 201)["games"]
    assert players[0].delete("/me?confirm=Ann").status_code == 204
    assert players[1].see(game)["status"] == "abandoned"


def test_all_games_begin_when_their_start_has_come(olga: Player, players: Seats) -> None:
    starts_at = format_time(datetime.now(UTC) + timedelta(seconds=2))
    tables = [table_of(*players[:2], clock=CLOCK), table_of(*players[2:], clock=CLOCK)]
    games = body_of(arrange(olga, *tables, starts_at=starts_at), 201)["games"]
    assert [olga.see(game)["status"] for game in games] == ["open", "open"]
    eventually(lambda: all(olga.see(game)["status"] == "playing" for game in games))
    for game in games:
        events = [each["public"] for each in olga.events(game)]
        start = next(each for each in events if each["type"] == "StartReached")
        assert start["data"]["until"] == starts_at <= start["at"]
        assert [each["data"]["since"] >= starts_at for each in events if each["type"] == "ClockStarted"] == [True]
        assert olga.see(game)["starts_at"] is None


@pytest.mark.parametrize("ended", ["by the player", "with the token"])
def test_a_table_is_void_at_its_start_if_a_player_no_longer_allows_the_organiser(
    olga: Player, players: Seats, served: str, ended: str
) -> None:
    ann, ben, *others = players
    if ended == "with the token":
        assert ann.delete(f"/me/organisers/{olga.id}").status_code == 204
        made = body_of(ann.post("/me/tokens", {}), 201)
        assert Client(served, made["token"]).send("PUT", f"/me/organisers/{olga.id}").status_code == 204
    starts_at = format_time(datetime.now(UTC) + timedelta(seconds=3))
    one, other = body_of(arrange(olga, table_of(ann, ben), table_of(*others), starts_at=starts_at), 201)["games"]
    over = f"/me/tokens/{made['id']}" if ended == "with the token" else f"/me/organisers/{olga.id}"
    assert ann.delete(over).status_code == 204
    eventually(lambda: olga.see(one)["status"] != "open" and olga.see(other)["status"] != "open")
    assert (olga.see(one)["status"], olga.see(other)["status"]) == ("abandoned", "playing")


def test_a_table_that_a_program_created_is_void_at_its_start_if_the_program_is_let_out(
    olga: Player, players: Seats, served: str
) -> None:
    program = Program(served, "read play manage").sign_in(olga)
    starts_at = format_time(datetime.now(UTC) + timedelta(seconds=3))
    (game,) = body_of(arrange(program, table_of(*players[:2]), starts_at=starts_at), 201)["games"]
    (consent,) = body_of(olga.get("/me/consents"), 200)["consents"]
    assert olga.delete(f"/me/consents/{consent['id']}").status_code == 204
    eventually(lambda: olga.see(game)["status"] != "open")
    assert olga.see(game)["status"] == "abandoned"


def test_an_organiser_without_a_seat_invites_to_a_private_table_only_while_all_its_players_consent(
    olga: Player, players: Seats
) -> None:
    ann, ben, *_ = players
    game = body_of(arrange(olga, table_of(ann, ben, private=True)), 201)["games"][0]
    invited = body_of(olga.post(f"/games/{game}/invites"), 201)
    for player in (ann, ben):
        assert invited["id"] in player.get(f"/games/{game}/invites").text
    assert ann.delete(f"/me/organisers/{olga.id}").status_code == 204
    assert body_of(olga.post(f"/games/{game}/invites"), 403)["code"] == "no-seat"
    assert body_of(ben.post(f"/games/{game}/invites"), 201)["seat"] is None
    assert olga.delete(f"/games/{game}/invites/{NOBODY}").status_code == 404
    assert ben.delete(f"/games/{game}/invites/{invited['id']}").status_code == 204


@pytest.mark.parametrize("way", ["withdrawal", "block"])
def test_invitations_of_an_organiser_hold_no_longer_than_the_consents(olga: Player, players: Seats, way: str) -> None:
    ann, ben, cid, _ = players
    games = body_of(arrange(olga, table_of(ann, ben, private=True), table_of(ben, olga, private=True)), 201)["games"]
    looks = []
    for game in games:
        code = body_of(olga.post(f"/games/{game}/invites"), 201)["code"]
        body_of(olga.post(f"/games/{game}/invites", {"player": cid.id}), 201)
        looks += [(cid, f"/games/{game}"), (Client(olga.base), f"/games/{game}?invite={code}")]
    assert [who.get(path).status_code for who, path in looks] == [200] * 4
    if way == "block":
        assert ann.send("PUT", f"/me/mutes/{olga.id}", json={"blocked": True}).status_code == 204
    else:
        assert ann.delete(f"/me/organisers/{olga.id}").status_code == 204
    assert [who.get(path).status_code for who, path in looks] == [404, 404, 200, 200]
    assert body_of(ben.get(f"/games/{games[0]}/invites"), 200)["invites"] == []


def test_only_those_who_sit_in_a_private_game_see_and_revoke_invitations_of_others(
    olga: Player, players: Seats
) -> None:
    ann, ben, cid, _ = players
    private = body_of(arrange(olga, table_of(ann, ben, private=True)), 201)["games"][0]
    public = body_of(arrange(olga, table_of(ann, ben)), 201)["games"][0]
    for game, player in ((private, olga), (private, cid), (public, ben)):
        body_of(ann.post(f"/games/{game}/invites", {"player": cid.id}), 201)
        made = body_of(ann.get(f"/games/{game}/invites"), 200)["invites"][-1]["id"]
        assert body_of(player.get(f"/games/{game}/invites"), 200)["invites"] == []
        assert player.delete(f"/games/{game}/invites/{made}").status_code == 404
