"""What seats commit to is opened in order and in time, or the game is void, and nobody could choose the deck."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.kernel.gathering import Sitting, create, expire, open_entropy, seat_commitment, sit_down
from domain.kernel.lifecycle import GameEnded
from domain.kernel.match import Match, act, continued, folded, followed
from domain.kernel.messages import Event
from domain.kernel.rejected import Rejected
from domain.kernel.terms import Terms
from tests.domain.table import AT, UNTIL
from tests.domain.toy_game import TOY, Lay

ID = "00000000-0000-7000-8000-000000000007"
SEED = b"s" * 32
ENTROPY = [bytes([seat + 1] * 32) for seat in range(3)]


def opened(**options: Any) -> Match:
    """A table for three at which nobody sits."""
    return folded(TOY, ID, create(TOY, ID, TOY.setup(None, 3, options), SEED, AT, Terms()))


def after(match: Match, events: list[Event]) -> Match:
    """The match once they have happened."""
    return followed(match, continued(match, AT, events))


def committed(match: Match, seat: int) -> list[Event]:
    """What happens when a player sits down there and commits."""
    sitting = Sitting(f"player {seat}", seat, None, seat_commitment(ID, seat, ENTROPY[seat]))
    return sit_down(match, sitting, UNTIL)


def gathered() -> Match:
    """All three sit, and nobody has opened."""
    match = opened(fairness="commit")
    for seat in range(3):
        match = after(match, committed(match, seat))
    return match


def rule_of(attempt: Callable[[], object]) -> str:
    """The rule by which something is refused."""
    with pytest.raises(Rejected) as refused:
        attempt()
    return refused.value.rule


def test_the_game_begins_with_the_last_opening_in_whatever_order_they_come() -> None:
    match = gathered()
    assert (match.status, match.to_act(), match.state, match.openings_until) == ("open", [0, 1, 2], None, UNTIL)
    match = after(match, open_entropy(match, 2, ENTROPY[2], AT))
    match = after(match, open_entropy(match, 0, ENTROPY[0], AT))
    assert (match.status, match.to_act()) == ("open", [1])
    last = open_entropy(match, 1, ENTROPY[1], AT)
    assert [each.NAME for each in last] == ["EntropyOpened", "DeckShuffled", *["HandDealt"] * 3]
    assert (after(match, last).status, after(match, last).to_act()) == ("playing", [0, 1, 2])


def test_openings_are_awaited_once_the_last_seat_has_committed() -> None:
    match = opened(fairness="commit")
    assert [each.NAME for each in committed(match, 1)] == ["SeatTaken", "EntropyCommitted"]
    match = after(after(match, committed(match, 1)), committed(match, 2))
    assert match.openings_until is None
    assert [each.NAME for each in committed(match, 0)] == ["SeatTaken", "EntropyCommitted", "OpeningsAwaited"]


def test_the_deck_comes_from_what_was_opened_and_is_the_one_that_open_entropy_gives() -> None:
    match = gathered()
    for seat in range(3):
        match = after(match, open_entropy(match, seat, ENTROPY[seat], AT))
    plain = opened()
    for seat in range(3):
        plain = after(plain, sit_down(plain, Sitting(f"player {seat}", seat, ENTROPY[seat]), UNTIL))
    assert match.state.hands == plain.state.hands


def test_what_a_player_adds_is_what_the_option_asks_for() -> None:
    committing, plain = opened(fairness="commit"), opened()
    given = seat_commitment(ID, 0, ENTROPY[0])
    for match, sitting, rule in (
        (committing, Sitting("ann", 0), "seat.commitment_needed"),
        (committing, Sitting("ann", None, None, given), "seat.commitment_needed"),
        (committing, Sitting("ann", 0, ENTROPY[0], given), "seat.entropy_too_early"),
        (plain, Sitting("ann", 0, None, given), "seat.no_commitments"),
    ):
        with pytest.raises(Rejected) as refused:
            sit_down(match, sitting, UNTIL)
        assert refused.value.rule == rule


def test_an_opening_is_refused_out_of_its_time_or_of_something_else() -> None:
    match = gathered()
    first = opened(fairness="commit")
    half = after(first, committed(first, 0))
    assert rule_of(lambda: open_entropy(half, 0, ENTROPY[0], AT)) == "opening.not_awaited"
    assert rule_of(lambda: open_entropy(match, 0, ENTROPY[1], AT)) == "opening.other_entropy"
    assert rule_of(lambda: open_entropy(match, 0, ENTROPY[0], UNTIL)) == "opening.too_late"
    once = after(match, open_entropy(match, 0, ENTROPY[0], AT))
    assert rule_of(lambda: open_entropy(once, 0, ENTROPY[0], AT)) == "opening.done"
    assert rule_of(lambda: sit_down(match, Sitting("dan", None, None, b"c" * 32), UNTIL)) == "seat.game_started"
    assert rule_of(lambda: act(match, 0, Lay(number=(1,)))) == "game.not_started"


def test_who_does_not_open_in_time_voids_the_game_and_is_named() -> None:
    match = gathered()
    match = after(match, open_entropy(match, 1, ENTROPY[1], AT))
    assert rule_of(lambda: expire(match, AT)) == "deadline.not_passed"
    expired, ended = expire(match, UNTIL)
    assert (expired.NAME, getattr(expired, "seats", None), getattr(expired, "until", None)) == (
        "OpeningsExpired",
        (0, 2),
        UNTIL,
    )
    assert isinstance(ended, GameEnded)
    over = after(match, [expired, ended])
    assert (over.status, over.to_act(), over.state) == ("abandoned", [], None)
    assert over.result is not None
    assert (over.result.kind, over.result.winners, over.result.server_seed) == ("void", (), SEED)
    assert rule_of(lambda: expire(over, UNTIL)) == "deadline.not_passed"
    assert rule_of(lambda: open_entropy(over, 0, ENTROPY[0], AT)) == "opening.not_awaited"


def test_no_deadline_ends_a_game_that_awaits_no_openings() -> None:
    match = opened()
    assert rule_of(lambda: expire(match, UNTIL)) == "deadline.not_passed"


def test_a_commitment_is_to_one_seat_of_one_game() -> None:
    one = seat_commitment(ID, 0, ENTROPY[0])
    others = {seat_commitment(ID, 1, ENTROPY[0]), seat_commitment(ID[:-1] + "8", 0, ENTROPY[0])}
    assert one not in others
    assert one == seat_commitment(ID, 0, ENTROPY[0])
