"""What `check-log` says of logs with next to nothing in them, and of games that they lack."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from json import dumps
from pathlib import Path
from typing import Final

import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.transparency.leaf import Leaf
from cartulary.transparency.tiles import Tile, write_entries
from cartulary.witness.log_audit import audit
from cartulary.witness.remote_log import RemoteLog
from cartulary.witness.watch import Pin
from tests.commands import run
from tests.domain.table import Table
from tests.web.operator_log import ORIGIN, OperatorLog
from tests.web.verifiers import GAME_ID, RULES, SIGNER, bundle_of, played

URL = "https://games.example"
NO_GAMES: Final[Mapping[str, object]] = {"games": [], "next": None}


class Nonsense(Leaf):
    """A leaf whose entry is no JSON."""

    def entry(self) -> bytes:
        return b"nonsense"


def answers_of(log: OperatorLog) -> Mapping[str, bytes]:
    """What a service with this log and no games answers, by path."""
    entries = {Tile(None, 0, len(log.leaves)).path: write_entries([leaf.entry() for leaf in log.leaves])}
    tiles = {f"/v1/log/tile/{path}": data for path, data in {**entries, **log.tiles()}.items()}
    return {"/v1/log/checkpoint": log.checkpoint().encode(), "/v1/games?limit=100": dumps(NO_GAMES).encode(), **tiles}


def show(patched: pytest.MonkeyPatch, answers: Mapping[str, bytes]) -> None:
    """Let the service answer so, and nothing else."""
    patched.setattr(
        RemoteLog, "_send", lambda _, path, data=None: (200, answers[path]) if path in answers else (404, b"")
    )


def check_log(folder: Path) -> str:
    done = run("check-log", URL, "--folder", str(folder), "--key", SIGNER.public.text())
    return done.stdout + done.stderr


def test_an_empty_log_is_not_said_to_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    show(monkeypatch, answers_of(OperatorLog()))
    told = check_log(tmp_path)
    assert ("The log has no entries" in told, "No two entries contradict" in told) == (True, False)


def test_players_are_said_to_be_compared_by_id_and_names_not_to_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(monkeypatch, answers_of(OperatorLog([Leaf(GAME_ID, 1, bytes(32), b"private".ljust(32))])))
    told = check_log(tmp_path)
    assert "players (by their ids)" in told
    assert "Not looked at: names of players" in told


def test_an_entry_that_is_no_json_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private = Leaf(GAME_ID, 1, bytes(32), b"private".ljust(32))
    show(monkeypatch, answers_of(OperatorLog([private, Nonsense(GAME_ID, 1, bytes(32))])))
    told = check_log(tmp_path)
    assert "The log cannot be checked: its entry 1 is none: it is no JSON" in told
    assert "Expecting value" not in told


@pytest.mark.parametrize(
    ("hours", "logged", "words", "wrong"),
    [
        (1, False, "no entry of its creation, nor any other of it, yet: it has a day", False),
        (48, False, "no entry of its creation, nor any other of it, a day after it or later", True),
        (1, True, "no entry of its end yet: it has a day", False),
        (48, True, "no entry of its end a day after it or later", True),
    ],
)
def test_a_game_that_is_wholly_absent_is_told_from_one_whose_end_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int, logged: bool, words: str, wrong: bool
) -> None:
    at = (datetime.now(UTC) - timedelta(hours=hours)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    table = played(Table(GAME, GAME.setup("ru", 2, {}), bytes(32), [b"\1" * 32] * 2, rules=RULES, at=at), 4)
    log = OperatorLog([Leaf(GAME_ID, 1, table.rows[0].hash)] if logged else [])
    players = [{"seat": seat, "player": {"id": id}} for seat, id in enumerate(table.match.players)]
    listed = {"id": GAME_ID, "status": "finished", "version": len(table.rows), "seats": players, "result": None}
    answers = {**answers_of(log), "/v1/games?limit=100": dumps({"games": [listed], "next": None}).encode()}
    show(monkeypatch, {**answers, f"/v1/games/{GAME_ID}/audit": bundle_of(table)})
    found = {each.words: each.wrong for each in audit(RemoteLog(URL), tmp_path, Pin(ORIGIN, [SIGNER.public]), None)}
    assert found[next(each for each in found if words in each)] is wrong
