"""A database whose tables by game are partitioned by hash serves like any other."""

from collections.abc import Iterator

import psycopg
import pytest

from cartulary_service.commands.examination import examine
from cartulary_service.config import Config
from tests.faults.partitions import split
from tests.service.client import Table, body_of
from tests.service.conftest import service
from tests.service.statements import KEYS

PARTITIONS = 3
NUMBERS = """
select partrelid::regclass::text, (select count(*) from pg_inherits where inhparent = partrelid)
from pg_partitioned_table
"""
USED = "select count(distinct tableoid) > 1 from games"


@pytest.fixture(scope="module")
def partitioned(own_database: str) -> str:
    split(own_database, PARTITIONS)
    return own_database


@pytest.fixture(scope="module")
def base(partitioned: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("partitioned")
    settings = {"DATABASE_URL": partitioned, "DATA_DIR": str(home), "WORKERS": "1", "OWN_WORKER": "false"}
    with service(settings, home / "served.log") as url:
        yield url


def test_every_table_by_game_is_partitioned(partitioned: str) -> None:
    with psycopg.connect(partitioned) as session:
        assert dict(session.execute(NUMBERS).fetchall()) == dict.fromkeys(KEYS, PARTITIONS)


def test_the_doctor_finds_the_rights_of_the_roles_in_order(partitioned: str) -> None:
    found = {each.subject: each.level for each in examine(Config(database_url=partitioned))}
    assert (found["roles"], found["schema"]) == ("ok", "ok")


def test_games_of_several_partitions_are_played_listed_and_fed_as_one(base: str, partitioned: str) -> None:
    tables = [Table.of(base) for _ in range(4 * PARTITIONS)]
    for table in tables:
        (seat, *_) = table.see()["to_act"]
        table.act(seat, {"type": "resign"})
    with psycopg.connect(partitioned) as session:
        assert session.execute(USED).fetchone() == (True,)
    games = {table.game for table in tables}
    visitor = tables[0].visitor
    assert {each["id"] for each in body_of(visitor.get("/games?status=finished"), 200)["games"]} == games
    events = body_of(visitor.get("/feed?limit=1000"), 200)["events"]
    assert {each["game"] for each in events} == games
    assert len(events) == sum(table.see()["version"] for table in tables)
