"""Ratings: only of games whose players have all opted in, in the order of their ends, shown with their uncertainty."""

import json
from typing import Any

import psycopg
import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary_service.config import Config
from cartulary_service.games import player_records
from cartulary_service.store.database import Database
from cartulary_service.subjects.ratings import queries as ratings
from cartulary_service.subjects.ratings.queries import RATED_GAMES, Rating, Side, rate, sides_of
from tests.service.client import CARTA, Client, Player, Table, body_of
from tests.service.conftest import eventually

pytestmark = pytest.mark.every_subject

RESIGN = {"type": "resign"}


def choose(player: Player, rated: bool) -> dict[str, Any]:
    return body_of(player.send("PATCH", "/me", json={"rated": rated}), 200)


@pytest.fixture
def ann(served: str) -> Player:
    player = Player(served, "Ann")
    choose(player, True)
    return player


@pytest.fixture
def ben(served: str) -> Player:
    player = Player(served, "Ben")
    choose(player, True)
    return player


def shown(player: Player) -> dict[str, Any]:
    return body_of(Client(player.base).get(f"/players/{player.id}"), 200)


def rated(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = shown(player)["ratings"]
    return found


def win(winner: Player, loser: Player) -> str:
    """Let one player win against another, and wait until the game is recorded."""
    before = shown(winner)["reliability"]["games_counted"]
    table = Table.of(winner.base, 2, [winner, loser])
    table.act(1, RESIGN)
    eventually(lambda: shown(winner)["reliability"]["games_counted"] > before)
    return table.game


def test_a_win_raises_and_a_loss_lowers_and_both_make_it_more_certain() -> None:
    after = rate({}, [Side(["a"], 0), Side(["b"], 1)])
    assert after["a"].mu > Rating().mu > after["b"].mu
    assert max(each.sigma for each in after.values()) < Rating().sigma
    assert [each.games for each in after.values()] == [1, 1]


def test_a_draw_brings_two_players_closer() -> None:
    strong, weak = Rating(30.0, 3.0, 9), Rating(20.0, 3.0, 9)
    after = rate({"a": strong, "b": weak}, [Side(["a"], 0), Side(["b"], 0)])
    assert weak.mu < after["b"].mu < after["a"].mu < strong.mu


def test_partners_win_together() -> None:
    sides = sides_of(GAME.id, "ru", 4, {"teams": True, "deal": "basic"}, [0, 2], ["a", "b", "c", "d"])
    assert sides == [Side(["a", "c"], 0), Side(["b", "d"], 1)]
    after = rate({}, sides)
    assert after["a"].mu == after["c"].mu > after["b"].mu == after["d"].mu


def test_a_rating_is_shown_with_its_uncertainty_to_everybody_while_the_player_is_opted_in(
    ann: Player, ben: Player
) -> None:
    win(ann, ben)
    eventually(lambda: rated(ann))
    (winner,), (loser,) = rated(ann), rated(ben)
    assert (winner["game"], winner["games"]) == (CARTA, 1)
    assert winner["value"] > 1500 > loser["value"]
    assert winner["uncertainty"] < 500
    assert choose(ann, False)["rated"] is False
    assert (rated(ann), rated(ben)) == ([], [loser])
    assert choose(ann, True)["rated"] is True
    assert rated(ann) == [winner]


def test_a_game_counts_only_if_all_had_opted_in_when_the_last_seat_was_taken(ann: Player, ben: Player) -> None:
    guest = Player(ann.base, "Gus")
    win(ann, guest)
    under_way = Table.of(ann.base, 2, [ann, guest])
    choose(guest, True)
    under_way.act(1, RESIGN)
    leaving = Table.of(ann.base, 2, [ann, ben])
    choose(ben, False)
    leaving.act(1, RESIGN)
    eventually(lambda: rated(ann))
    assert [each["games"] for each in rated(ann)] == [1]
    eventually(lambda: shown(ann)["reliability"]["games_counted"] == 3)
    assert (rated(guest), shown(guest)["results"][0]["lost"]) == ([], 2)


def test_games_are_rated_in_the_order_of_their_ends_in_whatever_order_they_are_recorded(
    ann: Player, ben: Player, database_url: str
) -> None:
    first = win(ann, ben)
    win(ann, ben)
    win(ben, ann)
    eventually(lambda: rated(ann) and rated(ann)[0]["games"] == 3)
    expected = stored(database_url, ann, ben)
    with psycopg.connect(database_url) as session:
        session.execute("delete from rated_games where game_id = %s", (first,))
    record_again(database_url, first)
    assert stored(database_url, ann, ben) == expected
    a, b = [Side([ann.id], 0), Side([ben.id], 1)], [Side([ann.id], 1), Side([ben.id], 0)]
    alone = rate(rate(rate({}, a), a), b)
    assert expected == {each.id: tuple(alone[each.id]) for each in (ann, ben)}


def test_a_game_that_two_workers_record_is_rated_once(ann: Player, ben: Player, database_url: str) -> None:
    game = win(ann, ben)
    eventually(lambda: rated(ann))
    expected = stored(database_url, ann, ben)
    record_again(database_url, game)
    assert stored(database_url, ann, ben) == expected


def record_again(database_url: str, game: str) -> None:
    """Do what a worker does about a game that has ended."""
    database = Database(Config(database_url=database_url, pool_size=2))
    player_records.record(database, game, [RATED_GAMES])
    ratings.apply(database, CARTA)
    database.close()


def stored(database_url: str, *players: Player) -> dict[str, tuple[float, float, int]]:
    with psycopg.connect(database_url) as session:
        rows = session.execute(
            "select player_id::text, mu, sigma, games from ratings where player_id = any(%s::uuid[])",
            ([each.id for each in players],),
        ).fetchall()
    return {player: (mu, sigma, games) for player, mu, sigma, games in rows}


def test_a_rating_is_exported_and_vanishes_with_its_player(ann: Player, ben: Player, database_url: str) -> None:
    win(ann, ben)
    eventually(lambda: rated(ann))
    lines = [json.loads(line) for line in ann.get("/me/export").text.splitlines()]
    assert [each["games"] for each in lines if each["kind"] == "rating"] == [1]
    assert [each["until"] for each in lines if each["kind"] == "rating_period"] == [None]
    expected = stored(database_url, ben)
    assert ann.delete("/me?confirm=Ann").status_code == 204
    assert stored(database_url, ann, ben) == expected
    with psycopg.connect(database_url) as session:
        session.execute("update rated_games set applied = false")
    eventually(lambda: not waiting(database_url))
    assert stored(database_url, ann, ben) == expected


def waiting(database_url: str) -> bool:
    with psycopg.connect(database_url) as session:
        return session.execute("select from rated_games where not applied").fetchone() is not None
