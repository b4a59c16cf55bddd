"""Substitutes over HTTP: they see what the seat sees, and nothing that its player wrote."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cartulary.audit import bundles
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import eventually

OFFER = {"type": "offer_seat"}
GAMES = pytest.mark.parametrize("game", [CARTA, CIVILIZATION])


@pytest.fixture
def dan(served: str) -> Player:
    """Somebody who sits nowhere."""
    return Player(served, "Dan")


def offered(base: str, seat: int = 0, **wish: Any) -> Table:
    """A game in which a player has offered the seat."""
    table = Table.of(base, 3, **wish)
    table.act(seat, OFFER)
    return table


def private(base: str) -> Table:
    """A private game of two."""
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    game = ann.new_game(private=True)
    body_of(ann.sit(game, seat=0), 201)
    body_of(ben.sit(game, seat=1, invite=invitation(ann, game)), 201)
    return Table(game, [ann, ben], Client(base))


def invitation(player: Player, game: str) -> str:
    return str(body_of(player.post(f"/games/{game}/invites"), 201)["code"])


def handed_over(table: Table, player: Player, seat: int = 0) -> Player:
    """Let a player take the seat that is offered; the player who had it."""
    assert isinstance(table.players, list)
    before: Player = table.players[seat]
    body_of(player.post(f"/games/{table.game}/seats", {"seat": seat}), 201)
    table.players[seat] = player
    return before


def own_cards(game: dict[str, Any], seat: int) -> Any:
    return game["state"]["seats"][seat]["hand"]


@GAMES
def test_a_substitute_sees_what_the_seat_sees_and_its_former_player_what_everybody_sees(
    served: str, dan: Player, game: str
) -> None:
    table = offered(served, game=game, edition=None)
    before = table.players[0].see(table.game)
    gone = handed_over(table, dan)
    seen, watched = dan.see(table.game), gone.see(table.game)
    assert (seen["you"], watched["you"]) == (0, None)
    assert own_cards(seen, 0) == own_cards(before, 0)
    assert watched["state"] == table.visitor.see(table.game)["state"]
    assert [each["player"]["id"] for each in seen["former_players"]] == [gone.id]
    assert seen["seats"][0]["player"]["id"] == dan.id
    assert dan.events(table.game)[0:5] == table.players[0].events(table.game)[0:5]
    assert gone.events(table.game) == table.visitor.events(table.game)
    at = f"/games/{table.game}/states/{before['version']}"
    assert body_of(dan.get(at), 200)["state"] == before["state"]
    assert body_of(gone.get(at), 200)["you"] is None


def test_only_the_substitute_acts_from_then_on(served: str, dan: Player, tmp_path: Path) -> None:
    table = Table.of(served)
    seat = table.see()["to_act"][0]
    table.act(seat, OFFER)
    gone = handed_over(table, dan, seat)
    assert body_of(gone.act(table.game, {"type": "resign"}), 403)["code"] == "no-seat"
    assert body_of(gone.get("/me/turns"), 200)["games"] == []
    assert [each["id"] for each in body_of(dan.get("/me/turns"), 200)["games"]] == [table.game]
    table.act(seat, table.legal(seat)[0])
    table.act(seat, {"type": "resign"})
    path = tmp_path / "bundle.ndjson"
    path.write_bytes(table.visitor.get(f"/games/{table.game}/audit").content)
    assert bundles.verify(path, bundles.Given()).verified


def test_a_vacant_seat_is_listed_until_somebody_takes_it_or_it_is_kept(served: str, dan: Player) -> None:
    table = offered(served)
    path = f"/games?substitute=true&player={table.players[0].id}"
    (listed,) = body_of(Client(served).get(path), 200)["games"]
    assert (listed["id"], listed["vacant_seats"]) == (table.game, [0])
    assert table.act(0, {"type": "keep_seat"})["game"]["vacant_seats"] == []
    assert body_of(Client(served).get(path), 200)["games"] == []
    assert body_of(dan.post(f"/games/{table.game}/seats", {}), 409)["rule"] == "seat.game_started"


def test_a_seat_is_taken_once_however_often_it_is_asked_for(served: str, dan: Player) -> None:
    table = offered(served)
    key = {"Idempotency-Key": "seat"}
    first, again = (dan.post(f"/games/{table.game}/seats", {}, headers=key) for _ in range(2))
    assert body_of(first, 201) == body_of(again, 201)
    assert body_of(first, 201)["seat"] == 0


def test_a_substitute_sends_no_entropy(served: str, dan: Player) -> None:
    table = offered(served)
    answer = dan.post(f"/games/{table.game}/seats", {"seat": 0, "entropy": "0" * 64})
    assert body_of(answer, 422)["rule"] == "seat.cards_dealt"


def test_what_a_player_wrote_stays_with_the_player(served: str, dan: Player) -> None:
    table = offered(served)
    game, ann = f"/games/{table.game}", table.players[0]
    note = {"text": "Ben holds the Wheel."}
    assert ann.send("PUT", f"{game}/notes/1", json=note).status_code == 200
    given = body_of(ann.post(f"{game}/orders", {"condition": {"kind": "end_turn"}}), 201)["id"]
    gone = handed_over(table, dan)
    assert body_of(dan.get(f"{game}/notes"), 200)["notes"] == []
    assert body_of(dan.get(f"{game}/orders"), 200)["orders"] == []
    (kept,) = body_of(gone.get(f"{game}/notes"), 200)["notes"]
    assert (kept["version"], kept["text"]) == (1, note["text"])
    eventually(lambda: cancelled(gone, given))
    assert table.see()["status"] == "playing"


def cancelled(player: Player, order: str) -> bool:
    """Whether an order was cancelled because its player has given up the seat."""
    export = [json.loads(line) for line in player.get("/me/export").text.splitlines()]
    return any(each.get("id") == order and each.get("rule") == "order.seat_given_up" for each in export)


def test_the_stream_of_who_gave_up_a_seat_tells_no_more_secrets(served: str, dan: Player) -> None:
    table = offered(served)
    ann, version = table.players[0], table.see()["version"]
    with ann.following(f"/games/{table.game}/events?after={version}") as stream:
        stream.beat()
        handed_over(table, dan)
        seat = table.see()["to_act"][0]
        table.act(seat, table.legal(seat)[0])
        now = table.see()["version"]
        heard = [json.loads(said.data) for said in stream.take(now - version)]
    public = [each for each in table.visitor.events(table.game) if each["public"]["position"] > version]
    assert heard == public


def test_a_private_game_needs_an_invitation_and_its_former_player_may_watch(served: str, dan: Player) -> None:
    table = private(served)
    table.act(0, OFFER)
    game = f"/games/{table.game}"
    assert dan.post(f"{game}/seats", {}).status_code == 404
    body_of(dan.post(f"{game}/seats", {"invite": invitation(table.players[1], table.game)}), 201)
    assert table.players[0].see(table.game)["you"] is None


def test_whoever_looks_at_the_game_from_another_seat_is_no_substitute(served: str, dan: Player) -> None:
    table = offered(served)
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    body_of(table.players[1].post("/me/delegations", {"player": dan.id, "until": until}), 201)
    assert dan.see(table.game)["you"] == 1
    assert body_of(dan.post(f"/games/{table.game}/seats", {}), 409)["code"] == "seat-not-free"


def test_two_who_have_blocked_each_other_meet_as_substitutes_no_more_than_before(served: str, dan: Player) -> None:
    table = offered(served)
    assert dan.send("PUT", f"/me/mutes/{table.players[1].id}", json={"blocked": True}).status_code == 204
    assert body_of(dan.post(f"/games/{table.game}/seats", {}), 409)["code"] == "kept-apart"


def test_every_ply_is_told_with_the_name_of_who_took_it(served: str, dan: Player) -> None:
    table = offered(served)
    handed_over(table, dan)
    table.act(0, OFFER)
    since = f"/games/{table.game}/since?after=0&limit="
    version = table.see()["version"]
    for limit, since_then in ((version - 2, []), (version, ["Dan", "Dan"])):
        told = [words for ply in body_of(dan.get(f"{since}{limit}"), 200)["plies"] for words in ply["words"]]
        named = [words.partition(":")[0] for words in told if "seat" in words or "sits" in words]
        assert named == ["Player 0", "Player 1", "Player 2", "Player 0", *since_then]


@pytest.mark.parametrize("on_expiry", ["claim", "bot"])
def test_a_seat_that_is_out_of_time_is_voted_free(served: str, dan: Player, on_expiry: str) -> None:
    table = Table.of(served, 3, clock={"kind": "turn", "seconds": 1, "on_expiry": on_expiry})
    late = table.see()["to_act"][0]
    vote = {"type": "free_seat", "seat": late}
    eventually(lambda: is_out_of_time(table, late))
    voters = [seat for seat in range(3) if seat != late]
    shown = table.act(voters[0], vote)["game"]
    assert (shown["vacancy_votes"], shown["vacant_seats"]) == ([{"seat": voters[0], "freed": late}], [])
    assert table.act(voters[1], vote)["game"]["vacant_seats"] == [late]
    handed_over(table, dan, late)
    assert table.see()["clock"]["seats"][late]["bot"] is False


def is_out_of_time(table: Table, seat: int) -> bool:
    clock = table.see()["clock"]["seats"][seat]
    return bool(clock["expired"] or clock["bot"])


def test_the_result_counts_for_the_substitute_and_leaves_the_former_player_none(served: str, dan: Player) -> None:
    table = offered(served, seat=1)
    gone = handed_over(table, dan, 1)
    for seat in (0, 1, 2):
        table.act(seat, {"type": "agree_end", "how": "draw"})
    eventually(lambda: shown(dan)["results"] != [])
    assert (shown(dan)["results"][0]["drawn"], shown(gone)["results"]) == (1, [])
    assert (shown(gone)["reliability"]["games_counted"], shown(gone)["reliability"]["games_left"]) == (1, 0)


def shown(player: Player) -> dict[str, Any]:
    return body_of(Client(player.base).get(f"/players/{player.id}"), 200)
