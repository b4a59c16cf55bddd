"""The start: plots are taken in two rows, hands discarded from, the free population placed."""

from cartulary.games.civilization_the_card_game.actions import Settle, TakePlot
from cartulary.games.civilization_the_card_game.cards import TERRAINS, cards_if_known
from cartulary.games.civilization_the_card_game.decide.requirements import (
    require_plot,
    require_waited_for,
    terrains,
)
from cartulary.games.civilization_the_card_game.decide.turn import begin_turn, collect_without_choice
from cartulary.games.civilization_the_card_game.events import (
    HandDealt,
    MarketOpened,
    PlotsOpened,
    PlotTaken,
    PopulationSettled,
    SettlingBegan,
    StartingDiscardsBegan,
)
from cartulary.games.civilization_the_card_game.rules.seats import from_first_seat
from cartulary.games.civilization_the_card_game.rules.turn import MARKET, first_hands
from cartulary.games.civilization_the_card_game.state import UNKNOWN, State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat, in_order

ROWS = 2


def take_plot(decision: GameDecision[State], seat: Seat, action: TakePlot) -> None:
    """Take one of the open plots (C-04)."""
    state = decision.state
    require_waited_for(state, seat, "plots")
    if action.terrain not in state.open_plots:
        raise Rejected(
            "take_plot.not_open",
            f"{TERRAINS[action.terrain]} does not lie open; open are {terrains(state.open_plots)}.",
            "C-04",
        )
    decision.emit(PlotTaken(seat=seat, terrain=action.terrain))
    go_on(decision)


def settle(decision: GameDecision[State], seat: Seat, action: Settle) -> None:
    """Place the free population (C-08)."""
    state = decision.state
    require_waited_for(state, seat, "settle")
    require_plot(state, seat, action.plot)
    decision.emit(PopulationSettled(seat=seat, plot=action.plot))
    if state.turn:
        collect_without_choice(decision)
    else:
        go_on(decision)


def go_on(decision: GameDecision[State]) -> None:
    """Begin the next part of the start once nobody is awaited (C-04, C-05, C-06, C-07, C-08, C-09)."""
    state = decision.state
    if state.waiting:
        return
    if state.row < ROWS:
        open_plots(decision)
    elif state.step == "plots":
        open_market(decision)
        deal_hands(decision)
        decision.emit(StartingDiscardsBegan(order=tuple(from_first_seat(state))))
    elif state.step == "discards" and state.rules.free_population == "setup":
        decision.emit(SettlingBegan(order=tuple(from_first_seat(state))))
    else:
        begin_turn(decision, from_first_seat(state)[0])


def open_plots(decision: GameDecision[State]) -> None:
    """A row: the first is taken clockwise from the first seat, the second the other way from the dealer (C-04)."""
    state = decision.state
    order = in_order(state.dealer, state.present, -1) if state.row else from_first_seat(state)
    decision.emit(PlotsOpened(plots=top(state.plot_deck, len(order)), picks=tuple(order)))


def open_market(decision: GameDecision[State]) -> None:
    """Three plots and three technologies (C-05)."""
    state = decision.state
    decision.emit(MarketOpened(plots=top(state.plot_deck, MARKET), technologies=top(state.technology_deck, MARKET)))


def top(deck: list[int], count: int) -> tuple[int, ...] | None:
    """The topmost cards, or None where they are not known."""
    cards = tuple(deck[: -count - 1 : -1])
    return None if UNKNOWN in cards else cards


def deal_hands(decision: GameDecision[State]) -> None:
    """Deal each seat its first hand (C-06)."""
    state = decision.state
    for seat, count in zip(from_first_seat(state), first_hands(state), strict=True):
        dealt = tuple(state.deck[: -count - 1 : -1])
        decision.emit(HandDealt(seat=seat, count=count, cards=cards_if_known(dealt)))
