"""The login of the servers: nothing but the serving roles can be reached by it, and the service needs no more."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import InsufficientPrivilege

from cartulary_service.commands.examination import examine
from cartulary_service.config import Config
from cartulary_service.store.embedded import LOGIN, serving_url, url_of_login
from cartulary_service.store.login_roles import Unfit, create_login, escapes_of
from cartulary_service.store.schema import newest, read_schema_at
from tests.commands import run
from tests.conftest import clone, migrate, name_of
from tests.service.client import Table
from tests.service.conftest import Serve, eventually, service
from tests.service.test_doctor import bad
from tests.service.test_migrations import CHANGES_TO_HISTORY

FORBIDDEN: Final = [
    *(each for each in CHANGES_TO_HISTORY if not each.startswith("lock table")),
    "select * from events",
    "select * from tokens",
    "insert into events select * from events",
    "set role postgres",
    "set role pg_write_all_data",
    "set session authorization postgres",
    "create role forger superuser",
    "alter role current_user superuser",
    "alter role current_user createrole",
    "grant pg_write_all_data to current_user",
    "grant update on events to cartulary_service",
    "alter database postgres owner to current_user",
    "alter system set fsync = off",
    "set session_replication_role = replica",
    "copy (select 1) to program 'true'",
    "select pg_read_file('PG_VERSION')",
]
"""What a session may not do after `reset role`."""


@pytest.fixture(scope="module")
def login(own_database: str) -> Iterator[str]:
    """The URL of a login that was made for the servers."""
    name = f"login_{uuid4().hex}"
    create_login(own_database, name, "a password")
    yield make_conninfo(own_database, user=name, password="a password")
    with psycopg.connect(own_database, autocommit=True) as c:
        c.execute(sql.SQL("drop role {}").format(sql.Identifier(name)))


@pytest.mark.parametrize("role", ["cartulary_service", "cartulary_public"])
@pytest.mark.parametrize("statement", FORBIDDEN)
def test_resetting_the_role_gives_no_rights(login: str, role: str, statement: str) -> None:
    with psycopg.connect(login, autocommit=True) as session:
        session.execute("select set_config('role', %s, false)", (role,))
        session.execute("select from games")
        session.execute("reset role")
        with pytest.raises(InsufficientPrivilege):
            session.execute(statement)


def test_the_login_itself_is_a_role_without_rights(login: str) -> None:
    with psycopg.connect(login) as session:
        assert escapes_of(session) == []
        with pytest.raises(InsufficientPrivilege):
            session.execute("select from games")


def test_with_nothing_to_migrate_it_may_start_as_it_is_set_up_by_default(login: str) -> None:
    done = run("migrate", DATABASE_URL=login)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.usefixtures("durable")
def test_the_whole_service_works_with_it_and_the_doctor_finds_nothing(serve: Serve, login: str, tmp_path: Path) -> None:
    settings = {"DATABASE_URL": login, "KEYS_DIR": str(tmp_path / "keys"), "DATA_DIR": str(tmp_path)}
    table = Table.of(serve(**settings))
    table.act(0, {"type": "resign"})
    assert table.visitor.get(f"/games/{table.game}/audit").status_code == 200
    assert table.visitor.get("/feed?limit=1").status_code == 200
    assert table.players[0].get("/me/export").status_code == 200
    assert table.players[0].delete(f"/me?confirm={table.players[0].name}").status_code == 204
    config = Config(database_url=login, data_dir=tmp_path, keys_dir=tmp_path / "keys", pool_size=4)
    eventually(lambda: not bad(examine(config)))


def test_the_doctor_says_that_the_owner_s_login_gets_round_the_roles(own_database: str, tmp_path: Path) -> None:
    config = Config(database_url=own_database, data_dir=tmp_path, pool_size=4)
    assert ("mind", "login") in bad(examine(config))


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("alter role {} superuser", "superuser"),
        ("alter role {} createrole", "create roles"),
        ("alter role {} bypassrls", "row security"),
        ("alter role {} replication", "copy"),
        ("alter table notes owner to {}", "owns"),
        ("grant delete on events to {}", "change events"),
        ("grant update (public) on events to {}", "change events"),
        ("grant pg_write_all_data to {}", "become pg_write_all_data"),
    ],
)
def test_each_way_round_the_roles_is_found(login: str, own_database: str, statement: str, said: str) -> None:
    user = str(conninfo_to_dict(login)["user"])
    with psycopg.connect(own_database) as c:
        c.execute(sql.SQL(statement).format(sql.Identifier(user)))
        assert said in "; ".join(escapes_of(c, user))
        c.rollback()


def test_a_login_that_can_do_more_is_not_taken_for_the_servers(own_database: str) -> None:
    name = f"login_{uuid4().hex}"
    with psycopg.connect(own_database, autocommit=True) as c:
        c.execute(sql.SQL("create role {} superuser").format(sql.Identifier(name)))
        with pytest.raises(Unfit, match="superuser"):
            create_login(own_database, name, None)
        c.execute(sql.SQL("drop role {}").format(sql.Identifier(name)))


def test_an_owner_who_is_no_superuser_can_make_the_login(database_url: str) -> None:
    owner, name = f"owner_{uuid4().hex}", f"login_{uuid4().hex}"
    with psycopg.connect(database_url, autocommit=True) as c:
        for statement in (
            "create role {} login createrole password 'x'",
            "grant cartulary_service, cartulary_public to {} with admin option",
        ):
            c.execute(sql.SQL(statement).format(sql.Identifier(owner)))
        create_login(make_conninfo(database_url, user=owner, password="x"), name, "y")
        assert escapes_of(c, name) == []
        for role in (name, owner):
            c.execute(sql.SQL("drop owned by {0}; drop role {0}").format(sql.Identifier(role)))


def test_an_owner_who_may_make_no_roles_migrates_where_they_were_granted(database_url: str) -> None:
    owner = f"owner_{uuid4().hex}"
    with clone(database_url) as url, psycopg.connect(url, autocommit=True) as c:
        for statement in (
            "create role {} login password 'x'",
            "grant cartulary_service, cartulary_public to {} with admin option",
            "grant create on schema public to {}",
        ):
            c.execute(sql.SQL(statement).format(sql.Identifier(owner)))
        migrate(make_conninfo(url, user=owner, password="x"))
        assert read_schema_at(url).revision == newest()
        c.execute(sql.SQL("drop owned by {0} cascade; drop role {0}").format(sql.Identifier(owner)))


def test_the_command_makes_the_login_and_changes_its_password(own_database: str, tmp_path: Path) -> None:
    name, file = f"login_{uuid4().hex}", tmp_path / "password"
    settings = {"DATABASE_URL": own_database, "SERVICE_LOGIN": name, "SERVICE_PASSWORD_FILE": str(file)}
    stored = []
    command = [sys.executable, "-m", "cartulary", "migrate"]
    without = {name: value for name, value in settings.items() if name != "SERVICE_PASSWORD_FILE"}
    for password, given in (("one", settings), ("two", settings), (None, without)):
        if password:
            file.write_text(f"{password}\n")
        subprocess.run(command, env=os.environ | given, check=True)
        with psycopg.connect(own_database, autocommit=True) as c:
            row = c.execute("select rolpassword from pg_authid where rolname = %s", (name,)).fetchone()
            assert row is not None
            stored.append(row[0])
    assert all(each.startswith("SCRAM-SHA-256$") for each in stored)
    assert stored[0] != stored[1]
    assert stored[1] == stored[2]
    file.write_text("\n")
    assert subprocess.run(command, env=os.environ | settings, check=False).returncode == 2
    with psycopg.connect(own_database, autocommit=True) as c:
        c.execute(sql.SQL("drop role {}").format(sql.Identifier(name)))


def test_the_embedded_postgresql_is_served_by_a_login_of_its_own(tmp_path: Path) -> None:
    # Not pytest's own directory: the path of a socket may have 107 characters.
    with TemporaryDirectory(prefix="cartulary-") as folder:
        settings = {"DATABASE_URL": "", "DATA_DIR": folder, "KEYS_DIR": f"{folder}/keys", "MIGRATE": "true"}
        with service(settings, tmp_path / "log") as url:
            Table.of(url)
            owner = serving_url(Path(folder))
            assert owner is not None
            with psycopg.connect(owner) as c:
                rows = c.execute("select distinct usename from pg_stat_activity where application_name like 'cart%'")
                assert rows.fetchall() == [(LOGIN,)]
            with psycopg.connect(url_of_login(owner)) as c:
                assert escapes_of(c) == []


@pytest.fixture
def neighbour(own_database: str) -> Iterator[sql.Identifier]:
    """The owner of another installation in the same PostgreSQL."""
    owner = sql.Identifier(f"owner_{uuid4().hex}")
    with clone(own_database) as url, psycopg.connect(own_database, autocommit=True) as c:
        c.execute(sql.SQL("create role {} login").format(owner))
        try:
            change = sql.SQL("alter database {} owner to {}")
            c.execute(change.format(sql.Identifier(name_of(url)), owner))
            with psycopg.connect(url) as there:
                there.execute("create table shared ()")
                there.execute("grant select on shared to cartulary_service")
            yield owner
        finally:
            c.execute(sql.SQL("alter database {} owner to postgres").format(sql.Identifier(name_of(url))))
            c.execute(sql.SQL("drop role {}").format(owner))


def test_the_doctor_finds_another_owner_who_can_take_on_the_roles_here(
    neighbour: sql.Identifier, own_database: str, tmp_path: Path
) -> None:
    config = Config(database_url=own_database, data_dir=tmp_path, pool_size=4)
    (found,) = [each for each in examine(config) if each.level == "WRONG" and "become" in each.words]
    assert neighbour.as_string().strip('"') in found.words
    with psycopg.connect(own_database, autocommit=True) as c:
        c.execute(found.words.partition("run: ")[2].rstrip(".").encode())
    assert not [each for each in examine(config) if "become" in each.words and each.level == "WRONG"]


def test_databases_of_one_owner_are_no_neighbours_of_another(own_database: str, tmp_path: Path) -> None:
    config = Config(database_url=own_database, data_dir=tmp_path, pool_size=4)
    with clone(own_database) as url:
        with psycopg.connect(url) as there:
            there.execute("create table shared ()")
            there.execute("grant select on shared to cartulary_service")
        assert not [each for each in examine(config) if each.level == "WRONG" and "become" in each.words]
