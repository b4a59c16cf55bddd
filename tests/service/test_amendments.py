"""Newer rules by consent, and an operator's corrections, as they are seen over HTTP."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from cartulary.audit import bundles, report_text
from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.state import State, adopt, initial
from cartulary.match.game import Setup
from cartulary_service.config import Config
from tests.commands import run
from tests.service.client import CARTA, Client, Player, Table, body_of
from tests.service.conftest import make_app

# Newer rules: by the second revision, the Korean edition is played like the Russian one.

NOW, NEXT = GAME.revision, GAME.revision + 1


def newer(state: State, setup: Setup) -> None:
    """Go on by that revision."""
    adopt(state, setup._replace(edition="ru") if setup.revision == NEXT else setup)


def begun(setup: Setup) -> State:
    """A new game by that revision."""
    state = initial(setup)
    newer(state, setup)
    return state


@pytest.fixture
def after_the_release(monkeypatch: pytest.MonkeyPatch, database_url: str, tmp_path: Path) -> Iterator[Flask]:
    """The service of the next release, over the same database."""
    monkeypatch.setitem(CATALOGUE, CARTA, replace(GAME, revision=NEXT, adopt=newer, initial=begun))
    app = make_app(Config(database_url=database_url, keys_dir=tmp_path))
    yield app
    app.extensions["cartulary"]["database"].close()


def asked(client: FlaskClient, player: Player, method: str, path: str, body: Any = None) -> tuple[int, dict[str, Any]]:
    """What the next release answers."""
    headers = {"Authorization": f"Bearer {player.token}"}
    response = client.open(f"/v1{path}", method=method, json=body, headers=headers)
    return response.status_code, response.get_json()


def test_running_games_keep_their_rules_until_every_seat_agrees(served: str, after_the_release: Flask) -> None:
    table = Table.of(served, 2, edition="ko")
    (ann, ben), client, game = table.players, after_the_release.test_client(), table.game
    status, seen = asked(client, ann, "GET", f"/games/{game}")
    assert (status, seen["rules"]) == (200, {"revision": NOW, "newest": NEXT, "agreed": [], "changes": []})
    for revision, rule in ((NOW, "rules.no_newer"), (NEXT + 1, "rules.no_newer")):
        refused = asked(client, ann, "POST", f"/games/{game}/rules", {"revision": revision})
        assert (refused[0], refused[1]["rule"]) == (422, rule)
    status, agreed = asked(client, ben, "POST", f"/games/{game}/rules", {"revision": NEXT})
    assert (status, agreed["game"]["rules"]) == (201, {"revision": NOW, "newest": NEXT, "agreed": [1], "changes": []})
    again = asked(client, ben, "POST", f"/games/{game}/rules", {"revision": NEXT})
    assert (again[0], again[1]["rule"]) == (422, "rules.agreed_already")
    status, agreed = asked(client, ann, "POST", f"/games/{game}/rules", {"revision": NEXT})
    assert (status, agreed["game"]["rules"]) == (201, {"revision": NEXT, "newest": NEXT, "agreed": [], "changes": []})
    last = asked(client, ann, "GET", f"/games/{game}/events")[1]["events"][-2:]
    assert [each["public"]["type"] for each in last] == ["RulesAgreed", "RulesMoved"]
    assert asked(client, Player(served), "POST", f"/games/{game}/rules", {"revision": NEXT})[0] == 403
    new = asked(client, ann, "POST", "/games", {"game": CARTA, "seats": 2})[1]
    assert new["rules"] == {"revision": NEXT, "newest": NEXT, "agreed": [], "changes": []}


def test_a_service_without_the_newer_rules_shows_such_a_game_and_refuses_to_play_it(
    served: str, after_the_release: Flask
) -> None:
    table = Table.of(served, 2, edition="ko")
    client, game = after_the_release.test_client(), table.game
    for player in table.players:
        assert asked(client, player, "POST", f"/games/{game}/rules", {"revision": NEXT})[0] == 201
    seen = table.see(0)
    assert (seen["rules"]["revision"], seen["rules"]["newest"]) == (NEXT, NOW)
    assert table.refused(0, {"type": "resign"})["rule"] == "rules.unknown"


# Corrections


def correct(database_url: str, game: str, version: int, **words: str) -> CompletedProcess[str]:
    """`cartulary correct`."""
    said = {"by": "Olga, operator", "why": "A seat was asked twice."} | words
    options = [part for name, value in said.items() for part in (f"--{name}", value)]
    return run("correct", game, str(version), *options, DATABASE_URL=database_url)


def played(served: str, plies: int) -> tuple[Table, list[int]]:
    """A game some plies on, and its versions on the way."""
    table, versions = Table.of(served), []
    for _ in range(plies):
        seat = table.see()["to_act"][0]
        versions.append(table.see()["version"])
        table.act(seat, table.legal(seat)[0])
    return table, versions


def test_a_correction_takes_the_game_back_and_both_lines_stay_readable(
    served: str, database_url: str, tmp_path: Path
) -> None:
    table, versions = played(served, 4)
    before, then = table.see(0), table.players[0].see(table.game, versions[1])
    done = correct(database_url, table.game, versions[1])
    assert done.returncode == 0, done.stderr
    now = table.see(0)
    assert (now["version"], now["state"], now["to_act"]) == (before["version"] + 1, then["state"], then["to_act"])
    assert now["corrections"] == [{"by": "Olga, operator", "reason": "A seat was asked twice.", "back_to": versions[1]}]
    assert table.players[0].see(table.game, before["version"])["state"] == before["state"]
    for audience in (table.visitor, *table.players):
        last = audience.events(table.game)[-1]["public"]
        assert (last["type"], last["data"]["by"], last["seat"]) == ("GameCorrected", "Olga, operator", None)
    seat = now["to_act"][0]
    table.act(seat, table.legal(seat)[0])
    table.act(0, {"type": "resign"})
    bundle = tmp_path / "bundle"
    bundle.write_bytes(table.visitor.get(f"/games/{table.game}/audit").content)
    report = bundles.verify(bundle, bundles.Given())
    assert (report.verified, report.corrections, report.status) == (True, 1, "finished")
    assert "corrected 1 time by the operator" in report_text.describe(report)


def test_every_worker_plays_on_from_the_corrected_state(served: str, database_url: str) -> None:
    table, versions = played(served, 3)
    clients = [Client(served, player.token) for player in table.players for _ in range(6)]
    for client in clients:
        client.see(table.game)
    assert correct(database_url, table.game, versions[0]).returncode == 0
    expected = {seat: table.players[seat].see(table.game, versions[0])["state"] for seat in range(2)}
    for number, client in enumerate(clients):
        assert client.see(table.game)["state"] == expected[number // 6]


def test_an_impossible_correction_is_one_sentence_and_stores_nothing(served: str, database_url: str) -> None:
    table, versions = played(served, 2)
    version = table.see()["version"]
    for game, back_to, words in (
        (table.game, version, "is not the end of a ply"),
        (table.game, versions[0] - 1, "is not the end of a ply"),
        (table.game, 2, "the game had not begun"),
        ("00000000-0000-7000-8000-000000000000", 3, "There is no such game"),
    ):
        done = correct(database_url, game, back_to)
        assert done.returncode != 0
        assert words in done.stderr
        assert done.stderr.count("\n") == 1
    assert correct(database_url, table.game, versions[0], why="two\nlines").returncode == 2
    assert correct(database_url, table.game, versions[0], by="x" * 81).returncode == 2
    assert table.see()["version"] == version
    body_of(table.players[0].act(table.game, {"type": "resign"}), 201)
    assert "finished" in correct(database_url, table.game, versions[0]).stderr
