"""Commands by which operators see what runs, with which settings, and for whom."""

import json
import sys
from io import StringIO
from pathlib import Path

import pytest

from cartulary_service import __version__
from cartulary_service.config import settings
from cartulary_service.store.schema import newest
from cartulary_service.terminal import show_progress
from tests.commands import run
from tests.service.client import Table


def test_the_status_counts_games_and_players_as_the_database_has_them(own_base: str, own_database: str) -> None:
    before = json.loads(run("status", "--json", DATABASE_URL=own_database).stdout)
    Table.of(own_base)
    after = json.loads(run("status", "--json", DATABASE_URL=own_database).stdout)
    assert (after["running_games"], after["players"]) == (before["running_games"] + 1, before["players"] + 2)
    assert (after["version"], after["schema"], after["newest_schema"]) == (__version__, newest(), newest())
    shown = run("status", DATABASE_URL=own_database).stdout
    assert f"running games      {after['running_games']}\n" in shown
    assert "Database" not in shown


def test_the_status_fails_with_a_sentence_if_the_database_is_away_and_tells_no_password(tmp_path: Path) -> None:
    refused = run("status", DATABASE_URL="postgresql://ann:secret@127.0.0.1:1/none", DATA_DIR=str(tmp_path))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "Database none at 127.0.0.1:1 cannot be reached" in refused.stderr
    assert "secret" not in refused.stderr


def test_the_config_has_every_setting_with_its_value_and_where_it_comes_from() -> None:
    given = {"DATABASE_URL": "", "DATABASE_PASSWORD_FILE": "", "PORT": "8123", "DATA_DIR": "games", "KEYS_DIR": ""}
    shown = json.loads(run("config", "--json", **given).stdout)
    assert shown.keys() == {each.variable for each in settings()}
    assert shown["PORT"] == {"value": 8123, "source": "environment"}
    assert shown["DATABASE_URL"] == {"value": None, "source": "default"}
    assert shown["KEYS_DIR"] == {"value": "games/keys", "source": "default"}
    lines = {line.split()[0]: line.split()[1:] for line in run("config", **given).stdout.splitlines()}
    assert (lines["PORT"], lines["MIGRATE"]) == (["environment", "8123"], ["default", "true"])
    assert lines.keys() == shown.keys()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:sec%2Fret@db/games",
        "postgresql://ann@db/games?password=sec%2Fret",
        "host=db dbname=games user=ann password='sec/ret'",
        "postgresql://ann@db/games?sslpassword=sec%2Fret",
    ],
)
def test_the_config_tells_no_password(url: str, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("sec/ret")
    given = {"DATABASE_URL": url, "REPLICA_URL": "postgresql://standby/games", "SMTP_URL": "smtp://ann:sec/r@t@mail"}
    file = {} if url.startswith("host") else {"DATABASE_PASSWORD_FILE": str(tmp_path / "password")}
    for form in ((), ("--json",)):
        done = run("config", *form, **given, **file)
        assert (done.returncode, done.stderr) == (0, "")
        assert not any(each in done.stdout for each in ("sec", "r@t"))
        assert all(each in done.stdout for each in ("games", "hidden@mail", "standby"))


def test_the_config_refuses_a_misspelt_setting_with_the_one_that_is_meant() -> None:
    for misspelt, meant in (("CARTULARY_PORT", "PORT"), ("DATABSE_URL", "DATABASE_URL")):
        refused = run("config", **{misspelt: "8000"})
        assert refused.returncode == 1
        assert f"There is no setting {misspelt}, so it does nothing. Is {meant} meant?" in refused.stderr


def test_the_doctor_gives_its_findings_as_json_with_the_same_exit_status(own_database: str, tmp_path: Path) -> None:
    given = {"DATABASE_URL": own_database, "DATA_DIR": str(tmp_path)}
    done = run("doctor", "--json", **given)
    found = json.loads(done.stdout)
    assert found[0] == {"level": "ok", "subject": "version", "words": __version__}
    assert {"worker"} <= {each["subject"] for each in found if each["level"] == "WRONG"}
    assert done.returncode == run("doctor", **given).returncode == 1


class Terminal(StringIO):
    """A stream that says that somebody watches."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("watched", "shown"), [(Terminal(), True), (StringIO(), False)])
def test_progress_is_shown_to_who_watches_standard_error_and_nowhere_else(
    watched: StringIO, shown: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", watched)
    assert [*show_progress(iter("abc"), "Counting", 3)] == ["a", "b", "c"]
    assert ("Counting" in watched.getvalue(), "100%" in watched.getvalue()) == (shown, shown)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("words", [("check", "record"), ("check", "rules"), ("check", "secrecy")])
def test_checks_print_nothing_but_their_findings_where_nobody_watches(
    words: tuple[str, str], own_database: str
) -> None:
    done = run(*words, DATABASE_URL=own_database)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1
    told = json.loads(run(*words, "--json", DATABASE_URL=own_database).stdout)
    assert (set(told) >= {"games", "findings"}, told["findings"]) == (True, [])
