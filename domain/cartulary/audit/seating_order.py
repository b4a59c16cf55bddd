"""Check of the seating order: every step from the open table to the first card comes in its place."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cartulary.kernel.messages import Event
from cartulary.match.events.administration import GameCorrected
from cartulary.match.events.ending import GameEnded
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
from cartulary.match.events.undo import ActionsTakenBack, TakeBackAgreed
from cartulary.match.evolve import fold, follow
from cartulary.match.game import Game
from cartulary.match.seating import seat_commitment
from cartulary.match.state import Match
from cartulary.record.bundle import Broken, Bundle
from cartulary.record.decode import decode, log_entries
from cartulary.record.event import RecordedEvent, time_of


def check_seats(game: Game[Any], bundle: Bundle) -> str:
    """The server committed first, then each seat was taken once, what seats committed to was opened, then it began."""
    gathering: Match | None = None
    begun: int | None = None
    for number, row in enumerate(bundle.rows):
        event = decode(game.event_types, row._replace(private=None))
        check_shape(event, row)
        if gathering is None:
            if not isinstance(event, GameCreated):
                raise Broken("it is not the creation of the game", row.position)
            gathering = fold(game, bundle.header["id"], bundle.rows[:1])
        elif isinstance(event, GATHERING):
            if begun:
                raise Broken("it comes after the game has begun", row.position)
            check_place(event, row, bundle.rows[number - 1])
            check_gathering(gathering, event, row)
            gathering = follow(gathering, log_entries(game.event_types, [row]))
        elif isinstance(event, GameCorrected | ActionsTakenBack):
            check_back(event, bundle.rows[:number], row, begun)
        elif not begun and not isinstance(event, GameEnded):
            check_complete(gathering, row, bundle.rows[number - 1])
            begun = row.position
        elif begun and isinstance(event, SeatSaw | ForkBegan) and row.ply != bundle.rows[begun - 1].ply:
            raise Broken("a fork begins once", row.position)
    assert gathering is not None
    taken = len(gathering.players) - len(gathering.free_seats())
    return f"committed at event 1, {taken} of {gathering.setup.seats} seats taken after it{openings(gathering)}"


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


def check_place(event: Event, row: RecordedEvent, before: RecordedEvent) -> None:
    """Check that an event begins a ply, or continues the ply of the event that it belongs to."""
    belongs_to = FOLLOWS.get(type(event))
    if belongs_to is None and row.ply == before.ply:
        raise Broken("it begins no ply", row.position)
    if belongs_to is not None and (row.ply, belongs_to) != (before.ply, before.type):
        raise Broken(f"it does not follow {belongs_to} in the same ply", row.position)


def check_back(
    event: GameCorrected | ActionsTakenBack, earlier: Sequence[RecordedEvent], row: RecordedEvent, begun: int | None
) -> None:
    """Check that a correction or take-back goes back to the end of an earlier ply of the game."""
    back_to, last = event.back_to, earlier[-1]
    begins = row.ply != last.ply or (isinstance(event, ActionsTakenBack) and last.type in LEADS_BACK)
    if begun is None or not begins or isinstance(back_to, bool):
        raise Broken("nothing can be taken back here", row.position)
    if not 0 < back_to < len(earlier) or earlier[back_to - 1].ply == earlier[back_to].ply:
        raise Broken(f"version {back_to} is not the end of an earlier ply", row.position)
    if back_to < begun:
        raise Broken(f"at version {back_to} the game had not begun", row.position)


LEADS_BACK: Final = (TakeBackAgreed.NAME, ActionSigned.NAME)
"""Events after which a seat takes back within the same ply."""
FOLLOWS: Final[Mapping[type[Event], str]] = {
    EntropyCommitted: SeatTaken.NAME,
    OpeningsAwaited: EntropyCommitted.NAME,
    StartAwaited: SeatTaken.NAME,
}
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


def check_gathering(match: Match, event: Event, row: RecordedEvent) -> None:
    """Check one step between the open table and the first card."""
    at, where = time_of(row), row.position
    match event:
        case SeatTaken():
            if match.players[event.seat] is not None:
                raise Broken(f"seat {event.seat} was taken twice", where)
            if match.committing and event.entropy is not None:
                raise Broken("entropy was shown where it was to be committed to", where)
        case EntropyCommitted():
            if not match.committing or match.players[event.seat] is None or match.commitments[event.seat]:
                raise Broken("no commitment of that seat belongs here", where)
        case SeatLeft() | SeatCleared():
            if match.players[event.seat] is None or not match.free_seats():
                raise Broken("nobody could leave that seat", where)
        case TableClosed():
            if not match.free_seats() and match.starts_at is None:
                raise Broken("the table had filled", where)
        case StartAwaited():
            if match.free_seats() or match.committing:
                raise Broken("the start is awaited before all seats are taken", where)
        case StartReached():
            if match.starts_at is None or event.until != match.starts_at or at < event.until:
                raise Broken("no start was awaited at this time", where)
        case TableExpired():
            if not match.free_seats() or event.until != match.terms.open_until or at < event.until:
                raise Broken("no deadline had passed", where)
        case OpeningsAwaited() | EntropyOpened() | OpeningsExpired():
            check_openings(match, event, row)
        case _:
            raise Broken("the game was created twice", where)


def check_openings(match: Match, event: OpeningsAwaited | EntropyOpened | OpeningsExpired, row: RecordedEvent) -> None:
    """Check one step of the opening of what seats have committed to."""
    at, where = time_of(row), row.position
    match event:
        case OpeningsAwaited():
            if match.free_seats() or not all(match.commitments) or match.openings_until is not None:
                raise Broken("openings are awaited before all seats have committed", where)
        case EntropyOpened():
            if match.openings_until is None or match.entropy[event.seat] or at >= match.openings_until:
                raise Broken("no opening of that seat belongs here", where)
            if seat_commitment(match.id, event.seat, event.entropy) != match.commitments[event.seat]:
                raise Broken(f"seat {event.seat} opened something else than it had committed to", where)
        case OpeningsExpired():
            if match.openings_until is None or at < match.openings_until or event.until != match.openings_until:
                raise Broken("no deadline had passed", where)
            if list(event.seats) != match.seats_to_open():
                raise Broken("these are not the seats that had not opened", where)


def check_complete(match: Match, row: RecordedEvent, before: RecordedEvent) -> None:
    """All sit, what was committed to is open, and the game begins in the ply of who was last."""
    if match.free_seats():
        raise Broken("the seats were not all taken before the first card", row.position)
    if match.starts_at is not None:
        raise Broken("the game began before its time", row.position)
    if match.committing and match.seats_to_open():
        raise Broken("not all that seats had committed to was opened before the first card", row.position)
    if row.ply != before.ply:
        raise Broken("the game does not begin in the ply of who was last", row.position)


def openings(match: Match) -> str:
    """Describe how many seats have revealed their committed entropy."""
    if not match.committing:
        return ""
    opened = match.setup.seats - len(match.seats_to_open())
    return f", {opened} of {match.setup.seats} opened what they had committed to"
