"""Actions of Sid Meier's Civilization: The Card Game."""

from cartulary.games.civilization_the_card_game.cards import (
    Amounts,
    BonusKind,
    BuildingKind,
    Cards,
    PlotCounts,
    Resource,
    TechnologyKind,
    TerrainKind,
    UnitKind,
    Units,
)
from cartulary.kernel.messages import Action, action
from cartulary.kernel.seats import Seat

PlotNumber = int
"""A seat's own plot, counted from 0 in the order in which it came."""


@action
class TakePlot(Action):
    """At the start: take one of the open plots."""

    terrain: TerrainKind


@action
class Settle(Action):
    """Place the free population on one of the own plots."""

    plot: PlotNumber


@action
class Collect(Action):
    """Choose what population on plots with two types, and Pyramids, give; leave out fields without a choice."""

    hills: Amounts | None = None
    river: Amounts | None = None
    forest: Amounts | None = None
    pyramids: Amounts | None = None


@action
class BuyPlot(Action):
    """Buy a plot of the market with resources of any types."""

    terrain: TerrainKind
    pay: Amounts | None = None


@action
class BuyPopulation(Action):
    """Buy population for a plot with food."""

    plot: PlotNumber


@action
class Build(Action):
    """Build a building or wonder from hand on a plot, with production."""

    building: BuildingKind
    plot: PlotNumber


@action
class TearDown(Action):
    """Discard a building of one's own, or a wonder where the house rules let one."""

    building: BuildingKind
    plot: PlotNumber


@action
class BuyTechnology(Action):
    """Buy a technology of the market with commerce; Writing and Code of Laws name a seat, Code of Laws what to take."""

    technology: TechnologyKind
    seat: Seat | None = None
    take: Amounts | None = None


@action
class CodeOfLaws(Action):
    """Take resources from another seat, where the house rules let the technology do so in every turn."""

    seat: Seat
    take: Amounts | None = None


@action
class UseBonus(Action):
    """Turn a bonus card into its resources; for a red one name the type."""

    card: BonusKind
    resource: Resource | None = None


@action
class Bank(Action):
    """Change three resources of a type, with Sailing two, for one of another."""

    give: Resource
    take: Resource


@action
class Give(Action):
    """Hand resources to the partner."""

    resources: Amounts


@action
class Attack(Action):
    """Lay down units against a neighbour."""

    seat: Seat
    units: Units


@action
class Fight(Action):
    """Attack nobody else: the battles begin."""


@action
class ReturnWalls(Action):
    """Defender: take back the Walls that Catapults return, from these plots."""

    plots: PlotCounts


@action
class SendBack(Action):
    """Defender behind walls: send an attacking unit back."""

    unit: UnitKind


@action
class Defend(Action):
    """Defender: play a unit from hand that stops an attacking one."""

    unit: UnitKind
    stops: UnitKind


@action
class LetThrough(Action):
    """Defender: stop no more attackers."""


@action
class GiveUpPopulation(Action):
    """Defender: hand over the population that is taken, from these plots."""

    plots: PlotCounts


@action
class GiveUpBuilding(Action):
    """Defender: take a destroyed building back to hand."""

    building: BuildingKind
    plot: PlotNumber


@action
class Resettle(Action):
    """Attacker: place the population that was taken on own plots."""

    plots: PlotCounts


@action
class Draw(Action):
    """Buy and attack no more: draw cards."""


@action
class Pottery(Action):
    """Pay any three resources for one more card."""

    pay: Amounts | None = None


@action
class Discard(Action):
    """Discard cards: two at the start of the game; after the draw, which ends the turn."""

    cards: Cards


ACTIONS: tuple[type[Action], ...] = (
    TakePlot,
    Settle,
    Collect,
    BuyPlot,
    BuyPopulation,
    Build,
    TearDown,
    BuyTechnology,
    CodeOfLaws,
    UseBonus,
    Bank,
    Give,
    Attack,
    Fight,
    ReturnWalls,
    SendBack,
    Defend,
    LetThrough,
    GiveUpPopulation,
    GiveUpBuilding,
    Resettle,
    Draw,
    Pottery,
    Discard,
)
