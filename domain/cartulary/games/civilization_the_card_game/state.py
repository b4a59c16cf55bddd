"""The state of a game, and how each event changes it; no rule is here."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from cartulary.games.civilization_the_card_game import events as e
from cartulary.games.civilization_the_card_game.cards import (
    BACK,
    COPIES,
    LANDS,
    PLOTS_OF_EACH,
    TECHNOLOGIES,
    UNITS,
    WALLS,
    Kind,
    Zone,
    cards_or_backs,
    empty,
    put,
    remove,
    separate,
    zone,
)
from cartulary.games.civilization_the_card_game.editions import Rules, rules_of
from cartulary.kernel.game_decision import Evolutions
from cartulary.kernel.seats import Seat
from cartulary.match.events.ending import GameEnded
from cartulary.match.game import Setup
from cartulary.match.snapshot import Derived

Step = Literal["plots", "discards", "settle", "collect", "buy", "war", "draw", "discard", "over"]
HAPPINESS, CULTURE = range(2)
LEADERS: Final = ("happiness", "culture")
UNKNOWN: Final = -1
"""A plot or technology in a deck of which nothing is known."""


class Plot(NamedTuple):
    """A plot of a seat."""

    terrain: int
    population: int = 0
    buildings: tuple[Kind, ...] = ()


@dataclass(slots=True)
class Battle:
    """The attack on one seat; units are counted by kind."""

    defender: Seat
    attacking: list[int]
    """Units that may still get through."""
    stopped: list[int]
    defending: list[int]
    worked: int = 0
    """Catapults that have returned Walls."""
    sent_back: bool = False
    defended: bool = False
    population: int = 0
    """To be given up by the defender."""
    captives: int = 0
    """To be placed by the attacker."""
    buildings: int = 0
    """To be taken back by the defender."""
    begun: bool = False
    """Whether the war has turned to it."""


@dataclass(slots=True)
class War:
    """The battles of a war, the current one first."""

    battles: list[Battle]
    begun: bool = False


@dataclass(slots=True)
class State:
    """State of a game: zones, seats, turn, and war."""

    rules: Derived[Rules]
    present: list[bool]
    hands: list[Zone]
    plots: list[list[Plot]]
    technologies: list[list[bool]]
    resources: list[list[int]]
    protected: list[int]
    """Turns of a seat that must begin before it can be attacked."""
    deck: list[Kind]
    """The top card last, as in the decks below."""
    plot_deck: list[int]
    technology_deck: list[int]
    discard: Zone
    open_plots: list[int] = field(default_factory=list)
    open_technologies: list[int] = field(default_factory=list)
    leaders: list[Seat | None] = field(default_factory=lambda: [None, None])
    free: list[bool] = field(default_factory=list)
    """Seats that have free population to place."""
    waiting: list[Seat] = field(default_factory=list)
    """At the start: who has still to take, discard or settle, in this order."""
    row: int = 0
    """Number of rows of plots that have been dealt to choose from."""
    dealer: Seat = 0
    active: Seat = 0
    turn: int = 0
    step: Step = "plots"
    war: War | None = None
    to_discard: int = 0
    pottery_used: bool = False
    code_of_laws_used: bool = False
    reshuffles: int = 0
    had_turn: list[Seat] = field(default_factory=list)
    """Seats that have had a turn in this round."""
    direction: int = 1
    """Direction of this round if rounds alternate: clockwise 1, counter-clockwise -1 (C-09)."""


def initial(setup: Setup) -> State:
    """An empty table."""
    seats = range(setup.seats)
    return State(
        rules=rules_of(setup),
        present=[True for _ in seats],
        hands=[empty() for _ in seats],
        plots=[[] for _ in seats],
        technologies=[[False] * len(TECHNOLOGIES) for _ in seats],
        resources=[[0, 0, 0] for _ in seats],
        protected=[0 for _ in seats],
        free=[True for _ in seats],
        deck=[],
        plot_deck=[],
        technology_deck=[],
        discard=empty(),
    )


def adopt(state: State, setup: Setup) -> None:
    """Go on by the revision of the rules that the set-up names."""
    state.rules = rules_of(setup)


def fork(state: State) -> State:
    """A copy that shares nothing that changes, part by part as they are declared."""
    return State(
        state.rules,
        state.present[:],
        [each[:] for each in state.hands],
        [each[:] for each in state.plots],
        [each[:] for each in state.technologies],
        [each[:] for each in state.resources],
        state.protected[:],
        state.deck[:],
        state.plot_deck[:],
        state.technology_deck[:],
        state.discard[:],
        state.open_plots[:],
        state.open_technologies[:],
        state.leaders[:],
        state.free[:],
        state.waiting[:],
        state.row,
        state.dealer,
        state.active,
        state.turn,
        state.step,
        fork_war(state.war) if state.war else None,
        state.to_discard,
        state.pottery_used,
        state.code_of_laws_used,
        state.reshuffles,
        state.had_turn[:],
        state.direction,
    )


def fork_war(war: War) -> War:
    """A copy of the war that shares nothing that changes."""
    return War([fork_battle(each) for each in war.battles], war.begun)


def fork_battle(battle: Battle) -> Battle:
    """A copy of a battle that shares nothing that changes, part by part as they are declared."""
    return Battle(
        battle.defender,
        battle.attacking[:],
        battle.stopped[:],
        battle.defending[:],
        battle.worked,
        battle.sent_back,
        battle.defended,
        battle.population,
        battle.captives,
        battle.buildings,
        battle.begun,
    )


def battle_of(state: State) -> Battle:
    """The battle that is being fought."""
    assert state.war is not None
    return state.war.battles[0]


def stack(count: int, top_first: tuple[int, ...] | None, unknown: int) -> list[int]:
    """A deck, known or only by its size."""
    return [unknown] * count if top_first is None else list(reversed(top_first))


def gain(state: State, seat: Seat, resources: Iterable[int]) -> None:
    """Resources come."""
    for resource in resources:
        state.resources[seat][resource] += 1


def spend(state: State, seat: Seat, resources: Iterable[int]) -> None:
    """Resources go."""
    for resource in resources:
        state.resources[seat][resource] -= 1


def populate(state: State, seat: Seat, plot: int, number: int) -> None:
    """Population comes to a plot, or leaves it."""
    before = state.plots[seat][plot]
    state.plots[seat][plot] = before._replace(population=before.population + number)


def raze(state: State, seat: Seat, plot: int, building: Kind) -> None:
    """A building leaves a plot."""
    before = state.plots[seat][plot]
    left = list(before.buildings)
    left.remove(building)
    state.plots[seat][plot] = before._replace(buildings=tuple(left))


def game_started(state: State, event: e.GameStarted) -> None:
    state.dealer = event.dealer
    state.technology_deck = stack(len(TECHNOLOGIES), event.technologies, UNKNOWN)
    state.plot_deck = stack(PLOTS_OF_EACH * len(LANDS), event.plots, UNKNOWN)
    state.deck = stack(sum(COPIES), event.deck, BACK)


def position_set(state: State, event: e.PositionSet) -> None:
    state.turn, state.active, state.dealer = event.turn, event.active, event.dealer
    state.step = "buy" if event.step == "buy" else "draw" if event.step == "draw" else "collect"
    state.open_technologies, state.open_plots = list(event.open_technologies), list(event.open_plots)
    state.discard = zone(event.discard)
    state.technology_deck = stack(event.technologies_left, event.technologies, UNKNOWN)
    state.plot_deck = stack(event.plots_left, event.plots, UNKNOWN)
    state.deck = stack(event.cards_left, event.deck, BACK)
    state.free, state.had_turn = [False for _ in state.present], [event.active]


def empire_set(state: State, event: e.EmpireSet) -> None:
    state.plots[event.seat] = [Plot(*each) for each in event.plots]
    for technology in event.technologies:
        state.technologies[event.seat][technology] = True
    gain(state, event.seat, event.resources)
    state.protected[event.seat] = event.protected


def hand_set(state: State, event: e.HandSet) -> None:
    state.hands[event.seat] = zone(cards_or_backs(event.count, event.cards))


def plots_dealt(state: State, event: e.PlotsDealt) -> None:
    del state.plot_deck[-len(event.plots) :]
    state.plots[event.seat] += map(Plot, event.plots)


def plots_opened(state: State, event: e.PlotsOpened) -> None:
    count = len(event.picks)
    del state.plot_deck[-count:]
    state.open_plots = [UNKNOWN] * count if event.plots is None else list(event.plots)
    state.waiting, state.row = list(event.picks), state.row + 1


def plot_taken(state: State, event: e.PlotTaken) -> None:
    state.open_plots.remove(event.terrain)
    state.plots[event.seat].append(Plot(event.terrain))
    state.waiting.remove(event.seat)


def market_opened(state: State, event: e.MarketOpened) -> None:
    state.open_plots = list(event.plots or ())
    state.open_technologies = list(event.technologies or ())
    del state.plot_deck[len(state.plot_deck) - len(state.open_plots) :]
    del state.technology_deck[len(state.technology_deck) - len(state.open_technologies) :]


def hand_dealt(state: State, event: e.HandDealt) -> None:
    take_from_deck(state, event.count)
    put(state.hands[event.seat], cards_or_backs(event.count, event.cards))


def take_from_deck(state: State, count: int) -> None:
    """The topmost cards leave the deck."""
    del state.deck[len(state.deck) - count :]


def starting_discards_began(state: State, event: e.StartingDiscardsBegan) -> None:
    state.step, state.waiting = "discards", list(event.order)


def cards_discarded(state: State, event: e.CardsDiscarded) -> None:
    remove(state.hands[event.seat], event.cards)
    put(state.discard, event.cards)
    if state.step == "discards":
        state.waiting.remove(event.seat)


def settling_began(state: State, event: e.SettlingBegan) -> None:
    state.step, state.waiting = "settle", list(event.order)


def population_settled(state: State, event: e.PopulationSettled) -> None:
    populate(state, event.seat, event.plot, 1)
    state.free[event.seat] = False
    state.waiting.remove(event.seat)
    if state.turn:
        state.step = "collect"


def turn_began(state: State, event: e.TurnBegan) -> None:
    state.active, state.turn, state.step = event.seat, event.turn, "collect"
    state.protected[event.seat] = max(0, state.protected[event.seat] - 1)
    state.pottery_used = state.code_of_laws_used = False
    if event.seat in state.had_turn:
        state.had_turn, state.direction = [], -state.direction
    state.had_turn.append(event.seat)


def resources_collected(state: State, event: e.ResourcesCollected) -> None:
    gain(state, event.seat, event.resources)
    state.step = "buy"


def plot_bought(state: State, event: e.PlotBought) -> None:
    spend(state, event.seat, event.paid)
    state.open_plots.remove(event.terrain)
    state.plots[event.seat].append(Plot(event.terrain))


def plot_offered(state: State, event: e.PlotOffered) -> None:
    state.plot_deck.pop()
    state.open_plots.append(UNKNOWN if event.terrain is None else event.terrain)


def population_bought(state: State, event: e.PopulationBought) -> None:
    state.resources[event.seat][0] -= event.paid
    populate(state, event.seat, event.plot, 1)


def building_built(state: State, event: e.BuildingBuilt) -> None:
    state.resources[event.seat][1] -= event.paid
    remove(state.hands[event.seat], (event.building,))
    before = state.plots[event.seat][event.plot]
    built = tuple(sorted((*before.buildings, event.building)))
    state.plots[event.seat][event.plot] = before._replace(buildings=built)


def building_torn_down(state: State, event: e.BuildingTornDown) -> None:
    raze(state, event.seat, event.plot, event.building)
    state.discard[event.building] += 1


def protection_set(state: State, event: e.ProtectionSet) -> None:
    state.protected[event.seat] = event.turns


def technology_bought(state: State, event: e.TechnologyBought) -> None:
    state.resources[event.seat][2] -= event.paid
    state.open_technologies.remove(event.technology)
    state.technologies[event.seat][event.technology] = True


def technology_offered(state: State, event: e.TechnologyOffered) -> None:
    state.technology_deck.pop()
    state.open_technologies.append(UNKNOWN if event.technology is None else event.technology)


def resources_gained(state: State, event: e.ResourcesGained) -> None:
    gain(state, event.seat, event.resources)


def card_stolen(state: State, event: e.CardStolen) -> None:
    if event.card is None:
        stolen = separate(state.hands[event.target])
    else:
        stolen = event.card
        remove(state.hands[event.target], (stolen,))
    put(state.hands[event.seat], (stolen,))


def resources_moved(state: State, event: e.ResourcesTaken | e.ResourcesGiven) -> None:
    taken = isinstance(event, e.ResourcesTaken)
    source, target = (event.target, event.seat) if taken else (event.seat, event.target)
    spend(state, source, event.resources)
    gain(state, target, event.resources)


def bonus_used(state: State, event: e.BonusUsed) -> None:
    remove(state.hands[event.seat], (event.card,))
    state.discard[event.card] += 1
    gain(state, event.seat, event.resources)


def resources_exchanged(state: State, event: e.ResourcesExchanged) -> None:
    spend(state, event.seat, event.given)
    gain(state, event.seat, (event.taken,))


def attack_laid(state: State, event: e.AttackLaid) -> None:
    if state.war is None:
        state.step, state.war = "war", War([])
    remove(state.hands[event.seat], event.units)
    units = [0] * len(UNITS)
    put(units, event.units)
    state.war.battles.append(Battle(event.target, units, [0] * len(UNITS), [0] * len(UNITS)))


def battle_began(state: State, event: e.BattleBegan) -> None:
    assert state.war is not None
    turn_to_battle(state, event)
    state.war.begun = battle_of(state).begun = True


def turn_to_battle(state: State, event: e.BattleBegan | e.BattleResumed) -> None:
    assert state.war is not None
    state.war.battles.sort(key=lambda battle: battle.defender != event.seat)


def walls_returned(state: State, event: e.WallsReturned) -> None:
    for plot in event.plots:
        raze(state, event.seat, plot, WALLS)
        state.hands[event.seat][WALLS] += 1
    battle_of(state).worked += len(event.plots)


def unit_sent_back(state: State, event: e.UnitSentBack) -> None:
    battle = battle_of(state)
    battle.attacking[event.unit] -= 1
    battle.sent_back = True
    state.hands[state.active][event.unit] += 1


def unit_stopped(state: State, event: e.UnitStopped) -> None:
    battle = battle_of(state)
    remove(state.hands[event.seat], (event.unit,))
    battle.defending[event.unit] += 1
    battle.attacking[event.stopped] -= 1
    battle.stopped[event.stopped] += 1


def defence_ended(state: State, event: e.DefenceEnded) -> None:
    battle = battle_of(state)
    battle.defended, battle.population, battle.buildings = True, event.population, event.buildings


def population_taken(state: State, event: e.PopulationTaken) -> None:
    for plot in event.plots:
        populate(state, event.seat, plot, -1)
    battle = battle_of(state)
    battle.population, battle.captives = 0, len(event.plots)


def population_resettled(state: State, event: e.PopulationResettled) -> None:
    for plot in event.plots:
        populate(state, event.seat, plot, 1)
    battle_of(state).captives = 0


def building_returned(state: State, event: e.BuildingReturned) -> None:
    raze(state, event.seat, event.plot, event.building)
    state.hands[event.seat][event.building] += 1
    battle_of(state).buildings -= 1


def battle_ended(state: State, event: e.BattleEnded) -> None:
    assert state.war is not None
    battle = next(each for each in state.war.battles if each.defender == event.seat)
    for units in (battle.attacking, battle.stopped, battle.defending):
        for kind, number in enumerate(units):
            state.discard[kind] += number
    state.war.battles.remove(battle)


def war_ended(state: State, _: e.WarEnded) -> None:
    state.war, state.step = None, "draw"


def deck_reshuffled(state: State, event: e.DeckReshuffled) -> None:
    state.deck = stack(event.count, event.deck, BACK)
    state.discard = empty()
    state.reshuffles += 1


def cards_drawn(state: State, event: e.CardsDrawn) -> None:
    take_from_deck(state, event.count)
    put(state.hands[event.seat], cards_or_backs(event.count, event.cards))


def discard_step_began(state: State, event: e.DiscardStepBegan) -> None:
    state.step, state.to_discard = "discard", event.count


def card_bought(state: State, event: e.CardBought) -> None:
    spend(state, event.seat, event.paid)
    state.pottery_used = True


def code_of_laws_used(state: State, _: e.CodeOfLawsUsed) -> None:
    state.code_of_laws_used = True


def leader_changed(state: State, event: e.LeaderChanged) -> None:
    state.leaders[LEADERS.index(event.leader)] = event.to


def seat_resigned(state: State, event: e.SeatResigned) -> None:
    seat = event.seat
    state.present[seat] = False
    state.hands[seat], state.plots[seat] = empty(), []
    state.technologies[seat], state.resources[seat] = [False] * len(TECHNOLOGIES), [0, 0, 0]
    state.protected[seat] = 0
    if seat in state.waiting:
        state.waiting.remove(seat)


def hand_revealed(state: State, event: e.HandRevealed) -> None:
    if event.cards is not None:
        state.hands[event.seat] = zone(event.cards)


def game_ended(state: State, _: GameEnded) -> None:
    state.step, state.war, state.waiting = "over", None, []


EVOLUTIONS: Final[Evolutions[State]] = {
    e.GameStarted: game_started,
    e.PositionSet: position_set,
    e.EmpireSet: empire_set,
    e.HandSet: hand_set,
    e.PlotsDealt: plots_dealt,
    e.PlotsOpened: plots_opened,
    e.PlotTaken: plot_taken,
    e.MarketOpened: market_opened,
    e.HandDealt: hand_dealt,
    e.StartingDiscardsBegan: starting_discards_began,
    e.CardsDiscarded: cards_discarded,
    e.SettlingBegan: settling_began,
    e.PopulationSettled: population_settled,
    e.TurnBegan: turn_began,
    e.ResourcesCollected: resources_collected,
    e.PlotBought: plot_bought,
    e.PlotOffered: plot_offered,
    e.PopulationBought: population_bought,
    e.BuildingBuilt: building_built,
    e.BuildingTornDown: building_torn_down,
    e.ProtectionSet: protection_set,
    e.TechnologyBought: technology_bought,
    e.TechnologyOffered: technology_offered,
    e.ResourcesGained: resources_gained,
    e.CardStolen: card_stolen,
    e.ResourcesTaken: resources_moved,
    e.BonusUsed: bonus_used,
    e.ResourcesExchanged: resources_exchanged,
    e.ResourcesGiven: resources_moved,
    e.AttackLaid: attack_laid,
    e.BattleBegan: battle_began,
    e.BattleResumed: turn_to_battle,
    e.WallsReturned: walls_returned,
    e.UnitSentBack: unit_sent_back,
    e.UnitStopped: unit_stopped,
    e.DefenceEnded: defence_ended,
    e.PopulationTaken: population_taken,
    e.PopulationResettled: population_resettled,
    e.BuildingReturned: building_returned,
    e.BattleEnded: battle_ended,
    e.WarEnded: war_ended,
    e.DeckReshuffled: deck_reshuffled,
    e.CardsDrawn: cards_drawn,
    e.DiscardStepBegan: discard_step_began,
    e.CardBought: card_bought,
    e.CodeOfLawsUsed: code_of_laws_used,
    e.LeaderChanged: leader_changed,
    e.SeatResigned: seat_resigned,
    e.HandRevealed: hand_revealed,
    GameEnded: game_ended,
}
