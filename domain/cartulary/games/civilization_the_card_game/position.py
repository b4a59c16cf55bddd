"""A game that begins in the middle: everybody's cards and resources, the market, and the order of the decks."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from cartulary.games.civilization_the_card_game.cards import (
    COLOSSUS,
    COPIES,
    KINDS,
    PLOTS_OF_EACH,
    RESOURCES,
    TECHNOLOGY_NAMES,
    TERRAINS,
    BuildingKind,
    ByResource,
    Cards,
    Kind,
    Multiset,
    TechnologyKind,
    TerrainKind,
)
from cartulary.games.civilization_the_card_game.decide.turn import collect_without_choice
from cartulary.games.civilization_the_card_game.events import EmpireSet, HandSet, LeaderChanged, PlotSet, PositionSet
from cartulary.games.civilization_the_card_game.rules.empire import POPULATION_SUPPLY, points_of, rightful_leader
from cartulary.games.civilization_the_card_game.rules.turn import MARKET
from cartulary.games.civilization_the_card_game.state import LEADERS, State
from cartulary.kernel.codec import decode_record
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import ImpossiblePosition
from cartulary.kernel.seats import Seat

NOTHING: Final[Mapping[str, int]] = MappingProxyType({})
LAST_TURN: Final = 10_000
MOST_POPULATION: Final = 1_000
MOST_BUILDINGS: Final = 2
MOST_RESOURCES: Final = 10_000
"""Of a kind, for a seat."""


class PlotPosition(NamedTuple):
    """A plot with what is on it."""

    terrain: TerrainKind
    population: int = 0
    buildings: tuple[BuildingKind, ...] = ()


class SeatPosition(NamedTuple):
    """Holdings of one seat."""

    plots: tuple[PlotPosition, ...]
    hand: Multiset = NOTHING
    technologies: tuple[TechnologyKind, ...] = ()
    resources: ByResource = NOTHING
    protected: int = 0


class TechnologiesPosition(NamedTuple):
    """Technologies for sale, and those that come after them, top first."""

    open: tuple[TechnologyKind, ...]
    deck: tuple[TechnologyKind, ...] = ()


class PlotsPosition(NamedTuple):
    """Plots for sale, and those that come after them, top first."""

    open: tuple[TerrainKind, ...] = ()
    deck: tuple[TerrainKind, ...] = ()


class LeadersPosition(NamedTuple):
    """Holders of the leader cards."""

    happiness: Seat | None = None
    culture: Seat | None = None


class Position(NamedTuple):
    """The shape of a position; what is not mentioned is out of the game."""

    active: Seat
    dealer: Seat
    step: Literal["collect", "buy", "draw"]
    seats: tuple[SeatPosition, ...]
    technologies: TechnologiesPosition
    plots: PlotsPosition = PlotsPosition()
    turn: int = 1
    deck: Cards = ()
    discard: Multiset = NOTHING
    leaders: LeadersPosition | None = None


def start_from(decision: GameDecision[State], data: Mapping[str, Any]) -> None:
    """Set up a position, or refuse an impossible one with the reason (C-98)."""
    position: Position = decode_record(Position, dict(data))
    require_seats(position, len(decision.state.present))
    require_market(position)
    require_everything_exists(position)
    require_plots_hold(position, decision.state.rules.colossus_turns)
    require_population_supplied(position, decision.state.rules.supply)
    decision.emit(
        PositionSet(
            turn=position.turn,
            active=position.active,
            dealer=position.dealer,
            step=position.step,
            open_technologies=position.technologies.open,
            open_plots=position.plots.open,
            discard=listed(position.discard, KINDS),
            technologies_left=len(position.technologies.deck),
            plots_left=len(position.plots.deck),
            cards_left=len(position.deck),
            technologies=position.technologies.deck,
            plots=position.plots.deck,
            deck=position.deck,
        )
    )
    for seat, each in enumerate(position.seats):
        set_seat(decision, seat, each)
    set_leaders(decision, position.leaders)
    if position.step == "collect":
        collect_without_choice(decision)


def set_seat(decision: GameDecision[State], seat: Seat, position: SeatPosition) -> None:
    """Lay out what one seat has."""
    hand = listed(position.hand, KINDS)
    decision.emit(
        EmpireSet(
            seat=seat,
            plots=tuple(
                PlotSet(each.terrain, each.population, tuple(sorted(each.buildings))) for each in position.plots
            ),
            technologies=position.technologies,
            resources=listed(position.resources, RESOURCES),
            protected=position.protected,
        )
    )
    decision.emit(HandSet(seat=seat, count=len(hand), cards=hand))


def set_leaders(decision: GameDecision[State], named: LeadersPosition | None) -> None:
    """The leader cards go where they belong, or where they are named to be, if that may be (C-71)."""
    state = decision.state
    for leader, name in enumerate(LEADERS):
        holder = rightful_leader(state, leader) if named is None else named[leader]
        if holder is not None:
            decision.emit(LeaderChanged(leader=name, to=holder))
        if rightful_leader(state, leader) != holder:
            raise ImpossiblePosition(
                "leaders",
                f"{name} is led by another: the seats have {', '.join(points(state, leader))} points.",
                "C-71",
            )


def points(state: State, leader: int) -> list[str]:
    """The points of each seat for a leader card."""
    return [str(points_of(state, seat)[leader]) for seat in range(len(state.present))]


def require_seats(position: Position, number: int) -> None:
    """Require one entry for each seat of the game, and no other; turns count from 1."""
    if len(position.seats) != number:
        raise ImpossiblePosition("seats", f"it has {len(position.seats)} seats, the game {number}.")
    named = [position.active, position.dealer, *(seat for seat in position.leaders or () if seat is not None)]
    if out := [seat for seat in named if not 0 <= seat < number]:
        raise ImpossiblePosition("no_such_seat", f"it names seat {out[0]}; seats are 0 to {number - 1}.")
    if not 1 <= position.turn <= LAST_TURN:
        raise ImpossiblePosition("turn", f"turns are counted from 1, and none comes after {LAST_TURN}.")


def require_market(position: Position) -> None:
    """Three of each lie open, fewer only when none comes after them; there is a technology to be bought (C-22)."""
    for name, market in (("technologies", position.technologies), ("plots", position.plots)):
        if len(market.open) > MARKET or (market.deck and len(market.open) < MARKET):
            raise ImpossiblePosition(
                "market", f"of the {name} {MARKET} lie open, fewer only when the deck is empty.", "C-22"
            )
    if not position.technologies.open:
        raise ImpossiblePosition("no_technologies", "the last technology has been bought: the game is over.", "C-80")


def require_everything_exists(position: Position) -> None:
    """No more of a card, technology, plot or resource than there can be. Counts are not laid out before."""
    cards = Counter(position.discard) + Counter(KINDS[each] for each in position.deck)
    technologies = [*position.technologies.open, *position.technologies.deck]
    terrains = [*position.plots.open, *position.plots.deck]
    for seat in position.seats:
        cards.update(seat.hand)
        cards.update(KINDS[each] for plot in seat.plots for each in plot.buildings)
        technologies += seat.technologies
        terrains += [plot.terrain for plot in seat.plots]
        require_few_resources(seat)
    require_no_more_than(cards, dict(zip(KINDS, COPIES, strict=True)))
    require_no_more_than(Counter(TECHNOLOGY_NAMES[each] for each in technologies), dict.fromkeys(TECHNOLOGY_NAMES, 1))
    require_no_more_than(Counter(TERRAINS[each] for each in terrains), dict.fromkeys(TERRAINS, PLOTS_OF_EACH))


def require_few_resources(seat: SeatPosition) -> None:
    for name, have in seat.resources.items():
        if have > MOST_RESOURCES:
            raise ImpossiblePosition("too_many", f"it has {have} × {name}; a seat has at most {MOST_RESOURCES}.")


def require_no_more_than(lying: Mapping[str, int], most: Mapping[str, int]) -> None:
    for name, have in lying.items():
        if have > most[name]:
            raise ImpossiblePosition("too_many", f"it has {have} × {name}; the game has {most[name]}.")


def require_plots_hold(position: Position, longest_protection: int) -> None:
    """Each seat has a plot; a plot holds at most two buildings; only the Colossus protects (C-24, C-55)."""
    for seat in position.seats:
        if not seat.plots:
            raise ImpossiblePosition("no_plot", "every seat has a plot.")
        for plot in seat.plots:
            if not 0 <= plot.population <= MOST_POPULATION:
                raise ImpossiblePosition("population", f"population is 0 to {MOST_POPULATION}.")
            if len(plot.buildings) > MOST_BUILDINGS:
                raise ImpossiblePosition("buildings", f"a plot holds at most {MOST_BUILDINGS}.", "C-24")
        colossus = any(COLOSSUS in plot.buildings for plot in seat.plots)
        if not 0 <= seat.protected <= (longest_protection if colossus else 0):
            raise ImpossiblePosition("protected", "only the owner of the Colossus is protected, for its turns.", "C-55")


def require_population_supplied(position: Position, supply: str) -> None:
    """Refuse more population than the kit holds, where that counts (C-17)."""
    settled = sum(plot.population for seat in position.seats for plot in seat.plots)
    if supply == "kit" and settled > POPULATION_SUPPLY:
        raise ImpossiblePosition("supply", f"it has {settled} population; the kit holds {POPULATION_SUPPLY}.", "C-17")


def listed(multiset: Mapping[str, int], names: tuple[str, ...]) -> tuple[Kind, ...]:
    """The items of a multiset."""
    return tuple(kind for kind, name in enumerate(names) for _ in range(multiset.get(name, 0)))
