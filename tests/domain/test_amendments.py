"""A running game keeps the rules that it began with unless all agree, and is corrected without losing anything."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from json import loads
from typing import Any

import pytest

from cartulary.audit.transcript import replay_transcript
from cartulary.audit.transcript import write_transcript as transcript
from cartulary.audit.verify import verify_lines
from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR
from cartulary.match.actions import AgreeEnd, KeepSeat, NameDelegate, OfferSeat, Resign
from cartulary.match.decide import decide
from cartulary.match.decision import decide_in_game
from cartulary.match.events.administration import RulesMoved
from cartulary.match.evolve import fold, replay
from cartulary.match.game import Game, Option
from cartulary.match.history import counting, goes_back
from cartulary.match.ply import record_ply
from cartulary.match.rules_change import agree, correct, list_changes
from cartulary.match.seating import Sitting, create, sit_down
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from cartulary.record.bundle import FORMAT, write_bundle
from cartulary.record.decode import decode
from tests.cases import cases
from tests.domain.table import AT, UNTIL, Table
from tests.domain.toy_game import TOY, Lay

NEWER = replace(TOY, revision=2)
"""The toy game once its second revision of the rules is out."""
OLD = TOY.setup(None, 3, {})
RULES = "1" * 64
FRIEND = "00000000-0000-7000-8000-00000000000e"


def table() -> Table:
    """A game that began by the first revision."""
    return Table(TOY, TOY.setup(None, 3, {}), b"\1" * 32, [b"salt" * 8] * 3, rules="0" * 64)


def newer(playing: Table) -> Match:
    """The same game under the program that has the second revision."""
    return fold(NEWER, playing.match.id, playing.rows)


def lay(playing: Table, seat: int) -> None:
    """A seat lays the first number of its hand."""
    hand = playing.match.state.hands[seat]
    playing.act(seat, Lay(number=(hand[0],)))


def rule_of(attempt: Callable[[], object]) -> str:
    """The rule by which something is refused."""
    with pytest.raises(Rejected) as refused:
        attempt()
    return refused.value.rule


# Newer rules


def test_new_games_are_played_by_the_newest_rules_and_running_ones_by_those_they_began_with() -> None:
    assert NEWER.setup(None, 3, {}).revision == 2
    playing = table()
    assert newer(playing).setup.revision == 1
    assert newer(playing).state.lowest_wins is False


def test_newer_rules_hold_once_every_seat_has_agreed() -> None:
    playing = table()
    playing.match, playing.game = newer(playing), NEWER
    for seat in (2, 0):
        assert [each.NAME for each in agree(playing.match, seat, 2, RULES).events] == ["RulesAgreed"]
        playing.goes_on(agree(playing.match, seat, 2, RULES))
    assert playing.match.state.lowest_wins is False
    assert rule_of(lambda: agree(playing.match, 0, 2, RULES)) == "rules.agreed_already"
    playing.goes_on(agree(playing.match, 1, 2, RULES))
    assert (playing.match.setup.revision, playing.match.state.lowest_wins) == (2, True)
    for seat in range(3):
        lay(playing, seat)
    assert playing.match.result is not None
    lowest = min(playing.match.state.shown, key=playing.match.state.shown.__getitem__)
    assert playing.match.result.winners == (lowest,)


def test_a_decision_about_the_rules_is_verified_like_everything_else() -> None:
    playing = table()
    playing.match, playing.game = newer(playing), NEWER
    for seat in range(3):
        playing.goes_on(agree(playing.match, seat, 2, RULES))
        lay(playing, seat)
    report = verify_lines(bundle_of(playing), {TOY.id: NEWER})
    assert [each for each in report.outcomes if each.holds is False] == []
    assert next(each.holds for each in report.outcomes if each.check == "rules")
    moved = next(row.position for row in playing.rows if row.type == "RulesMoved")
    without = [line for number, line in enumerate(bundle_of(playing)) if number != moved]
    assert not verify_lines(without, {TOY.id: NEWER}).verified


def test_there_is_nothing_to_agree_to_without_newer_rules_or_once_the_game_is_over() -> None:
    playing = table()
    assert rule_of(lambda: agree(playing.match, 0, 2, RULES)) == "rules.no_newer"
    assert rule_of(lambda: agree(newer(playing), 0, 1, RULES)) == "rules.no_newer"
    playing.act(0, Resign())
    assert rule_of(lambda: agree(newer(playing), 0, 2, RULES)) == "rules.not_playing"


def test_a_program_without_the_rules_of_a_game_refuses_to_play_on() -> None:
    setup = NEWER.setup(None, 3, {})
    playing = Table(NEWER, setup, b"\1" * 32, [b"salt"] * 3)
    older = fold(TOY, playing.match.id, playing.rows)
    assert rule_of(lambda: decide_in_game(older, 0, Resign())) == "rules.unknown"


def test_who_has_agreed_is_told_for_whom_the_game_still_waits() -> None:
    playing = table()
    playing.match, playing.game = newer(playing), NEWER
    playing.goes_on(agree(playing.match, 1, 2, RULES))
    with pytest.raises(Rejected, match=r"waits for seats 0, 2\."):
        agree(playing.match, 1, 2, RULES)


def with_a_bot() -> Match:
    """The game under the program that has the second revision, a bot sitting on seat 1."""
    match = fold(NEWER, "with-a-bot", create(NEWER, "with-a-bot", OLD, b"\1" * 32, AT, Terms()))
    for seat, bot in enumerate((None, "greedy", None)):
        events = sit_down(match, Sitting(f"player {seat}", seat, bot=bot), UNTIL)
        match = record_ply(match, events, AT).after
    return match


def test_a_bot_is_not_asked_for_newer_rules_nor_is_it_said_to_be_waited_for() -> None:
    match = with_a_bot()
    match = record_ply(match, agree(match, 2, 2, RULES), AT).after
    with pytest.raises(Rejected, match=r"waits for seats 0\."):
        agree(match, 2, 2, RULES)
    assert [each.NAME for each in agree(match, 0, 2, RULES).events] == ["RulesAgreed", "RulesMoved"]


def test_who_has_left_agrees_to_no_rules_and_is_not_waited_for() -> None:
    playing = Table(GAME, GAME.setup(None, 3, {}), b"\1" * 32, [b"salt"] * 3)
    playing.act(1, Resign())
    playing.match = fold(replace(GAME, revision=2), playing.match.id, playing.rows)
    assert rule_of(lambda: agree(playing.match, 1, 2, RULES)) == "rules.left"
    playing.goes_on(agree(playing.match, 0, 2, RULES))
    assert [each.NAME for each in agree(playing.match, 2, 2, RULES).events] == ["RulesAgreed", "RulesMoved"]


def test_consent_of_who_has_left_since_is_not_in_the_way() -> None:
    playing = Table(GAME, GAME.setup(None, 3, {}), b"\1" * 32, [b"salt"] * 3)
    playing.game = replace(GAME, revision=2)
    playing.match = fold(playing.game, playing.match.id, playing.rows)
    playing.goes_on(agree(playing.match, 1, 2, RULES))
    playing.act(1, Resign())
    playing.goes_on(agree(playing.match, 0, 2, RULES))
    with pytest.raises(Rejected, match=r"waits for seats 2\."):
        agree(playing.match, 0, 2, RULES)
    assert [each.NAME for each in agree(playing.match, 2, 2, RULES).events] == ["RulesAgreed", "RulesMoved"]


def test_consent_is_to_one_revision_and_forgotten_once_the_rules_have_changed() -> None:
    newest = replace(TOY, revision=3)
    playing = table()
    playing.match = fold(newest, playing.match.id, playing.rows)
    for seat, revision in ((1, 3), (2, 2), (0, 2), (2, 3)):
        events = agree(playing.match, seat, revision, RULES)
        assert [each.NAME for each in events.events] == ["RulesAgreed"]
        playing.goes_on(events)
    assert playing.match.agreed == {0: 2, 1: 3, 2: 3}
    moved = agree(playing.match, 0, 3, RULES)
    assert [each.NAME for each in moved.events] == ["RulesAgreed", "RulesMoved"]
    assert decode(newest.event_types, playing.goes_on(moved)[-1]._replace(private=None)) == RulesMoved(
        revision=3, rules_sha256=RULES
    )
    assert (playing.match.setup.revision, playing.match.agreed) == (3, {})
    assert rule_of(lambda: agree(playing.match, 0, 2, RULES)) == "rules.no_newer"
    assert rule_of(lambda: agree(playing.match, 0, 4, RULES)) == "rules.no_newer"


# Corrections


def corrected(playing: Table, back_to: int) -> None:
    """The operator takes the game back."""
    events = correct(playing.match, playing.rows, "Olga, operator", "The wrong seat was asked.", back_to, AT)
    playing.rows += record_ply(playing.match, events, AT).rows
    playing.match = fold(playing.game, playing.match.id, playing.rows)


def about_the_match(playing: Table, seat: int, action: Action) -> None:
    """A seat does what no rule of the game decides."""
    playing.goes_on(decide(playing.match, seat, action, AT, lambda: playing.rows))


def bundle_of(playing: Table) -> list[str]:
    """The game's bundle, not signed."""
    header = {"format": FORMAT, "id": playing.match.id, "game": TOY.id, "edition": "plain"}
    more = {"rules_sha256": "0" * 64, "key": None}
    return list(write_bundle(header | more, playing.rows, ""))[:-1]


