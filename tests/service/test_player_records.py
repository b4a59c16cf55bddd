"""Each player's part in finished public games: recorded by the worker, shown to everybody, made anew by a command."""

import json
from typing import Any

import psycopg
import pytest

from cartulary_service.config import Config
from cartulary_service.games import player_records
from cartulary_service.store.database import Database
from tests.commands import run
from tests.domain.notation import position
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import Serve, eventually

DAILY = {"kind": "turn", "seconds": 86_400}
MIDDLE = position("A: hand W1, area W3 | B: hand R1, area R2")
RESIGN = {"type": "resign"}


@pytest.fixture
def ann(served: str) -> Player:
    return Player(served, "Ann")


@pytest.fixture
def ben(served: str) -> Player:
    return Player(served, "Ben")


def shown(player: Player) -> dict[str, Any]:
    return body_of(Client(player.base).get(f"/players/{player.id}"), 200)


def count(player: Player) -> int:
    counted: int = shown(player)["reliability"]["games_counted"]
    return counted


def play_turn(table: Table) -> int:
    """Let the seat that is awaited take its turn in Carta Impera Victoria, and return it."""
    seat: int = table.see()["to_act"][0]
    for wanted in ("play", "end_turn"):
        table.act(seat, next(each for each in table.legal(seat) if each["type"] == wanted))
    return seat


def test_results_are_told_by_game_and_number_of_seats(ann: Player, ben: Player, served: str) -> None:
    for seats, loser, game in ((2, ben, CARTA), (2, ann, CARTA), (3, ben, CARTA), (2, ben, CIVILIZATION)):
        players = [ann, ben, Player(served, "Cid")][:seats]
        table = Table.of(served, seats, players, game=game, edition=None)
        if seats > 2:
            table.act(2, RESIGN)
        table.act(players.index(loser), RESIGN)
    eventually(lambda: count(ann) == 4)
    assert shown(ann)["results"] == [
        {"game": CARTA, "seats": 2, "won": 1, "drawn": 0, "lost": 1, "void": 0},
        {"game": CARTA, "seats": 3, "won": 1, "drawn": 0, "lost": 0, "void": 0},
        {"game": CIVILIZATION, "seats": 2, "won": 1, "drawn": 0, "lost": 0, "void": 0},
    ]


def test_reliability_comes_from_turns_by_the_clock(ann: Player, ben: Player, served: str) -> None:
    turns = 0
    for _ in range(3):
        assert shown(ann)["reliability"]["value"] is None
        table = Table.of(served, 2, [ann, ben], clock=DAILY)
        turns += sum(play_turn(table) == 0 for _ in range(4))
        table.act(1, RESIGN)
    eventually(lambda: count(ann) == 3)
    counts = {"turns_in_time": turns, "turns_late": 0, "games_left": 0, "games_timed_out": 0, "games_counted": 3}
    assert shown(ann)["reliability"] == {"value": 100, **counts}


def test_a_loss_on_time_is_told_apart_from_a_resignation(served: str) -> None:
    players = [Player(served, name) for name in ("Ann", "Ben", "Cid")]
    table = Table.of(served, 3, players, clock={"kind": "turn", "seconds": 1})
    (late,) = table.see()["to_act"]
    leaving = (late + 1) % 3
    table.act(leaving, RESIGN)
    eventually(lambda: count(players[late]) == 1)
    told = [shown(each)["reliability"] for each in players]
    assert [(each["games_left"], each["games_timed_out"]) for each in told] == [
        (int(seat == leaving), int(seat == late)) for seat in range(3)
    ]
    assert told[late]["turns_late"] == 1


def test_private_games_and_sandboxes_do_not_count(ann: Player, ben: Player, served: str) -> None:
    game = ann.new_game(private=True)
    code = body_of(ann.post(f"/games/{game}/invites"), 201)["code"]
    body_of(ann.sit(game, seat=0), 201)
    body_of(ben.sit(game, seat=1, invite=code), 201)
    body_of(ben.act(game, RESIGN), 201)
    Table.of(served, 2, [ann, ben], position=MIDDLE).act(1, RESIGN)
    Table.of(served, 2, [ann, ben]).act(1, RESIGN)
    eventually(lambda: count(ann) == 1)
    assert [each["won"] for each in shown(ann)["results"]] == [1]


def test_a_table_that_did_not_fill_was_no_game(served: str, database_url: str, ann: Player) -> None:
    game = ann.new_game()
    ann.sit(game)
    with psycopg.connect(database_url) as session:
        session.execute("update games set status = 'abandoned', players_recorded = false where id = %s", (game,))
    eventually(lambda: is_recorded(database_url, game))
    assert shown(ann)["results"] == []


def is_recorded(database_url: str, game: str) -> bool:
    with psycopg.connect(database_url) as session:
        return session.execute("select players_recorded from games where id = %s", (game,)).fetchone() == (True,)


def rows_of(database_url: str, player: Player) -> list[tuple[Any, ...]]:
    with psycopg.connect(database_url) as session:
        return session.execute("select * from player_games where player_id = %s", (player.id,)).fetchall()


def test_a_player_exports_their_results_and_erases_them_with_the_account(
    ann: Player, ben: Player, served: str, database_url: str
) -> None:
    table = Table.of(served, 2, [ann, ben])
    table.act(1, RESIGN)
    eventually(lambda: count(ann) == 1)
    lines = [json.loads(line) for line in ann.get("/me/export").text.splitlines()]
    (played,) = [each for each in lines if each["kind"] == "played"]
    assert (played["game_id"], played["result"], played["departure"]) == (table.game, "won", "stayed")
    assert ann.delete("/me?confirm=Ann").status_code == 204
    assert rows_of(database_url, ann) == []
    assert len(rows_of(database_url, ben)) == 1


