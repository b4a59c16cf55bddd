"""A week of play over HTTP with the real worker, on a database whose clock is put forward."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from cartulary.audit import bundles
from cartulary.match.clock.settings import Clock, Window, deadline
from cartulary_service.config import Config
from cartulary_service.games.commands import GameCommands as Played
from cartulary_service.store.database import Database
from tests.service.client import CARTA, CIVILIZATION, Table
from tests.service.conftest import Serve, eventually

WINDOW = {"zone": "Europe/Kyiv", "begins": "08:00", "ends": "22:00", "days": ["mon", "tue", "wed", "thu", "fri"]}
SECONDS = 6 * 3_600
TERMS = Clock("turn", SECONDS, window=Window("Europe/Kyiv", "08:00", "22:00", ("mon", "tue", "wed", "thu", "fri")))
SIMULATED = """
create schema sim;
create table sim.ahead (seconds double precision not null);
insert into sim.ahead values (0);
create function sim.clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.clock_timestamp() + make_interval(secs => seconds) from sim.ahead';
grant usage on schema sim to public;
grant select on sim.ahead to public;
"""


@pytest.fixture(scope="module")
def simulated(own_database: str) -> str:
    """A database in which the service finds a clock that can be put forward."""
    with psycopg.connect(own_database) as session:
        session.execute(SIMULATED)
    return make_conninfo(own_database, options="-csearch_path=sim,public,pg_catalog")


@pytest.fixture
def worker(simulated: str) -> Iterator[Played]:
    """What any worker would do, on request."""
    database = Database(Config(database_url=simulated, pool_size=2))
    yield Played(database, Config())
    database.close()


def put_forward_to(simulated: str, moment: datetime) -> None:
    """Let the database's clock go on from there, as if the service had run meanwhile."""
    with psycopg.connect(simulated) as session:
        session.execute("update worker_beats set at = at + (%s - clock_timestamp())", (moment,))
        session.execute(
            "update sim.ahead set seconds = seconds + extract(epoch from %s - clock_timestamp())", (moment,)
        )


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_a_week_of_play_ends_only_when_somebody_is_late(
    serve: Serve, simulated: str, worker: Played, tmp_path: Path, game: str
) -> None:
    base = serve(DATABASE_URL=simulated)
    clock = {"kind": "turn", "seconds": SECONDS, "window": WINDOW}
    table = Table.of(base, game=game, edition=None, clock=clock)
    began = datetime.fromisoformat(table.see()["clock"]["seats"][table.see()["to_act"][0]]["since"])
    while datetime.fromisoformat(table.see()["deadline"]) < began + timedelta(days=7):
        seen = table.see()
        seat = seen["to_act"][0]
        put_forward_to(simulated, datetime.fromisoformat(seen["deadline"]) - timedelta(minutes=1))
        assert not worker.expire(table.game)
        for _ in range(60):
            if table.see()["to_act"] != [seat] or table.see()["clock"]["seats"][seat]["until"] != seen["deadline"]:
                break
            table.act(seat, table.legal(seat)[-1])
    last = table.see()["deadline"]
    put_forward_to(simulated, datetime.fromisoformat(last) + timedelta(days=1))
    eventually(lambda: table.see()["status"] == "finished")
    events = [each["public"] for each in table.visitor.events(table.game)]
    started = [each["data"] for each in events if each["type"] == "ClockStarted"]
    assert all(each["until"] == deadline(TERMS, each["since"], each["left"]) for each in started)
    (expired,) = [each for each in events if each["type"] == "TimeExpired"]
    assert (expired["data"]["until"], expired["at"] > last) == (last, True)
    path = tmp_path / "bundle"
    path.write_bytes(table.visitor.get(f"/games/{table.game}/audit").content)
    assert bundles.verify(path, bundles.Given()).verified
