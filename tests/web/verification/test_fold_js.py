"""The replay folds events in the browser to exactly what the service shows, for every audience at every ply."""

import json
import subprocess
from functools import cache
from typing import Any

import pytest

from domain.carta_impera_victoria import GAME as CARTA
from domain.carta_impera_victoria.actions import Attack, Inquisition
from domain.carta_impera_victoria.cards import RELIGION
from domain.civilization_the_card_game import GAME as CIVILIZATION
from domain.kernel.visibility import SPECTATOR
from domain.match.events import MATCH_EVENTS
from domain.match.evolve import fold
from domain.match.game import Setup
from domain.match.rules_change import agree
from service import web
from service.api.catalogue import event_type
from tests.domain.table import Table
from tests.web.verifiers import RULES, bundle_of, corrected, forked, played, seated, table_of, undone

DRIVER = (
    f"import {{foldGame, readBundle}} from {json.dumps((web.STATIC / 'play' / 'fold.js').as_uri())};"
    + """
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const {bundle, catalogue, audiences} = JSON.parse(Buffer.concat(chunks));
const {events} = readBundle(bundle);
const states = (audience) => foldGame(events, catalogue, audience).frames.map(({version, state}) => [version, state]);
console.log(JSON.stringify(audiences.map(states)));
"""
)


@cache
def catalogue(id: str) -> dict[str, Any]:
    """What the fold reads of a game's catalogue."""
    game: Any = {each.id: each for each in (CARTA, CIVILIZATION)}[id]
    return {"id": id, **game.describe("en"), "events": [event_type(each) for each in (*MATCH_EVENTS, *game.events)]}


def folded_in_node(table: Table) -> dict[int | None, list[tuple[int, dict[str, Any]]]]:
    """For each audience the versions at which plies end, with the state there."""
    audiences = [None, *range(table.match.setup.seats)]
    asked = {
        "bundle": bundle_of(table).decode(),
        "catalogue": catalogue(table.game.id),
        "audiences": audiences,
    }
    command = ["node", "--input-type=module", "-e", DRIVER]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(zip(audiences, json.loads(done.stdout), strict=True))


def require_same(table: Table, least: int = 10) -> None:
    """Every state of every audience is as the service folds it."""
    for audience, states in folded_in_node(table).items():
        assert len(states) > least
        for version, state in states:
            rows = table.part(table.rows[:version], SPECTATOR if audience is None else audience)
            seen = fold(table.game, table.match.id, rows)
            expected = json.loads(json.dumps(table.game.view(seen.state, audience)))
            assert state == expected, (audience, version)


@pytest.mark.parametrize("id", [CARTA.id, CIVILIZATION.id])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_folds_to_what_everybody_saw(id: str, seats: int) -> None:
    require_same(table_of(id, seats=seats, seed=seats, plies=90))


@pytest.mark.parametrize("id", [CARTA.id, CIVILIZATION.id])
def test_a_game_in_which_plies_were_taken_back_folds_so(id: str) -> None:
    require_same(undone(id))


@pytest.mark.parametrize("id", [CARTA.id, CIVILIZATION.id])
def test_a_game_that_was_corrected_folds_so(id: str) -> None:
    require_same(corrected(seated(id, 3, 4), 40, 9))


def test_a_draft_and_teams_fold_so() -> None:
    require_same(played(seated(CARTA.id, 4, 7, options={"deal": "draft", "teams": True}), 90, 7))
    require_same(played(seated(CIVILIZATION.id, 4, 7, options={"teams": True, "seating": "side_by_side"}), 90, 7))


def pious(setup: Setup) -> Table:
    """A game of two seats that begins in the second step of one with five Religion, which may pay some of it."""
    seat = {"hand": {"military-1": 2}, "area": {"religion-1": 3, "religion-2": 2, "military-2": 3}}
    position = {"active": 0, "first": 0, "step": "effects", "deck": ["science-2"] * 8, "seats": [seat, {"hand": {}}]}
    return Table(CARTA, setup, b"1" * 32, [b"", b""], rules=RULES, position=position)


@pytest.mark.parametrize("hand_limit", ["chosen", "standing"])
def test_religion_that_is_paid_folds_to_the_same_hand_limit(hand_limit: str) -> None:
    table = pious(CARTA.setup("ru", 2, {"hand_limit": hand_limit}))
    table.act(0, Inquisition(seat=1))
    table.act(0, Attack(sphere=RELIGION))
    assert table.view(SPECTATOR)["seats"][0]["hand_limit"] == {"chosen": 7, "standing": 5}[hand_limit]
    require_same(played(table, 40), least=5)


def test_a_game_that_moves_to_newer_rules_within_a_turn_folds_so() -> None:
    table = pious(CARTA.setup("ru", 2, {}, 1))
    table.act(0, Inquisition(seat=1))
    for seat in (0, 1):
        table.goes_on(agree(table.match, seat, 2, RULES))
    table.act(0, Attack(sphere=RELIGION))
    assert table.view(SPECTATOR)["seats"][0]["hand_limit"] == 5
    require_same(played(table, 40), least=5)


@pytest.mark.parametrize("plies", [0, 7, 20, 45, 120])
@pytest.mark.parametrize("id", [CARTA.id, CIVILIZATION.id])
def test_a_fork_folds_from_what_each_was_told(id: str, plies: int) -> None:
    require_same(forked(id, 30, plies), least=2)


def test_a_fork_from_within_a_draft_folds_so() -> None:
    for plies in (1, 3, 8):
        require_same(forked(CARTA.id, 30, plies, {"deal": "draft"}), least=2)
