"""What follows from the records is held against them: whatever an operator alters there is found."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from cartulary_service.config import Config
from cartulary_service.games import player_records
from cartulary_service.store import sealing
from cartulary_service.store.database import Database
from cartulary_service.subjects import SUBJECTS
from cartulary_service.subjects.archive import queries as archive
from cartulary_service.subjects.log import growth
from cartulary_service.subjects.ratings import queries as ratings
from cartulary_service.trust.integrity import Run
from cartulary_service.trust.keys import Keys
from cartulary_service.trust.projections import OF_THE_CORE
from tests.commands import run
from tests.conftest import created
from tests.service.client import CARTA, CIVILIZATION, Player, Table, body_of
from tests.service.conftest import carried

pytestmark = pytest.mark.every_subject

PROJECTIONS = [*OF_THE_CORE, *(each.projection for each in SUBJECTS if each.projection is not None)]
ALTERATIONS = {
    "the winner of a list": "update games set result = jsonb_set(result, '{winners}', '[1]') where status = 'finished'",
    "how it ended": "update games set result = jsonb_set(result, '{kind}', '\"points\"') where status = 'finished'",
    "its options": "update games set options = options || '{\"deal\": \"random\"}' where status = 'finished'",
    "no options": "update games set options = '{}' where status = 'finished'",
    "its game": "update games set game = 'chess' where status = 'finished'",
    "who it waits for": "update games set to_act = '{0,1}' where status = 'playing'",
    "who opened it": "update games set created_by = uuidv7() where status = 'finished'",
    "who sat there": "update game_seats set seat = 3 where seat = 1",
    "nobody sat there": "delete from game_seats where seat = 1",
    "the result of a player": "update player_games set result = 'won'",
    "no result of a player": "delete from player_games where seat = 1",
    "when it ended": "update player_games set ended_at = ended_at - interval '1 day'",
    "how a player left": "update player_games set departure = 'timed_out' where seat = 1",
    "what happened in it": "update milestones set times = times + 1 where event = 'GameCreated'",
    "what did not happen in it": "insert into milestones select id, 'DealMade', 1, 1 from games where turns > 0",
    "how long it was": "update games set turns = turns + 1 where turns is not null",
    "who won by the figures": "update archive_figures set won = not won",
    "no figures": "delete from archive_figures",
    "the counts": "update archive_counts set wins = wins + 1",
    "no counts": "delete from archive_counts",
    "a rating": "update ratings set mu = mu + 1",
    "no rating": "delete from ratings",
    "an entry of the log": "update log_entries set entry = replace(entry, 'head', 'haed')",
    "a hash of the log": "update log_entries set hash = sha256(hash)",
    "a game that is gone": "delete from games where status = 'finished'",
    "a game of which the end is gone": "delete from events where position > 3",
    "an entry that is gone": "delete from log_entries where version = 1",
    "the last entries and their checkpoint": "delete from log_checkpoints",
    "the root of the log": r"update log_checkpoints set note = regexp_replace(note, '(\n\d+\n)....', '\1AAAA')",
    "the version of an entry": "update log_entries set version = version + 1 where version = 1",
}


@pytest.fixture(scope="module", params=[False, True], ids=["as rows", "sealed"])
def is_sealed(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(scope="module")
def own_database(database_url: str, is_sealed: bool) -> Iterator[str]:
    """A migrated database for games that are over and sealed, and one for others."""
    with created(database_url) as url:
        yield url


@pytest.fixture(scope="module")
def database(own_database: str, is_sealed: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A database with a rated game that is over, and one that is not, of all of which the worker has taken note."""
    keys, database = tmp_path_factory.mktemp("keys"), Database(Config(database_url=own_database, pool_size=2))
    with carried(own_database, keys, "projections.test") as base:
        ann, ben = Player(base, "Ann"), Player(base, "Ben")
        for each in (ann, ben):
            body_of(each.send("PATCH", "/me", json={"rated": True}), 200)
        ended = Table.of(base, 2, [ann, ben], game=CARTA)
        seat = ended.see()["to_act"][0]
        ended.act(seat, ended.legal(seat)[0])
        ended.act(1, {"type": "resign"})
        Table.of(base, game=CIVILIZATION, edition=None)
    player_records.record(database, ended.game, [ratings.RATED_GAMES])
    ratings.apply_all(database)
    archive.note(database)
    growth.grow(database, Keys(keys).active(), "games.example/v1/log")
    if is_sealed:
        assert sealing.seal_game(database, ended.game)
    yield database
    database.close()


def audit(database: Database) -> list[str]:
    """Check all games, and return what is wrong with them."""
    run = Run(database, True, PROJECTIONS)
    return [each.words for each in run.verdicts() if each.outcome != "same"] + [*run.totals()]


@contextmanager
def altered(url: str, change: str) -> Iterator[None]:
    """A database that is altered by a statement, and is as before afterwards."""
    table = change.split()[2 if change.split()[1] in ("from", "into") else 1]
    with psycopg.connect(url, autocommit=True) as session:
        session.execute(f"create temp table kept as table {table}")
        assert session.execute(change).rowcount
        try:
            yield
        finally:
            session.execute(f"delete from {table}")
            session.execute(f"insert into {table} select * from kept")


def test_games_of_which_nothing_was_altered_hold(database: Database) -> None:
    assert audit(database) == []


@pytest.mark.parametrize("change", ALTERATIONS.values(), ids=ALTERATIONS)
def test_what_is_altered_beside_the_record_is_found(database: Database, own_database: str, change: str) -> None:
    with altered(own_database, change):
        assert audit(database)


def test_the_command_tells_of_a_swapped_result_and_fails(database: Database, own_database: str) -> None:
    with altered(own_database, ALTERATIONS["the winner of a list"]):
        done = run("check", "record", "--everything", DATABASE_URL=own_database)
    assert done.returncode == 1
    assert "projection: the lists have result" in done.stdout
    last = "2 games checked: 1 hold, 1 do not; 2 sums and entries beside them do not"
    assert done.stdout.splitlines()[-1] == last


@pytest.mark.parametrize(
    "change",
    [
        ALTERATIONS["the winner of a list"],
        ALTERATIONS["how it ended"],
        "update games set result = jsonb_set(result, '{points}', '{\"0\": 1}') where status = 'finished'",
        "update games set result = null where status = 'finished'",
        "update game_seats set seat = 3 - seat where game_id in (select id from games where status = 'playing')",
        ALTERATIONS["who sat there"],
        ALTERATIONS["nobody sat there"],
        "update game_seats set player_id = uuidv7() where seat = 0",
    ],
)
def test_a_result_or_seats_altered_after_a_check_are_found_by_the_next_without_everything(
    database: Database, own_database: str, change: str
) -> None:
    assert audit(database) == []
    with altered(own_database, change):
        done = run("check", "record", DATABASE_URL=own_database)
    assert done.returncode == 1
    assert "beside the games: game " in done.stdout
    assert audit(database) == []
    assert run("check", "record", DATABASE_URL=own_database).returncode == 0


def test_of_a_lost_entry_no_more_is_said_than_that_the_game_is_marked(database: Database, own_database: str) -> None:
    with altered(own_database, ALTERATIONS["an entry that is gone"]):
        lacking = [each for each in audit(database) if "no entry of its version 1" in each]
    assert len(lacking) == 2
    assert all("is marked as entered" in each for each in lacking)
