"""Stored games played again by today's rules: the same, or where they part."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from cartulary_service.config import Config
from cartulary_service.store.database import Database
from cartulary_service.trust.replay_check import verdicts
from tests.commands import run
from tests.patience import PATIENCE
from tests.service.client import CARTA, CIVILIZATION, Table
from tests.service.conftest import Serve, service

STATUSES = ["open", "playing", "finished"]


@pytest.fixture(scope="module")
def games(serve: Serve, own_database: str) -> dict[str, Table]:
    """A running game of each sort, one of them drawn in, one finished, and one that waits for players."""
    base = serve(DATABASE_URL=own_database)
    tables = {"carta": Table.of(base), "civilization": Table.of(base, game=CIVILIZATION, edition=None)}
    for table in tables.values():
        for _ in range(6):
            seat = table.see()["to_act"][0]
            table.act(seat, table.legal(seat)[0])
    tables["finished"] = Table.of(base, game=CARTA)
    tables["finished"].act(0, {"type": "resign"})
    tables["carta"].players[0].new_game()
    return tables


@pytest.fixture
def database(own_database: str) -> Iterator[Database]:
    database = Database(Config(database_url=own_database, pool_size=2))
    yield database
    database.close()


def test_by_the_same_rules_every_game_comes_out_the_same(games: dict[str, Table], database: Database) -> None:
    found = list(verdicts(database, STATUSES))
    assert len(found) == 4
    assert {each.outcome for each in found} == {"same"}
    assert [each.id for each in verdicts(database, ["finished"])] == [games["finished"].game]


def test_a_rule_that_makes_something_else_of_a_game_is_told_with_the_event(
    games: dict[str, Table], database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = import_module("cartulary.games.civilization_the_card_game.rules.turn")
    monkeypatch.setattr(turn, "FIRST_HANDS", (7, 8, 9, 10))
    (differs,) = [each for each in verdicts(database, ["playing"]) if each.outcome != "same"]
    assert (differs.id, differs.outcome) == (games["civilization"].game, "differs")
    events = games["civilization"].visitor.events(games["civilization"].game)
    assert differs.position is not None
    assert events[differs.position - 1]["public"]["type"] == "HandDealt"


def test_a_rule_that_refuses_what_happened_is_told_as_illegal(
    games: dict[str, Table], database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartulary.games.civilization_the_card_game.rules.turn.STARTING_DISCARDS", 3)
    (illegal,) = [each for each in verdicts(database, ["playing"]) if each.outcome != "same"]
    assert (illegal.id, illegal.outcome) == (games["civilization"].game, "illegal")


def test_the_command_says_how_many_and_fails_when_one_differs(games: dict[str, Table], own_database: str) -> None:
    done = run("check", "rules", "--all", DATABASE_URL=own_database)
    assert (done.returncode, done.stdout) == (0, "4 games: 4 same, 0 differ, 0 illegal, 0 broken\n")
    with psycopg.connect(own_database) as session:
        session.execute(
            "update events set public = replace(public, '\"turn\":1', '\"turn\":2') where game_id = %s",
            [games["carta"].game],
        )
    done = run("check", "rules", "--all", DATABASE_URL=own_database)
    assert done.returncode == 1
    assert f"{games['carta'].game} {CARTA}: broken at event" in done.stdout


def test_a_command_on_the_record_runs_beside_the_service(tmp_path: Path) -> None:
    # Not pytest's own directory: the path of a socket may have 107 characters.
    with TemporaryDirectory(prefix="cartulary-") as folder:
        settings = {"DATABASE_URL": "", "DATA_DIR": folder, "KEYS_DIR": f"{folder}/keys", "MIGRATE": "true"}
        with service(settings, tmp_path / "log") as url:
            table = Table.of(url)
            for command in ("check rules", "check record", "migrate"):
                done = subprocess.run(
                    [sys.executable, "-m", "cartulary", *command.split()],
                    env=os.environ | settings,
                    capture_output=True,
                    text=True,
                    timeout=PATIENCE,
                    check=False,
                )
                assert (done.returncode, done.stderr) == (0, ""), command
                assert table.see()["status"] == "playing"
