"""One takes back what one has done until something hidden was shown or it is another's turn; past that all agree."""

from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import pytest

from cartulary.audit.replay import replay
from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.match.actions import Resign
from cartulary.match.decision import decide_in_game
from cartulary.match.evolve import fold
from cartulary.match.history import counting
from cartulary.match.ply import record_ply
from cartulary.match.seating import Sitting, create, sit_down
from cartulary.match.terms import Terms
from cartulary.match.undo import take_back
from tests.cases import cases
from tests.domain.table import AT, UNTIL, Table
from tests.domain.test_audit import table_of
from tests.domain.toy_game import TOY, Lay


def goes_back(table: Table, seat: int, version: int | None = None) -> list[str]:
    """A seat takes back; what that records."""
    events = take_back(table.match, table.rows, seat, version, AT)
    table.rows += record_ply(table.match, events, AT).rows
    table.match = fold(table.game, table.match.id, table.rows)
    return [event.NAME for event in events.events]


def refused(table: Table, seat: int, version: int | None = None) -> str:
    """By which rule it is refused."""
    with pytest.raises(Rejected) as error:
        take_back(table.match, table.rows, seat, version, AT)
    return error.value.rule


def carta() -> Table:
    """A game that has just been dealt."""
    return Table(GAME, GAME.setup("ru", 3, {}), b"\1" * 32, [b"salt" * 8] * 3)


def legal(table: Table, name: str) -> Action:
    """The first legal action of that name of whoever is to act."""
    seat = table.match.to_act()[0]
    forms = [each for each in table.game.legal_actions(table.match.state, seat) if name == each.action.NAME]
    return next(iter(forms[0].actions()))


def act(table: Table, name: str) -> None:
    table.act(table.match.to_act()[0], legal(table, name))


def toy() -> Table:
    """A game in which three seats lay a number each, in secret."""
    return Table(TOY, TOY.setup(None, 3, {}), b"\1" * 32, [b"salt" * 8] * 3)


def lay(table: Table, seat: int) -> None:
    table.act(seat, Lay(number=(table.match.state.hands[seat][0],)))


def test_the_own_actions_of_a_turn_are_taken_back_one_by_one_and_nothing_disappears() -> None:
    table = carta()
    states = [table.match.state]
    act(table, "play")
    states.append(table.match.state)
    seat = table.match.to_act()[0]
    assert goes_back(table, seat) == ["ActionsTakenBack"]
    assert table.match.state == states[0]
    act(table, "play")
    assert table.match.state == states[1]
    begun = counting(table.rows)[-2].position
    assert [row.type for row in table.rows].count("CardPlayed") == 2
    assert table.match.version == len(table.rows)
    assert begun < table.match.version


def test_it_is_a_part_of_the_record_that_is_verified_and_seen_by_all() -> None:
    table = carta()
    act(table, "play")
    goes_back(table, table.match.to_act()[0])
    act(table, "play")
    act(table, "end_turn")
    while table.match.status == "playing":
        table.act(table.match.to_act()[0], Resign())
    assert replay(GAME, table.match.id, table.rows, table.seed) == table.match.ply
    for audience in table.audiences:
        seen = fold(GAME, table.match.id, table.part(table.rows, audience))
        assert seen.status == "finished"


def test_once_it_is_anothers_turn_the_others_have_to_agree() -> None:
    table = carta()
    seat = table.match.to_act()[0]
    begun = table.match.version
    act(table, "play")
    played = table.match.state
    after_play = table.match.version
    act(table, "end_turn")
    assert goes_back(table, seat, after_play) == ["TakeBackAgreed"]
    assert refused(table, seat, after_play) == "undo.agreed_already"
    assert goes_back(table, (seat + 1) % 3, begun) == ["TakeBackAgreed"], "another version is another proposal"
    assert goes_back(table, (seat + 1) % 3, after_play) == ["TakeBackAgreed"]
    assert goes_back(table, (seat + 2) % 3, after_play) == ["TakeBackAgreed", "ActionsTakenBack"]
    assert table.match.state == played
    assert table.match.takes_back == {}


def test_what_was_drawn_is_not_taken_back_alone() -> None:
    table = carta()
    seat = table.match.to_act()[0]
    act(table, "play")
    before = table.match.version
    table.act(seat, legal(table, "end_turn"))
    assert "CardsDrawn" in [row.type for row in table.rows[before:]]
    assert goes_back(table, seat, before) == ["TakeBackAgreed"]


def test_a_proposal_is_forgotten_when_the_game_goes_on() -> None:
    table = carta()
    act(table, "play")
    version = table.match.version
    act(table, "end_turn")
    goes_back(table, 2, version)
    assert table.match.takes_back == {2: version}
    act(table, "play")
    assert table.match.takes_back == {}


def test_of_choices_made_at_once_the_last_can_be_taken_back_and_not_from_under_another() -> None:
    table = toy()
    dealt = table.match.version
    lay(table, 1)
    lay(table, 2)
    assert goes_back(table, 1, dealt) == ["TakeBackAgreed"]
    assert goes_back(table, 2) == ["TakeBackAgreed"], "the last ply is now the proposal of another"
    table = toy()
    lay(table, 1)
    lay(table, 2)
    assert goes_back(table, 2) == ["ActionsTakenBack"]
    assert table.match.to_act() == [0, 2]


