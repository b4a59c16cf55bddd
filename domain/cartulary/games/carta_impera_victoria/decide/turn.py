"""The turn: play, draw, pass on, and how the game ends."""

from collections.abc import Sequence

from cartulary.games.carta_impera_victoria.actions import EndTurn, Play, SkipPlay
from cartulary.games.carta_impera_victoria.cards import KINDS, SPHERES, backs_of, cards, count_known, counts_of_known
from cartulary.games.carta_impera_victoria.decide.requirements import (
    require_cards,
    require_effects,
    require_nothing_pending,
    require_playable,
)
from cartulary.games.carta_impera_victoria.decide.token import settle_token
from cartulary.games.carta_impera_victoria.events import (
    CardPlayed,
    CardsDrawn,
    FinalRoundBegan,
    HandLimitChosen,
    HandRevealed,
    PlaySkipped,
    TurnBegan,
    TurnEnded,
)
from cartulary.games.carta_impera_victoria.rules import (
    hand_limit,
    hand_limits,
    lapsing,
    last_round_over,
    list_dominations,
    next_seat,
    playable,
    remaining,
    side_of,
)
from cartulary.games.carta_impera_victoria.scoring import majority
from cartulary.games.carta_impera_victoria.state import State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.events.ending import end_game


def require_play_step(state: State) -> None:
    """The first step of the turn."""
    require_nothing_pending(state)
    if state.step != "play":
        raise Rejected(
            "turn.already_played",
            "The play of this turn is done; what is left are effects and end_turn.",
            "A-20",
        )


def play(decision: GameDecision[State], action: Play) -> None:
    """Play a card from hand into one's own area (A-17, A-18)."""
    state = decision.state
    require_play_step(state)
    require_cards(state.hands[state.active], (action.card,), "hand", "A-17")
    require_playable(state, (action.card,))
    decision.emit(CardPlayed(seat=state.active, card=action.card))
    settle_token(decision)


def skip_play(decision: GameDecision[State], _: SkipPlay) -> None:
    """Skip the play, only if nothing can be played (A-17, A-18, A-19)."""
    state = decision.state
    require_play_step(state)
    if can := counts_of_known(playable(state, state.active, state.hands[state.active])):
        raise Rejected("skip_play.card_playable", f"You can play {', '.join(KINDS[kind] for kind in can)}.", "A-17")
    decision.emit(PlaySkipped(seat=state.active))


def end_turn(decision: GameDecision[State], action: EndTurn) -> None:
    """End the turn: draw, let embargoes lapse, look for a domination, pass the turn on.

    Rulings A-38, A-45, A-50, A-51, A-51b, A-51c, A-52, A-53, A-54, A-55, A-68.
    """
    state = decision.state
    require_effects(state)
    seat, limit = state.active, action.limit
    if limit is None:
        limit = hand_limit(state, seat)
    else:
        require_limit(state, limit)
        decision.emit(HandLimitChosen(seat=seat, limit=limit))
    draw(decision, limit - sum(state.hands[seat]))
    decision.emit(TurnEnded(seat=seat, lapsed=lapsing(state, seat)))
    if spheres := list_dominations(state, seat):
        end(decision, "domination", side_of(state, seat), decided_by=[SPHERES[sphere] for sphere in spheres])
    elif last_round_over(state, seat):
        end_by_majority(decision)
    else:
        begin_turn(decision, next_seat(state, seat))


def require_limit(state: State, limit: int) -> None:
    """The active seat can have this hand limit (A-45)."""
    if limit not in (limits := hand_limits(state)):
        possible = " or ".join(map(str, reversed(limits)))
        raise Rejected("end_turn.limit", f"Your hand limit can be {possible} now, not {limit}.", "A-45")


def draw(decision: GameDecision[State], count: int) -> None:
    """Draw as many cards as there are, at most `count`; the last one brings the final round (A-51b, A-77, A-110)."""
    state = decision.state
    if count <= 0 or not state.deck:
        return
    drawn = tuple(state.deck[: -count - 1 : -1])
    decision.emit(CardsDrawn(seat=state.active, backs=backs_of(drawn), cards=count_known(drawn)))
    if not state.deck:
        decision.emit(FinalRoundBegan())


def begin_turn(decision: GameDecision[State], seat: Seat) -> None:
    """Begin a seat's turn."""
    decision.emit(TurnBegan(seat=seat, turn=decision.state.turn + 1))


def end_by_majority(decision: GameDecision[State]) -> None:
    """Count the spheres and end the game (A-112, A-113, A-114, A-115, A-116, A-117, A-118, A-119, A-120)."""
    result = majority(decision.state)
    end(decision, "majority", result.winners, points=result.points, decided_by=result.tie_breaks)


def end(
    decision: GameDecision[State],
    kind: str,
    winners: list[Seat],
    *,
    points: dict[Seat, int] | None = None,
    decided_by: Sequence[str] = (),
) -> None:
    """Show the hands and end the game."""
    state = decision.state
    for seat in remaining(state):
        decision.emit(HandRevealed(seat=seat, cards=count_known(cards(state.hands[seat]))))
    decision.emit(end_game(kind, winners, points, decided_by))
