"""The start of a game: the decks shuffled, the dealer drawn, the first plots dealt."""

from cartulary.games.civilization_the_card_game.cards import COPIES, LANDS, PLOTS_OF_EACH, TECHNOLOGIES
from cartulary.games.civilization_the_card_game.decide.setup import go_on
from cartulary.games.civilization_the_card_game.events import GameStarted, PlotsDealt
from cartulary.games.civilization_the_card_game.rules.seats import TEAM_SEATS, from_first_seat
from cartulary.games.civilization_the_card_game.rules.turn import STARTING_PLOTS
from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.randomness import Chance
from cartulary.kernel.rejected import Rejected
from cartulary.match.game import Setup


def require_offered(setup: Setup) -> None:
    """Teams are for four seats (C-95)."""
    if setup.options["teams"] and setup.seats != TEAM_SEATS:
        raise Rejected("setup.teams", f"Teams need {TEAM_SEATS} seats, two against two.", "C-95")


def start(decision: GameDecision[State], setup: Setup, chance: Chance) -> None:
    """Shuffle, draw the dealer, deal two plots each, and lay the first row open (C-01, C-02, C-03, C-04)."""
    state = decision.state
    technologies = chance.stream("technologies").shuffled(range(len(TECHNOLOGIES)))
    plots = chance.stream("plots").shuffled([land for land in range(len(LANDS)) for _ in range(PLOTS_OF_EACH)])
    deck = chance.stream("deck").shuffled([kind for kind, copies in enumerate(COPIES) for _ in range(copies)])
    decision.emit(
        GameStarted(
            dealer=chance.stream("dealer").uniform(setup.seats),
            technologies=tuple(technologies),
            plots=tuple(plots),
            deck=tuple(deck),
        )
    )
    for seat in from_first_seat(state):
        decision.emit(PlotsDealt(seat=seat, plots=tuple(state.plot_deck[: -STARTING_PLOTS - 1 : -1])))
    go_on(decision)
