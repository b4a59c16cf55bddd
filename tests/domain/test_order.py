"""Whatever is out of place between the open table and the first card is found, even before the seed is known."""

from collections.abc import Sequence
from typing import Any

from cartulary.audit.report import Outcome
from cartulary.audit.verify import verify_lines
from cartulary.kernel.messages import Event
from cartulary.match.events.administration import GameCorrected
from cartulary.match.events.clock import TimeGiven
from cartulary.match.events.ending import VOID, end_game
from cartulary.match.events.fork import ForkBegan, Origin, SeatSaw
from cartulary.match.events.seating import (
    EntropyCommitted,
    EntropyOpened,
    OpeningsAwaited,
    OpeningsExpired,
    SeatCleared,
    SeatLeft,
    SeatTaken,
    StartAwaited,
    StartReached,
    TableClosed,
    TableExpired,
)
from cartulary.match.events.undo import ActionsTakenBack, TakeBackAgreed
from cartulary.match.seating import create, seat_commitment
from cartulary.match.terms import Terms
from cartulary.record.bundle import FORMAT, write_bundle
from cartulary.record.encode import record
from cartulary.record.event import RecordedEvent, RecordEnd
from tests.cases import cases
from tests.domain.table import AT, UNTIL
from tests.domain.toy_game import TOY, HandDealt, NumberLaid

ID = "00000000-0000-7000-8000-000000000007"
SEED = b"s" * 32
ENTROPY = [bytes([seat + 1] * 32) for seat in range(3)]
EARLY, LATE = "2026-01-01T12:00:00.000Z", "2026-01-03T00:00:00.000Z"

Ply = tuple[str, Sequence[Event]]


def taken(seat: int, entropy: bytes | None = None) -> SeatTaken:
    return SeatTaken(seat=seat, player=f"player {seat}", entropy=entropy, bot=None)


def commits(seat: int, of: int | None = None) -> EntropyCommitted:
    """A seat commits to what is its own, or another's."""
    of = seat if of is None else of
    return EntropyCommitted(seat=seat, commitment=seat_commitment(ID, of, ENTROPY[of]))


def opens(seat: int) -> EntropyOpened:
    return EntropyOpened(seat=seat, entropy=ENTROPY[seat])


def left(seat: int) -> SeatLeft:
    return SeatLeft(seat=seat)


def laid(seat: int) -> NumberLaid:
    return NumberLaid(seat=seat, number=(seat,))


AWAITED = OpeningsAwaited(until=UNTIL)
DEAL = [HandDealt(seat=seat, count=1, hand=(seat,)) for seat in range(3)]
VOIDED = end_game(VOID, ())
COMMITTED: tuple[Ply, ...] = (
    (AT, [taken(0), commits(0)]),
    (AT, [taken(1), commits(1)]),
    (AT, [taken(2), commits(2), AWAITED]),
)
OPENED: tuple[Ply, ...] = (*COMMITTED, (AT, [opens(2)]), (AT, [opens(0)]), (AT, [opens(1), *DEAL]))
DEALT: tuple[Ply, ...] = ((AT, [taken(0)]), (AT, [taken(1)]), (AT, [taken(2), *DEAL]))


def rows_of(plies: Sequence[Ply], terms: Terms, number: int, options: dict[str, Any]) -> list[RecordedEvent]:
    """The record of what is said to have happened, whether it could or not."""
    rows = create(TOY, ID, TOY.setup(None, number, options), SEED, AT, terms)
    for ply, (at, events) in enumerate(plies, 2):
        rows += record(RecordEnd(ID, SEED, len(rows), ply, rows[-1].hash), at, events)
    return rows


def seats(*plies: Ply, number: int = 3, fairness: str | None = None, **terms: Any) -> Outcome:
    """What the check of the seats comes to."""
    rows = rows_of(plies, Terms(**terms), number, {} if fairness is None else {"fairness": fairness})
    header = {"format": FORMAT, "id": ID, "game": TOY.id, "edition": "plain", "rules_sha256": None, "key": None}
    report = verify_lines([*write_bundle(header, rows, "")][:-1], {TOY.id: TOY})
    (outcome,) = (each for each in report.outcomes if each.check == "seats")
    return outcome


