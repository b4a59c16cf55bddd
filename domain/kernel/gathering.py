"""From the open table to the first card: seats are taken, and what they add to the shuffle is opened."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.digest import digest
from domain.kernel.lifecycle import (
    VOID,
    EntropyCommitted,
    EntropyOpened,
    OpeningsAwaited,
    OpeningsExpired,
    SeatTaken,
    ended,
)
from domain.kernel.match import Match, advanced, chance_of
from domain.kernel.messages import Event
from domain.kernel.rejected import Rejected
from domain.kernel.seats import Seat


class Sitting(NamedTuple):
    """Who sits down where, any free seat if none is named, and what 32 bytes he adds to the shuffle."""

    player: str
    seat: Seat | None = None
    entropy: bytes | None = None
    commitment: bytes | None = None
    """To entropy that is opened once all sit; see `seat_commitment`."""


def seat_commitment(game_id: str, seat: Seat, entropy: bytes) -> bytes:
    """What a seat says of its entropy when it commits to it."""
    return digest("seat-seed", game_id, seat, entropy)


def require_contribution(match: Match, sitting: Sitting) -> None:
    """What a player adds is what the game's option `fairness` asks for. Raises Rejected."""
    if not match.committing and sitting.commitment is not None:
        raise Rejected("seat.no_commitments", "This game takes entropy when you sit down, and no commitment.")
    if match.committing and sitting.entropy is not None:
        raise Rejected("seat.entropy_too_early", "In this game you commit first; your entropy is opened when all sit.")
    if match.committing and (sitting.commitment is None or sitting.seat is None):
        raise Rejected(
            "seat.commitment_needed",
            "In this game you name a seat, and commit to 32 random bytes for it, which you keep until all sit.",
        )


def sit_down(match: Match, sitting: Sitting, openings_until: str) -> list[Event]:
    """A player takes a seat; after the last one the cards are dealt, or openings awaited. Raises Rejected."""
    if match.status != "open" or not match.free_seats():
        raise Rejected("seat.game_started", "Every seat of this game has been taken.")
    if (held := match.seat_of(sitting.player)) is not None:
        raise Rejected("seat.already_seated", f"You sit at this table already, on seat {held}.")
    free = match.free_seats()
    seat = free[0] if sitting.seat is None else sitting.seat
    if seat not in free:
        raise Rejected("seat.taken", f"Seat {seat} is not free; free are {', '.join(map(str, free))}.")
    require_contribution(match, sitting)
    events: list[Event] = [SeatTaken(seat=seat, player=sitting.player, entropy=sitting.entropy)]
    if sitting.commitment is not None:
        events.append(EntropyCommitted(seat=seat, commitment=sitting.commitment))
    if len(free) > 1:
        return events
    if match.committing:
        return [*events, OpeningsAwaited(until=openings_until)]
    return [*events, *first_events(advanced(match, events))]


def open_entropy(match: Match, seat: Seat, entropy: bytes, at: str) -> list[Event]:
    """A seat opens what it committed to; after the last one the cards are dealt. Raises Rejected."""
    if match.openings_until is None or match.status != "open":
        raise Rejected("opening.not_awaited", "No openings are awaited in this game now.")
    if match.entropy[seat]:
        raise Rejected("opening.done", "You have opened your entropy already.")
    if at >= match.openings_until:
        raise Rejected("opening.too_late", f"Openings were awaited until {match.openings_until}; the game is void.")
    if seat_commitment(match.id, seat, entropy) != match.commitments[seat]:
        raise Rejected("opening.other_entropy", "This is not the entropy that your seat committed to.")
    opened = EntropyOpened(seat=seat, entropy=entropy)
    if match.unopened() != [seat]:
        return [opened]
    return [opened, *first_events(advanced(match, [opened]))]


def expire_openings(match: Match, at: str) -> list[Event]:
    """Whoever has not opened in time voids the game. Raises Rejected before the deadline."""
    if match.openings_until is None or match.status != "open" or at < match.openings_until:
        raise Rejected("opening.not_expired", "No deadline for openings has passed.")
    expired = OpeningsExpired(until=match.openings_until, seats=tuple(match.unopened()))
    return [expired, ended(VOID, ())]


def first_events(match: Match) -> Sequence[Event]:
    """The deal, or the setting up of the position, once all sit."""
    if match.position is not None:
        return match.game.begin_from(match.setup, match.position).events
    chance = chance_of(match)
    assert chance is not None
    return match.game.begin(match.setup, chance).events
