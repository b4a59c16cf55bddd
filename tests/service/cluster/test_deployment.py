"""What is kept in deploy/ and docker-compose.yml: it is well-formed, and names what there is."""

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import requests
import yaml
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from cartulary_service.config import Config
from tests.commands import COMMANDS
from tests.conftest import migrate
from tests.patience import PATIENCE
from tests.service.conftest import Serve, eventually, service, workers_by_the_clock

ROOT = Path(__file__).parents[3]
UNITS = sorted((ROOT / "deploy").glob("*.service"))
SETTINGS = {name.upper() for name in Config.__dataclass_fields__} | {"DATABASE_PASSWORD_FILE"}
EACH = pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)


def unit(path: Path) -> dict[str, list[str]]:
    """A unit of systemd: what each of its directives says, as words."""
    said: dict[str, list[str]] = {}
    for line in path.read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            said.setdefault(name, []).extend(shlex.split(value))
    return said


def composed() -> Any:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


def test_docker_compose_is_as_its_specification_wants_it() -> None:
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.compose-spec",
        "docker-compose.yml",
    ]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_in_docker_compose_who_serves_and_who_works_waits_for_the_migrations() -> None:
    services = composed()["services"]
    assert services["migrations"]["command"] == ["cartulary", "migrate"]
    for name in ("service", "worker"):
        assert services[name]["depends_on"]["migrations"] == {"condition": "service_completed_successfully"}
        assert "healthcheck" in services[name]
    assert services["migrations"]["depends_on"]["database"] == {"condition": "service_healthy"}
    assert (services["service"]["environment"]["MIGRATE"], services["service"]["environment"]["OWN_WORKER"]) == (
        "false",
        "false",
    )


def test_in_docker_compose_everything_named_there_is() -> None:
    services = composed()["services"]
    for each in services.values():
        assert each.get("depends_on", {}).keys() <= services.keys()
        if each.get("image") == "cartulary":
            assert each["environment"].keys() <= SETTINGS
            assert each.get("command", ["cartulary", "serve"])[1] in COMMANDS
    assert [name for name, each in services.items() if "ports" in each] == ["nginx"]


def test_in_docker_compose_only_the_migrations_have_the_owners_login() -> None:
    services = composed()["services"]
    settings = {name: each["environment"] for name, each in services.items() if each.get("image") == "cartulary"}
    users = {name: conninfo_to_dict(each["DATABASE_URL"])["user"] for name, each in settings.items()}
    login = settings["migrations"]["SERVICE_LOGIN"]
    assert users == {
        "service": login,
        "worker": login,
        "migrations": services["database"]["environment"]["POSTGRES_USER"],
    }
    assert login != users["migrations"]
    assert settings["migrations"]["SERVICE_PASSWORD_FILE"] == settings["worker"]["DATABASE_PASSWORD_FILE"]
    owners = {"database_password"}
    assert all(owners.isdisjoint(services[name]["secrets"]) for name in ("service", "worker"))


@EACH
def test_a_unit_runs_a_command_that_there_is_with_settings_that_there_are(path: Path) -> None:
    said = unit(path)
    program, command = said["ExecStart"]
    assert Path(program).name == "cartulary"
    assert command in COMMANDS
    named = {each.partition("=")[0] for each in said["Environment"]}
    assert {"DATABASE_PASSWORD_FILE"} <= named <= SETTINGS


@EACH
def test_a_unit_waits_only_for_units_that_there_are_and_has_no_rights(path: Path) -> None:
    said, ours = unit(path), {each.name for each in UNITS}
    assert {each for each in (*said["After"], *said.get("Requires", ())) if each.startswith("cartulary")} <= ours
    assert (said["User"], said["ProtectSystem"], said["NoNewPrivileges"]) == (["cartulary"], ["strict"], ["yes"])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for path in UNITS:
        # It looks for the program too.
        (tmp_path / path.name).write_text(path.read_text().replace("/opt/cartulary/bin/cartulary", "/bin/true"))
    command = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / path.name) for path in UNITS)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    assert [line for line in told.splitlines() if str(tmp_path) in line] == []


def test_a_service_that_is_told_so_leaves_migrations_and_worker_to_others(serve: Serve, own_database: str) -> None:
    url = serve(DATABASE_URL=own_database, MIGRATE="false", OWN_WORKER="false")
    assert requests.get(f"{url}/readyz", timeout=PATIENCE).status_code == 200
    assert workers_by_the_clock(url) == []
    other = serve(DATABASE_URL=own_database)
    eventually(lambda: workers_by_the_clock(other))
    assert workers_by_the_clock(url) == []


def test_a_service_that_does_not_migrate_is_not_ready_before_somebody_does(serve: Serve, database_url: str) -> None:
    with emptied(database_url) as url:
        served = serve(DATABASE_URL=url, MIGRATE="false", OWN_WORKER="false")
        assert requests.get(f"{served}/readyz", timeout=PATIENCE).status_code == 503
        assert requests.get(f"{served}/v1/catalogue", timeout=PATIENCE).status_code == 503
        migrate(url)
        assert requests.get(f"{served}/readyz", timeout=PATIENCE).status_code == 200
        eventually(lambda: requests.get(f"{served}/v1/catalogue", timeout=PATIENCE).status_code == 200)


def test_a_service_that_waits_for_its_schema_says_so_and_answers_once_it_is_there(
    database_url: str, keys: Path, tmp_path: Path
) -> None:
    settings, log = {"KEYS_DIR": str(keys), "MIGRATE": "false", "OWN_WORKER": "false"}, tmp_path / "log"
    with emptied(database_url) as url, service(settings | {"DATABASE_URL": url}, log):
        said = "cartulary: Waiting for the schema of the database (run: cartulary migrate); "
        assert log.read_text().splitlines()[0] == f"{said}until then only probes are answered."
        assert "Cartulary answers at" not in log.read_text()
        migrate(url)
        eventually(lambda: "Cartulary answers at" in log.read_text())


@contextmanager
def emptied(beside: str) -> Iterator[str]:
    """A database without a schema, dropped at the end."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(beside, autocommit=True) as session:
        session.execute(f"create database {name}")
        try:
            yield make_conninfo(beside, dbname=name)
        finally:
            session.execute(f"drop database {name} with (force)")