def found(*plies: Ply, **terms: Any) -> bool:
    """Whether the check of the seats does not hold, at the first event of the last ply or after it."""
    outcome = seats(*plies, **terms)
    first = 2 + sum(len(events) for _, events in plies[:-1])
    number = outcome.words.partition(":")[0].removeprefix("event ")
    return outcome.holds is False and number.isdecimal() and int(number) >= first


def committing(*plies: Ply) -> bool:
    """Whether that is found in a game whose seats commit."""
    return found(*plies, fairness="commit")


def test_a_table_may_be_left_and_filled_by_others() -> None:
    again: tuple[Ply, ...] = ((AT, [taken(1)]), (AT, [left(1)]), (AT, [taken(1)]), (AT, [left(1)]), *DEALT)
    assert seats(*again).words == "committed at event 1, 3 of 3 seats taken after it"
    assert seats(*again).holds
    assert seats(*again[:3]).words == "committed at event 1, 1 of 3 seats taken after it"
    whole: tuple[Ply, ...] = ((AT, [taken(1), commits(1)]), (AT, [left(1)]), *OPENED)
    assert seats(*whole, fairness="commit").holds


def test_it_is_said_how_many_seats_of_how_many_are_taken() -> None:
    for number in (0, 1, 2):
        outcome = seats(*DEALT[: min(number, 1)], *DEALT[1:number], number=2)
        assert outcome.words == f"committed at event 1, {number} of 2 seats taken after it"


@cases("size", [0, 31, 33])
def test_a_commitment_has_32_bytes(size: int) -> None:
    assert committing((AT, [taken(0), EntropyCommitted(seat=0, commitment=b"c" * size)]))
    assert seats((AT, [taken(0), EntropyCommitted(seat=0, commitment=b"c" * 32)]), fairness="commit").holds


@cases("opened", [0, 1, 2, 3])
def test_it_is_said_how_many_have_opened_what_they_had_committed_to(opened: int) -> None:
    outcome = seats(*OPENED[: 3 + opened], fairness="commit")
    assert outcome.holds
    assert outcome.words.endswith(f", {opened} of 3 opened what they had committed to")


def test_nobody_leaves_a_seat_that_nobody_had_or_a_table_that_is_full() -> None:
    assert found((AT, [left(0)]))
    assert found(*DEALT[:1], (AT, [left(1)]))
    assert found(*DEALT[:2], (AT, [taken(2)]), (AT, [left(1)]))
    assert committing(*COMMITTED, (AT, [left(0)]))


def test_a_seat_is_cleared_only_while_somebody_sits_there_and_the_table_has_not_filled() -> None:
    cleared = SeatCleared(seat=1)
    assert seats((AT, [taken(1)]), (AT, [cleared]), *DEALT).holds
    assert found((AT, [cleared]))
    assert found(*DEALT[:2], (AT, [taken(2)]), (AT, [cleared]))
    assert committing(*COMMITTED, (AT, [cleared]))


def test_a_table_is_closed_only_while_a_seat_is_free() -> None:
    assert seats(*DEALT[:2], (AT, [TableClosed(), VOIDED])).holds
    assert seats(*COMMITTED[:2], (AT, [TableClosed(), VOIDED]), fairness="commit").holds
    assert committing(*COMMITTED, (AT, [TableClosed(), VOIDED]))


def test_a_start_is_awaited_once_all_sit_and_the_game_begins_once_it_is_reached() -> None:
    awaited, reached = StartAwaited(until=UNTIL), StartReached(until=UNTIL)
    waits = (*DEALT[:2], (AT, [taken(2), awaited]))
    for at in (UNTIL, LATE):
        assert seats(*waits, (at, [reached, *DEAL])).holds
    assert seats(*waits, (AT, [TableClosed(), VOIDED])).holds
    assert found(*waits, (EARLY, [reached, *DEAL]))
    assert found(*waits, (LATE, [StartReached(until=EARLY), *DEAL]))
    assert found(*waits, (LATE, DEAL))
    assert found(*waits, (LATE, [reached]), (LATE, DEAL))
    assert found(*waits, (AT, [left(1)]))
    assert found(*DEALT[:1], (AT, [taken(1), awaited]))
    assert found(*DEALT[:2], (AT, [taken(2)]), (AT, [awaited]))
    assert found(*DEALT[:2], (AT, [taken(2), *DEAL]), (LATE, [reached]))


