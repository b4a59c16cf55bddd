"""The version before goes on with a schema that was only expanded, and says so of one that it cannot use."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Final
from uuid import UUID

import click
import psycopg
import pytest
import requests

from cartulary_service.store import migrations, schema
from tests.commands import COMMANDS, run
from tests.conftest import clone, created
from tests.patience import PATIENCE
from tests.service.client import Table
from tests.service.conftest import free_port, service

NEWER: Final = "9999"
MIGRATION: Final = """
from alembic import op

revision = "{newer}"
down_revision = "{newest}"
only_expands = {only_expands}


def upgrade() -> None:
    op.execute("alter table games add column added smallint not null default 0")
    op.execute("create table added (game_id uuid primary key)")
"""


@pytest.fixture
def upgraded(database_url: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """The settings of an installation whose database a newer version has migrated, by a migration of this kind."""
    newer = tmp_path / "migrations"
    shutil.copytree(schema.scripts(), newer)
    text = MIGRATION.format(newer=NEWER, newest=schema.newest(), only_expands=request.param)
    (newer / "versions" / f"{NEWER}_later.py").write_text(text)
    with created(database_url) as url:
        with pytest.MonkeyPatch.context() as patched:
            for module in (migrations, schema):
                patched.setattr(module, "scripts", lambda: newer)
            assert migrations.migrate(url) is None
        yield {"DATABASE_URL": url, "KEYS_DIR": str(tmp_path / "keys"), "DATA_DIR": str(tmp_path), "WORKERS": "1"}


def revision(settings: dict[str, str]) -> str:
    with psycopg.connect(settings["DATABASE_URL"]) as session:
        ((found,),) = session.execute("select version_num from alembic_version").fetchall()
        return str(found)


@pytest.mark.parametrize("upgraded", [True], indirect=True)
def test_the_version_before_plays_on_a_schema_that_was_only_expanded(upgraded: dict[str, str], tmp_path: Path) -> None:
    with service(upgraded | {"MIGRATE": "true"}, tmp_path / "log") as base:
        table = Table.of(base)
        assert table.see()["status"] == "playing"
        assert requests.get(f"{base}/readyz").status_code == 200
    migrated, said = run("migrate", **upgraded), run("doctor", **upgraded).stdout
    assert (migrated.returncode, migrated.stderr) == (0, "")
    assert f"ahead of this program's {schema.newest()}, and serves it too" in migrated.stdout
    assert "mind   schema" in said
    assert "WRONG  schema" not in said
    assert revision(upgraded) == NEWER


@pytest.mark.parametrize("upgraded", [False], indirect=True)
@pytest.mark.parametrize("migrate", ["true", "false"])
def test_a_schema_that_was_changed_otherwise_is_refused_in_a_sentence_that_says_what_to_do(
    upgraded: dict[str, str], migrate: str
) -> None:
    refused = run_apart("serve", upgraded | {"MIGRATE": migrate})
    assert (refused.returncode, refused.stdout) == (1, "")
    (sentence,) = refused.stderr.splitlines()
    assert f"versions before {NEWER} cannot use it" in sentence
    assert "Install the newer version again, or restore the backup" in sentence
    assert "WRONG  schema" in run("doctor", **upgraded).stdout
    assert revision(upgraded) == NEWER


OF_SERVICE: Final = sorted(name for name, each in COMMANDS.items() if each.value.startswith("cartulary_service."))
NOWHERE: Final = {"DATABASE_URL": "postgresql://127.0.0.1:1/none"}
VALUES: Final = {"uuid": str(UUID(int=0)), "text": "x", "integer range": "1", "directory": "."}


def words_of(name: str, folder: Path) -> list[str]:
    """Return a command with a value for each parameter that it needs."""
    command: click.Command = COMMANDS[name].load()
    words = name.split()
    for each in command.params:
        if each.required:
            value = str(folder) if each.type.name in ("directory", "path") else VALUES[each.type.name]
            words += [value] if isinstance(each, click.Argument) else [each.opts[0], value]
    return words


@pytest.mark.parametrize("command", [each for each in OF_SERVICE if each not in ("doctor", "restore")])
@pytest.mark.parametrize("upgraded", [False], indirect=True)
def test_every_command_that_opens_the_database_refuses_one_that_is_too_new(
    upgraded: dict[str, str], command: str, tmp_path: Path
) -> None:
    words = [sys.executable, "-m", "cartulary", *words_of(command, tmp_path / "made")]
    environment = os.environ | upgraded | {"MIGRATE": "false", "PORT": str(free_port())}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
    if done.returncode == 0:
        # It has not opened the database, nor can it where there is none.
        done = subprocess.run(words, env=environment | NOWHERE, capture_output=True, text=True, check=False)
        assert done.returncode == 0
    else:
        assert (done.returncode, f"versions before {NEWER} cannot use it" in done.stderr) == (1, True), done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "keys").exists()


@pytest.mark.parametrize("command", [each for each in OF_SERVICE if each not in ("migrate", "restore", "serve")])
def test_a_command_for_games_that_there_are_makes_no_database(command: str, tmp_path: Path) -> None:
    done = run(*words_of(command, tmp_path / "made"), DATABASE_URL="", DATA_DIR=str(tmp_path / "data"))
    assert done.returncode == 0 or "DATABASE_URL" in done.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("command", ["keys", "migrate", "serve", "worker"])
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("drop table schema_floor", "another program"),
        ("update alembic_version set version_num = '0000'", "no version of this program knows"),
        ("update alembic_version set version_num = '1975ea83b712'", "no version of this program knows"),
    ],
)
def test_a_schema_that_this_program_never_made_is_refused_in_a_sentence(
    database_url: str, tmp_path: Path, statement: str, said: str, command: str
) -> None:
    with created(database_url) as url:
        with psycopg.connect(url, autocommit=True) as session:
            session.execute(statement)
        settings = settings_of(url, tmp_path)
        refused = run_apart(command, settings)
        assert (refused.returncode, said in refused.stderr) == (1, True), refused.stderr
        assert len(refused.stderr.splitlines()) == 1
        assert said in run("doctor", **settings).stdout


@pytest.mark.parametrize("command", ["keys", "serve"])
def test_a_database_whose_rights_a_restore_left_out_is_refused_with_what_to_do(
    database_url: str, tmp_path: Path, command: str
) -> None:
    with created(database_url) as url:
        with psycopg.connect(url, autocommit=True) as session:
            session.execute("revoke all on all tables in schema public from cartulary_service, cartulary_public")
        settings = settings_of(url, tmp_path)
        refused, examined = run_apart(command, settings), run("doctor", **settings)
    for said in (refused.stderr, examined.stdout):
        assert "rights to the tables are missing" in said
        assert "another program" not in said
    assert (refused.returncode, examined.returncode) == (1, 1)


@pytest.mark.parametrize("command", ["keys", "check rules"])
def test_a_database_without_a_schema_is_refused_with_the_command_that_makes_it(
    database_url: str, tmp_path: Path, command: str
) -> None:
    with clone(database_url) as url:
        settings = settings_of(url, tmp_path)
        refused = run_apart(command, settings)
        assert (refused.returncode, refused.stdout) == (1, "")
        (sentence,) = refused.stderr.splitlines()
        assert "Run: cartulary migrate" in sentence


def settings_of(url: str, folder: Path) -> dict[str, str]:
    return {"DATABASE_URL": url, "KEYS_DIR": str(folder / "keys"), "MIGRATE": "false", "DATA_DIR": str(folder)}


def run_apart(command: str, settings: dict[str, str]) -> CompletedProcess[str]:
    """Run a command that refuses, in a process of its own."""
    environment = os.environ | settings | {"PORT": str(free_port())}
    words = [sys.executable, "-m", "cartulary", *command.split()]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
