"""Views on the wire, made of states that are folded from an audience's events."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from typing import Any, Literal, NamedTuple, TypedDict

from cartulary.games.civilization_the_card_game.cards import (
    ENGINEERING,
    KINDS,
    RESOURCES,
    TECHNOLOGY_NAMES,
    TERRAINS,
    BuildingKind,
    ByResource,
    Multiset,
    TechnologyKind,
    TerrainKind,
    multiset,
)
from cartulary.games.civilization_the_card_game.rules.empire import capacity_with, points_from
from cartulary.games.civilization_the_card_game.rules.seats import side_of
from cartulary.games.civilization_the_card_game.rules.turn import cards_to_discard
from cartulary.games.civilization_the_card_game.rules.war import Decision, buildings_due, pending, walls_to_return
from cartulary.games.civilization_the_card_game.scoring import score_from
from cartulary.games.civilization_the_card_game.state import UNKNOWN, Battle, Plot, State, battle_of
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import EVERYTHING, Viewer
from cartulary.kernel.zone_json import KEPT


class PendingView(TypedDict):
    """The decision that the game waits for besides a turn: action, seat, and number."""

    type: Literal[
        "take_plot",
        "discard",
        "settle",
        "collect",
        "attack",
        "return_walls",
        "send_back",
        "defend",
        "give_up_population",
        "resettle",
        "give_up_building",
        "end",
    ]
    seat: Seat
    count: int | None


class Deck(TypedDict):
    """Number of cards left."""

    count: int


class TechnologyMarket(TypedDict):
    """Technologies for sale, and how many come after them."""

    open: tuple[TechnologyKind, ...]
    deck: int


class PlotMarket(TypedDict):
    """Plots that lie open, and how many come after them."""

    open: tuple[TerrainKind, ...]
    deck: int


class LeadersView(TypedDict):
    """Holders of the leader cards."""

    happiness: Seat | None
    culture: Seat | None


class BattleView(TypedDict):
    """The attack on a seat: units still attacking, stopped ones, and those that stopped them."""

    defender: Seat
    attacking: Multiset
    stopped: Multiset
    defending: Multiset
    population: int
    captives: int
    buildings: int


class WarView(TypedDict):
    """A war, the current battle first."""

    attacker: Seat
    begun: bool
    battles: tuple[BattleView, ...]


class PlotView(TypedDict):
    """A plot; how many buildings and wonders it holds."""

    terrain: TerrainKind
    population: int
    buildings: tuple[BuildingKind, ...]
    capacity: int


class SeatView(TypedDict):
    """A seat in a view: of another seat's hand only the number of cards, and cards that were shown."""

    hand: Multiset | None
    known: Multiset
    hand_count: int
    resources: ByResource
    plots: tuple[PlotView, ...]
    technologies: tuple[TechnologyKind, ...]
    happiness: int
    culture: int
    points: int
    protected: int
    present: bool


class UsedView(TypedDict):
    """Cards and effects that the active seat has used this turn."""

    pottery: bool
    code_of_laws: bool


class StateView(TypedDict):
    """The state of a game as a seat or a spectator sees it."""

    turn: int
    active: Seat
    dealer: Seat
    step: Literal["plots", "discards", "settle", "collect", "buy", "war", "draw", "discard", "over"]
    pending: PendingView | None
    to_discard: int
    used: UsedView
    deck: Deck
    discard: Multiset
    technologies: TechnologyMarket
    plots: PlotMarket
    leaders: LeadersView
    war: WarView | None
    seats: tuple[SeatView, ...]


def public_view(state: State) -> dict[str, Any]:
    """Return the public part of a view."""
    happiness, culture = state.leaders
    return {
        "turn": state.turn,
        "active": state.active,
        "dealer": state.dealer,
        "step": state.step,
        "pending": pending_view(state),
        "to_discard": cards_to_discard(state, state.active) if state.step == "discard" else 0,
        "used": {"pottery": state.pottery_used, "code_of_laws": state.code_of_laws_used},
        "deck": {"count": len(state.deck)},
        "discard": multiset(state.discard),
        "technologies": {
            "open": [TECHNOLOGY_NAMES[each] for each in state.open_technologies if each != UNKNOWN],
            "deck": len(state.technology_deck),
        },
        "plots": {
            "open": [TERRAINS[each] for each in state.open_plots if each != UNKNOWN],
            "deck": len(state.plot_deck),
        },
        "leaders": {"happiness": happiness, "culture": culture},
        "war": war_view(state),
        "seats": [public_seat_view(state, seat) for seat in range(len(state.present))],
    }


