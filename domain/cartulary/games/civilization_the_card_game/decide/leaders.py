"""The leader cards."""

from cartulary.games.civilization_the_card_game.events import LeaderChanged
from cartulary.games.civilization_the_card_game.rules.empire import rightful_leader
from cartulary.games.civilization_the_card_game.state import LEADERS, State
from cartulary.kernel.game_decision import GameDecision


def settle_leaders(decision: GameDecision[State]) -> None:
    """Move each leader card to its rightful holder at once (C-71, C-72, C-73)."""
    state = decision.state
    for leader, name in enumerate(LEADERS):
        if (rightful := rightful_leader(state, leader)) != state.leaders[leader]:
            decision.emit(LeaderChanged(leader=name, to=rightful))
