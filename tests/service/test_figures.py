"""Figures of the archive: recorded by the worker, shown to everybody, made anew by a command."""

from collections.abc import Sequence
from typing import Any

import psycopg
import pytest

from cartulary.arena.intervals import wilson
from cartulary.catalogue import CATALOGUE
from cartulary_service.config import Config
from cartulary_service.store import events
from cartulary_service.store.database import Database
from cartulary_service.subjects.archive import queries as archive
from cartulary_service.subjects.archive.figures import read_course
from tests.commands import run
from tests.domain.notation import position
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import Serve, eventually

RESIGN = {"type": "resign"}
MIDDLE = position("A: hand W1, area W3 | B: hand R1, area R2")


def figures(base: str, query: str = "") -> dict[str, Any]:
    return body_of(Client(base).get(f"/archive/figures{query}"), 200)


def play_first_cards(table: Table) -> dict[int, str]:
    """Let each seat take one turn, and return the sphere of the card that it played."""
    openings: dict[int, str] = {}
    for _ in table.players:
        seat = table.see()["to_act"][0]
        action = next(each for each in table.legal(seat) if each["type"] == "play")
        openings[seat] = action["card"].rpartition("-")[0]
        table.act(seat, action)
        table.act(seat, next(each for each in table.legal(seat) if each["type"] == "end_turn"))
    return openings


def counts(found: Sequence[dict[str, Any]], name: str) -> dict[Any, tuple[int, int]]:
    return {each[name]: (each["games"], each["wins"]) for each in found}


@pytest.fixture(scope="module")
def base(serve: Serve, own_database: str) -> str:
    return serve(DATABASE_URL=own_database)


class Played:
    """Games of all kinds, of which four count."""

    def __init__(self, base: str) -> None:
        self.ann, self.ben = Player(base), Player(base)
        self.openings: list[tuple[str, bool]] = []
        self.beginner_wins = 0
        for loser in (1, 1, 0):
            table = Table.of(base, 2, [self.ann, self.ben])
            first = table.see()["to_act"][0]
            self.openings += [(sphere, seat != loser) for seat, sphere in play_first_cards(table).items()]
            self.beginner_wins += first != loser
            table.act(loser, RESIGN)
        other = Table.of(base, 2, [self.ann, self.ben], game=CIVILIZATION, edition=None)
        other.act(1, RESIGN)
        Table.of(base, 2, [self.ann, self.ben])
        sandbox = Table.of(base, 2, [self.ann, self.ben], position=MIDDLE)
        sandbox.act(0, RESIGN)
        private = self.ann.new_game(2, private=True)
        body_of(self.ann.sit(private), 201)
        body_of(self.ben.sit(private, invite=body_of(self.ann.post(f"/games/{private}/invites"), 201)["code"]), 201)
        body_of(self.ann.act(private, RESIGN), 201)
        void = self.ann.new_game(2)
        assert self.ann.delete(f"/games/{void}").status_code == 204
        eventually(lambda: figures(base)["games"] == 4)
        eventually(lambda: private in str(body_of(self.ann.get(f"/archive?player={self.ann.id}"), 200)))


@pytest.fixture(scope="module")
def played(base: str) -> Played:
    return Played(base)


def test_seats_openings_editions_and_lengths_count_games_and_wins(base: str, played: Played) -> None:
    found = figures(base, f"?game={CARTA}")
    assert found["games"] == 3
    assert counts(found["by_seat"], "seat") == {0: (3, 2), 1: (3, 1)}
    assert counts(found["by_edition"], "edition") == {"ru": (3, played.beginner_wins)}
    assert counts(found["by_length"], "max_turns") == {9: (3, played.beginner_wins)}
    expected: dict[str, tuple[int, int]] = {}
    for sphere, won in played.openings:
        games, wins = expected.get(sphere, (0, 0))
        expected[sphere] = games + 1, wins + won
    assert counts(found["by_opening"], "opening") == expected


