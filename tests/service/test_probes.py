"""What those are told who look after a process: whether it is up, and whether it can serve."""

import json
from pathlib import Path

import psycopg
import pytest
import requests
from alembic.config import Config as Alembic
from alembic.script import ScriptDirectory
from flask.testing import FlaskClient

from cartulary_service import __version__
from cartulary_service.application import create_app
from cartulary_service.config import Config
from cartulary_service.store.schema import newest, scripts
from tests.patience import PATIENCE
from tests.service.conftest import worker


def asked(database_url: str, path: str, keys: Path | None = None) -> tuple[int, dict[str, object]]:
    """What a service over that database, with that folder of keys, says of itself."""
    client: FlaskClient = create_app(Config(database_url=database_url, keys_dir=keys)).test_client()
    response = client.get(path)
    return response.status_code, response.get_json()


def test_a_running_service_is_up_and_ready(served: str) -> None:
    bodies = (("/healthz", {"status": "up", "version": __version__}), ("/readyz", {"status": "ready"}))
    for path, body in bodies:
        response = requests.get(served + path, timeout=PATIENCE)
        assert (response.status_code, response.json()) == (200, body)


def test_a_service_whose_start_is_not_checked_yet_is_not_ready(database_url: str, keys: Path) -> None:
    app = create_app(Config(database_url=database_url, keys_dir=keys))
    app.extensions["cartulary"]["is_checked"] = lambda: False
    answer = app.test_client().get("/readyz")
    assert (answer.status_code, "not checked yet" in answer.get_json()["detail"]) == (503, True)


def test_a_service_without_its_database_is_up_and_not_ready() -> None:
    nowhere = "postgresql://127.0.0.1:1/none"
    assert asked(nowhere, "/healthz")[0] == 200
    status, problem = asked(nowhere, "/readyz")
    assert (status, problem["code"]) == (503, "not-ready")
    assert "DATABASE_URL" in str(problem["detail"])


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        ("update alembic_version set version_num = '0000'", "no version of this program knows"),
        ("drop table alembic_version", "cartulary migrate"),
    ],
)
def test_a_database_that_lacks_the_schema_is_not_ready(own_database: str, statement: str, word: str) -> None:
    with psycopg.connect(own_database) as session:
        session.execute(statement)
    status, problem = asked(own_database, "/readyz")
    assert status == 503
    assert word in str(problem["detail"])


def test_a_database_that_is_ahead_is_ready_for_the_version_before(database_url: str, keys: Path) -> None:
    with psycopg.connect(database_url, autocommit=True) as session:
        session.execute("update alembic_version set version_num = '9999'")
        try:
            assert asked(database_url, "/readyz", keys)[0] == 200
        finally:
            session.execute("update alembic_version set version_num = %s", (newest(),))


def test_a_service_that_loses_its_keys_is_not_ready_and_logs_it_once(
    database_url: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "keys"
    with worker(database_url, folder) as client:
        assert client.get("/readyz").status_code == 200
        folder.rename(tmp_path / "elsewhere")
        answers = [client.get("/readyz") for _ in range(3)]
        (line,) = [json.loads(each) for each in capfd.readouterr().err.splitlines()]
        (tmp_path / "elsewhere").rename(folder)
        assert client.get("/readyz").status_code == 200
    assert {(each.status_code, each.get_json()["code"]) for each in answers} == {(503, "not-ready")}
    assert "lost its key" in answers[0].get_json()["detail"]
    assert (line["level"], str(folder) in line["reason"]) == ("error", True)


def test_the_newest_migration_is_the_one_that_alembic_ends_with() -> None:
    alembic = Alembic()
    alembic.set_main_option("script_location", str(scripts()))
    assert ScriptDirectory.from_config(alembic).get_current_head() == newest()
