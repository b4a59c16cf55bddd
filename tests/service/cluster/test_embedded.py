"""The embedded PostgreSQL starts wherever the service is, and opens nothing to anybody."""

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import requests

from cartulary_service.store import embedded
from tests.cases import cases
from tests.patience import PATIENCE
from tests.service.client import Table
from tests.service.conftest import eventually, service


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
        found = embedded.server(embedded.place(home))
        assert found is not None
        psutil.Process(found.pid).kill()
        eventually(lambda: (other := embedded.server(embedded.place(home))) is not None and other.pid != found.pid)
        eventually(lambda: requests.get(f"{base}/readyz", timeout=PATIENCE).status_code == 200)
        assert table.see()["status"] == "playing"
    assert embedded.serving_url(home) is None
    assert "was started again" in (tmp_path / "log").read_text()


def test_a_postgresql_that_does_not_start_again_is_tried_for_a_minute(home: Path) -> None:
    now = [0.0]
    with embedded.running(home):
        pgdata = embedded.place(home)
        keeper, settings = embedded.Keeper(home, lambda: now[0]), pgdata / "postgresql.auto.conf"
        before = settings.read_text()
        settings.write_text("no setting")
        found = embedded.server(pgdata)
        assert found is not None
        postmaster = psutil.Process(found.pid)
        postmaster.kill()
        postmaster.wait(PATIENCE)
        assert not any(keeper.ensure() for _ in range(12))
        now[0] += embedded.SECONDS_TO_RESTART + 1
        with pytest.raises(embedded.DidNotStart):
            keeper.ensure()
        settings.write_text(before)
        eventually(keeper.ensure)
        assert not keeper.ensure()


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
    with pytest.raises(embedded.DidNotStart, match="choose another DATA_DIR"), embedded.running(home / 'a "quote"'):
        pass


def test_the_socket_of_a_long_path_lies_where_nobody_else_may_enter(home: Path) -> None:
    data_dir = home / ("x" * 100)
    with embedded.running(data_dir) as url, psycopg.connect(url):
        found = embedded.server(data_dir / "postgres")
        assert found is not None
        assert stat.S_IMODE(found.sockets.stat().st_mode) == 0o700
    assert not found.sockets.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL as another user")
def test_as_root_nothing_outside_the_data_folder_is_opened(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(embedded, "OF_SYSTEM_USER", home / "lib")
    private = home / "private"
    private.mkdir(mode=0o700)
    before = modes(private)
    with embedded.running(private / "data") as url, psycopg.connect(url) as c:
        assert c.execute("select 1").fetchone() == (1,)
        assert embedded.serving_url(private / "data") == url
        place = embedded.place(private / "data")
        assert (place.parent, place.owner()) == (home / "lib", embedded.SYSTEM_USER)
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert modes(private) == before
    told = capfd.readouterr().err
    assert str(place) in told
    assert told.count("\n") == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL as another user")
def test_as_root_programs_in_a_private_folder_are_copied_and_the_folder_stays_private(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "OF_SYSTEM_USER", home / "lib")
    monkeypatch.setattr(embedded, "can_pass", lambda _: False)
    embedded.binaries.cache_clear()
    try:
        assert embedded.binaries().is_relative_to(home / "lib")
        with embedded.running(home / "data") as url, psycopg.connect(url) as c:
            assert c.execute("select 1").fetchone() == (1,)
    finally:
        embedded.binaries.cache_clear()
