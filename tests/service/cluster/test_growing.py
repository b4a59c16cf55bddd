"""Two hosts over one database, behind one front, and a pooler between: whoever plays does not notice."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from pwd import getpwnam
from tempfile import gettempdir
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from cartulary_service.commands.examination import examine
from cartulary_service.config import Config
from cartulary_service.store.database import Database, connection
from tests.domain.notation import position
from tests.faults.front import NoFront, front, program
from tests.patience import PATIENCE
from tests.service.client import Client, Table, body_of
from tests.service.conftest import Serve, eventually, free_port, kill, master_of, service

MIDDLE: Final = position("A: hand W1 R1, area W3 R1 E1 | B: hand R1 C1, area R2 C2")
ATTACK: Final = {"type": "attack", "sphere": "military"}
SMALL: Final = {"WORKERS": "1", "OWN_WORKER": "false", "MIGRATE": "false", "HEARTBEAT_SECONDS": "3600"}


class Hosts(NamedTuple):
    """Two services over one database, with the same keys."""

    one: str
    other: str


@pytest.fixture(scope="module")
def hosts(serve: Serve) -> Hosts:
    return Hosts(serve(**SMALL), serve(**SMALL))


def at(client: Client, base: str) -> Client:
    """Who it is, at another host."""
    token = str(client.session.headers["Authorization"]).removeprefix("Bearer ")
    return Client(base, token)


def play(table: Table, bases: list[str], plies: int) -> None:
    """Let whose turn it is act by one host and then by another; what was done by one is seen by all at once."""
    for ply in range(plies):
        (seat, *_) = table.see()["to_act"]
        player = at(table.players[seat], bases[ply % len(bases)])
        action = body_of(player.get(f"/games/{table.game}/actions?expand=true"), 200)["actions"][0]
        done = body_of(player.post(f"/games/{table.game}/actions", action), 201)
        for base in bases:
            assert Client(base).see(table.game)["version"] == done["version"]


def test_a_game_is_played_by_turns_through_two_hosts(hosts: Hosts) -> None:
    table = Table.of(hosts.one)
    play(table, [*hosts], 8)
    seen = [[at(player, base).see(table.game) for player in table.players] for base in hosts]
    assert seen[0] == seen[1]


def test_a_key_repeated_at_another_host_acts_once(hosts: Hosts) -> None:
    table = Table.of(hosts.one, position=MIDDLE)
    done, again = (
        at(table.players[0], base).post(f"/games/{table.game}/actions", ATTACK, headers={"Idempotency-Key": "k"})
        for base in hosts
    )
    assert body_of(done, 201) == body_of(again, 201)
    assert table.see()["version"] == body_of(done, 201)["version"]


def test_a_stream_at_one_host_tells_what_was_sent_to_another(hosts: Hosts) -> None:
    table = Table.of(hosts.one, position=MIDDLE)
    version = table.see()["version"]
    with Client(hosts.other).following(f"/games/{table.game}/events?after={version}") as stream:
        table.act(0, ATTACK)
        assert [said.id for said in stream.take(1)] == [str(version + 1)]


def test_all_hosts_show_the_same_keys(hosts: Hosts) -> None:
    one, other = (body_of(Client(base).get("/catalogue"), 200) for base in hosts)
    assert one["keys"] == other["keys"] != []


def test_the_front_goes_on_with_the_host_that_is_left(hosts: Hosts, serve: Serve, tmp_path: Path) -> None:
    try:
        program()
    except NoFront as error:
        pytest.skip(str(error))
    lost = serve(**SMALL)
    tmp_path.chmod(0o755)
    ports = [urlsplit(base).port or 0 for base in (hosts.one, lost)]
    with front(tmp_path / "nginx", *ports) as port:
        table = Table.of(f"http://127.0.0.1:{port}")
        play(table, [table.visitor.base], 4)
        stop(lost)
        play(table, [table.visitor.base], 4)


def stop(base: str) -> None:
    """Let a host be gone with all that it does."""
    master = master_of(base)
    kill([master, *master.children(recursive=True)])


@contextmanager
def pooler(database_url: str, home: Path, mode: str) -> Iterator[str]:
    """The URL of a database behind a pgbouncer that lends its connections by session or by transaction."""
    found = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")
    if found is None:
        pytest.skip("pgbouncer is not installed")
    behind, port = conninfo_to_dict(database_url), free_port()
    where = " ".join(f"{key}={behind[key]}" for key in ("host", "port", "user", "password") if behind.get(key))
    home.chmod(0o755)
    (home / "users.txt").write_text(f'"{behind["user"]}" ""\n')
    (home / "pgbouncer.ini").write_text(
        f"[databases]\n* = {where}\n[pgbouncer]\npool_mode = {mode}\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n"
        f"unix_socket_dir =\nauth_type = trust\nauth_file = {home / 'users.txt'}\n"
    )
    # As root it does not run, and with the group of root it could not pass a folder that is closed to that group.
    owner = getpwnam(owner_of(str(behind.get("host")))) if os.geteuid() == 0 else None
    user, group, others = (owner.pw_uid, owner.pw_gid, ()) if owner else (None, None, None)
    command = [found, str(home / "pgbouncer.ini")]
    with (home / "log").open("w") as log:
        process = subprocess.Popen(command, stderr=log, user=user, group=group, extra_groups=others)
    url = f"postgresql://{behind['user']}@127.0.0.1:{port}/{behind['dbname']}"
    try:
        eventually(lambda: process.poll() is not None or answers(url))
        yield url
    finally:
        process.terminate()
        process.wait(PATIENCE)


def owner_of(host: str) -> str:
    """Who may go where the database's socket is."""
    return Path(host).owner() if host.startswith("/") else "nobody"


def answers(url: str) -> bool:
    with suppress(psycopg.OperationalError):
        psycopg.connect(url).close()
        return True
    return False


def test_a_game_is_played_through_a_pooler_that_lends_by_session(own_database: str, tmp_path: Path) -> None:
    with ExitStack() as ends:
        url = ends.enter_context(pooler(own_database, public(tmp_path), "session"))
        settings = {"DATABASE_URL": url, "DATA_DIR": str(tmp_path)} | SMALL
        base = ends.enter_context(service(settings, tmp_path / "served.log"))
        play(Table.of(base), [base], 6)
        assert roles(url) == ["cartulary_service", "cartulary_public", "cartulary_service"]
        assert not [found for found in examine(Config(database_url=url)) if found.subject == "sessions"]


def test_the_doctor_finds_a_pooler_that_lends_by_transaction(own_database: str, tmp_path: Path) -> None:
    with pooler(own_database, public(tmp_path), "transaction") as url:
        assert [found.level for found in examine(Config(database_url=url)) if found.subject == "sessions"] == ["WRONG"]


def public(folder: Path) -> Path:
    """The folder, where others may look into it."""
    for each in takewhile(lambda each: each != Path(gettempdir()), (folder, *folder.parents)):
        if each.owner() == folder.owner():
            each.chmod(each.stat().st_mode | 0o055)
    return folder


def roles(url: str) -> list[str]:
    """Whose rights requests have, by turns."""
    database = Database(Config(database_url=url))
    try:
        return [role_of(database, name) for name in ("serving", "public", "serving")]
    finally:
        database.close()


def role_of(database: Database, name: str) -> str:
    with connection(getattr(database, name)) as c:
        row = c.execute("select current_user::text").fetchone()
    assert row is not None
    return str(row[0])