def own_view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The hands for a viewer; they are open once the game is over."""
    is_open, hands = state.step == "over" or viewer is EVERYTHING, enumerate(state.hands)
    return {"seats": [hand_view(tuple(hand), is_open or seat == viewer) for seat, hand in hands]}


SETUP_ACTIONS = {"plots": "take_plot", "discards": "discard", "settle": "settle"}


def pending_view(state: State) -> dict[str, Any] | None:
    """Return the pending decision, unless it is only the active seat's purchase or draw."""
    if state.waiting:
        count = cards_to_discard(state, state.waiting[0]) if state.step == "discards" else None
        return {"type": SETUP_ACTIONS[state.step], "seat": state.waiting[0], "count": count}
    if state.step == "collect":
        return {"type": "collect", "seat": state.active, "count": None}
    if (due := pending(state)) is None:
        return None
    battle = battle_of(state) if due.decision != "attack" else None
    count = count_due(state, battle, due.decision) if battle else None
    return {"type": due.decision, "seat": due.seat, "count": count}


def count_due(state: State, battle: Battle, decision: Decision) -> int | None:
    """Return the number of Walls, population or buildings of a decision."""
    counts: dict[Decision, int] = {
        "return_walls": walls_to_return(state, battle),
        "give_up_population": battle.population,
        "resettle": battle.captives,
        "give_up_building": buildings_due(state, battle),
    }
    return counts.get(decision)


def war_view(state: State) -> dict[str, Any] | None:
    """The war that is being fought."""
    if state.war is None:
        return None
    battles = [battle_view(state, battle) for battle in state.war.battles]
    return {"attacker": state.active, "begun": state.war.begun, "battles": battles}


def battle_view(state: State, battle: Battle) -> dict[str, Any]:
    """The attack on one seat."""
    return {
        "defender": battle.defender,
        "attacking": multiset(battle.attacking),
        "stopped": multiset(battle.stopped),
        "defending": multiset(battle.defending),
        "population": battle.population,
        "captives": battle.captives,
        "buildings": buildings_due(state, battle),
    }


def plot_view(plot: Plot, capacity: int) -> Mapping[str, Any]:
    """A plot with what is on it."""
    return {
        "terrain": TERRAINS[plot.terrain],
        "population": plot.population,
        "buildings": [KINDS[building] for building in plot.buildings],
        "capacity": capacity,
    }


class Realm(NamedTuple):
    """Buildings, population and yields of a seat."""

    view: Mapping[str, Any]
    score: int


@lru_cache(maxsize=KEPT)
def realm_of(plots: tuple[Plot, ...], technologies: tuple[bool, ...]) -> Realm:
    """Return the realm of these plots and technologies; equal ones share one object."""
    happiness, culture = points_from(plots, technologies)
    view = {
        "plots": [plot_view(plot, capacity_with(technologies[ENGINEERING], plot)) for plot in plots],
        "technologies": [*compress(TECHNOLOGY_NAMES, technologies)],
        "happiness": happiness,
        "culture": culture,
    }
    return Realm(view, sum(score_from(plots, technologies)))


def public_seat_view(state: State, seat: Seat) -> dict[str, Any]:
    """Return the public part of a seat."""
    return {
        **realm(state, seat).view,
        "hand_count": sum(state.hands[seat]),
        "resources": dict(zip(RESOURCES, state.resources[seat], strict=True)),
        "points": seat_points(state, seat),
        "protected": state.protected[seat],
        "present": state.present[seat],
    }


def realm(state: State, seat: Seat) -> Realm:
    """Return the realm of a seat."""
    return realm_of(tuple(state.plots[seat]), tuple(state.technologies[seat]))


def seat_points(state: State, seat: Seat) -> int:
    """The points so far of a seat, with those of its partner (C-96)."""
    return sum([realm(state, each).score for each in side_of(state, seat)]) if state.present[seat] else 0


@lru_cache(maxsize=KEPT)
def hand_view(hand: tuple[int, ...], is_open: bool) -> Mapping[str, Any]:
    """A hand that one sees, or what one was shown of it."""
    return {"hand": multiset(hand), "known": {}} if is_open else {"hand": None, "known": multiset(hand)}
