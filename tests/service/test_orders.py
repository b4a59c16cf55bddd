"""Standing orders: private, done when their time comes, cancelled with a reason when the game goes otherwise."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from cartulary.audit import bundles
from cartulary_service.http.languages import REASONS
from tests.domain.notation import position
from tests.message_catalogues import read
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import eventually, tables_with

AT_TURN_END = {"kind": "end_turn"}


def given(player: Player, game: str, condition: dict[str, Any], action: dict[str, Any] | None = None) -> str:
    """Give an order; its id."""
    return str(body_of(player.post(f"/games/{game}/orders", {"condition": condition, "action": action}), 201)["id"])


def refused(player: Player, game: str, condition: dict[str, Any], action: dict[str, Any] | None = None) -> str:
    """An order that makes no sense; the rule by which."""
    return str(body_of(player.post(f"/games/{game}/orders", {"condition": condition, "action": action}), 422)["rule"])


def order(player: Player, game: str, id: str) -> dict[str, Any]:
    """What became of an order."""
    found = body_of(player.get(f"/games/{game}/orders"), 200)["orders"]
    return next(each for each in found if each["id"] == id)


def settled(player: Player, game: str, id: str) -> dict[str, Any]:
    """What became of an order once it waits no more."""
    eventually(lambda: order(player, game, id)["status"] != "waiting")
    return order(player, game, id)


def fired(table: Table, seat: int | None = None) -> list[dict[str, Any]]:
    """The events that tell of orders, as a seat or a spectator sees them."""
    return [each for each in table.audience(seat).events(table.game) if each["public"]["type"] == "OrderFired"]


class Turn:
    """A game at the beginning of a turn: whose it is, and a card that the other can play in his own."""

    def __init__(self, base: str) -> None:
        self.table = Table.of(base)
        self.game = self.table.game
        (self.active,) = self.table.see()["to_act"]
        self.other = 1 - self.active
        self.waiting = self.table.players[self.other]
        hand = self.table.see(self.other)["state"]["seats"][self.other]["hand"]
        self.play = {"type": "play", "card": next(iter(hand))}
        self.after_turn = {"kind": "action", "seat": self.active, "action": "end_turn"}

    def go_by(self) -> None:
        """The active seat plays a card and ends its turn."""
        self.table.act(self.active, self.table.legal(self.active)[0])
        self.table.act(self.active, {"type": "end_turn"})


@pytest.fixture
def turn(served: str) -> Turn:
    return Turn(served)


def test_an_order_acts_after_the_action_that_it_waited_for(turn: Turn) -> None:
    id = given(turn.waiting, turn.game, turn.after_turn, turn.play)
    turn.go_by()
    done = settled(turn.waiting, turn.game, id)
    assert (done["status"], done["firings"], done["met"]) == ("fired", 1, True)
    assert turn.table.see()["version"] == done["fired_at"]
    (event,) = fired(turn.table, turn.other)
    assert (event["public"]["seat"], event["public"]["data"]) == (turn.other, {"order": id})
    assert event["private"] == {"condition": turn.after_turn}
    assert turn.table.see()["state"]["seats"][turn.other]["area"] == {turn.play["card"]: 1}


def test_nobody_else_learns_of_an_order_or_of_what_it_waited_for(served: str, turn: Turn) -> None:
    id = given(turn.waiting, turn.game, turn.after_turn, turn.play)
    assert body_of(turn.table.players[turn.active].get(f"/games/{turn.game}/orders"), 200) == {"orders": []}
    assert Player(served).get(f"/games/{turn.game}/orders").status_code == 403
    assert Client(served).get(f"/games/{turn.game}/orders").status_code == 401
    assert turn.table.players[turn.active].delete(f"/games/{turn.game}/orders/{id}").status_code == 404
    turn.go_by()
    settled(turn.waiting, turn.game, id)
    for viewer in (turn.active, None):
        (event,) = fired(turn.table, viewer)
        assert not event["private"]


def test_an_order_is_cancelled_where_the_other_does_not_do_it_before_the_next_turn(turn: Turn) -> None:
    id = given(turn.waiting, turn.game, turn.after_turn | {"action": "inquisition"}, turn.play)
    turn.go_by()
    done = settled(turn.waiting, turn.game, id)
    assert (done["status"], done["rule"], done["fired_at"]) == ("cancelled", "order.other_course", None)
    assert turn.table.see()["to_act"] == [turn.other]


def test_an_order_is_cancelled_where_what_it_waited_for_is_taken_back(turn: Turn) -> None:
    id = given(turn.waiting, turn.game, turn.after_turn | {"action": "play"}, turn.play)
    turn.table.act(turn.active, turn.table.legal(turn.active)[0])
    eventually(lambda: order(turn.waiting, turn.game, id)["met"])
    turn.table.act(turn.active, {"type": "take_back"})
    assert settled(turn.waiting, turn.game, id)["rule"] == "order.taken_back"


def test_an_order_that_would_be_illegal_by_then_is_cancelled_with_the_rule_and_changes_nothing(turn: Turn) -> None:
    lacking = {"type": "play", "card": "utopia-3"}
    id = given(turn.waiting, turn.game, turn.after_turn, lacking)
    turn.go_by()
    version = turn.table.see()["version"]
    done = settled(turn.waiting, turn.game, id)
    assert (done["status"], done["rule"].partition(".")[0]) == ("cancelled", "hand")
    answer = turn.waiting.get(f"/games/{turn.game}/orders", headers={"Accept-Language": "uk"})
    assert [each["reason"] for each in answer.json()["orders"]] == [read(REASONS, "uk")[done["rule"]].format(1, 0)]
    assert turn.table.see()["version"] == version


def test_an_order_is_done_once_the_game_has_reached_a_version(turn: Turn) -> None:
    reached = given(turn.waiting, turn.game, {"kind": "version", "version": turn.table.see()["version"]}, turn.play)
    far = given(turn.waiting, turn.game, {"kind": "version", "version": 10_000}, turn.play)
    turn.go_by()
    assert settled(turn.waiting, turn.game, reached)["status"] == "fired"
    assert order(turn.waiting, turn.game, far)["status"] == "waiting"
    turn.table.act(turn.active, {"type": "resign"})
    assert settled(turn.waiting, turn.game, far)["rule"] == "order.over"


def test_a_lasting_order_ends_the_turn_whenever_nothing_else_is_left(served: str) -> None:
    table = Table.of(served, position=position("A: hand W1 C1 | B: hand W1 C1") | {"step": "play"})
    player = table.players[0]
    id = given(player, table.game, AT_TURN_END)
    table.act(0, {"type": "play", "card": "military-1"})
    eventually(lambda: table.see()["to_act"] == [1])
    table.act(1, table.legal(1)[0])
    table.act(1, {"type": "end_turn"})
    table.act(0, {"type": "play", "card": "culture-1"})
    assert "attack" in {each["type"] for each in table.legal(0)}
    table.act(0, {"type": "end_turn"})
    done = order(player, table.game, id)
    assert (done["status"], done["firings"], len(fired(table))) == ("waiting", 1, 1)
    assert player.delete(f"/games/{table.game}/orders/{id}").status_code == 204
    assert order(player, table.game, id)["rule"] == "order.withdrawn"


def test_an_order_for_the_only_action_is_done_at_once_where_there_is_but_one(served: str) -> None:
    table = Table.of(served, position=position("A: hand W1 | B: hand W1") | {"step": "play"})
    player = table.players[0]
    id = given(player, table.game, {"kind": "only_action"})
    eventually(lambda: order(player, table.game, id)["firings"] == 2)
    assert (order(player, table.game, id)["status"], len(fired(table))) == ("waiting", 2)
    assert table.see()["to_act"] == [1]
    assert table.see()["state"]["seats"][0]["area"] == {"military-1": 1}


@pytest.mark.parametrize("hand", ["W2", "W1 C1"])
def test_an_order_for_the_only_action_does_not_tell_that_a_hand_is_of_one_kind(served: str, hand: str) -> None:
    table = Table.of(served, position=position(f"A: hand {hand} | B: hand W1") | {"step": "play"})
    player = table.players[0]
    given(player, table.game, {"kind": "only_action"})
    told = given(player, table.game, {"kind": "version", "version": 1}, {"type": "play", "card": "military-1"})
    # Orders are looked at in the order in which they were given: this one comes after the other.
    eventually(lambda: order(player, table.game, told)["status"] == "fired")
    # Once the card is played everybody sees that only the end of the turn is left.
    assert fired(table)[0]["public"]["data"]["order"] == told


def test_an_order_can_be_tried_on_the_past_and_nothing_is_stored(turn: Turn) -> None:
    table = turn.table
    for _ in range(2):
        turn.go_by()
        turn.active, turn.other = turn.other, turn.active
    mine = table.players[turn.active]
    tried = {"condition": AT_TURN_END, "since": 1}
    outcomes = body_of(mine.post(f"/games/{turn.game}/trials", tried), 200)["outcomes"]
    expected = [
        {"version": version, "action": {"type": "end_turn"}, "rule": None, "reason": None}
        for version in range(1, table.see()["version"] + 1)
        if ends_ply(table, version) and only_end_turn(mine, turn.game, version, turn.active)
    ]
    assert outcomes == expected
    assert body_of(mine.get(f"/games/{turn.game}/orders"), 200) == {"orders": []}


def ends_ply(table: Table, version: int) -> bool:
    """Whether nothing is half done at a version."""
    plies = {each["public"]["position"]: each["public"]["ply"] for each in table.visitor.events(table.game)}
    return bool(plies.get(version + 1) != plies[version])


def only_end_turn(player: Player, game: str, version: int, seat: int) -> bool:
    """Whether all that a seat could do at a version was to end its turn, found by a fork from there."""
    if player.see(game, version)["to_act"] != [seat]:
        return False
    fork = body_of(player.post(f"/games/{game}/forks", {"version": version}), 201)["id"]
    body_of(player.sit(fork, seat=1 - seat, bot="random"), 201)
    body_of(player.sit(fork, seat=seat), 201)
    legal: list[str] = [each["type"] for each in player.legal(fork)]
    return legal == ["end_turn"]


def test_a_conditional_order_is_tried_until_it_is_done_or_cancelled(turn: Turn) -> None:
    since = turn.table.see()["version"]
    turn.go_by()
    where = f"/games/{turn.game}/trials"
    done = {"condition": turn.after_turn, "action": turn.play, "since": since}
    (outcome,) = body_of(turn.waiting.post(where, done), 200)["outcomes"]
    assert (outcome["version"], outcome["action"]) == (turn.table.see()["version"], turn.play)
    never = done | {"condition": turn.after_turn | {"action": "attack"}}
    (outcome,) = body_of(turn.waiting.post(where, never), 200)["outcomes"]
    assert (outcome["action"], outcome["rule"]) == (None, "order.other_course")


def test_an_order_that_makes_no_sense_is_refused_with_what_to_do(turn: Turn) -> None:
    player, game = turn.waiting, turn.game
    assert refused(player, game, AT_TURN_END, turn.play) == "order.action"
    assert refused(player, game, turn.after_turn) == "order.action"
    assert refused(player, game, turn.after_turn, {"type": "resign"}) == "order.action"
    assert refused(player, game, {"kind": "version"}, turn.play) == "order.version"
    assert refused(player, game, turn.after_turn | {"version": 3}, turn.play) == "order.version"
    assert refused(player, game, turn.after_turn | {"seat": turn.other}, turn.play) == "order.seat"
    assert refused(player, game, turn.after_turn | {"seat": 2}, turn.play) == "order.seat"
    assert refused(player, game, turn.after_turn | {"action": "castle"}, turn.play) == "order.seat"
    assert refused(player, game, {"kind": "only_action", "seat": turn.active}) == "order.seat"
    for body, field in (
        ({"condition": {"kind": "soon"}}, "condition"),
        ({}, "condition"),
        ({"condition": AT_TURN_END, "action": {"type": "castle"}}, "action"),
        ({"condition": AT_TURN_END, "action": {"type": "play"}}, "action"),
    ):
        assert field in body_of(player.post(f"/games/{game}/orders", body), 422)["errors"]
    assert body_of(player.get(f"/games/{game}/orders"), 200) == {"orders": []}


def test_so_many_orders_may_wait_and_not_more(turn: Turn) -> None:
    for _ in range(20):
        given(turn.waiting, turn.game, turn.after_turn, turn.play)
    more = {"condition": turn.after_turn, "action": turn.play}
    assert turn.waiting.post(f"/games/{turn.game}/orders", more).status_code == 409


def test_of_orders_that_wait_no_more_the_last_ones_are_listed(turn: Turn) -> None:
    waiting = given(turn.waiting, turn.game, turn.after_turn, turn.play)
    withdrawn = [given(turn.waiting, turn.game, turn.after_turn, turn.play)]
    for _ in range(55):
        assert turn.waiting.delete(f"/games/{turn.game}/orders/{withdrawn[-1]}").status_code == 204
        withdrawn.append(given(turn.waiting, turn.game, turn.after_turn, turn.play))
    listed = [each["id"] for each in body_of(turn.waiting.get(f"/games/{turn.game}/orders"), 200)["orders"]]
    assert listed == [waiting, *withdrawn[-51:]]


def test_one_of_an_order_a_players_own_action_and_an_undo_wins_and_nothing_is_lost(served: str) -> None:
    """Whoever comes second meets the game as it then is."""
    for _ in range(4):
        turn = Turn(served)
        id = given(turn.waiting, turn.game, turn.after_turn, turn.play)
        turn.table.act(turn.active, turn.table.legal(turn.active)[0])
        before = turn.table.see()["version"]
        turn.table.act(turn.active, {"type": "end_turn"})
        with ThreadPoolExecutor(2) as both:
            own = both.submit(turn.waiting.act, turn.game, turn.play)
            back = both.submit(turn.table.players[turn.active].act, turn.game, {"type": "take_back", "version": before})
            statuses = {own.result().status_code, back.result().status_code}
        assert statuses <= {201, 422, 409}
        done = settled(turn.waiting, turn.game, id)
        played = turn.table.see()["state"]["seats"][turn.other]["area"]
        assert played == {turn.play["card"]: 1}
        assert len(fired(turn.table)) == (done["status"] == "fired")
        assert done["rule"] in (None, "order.acted")


def test_an_order_that_was_stored_but_not_noted_is_not_done_twice(database_url: str, turn: Turn) -> None:
    id = given(turn.waiting, turn.game, turn.after_turn, turn.play)
    turn.go_by()
    done = settled(turn.waiting, turn.game, id)
    with psycopg.connect(database_url, autocommit=True) as session:
        session.execute(
            "update orders set status = 'waiting', fired_at = null, firings = 0, looked = since, met = false"
            " where id = %s",
            (id,),
        )
    again = settled(turn.waiting, turn.game, id)
    assert (again["status"], again["fired_at"], again["firings"]) == ("fired", done["fired_at"], 1)
    assert len(fired(turn.table)) == 1


def test_an_order_that_was_done_can_not_be_withdrawn_and_to_withdraw_twice_does_no_harm(turn: Turn) -> None:
    done = given(turn.waiting, turn.game, turn.after_turn, turn.play)
    idle = given(turn.waiting, turn.game, {"kind": "version", "version": 10_000}, turn.play)
    turn.go_by()
    settled(turn.waiting, turn.game, done)
    assert turn.waiting.delete(f"/games/{turn.game}/orders/{done}").status_code == 409
    for _ in range(2):
        assert turn.waiting.delete(f"/games/{turn.game}/orders/{idle}").status_code == 204


def goes_on(table: Table, version: int) -> bool:
    """Whether an order carries the game on from a version, within a few looks of the worker."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        if table.see()["version"] != version:
            return True
    return False


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_a_game_played_by_orders_is_verified(served: str, tmp_path: Path, game: str) -> None:
    table = Table.of(served, game=game, edition=None)
    for player in table.players:
        given(player, table.game, {"kind": "only_action"})
        given(player, table.game, AT_TURN_END)
    while len(fired(table)) < 2:
        seen = table.see()
        (seat, *_) = seen["to_act"]
        legal = table.legal(seat)
        # A single action may be one for a reason that only the hand shows, and then the order waits, too.
        if len(legal) > 1 or not goes_on(table, seen["version"]):
            table.players[seat].act(table.game, legal[0])
    while table.see()["status"] == "playing":
        table.players[0].act(table.game, {"type": "resign"})
    path = tmp_path / "bundle"
    path.write_bytes(Client(served).get(f"/games/{table.game}/audit").content)
    assert bundles.verify(path, bundles.Given()).verified


def test_orders_are_exported_and_go_with_their_player(database_url: str, turn: Turn) -> None:
    id = given(turn.waiting, turn.game, turn.after_turn, turn.play)
    assert id in turn.waiting.get("/me/export").text
    name = body_of(turn.waiting.get("/me"), 200)["name"]
    assert turn.waiting.send("DELETE", "/me", params={"confirm": name}).status_code == 204
    assert tables_with(database_url, id) == []