def test_each_share_has_the_interval_of_its_counts(base: str, played: Played) -> None:
    assert played
    (first, _) = figures(base, f"?game={CARTA}")["by_seat"]
    assert first["rate"] == pytest.approx(2 / 3)
    assert (first["low"], first["high"]) == pytest.approx(wilson(2, 3))


def test_figures_of_different_games_are_never_added_up(base: str, played: Played) -> None:
    assert played
    found = figures(base)
    assert {(each["game"], each["seat"]): each["games"] for each in found["by_seat"]} == {
        (CARTA, 0): 3,
        (CARTA, 1): 3,
        (CIVILIZATION, 0): 1,
        (CIVILIZATION, 1): 1,
    }
    assert {each["game"] for each in found["by_opening"]} == {CARTA}


def test_a_game_that_ended_before_its_first_turn_counts_for_its_seats_alone(base: str, played: Played) -> None:
    assert played
    found = figures(base, f"?game={CIVILIZATION}")
    assert (found["games"], found["by_edition"], found["by_length"]) == (1, [], [])


@pytest.mark.parametrize(("query", "games"), [("?seats=2", 4), ("?seats=3", 0), ("?edition=ru", 3), ("?edition=no", 0)])
def test_filters_leave_out_games(base: str, played: Played, query: str, games: int) -> None:
    assert played
    found = figures(base, query)
    assert found["games"] == games
    assert bool(found["by_seat"]) == bool(games)


def test_an_agreed_draw_is_a_game_that_nobody_won(base: str, played: Played) -> None:
    table = Table.of(base, 3, [played.ann, played.ben, Player(base)])
    for seat in range(3):
        table.act(seat, {"type": "agree_end", "how": "draw"})
    assert table.see()["result"]["kind"] == "draw"
    eventually(lambda: figures(base, "?seats=3")["games"] == 1)
    assert counts(figures(base, "?seats=3")["by_seat"], "seat") == {0: (1, 0), 1: (1, 0), 2: (1, 0)}


def test_a_shared_win_is_a_win_of_each(base: str, played: Played) -> None:
    seats = 4
    table = Table.of(base, seats, [played.ann, played.ben, Player(base), Player(base)])
    for seat in range(seats):
        table.act(seat, {"type": "agree_end", "how": "score"})
    assert table.see()["result"]["winners"] == [*range(seats)]
    eventually(lambda: figures(base, "?seats=4")["games"] == 1)
    assert counts(figures(base, "?seats=4")["by_seat"], "seat") == dict.fromkeys(range(seats), (1, 1))


def test_a_game_that_two_workers_record_counts_once(own_database: str, base: str, played: Played) -> None:
    assert played
    before = figures(base)
    database = Database(Config(database_url=own_database))
    with psycopg.connect(own_database) as session:
        recorded = session.execute("select distinct game_id::text, game from archive_figures").fetchall()
    for id, game in recorded:
        rows = events.read_public(database, id, 0)
        archive.keep(database, id, archive.notes_on(CATALOGUE[game], rows), read_course(CATALOGUE[game], rows))
    database.close()
    assert figures(base) == before


def test_a_rebuild_gives_the_rows_and_counts_of_the_worker(own_database: str, played: Played) -> None:
    recorded = all_rows(own_database)
    assert played
    assert len(recorded[0]) >= 8
    with psycopg.connect(own_database) as session:
        session.execute("update archive_figures set turns = 77, won = not won, opening = null where seat = 1")
        session.execute("update archive_figures set game_id = uuidv7() where seat = 0")
        session.execute("delete from archive_counts where name = 'edition'")
        session.execute("update archive_counts set wins = wins + 5 where name = 'seat'")
    assert (
        run("rebuild", "figures", DATABASE_URL=own_database).stdout
        == f"{len({row[0] for row in recorded[0]})} games recorded\n"
    )
    assert all_rows(own_database) == recorded


def all_rows(database_url: str) -> list[list[tuple[Any, ...]]]:
    """The rows of seats, and the counts of groups."""
    with psycopg.connect(database_url) as session:
        return [
            session.execute("select * from archive_figures order by game_id, seat").fetchall(),
            session.execute("select * from archive_counts order by game, edition, seats, name, value").fetchall(),
        ]
