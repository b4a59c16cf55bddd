"""Ending by agreement over HTTP: seen by all, told to all, and verified at the end."""

from pathlib import Path

import pytest

from cartulary.audit import bundles
from tests.service.client import CARTA, CIVILIZATION, Player, Table, body_of


@pytest.mark.parametrize(("how", "status", "kind"), [("draw", "finished", "draw"), ("abort", "abandoned", "void")])
def test_a_proposal_is_shown_until_the_other_agrees(served: str, how: str, status: str, kind: str) -> None:
    table = Table.of(served)
    proposal = table.act(1, {"type": "agree_end", "how": how})["game"]
    assert proposal["wants_end"] == table.see()["wants_end"] == [{"seat": 1, "how": how}]
    assert table.refused(1, {"type": "agree_end", "how": how})["rule"] == "end.agreed_already"
    ended = table.act(0, {"type": "agree_end", "how": how})["game"]
    assert (ended["status"], ended["result"]["kind"], ended["to_act"]) == (status, kind, [])
    assert table.refused(0, {"type": "agree_end", "how": how})["rule"] == "game.over"


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_a_game_that_was_scored_by_agreement_is_verified(served: str, tmp_path: Path, game: str) -> None:
    table = Table.of(served, game=game, edition=None)
    for seat in (0, 1):
        table.act(seat, {"type": "agree_end", "how": "score"})
    result = table.see()["result"]
    assert {*result["points"]} == {"0", "1"}
    path = tmp_path / "bundle.ndjson"
    path.write_bytes(table.visitor.get(f"/games/{table.game}/audit").content)
    assert bundles.verify(path, bundles.Given()).verified


def test_against_bots_alone_a_player_agrees_with_themself(served: str) -> None:
    ann = Player(served)
    game = ann.new_game()
    body_of(ann.sit(game, seat=0), 201)
    body_of(ann.post(f"/games/{game}/seats", {"seat": 1, "bot": "greedy"}), 201)
    ended = body_of(ann.act(game, {"type": "agree_end", "how": "abort"}), 201)["game"]
    assert ended["status"] == "abandoned"


def test_an_end_of_another_kind_is_refused(served: str) -> None:
    table = Table.of(served)
    for body in ({"type": "agree_end"}, {"type": "agree_end", "how": "victory"}):
        assert table.players[0].act(table.game, body).status_code == 422


def test_a_draw_is_counted_as_finished_and_as_won_by_nobody(served: str) -> None:
    table = Table.of(served)
    for seat in (0, 1):
        table.act(seat, {"type": "agree_end", "how": "draw"})
    for player in table.players:
        (counted,) = body_of(player.get(f"/players/{player.id}"), 200)["games"]
        assert (counted["finished"], counted["won"], counted["won_by"]) == (1, 0, {})
