"""A bot can be seated, and plays by itself as any seat would."""

from pathlib import Path
from typing import Any

import pytest

from cartulary.audit import bundles
from tests.service.client import CARTA, CIVILIZATION, Client, Player, body_of
from tests.service.conftest import eventually


def against_a_bot(base: str, bot: str = "greedy", **wish: Any) -> tuple[Player, str]:
    """A player at seat 0, and a game in which a bot sits on seat 1."""
    ann = Player(base, "Ann")
    game = ann.new_game(2, **wish)
    seated = body_of(ann.sit(game, seat=1, bot=bot), 201)
    assert (seated["seat"], seated["game"]["you"]) == (1, None)
    assert seated["game"]["bots"] == [{"seat": 1, "strategy": bot}]
    assert seated["game"]["seats"][1]["player"]["name"] == f"Bot ({bot})"
    body_of(ann.sit(game, seat=0), 201)
    return ann, game


@pytest.mark.parametrize(
    ("game", "bot"), [(CARTA, "search-1"), (CARTA, "random"), (CIVILIZATION, "greedy"), (CIVILIZATION, "search-1")]
)
def test_one_plays_alone_against_a_bot(served: str, tmp_path: Path, game: str, bot: str) -> None:
    ann, table = against_a_bot(served, bot, game=game, edition=None)
    for _ in range(6):
        eventually(lambda: 0 in ann.see(table)["to_act"])
        body_of(ann.act(table, ann.legal(table)[-1]), 201)
    eventually(lambda: 0 in ann.see(table)["to_act"])
    body_of(ann.act(table, {"type": "resign"}), 201)
    path = tmp_path / "bundle"
    path.write_bytes(Client(served).get(f"/games/{table}/audit").content)
    report = bundles.verify(path, bundles.Given())
    assert (report.verified, report.fairness) == (True, "C")


def test_a_bots_hand_is_hidden_from_who_seated_it(served: str) -> None:
    ann, game = against_a_bot(served)
    assert ann.see(game)["state"]["seats"][1]["hand"] is None
    for each in ann.events(game):
        assert not (each["private"] and each["public"]["seat"] == 1)


def test_a_bot_needs_no_clock_and_is_not_asked_for_consent(served: str) -> None:
    ann, game = against_a_bot(served, clock={"kind": "turn", "seconds": 600})
    eventually(lambda: ann.see(game)["to_act"] == [0])
    clocks = ann.see(game)["clock"]["seats"]
    assert [(each["running"], each["bot"]) for each in clocks] == [(True, False), (False, True)]
    assert body_of(ann.act(game, {"type": "pause"}), 201)["game"]["clock"]["paused"] is True


def test_the_creator_and_seated_players_may_seat_a_bot(served: str) -> None:
    ann, ben = Player(served), Player(served)
    game = ann.new_game(3)
    assert ben.sit(game, bot="random").status_code == 403
    body_of(ann.sit(game, seat=2, bot="random"), 201)
    assert body_of(ann.sit(game, seat=2, bot="random"), 409)["rule"] == "seat.taken"
    assert body_of(ann.sit(game, bot="clever"), 422)["errors"]["bot"]
    body_of(ben.sit(game, seat=0), 201)
    body_of(ben.sit(game, bot="greedy"), 201)
    assert ben.see(game)["status"] == "playing"
    private = ann.new_game(2, private=True)
    assert ben.sit(private, bot="random").status_code == 404
    committing = ann.new_game(2, options={"fairness": "commit"})
    assert body_of(ann.sit(committing, seat=0, bot="random"), 422)["rule"] == "seat.bots_cannot_commit"


def test_bots_among_themselves_play_a_whole_game(served: str, tmp_path: Path) -> None:
    ann = Player(served)
    game = ann.new_game(3)
    for bot in ("greedy", "random", "greedy"):
        body_of(ann.sit(game, bot=bot), 201)
    eventually(lambda: ann.see(game)["status"] == "finished")
    path = tmp_path / "bundle"
    path.write_bytes(Client(served).get(f"/games/{game}/audit").content)
    assert bundles.verify(path, bundles.Given()).verified


def test_in_a_rematch_the_seat_of_a_bot_is_free_for_one(served: str) -> None:
    ann, game = against_a_bot(served)
    body_of(ann.act(game, {"type": "resign"}), 201)
    again = body_of(ann.post(f"/games/{game}/rematch"), 201)
    assert [each and each["id"] for each in again["reserved"]] == [ann.id, None]
    body_of(ann.sit(again["id"], bot="greedy", seat=1), 201)
    assert body_of(ann.sit(again["id"]), 201)["game"]["status"] == "playing"
