"""Events of Sid Meier's Civilization: The Card Game. The stored format: add, never rename or remove."""

from typing import NamedTuple

from cartulary.games.civilization_the_card_game.actions import PlotNumber
from cartulary.games.civilization_the_card_game.cards import (
    Amounts,
    BonusKind,
    BuildingKind,
    Cards,
    Kind,
    Resource,
    TechnologyKind,
    TerrainKind,
    UnitKind,
    Units,
)
from cartulary.kernel.codec import Count
from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Hidden, Secret, Shared


class PlotSet(NamedTuple):
    """A plot with what is on it."""

    terrain: TerrainKind
    population: int
    buildings: tuple[BuildingKind, ...]


@event()
class GameStarted(Event):
    """The decks are shuffled, top card first, and the dealer is drawn."""

    dealer: Seat
    technologies: Hidden[tuple[TechnologyKind, ...]]
    plots: Hidden[tuple[TerrainKind, ...]]
    deck: Hidden[Cards]


@event()
class PositionSet(Event):
    """A game begins in the middle; what the seats have follows, two events each."""

    turn: int
    active: Seat
    dealer: Seat
    step: str
    open_technologies: tuple[TechnologyKind, ...]
    open_plots: tuple[TerrainKind, ...]
    discard: Cards
    technologies_left: Count
    plots_left: Count
    cards_left: Count
    technologies: Hidden[tuple[TechnologyKind, ...]]
    plots: Hidden[tuple[TerrainKind, ...]]
    deck: Hidden[Cards]


@event()
class EmpireSet(Event):
    """A position is set up: the empire of a seat."""

    seat: Seat
    plots: tuple[PlotSet, ...]
    technologies: tuple[TechnologyKind, ...]
    resources: Amounts
    protected: int


@event()
class HandSet(Event):
    """A position is set up: the hand of a seat."""

    seat: Seat
    count: Count
    cards: Secret[Cards]


@event(reveals=True)
class PlotsDealt(Event):
    """A seat gets its first plots."""

    seat: Seat
    plots: tuple[TerrainKind, ...]


@event(reveals=True)
class PlotsOpened(Event):
    """Plots are laid open, of which the seats take one each, in this order."""

    plots: tuple[TerrainKind, ...] | None
    picks: tuple[Seat, ...]


@event()
class PlotTaken(Event):
    """A seat takes an open plot."""

    seat: Seat
    terrain: TerrainKind


@event(reveals=True)
class MarketOpened(Event):
    """The first plots and technologies are for sale."""

    plots: tuple[TerrainKind, ...] | None
    technologies: tuple[TechnologyKind, ...] | None


@event(reveals=True)
class HandDealt(Event):
    """A seat gets its first hand."""

    seat: Seat
    count: Count
    cards: Secret[Cards]


@event()
class StartingDiscardsBegan(Event):
    """Each seat discards two cards of its first hand, in this order."""

    order: tuple[Seat, ...]


@event()
class CardsDiscarded(Event):
    """A seat discards cards, face up."""

    seat: Seat
    cards: Cards


@event()
class SettlingBegan(Event):
    """Seats place their free population, in this order."""

    order: tuple[Seat, ...]


@event()
class PopulationSettled(Event):
    """A seat places its free population."""

    seat: Seat
    plot: PlotNumber


@event()
class TurnBegan(Event):
    """A seat's turn begins."""

    seat: Seat
    turn: int


@event()
class ResourcesCollected(Event):
    """A seat's plots, population, buildings and technologies give resources."""

    seat: Seat
    resources: Amounts


@event()
class PlotBought(Event):
    """A seat buys a plot of the market."""

    seat: Seat
    terrain: TerrainKind
    paid: Amounts


@event(reveals=True)
class PlotOffered(Event):
    """The next plot is for sale."""

    terrain: TerrainKind | None


@event()
class PopulationBought(Event):
    """A seat buys population for a plot."""

    seat: Seat
    plot: PlotNumber
    paid: int


@event()
class BuildingBuilt(Event):
    """A seat builds a building or wonder."""

    seat: Seat
    building: BuildingKind
    plot: PlotNumber
    paid: int


@event()
class BuildingTornDown(Event):
    """A seat discards a building or wonder of its own."""

    seat: Seat
    building: BuildingKind
    plot: PlotNumber


@event()
class ProtectionSet(Event):
    """A seat cannot be attacked until so many of its turns have begun; 0: it can."""

    seat: Seat
    turns: int


@event()
class TechnologyBought(Event):
    """A seat buys a technology of the market."""

    seat: Seat
    technology: TechnologyKind
    paid: int


@event(reveals=True)
class TechnologyOffered(Event):
    """The next technology is for sale."""

    technology: TechnologyKind | None


@event()
class ResourcesGained(Event):
    """Mining gives production."""

    seat: Seat
    resources: Amounts