def test_a_correction_goes_back_and_keeps_what_it_takes_back() -> None:
    playing = table()
    begun = playing.match
    lay(playing, 0)
    laid = playing.match
    corrected(playing, begun.version)
    assert playing.match.state == begun.state
    assert playing.match.version == laid.version + 1
    assert playing.match.head != laid.head
    assert fold(TOY, begun.id, playing.rows[: laid.version]).state == laid.state
    assert [(each.by, each.back_to) for each in playing.match.corrections] == [("Olga, operator", begun.version)]


def test_the_game_goes_on_from_where_it_was_taken_back_to_for_every_audience() -> None:
    playing = table()
    start = playing.match.version
    lay(playing, 0)
    corrected(playing, start)
    for seat in range(3):
        lay(playing, seat)
    assert playing.match.status == "finished"
    for audience in (SPECTATOR, 0, 1, 2):
        seen = fold(TOY, playing.match.id, playing.part(playing.rows, audience))
        assert (seen.status, seen.version, len(seen.corrections)) == ("finished", playing.match.version, 1)
        assert seen.state.shown == playing.match.state.shown


def test_a_correction_may_be_corrected_and_bring_back_what_was_taken_back() -> None:
    playing = table()
    start = playing.match.version
    lay(playing, 0)
    laid = playing.match
    corrected(playing, start)
    lay(playing, 1)
    corrected(playing, laid.version)
    assert playing.match.state == laid.state
    assert [row.position for row in counting(playing.rows)] == list(range(1, laid.version + 1))