def test_a_seat_that_is_taken_is_not_taken_again() -> None:
    assert found((AT, [taken(1)]), (AT, [taken(1)]))


def test_where_seats_commit_none_shows_what_it_adds_when_it_sits_down() -> None:
    assert committing((AT, [taken(0, ENTROPY[0]), commits(0)]))
    assert seats((AT, [taken(0, ENTROPY[0])])).holds


def test_a_commitment_is_of_the_seat_that_was_taken_just_then_in_a_game_that_asks_for_it() -> None:
    assert found((AT, [taken(0), commits(0)]))
    assert committing((AT, [taken(0), commits(1)]))
    assert committing(*COMMITTED[:1], (AT, [taken(1), commits(0)]))
    assert committing(*COMMITTED[:1], (AT, [taken(1)]), (AT, [commits(1)]))
    assert committing((AT, [taken(0), commits(0), commits(0)]))


def test_openings_are_awaited_once_all_sit_and_have_committed() -> None:
    assert committing(*COMMITTED[:1], (AT, [taken(1), commits(1), AWAITED]))
    assert committing(*COMMITTED[:1], (AT, [taken(1)]), (AT, [taken(2), commits(2), AWAITED]))
    assert committing(*COMMITTED[:2], (AT, [taken(2), commits(2)]), (AT, [AWAITED]))
    assert committing(*COMMITTED[:2], (AT, [taken(2), commits(2), AWAITED, AWAITED]))


def test_a_seat_opens_once_and_in_time_and_what_it_had_committed_to() -> None:
    assert committing(*COMMITTED[:1], (AT, [opens(0)]))
    assert committing(*COMMITTED, (AT, [opens(0)]), (AT, [opens(0)]))
    assert committing(*COMMITTED, (AT, [EntropyOpened(seat=0, entropy=ENTROPY[1])]))
    assert seats(*COMMITTED, ("2026-01-01T23:59:59.999Z", [opens(0)]), fairness="commit").holds
    for late in (UNTIL, LATE):
        assert committing(*COMMITTED, (late, [opens(0)]))


def expired(until: str, *missing: int) -> list[Event]:
    """Openings did not come in time."""
    return [OpeningsExpired(until=until, seats=missing), VOIDED]


def test_a_game_is_void_for_openings_once_their_time_has_passed_and_for_those_that_are_missing() -> None:
    for at in (UNTIL, LATE):
        assert seats(*COMMITTED, (AT, [opens(1)]), (at, expired(UNTIL, 0, 2)), fairness="commit").holds
    assert committing(*COMMITTED, (EARLY, expired(UNTIL, 0, 1, 2)))
    for other in (EARLY, LATE):
        assert committing(*COMMITTED, (LATE, expired(other, 0, 1, 2)))
    for others in ((), (0,), (1,), (2,), (1, 2), (0, 1, 2)):
        assert committing(*COMMITTED, (AT, [opens(1)]), (UNTIL, expired(UNTIL, *others)))
    assert committing(*COMMITTED[:2], (UNTIL, expired(UNTIL, 2)))


def test_a_game_is_void_for_seats_that_are_free_once_the_time_to_fill_them_has_passed() -> None:
    void = [TableExpired(until=UNTIL), VOIDED]
    for at in (UNTIL, LATE):
        assert seats(*DEALT[:2], (at, void), open_until=UNTIL).holds
    assert found(*DEALT[:2], (EARLY, void), open_until=UNTIL)
    assert found(*DEALT[:2], (LATE, void))
    for other in (EARLY, LATE):
        assert found(*DEALT[:2], (LATE, [TableExpired(until=other), VOIDED]), open_until=UNTIL)
    assert found(*COMMITTED, (LATE, void), open_until=UNTIL, fairness="commit")


def test_no_card_comes_before_all_sit_and_have_opened() -> None:
    assert found(*DEALT[:1], (AT, [taken(1), *DEAL]))
    assert committing(*COMMITTED[:2], (AT, [taken(2), commits(2), *DEAL]))
    assert committing(*COMMITTED, (AT, [opens(0)]), (AT, [opens(1), *DEAL]))
    assert found(*DEALT[:2], (AT, [taken(2)]), (AT, DEAL))
    assert seats(*OPENED, fairness="commit").holds


