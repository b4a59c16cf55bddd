"""The culture token, looked at after every movement of cards that may be Culture."""

from cartulary.games.carta_impera_victoria.events import CultureTokenLost
from cartulary.games.carta_impera_victoria.rules import culture_leader, leads_culture
from cartulary.games.carta_impera_victoria.state import State
from cartulary.kernel.game_decision import GameDecision


def settle_token(decision: GameDecision[State]) -> None:
    """Take the culture token from a holder that leads no more, for the new leader or the supply (A-104, A-105)."""
    state = decision.state
    token = state.token
    if token is None or leads_culture(state, token.holder):
        return
    overtaker = culture_leader(state) if state.rules.edition.token_to_overtaker else None
    decision.emit(CultureTokenLost(seat=token.holder, to=overtaker))
