"""The embedded PostgreSQL starts wherever the service is, and opens nothing to anybody."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import psutil
import psycopg
import pytest
import requests

from cartulary_service.commands.doctor import examine
from cartulary_service.config import Config
from cartulary_service.store import cluster, embedded, postgresql
from cartulary_service.trust.keys import Keys
from tests.cases import cases
from tests.commands import run
from tests.patience import PATIENCE
from tests.service.client import Table
from tests.service.conftest import eventually, free_port, serve_in_a_terminal, service


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder that everybody may pass; not pytest's own, since the path of a socket may have 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="cartulary-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def modes(folder: Path) -> dict[Path, int]:
    """The permissions of a folder and of all above it."""
    return {each: stat.S_IMODE(each.stat().st_mode) for each in (folder, *folder.parents)}


@cases("variable", ["LC_ALL", "LANG"])
def test_it_starts_where_the_locale_is_not_installed_and_sorts_as_everywhere(
    home: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "xx_YY.UTF-8")
    with embedded.running(home) as url, psycopg.connect(url) as c:
        rows = c.execute("select x from unnest(array['b', 'é', 'B', 'a', 'Z']) x order by x").fetchall()
        assert "".join(row[0] for row in rows) == "BZabé"
        assert c.execute("select lower('ÉЖ')").fetchone() == ("éж",)


def test_a_postgresql_that_was_killed_is_started_again_by_the_service(home: Path, tmp_path: Path) -> None:
    settings = {"DATABASE_URL": "", "DATA_DIR": str(home), "MIGRATE": "true", "WORKERS": "1"}
    with service(settings, tmp_path / "log") as base:
        table = Table.of(base)
        found = cluster.server(embedded.place(home))
        assert found is not None
        psutil.Process(found.pid).kill()
        eventually(lambda: (other := cluster.server(embedded.place(home))) is not None and other.pid != found.pid)
        eventually(lambda: requests.get(f"{base}/readyz", timeout=PATIENCE).status_code == 200)
        assert table.see()["status"] == "playing"
    assert embedded.serving_url(home) is None
    assert "was started again" in (tmp_path / "log").read_text()


def test_a_data_folder_that_is_moved_away_is_noticed_and_forgotten_once_it_is_back(home: Path, tmp_path: Path) -> None:
    games = embedded.place(home / "data")
    settings = {"DATABASE_URL": "", "DATA_DIR": str(home / "data"), "MIGRATE": "true", "WORKERS": "1"}
    with service(settings, tmp_path / "log") as base:
        games.rename(home / "elsewhere")
        eventually(lambda: f"The folder of the games, {games}, is gone." in (tmp_path / "log").read_text())
        away = requests.get(f"{base}/readyz", timeout=PATIENCE)
        (home / "elsewhere").rename(games)
        back = requests.get(f"{base}/readyz", timeout=PATIENCE)
    assert (away.status_code, "is gone" in away.json()["detail"]) == (503, True)
    assert back.status_code == 200
    assert (tmp_path / "log").read_text().count("is gone.") == 1


def test_a_stop_leaves_no_postgresql_behind_whose_folder_was_moved_away(home: Path) -> None:
    with embedded.running(home / "data") as url, psycopg.connect(url) as c:
        found = cluster.server(embedded.place(home / "data"))
        assert found is not None
        assert c.execute("select 1").fetchone() == (1,)
        (home / "data").rename(home / "elsewhere")
    assert not cluster.is_alive(found.pid)


def test_a_postgresql_that_does_not_start_again_is_tried_for_a_minute(home: Path) -> None:
    now = [0.0]
    with embedded.running(home):
        pgdata = embedded.place(home)
        keeper, settings = embedded.Keeper(home, lambda: now[0]), pgdata / "postgresql.auto.conf"
        before = settings.read_text()
        settings.write_text("no setting")
        found = cluster.server(pgdata)
        assert found is not None
        postmaster = psutil.Process(found.pid)
        postmaster.kill()
        postmaster.wait(PATIENCE)
        assert not any(keeper.ensure() for _ in range(12))
        now[0] += embedded.SECONDS_TO_RESTART + 1
        with pytest.raises(postgresql.DidNotStart):
            keeper.ensure()
        settings.write_text(before)
        eventually(keeper.ensure)
        assert not keeper.ensure()


@cases("file", ["postmaster.pid", cluster.SOCKET_LOCK])
def test_it_starts_though_another_process_has_the_number_that_it_had_before_a_crash(home: Path, file: str) -> None:
    with embedded.running(home):
        left = (embedded.place(home) / file).read_text()
    number, *rest = left.splitlines()
    (embedded.place(home) / file).write_text("\n".join([str(os.getpid()), *rest, ""]))
    with embedded.running(home) as url, psycopg.connect(url) as c:
        assert (c.execute("select 1").fetchone(), number != str(os.getpid())) == ((1,), True)


def test_what_postgresql_says_of_a_failed_start_is_one_line_of_its_reason(home: Path) -> None:
    with embedded.running(home):
        pass
    games = embedded.place(home)
    (games / "postgresql.auto.conf").write_text("max_connections = many")
    with pytest.raises(postgresql.DidNotStart) as failed, embedded.running(home):
        pass
    (sentence,) = str(failed.value).splitlines()
    assert "max_connections" in sentence or "FATAL" in sentence
    assert sentence.endswith(f"; see {games / 'log'}.")


def test_a_migration_of_the_embedded_database_names_its_folder(home: Path) -> None:
    migrated = run("migrate", DATABASE_URL="", DATA_DIR=str(home / "data"), POOL_SIZE="6")
    assert migrated.returncode == 0
    assert f"this migrates the embedded database in {home / 'data' / 'postgres'}." in migrated.stdout


def test_nobody_else_can_hold_the_lock_of_the_data_directory(home: Path) -> None:
    (home / "lock").touch(0o644)
    with embedded.running(home):
        assert stat.S_IMODE((home / "lock").stat().st_mode) == 0o600


@cases("name", ["with a space", "it's", "100%", "a,comma"])
def test_it_starts_in_a_folder_with_spaces_and_signs(home: Path, name: str) -> None:
    with embedded.running(home / name) as url, psycopg.connect(url) as c:
        assert c.execute("select 1").fetchone() == (1,)
        assert embedded.serving_url(home / name) == url
    assert embedded.serving_url(home / name) is None


def test_a_folder_with_double_quotes_is_refused_with_what_to_do(home: Path) -> None:
    with pytest.raises(postgresql.DidNotStart, match="choose another DATA_DIR"), embedded.running(home / 'a "quote"'):
        pass


def test_the_socket_of_a_long_path_lies_where_nobody_else_may_enter(home: Path) -> None:
    data_dir = home / ("x" * 100)
    with embedded.running(data_dir) as url, psycopg.connect(url):
        found = cluster.server(data_dir / "postgres")
        assert found is not None
        assert stat.S_IMODE(found.sockets.stat().st_mode) == 0o700
    assert not found.sockets.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL as another user")
def test_as_root_nothing_outside_the_data_folder_is_opened(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgresql, "OF_SYSTEM_USER", home / "lib")
    private = home / "private"
    private.mkdir(mode=0o700)
    before = modes(private)
    with embedded.running(private / "data") as url, psycopg.connect(url) as c:
        assert c.execute("select 1").fetchone() == (1,)
        assert embedded.serving_url(private / "data") == url
        place = embedded.place(private / "data")
        assert (place.parent, place.owner()) == (home / "lib", postgresql.SYSTEM_USER)
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert modes(private) == before
    told = capfd.readouterr().err
    assert str(place) in told
    assert told.count("\n") == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL as another user")
@pytest.mark.parametrize("modes_of_parent", [(0o700, 0o755), (0o755, 0o700)])
def test_as_root_games_are_found_again_after_their_parent_was_opened_or_closed(
    home: Path, monkeypatch: pytest.MonkeyPatch, modes_of_parent: tuple[int, int]
) -> None:
    monkeypatch.setattr(postgresql, "OF_SYSTEM_USER", home / "lib")
    parent = home / "parent"
    parent.mkdir()
    before, after = modes_of_parent
    parent.chmod(before)
    with embedded.running(parent / "data") as url, psycopg.connect(url, autocommit=True) as c:
        c.execute("create table games ()")
    games = embedded.place(parent / "data")
    parent.chmod(after)
    assert embedded.place(parent / "data") == games
    if after == 0o755:
        with embedded.running(parent / "data") as url, psycopg.connect(url) as c:
            assert c.execute("select to_regclass('games')::text").fetchone() == ("games",)
    else:
        require_told_of_closed(parent / "data")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL as another user")
def test_as_root_a_data_folder_that_was_closed_is_named_by_serve_and_doctor_alike(home: Path) -> None:
    with embedded.running(home / "data"):
        pass
    (home / "data").chmod(0o700)
    require_told_of_closed(home / "data")


def require_told_of_closed(data: Path) -> None:
    with (
        pytest.raises(postgresql.DidNotStart, match=r"may not enter .* by chmod a\+x") as refused,
        embedded.running(data),
    ):
        pass
    found = list(examine(Config(data_dir=data)))
    assert [each.words for each in found if each.subject == "DATA_DIR"] == [str(refused.value)]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL as another user")
def test_as_root_programs_in_a_private_folder_are_copied_and_the_folder_stays_private(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "OF_SYSTEM_USER", home / "lib")
    monkeypatch.setattr(postgresql, "can_pass", lambda _: False)
    postgresql.binaries.cache_clear()
    try:
        assert postgresql.binaries().is_relative_to(home / "lib")
        with embedded.running(home / "data") as url, psycopg.connect(url) as c:
            assert c.execute("select 1").fetchone() == (1,)
    finally:
        postgresql.binaries.cache_clear()


class Started(NamedTuple):
    """An installation with an embedded PostgreSQL that has served once: its settings, its games, and its last line."""

    settings: dict[str, str]
    games: Path
    last_line: str


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """An installation in a folder that nobody else may pass, so that as root its games lie elsewhere."""
    with tempfile.TemporaryDirectory(prefix="cartulary-") as folder:
        settings = {"DATABASE_URL": "", "DATA_DIR": f"{folder}/data", "POOL_SIZE": "6", "WORKERS": "1"}
        log = tmp_path_factory.mktemp("started") / "log"
        with service(settings | {"MIGRATE": "true"}, log):
            pass
        games = embedded.place(Path(folder, "data"))
        yield Started(settings, games, log.read_text().splitlines()[-1])
        shutil.rmtree(games)


@pytest.fixture
def without_key(started: Started) -> Iterator[Started]:
    """That installation, whose key is lost; the key is back at the end."""
    keys = Path(started.settings["DATA_DIR"], "keys")
    keys.rename(keys.with_name("backup"))
    yield started
    shutil.rmtree(keys, ignore_errors=True)
    keys.with_name("backup").rename(keys)


def test_the_last_line_of_a_service_says_where_the_games_lie(started: Started) -> None:
    assert (started.games / "PG_VERSION").exists()
    assert started.last_line == f"Stopped. Your games lie in {started.games}."


def test_a_start_without_the_key_that_signed_names_the_folder_whose_deletion_begins_anew(
    without_key: Started, tmp_path: Path
) -> None:
    process = serve_in_a_terminal(without_key.settings, tmp_path / "log")
    assert process.wait(PATIENCE) == 1
    refusal = (tmp_path / "log").read_text().splitlines()[-1]
    assert "cartulary keys --replace-lost" in refusal
    assert refusal.endswith(f"delete {without_key.games}")
    assert run("keys", "--new", **without_key.settings).stderr.splitlines()[-1] == refusal


def test_the_doctor_starts_an_embedded_database_whose_service_does_not_start(without_key: Started) -> None:
    found = run("doctor", **without_key.settings)
    assert found.returncode == 1
    lines = {line.split()[1]: line for line in found.stdout.splitlines()}
    assert str(without_key.games) in lines["DATA_DIR:"]
    assert lines["keys:"].startswith("WRONG")
    assert lines["keys:"].endswith(f"delete {without_key.games}.")
    assert {"PostgreSQL:", "schema:", "roles:", "worker:"} <= lines.keys()
    assert embedded.serving_url(Path(without_key.settings["DATA_DIR"])) is None


def test_the_doctor_makes_no_database_where_there_is_none(tmp_path: Path) -> None:
    found = run("doctor", DATABASE_URL="", DATA_DIR=str(tmp_path / "data"))
    assert (found.returncode, "cartulary serve" in found.stderr) == (1, True)
    assert "settings: they go together" in found.stdout
    assert not embedded.place(tmp_path / "data").exists()


def test_the_doctor_examines_an_embedded_database_whose_schema_is_not_made_yet(home: Path) -> None:
    with embedded.running(home):
        pass
    assert (
        "WRONG  schema: there is none; run: cartulary migrate"
        in run("doctor", DATABASE_URL="", DATA_DIR=str(home), POOL_SIZE="6").stdout
    )


def runs(process: psutil.Process, words: str) -> bool:
    """Whether a process that a service has started has these words in its command."""
    with suppress(psutil.Error):
        return any(words in " ".join(each.cmdline()) for each in process.children(recursive=True))
    return False


@cases("moment", ["initdb", "pg_ctl", "cartulary migrate", "cartulary serve", "cartulary worker"])
def test_an_interrupt_in_the_first_start_ends_with_one_calm_sentence(home: Path, tmp_path: Path, moment: str) -> None:
    log = tmp_path / "log"
    settings = {"DATABASE_URL": "", "DATA_DIR": str(home / "data"), "POOL_SIZE": "6", "WORKERS": "1"}
    process = serve_in_a_terminal(settings, log)
    # A process that comes and goes between two looks is missed; the interrupt then comes a little later.
    eventually(lambda: runs(psutil.Process(process.pid), moment) or "Cartulary answers" in log.read_text())
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    *before, last = log.read_text().splitlines()
    games = home / "data" / "postgres"
    assert last == (f"Stopped. Your games lie in {games}." if games.exists() else "Stopped.")
    assert games.exists() or moment == "initdb"
    assert not [line for line in before if not line.startswith(("Cartulary", "Play at", "  curl"))]
    assert embedded.serving_url(home / "data") is None
    assert [each.name for each in (home / "data").iterdir() if each.name.startswith(".")] == []


INTERRUPTED: Final = """
import os, signal, sys
from cartulary.commands.main import main

