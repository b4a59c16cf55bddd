"""Decisions: one function for each action, which emits events or raises Rejected."""

from collections.abc import Callable
from typing import Any, Final

from cartulary.games.civilization_the_card_game import actions as a
from cartulary.games.civilization_the_card_game.decide.buying import (
    bank,
    build,
    buy_plot,
    buy_population,
    give,
    use_bonus,
)
from cartulary.games.civilization_the_card_game.decide.discarding import discard
from cartulary.games.civilization_the_card_game.decide.leaving import resign
from cartulary.games.civilization_the_card_game.decide.setup import settle, take_plot
from cartulary.games.civilization_the_card_game.decide.tearing_down import tear_down
from cartulary.games.civilization_the_card_game.decide.technologies import buy_technology, code_of_laws
from cartulary.games.civilization_the_card_game.decide.turn import collect, draw, pottery
from cartulary.games.civilization_the_card_game.decide.war import (
    attack,
    defend,
    fight,
    give_up_building,
    give_up_population,
    let_through,
    resettle,
    return_walls,
    send_back,
)
from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.actions import Resign

ACTS: Final[dict[type[Action], Callable[[GameDecision[State], Seat, Any], None]]] = {
    a.TakePlot: take_plot,
    a.Settle: settle,
    a.Collect: collect,
    a.BuyPlot: buy_plot,
    a.BuyPopulation: buy_population,
    a.Build: build,
    a.TearDown: tear_down,
    a.BuyTechnology: buy_technology,
    a.CodeOfLaws: code_of_laws,
    a.UseBonus: use_bonus,
    a.Bank: bank,
    a.Give: give,
    a.Attack: attack,
    a.Fight: fight,
    a.ReturnWalls: return_walls,
    a.SendBack: send_back,
    a.Defend: defend,
    a.LetThrough: let_through,
    a.GiveUpPopulation: give_up_population,
    a.GiveUpBuilding: give_up_building,
    a.Resettle: resettle,
    a.Draw: draw,
    a.Pottery: pottery,
    a.Discard: discard,
    Resign: resign,
}


def decide(decision: GameDecision[State], seat: Seat, action: Action) -> None:
    """Decide an action of `seat`. Raises Rejected."""
    state = decision.state
    if state.step == "over":
        raise Rejected("game.over", "The game is over.")
    if not state.present[seat]:
        raise Rejected("seat.out", "You have left this game.")
    ACTS[type(action)](decision, seat, action)
