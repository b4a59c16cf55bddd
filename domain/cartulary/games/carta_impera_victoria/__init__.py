"""CIV: Carta Impera Victoria, in its Russian, Ukrainian and Korean editions."""

from cartulary.games.carta_impera_victoria.actions import ACTIONS, EndTurn
from cartulary.games.carta_impera_victoria.decide import decide
from cartulary.games.carta_impera_victoria.decide.turn import end_by_majority
from cartulary.games.carta_impera_victoria.description import LOCALE, describe
from cartulary.games.carta_impera_victoria.determinize import determinize, mask
from cartulary.games.carta_impera_victoria.drawing import tableau
from cartulary.games.carta_impera_victoria.editions import EDITIONS, OPTIONS
from cartulary.games.carta_impera_victoria.events import EVENTS, TurnBegan
from cartulary.games.carta_impera_victoria.infer_action import infer_action
from cartulary.games.carta_impera_victoria.legal import is_openly_forced, legal_actions
from cartulary.games.carta_impera_victoria.observation import OBSERVATION
from cartulary.games.carta_impera_victoria.opening import opening
from cartulary.games.carta_impera_victoria.position import Position, start_from
from cartulary.games.carta_impera_victoria.rules import remaining, team, to_act
from cartulary.games.carta_impera_victoria.scoring import worth
from cartulary.games.carta_impera_victoria.setup import require_offered, start
from cartulary.games.carta_impera_victoria.state import EVOLUTIONS, State, adopt, fork, initial
from cartulary.games.carta_impera_victoria.view import StateView, own_view, public_view
from cartulary.match.game import Game

GAME: Game[State] = Game(
    id="carta-impera-victoria",
    seats=(2, 3, 4),
    editions=tuple(EDITIONS),
    options=OPTIONS,
    actions=ACTIONS,
    events=EVENTS,
    require_offered=require_offered,
    initial=initial,
    evolutions=EVOLUTIONS,
    fork=fork,
    start=start,
    start_from=start_from,
    decide=decide,
    infer_action=infer_action,
    legal_actions=legal_actions,
    is_openly_forced=is_openly_forced,
    to_act=to_act,
    team=lambda setup, seat: team(setup.options["teams"], seat),
    remaining=remaining,
    adopt=adopt,
    public_view=public_view,
    own_view=own_view,
    determinize=determinize,
    mask=mask,
    score=end_by_majority,
    begins_turn=TurnBegan,
    ends_turn=EndTurn,
    worth=worth,
    describe=describe,
    locale=LOCALE,
    tableau=tableau,
    observation=OBSERVATION,
    state=StateView,
    position=Position,
    opening=opening,
)

__all__ = ["GAME"]
