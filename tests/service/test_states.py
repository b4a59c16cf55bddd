"""A game at a range of versions: each line is what that version answers by itself."""

import random
from typing import Any

import pytest

from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.gambler import Gambler

BACK: dict[str, Any] = {"type": "take_back"}


def lines(client: Client, game: str, query: str = "") -> list[str]:
    response = client.get(f"/games/{game}/states{query}")
    assert response.status_code == 200
    return response.content.decode().splitlines()


def states(client: Client, game: str, versions: range) -> list[str]:
    return [client.get(f"/games/{game}/states/{version}").content.decode() for version in versions]


@pytest.mark.parametrize("kind", [CARTA, CIVILIZATION])
def test_a_range_of_states_is_each_state_by_itself_for_every_audience(served: str, kind: str) -> None:
    table = Table.of(served, 2, game=kind, edition=None)
    Gambler(table, random.Random(1)).play_briefly()
    newest = table.see()["version"]
    for seat in table.audiences():
        client = table.audience(seat)
        for first in (1, newest // 3, newest // 2, newest - 5):
            found = lines(client, table.game, f"?from={first}&to={first + 5}")
            assert found == states(client, table.game, range(first, first + 6))


def test_a_range_goes_on_over_what_was_taken_back(served: str) -> None:
    table = Table.of(served, 2)
    active = table.see()["to_act"][0]
    table.act(active, table.legal(active)[0])
    table.act(active, BACK)
    newest = table.see()["version"]
    client = table.audience(active)
    assert lines(client, table.game) == states(client, table.game, range(1, newest + 1))


def test_who_held_the_seat_before_is_told_apart(served: str) -> None:
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    game = ann.new_game()
    body_of(ann.sit(game, seat=0), 201)
    assert ann.delete(f"/games/{game}/seats/0").status_code == 204
    body_of(ben.sit(game, seat=0), 201)
    newest = ben.see(game)["version"]
    assert lines(ben, game) == states(ben, game, range(1, newest + 1))


@pytest.mark.parametrize("kind", [CARTA, CIVILIZATION])
@pytest.mark.parametrize("eyes", ["0", "1", "spectator", "everything"])
def test_a_range_of_a_finished_game_is_shown_through_any_eyes(served: str, kind: str, eyes: str) -> None:
    table = Table.of(served, 2, game=kind, edition=None)
    Gambler(table, random.Random(3)).play_briefly()
    newest = table.see()["version"]
    for client in (table.visitor, table.players[0]):
        each = [client.get(f"/games/{table.game}/states/{n}?as={eyes}").text for n in range(1, newest + 1)]
        assert lines(client, table.game, f"?as={eyes}") == each


@pytest.mark.parametrize("eyes", ["1", "everything"])
def test_a_range_of_a_running_game_shows_what_others_see_to_nobody(served: str, eyes: str) -> None:
    table = Table.of(served, 2)
    for query in (f"?as={eyes}", f"?from=1&to=2&as={eyes}"):
        assert body_of(table.players[0].get(f"/games/{table.game}/states{query}"), 409)["code"] == "not-over"
    assert lines(table.players[0], table.game, "?as=0") == lines(table.players[0], table.game)
    assert lines(table.players[0], table.game, "?as=spectator") == lines(table.visitor, table.game)


@pytest.mark.parametrize("query", ["?from=0", "?from=3&to=2", "?from=1&to=1001", "?to=x", "?as=me"])
def test_a_range_that_is_none_is_refused(served: str, query: str) -> None:
    table = Table.of(served, 2)
    assert table.visitor.get(f"/games/{table.game}/states{query}").status_code == 422


def test_no_state_is_shown_to_somebody_who_may_not_look(served: str) -> None:
    game = Player(served).new_game(private=True)
    for stranger in (Client(served), Player(served)):
        assert stranger.get(f"/games/{game}/states").status_code == 404