def test_what_was_taken_back_can_be_brought_back() -> None:
    table = carta()
    seat = table.match.to_act()[0]
    act(table, "play")
    played, version = table.match.state, table.match.version
    goes_back(table, seat)
    assert goes_back(table, seat, version) == ["ActionsTakenBack"]
    assert table.match.state == played


def test_one_cannot_go_back_before_the_deal_or_into_a_ply_or_once_it_is_over() -> None:
    table = toy()
    dealt = table.match.version
    lay(table, 1)
    assert refused(table, 1, 1) == "back.before_the_deal"
    for version in (0, dealt - 1, table.match.version, 99):
        assert refused(table, 1, version) == "back.within_a_ply"
    table.act(0, Resign())
    assert refused(table, 1, dealt) == "game.over"


def test_who_has_left_takes_nothing_back() -> None:
    table = carta()
    table.act(2, Resign())
    assert refused(table, 2) == "undo.left"


def test_a_resignation_is_not_taken_back() -> None:
    table = carta()
    act(table, "play")
    version = table.match.version
    table.act(2, Resign())
    for seat in (0, 1):
        assert refused(table, seat, version) == "undo.resigned"


@cases("id", CATALOGUE)
def test_no_way_back_is_free_past_something_that_was_shown(id: str) -> None:
    whole = table_of(id, plies=60)
    types = whole.game.event_types
    ends = [row.position for row, after in pairwise(whole.rows) if row.ply != after.ply]
    free = 0
    for version in ends[10:-4]:
        record = whole.rows[:version]
        match = fold(whole.game, whole.match.id, record)
        for back_to in [each for each in ends if each < version][-4:]:
            for seat in whole.game.remaining(match.state):
                with suppress(Rejected):
                    events = take_back(match, record, seat, back_to, AT)
                    if [event.NAME for event in events.events] == ["ActionsTakenBack"]:
                        free += 1
                        assert not any(types[row.type, row.v].REVEALS for row in record[back_to:])
    assert free > 3


def test_who_has_agreed_is_told_for_whom_the_game_still_waits() -> None:
    table = toy()
    dealt = table.match.version
    lay(table, 1)
    lay(table, 2)
    goes_back(table, 1, dealt)
    with pytest.raises(Rejected, match=r"waits for seats 0, 2\."):
        take_back(table.match, table.rows, 1, dealt, AT)


def test_bots_are_not_asked_to_agree() -> None:
    match = fold(TOY, "bots", create(TOY, "bots", TOY.setup(None, 3, {}), b"\1" * 32, AT, Terms()))
    rows = list(create(TOY, "bots", TOY.setup(None, 3, {}), b"\1" * 32, AT, Terms()))
    for seat, bot in enumerate((None, "greedy", None)):
        rows += record_ply(match, sit_down(match, Sitting(f"player {seat}", seat, bot=bot), UNTIL), AT).rows
        match = fold(TOY, "bots", rows)
    dealt = match.version
    for seat in (0, 2):
        rows += record_ply(match, decide_in_game(match, seat, Lay(number=(match.state.hands[seat][0],))), AT).rows
        match = fold(TOY, "bots", rows)
    rows += record_ply(match, take_back(match, rows, 0, dealt, AT), AT).rows
    match = fold(TOY, "bots", rows)
    assert [each.NAME for each in take_back(match, rows, 2, dealt, AT).events] == ["TakeBackAgreed", "ActionsTakenBack"]


def test_before_the_first_ply_there_is_nothing_to_take_back() -> None:
    table = toy()
    assert refused(table, 0) == "back.before_the_deal"
    open_still = fold(TOY, table.match.id, table.rows[:2])
    with pytest.raises(Rejected, match=r"game\.not_started"):
        take_back(open_still, table.rows[:2], 0, None, AT)


def test_what_another_did_in_between_is_not_taken_back_alone_though_the_last_ply_is_ones_own() -> None:
    table = toy()
    dealt = table.match.version
    lay(table, 1)
    lay(table, 0)
    assert goes_back(table, 0, dealt) == ["TakeBackAgreed"]


def test_a_match_that_was_handed_out_keeps_who_would_go_back() -> None:
    table = toy()
    lay(table, 1)
    lay(table, 2)
    given = table.match
    table.goes_on(take_back(table.match, table.rows, 1, given.version - 2, AT))
    assert (given.takes_back, table.match.takes_back) == ({}, {1: given.version - 2})


def test_consent_to_another_version_is_none_to_this_one() -> None:
    table = toy()
    versions = [table.match.version]
    for seat in (0, 1):
        lay(table, seat)
        versions.append(table.match.version)
    for first, then in ((0, 1), (1, 0)):
        table.match, rows = fold(TOY, table.match.id, table.rows[: versions[2]]), table.rows[: versions[2]]
        for seat, version in ((0, first), (1, first), (2, then)):
            events = take_back(table.match, rows, seat, versions[version], AT)
            assert [each.NAME for each in events.events] == ["TakeBackAgreed"], (seat, version)
            rows += record_ply(table.match, events, AT).rows
            table.match = fold(TOY, table.match.id, rows)


def test_once_it_is_anothers_turn_nothing_is_taken_back_alone_though_nothing_was_shown() -> None:
    by_turns = replace(TOY, to_act=lambda state: [seat for seat, done in enumerate(state.done) if not done][:1])
    table = Table(by_turns, by_turns.setup(None, 3, {}), b"\1" * 32, [b"salt" * 8] * 3)
    lay(table, 0)
    assert table.match.to_act() == [1]
    assert goes_back(table, 0) == ["TakeBackAgreed"]
