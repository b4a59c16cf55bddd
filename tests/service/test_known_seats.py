"""Cards that a player knows: whoever has seen a seat's hand acts for no other side, and sits down at no other seat."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.service.client import Player, Table, body_of

OFFER = {"type": "offer_seat"}


@pytest.fixture
def dan(served: str) -> Player:
    """Somebody who sits nowhere."""
    return Player(served, "Dan")


def delegate(owner: Player, player: Player, **wish: Any) -> str:
    """The id of a new delegation."""
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    return str(body_of(owner.post("/me/delegations", {"player": player.id, "until": until} | wish), 201)["id"])


def end(player: Player, delegation: str) -> None:
    assert player.delete(f"/me/delegations/{delegation}").status_code == 204


def sit(player: Player, table: Table, seat: int | None = None) -> Any:
    return player.post(f"/games/{table.game}/seats", {} if seat is None else {"seat": seat})


def hands(player: Player, table: Table) -> list[bool]:
    """Whether the player sees the hand of each seat."""
    return [each["hand"] is not None for each in player.see(table.game)["state"]["seats"]]


@pytest.mark.parametrize("ender", ["delegate", "owner"])
def test_a_former_delegate_sits_down_at_no_other_seat(served: str, dan: Player, ender: str) -> None:
    table = Table.of(served, 3)
    given = delegate(table.players[0], dan)
    table.act(1, OFFER)
    assert hands(dan, table) == [True, False, False]
    end(dan if ender == "delegate" else table.players[0], given)
    assert body_of(sit(dan, table), 409)["rule"] == "seat.has_seen"


@pytest.mark.parametrize("asked", [True, False], ids=["one game", "all games"])
def test_a_delegation_that_nobody_looked_through_hinders_nobody(served: str, dan: Player, asked: bool) -> None:
    table = Table.of(served, 3)
    ann, ben, _ = table.players
    of_game = {"game": table.game}
    end(ann, delegate(ann, dan, **(of_game if asked else {})))
    end(ben, delegate(ben, dan, **of_game))
    delegate(ann, dan, **(of_game if asked else {}))
    table.act(1, OFFER)
    body_of(sit(dan, table), 201)
    assert hands(dan, table) == [False, True, False]


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/events?after=0",
        "/states/{version}",
        "/states?from=1&to={version}",
        "/since",
        "/actions",
        "/states/{version}.svg",
    ],
)
def test_each_way_to_look_as_a_delegate_counts(served: str, dan: Player, path: str) -> None:
    table = Table.of(served, 3)
    given, version = delegate(table.players[0], dan), table.see()["version"]
    table.act(1, OFFER)
    assert dan.get(f"/games/{table.game}{path.format(version=version)}").status_code == 200
    end(dan, given)
    assert body_of(sit(dan, table), 409)["rule"] == "seat.has_seen"


@pytest.mark.parametrize("way", ["act", "try", "stream", "fork"])
def test_acting_and_listening_as_a_delegate_count(served: str, dan: Player, way: str) -> None:
    table = Table.of(served, 3)
    given, game = delegate(table.players[0], dan), f"/games/{table.game}"
    table.act(1, OFFER)
    match way:
        case "act":
            dan.act(table.game, {"type": "end_turn"})
        case "try":
            dan.post(f"{game}/actions?dry_run=true", {"type": "end_turn"})
        case "stream":
            with dan.following(f"{game}/events") as stream:
                stream.take(1)
        case "fork":
            dan.post(f"{game}/forks", {"version": table.see()["version"]})
    end(dan, given)
    assert body_of(sit(dan, table), 409)["rule"] == "seat.has_seen"


def test_a_look_before_the_first_card_hinders_nobody(served: str, dan: Player) -> None:
    ann, ben = Player(served), Player(served)
    game = ann.new_game()
    ann.sit(game)
    given = delegate(ann, dan)
    assert dan.see(game)["you"] == 0
    end(ann, given)
    ben.sit(game)
    assert ben.act(game, OFFER).status_code == 201
    body_of(dan.post(f"/games/{game}/seats", {}), 201)


def test_a_delegate_may_take_over_the_very_seat_that_they_acted_for(served: str, dan: Player) -> None:
    table = Table.of(served, 3)
    delegate(table.players[1], dan)
    table.act(1, OFFER)
    body_of(sit(dan, table), 201)
    assert hands(dan, table) == [False, True, False]


def test_a_delegation_that_ended_before_the_game_began_hinders_nobody(served: str, dan: Player) -> None:
    ann, ben = Player(served), Player(served)
    end(ann, delegate(ann, dan))
    table = Table.of(served, players=(ann, ben))
    table.act(1, OFFER)
    body_of(sit(dan, table), 201)


def test_a_delegation_given_after_the_seat_was_given_up_hinders_nobody(served: str, dan: Player) -> None:
    table = Table.of(served, 3)
    gone = table.players[0]
    table.act(0, OFFER)
    body_of(sit(Player(served), table), 201)
    end(gone, delegate(gone, dan))
    table.act(1, OFFER)
    body_of(sit(dan, table), 201)


def test_a_delegate_of_a_player_who_then_gave_up_the_seat_sits_down_at_no_other(served: str, dan: Player) -> None:
    table = Table.of(served, 3)
    given = delegate(table.players[0], dan)
    assert hands(dan, table) == [True, False, False]
    end(dan, given)
    table.act(0, OFFER)
    body_of(sit(Player(served), table), 201)
    table.act(1, OFFER)
    assert body_of(sit(dan, table), 409)["rule"] == "seat.has_seen"


def test_a_delegate_of_two_opponents_sees_and_acts_for_the_first_alone_also_when_that_ended(
    served: str, dan: Player
) -> None:
    table = Table.of(served)
    first = delegate(table.players[0], dan)
    delegate(table.players[1], dan)
    assert hands(dan, table) == [True, False]
    end(dan, first)
    assert hands(dan, table) == [False, False]
    assert body_of(dan.act(table.game, {"type": "end_turn"}), 403)["code"] == "no-seat"


def test_a_delegate_of_one_game_is_refused_who_knows_the_cards_of_another_side(served: str, dan: Player) -> None:
    table = Table.of(served)
    given = delegate(table.players[0], dan)
    assert hands(dan, table) == [True, False]
    end(dan, given)
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    wish = {"player": dan.id, "until": until, "game": table.game}
    assert body_of(table.players[1].post("/me/delegations", wish), 422)["code"] == "bad-delegation"
    body_of(table.players[0].post("/me/delegations", wish), 201)
    assert hands(dan, table) == [True, False]


def test_a_player_who_gave_up_a_seat_acts_for_no_other(served: str, dan: Player) -> None:
    table = Table.of(served, 3)
    gone = table.players[1]
    table.act(1, OFFER)
    body_of(sit(dan, table), 201)
    delegate(table.players[0], gone)
    assert hands(gone, table) == [False, False, False]
    assert body_of(gone.act(table.game, {"type": "end_turn"}), 403)["code"] == "no-seat"


def test_a_delegate_reads_the_chat_of_one_team_alone(served: str, dan: Player) -> None:
    table = Table.of(served, 4, edition=None, options={"teams": True, "team_chat": True})
    seats = table.see()["seats"]
    (ann, cid), (ben, _) = ([table.players[each["seat"]] for each in seats if each["team"] == team] for team in (0, 1))
    path = f"/games/{table.game}/chat?team=true"
    given = delegate(ann, dan)
    assert dan.get(path).status_code == 200
    end(dan, given)
    delegate(ben, dan)
    assert dan.get(path).status_code == 403
    delegate(cid, dan)
    assert dan.get(path).status_code == 200, "partners are one side"


def test_a_player_who_gave_up_a_seat_reads_no_other_teams_chat(served: str, dan: Player) -> None:
    table = Table.of(served, 4, edition=None, options={"teams": True, "team_chat": True})
    seats = table.see()["seats"]
    ann, ben = (next(each["seat"] for each in seats if each["team"] == team) for team in (0, 1))
    gone = table.players[ann]
    table.act(ann, OFFER)
    body_of(sit(dan, table), 201)
    delegate(table.players[ben], gone)
    assert gone.get(f"/games/{table.game}/chat?team=true").status_code == 403