def test_a_correction_brings_back_no_consent_and_no_offer_that_had_lapsed_or_been_withdrawn() -> None:
    playing = table()
    about_the_match(playing, 1, AgreeEnd(how="draw"))
    about_the_match(playing, 1, OfferSeat())
    before = playing.match.version
    about_the_match(playing, 1, KeepSeat())
    about_the_match(playing, 2, OfferSeat())
    lay(playing, playing.match.to_act()[0])
    corrected(playing, before)
    assert (playing.match.wants_end, playing.match.vacant_seats()) == ({}, [2])


def test_a_decision_to_go_back_keeps_what_a_fold_of_its_record_keeps() -> None:
    playing = table()
    before = playing.match.version
    about_the_match(playing, 1, NameDelegate(delegate=FRIEND))
    about_the_match(playing, 2, OfferSeat())
    decision = correct(playing.match, playing.rows, "Olga, operator", "The wrong seat was asked.", before, AT)
    corrected(playing, before)
    assert decision.after.delegates == playing.match.delegates == {(1, FRIEND): None}
    assert decision.after.vacant_seats() == playing.match.vacant_seats() == [2]


def test_a_corrected_game_is_verified_and_the_report_counts_the_corrections() -> None:
    playing = table()
    start = playing.match.version
    lay(playing, 0)
    corrected(playing, start)
    for seat in range(3):
        lay(playing, seat)
    report = verify_lines(bundle_of(playing), {TOY.id: TOY})
    assert [each for each in report.outcomes if each.holds is False] == []
    assert (report.corrections, report.status) == (1, "finished")
    assert next(each.holds for each in report.outcomes if each.check == "rules")


