"""Seating: from the open table to the first card. Seats are taken, committed entropy is revealed, cards are dealt."""

from typing import Any, NamedTuple

from cartulary.kernel.hashing import digest
from cartulary.kernel.messages import Event
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.clock.settings import require_clock
from cartulary.match.decision import Decision, happen, of_game
from cartulary.match.events.ending import VOID, end_game
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
from cartulary.match.fork import fork_events
from cartulary.match.game import Game, Setup
from cartulary.match.state import Match, chance_of
from cartulary.match.terms import Terms
from cartulary.record.encode import record
from cartulary.record.event import RecordedEvent, RecordEnd, genesis, seed_commitment


class Sitting(NamedTuple):
    """A player's request for a seat (None: any free one), with 32 bytes of entropy for the shuffle."""

    player: str
    seat: Seat | None = None
    entropy: bytes | None = None
    commitment: bytes | None = None
    """To entropy that is opened once all sit; see `seat_commitment`."""
    bot: str | None = None
    """The bot's strategy; None for a person."""


def create(game: Game[Any], game_id: str, setup: Setup, seed: bytes, at: str, terms: Terms) -> list[RecordedEvent]:
    """The first event of a new match. Raises Rejected for an impossible position."""
    position = terms.position
    if position is not None and terms.forked_from is None:
        game.begin_from(setup, position)
    if terms.clock is not None:
        require_clock(terms.clock)
    created = GameCreated(
        game=game.id,
        edition=setup.edition,
        seats=setup.seats,
        options=dict(setup.options),
        sandbox=position is not None,
        server_commit=seed_commitment(game_id, seed),
        server_seed=seed,
        position=None if position is None else dict(position),
        rules_sha256=terms.rules_sha256,
        revision=setup.revision,
        creator=terms.creator,
        private=terms.private,
        reserved=terms.reserved,
        rematch_of=terms.rematch_of,
        open_until=terms.open_until,
        clock=terms.clock,
        forked_from=terms.forked_from,
    )
    return record(RecordEnd(game_id, seed, 0, 1, genesis(game_id)), at, [created])


def seat_commitment(game_id: str, seat: Seat, entropy: bytes) -> bytes:
    """Return a seat's commitment to its entropy."""
    return digest("seat-seed", game_id, seat, entropy)


def require_contribution(match: Match, sitting: Sitting) -> None:
    """Check a player's contribution against the option `fairness`. Raises Rejected."""
    if match.vacant_seats():
        if sitting.entropy or sitting.commitment:
            raise Rejected("seat.cards_dealt", "The cards are dealt; a substitute sends no entropy and no commitment.")
        return
    if not match.committing and sitting.commitment is not None:
        raise Rejected("seat.no_commitments", "This game takes entropy when you sit down, and no commitment.")
    if match.committing and sitting.bot is not None:
        raise Rejected("seat.bots_cannot_commit", "In this game everybody commits to entropy, and bots have none.")
    if match.committing and sitting.entropy is not None:
        raise Rejected("seat.entropy_too_early", "In this game you commit first; your entropy is opened when all sit.")
    if match.committing and (sitting.commitment is None or sitting.seat is None):
        raise Rejected(
            "seat.commitment_needed",
            "In this game you name a seat, and commit to 32 random bytes for it, which you keep until all sit.",
        )


