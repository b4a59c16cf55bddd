"""That a match gathered in the right order: each step from the open table to the first card in its place."""

from typing import Any, Final

from domain.kernel.bundle import Broken, Bundle
from domain.kernel.game import Game
from domain.kernel.gathering import seat_commitment
from domain.kernel.lifecycle import (
    EntropyCommitted,
    EntropyOpened,
    GameCreated,
    GameEnded,
    OpeningsAwaited,
    OpeningsExpired,
    SeatLeft,
    SeatTaken,
    TableExpired,
)
from domain.kernel.match import Match, folded, followed
from domain.kernel.messages import Event
from domain.kernel.record import Recorded, read, recorded_at


def check_seats(game: Game[Any], bundle: Bundle) -> str:
    """The server committed first, then each seat was taken once, what seats committed to was opened, then it began."""
    gathering: Match | None = None
    begun = False
    for row in bundle.rows:
        event = read(game.event_types, row.public, None)
        if gathering is None:
            if not isinstance(event, GameCreated):
                raise Broken("it is not the creation of the game", row.position)
            gathering = folded(game, bundle.header["id"], bundle.rows[:1])
        elif isinstance(event, GATHERING):
            if begun:
                raise Broken("it comes after the game has begun", row.position)
            check_gathering(gathering, event, row)
            gathering = followed(gathering, [row])
        elif not begun and not isinstance(event, GameEnded):
            check_complete(gathering, row)
            begun = True
    assert gathering is not None
    taken = len(gathering.players) - len(gathering.free_seats())
    return f"committed at event 1, {taken} of {gathering.setup.seats} seats taken after it{openings(gathering)}"


GATHERING: Final = (
    GameCreated,
    SeatTaken,
    SeatLeft,
    TableExpired,
    EntropyCommitted,
    OpeningsAwaited,
    EntropyOpened,
    OpeningsExpired,
)


def check_gathering(match: Match, event: Event, row: Recorded) -> None:
    """One step on the way to the first card comes in its place."""
    at, where = recorded_at(row), row.position
    match event:
        case SeatTaken():
            if match.players[event.seat] is not None:
                raise Broken(f"seat {event.seat} was taken twice", where)
            if match.committing and event.entropy is not None:
                raise Broken("entropy was shown where it was to be committed to", where)
        case EntropyCommitted():
            if not match.committing or match.players[event.seat] is None or match.commitments[event.seat]:
                raise Broken("no commitment of that seat belongs here", where)
        case SeatLeft():
            if match.players[event.seat] is None or not match.free_seats():
                raise Broken("nobody could leave that seat", where)
        case TableExpired():
            if not match.free_seats() or event.until != match.terms.open_until or at < event.until:
                raise Broken("no deadline had passed", where)
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
            if list(event.seats) != match.unopened():
                raise Broken("these are not the seats that had not opened", where)
        case _:
            raise Broken("the game was created twice", where)


def check_complete(match: Match, row: Recorded) -> None:
    """All sit, and what was committed to is open."""
    if match.free_seats():
        raise Broken("the seats were not all taken before the first card", row.position)
    if match.committing and match.unopened():
        raise Broken("not all that seats had committed to was opened before the first card", row.position)


def openings(match: Match) -> str:
    """How far what seats committed to is open, in words."""
    if not match.committing:
        return ""
    return f", {match.setup.seats - len(match.unopened())} of {match.setup.seats} opened what they had committed to"
