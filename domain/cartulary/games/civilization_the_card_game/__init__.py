"""Sid Meier's Civilization: The Card Game, of 2006."""

from cartulary.games.civilization_the_card_game.actions import ACTIONS, Draw
from cartulary.games.civilization_the_card_game.decide import decide
from cartulary.games.civilization_the_card_game.decide.turn import end_by_technologies
from cartulary.games.civilization_the_card_game.description import LOCALE, describe
from cartulary.games.civilization_the_card_game.determinize import determinize, mask
from cartulary.games.civilization_the_card_game.drawing import tableau
from cartulary.games.civilization_the_card_game.editions import EDITIONS, OPTIONS
from cartulary.games.civilization_the_card_game.events import EVENTS, BattleBegan, DeckReshuffled, TurnBegan
from cartulary.games.civilization_the_card_game.infer_action import infer_action
from cartulary.games.civilization_the_card_game.legal import is_openly_forced, legal_actions
from cartulary.games.civilization_the_card_game.observation import OBSERVATION
from cartulary.games.civilization_the_card_game.position import Position, start_from
from cartulary.games.civilization_the_card_game.price_list import PriceList, price_list
from cartulary.games.civilization_the_card_game.rules.seats import remaining, team
from cartulary.games.civilization_the_card_game.rules.turn import to_act
from cartulary.games.civilization_the_card_game.scoring import worth
from cartulary.games.civilization_the_card_game.setup import require_offered, start
from cartulary.games.civilization_the_card_game.state import EVOLUTIONS, State, adopt, fork, initial
from cartulary.games.civilization_the_card_game.view import StateView, own_view, public_view
from cartulary.match.game import Game

GAME: Game[State] = Game(
    id="civilization-the-card-game",
    seats=(2, 3, 4),
    editions=EDITIONS,
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
    team=lambda setup, seat: team(setup.options["teams"], setup.options["seating"], seat),
    remaining=remaining,
    adopt=adopt,
    public_view=public_view,
    own_view=own_view,
    determinize=determinize,
    mask=mask,
    score=end_by_technologies,
    begins_turn=TurnBegan,
    of_active=(BattleBegan, DeckReshuffled),
    ends_turn=Draw,
    worth=worth,
    describe=describe,
    locale=LOCALE,
    tableau=tableau,
    observation=OBSERVATION,
    price_list=price_list,
    prices=PriceList,
    state=StateView,
    position=Position,
)

__all__ = ["GAME"]
