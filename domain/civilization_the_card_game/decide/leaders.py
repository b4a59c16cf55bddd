"""The leader cards."""

from domain.civilization_the_card_game.events import LeaderChanged
from domain.civilization_the_card_game.rules.empire import rightful_leader
from domain.civilization_the_card_game.state import LEADERS, State
from domain.kernel.game_decision import GameDecision


def settle_leaders(unfolding: GameDecision[State]) -> None:
    """Let each leader card go where it belongs, at once (C-71 to C-73)."""
    state = unfolding.state
    for leader, name in enumerate(LEADERS):
        if (rightful := rightful_leader(state, leader)) != state.leaders[leader]:
            unfolding.happens(LeaderChanged(leader=name, to=rightful))