def test_a_deleted_player_is_not_recorded_again(ann: Player, ben: Player, served: str, database_url: str) -> None:
    table = Table.of(served, 2, [ann, ben])
    table.act(1, RESIGN)
    assert ann.delete("/me?confirm=Ann").status_code == 204
    eventually(lambda: count(ben) == 1)
    database = Database(Config(database_url=database_url, pool_size=2))
    player_records.record(database, table.game, ())
    database.close()
    assert rows_of(database_url, ann) == []
    assert len(rows_of(database_url, ben)) == 1


@pytest.mark.every_subject
def test_a_rebuild_gives_what_the_worker_has_recorded_game_by_game(serve: Serve, own_database: str) -> None:
    base = serve(DATABASE_URL=own_database)
    players = [Player(base, name) for name in ("Ann", "Ben", "Cid")]
    for each in players:
        body_of(each.send("PATCH", "/me", json={"rated": True}), 200)
    late = Table.of(base, 3, players, clock={"kind": "turn", "seconds": 1})
    for game in (CARTA, CIVILIZATION):
        table = Table.of(base, 3, players, game=game, edition=None, clock=DAILY)
        for _ in range(4):
            seat = table.see()["to_act"][0]
            table.act(seat, table.legal(seat)[0])
        table.act(0, RESIGN)
        table.act(1, RESIGN)
    eventually(lambda: late.see()["status"] == "finished")
    eventually(lambda: count(players[0]) == 3)
    eventually(lambda: sum(each["games"] for each in shown(players[0])["ratings"]) == 3)
    recorded = all_rows(own_database)
    assert len(recorded) == 9 + 6
    with psycopg.connect(own_database) as session:
        session.execute("update player_games set turns_late = 77, result = 'void' where seat = 1")
        session.execute("update player_games set game_id = uuidv7() where seat = 2")
        session.execute("update ratings set mu = 77, games = 1")
    assert run("rebuild", "players", DATABASE_URL=own_database).stdout == "3 games recorded\n"
    assert all_rows(own_database) == recorded


def all_rows(database_url: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(database_url) as session:
        games = session.execute("select * from player_games order by game_id, seat").fetchall()
        return games + session.execute("select * from ratings order by player_id, game").fetchall()


def make_reliable(player: Player, other: Player) -> None:
    """Let a player reach a reliability of 100 by three games with a clock."""
    for _ in range(3):
        table = Table.of(player.base, 2, [player, other], clock=DAILY)
        while play_turn(table) != 0:
            pass
        table.act(1, RESIGN)
    eventually(lambda: count(player) == 3)
    assert shown(player)["reliability"]["value"] == 100


def test_a_table_may_ask_for_a_reliability_that_is_known_and_high_enough(
    ann: Player, ben: Player, served: str, database_url: str
) -> None:
    host = Player(served, "Hana")
    make_reliable(ann, ben)
    game = host.new_game(3, min_reliability=90)
    body_of(host.sit(game), 201)
    assert body_of(Player(served, "New").sit(game), 403)["code"] == "reliability-too-low"
    with psycopg.connect(database_url) as session:
        session.execute("update player_games set departure = 'resigned' where player_id = %s and seat = 0", (ann.id,))
    refused = body_of(ann.sit(game), 403)
    assert (refused["code"], "yours is 0" in refused["detail"]) == ("reliability-too-low", True)
    with psycopg.connect(database_url) as session:
        session.execute("update player_games set departure = 'stayed' where player_id = %s", (ann.id,))
    body_of(ann.sit(game), 201)


def test_an_invitation_admits_whatever_the_reliability(ann: Player, ben: Player, served: str) -> None:
    host = Player(served, "Hana")
    game = host.new_game(3, min_reliability=90)
    code = body_of(host.post(f"/games/{game}/invites"), 201)["code"]
    body_of(host.post(f"/games/{game}/invites", {"player": ben.id}), 201)
    body_of(ann.sit(game, invite=code), 201)
    body_of(ben.sit(game), 201)


def test_an_invitation_by_another_player_lifts_no_minimum(ann: Player, ben: Player, served: str) -> None:
    host, stranger = Player(served), Player(served)
    game = host.new_game(min_reliability=80)
    body_of(stranger.post(f"/games/{game}/invites", {"player": ben.id}), 201)
    code = body_of(stranger.post(f"/games/{game}/invites"), 201)["code"]
    assert body_of(ben.sit(game), 403)["code"] == "reliability-too-low"
    assert body_of(ann.sit(game, invite=code), 403)["code"] == "reliability-too-low"
    body_of(host.post(f"/games/{game}/invites", {"player": ann.id}), 201)
    body_of(ann.sit(game, invite=code), 201)


def test_lists_of_games_show_the_reliability_that_a_table_asks_for(ann: Player) -> None:
    asking, open_to_all = ann.new_game(min_reliability=80), ann.new_game()
    listed = body_of(ann.get("/games?status=open"), 200)["games"]
    found = {each["id"]: each["min_reliability"] for each in listed}
    assert (found[asking], found[open_to_all]) == (80, None)


@pytest.mark.parametrize("least", [0, 101, "80", True])
def test_a_minimum_is_a_whole_number_from_1_to_100(ann: Player, least: Any) -> None:
    refused = body_of(ann.post("/games", {"game": CARTA, "seats": 2, "min_reliability": least}), 422)
    assert "min_reliability" in refused["errors"]
