"""A dump of the database: taken and restored by PostgreSQL's own programs."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier

from cartulary_service.store import postgresql
from cartulary_service.store.login_roles import ROLES

IS_EMPTY: Final = """
select not exists (select from pg_tables where schemaname not in ('pg_catalog', 'information_schema'))
"""
MAY_BECOME: Final = "select pg_has_role(oid, 'set') from pg_roles where rolname = %s"
"""Query whether the login may take on a role; no row if there is no such role."""
FIRST_TRANSACTION: Final = (
    "update games set logged_end = '3' where logged_end = ended_in",
    "update games set ended_in = '3' where ended_in is not null",
    "update events set xid = '3'",
    "update sealed_games set transactions = array_fill('3'::xid8, array[version]), span = '[3,3]'",
)
"""Set what is stored of transaction ids to the first one: in another cluster they begin anew.

An end that the transparency log has stays entered.
"""


class NotDone(Exception):
    """A dump that could not be taken or restored; says why."""


def take(url: str, is_embedded: bool, file: Path) -> None:
    """Dump the database of `url`. Raises NotDone."""
    run_program("pg_dump", is_embedded, url, "-Fc", "-f", str(file))


def restore(url: str, is_embedded: bool, file: Path) -> None:
    """Restore a dump into an empty database, and make the roles that it lacks. Raises NotDone, psycopg.Error."""
    with psycopg.connect(url) as c:
        if c.execute(IS_EMPTY).fetchone() != (True,):
            raise NotDone("The database is not empty. Restore into a new one")
        for role in ROLES:
            may_become = c.execute(MAY_BECOME, (role,)).fetchone()
            if may_become is None:
                c.execute(SQL("create role {}").format(Identifier(role)))
            if may_become != (True,):
                c.execute(SQL("grant {} to current_user").format(Identifier(role)))
    # Whole or not at all, so that it can be tried again.
    run_program("pg_restore", is_embedded, url, "--no-owner", "--single-transaction", str(file))
    with psycopg.connect(url) as c:
        for each in FIRST_TRANSACTION:
            c.execute(each)


def run_program(name: str, is_embedded: bool, url: str, *words: str) -> None:
    """Run a program on a database, with the password in its environment, where other users do not see it."""
    program = (None if is_embedded else shutil.which(name)) or program_of_library(name)
    require_version(program, url)
    parts: dict[str, Any] = conninfo_to_dict(url)
    secret = {"PGPASSWORD": password} if (password := parts.pop("password", None)) else {}
    command = [program, *words, "--dbname", make_conninfo(**parts)]
    environment = os.environ | {"LC_ALL": "C"} | secret
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = done.stderr.splitlines() or ["it said nothing"]
        raise NotDone(f"{name} failed: {next((each for each in lines if 'error:' in each), lines[0])}")


def program_of_library(name: str) -> str:
    """Return the path of the embedded PostgreSQL's program, which every image has. Raises NotDone without it."""
    try:
        return str(postgresql.binaries() / name)
    except ImportError:
        raise NotDone(f"There is no {name} on PATH. Install the client programs of PostgreSQL") from None


def require_version(program: str, url: str) -> None:
    """Raise NotDone if a program is older than the server: it would not know all that there is."""
    with psycopg.connect(url) as c:
        server = c.info.server_version // 10_000
    shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search("[0-9]+", shown)
    if found is None or int(found[0]) < server:
        raise NotDone(f"{program} is {shown.strip()}, and the server is of version {server}. Install its programs")
