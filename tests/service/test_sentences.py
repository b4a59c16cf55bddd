"""Nothing that an operator meets ends in a traceback without a sentence before it that says what to do."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Final, NoReturn
from uuid import uuid4

import psycopg
import pytest
import requests
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier

from cartulary.commands import main
from cartulary_service.commands import doctor
from cartulary_service.store.login_roles import escapes_of
from cartulary_service.terminal import Command
from tests.commands import COMMANDS, run
from tests.conftest import clone
from tests.patience import PATIENCE
from tests.service.client import Player
from tests.service.conftest import carried, eventually, serve_in_a_terminal, service
from tests.signals import handling

TRACEBACK: Final = "Traceback"


@pytest.fixture
def another_owner(database_url: str) -> Iterator[str]:
    """The URL of an empty database in the same PostgreSQL, of an owner who may create roles and has made none."""
    owner = Identifier(f"owner_{uuid4().hex}")
    with clone(database_url) as url, psycopg.connect(url, autocommit=True) as session:
        session.execute(SQL("create role {} login createrole").format(owner))
        session.execute(SQL("alter schema public owner to {}").format(owner))
        yield make_conninfo(url, user=owner.as_string().strip('"'))
        session.execute(SQL("drop owned by {} cascade").format(owner))
        session.execute(SQL("drop role {}").format(owner))


def test_a_second_installation_under_another_owner_learns_what_a_superuser_has_to_grant(
    database_url: str, another_owner: str
) -> None:
    refused = run("migrate", DATABASE_URL=another_owner)
    assert (refused.returncode, refused.stdout) == (1, "")
    (sentence,) = refused.stderr.splitlines()
    _, _, order = sentence.partition("let a superuser run: ")
    assert order.startswith("grant cartulary_service, cartulary_public to")
    with psycopg.connect(database_url, autocommit=True) as superuser:
        superuser.execute(order)
    assert run("migrate", DATABASE_URL=another_owner).returncode == 0


def test_an_owner_who_may_create_no_roles_migrates_with_both_roles_and_the_login_granted(
    database_url: str, another_owner: str
) -> None:
    owner, login = Identifier(str(conninfo_to_dict(another_owner)["user"])), f"login_{uuid4().hex}"
    with psycopg.connect(database_url, autocommit=True) as superuser:
        superuser.execute(SQL("alter role {} nocreaterole").format(owner))
        superuser.execute(SQL("grant cartulary_service, cartulary_public to {} with admin option").format(owner))
        superuser.execute(SQL("create role {} login noinherit").format(Identifier(login)))
        try:
            done = run("migrate", DATABASE_URL=another_owner, SERVICE_LOGIN=login)
            assert done.returncode == 0, done.stderr
            assert escapes_of(superuser, login) == []
            member = "select pg_has_role(%s, 'cartulary_public', 'set')"
            assert superuser.execute(member, (login,)).fetchone() == (True,)
        finally:
            superuser.execute(SQL("drop owned by {0}; drop role {0}").format(Identifier(login)))


def test_a_migration_that_postgresql_refuses_is_one_sentence(database_url: str, another_owner: str) -> None:
    with psycopg.connect(make_conninfo(another_owner, user="postgres"), autocommit=True) as session:
        session.execute("create table players (id int)")
        refused = run("migrate", DATABASE_URL=make_conninfo(another_owner, user="postgres"))
        session.execute("drop table players")
    assert refused.returncode == 1
    (sentence,) = refused.stderr.splitlines()
    assert sentence.startswith(
        'cartulary: PostgreSQL refuses a migration, and nothing of it is done: relation "players"'
    )


def test_an_interrupt_at_the_terminal_ends_all_processes_without_a_traceback(
    database_url: str, keys: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    settings = {"DATABASE_URL": database_url, "KEYS_DIR": str(keys), "MIGRATE": "false"}
    process = serve_in_a_terminal(settings, log)
    eventually(lambda: "Cartulary answers" in log.read_text())
    os.killpg(process.pid, signal.SIGINT)
    process.wait(PATIENCE)
    assert TRACEBACK not in log.read_text()
    assert log.read_text().splitlines()[-1] == "Stopped."


def test_a_closed_terminal_ends_the_service_and_a_misspelt_setting_is_named(
    database_url: str, keys: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    settings = {"DATABASE_URL": database_url, "KEYS_DIR": str(keys), "MIGRATE": "false"}
    with handling(signal.SIGHUP, signal.SIG_DFL):
        process = serve_in_a_terminal(settings | {"PUBLIC_ULR": "https://games.example"}, log)
    eventually(lambda: "Cartulary answers" in log.read_text())
    os.killpg(process.pid, signal.SIGHUP)
    assert process.wait(PATIENCE) == 0
    assert "There is no setting PUBLIC_ULR, so it does nothing. Is PUBLIC_URL meant?" in log.read_text()


def test_settings_without_effect_are_named_at_the_start(database_url: str, keys: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    settings = {"DATABASE_URL": database_url, "KEYS_DIR": str(keys), "HOST": "0.0.0.0", "MAIL_FROM": "a@b.example"}
    with service(settings, log):
        pass
    first, second, *_ = log.read_text().splitlines()
    assert first.startswith("cartulary: SMTP_URL: mail needs both SMTP_URL and MAIL_FROM")
    assert second.startswith("cartulary: PUBLIC_URL: it is not set, and HOST is 0.0.0.0")


def test_one_port_for_players_and_metrics_is_refused(database_url: str) -> None:
    refused = run("serve", DATABASE_URL=database_url, PORT="8999", METRICS_PORT="8999")
    assert (refused.returncode, refused.stderr.splitlines()[-1]) == (
        2,
        "cartulary: PORT and METRICS_PORT are both 8999. Set one of them to another port.",
    )


def test_ctrl_c_ends_a_command_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(doctor, "examine", interrupt)
    stopped = run("doctor")
    assert (stopped.returncode, stopped.stderr) == (main.INTERRUPTED, "cartulary: Stopped before the end.\n")


@pytest.mark.parametrize("entry", COMMANDS.values(), ids=COMMANDS)
def test_each_command_of_the_service_ends_so(entry: EntryPoint) -> None:
    assert entry.dist is not None
    assert entry.dist.name != "cartulary-service" or isinstance(entry.load(), Command)


def test_with_nohup_the_service_outlives_its_terminal(database_url: str, keys: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    settings = {"DATABASE_URL": database_url, "KEYS_DIR": str(keys), "MIGRATE": "false"}
    with handling(signal.SIGHUP, signal.SIG_IGN):
        process = serve_in_a_terminal(settings, log)
    eventually(lambda: "Cartulary answers" in log.read_text())
    base = log.read_text().split("Cartulary answers at ")[1].partition(",")[0]
    os.killpg(process.pid, signal.SIGHUP)
    assert requests.get(f"{base}/v1/catalogue", timeout=PATIENCE).status_code == 200
    os.killpg(process.pid, signal.SIGTERM)
    assert process.wait(PATIENCE) is not None


def test_an_error_that_no_command_expects_is_traced_below_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def break_down(*_: object, **__: object) -> NoReturn:
        raise RuntimeError("bad luck")

    monkeypatch.setattr(EntryPoint, "load", lambda _: break_down)
    monkeypatch.setattr(sys, "argv", ["cartulary", "doctor"])
    with pytest.raises(RuntimeError, match="bad luck"):
        main.main()
    assert capsys.readouterr().err == f"cartulary: doctor failed by an error that it does not expect. {main.ADVICE}\n"


@pytest.mark.parametrize("damage", ["type = 'OfAnOlderVersion'", "public = replace(public, 'seats', 'chairs')"])
def test_a_record_that_cannot_be_read_is_told_and_logged_with_what_to_do_before_the_traceback(
    own_database: str, keys: Path, tmp_path: Path, damage: str
) -> None:
    log, settings = tmp_path / "log", {"DATABASE_URL": own_database, "KEYS_DIR": str(keys), "WORKERS": "1"}
    with carried(own_database, keys, "older.example") as older:
        game = Player(older).new_game()
    with psycopg.connect(own_database) as owner:
        owner.execute(f"update events set {damage} where game_id = %s", (game,))
    with service(settings, log) as base:
        answer = requests.get(f"{base}/v1/games/{game}")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert answer.json()["detail"].startswith("The record of this game cannot be read by this service.")
    found = run("check", "rules", "--all", **settings)
    assert found.returncode == 1
    assert game in {line.split()[0] for line in found.stdout.splitlines()}
    (line,) = [json.loads(each) for each in log.read_text().splitlines() if TRACEBACK in each]
    assert [*line].index("advice") < [*line].index("exception")
    assert "cartulary check rules" in line["advice"]
