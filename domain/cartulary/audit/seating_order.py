"""Check of the seating order: every step from the open table to the first card comes in its place."""

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Any, Final

from cartulary.audit.authority import POSITION
from cartulary.kernel.messages import Event
from cartulary.match.events import BACKWARD
from cartulary.match.events.administration import GameCorrected
from cartulary.match.events.clock import ClockStarted
from cartulary.match.events.ending import VOID, GameEnded
from cartulary.match.events.fork import ForkBegan, SeatSaw
from cartulary.match.events.seating import (
    EntropyCommitted,
    EntropyOpened,
    GameCreated,
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
from cartulary.match.events.signing import ActionSigned
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.events.undo import ActionsTakenBack, TakeBackAgreed
from cartulary.match.evolve import fold, follow
from cartulary.match.game import Game
from cartulary.match.seating import seat_commitment
from cartulary.match.state import Match
from cartulary.record.bundle import Broken, Bundle
from cartulary.record.decode import decode_all, log_entries
from cartulary.record.event import RecordedEvent, time_of


def check_seats(game: Game[Any], bundle: Bundle) -> str:
    """The server committed first, then each seat was taken once, what seats committed to was opened, then it began."""
    gathering, begun = fold(game, bundle.header["id"], bundle.rows[:1]), None
    events = decode_all(game.event_types, [row._replace(private=None) for row in bundle.rows])
    for number, (event, row) in enumerate(zip(events, bundle.rows, strict=True)):
        check_shape(event, row)
        if number == 0:
            if not isinstance(event, GameCreated):
                raise Broken("it is not the creation of the game", row.position)
        elif begun is None:
            check_due(gathering, row, bundle.rows[number - 1])
            check_gathering(gathering, event, row, events[number - 1])
            if row.type != SeatSaw.NAME and row.type in (*find_beginnings(gathering), ForkBegan.NAME):
                begun = row.position
            elif isinstance(event, GATHERING):
                gathering = follow(gathering, log_entries(game.event_types, [row]))
        else:
            check_begun(event, bundle.rows, number, begun)
    taken = len(gathering.players) - len(gathering.free_seats())
    return f"committed at event 1, {taken} of {gathering.setup.seats} seats taken after it{openings(gathering)}"


def find_beginnings(match: Match) -> Collection[str]:
    """Return the types of events of which one begins the play: of a game that names none so, any of its own."""
    if match.terms.forked_from is not None:
        return [SeatSaw.NAME]
    own, begins = [each.NAME for each in match.game.events], POSITION if match.sandbox else STARTED
    return [begins] if begins in own else own


def check_due(gathering: Match, row: RecordedEvent, before: RecordedEvent) -> None:
    """Check that an event is one that may follow the one before it until the game has begun."""
    due, within = next_due(gathering, before)
    if row.type not in due:
        raise Broken(f"{row.type} comes where {' or '.join(due) or 'nothing'} was due", row.position)
    if (row.ply == before.ply) != within:
        raise Broken(f"{row.type} is {'not ' if within else ''}in the ply of {before.type}", row.position)


def next_due(match: Match, before: RecordedEvent) -> tuple[Collection[str], bool]:
    """Return the types of which one follows an event until the game has begun, and whether in its ply."""
    begins = find_beginnings(match)
    match before.type:
        case SeatTaken.NAME if match.committing:
            return [EntropyCommitted.NAME], True
        case SeatTaken.NAME if not match.free_seats():
            return [*begins, StartAwaited.NAME], True
        case EntropyCommitted.NAME if not match.free_seats():
            return [OpeningsAwaited.NAME], True
        case EntropyOpened.NAME if not match.seats_to_open():
            return begins, True
        case StartReached.NAME:
            return begins, True
        case SeatSaw.NAME:
            return [ForkBegan.NAME if before.seat == match.setup.seats - 1 else SeatSaw.NAME], True
        case TableClosed.NAME | TableExpired.NAME | OpeningsExpired.NAME:
            return [GameEnded.NAME], True
        case GameEnded.NAME:
            return [], False
    if match.starts_at is not None:
        return [StartReached.NAME, TableClosed.NAME], False
    if match.openings_until is not None:
        return [EntropyOpened.NAME, OpeningsExpired.NAME], False
    return [SeatTaken.NAME, SeatLeft.NAME, SeatCleared.NAME, TableClosed.NAME, TableExpired.NAME], False


def check_begun(event: Event, rows: Sequence[RecordedEvent], number: int, begun: int) -> None:
    """Check that nothing belongs before the beginning or follows the end, and where the game goes back to."""
    row, before = rows[number], rows[number - 1]
    if before.type == GameEnded.NAME:
        raise Broken("it comes after the end of the game", row.position)
    if isinstance(event, (*GATHERING, SeatSaw, ForkBegan)) or row.type in (STARTED, POSITION):
        raise Broken(f"{row.type} comes after the game began", row.position)
    ply = takewhile(lambda each: each.ply == row.ply, map(rows.__getitem__, range(number - 1, begun - 1, -1)))
    if row.type != ClockStarted.NAME and any(each.type in BACKWARD for each in ply):
        raise Broken("what goes back does not end its ply", row.position)
    if isinstance(event, GameCorrected | ActionsTakenBack):
        check_back(event, rows[:number], row, begun)


def check_shape(event: Event, row: RecordedEvent) -> None:
    """Check whom it is about, and the length of seeds and of commitments to them."""
    if (row.seat is None) == hasattr(event, "seat"):
        raise Broken("it is about a seat though such an event is not, or about none", row.position)
    match event:
        case GameCreated(server_commit=secret) | EntropyCommitted(commitment=secret) | EntropyOpened(entropy=secret):
            require_32_bytes(secret, row.position)
        case SeatTaken(entropy=secret) if secret is not None:
            require_32_bytes(secret, row.position)


def require_32_bytes(secret: bytes, position: int) -> None:
    if len(secret) != SEED_BYTES:
        raise Broken("a seed, or a commitment to one, has 32 bytes", position)


def check_back(
    event: GameCorrected | ActionsTakenBack, earlier: Sequence[RecordedEvent], row: RecordedEvent, begun: int
) -> None:
    """Check that a correction or take-back goes back to the end of an earlier ply of the game."""
    back_to, last = event.back_to, earlier[-1]
    if row.ply == last.ply and not (isinstance(event, ActionsTakenBack) and last.type in LEADS_BACK):
        raise Broken("nothing can be taken back here", row.position)
    if not 0 < back_to < len(earlier) or earlier[back_to - 1].ply == earlier[back_to].ply:
        raise Broken(f"version {back_to} is not the end of an earlier ply", row.position)
    if back_to < begun:
        raise Broken(f"at version {back_to} the game had not begun", row.position)
    if any(each.type == SubstituteSeated.NAME for each in earlier[back_to:]):
        raise Broken(f"a substitute has sat down after version {back_to}", row.position)


LEADS_BACK: Final = (TakeBackAgreed.NAME, ActionSigned.NAME)
"""Events after which a seat takes back within the same ply."""
STARTED: Final = "GameStarted"
"""The event by which a game tells that cards were shuffled and the play begins."""
SEED_BYTES: Final = 32
GATHERING: Final = (
    GameCreated,
    SeatTaken,
    SeatLeft,
    SeatCleared,
    TableClosed,
    TableExpired,
    StartAwaited,
    StartReached,
    EntropyCommitted,
    OpeningsAwaited,
    EntropyOpened,
    OpeningsExpired,
)


def check_gathering(match: Match, event: Event, row: RecordedEvent, before: Event) -> None:
    """Check one step between the open table and the first card, which comes where it is due."""
    at, where = time_of(row), row.position
    match event:
        case SeatTaken(seat=seat):
            if match.players[seat] is not None:
                raise Broken(f"seat {seat} was taken twice", where)
            if match.committing and event.entropy is not None:
                raise Broken("entropy was shown where it was to be committed to", where)
        case EntropyCommitted(seat=seat):
            if match.players[seat] is None or match.commitments[seat]:
                raise Broken("no commitment of that seat belongs here", where)
        case SeatLeft(seat=seat) | SeatCleared(seat=seat):
            if match.players[seat] is None:
                raise Broken("nobody could leave that seat", where)
        case StartReached(until=until):
            if until != match.starts_at or at < until:
                raise Broken("no start was awaited at this time", where)
        case TableExpired(until=until):
            if until != match.terms.open_until or at < until:
                raise Broken("no deadline had passed", where)
        case EntropyOpened() | OpeningsExpired():
            check_openings(match, event, row)
        case SeatSaw(seat=seat):
            if seat != (before.seat + 1 if isinstance(before, SeatSaw) else 0):
                raise Broken("not every seat is shown its part of the position, in order", where)
        case GameEnded(kind=kind):
            if kind != VOID:
                raise Broken("the game ends before it began, and is not void", where)
        case _:
            pass


def check_openings(match: Match, event: EntropyOpened | OpeningsExpired, row: RecordedEvent) -> None:
    """Check one step of the opening of what seats have committed to, until a time."""
    at, until, where = time_of(row), match.openings_until, row.position
    assert until is not None
    match event:
        case EntropyOpened(seat=seat, entropy=entropy):
            if match.entropy[seat] or at >= until:
                raise Broken("no opening of that seat belongs here", where)
            if seat_commitment(match.id, seat, entropy) != match.commitments[seat]:
                raise Broken(f"seat {seat} opened something else than it had committed to", where)
        case OpeningsExpired(seats=seats):
            if at < until or event.until != until:
                raise Broken("no deadline had passed", where)
            if list(seats) != match.seats_to_open():
                raise Broken("these are not the seats that had not opened", where)


def openings(match: Match) -> str:
    """Describe how many seats have revealed their committed entropy."""
    if not match.committing:
        return ""
    opened = match.setup.seats - len(match.seats_to_open())
    return f", {opened} of {match.setup.seats} opened what they had committed to"
