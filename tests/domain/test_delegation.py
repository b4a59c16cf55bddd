"""A delegate acts for a seat as its player would, in a ply that names both."""

from collections.abc import Callable
from functools import partial

import pytest

from cartulary.audit.replay import replay
from cartulary.audit.verify import verify_lines
from cartulary.games.civilization_the_card_game import GAME as CIVILIZATION
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.match.actions import Pause, Resign, TakeVacation
from cartulary.match.clock.settings import Clock
from cartulary.match.decide import announce, decide
from cartulary.match.decision import Decision
from cartulary.match.events.administration import DelegateActed
from cartulary.match.evolve import fold
from cartulary.match.state import Match
from cartulary.record.bundle import FORMAT, Broken, write_bundle
from cartulary.record.decode import decode
from tests.domain.table import AT, Table
from tests.domain.test_clock import DAY, Played, at
from tests.domain.toy_game import TOY, Lay
from tests.domain.toy_game.cards import NUMBERS

RULES = "0" * 64


def acted(seat: int) -> DelegateActed:
    """Dan acts for the player of a seat."""
    return DelegateActed(seat=seat, delegate="dan", owner=f"player {seat}")


def toy() -> Table:
    """A game that has been dealt."""
    return Table(TOY, TOY.setup(None, 3, {}), b"\1" * 32, [b"salt" * 8] * 3, rules=RULES)


def lay(table: Table, seat: int) -> Lay:
    """The first number of a seat's hand."""
    return Lay(number=(table.match.state.hands[seat][0],))


def rule_of(attempt: Callable[[], object]) -> str:
    """The rule by which something is refused."""
    with pytest.raises(Rejected) as refused:
        attempt()
    return refused.value.rule


def act_as_delegate(match: Match, acting_for: DelegateActed, action: Action, now: str) -> Decision:
    """Decide an action that needs no record."""
    return decide(match, acting_for.seat, action, now, list, acting_for)


def test_what_a_delegate_does_counts_for_the_seat_and_the_ply_names_both() -> None:
    table = toy()
    for seat in (1, 0, 2):
        decision = decide(table.match, acted(seat).seat, lay(table, seat), AT, list, acted(seat))
        assert [each.NAME for each in decision.events[:2]] == ["DelegateActed", "NumberLaid"]
        rows = table.goes_on(decision)
        said = decode(TOY.event_types, rows[0]._replace(private=None))
        assert said == acted(seat)
        assert {row.ply for row in rows} == {rows[0].ply}
    assert table.match.status == "finished"
    assert replay(TOY, table.match.id, table.rows, table.seed) == table.match.ply


def test_only_the_player_himself_resigns_and_nobody_acts_in_a_game_that_is_not_played() -> None:
    table = toy()
    assert rule_of(lambda: decide(table.match, acted(1).seat, Resign(), AT, list, acted(1))) == "delegate.resign"
    open_still = fold(TOY, table.match.id, table.rows[:2])
    table.act(0, Resign())
    for match, rule in ((table.match, "game.over"), (open_still, "game.not_started")):
        for action in (Resign(), Lay(number=(NUMBERS.index("one"),))):
            assert rule_of(partial(act_as_delegate, match, acted(1), action, AT)) == rule


def test_a_delegate_is_held_to_the_rules_of_the_game() -> None:
    table = toy()
    table.goes_on(decide(table.match, acted(1).seat, lay(table, 1), AT, list, acted(1)))
    assert rule_of(lambda: decide(table.match, acted(1).seat, lay(table, 1), AT, list, acted(1))) == "lay.twice"


def test_a_delegate_may_do_what_has_to_do_with_the_clock() -> None:
    played = Played(Clock("turn", DAY, vacation_days=3))
    actions: tuple[Action, ...] = (TakeVacation(days=1), Pause())
    for action, happens in zip(actions, (["VacationTaken", "ClockStarted"], ["PauseAgreed"]), strict=True):
        names = played.goes_on(at(1, 13), partial(act_as_delegate, played.match, acted(1), action))
        assert names == ["DelegateActed", *happens]
    assert played.until()[1] == at(3)
    assert played.verified() == played.match.ply


def test_the_clock_of_the_seat_stops_when_its_delegate_has_acted() -> None:
    played = Played(Clock("turn", DAY))
    laid = Lay(number=(played.match.state.hands[1][0],))
    names = played.goes_on(at(1, 13), partial(act_as_delegate, played.match, acted(1), laid))
    assert names == ["DelegateActed", "NumberLaid", "ClockStopped"]
    assert played.until() == {0: at(2), 2: at(2)}


def test_chance_comes_from_where_the_event_stands_one_after_who_acted() -> None:
    table = Table(CIVILIZATION, CIVILIZATION.setup(None, 2, {}), b"\1" * 32, [b"salt" * 8] * 2)
    match = announce(table.match, acted(0)).after
    assert (match.version, table.match.version) == (len(table.rows) + 1, len(table.rows))
    assert match.state == table.match.state
    assert announce(match, acted(0)).after.version == len(table.rows) + 2


def test_a_ply_that_names_a_delegate_and_in_which_nothing_happens_is_found() -> None:
    table = toy()
    table.goes_on([acted(1)])
    with pytest.raises(Broken, match="no action of a seat causes this"):
        replay(TOY, table.match.id, table.rows, table.seed)


def test_a_game_in_which_delegates_acted_is_verified() -> None:
    table = toy()
    for seat in range(3):
        table.goes_on(decide(table.match, acted(seat).seat, lay(table, seat), AT, list, acted(seat)))
    header = {"format": FORMAT, "id": table.match.id, "game": TOY.id, "edition": "plain"}
    bundle = [*write_bundle(header | {"rules_sha256": RULES, "key": None}, table.rows, "")][:-1]
    report = verify_lines(bundle, {TOY.id: TOY})
    assert [each.check for each in report.outcomes if each.holds is False] == []
    assert next(each.holds for each in report.outcomes if each.check == "rules")


def test_what_is_asked_for_by_the_player_himself_names_nobody() -> None:
    table = toy()
    assert [each.NAME for each in decide(table.match, 1, lay(table, 1), AT, list).events] == ["NumberLaid"]
