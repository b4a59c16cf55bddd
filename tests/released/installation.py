"""Installations as releases left them, kept in tests/released/installations: a backup, and what it answered to whom.

The keys and tokens in them are of no other installation.
"""

import gzip
import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg

from cartulary import __version__
from cartulary_service.config import Config
from cartulary_service.store import embedded, postgresql, sealing
from cartulary_service.store.database import Database
from cartulary_service.subjects import list_awaited
from cartulary_service.subjects.log import growth
from cartulary_service.trust.keys import Keys
from tests.commands import run
from tests.conftest import migrate
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import carried
from tests.service.gambler import Gambler

FOLDER: Final = Path(__file__).parent / "installations"
HOST: Final = "kept.example"
OF_A_GAME: Final = ("", "/states/1", "/states/20", "/events?limit=1000", "/orders", "/notes", "/chat")
OF_A_PLAYER: Final = ("/me", "/me/export", "/me/tokens", "/me/rights", "/me/mutes", "/webhooks")
OF_EVERYBODY: Final = ("/players/{player}", "/games/{finished}/audit", "/games/{sealed}/audit")


class Answer(NamedTuple):
    """What a path under /v1 answered to the player with a token, or to anybody: a JSON value a line."""

    path: str
    token: str | None
    lines: Any


class Installation(NamedTuple):
    """One that a version left: what it answered, two games that go on, and the tokens of who sits there, by seat."""

    running: list[str]
    tokens: list[str]
    answers: list[Answer]


def versions() -> list[str]:
    """The versions of which there is one."""
    return sorted(each.name.removesuffix(".backup") for each in FOLDER.glob("*.backup"))


def backup_of(version: str) -> Path:
    return FOLDER / f"{version}.backup"


def read(version: str) -> Installation:
    """What is known of an installation."""
    with gzip.open(FOLDER / f"{version}.json.gz", "rt", encoding="utf-8") as file:
        running, tokens, answers = json.load(file)
    return Installation(running, tokens, [Answer(*each) for each in answers])


def keep() -> None:
    """Make an installation of this version, and keep it."""
    with tempfile.TemporaryDirectory(prefix="cartulary-") as name:
        home = Path(name)
        home.chmod(0o755)
        with embedded.running(home) as url:
            migrate(url)
            with carried(url, home / "keys", HOST) as base:
                tables = dict(play(base))
                close(url, home / "keys", tables["sealed"].game)
                tokens = [each.token for each in tables["running"].players]
                running = [tables[name].game for name in ("running", "other")]
                kept = Installation(running, tokens, [*ask(base, tables)])
            backup_of(__version__).unlink(missing_ok=True)
            done = run(
                "backup",
                str(backup_of(__version__)),
                DATABASE_URL=url,
                KEYS_DIR=str(home / "keys"),
                PATH=str(postgresql.binaries()),
            )
            assert done.returncode == 0, done.stderr
    with gzip.GzipFile(FOLDER / f"{__version__}.json.gz", "wb", mtime=0) as file:
        file.write(json.dumps(kept).encode())


def play(base: str) -> Iterator[tuple[str, Table]]:
    """Games that are over, one of them to be sealed, and games that go on, with what players keep beside them.

    Nothing of it ends by the clock.
    """
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    for name, game, plies in (
        ("sealed", CARTA, 40),
        ("finished", CIVILIZATION, 40),
        ("running", CARTA, 20),
        ("other", CIVILIZATION, 20),
    ):
        table = Table.of(base, players=(ann, ben), game=game, edition=None)
        gambler, seen = Gambler(table, random.Random(plies)), table.see()
        while seen["status"] == "playing" and seen["ply"] < plies:
            seen = gambler.step(seen)
        if plies == 40:
            table.act(1, {"type": "resign"})
        yield name, table
    said = {
        f"/games/{table.game}/chat": {"text": "Your turn."},
        f"/games/{table.game}/orders": {"condition": {"kind": "only_action"}},
        "/webhooks": {"url": "https://93.184.216.34/hook"},
        "/me/recovery-codes": {},
    }
    for path, body in said.items():
        body_of(ann.post(path, body), 201)
    assert ann.send("PUT", f"/games/{table.game}/notes/3", json={"text": "Mind the Coliseum."}).ok
    assert ann.send("PUT", f"/me/mutes/{ben.id}").ok


def close(url: str, keys: Path, game: str) -> None:
    """Let the log have the games that are over, and seal one of them."""
    database = Database(Config(database_url=url))
    try:
        growth.grow(database, Keys(keys).active(), f"{HOST}/v1/log")
        with psycopg.connect(url, autocommit=True) as c:
            c.execute("update games set updated_at = now() - interval '31 days' where id = %s", (game,))
        assert [*sealing.seal_due(database, 30, list_awaited("all"))] == [game]
    finally:
        database.close()


def ask(base: str, tables: dict[str, Table]) -> Iterator[Answer]:
    """Ask all that is kept."""
    games = {name: table.game for name, table in tables.items()}
    ann, ben = tables["running"].players
    for token in (ann.token, ben.token):
        for path in (*OF_A_PLAYER, *(f"/games/{game}{part}" for game in games.values() for part in OF_A_GAME)):
            yield answer(base, path, token)
    for path in OF_EVERYBODY:
        yield answer(base, path.format(player=ann.id, **games), None)


def answer(base: str, path: str, token: str | None) -> Answer:
    found = Client(base, token).get(path)
    assert found.status_code == 200, f"{path}: {found.text}"
    return Answer(path, token, [json.loads(line) for line in found.text.splitlines()])