def test_nobody_sits_down_or_leaves_once_the_game_has_begun() -> None:
    for event in (taken(0), left(0), SeatCleared(seat=0), opens(0), TableClosed(), TableExpired(until=UNTIL), AWAITED):
        assert found(*DEALT, (LATE, [event]))
    assert committing(*OPENED, (LATE, expired(UNTIL)))


def test_a_fork_begins_once_in_the_ply_of_who_sits_down_last() -> None:
    begins: list[Event] = [*(SeatSaw(seat=seat, state={}) for seat in range(3)), ForkBegan(state={}, whole={})]
    forked: tuple[Ply, ...] = (*DEALT[:2], (AT, [taken(2), *begins]))
    source = Origin(ID, 1)
    assert seats(*forked, (AT, [laid(0)]), forked_from=source).holds
    for event in (begins[0], begins[-1]):
        assert found(*forked, (AT, [event]), forked_from=source)
        assert found(*forked, (AT, [laid(0)]), (AT, [event]), forked_from=source)
    assert found(*DEALT[:2], (AT, [taken(2)]), (AT, begins), forked_from=source)


def test_every_seat_of_a_fork_sees_its_part_in_order_and_then_it_begins() -> None:
    saw, began = [SeatSaw(seat=seat, state={}) for seat in range(3)], ForkBegan(state={}, whole={})
    source = Origin(ID, 1)
    for begins in ([*saw[:2], began], [began], [saw[1], saw[0], saw[2], began], [*saw, saw[2], began], DEAL):
        assert found(*DEALT[:2], (AT, [taken(2), *begins]), forked_from=source), begins
    assert found(*DEALT[:2], (AT, [taken(2), *saw]), (AT, [laid(0)]), forked_from=source)
    assert found(*DEALT[:2], (AT, [taken(2), *saw, began]))


def test_an_event_that_begins_a_ply_does_not_stand_within_another() -> None:
    assert found((AT, [taken(0), taken(1)]))
    assert found((AT, [taken(0), left(0)]))
    assert committing(*COMMITTED, (AT, [opens(0), opens(1)]))


CREATED, FIRST = 1, 7
"""The versions at which the game is created, and at which its first number can be laid."""


@cases("back", [GameCorrected(by="o", reason="r", back_to=FIRST), ActionsTakenBack(seat=0, back_to=FIRST)])
def test_a_game_is_taken_back_to_the_end_of_an_earlier_ply_since_it_began(back: Any) -> None:
    played = (*DEALT, (AT, [laid(0)]), (AT, [laid(1)]))
    assert seats(*played, (AT, [back])).holds
    fields = {name: getattr(back, name) for name in ("by", "reason", "seat") if hasattr(back, name)}
    for version in (FIRST - 1, FIRST - 4, CREATED, 0, FIRST + 2):
        assert found(*played, (AT, [type(back)(**fields, back_to=version)])), version
    assert seats(*played, (AT, [type(back)(**fields, back_to=FIRST + 1)])).holds
    assert seats(*played, (AT, [back]), (AT, [type(back)(**fields, back_to=FIRST + 2)])).holds
    assert found(*played, (AT, [laid(2), back]))
    assert found(*played, (AT, [TimeGiven(seat=1, to=0, seconds=1), back]))
    assert found(*DEALT, (AT, [laid(0), laid(1)]), (AT, [type(back)(**fields, back_to=FIRST + 1)]))
    dealt_at_once: tuple[Ply, ...] = (*DEALT[:2], (AT, [taken(2), DEAL[0]]), (AT, [laid(0)]))
    assert seats(*dealt_at_once, (AT, [type(back)(**fields, back_to=5)])).holds
    assert found(*DEALT[:2], (AT, [type(back)(**fields, back_to=2)]))


def test_it_is_taken_back_in_the_ply_of_the_last_consent_and_corrected_in_one_of_its_own() -> None:
    consent = TakeBackAgreed(seat=1, back_to=FIRST)
    played = (*DEALT, (AT, [laid(0)]))
    assert seats(*played, (AT, [consent, ActionsTakenBack(seat=1, back_to=FIRST)])).holds
    assert found(*played, (AT, [consent, GameCorrected(by="o", reason="r", back_to=FIRST)]))
