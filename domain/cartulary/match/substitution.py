"""Substitutes: another player goes on at a seat that its player offers, or that the others free.

The seat's hand and knowledge stay with the seat; what its player wrote does not.
"""

from collections.abc import Sequence

from cartulary.kernel.messages import Event
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.actions import FreeSeat, KeepSeat, OfferSeat
from cartulary.match.decision import Decision, happen
from cartulary.match.events.substitution import FreeingAgreed, SeatFreed, SeatKept, SeatOffered, SubstituteSeated
from cartulary.match.state import Match, require_playing


def decide_substitution(match: Match, seat: Seat, action: OfferSeat | KeepSeat | FreeSeat) -> Decision:
    """Decide an action that concerns a substitute. Raises Rejected."""
    require_playing(match)
    if seat not in match.game.remaining(match.state):
        raise Rejected("seat.left", "You have left this game.")
    match action:
        case OfferSeat():
            return offer(match, seat)
        case KeepSeat():
            return keep(match, seat)
        case FreeSeat(seat=freed):
            return free(match, seat, freed)


def offer(match: Match, seat: Seat) -> Decision:
    """A player offers the seat. Raises Rejected."""
    if seat in match.vacancies.offered:
        raise Rejected("seat.offered_already", "You offer your seat already; play on until somebody takes it.")
    return happen(match, SeatOffered(seat=seat))


def keep(match: Match, seat: Seat) -> Decision:
    """A player does not offer the seat any more. Raises Rejected."""
    if seat not in match.vacancies.offered:
        raise Rejected("seat.not_offered", "You do not offer your seat.")
    return happen(match, SeatKept(seat=seat))


def free(match: Match, seat: Seat, freed: Seat) -> Decision:
    """A seat votes to free another; the last vote frees it. Raises Rejected."""
    if freed == seat or freed not in match.out_of_time() or freed not in match.game.remaining(match.state):
        raise Rejected("seat.in_time", "Only a seat whose time has run out can be freed for a substitute.")
    if freed in match.vacant_seats():
        raise Rejected("seat.vacant_already", "A substitute may take that seat already.")
    voters, others = match.vacancies.voters(freed), match.people() - match.out_of_time()
    all_agree = voters | {seat} >= others
    if seat in voters and not all_agree:
        missing = ", ".join(str(other) for other in sorted(others - voters))
        raise Rejected("seat.agreed_already", f"You have agreed; seats {missing} have not voted yet.")
    agreed = FreeingAgreed(seat=seat, freed=freed)
    return happen(match, agreed, SeatFreed(seat=freed)) if all_agree else happen(match, agreed)


def list_former_seats(match: Match, player: str) -> list[Seat]:
    """Return the seats that a player has given up."""
    return [seat for seat, gone in match.former if gone == player]


def take_over(match: Match, player: str, seat: Seat | None, at: str, known: Sequence[Seat] = ()) -> Decision:
    """A substitute goes on at a vacant seat, by default the first.

    `known` are seats whose cards the player has seen. Raises Rejected.
    """
    vacant = match.vacant_seats()
    if not vacant:
        raise Rejected("seat.game_started", "Every seat of this game has been taken.")
    if (held := match.seat_of(player)) is not None:
        raise Rejected("seat.already_seated", f"You sit at this table already, on seat {held}.")
    if list_former_seats(match, player):
        raise Rejected("seat.has_sat", "You have sat at this table, and know the cards of that seat.")
    if seat is not None and seat not in vacant:
        raise Rejected("seat.taken", f"Seat {seat} is not free for you; free are {', '.join(map(str, vacant))}.")
    taken = vacant[0] if seat is None else seat
    if others := [each for each in known if each != taken]:
        raise Rejected("seat.has_seen", f"You have been a delegate of seat {others[0]}, and know its cards.")
    return happen(match, SubstituteSeated(seat=taken, player=player), *renew_clock(match, taken, at))


def renew_clock(match: Match, seat: Seat, at: str) -> list[Event]:
    """A clock by the turn that runs gives a substitute the whole turn; a bank of time goes on as it is."""
    clocks = match.clocks
    if clocks is None or seat not in clocks.running or clocks.settings.kind != "turn":
        return []
    return [clocks.start(seat, at, clocks.settings.seconds)]
