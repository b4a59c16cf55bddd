"""A match from its creation on: who sits where, what is refused when, and that a position is checked at once."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import partial

import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.rejected import Rejected
from cartulary.match.actions import Resign
from cartulary.match.decision import decide_in_game, happen
from cartulary.match.events.administration import GameCorrected
from cartulary.match.events.undo import ActionsTakenBack
from cartulary.match.evolve import fold
from cartulary.match.game import Setup
from cartulary.match.ply import record_ply
from cartulary.match.rules_change import agree
from cartulary.match.seating import Sitting, create, leave, seat_commitment, sit_down
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from tests.domain.table import AT, UNTIL, Table
from tests.domain.toy_game import TOY, Lay
from tests.domain.toy_game.cards import NUMBERS

ID = "00000000-0000-7000-8000-000000000007"
HANDS = {"hands": [["one"], ["two"], ["three"]]}


def opened(position: dict[str, list[list[str]]] | None = None) -> Match:
    """A table for three at which nobody sits."""
    return fold(TOY, ID, create(TOY, ID, TOY.setup(None, 3, {}), bytes(32), AT, Terms(position)))


def seated(match: Match, player: str, seat: int | None) -> Match:
    """The table once that player has sat down, too."""
    return record_ply(match, sit_down(match, Sitting(player, seat), UNTIL), AT).after


def rule_of(attempt: Callable[[], object]) -> str:
    """The rule by which something is refused."""
    with pytest.raises(Rejected) as refused:
        attempt()
    return refused.value.rule


def test_who_does_not_choose_gets_the_lowest_free_seat() -> None:
    match = seated(opened(), "ann", 1)
    assert seated(match, "bob", None).seat_of("bob") == 0
    assert seated(seated(match, "bob", 0), "cid", None).players == ["bob", "ann", "cid"]


def test_a_game_that_has_not_begun_or_is_over_is_refused_by_its_rule() -> None:
    lay = Lay(number=(NUMBERS.index("one"),))
    match = seated(seated(opened(HANDS), "ann", 0), "bob", 1)
    assert rule_of(lambda: decide_in_game(match, 0, lay)) == "game.not_started"
    assert match.to_act() == []
    playing = seated(match, "cid", 2)
    assert (playing.status, playing.to_act()) == ("playing", [0, 1, 2])
    assert rule_of(lambda: sit_down(playing, Sitting("dan"), UNTIL)) == "seat.game_started"
    over = record_ply(playing, decide_in_game(playing, 0, Resign()), AT).after
    assert (over.status, over.to_act()) == ("finished", [])
    for action in (lay, Resign()):
        assert rule_of(partial(decide_in_game, over, 1, action)) == "game.over"
    assert rule_of(lambda: sit_down(over, Sitting("dan"), UNTIL)) == "seat.game_started"


def test_a_game_that_has_ended_is_over_in_its_own_state_too() -> None:
    table = Table(TOY, TOY.setup(None, 2, {}), bytes(32), [b"", b""])
    table.act(0, Resign())
    assert table.match.status == "finished"
    assert TOY.to_act(table.match.state) == []


def test_only_a_game_from_a_position_is_a_sandbox() -> None:
    assert opened().sandbox is False
    assert opened().terms.position is None
    assert opened(HANDS).sandbox is True
    assert opened(HANDS).terms.position == HANDS


def test_a_table_with_an_impossible_position_is_not_opened() -> None:
    position = {"active": 7, "first": 0, "step": "play", "seats": [{}, {}]}
    setup = GAME.setup("ru", 2, {})
    assert rule_of(lambda: create(GAME, ID, setup, bytes(32), AT, Terms(position))) == "position.no_such_seat"


def test_a_match_says_with_what_it_was_set_up() -> None:
    match = opened()
    assert match.setup == Setup("plain", 3, {"open": False})
    assert (match.version, match.ply, match.players, match.entropy) == (1, 1, [None] * 3, [b""] * 3)


def test_each_ply_counts_one_and_the_entropy_of_each_seat_is_kept() -> None:
    table = Table(TOY, TOY.setup(None, 2, {}), bytes(32), [b"a", b"b"])
    assert table.match.entropy == [b"a", b"b"]
    assert [row.ply for row in table.rows] == [1, 2, 3, 3, 3, 3]
    assert table.match.ply == 3


def test_a_match_that_was_handed_out_keeps_who_sits_and_what_was_added() -> None:
    def commits(seat: int) -> Sitting:
        return Sitting(f"player {seat}", seat, None, seat_commitment(ID, seat, bytes([seat] * 32)))

    setups = (TOY.setup(None, 3, {"fairness": "commit"}), TOY.setup(None, 3, {}))
    committing, plain = (fold(TOY, ID, create(TOY, ID, each, bytes(32), AT, Terms())) for each in setups)
    for match, sitting in ((committing, commits(1)), (plain, Sitting("robot", 1, b"salt" * 8, bot="greedy"))):
        sat = record_ply(match, sit_down(match, sitting, UNTIL), AT).after
        assert (match.players, match.entropy, match.commitments, match.bots) == ([None] * 3, [b""] * 3, [b""] * 3, {})
        same = deepcopy(sat, {id(TOY): TOY})  # all but the rules
        assert record_ply(sat, leave(sat, 1), AT).after.players == [None] * 3
        assert sat == same


def test_a_match_that_was_handed_out_keeps_its_rules_and_who_agreed_to_newer_ones() -> None:
    newer = replace(TOY, revision=2)
    table = Table(TOY, TOY.setup(None, 2, {}), bytes(32), [b"a", b"b"])
    match = fold(newer, table.match.id, table.rows)
    agreed = record_ply(match, agree(match, 0, 2, None), AT).after
    assert (match.agreed, agreed.agreed) == ({}, {0: 2})
    moved = record_ply(agreed, agree(agreed, 1, 2, None), AT).after
    assert (agreed.agreed, agreed.setup.revision, agreed.state.lowest_wins) == ({0: 2}, 1, False)
    assert (moved.agreed, moved.setup.revision, moved.state.lowest_wins) == ({}, 2, True)


def test_what_was_taken_back_is_not_followed_without_the_whole_record() -> None:
    table = Table(TOY, TOY.setup(None, 2, {}), bytes(32), [b"a", b"b"])
    for back in (GameCorrected(by="o", reason="r", back_to=3), ActionsTakenBack(seat=0, back_to=3)):
        with pytest.raises(ValueError, match="whole record"):
            happen(table.match, back)
