"""The whole record is checked, a little at a time, and what does not hold is told to everybody."""

import json
from collections.abc import Iterator
from itertools import islice
from subprocess import CompletedProcess

import psycopg
import pytest

from cartulary_service.config import Config
from cartulary_service.store.database import Database
from cartulary_service.trust.integrity import Run, due
from tests.commands import run
from tests.service.client import CARTA, CIVILIZATION, Client, Table, body_of
from tests.service.conftest import Serve, eventually


@pytest.fixture
def database(own_database: str) -> Iterator[Database]:
    database = Database(Config(database_url=own_database, pool_size=2))
    yield database
    database.close()


@pytest.fixture
def games(own_base: str, own_database: str) -> list[Table]:
    """Three games and nothing that was checked of them."""
    with psycopg.connect(own_database) as session:
        for table in ("audits", "audit_runs", "events", "games", "game_seats"):
            session.execute(f"delete from {table}")
    tables = [Table.of(own_base, game=game, edition=None) for game in (CARTA, CIVILIZATION, CARTA)]
    tables[2].act(0, {"type": "resign"})
    return tables


def integrity(base: str) -> dict[str, object]:
    return body_of(Client(base).get("/integrity"), 200)


def check_record(own_database: str, *arguments: str) -> CompletedProcess[str]:
    return run("check", "record", *arguments, DATABASE_URL=own_database)


def tamper(own_database: str, game: str, change: str, where: str = "position = 5") -> None:
    with psycopg.connect(own_database) as session:
        session.execute(f"{change} where game_id = '{game}' and {where}")


def test_before_the_first_check_it_says_what_there_is_and_that_nothing_was_checked(
    own_base: str, games: list[Table]
) -> None:
    said = integrity(own_base)
    assert said["games"] == {"open": 0, "playing": 2, "finished": 1, "abandoned": 0}
    assert said["events"] == sum(table.see()["version"] for table in games)
    assert (said["checked"], said["last_run"], said["mismatches"]) == ({"games": 0, "events": 0}, None, [])
    assert said["keys"] == body_of(Client(own_base).get("/catalogue"), 200)["keys"]


def test_a_check_of_all_games_is_told_with_its_figures(own_base: str, games: list[Table], own_database: str) -> None:
    done = check_record(own_database)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "3 games checked: 3 hold, 0 do not")
    said = integrity(own_base)
    assert said["checked"] == {"games": 3, "events": said["events"]}
    run = said["last_run"]
    assert isinstance(run, dict)
    assert (run["games"], run["events"], run["mismatches"]) == (3, said["events"], 0)
    assert said["running"] is None


@pytest.mark.parametrize("subject", ["record", "rules"])
def test_findings_of_a_check_are_told_to_programs_too(subject: str, games: list[Table], own_database: str) -> None:
    tamper(own_database, games[0].game, "update events set hash = sha256(hash)")
    done = run("check", subject, "--json", DATABASE_URL=own_database)
    (found,) = json.loads(done.stdout)["findings"]
    assert (done.returncode, found["id"], found["outcome"]) == (1, games[0].game, "broken")


def test_only_what_has_changed_is_checked_again_unless_everything_is_asked_for(
    games: list[Table], own_database: str
) -> None:
    check_record(own_database)
    seat = games[0].see()["to_act"][0]
    games[0].act(seat, games[0].legal(seat)[0])
    assert check_record(own_database).stdout.splitlines()[-1].startswith("1 games checked")
    assert check_record(own_database).stdout.splitlines()[-1].startswith("0 games checked")
    assert check_record(own_database, "--everything").stdout.splitlines()[-1].startswith("3 games checked")


def test_a_check_that_was_broken_off_is_taken_up_where_it_was(
    own_base: str, games: list[Table], database: Database
) -> None:
    first = [each.id for each in islice(Run(database, True).verdicts(), 2)]
    running = integrity(own_base)["running"]
    assert isinstance(running, dict)
    assert running["finished_at"] is None
    again = Run(database, True)
    assert again.total() == 1
    rest = [each.id for each in again.verdicts()]
    assert sorted(first + rest) == sorted(table.game for table in games)
    assert integrity(own_base)["running"] is None


@pytest.mark.parametrize(
    ("change", "where", "outcome"),
    [
        ("update events set public = replace(public, ':', ': ')", "position = 5", "broken"),
        ("update events set hash = sha256(hash)", "position = 5", "broken"),
        ("update events set seat = 3", "position = 2", "broken"),
        ("delete from events", "position = 5", "broken"),
        ("delete from events", "position > 4", "broken"),
        ("update events set private = replace(private, 'archer', 'axeman')", "type = 'GameStarted'", "differs"),
    ],
)
def test_a_change_in_the_database_is_found_and_reported(
    own_base: str, games: list[Table], own_database: str, change: str, where: str, outcome: str
) -> None:
    game = games[1].game
    tamper(own_database, game, change, where)
    done = check_record(own_database)
    assert (done.returncode, game in done.stdout) == (1, True)
    mismatches = integrity(own_base)["mismatches"]
    assert isinstance(mismatches, list)
    assert [(each["game"], each["outcome"]) for each in mismatches] == [(game, outcome)]
    assert "words" not in mismatches[0], "what a running game hides might stand in them"


def test_a_game_that_did_not_hold_is_told_of_until_it_does(games: list[Table], own_database: str) -> None:
    tamper(own_database, games[1].game, "update events set hash = sha256(hash)")
    assert check_record(own_database).returncode == 1
    again = check_record(own_database)
    assert again.returncode == 1
    assert again.stdout.splitlines()[-2].startswith("1 games that were checked before did not hold")


def test_a_check_is_due_once_in_so_many_hours(games: list[Table], database: Database, own_database: str) -> None:
    assert games
    assert due(database, 24)
    check_record(own_database)
    assert not due(database, 24)
    with psycopg.connect(own_database) as session:
        session.execute("update audit_runs set started_at = now() - interval '25 hours'")
    assert due(database, 24)


def test_the_worker_checks_by_itself_when_it_is_due(serve: Serve, games: list[Table], own_database: str) -> None:
    assert games
    base = serve(DATABASE_URL=own_database, AUDIT_HOURS="24")
    eventually(lambda: integrity(base)["last_run"])
    assert integrity(base)["checked"] == {"games": 3, "events": integrity(base)["events"]}
