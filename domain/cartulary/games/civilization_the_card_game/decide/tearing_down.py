"""Tearing down what one has built."""

from cartulary.games.civilization_the_card_game.actions import TearDown
from cartulary.games.civilization_the_card_game.cards import COLOSSUS, KINDS
from cartulary.games.civilization_the_card_game.decide import war
from cartulary.games.civilization_the_card_game.decide.leaders import settle_leaders
from cartulary.games.civilization_the_card_game.decide.requirements import kinds, require_own_turn, require_plot
from cartulary.games.civilization_the_card_game.decide.turn import collect_without_choice
from cartulary.games.civilization_the_card_game.events import BuildingTornDown, ProtectionSet
from cartulary.games.civilization_the_card_game.rules.turn import kept_standing, to_act
from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat


def tear_down(decision: GameDecision[State], seat: Seat, action: TearDown) -> None:
    """Discard an own building; where what the game waited for has gone with it, the game goes on (C-26)."""
    state = decision.state
    require_moment(state, seat)
    plot = require_plot(state, seat, action.plot)
    if action.building not in plot.buildings:
        raise Rejected("tear_down.not_there", f"On plot {action.plot} there stands: {kinds(plot.buildings)}.", "C-26")
    if action.building in kept_standing(state):
        raise Rejected("tear_down.wonder", f"{KINDS[action.building]} is a wonder; only buildings are.", "C-26")
    decision.emit(BuildingTornDown(seat=seat, building=action.building, plot=action.plot))
    if action.building == COLOSSUS and state.protected[seat]:
        decision.emit(ProtectionSet(seat=seat, turns=0))
    settle_leaders(decision)
    if state.step == "collect":
        collect_without_choice(decision)
    elif state.war and state.war.begun:
        war.go_on(decision)


def require_moment(state: State, seat: Seat) -> None:
    """The seat may tear down now (C-26)."""
    if state.rules.tearing_down == "own_steps":
        require_own_turn(state, seat)
    elif seat != (waited_for := to_act(state)[0]):
        raise Rejected("tear_down.not_now", f"The game waits for seat {waited_for}, not for you.", "C-26")
