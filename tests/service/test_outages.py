"""Time in which the service did not run is nobody's loss, and the operator can give time."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from flask.testing import FlaskClient

from tests.commands import run
from tests.service.conftest import worker
from tests.service.in_process import Seated
from tests.service.test_single_game import look_once

SECOND: Final = timedelta(seconds=1)
CLOCK: Final = {"kind": "turn", "seconds": 200}


@pytest.fixture
def seated(own_database: str, tmp_path: Path) -> Iterator[Seated]:
    with worker(own_database, tmp_path) as client:
        yield Seated(client, clock=CLOCK)


@contextmanager
def silent_for(seconds: int, database_url: str) -> Iterator[None]:
    """As if the last sign of life of a worker were so old."""
    with psycopg.connect(database_url, autocommit=True) as session:
        session.execute("update worker_beats set at = clock_timestamp() - make_interval(secs => %s)", (seconds,))
    yield


def deadline(seated: Seated) -> datetime:
    return datetime.fromisoformat(seated.look({})["deadline"])


def last_event(client: FlaskClient, seated: Seated, kind: str) -> list[dict[str, Any]]:
    """The data of all events of a kind."""
    events = client.get(f"/v1/games/{seated.game}/events").json
    assert events is not None
    return [each["public"]["data"] for each in events["events"] if each["public"]["type"] == kind]


def test_a_deadline_near_an_outage_moves_by_it_once(seated: Seated, own_database: str) -> None:
    before = deadline(seated)
    with silent_for(35, own_database):
        look_once(seated.client)
        look_once(seated.client)
    moved = deadline(seated) - before
    assert timedelta(seconds=35) <= moved < timedelta(seconds=60)
    (given,) = last_event(seated.client, seated, "TimeRestored")
    assert given["by"] is None
    assert SECOND > moved - timedelta(seconds=given["seconds"]) >= timedelta()
    assert given["reason"].startswith("The service did not run from ")


def test_while_a_worker_lives_no_deadline_moves(seated: Seated, own_database: str) -> None:
    before = deadline(seated)
    with silent_for(3, own_database):
        look_once(seated.client)
    assert deadline(seated) == before


def test_the_operator_gives_all_running_games_time_by_an_event_with_the_reason(
    seated: Seated, own_database: str
) -> None:
    before = deadline(seated)
    done = run("give-time", "3600", "--by", "Olga, operator", "--why", "A failover.", DATABASE_URL=own_database)
    assert done.returncode == 0, done.stderr
    assert SECOND > deadline(seated) - before - timedelta(hours=1) >= timedelta()
    (given,) = last_event(seated.client, seated, "TimeRestored")
    assert (given["by"], given["reason"], given["seconds"]) == ("Olga, operator", "A failover.", 3600)


def test_time_for_a_game_without_a_running_clock_is_refused_with_a_sentence(seated: Seated, own_database: str) -> None:
    done = run(
        *("give-time", "60", "--by", "Olga", "--why", "Why not.", "--game", "00000000-0000-7000-8000-000000000000"),
        DATABASE_URL=own_database,
    )
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1


def test_no_clock_of_a_finished_game_runs(seated: Seated) -> None:
    seated._posted(seated.headers[0], f"games/{seated.game}/actions", {"type": "resign"})
    seats = seated.look({})["clock"]["seats"]
    assert [each["running"] for each in seats] == [False, False]