def sit_down(match: Match, sitting: Sitting, openings_until: str, starts_at: str | None = None) -> Decision:
    """A player takes a seat; after the last one the cards are dealt, or openings or the start awaited.

    Raises Rejected.
    """
    if match.status != "open" or not match.free_seats():
        raise Rejected("seat.game_started", "This table has filled or is closed.")
    if (held := match.seat_of(sitting.player)) is not None:
        raise Rejected("seat.already_seated", f"You sit at this table already, on seat {held}.")
    free = match.free_to(sitting.player)
    if not free:
        raise Rejected("seat.reserved", "The seats of this rematch are kept for those who sat on them.")
    seat = free[0] if sitting.seat is None else sitting.seat
    if seat not in free:
        raise Rejected("seat.taken", f"Seat {seat} is not free for you; free are {', '.join(map(str, free))}.")
    require_contribution(match, sitting)
    events: list[Event] = [SeatTaken(seat=seat, player=sitting.player, entropy=sitting.entropy, bot=sitting.bot)]
    if sitting.commitment is not None:
        events.append(EntropyCommitted(seat=seat, commitment=sitting.commitment))
    if len(match.free_seats()) > 1:
        return happen(match, *events)
    if match.committing:
        return happen(match, *events, OpeningsAwaited(until=openings_until))
    if starts_at is not None:
        return happen(match, *events, StartAwaited(until=starts_at))
    seated = happen(match, *events)
    return seated.then(begin(seated.after))


def leave(match: Match, seat: Seat) -> Decision:
    """A player leaves before the game has begun. Raises Rejected."""
    if match.status != "open" or not match.free_seats():
        raise Rejected(
            "seat.game_started", "This table has filled or is closed; once the game is being played you can resign."
        )
    require_taken(match, seat)
    return happen(match, SeatLeft(seat=seat))


def clear_seat(match: Match, seat: Seat) -> Decision:
    """The creator of the table removes who sits there, before it has filled. Raises Rejected."""
    if match.status != "open" or not match.free_seats():
        raise Rejected("seat.game_started", "This table has filled or is closed; nobody can be removed any more.")
    require_taken(match, seat)
    return happen(match, SeatCleared(seat=seat))


def require_taken(match: Match, seat: Seat) -> None:
    if seat >= match.setup.seats or match.players[seat] is None:
        raise Rejected("seat.not_taken", f"Nobody sits on seat {seat}.")


def close_table(match: Match) -> Decision:
    """Close a table that has not filled, or whose start is awaited: the game is void. Raises Rejected."""
    if match.status != "open" or not (match.free_seats() or match.starts_at):
        raise Rejected("seat.game_started", "This table has filled or is closed.")
    return happen(match, TableClosed(), end_game(VOID, ()))


def open_entropy(match: Match, seat: Seat, entropy: bytes, at: str) -> Decision:
    """A seat opens what it committed to; after the last one the cards are dealt. Raises Rejected."""
    if match.openings_until is None or match.status != "open":
        raise Rejected("opening.not_awaited", "No openings are awaited in this game now.")
    if match.entropy[seat]:
        raise Rejected("opening.done", "You have opened your entropy already.")
    if at >= match.openings_until:
        raise Rejected("opening.too_late", f"Openings were awaited until {match.openings_until}; the game is void.")
    if seat_commitment(match.id, seat, entropy) != match.commitments[seat]:
        raise Rejected("opening.other_entropy", "This is not the entropy that your seat committed to.")
    opened = happen(match, EntropyOpened(seat=seat, entropy=entropy))
    return opened if opened.after.seats_to_open() else opened.then(begin(opened.after))


def expire(match: Match, at: str) -> Decision:
    """A game begins whose start was awaited; one that did not fill, or was not opened in time, is void.

    Raises Rejected before the deadline.
    """
    if match.deadline is None or at < match.deadline:
        raise Rejected("deadline.not_passed", "No deadline of this game has passed.")
    if match.starts_at is not None:
        reached = happen(match, StartReached(until=match.starts_at))
        return reached.then(begin(reached.after))
    if match.openings_until is None:
        return happen(match, TableExpired(until=match.deadline), end_game(VOID, ()))
    expired = OpeningsExpired(until=match.openings_until, seats=tuple(match.seats_to_open()))
    return happen(match, expired, end_game(VOID, ()))


def begin(match: Match) -> Decision:
    """Decide the deal, or the set-up of a position, once all sit."""
    if match.terms.forked_from is not None:
        return happen(match, *fork_events(match))
    if match.terms.position is not None:
        return of_game(match, match.game.begin_from(match.setup, match.terms.position))
    chance = chance_of(match)
    assert chance is not None
    return of_game(match, match.game.begin(match.setup, chance))
