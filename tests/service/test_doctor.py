"""What is wrong with an installation is found, and said with what to do about it."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import time
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from cartulary_service import __version__
from cartulary_service.commands import examination
from cartulary_service.commands.doctor import examine as examine_all
from cartulary_service.commands.doctor import without_contradiction
from cartulary_service.commands.examination import (
    FACTS,
    examine,
    of_folders,
    of_names,
    of_record,
    of_server,
    of_settings,
    of_worker,
)
from cartulary_service.config import SHORTEST_NAME, Config, settings
from cartulary_service.diagnostics import Finding
from cartulary_service.store import schema
from cartulary_service.store.schema import newest
from cartulary_service.terminal import start_embedded_database
from cartulary_service.trust.keys import Keys
from tests.commands import run
from tests.other_user import kept_out_of, open_folder
from tests.patience import PATIENCE
from tests.service.conftest import Serve, eventually, free_port

SOUND = {
    "version": "18.1",
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "waits": False,
    "standbys": 0,
    "standby": False,
    "connections": 100,
    "clock": 1_000_000.0,
    "roles": ["cartulary_public", "cartulary_service"],
    "superusers": 0,
    "monitors": True,
    "workers": 2,
    "longest": 0.0,
    "has_schema": True,
    "overdue": 0.0,
    "untold": 0.0,
    "unlogged": 0.0,
    "mismatches": 0,
    "ended": 3,
    "sealed": 2,
    "revision": newest(),
    "floor": newest(),
    "keys": None,
    "service_writes": True,
    "service_changes": False,
    "public_reads": True,
    "public_sees": False,
}
Look = Callable[[dict[str, Any]], Iterator[Finding]]
LOOKS: tuple[Look, ...] = (lambda facts: of_server(facts, Config(), 1_000_000.0), of_record, of_worker)


def bad(findings: Iterator[Finding]) -> list[tuple[str, str]]:
    """What is not as it should be."""
    return [(each.level, each.subject) for each in findings if each.level != "ok"]


def found(**facts: Any) -> list[tuple[str, str]]:
    """What is found where these facts are otherwise than they should be."""
    return [each for look in LOOKS for each in bad(look(SOUND | facts))]


@pytest.fixture
def config(tmp_path: Path, own_database: str) -> Config:
    """Of an installation with all that it needs but a worker."""
    Keys(tmp_path / "keys").make()
    return Config(database_url=own_database, data_dir=tmp_path, pool_size=4)


def test_nothing_is_found_where_all_is_well() -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("facts", "level", "subject"),
    [
        ({"standby": True}, "WRONG", "PostgreSQL"),
        ({"fsync": "off"}, "WRONG", "fsync"),
        ({"full_page_writes": "off"}, "WRONG", "full_page_writes"),
        ({"synchronous_commit": "off"}, "WRONG", "synchronous_commit"),
        ({"waits": True}, "WRONG", "standby"),
        ({"connections": 50}, "mind", "max_connections"),
        ({"clock": 1_000_010.0}, "mind", "clock"),
        ({"longest": 3_600.0}, "mind", "transactions"),
        ({"has_schema": False}, "WRONG", "schema"),
        ({"roles": ["cartulary_service"]}, "WRONG", "roles"),
        ({"roles": None}, "WRONG", "roles"),
        ({"superusers": 1}, "WRONG", "roles"),
        ({"revision": "0000"}, "WRONG", "schema"),
        ({"revision": "9999"}, "mind", "schema"),
        ({"revision": "9999", "floor": "9998"}, "WRONG", "schema"),
        ({"service_writes": False}, "WRONG", "roles"),
        ({"service_changes": True}, "WRONG", "roles"),
        ({"public_reads": False}, "WRONG", "roles"),
        ({"public_sees": True}, "WRONG", "roles"),
        ({"workers": 0}, "WRONG", "worker"),
        ({"overdue": 3_600.0}, "WRONG", "worker"),
        ({"untold": 3_600.0}, "WRONG", "worker"),
        ({"unlogged": 3_600.0}, "mind", "log"),
        ({"mismatches": 1}, "WRONG", "record"),
    ],
)
def test_each_thing_that_is_wrong_is_found_and_nothing_else(facts: dict[str, Any], level: str, subject: str) -> None:
    assert found(**facts) == [(level, subject)]


def test_a_login_that_cannot_see_standbys_does_not_miss_them() -> None:
    assert found(waits=True, standbys=0, monitors=False) == []


def test_a_standby_that_follows_is_what_commits_wait_for() -> None:
    assert found(waits=True, standbys=1) == []


@pytest.mark.parametrize(
    ("settings", "subjects"),
    [
        ({}, []),
        ({"public_url": "https://games.example", "trusted_proxies": 1}, []),
        ({"public_url": "https://games.example"}, ["TRUSTED_PROXIES"]),
        ({"public_url": "http://games.example"}, ["PUBLIC_URL"]),
        ({"trusted_proxies": 1, "host": "0.0.0.0"}, ["PUBLIC_URL", "HOST"]),
        ({"host": "::"}, ["PUBLIC_URL"]),
        ({"service_login": "servers"}, ["SERVICE_LOGIN"]),
        ({"service_login": "servers", "database_url": "postgresql://"}, []),
        ({"smtp_url": "smtp://mail.example", "mail_from": "a@b.example"}, ["PUBLIC_URL"]),
        ({"mail_from": "a@b.example"}, ["SMTP_URL"]),
        ({"public_url": "https://a.example", "trusted_proxies": 1, "rate_limits": False}, ["RATE_LIMITS"]),
        (
            {"public_url": "https://a.example", "trusted_proxies": 1, "webhook_allow_private": True},
            ["WEBHOOK_ALLOW_PRIVATE"],
        ),
    ],
)
def test_settings_that_do_not_go_together_are_named(settings: dict[str, Any], subjects: list[str]) -> None:
    assert bad(of_settings(replace(Config(), **settings))) == [("mind", each) for each in subjects]


@pytest.mark.parametrize("setting", [each.variable for each in settings() if len(each.variable) >= SHORTEST_NAME])
def test_a_misspelt_setting_is_named_with_the_one_that_is_meant(setting: str) -> None:
    swapped = f"{setting[:-2]}{setting[-1]}{setting[-2]}"
    for misspelt in {swapped, setting[:3] + setting[4:], setting.lower()} - {setting}:
        found = [*of_names([misspelt, setting])]
        assert misspelt.startswith("OTEL_") or [(each.level, each.subject) for each in found] == [("mind", misspelt)]
        assert all(setting in each.words for each in found)


@pytest.mark.parametrize(
    "name",
    ["HOSTNAME", "PGHOST", "XDG_DATA_DIRS", "GHOST", "SPORT", "APP_LOG_LEVEL", "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT"],
)
def test_variables_of_other_programs_are_not_taken_for_misspelt_settings(name: str) -> None:
    assert not [*of_names([name])]


@pytest.mark.parametrize("setting", [each.variable for each in settings()])
def test_a_setting_with_the_prefix_of_the_program_is_named_with_the_one_that_is_meant(setting: str) -> None:
    (found,) = of_names([f"CARTULARY_{setting}", "CARTULARY_TOKEN", "CARTULARY_URL"])
    assert (found.subject, f"if {setting} is meant" in found.words) == (f"CARTULARY_{setting}", True)


def test_the_doctor_names_the_version_and_what_is_misspelt(tmp_path: Path) -> None:
    said = run("doctor", DATABASE_URL="", DATABSE_URL="x", DATA_DIR=str(tmp_path)).stdout
    assert f"version: {__version__}" in said
    assert "mind   DATABSE_URL: " in said
    assert "DATABASE_URL is meant" in said


@pytest.mark.parametrize("break_it", [lambda key: key.chmod(0o644), lambda key: key.write_text("no key\n")])
def test_a_key_that_others_can_read_or_nobody_is_wrong(config: Config, break_it: Callable[[Path], object]) -> None:
    assert bad(of_folders(config, None)) == []
    break_it(config.data_dir / "keys" / "0001.key")
    assert bad(of_folders(config, None)) == [("WRONG", "keys")]


def test_the_command_that_closes_the_keys_names_their_folder_alone(tmp_path: Path) -> None:
    config = Config(data_dir=tmp_path / "a folder")
    Keys(config.keys_folder).make_first()
    (config.keys_folder / "0001.key").chmod(0o644)
    [found] = [each for each in of_folders(config, None) if each.level == "WRONG"]
    assert shlex.split(found.words.split("`")[1])[-1] == str(config.keys_folder.resolve())


def test_a_data_directory_that_cannot_be_written_to_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert ("WRONG", "DATA_DIR") in bad(of_folders(Config(data_dir=tmp_path / "file"), None))


@pytest.mark.parametrize(("free", "level"), [(0, "WRONG"), (15 << 20, "WRONG"), (16 << 20, "mind"), (1 << 30, "ok")])
def test_a_full_disk_is_wrong_and_one_that_fills_is_to_be_minded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    found, *_ = of_folders(Config(data_dir=tmp_path), None)
    assert found.level == level


@pytest.mark.parametrize("closed", ["", "keys", "keys/0001.key"])
def test_keys_of_another_user_are_named_with_what_to_do_beside_all_other_findings(closed: str) -> None:
    with open_folder() as folder:
        config = Config(data_dir=folder / "data", keys_dir=folder / "above" / "keys")
        (folder / "data").mkdir(mode=0o777)
        Keys(config.keys_folder).make_first()
        with kept_out_of(folder / "above" / closed):
            *others, keys = of_folders(config, None)
        assert [each.subject for each in others] == ["DATA_DIR"]
        assert (keys.level, keys.subject) == ("WRONG", "keys")
        assert str(config.keys_folder) in keys.words
        assert "the user's who runs the service" in keys.words


def test_of_a_postgresql_that_is_too_old_nothing_more_is_asked(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "OLDEST_VERSION", 990_000)
    monkeypatch.setattr(examination, "FACTS", "select what no older one knows")
    assert bad(examine(config)) == [("WRONG", "PostgreSQL")]


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_keep_all_letters_is_told_what_to_do_instead(config: Config, encoding: str) -> None:
    url, name = config.database_url or "", f"test_{encoding}".lower()
    with psycopg.connect(url, autocommit=True) as session:
        session.execute(
            SQL("create database {} encoding {} template template0 locale 'C'").format(Identifier(name), encoding)
        )
        narrow = make_conninfo(url, dbname=name)
        try:
            environment = os.environ | {
                "DATABASE_URL": narrow,
                "KEYS_DIR": str(config.keys_folder),
                "PORT": str(free_port()),
            }
            for command in ("migrate", "serve"):
                words = [sys.executable, "-m", "cartulary", command]
                refused = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=PATIENCE)
                assert refused.returncode == 1
                (sentence,) = refused.stderr.splitlines()
                assert f"encoded as {encoding}" in sentence
                assert "encoding 'UTF8'" in sentence
            (finding,) = bad(examine(replace(config, database_url=narrow)))
            assert finding == ("WRONG", "PostgreSQL")
        finally:
            session.execute(SQL("drop database {} with (force)").format(Identifier(name)))


@pytest.mark.usefixtures("durable")
def test_where_none_has_signed_the_doctor_says_who_makes_the_first_key(config: Config) -> None:
    found = list(examine(replace(config, keys_dir=config.data_dir / "none")))
    assert [(each.level, each.words) for each in found if each.subject == "keys"] == [
        ("ok", "serve makes the first one")
    ]


@pytest.mark.parametrize("closed", ["data", "data/postgres"])
def test_games_of_another_user_are_named_with_what_to_do_beside_all_other_findings(
    closed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_folder() as folder:
        games = folder / "data" / "postgres"
        games.mkdir(parents=True)
        config = Config(data_dir=folder / "data", keys_dir=folder / "keys")
        Keys(config.keys_folder).make_first()
        with kept_out_of(folder / closed):
            found = list(examine_all(config))
            with pytest.raises(SystemExit), start_embedded_database(config):
                pass
        assert f"cartulary: {games}, where the games lie, cannot be read" in capsys.readouterr().err
        assert {"version", "settings", "keys"} <= {each.subject for each in found}
        [of_data] = [each for each in found if each.subject == "DATA_DIR"]
        assert of_data.level == "WRONG"
        assert str(games) in of_data.words
        assert "the user's who runs the service" in of_data.words


@pytest.mark.usefixtures("durable")
def test_a_migrated_database_lacks_only_the_worker(config: Config) -> None:
    assert bad(examine(config)) == [("mind", "login"), ("WRONG", "worker")]


@pytest.mark.parametrize(
    ("statement", "undone", "subject"),
    [
        ("grant update on events to cartulary_service", "revoke update on events from cartulary_service", "roles"),
        (
            "grant update (public) on events to cartulary_service",
            "revoke update (public) on events from cartulary_service",
            "roles",
        ),
        (
            "grant select (private) on events to cartulary_public",
            "revoke select (private) on events from cartulary_public",
            "roles",
        ),
        (
            "revoke insert on events from cartulary_service",
            "grant insert on events to cartulary_service",
            "roles",
        ),
        (
            "update alembic_version set version_num = '0000'",
            f"update alembic_version set version_num = '{newest()}'",
            "schema",
        ),
        (
            "do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$",
            "do $$ begin execute format('alter database %I reset synchronous_commit', current_database()); end $$",
            "synchronous_commit",
        ),
    ],
)
def test_manipulations_of_a_database_are_found(config: Config, statement: str, undone: str, subject: str) -> None:
    with psycopg.connect(config.database_url or "", autocommit=True) as session:
        session.execute(statement)
        try:
            assert ("WRONG", subject) in bad(examine(config))
        finally:
            session.execute(undone)
    assert ("WRONG", subject) not in bad(examine(config))


def test_the_clock_of_the_database_is_its_own(config: Config) -> None:
    with psycopg.connect(config.database_url or "") as session:
        cursor = session.execute(FACTS, {"worker": ""})
        facts = dict(zip((each.name for each in cursor.description or ()), cursor.fetchone() or (), strict=True))
    assert not [each for each in of_server(facts, config, time()) if each.subject == "clock"]
    assert [each for each in of_server(facts, config, time() - 60) if each.subject == "clock"]


@pytest.mark.usefixtures("durable")
def test_a_service_that_runs_has_nothing_wrong(serve: Serve, own_database: str, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    Keys(keys).make()
    settings = {"DATABASE_URL": own_database, "KEYS_DIR": str(keys), "DATA_DIR": str(tmp_path), "POOL_SIZE": "6"}
    serve(**settings)
    eventually(lambda: "worker: it runs" in run("doctor", **settings).stdout)
    finished = run("doctor", **settings)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert not any(line.startswith("WRONG") for line in finished.stdout.splitlines())


def test_the_command_says_that_there_is_no_database_and_not_its_password(tmp_path: Path) -> None:
    finished = run("doctor", DATABASE_URL="postgresql://ann:secret@127.0.0.1:1/none", DATA_DIR=str(tmp_path))
    assert finished.returncode == 1
    assert "WRONG  database: Database none at 127.0.0.1:1 cannot be reached" in finished.stdout
    assert "secret" not in finished.stdout + finished.stderr


def test_the_command_says_that_there_is_no_embedded_database_either(tmp_path: Path) -> None:
    finished = run("doctor", DATABASE_URL="", DATA_DIR=str(tmp_path))
    assert finished.returncode == 1
    assert "cartulary serve" in finished.stderr
    assert "; the games will lie in " in finished.stdout


@pytest.mark.parametrize("setting", ["DATA_DIR", "KEYS_DIR"])
@pytest.mark.parametrize("command", ["doctor", "keys", "migrate", "serve", "status"])
def test_a_setting_that_names_a_file_in_place_of_a_folder_ends_each_command_with_a_sentence(
    command: str, setting: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    finished = run(command, **{"DATABASE_URL": "", "DATA_DIR": str(tmp_path), setting: str(file)})
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr == f"cartulary: {setting} ({file}) is a file. Set it to a folder.\n"


def test_keys_are_not_called_fine_where_the_one_that_signed_last_is_missing() -> None:
    found = [Finding("ok", "keys", "1 in keys"), Finding("ok", "PostgreSQL", ""), Finding("WRONG", "keys", "lost")]
    assert [*without_contradiction(iter(found))] == found[1:]
    assert {*without_contradiction(iter(found[:2]))} == {*found[:2]}