def test_only_the_end_of_an_earlier_ply_of_a_running_game_can_be_gone_back_to() -> None:
    playing = table()
    dealt, record = playing.match.version, playing.rows
    lay(playing, 0)
    for back_to in (0, -1, playing.match.version, playing.match.version + 1, dealt - 1):
        refused = rule_of(partial(correct, playing.match, record, "o", "r", back_to, AT))
        assert refused == "back.within_a_ply"
    assert rule_of(lambda: correct(playing.match, record, "o", "r", 1, AT)) == "back.before_the_deal"
    playing.act(1, Resign())
    assert rule_of(lambda: correct(playing.match, record, "o", "r", dealt, AT)) == "correction.not_playing"


def test_a_game_goes_back_to_the_ends_of_its_plies_and_to_no_other_version() -> None:
    playing = Table(GAME, GAME.setup(None, 2, {}), b"\1" * 32, [b"salt"] * 2)
    dealt = playing.match.version
    while playing.match.ply < 12:
        seat = playing.match.to_act()[0]
        playing.act(seat, playing.actions(seat)[-1])
    ends = [row.position for row, after in pairwise(playing.rows) if row.ply != after.ply]
    assert len(playing.rows) > dealt + 12
    for version in range(dealt, playing.match.version):
        went_back = partial(correct, playing.match, playing.rows, "o", "r", version, AT)
        if version in ends:
            assert [each.NAME for each in went_back().events] == ["GameCorrected"]
        else:
            assert rule_of(went_back) == "back.within_a_ply"


def test_a_record_that_is_followed_event_by_event_is_at_each_version_what_it_folds_to() -> None:
    playing = table()
    start = playing.match.version
    for _ in range(2):
        lay(playing, 0)
        corrected(playing, start)
        laid = playing.match.version
        lay(playing, 1)
        corrected(playing, laid)
    for audience in (EVERYTHING, SPECTATOR, 0, 1):
        followed = list(replay(TOY, playing.match.id, playing.rows, audience, 1))
        assert followed == [
            fold(TOY, playing.match.id, playing.rows[:version], audience)
            for version in range(1, playing.match.version + 1)
        ]


def test_a_transcript_follows_a_correction() -> None:
    playing = table()
    start = playing.match.version
    lay(playing, 0)
    corrected(playing, start)
    lines = list(transcript(TOY, playing.match.id, playing.rows, "corrected"))
    matches = list(replay_transcript(TOY, playing.match.id, lines[1:]))
    assert matches[-1].state == matches[start - 1].state
    assert goes_back(playing.rows)
    assert loads(lines[-1])["state"] == loads(lines[start])["state"]


@cases("back_to", ["-1", "10", "99"])
def test_a_record_whose_correction_does_not_go_back_is_none(back_to: str) -> None:
    playing = table()
    lay(playing, 0)
    corrected(playing, playing.match.version - 1)
    last = playing.rows[-1]
    assert last.position == 10
    forward = last._replace(public=last.public.replace('"back_to":8', f'"back_to":{back_to}'))
    with pytest.raises(ValueError, match="earlier version"):
        fold(TOY, playing.match.id, [*playing.rows[:-1], forward])


@cases("game", CATALOGUE.values())
def test_changes_of_newer_rules_are_the_options_by_which_the_game_goes_on_otherwise(game: Game[Any]) -> None:
    options = (*game.options, Option("later", ("new", "old"), since=2, formerly="old"))
    later = replace(game, revision=2, options=options)
    playing = Table(game, game.setup(None, 3, {}), b"\1" * 32, [b"salt"] * 3)
    playing.game, playing.match = later, fold(later, playing.match.id, playing.rows)
    changes = list_changes(playing.match)
    before = later.options_of(playing.match.setup)
    for seat in range(3):
        playing.goes_on(agree(playing.match, seat, later.revision, None))
    after = later.options_of(playing.match.setup)
    assert changes
    assert [*changes] == [(name, before[name], after[name]) for name in before if before[name] != after[name]]
    assert list_changes(playing.match) == []