@event(reveals=True)
class CardStolen(Event):
    """Writing takes a random card of a hand."""

    seat: Seat
    target: Seat
    card: Shared[Kind]


@event()
class ResourcesTaken(Event):
    """Code of Laws takes resources of another seat."""

    seat: Seat
    target: Seat
    resources: Amounts


@event()
class BonusUsed(Event):
    """A seat turns a bonus card into resources."""

    seat: Seat
    card: BonusKind
    resources: Amounts


@event()
class ResourcesExchanged(Event):
    """A seat changes resources of one type for one of another at the bank."""

    seat: Seat
    given: Amounts
    taken: Resource


@event()
class ResourcesGiven(Event):
    """A seat hands its partner resources."""

    seat: Seat
    target: Seat
    resources: Amounts


@event()
class AttackLaid(Event):
    """A seat lays down units against a neighbour."""

    seat: Seat
    target: Seat
    units: Units


@event()
class BattleBegan(Event):
    """A seat is attacked; its attackers' Catapults begin."""

    seat: Seat


@event()
class BattleResumed(Event):
    """The war turns again to the battle of a seat, for its next phase."""

    seat: Seat


@event()
class WallsReturned(Event):
    """Catapults return a seat's Walls to its hand, from these plots."""

    seat: Seat
    plots: tuple[PlotNumber, ...]


@event()
class UnitSentBack(Event):
    """A seat's walls send a unit back to the attacker's hand."""

    seat: Seat
    unit: UnitKind


@event()
class UnitStopped(Event):
    """A seat plays a unit that stops an attacking one."""

    seat: Seat
    unit: UnitKind
    stopped: UnitKind


@event()
class DefenceEnded(Event):
    """Units that were not stopped get through: population to take, and buildings to destroy."""

    seat: Seat
    population: int
    buildings: int


@event()
class PopulationTaken(Event):
    """Population leaves these plots of a seat."""

    seat: Seat
    plots: tuple[PlotNumber, ...]


@event()
class PopulationResettled(Event):
    """The attacker places it on these plots of its own."""

    seat: Seat
    plots: tuple[PlotNumber, ...]


@event()
class BuildingReturned(Event):
    """A destroyed building returns to its owner's hand."""

    seat: Seat
    building: BuildingKind
    plot: PlotNumber


@event()
class BattleEnded(Event):
    """The units of both sides are discarded."""

    seat: Seat


@event()
class WarEnded(Event):
    """All battles are fought; the attacker goes on to draw."""

    seat: Seat


@event()
class DeckReshuffled(Event):
    """The discard pile becomes the deck, top card first."""

    count: Count
    deck: Hidden[Cards]


@event(reveals=True)
class CardsDrawn(Event):
    """A seat draws from the deck."""

    seat: Seat
    count: Count
    cards: Secret[Cards]


@event()
class DiscardStepBegan(Event):
    """A seat has drawn and has so many cards to discard."""

    seat: Seat
    count: Count


@event()
class CardBought(Event):
    """Pottery: a seat pays for one more card."""

    seat: Seat
    paid: Amounts


@event()
class CodeOfLawsUsed(Event):
    """A seat has used its Code of Laws this turn."""

    seat: Seat


@event()
class LeaderChanged(Event):
    """A leader card goes to a seat, or to nobody."""

    leader: str
    to: Seat | None


@event()
class SeatResigned(Event):
    """A seat leaves the game with all it has."""

    seat: Seat


@event(reveals=True)
class HandRevealed(Event):
    """At the end the hands are shown."""

    seat: Seat
    cards: Cards | None


EVENTS: tuple[type[Event], ...] = (
    GameStarted,
    PositionSet,
    EmpireSet,
    HandSet,
    PlotsDealt,
    PlotsOpened,
    PlotTaken,
    MarketOpened,
    HandDealt,
    StartingDiscardsBegan,
    CardsDiscarded,
    SettlingBegan,
    PopulationSettled,
    TurnBegan,
    ResourcesCollected,
    PlotBought,
    PlotOffered,
    PopulationBought,
    BuildingBuilt,
    BuildingTornDown,
    ProtectionSet,
    TechnologyBought,
    TechnologyOffered,
    ResourcesGained,
    CardStolen,
    ResourcesTaken,
    BonusUsed,
    ResourcesExchanged,
    ResourcesGiven,
    AttackLaid,
    BattleBegan,
    BattleResumed,
    WallsReturned,
    UnitSentBack,
    UnitStopped,
    DefenceEnded,
    PopulationTaken,
    PopulationResettled,
    BuildingReturned,
    BattleEnded,
    WarEnded,
    DeckReshuffled,
    CardsDrawn,
    DiscardStepBegan,
    CardBought,
    CodeOfLawsUsed,
    LeaderChanged,
    SeatResigned,
    HandRevealed,
)