once = [signal.SIGINT]
{interrupt}
main()
"""
INTERRUPTED_AT_A_FORK: Final = """
os.register_at_fork(after_in_parent=lambda: once and os.kill(os.getpid(), once.pop()))
"""
INTERRUPTED_AT_PG_CTL: Final = """
def interrupt(frame, event, called):
    if event == "c_return" and called.__name__ == "fork_exec" and "pg_ctl" in str(frame.f_locals["args"]) and once:
        os.kill(os.getpid(), once.pop())

sys.setprofile(interrupt)
"""


@cases("interrupt", [INTERRUPTED_AT_A_FORK, INTERRUPTED_AT_PG_CTL])
def test_an_interrupt_that_comes_while_a_process_is_made_is_not_lost(home: Path, interrupt: str) -> None:
    settings = {"DATABASE_URL": "", "DATA_DIR": str(home), "PORT": str(free_port()), "WORKERS": "1"}
    found = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(interrupt=interrupt), "serve"],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (found.returncode, found.stdout) == (0, f"Stopped. Your games lie in {embedded.place(home)}.\n")
    assert not [each for each in psutil.process_iter(["cmdline"]) if str(home) in str(each.info["cmdline"])]


def test_an_initdb_that_was_killed_leaves_nothing_that_a_later_start_takes_for_a_database(home: Path) -> None:
    process = serve_in_a_terminal({"DATABASE_URL": "", "DATA_DIR": str(home)}, home / "log")
    eventually(lambda: runs(psutil.Process(process.pid), "initdb"))
    eventually(lambda: next(home.rglob("PG_VERSION"), None) is not None)
    (killed,) = [each for draft in home.glob(".postgres*") for each in cluster.started("initdb", draft)]
    killed.suspend()  # so that it is not done before the next start
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(PATIENCE)
    with embedded.running(home) as url, psycopg.connect(url) as c:
        assert c.execute("select 1").fetchone() == (1,)
    assert not [*home.glob(".postgres*")]
    assert not cluster.is_alive(killed.pid)


def test_no_empty_database_is_made_beside_the_keys_of_an_installation(home: Path) -> None:
    settings = {"DATABASE_URL": "", "DATA_DIR": str(home / "data"), "POOL_SIZE": "6", "WORKERS": "1"}
    Keys(home / "data" / "keys").make_first()
    refused = run("serve", PORT=str(free_port()), **settings)
    assert refused.returncode == 1
    assert f"There are keys in {home / 'data' / 'keys'}, so there were games, and none are in" in refused.stderr
    assert not cluster.is_cluster(embedded.place(home / "data"))
