"""A seat that resigns leaves the game; the others go on without it."""

from cartulary.games.civilization_the_card_game.decide import setup, war
from cartulary.games.civilization_the_card_game.decide.leaders import settle_leaders
from cartulary.games.civilization_the_card_game.decide.turn import end, end_turn
from cartulary.games.civilization_the_card_game.events import BattleEnded, SeatResigned, WarEnded
from cartulary.games.civilization_the_card_game.rules.seats import sides
from cartulary.games.civilization_the_card_game.rules.war import may_attack_another
from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.seats import Seat
from cartulary.match.actions import Resign


def resign(decision: GameDecision[State], seat: Seat, _: Resign) -> None:
    """Leave for good; the last seat or team left wins (C-90, C-91)."""
    state = decision.state
    interrupted = leave_war(decision, seat)
    decision.emit(SeatResigned(seat=seat))
    settle_leaders(decision)
    if len(sides(state)) == 1:
        end_war(decision)
        end(decision, "resignation", sides(state)[0])
    elif state.turn == 0:
        setup.go_on(decision)
    elif seat == state.active:
        end_turn(decision)
    elif interrupted or (state.war and not state.war.begun and not may_attack_another(state)):
        war.go_on(decision)


def leave_war(decision: GameDecision[State], seat: Seat) -> bool:
    """The battles of whoever leaves end at once; whether it was the one attacked just now (C-93)."""
    state = decision.state
    if state.war is None:
        return False
    now = state.war.begun and state.war.battles[0].defender == seat
    if seat == state.active:
        end_war(decision)
    elif any(battle.defender == seat for battle in state.war.battles):
        decision.emit(BattleEnded(seat=seat))
    return now


def end_war(decision: GameDecision[State]) -> None:
    """If there is a war, what is left of it ends without effect (C-93)."""
    state = decision.state
    if state.war is None:
        return
    for defender in [battle.defender for battle in state.war.battles]:
        decision.emit(BattleEnded(seat=defender))
    decision.emit(WarEnded(seat=state.active))
