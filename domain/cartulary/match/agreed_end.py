"""Ending a game by agreement: as a draw, without a result, or scored as it stands."""

from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.actions import EndKind
from cartulary.match.decision import Decision, happen, of_game
from cartulary.match.events.ending import DRAW, VOID, EndAgreed, end_game
from cartulary.match.state import Match, chance_of, require_playing


def agree_to_end(match: Match, seat: Seat, how: EndKind) -> Decision:
    """A seat would end the game so; once all would, it ends. Raises Rejected."""
    require_playing(match)
    if seat not in match.game.remaining(match.state):
        raise Rejected("end.left", "You have left this game.")
    for_it = {other for other, wanted in match.wants_end.items() if wanted == how}
    all_agree = for_it | {seat} >= match.people()
    if seat in for_it and not all_agree:
        missing = ", ".join(str(other) for other in sorted(match.people() - for_it))
        raise Rejected("end.agreed_already", f"You have agreed; the game still waits for seats {missing}.")
    agreed = happen(match, EndAgreed(seat=seat, how=how))
    return agreed.then(end(agreed.after, how)) if all_agree else agreed


def end_among_bots(match: Match) -> Decision:
    """End a game without a result in which a bot sits at every seat, as if one of them had agreed. Raises Rejected."""
    require_playing(match)
    if len(match.bots) < match.setup.seats:
        raise Rejected("seat.game_started", "People play this game. It ends once they all agree.")
    return agree_to_end(match, match.game.remaining(match.state)[0], "abort")


def end(match: Match, how: EndKind) -> Decision:
    """End the game as all have agreed. In a draw every seat that is still in the game wins."""
    match how:
        case "draw":
            return happen(match, end_game(DRAW, match.game.remaining(match.state)))
        case "abort":
            return happen(match, end_game(VOID, ()))
        case "score":
            return of_game(match, match.game.score_now(match.state, chance_of(match), match.version))
