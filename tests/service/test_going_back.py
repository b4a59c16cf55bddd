"""The version before goes on with a schema that was only expanded, and says so of one that it cannot use."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Final

import psycopg
import pytest
import requests

from cartulary_service.store import migrations, schema
from tests.commands import run
from tests.conftest import created
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


def start(settings: dict[str, str], **more: str) -> CompletedProcess[str]:
    """Start a service that refuses to serve."""
    environment = os.environ | settings | {"PORT": str(free_port())} | more
    words = [sys.executable, "-m", "cartulary", "serve"]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)


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
    refused = start(upgraded, MIGRATE=migrate)
    assert (refused.returncode, refused.stdout) == (1, "")
    (sentence,) = refused.stderr.splitlines()
    assert f"versions before {NEWER} cannot use it" in sentence
    assert "Install the newer version again, or restore the backup" in sentence
    assert "WRONG  schema" in run("doctor", **upgraded).stdout
    assert revision(upgraded) == NEWER
