"""Observations: fixed arrays of whole numbers, made of what a seat sees."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cartulary.games.carta_impera_victoria import cards as carta
from cartulary.games.carta_impera_victoria import state as carta_state
from cartulary.games.carta_impera_victoria.view import kept_by
from cartulary.games.civilization_the_card_game import cards as civilization
from cartulary.games.civilization_the_card_game import state as civilization_state
from cartulary.kernel.seats import Seat
from cartulary_environments.action_space import ActionSpace
from cartulary_environments.spelling import Spelling

MOST_SEATS: Final = 4
MOST: Final = 32_767
"""Upper bound of every number; none is below zero."""
SPHERES: Final = len(carta.SPHERES)
CARTA_STEPS: Final = ("draft", "play", "effects", "over")
CIVILIZATION_STEPS: Final = ("plots", "discards", "settle", "collect", "buy", "war", "draw", "discard", "over")
BUILDINGS_ON_PLOT: Final = 2
MOST_BATTLES: Final = 3

Parts = dict[str, Sequence[int]]
"""Numbers by the name of the part, in their order."""


class Part(NamedTuple):
    """Consecutive numbers of an observation."""

    name: str
    first: int
    size: int


class Observer:
    """Writes observations of one game."""

    def __init__(self, parts_of: Callable[[Any, Seat], Parts], sizes: Sequence[tuple[str, int]]) -> None:
        self._parts_of, self._sizes = parts_of, sizes

    def parts(self, space: ActionSpace) -> Iterator[Part]:
        """The parts, in their order, with the place where each begins."""
        first = 0
        for name, size in (*SHARED, *self._sizes, *spelling_sizes(space)):
            yield Part(name, first, size)
            first += size

    def size(self, space: ActionSpace) -> int:
        """Return the length of an observation."""
        return sum(part.size for part in self.parts(space))

    def observe(
        self, state: Any, viewer: Seat, waits_for: Seat | None, spelling: Spelling | None, space: ActionSpace
    ) -> NDArray[Any]:
        """Return what a seat sees."""
        parts = self._parts_of(state, viewer).values()
        numbers = chain(one_of(MOST_SEATS, viewer), one_of(MOST_SEATS, waits_for), *parts, count_items(spelling, space))
        return np.frombuffer(array("h", numbers), np.int16)


SHARED: Final = (("viewer", MOST_SEATS), ("waits_for", MOST_SEATS))


def spelling_sizes(space: ActionSpace) -> list[tuple[str, int]]:
    """Sizes of the parts that show what the viewer has spelled so far."""
    return [("opening", 1), ("list", 1), *((f"items_{slot}", space.items) for slot in range(space.slots))]


def count_items(spelling: Spelling | None, space: ActionSpace) -> Sequence[int]:
    """Return the opening, counted from 1, the number of the list, and how often each item stands in each list."""
    numbers = [0] * (2 + space.slots * space.items)
    if spelling is None:
        return numbers
    numbers[0], numbers[1] = spelling.opening + 1, spelling.slot + 1
    for slot, items in enumerate((*spelling.done, spelling.items)):
        start = 2 + slot * space.items - space.item_start + space.first_item(spelling.fields[slot])
        for item in items:
            numbers[start + item] += 1
    return numbers


def one_of(size: int, place: int | None) -> list[int]:
    """Zeros, with a one at a place."""
    numbers = [0] * size
    if place is not None:
        numbers[place] = 1
    return numbers


def marks(size: int, places: Sequence[int]) -> list[int]:
    """Count how often each place is named."""
    numbers = [0] * size
    for place in places:
        numbers[place] += 1
    return numbers


def pad(seats: Sequence[Sequence[int]], size: int) -> list[int]:
    """Lay the numbers of the seats end to end, with zeros for seats that are not at the table."""
    return [*chain.from_iterable(seats), *[0] * (size * (MOST_SEATS - len(seats)))]


CARTA_SIZES: Final = (
    ("step", len(CARTA_STEPS)),
    ("turn", 1),
    ("final_round", 1),
    ("active", MOST_SEATS),
    ("first", MOST_SEATS),
    ("present", MOST_SEATS),
    ("deck_by_epoch", 3),
    ("top_of_deck", 4),
    ("discard", carta.BACKS),
    ("hand", carta.BACKS),
    ("hands_by_epoch", MOST_SEATS * 3),
    ("areas", MOST_SEATS * carta.BACKS),
    ("democracy", MOST_SEATS * SPHERES),
    ("embargoes", MOST_SEATS * SPHERES),
    ("embargo_turns", MOST_SEATS * SPHERES),
    ("used_permanent", SPHERES),
    ("used_discard", SPHERES),
    ("copied_limit", 1),
    ("most_religion", 1),
    ("pending_number", 1),
    ("pending_target", MOST_SEATS),
    ("taken", carta.BACKS),
    ("token_holder", MOST_SEATS),
    ("token_target", MOST_SEATS),
    ("token_sphere", SPHERES),
    ("draft_round", 1),
    ("draft_chosen", MOST_SEATS),
    ("packet", carta.BACKS),
    ("kept", carta.BACKS),
    ("centre", carta.BACKS),
)


def carta_parts(state: carta_state.State, viewer: Seat) -> Parts:
    """The table of Carta Impera Victoria."""
    top, kinds = state.deck[-1] if state.deck else None, carta.BACKS
    deck = [0, 0, 0]
    for kind in state.deck:
        deck[carta.EPOCH_OF[kind] - 1] += 1
    return {
        "step": one_of(len(CARTA_STEPS), CARTA_STEPS.index(state.step)),
        "turn": (state.turn,),
        "final_round": (state.final_round,),
        "active": one_of(MOST_SEATS, state.active),
        "first": one_of(MOST_SEATS, state.first),
        "present": pad([[each] for each in state.present], 1),
        "deck_by_epoch": deck,
        "top_of_deck": one_of(4, 0 if top is None else carta.EPOCH_OF[top]),
        "discard": state.discard[:kinds],
        "hand": state.hands[viewer][:kinds],
        "hands_by_epoch": pad([carta.backs(each) for each in state.hands], 3),
        "areas": pad([each[:kinds] for each in state.areas], kinds),
        "democracy": pad(state.democracy, SPHERES),
        "embargoes": pad([marks(SPHERES, [each.sphere for each in lying]) for lying in state.embargoes], SPHERES),
        "embargo_turns": pad([embargo_turns(each) for each in state.embargoes], SPHERES),
        "used_permanent": state.used_permanent,
        "used_discard": state.used_discard,
        "copied_limit": (state.copied_limit,),
        "most_religion": (state.most_religion,),
        **pending_parts(state, viewer),
        **token_parts(state.token),
        **draft_parts(state.draft, viewer),
    }


def embargo_turns(lying: Sequence[carta_state.Embargoed]) -> list[int]:
    """Return the turns for which each sphere of a seat is still barred."""
    turns = [0] * SPHERES
    for each in lying:
        turns[each.sphere] = max(turns[each.sphere], each.turns)
    return turns


def pending_parts(state: carta_state.State, viewer: Seat) -> Parts:
    """The effect half done: how many cards it needs, and those that were taken, for the two who know them."""
    number, target, taken = 0, None, [0] * carta.BACKS
    if isinstance(state.pending, carta_state.Exchange):
        number, target = sum(state.pending.taken), state.pending.target
        if viewer in (state.pending.seat, target):
            taken = state.pending.taken[: carta.BACKS]
    elif state.pending:
        number = state.pending.number
    return {"pending_number": (number,), "pending_target": one_of(MOST_SEATS, target), "taken": taken}


def token_parts(token: carta_state.Token | None) -> Parts:
    """The culture token."""
    holder, target, sphere = token or (None, None, None)
    return {
        "token_holder": one_of(MOST_SEATS, holder),
        "token_target": one_of(MOST_SEATS, target),
        "token_sphere": one_of(SPHERES, sphere),
    }


def draft_parts(draft: carta_state.Draft | None, viewer: Seat) -> Parts:
    """The draft: one's own packet while one has to choose, what one has kept, and the open centre. Round 4 is that."""
    kinds, nothing = carta.BACKS, [0] * carta.BACKS
    if draft is None:
        sizes = {"draft_round": 1, "draft_chosen": MOST_SEATS, "packet": kinds, "kept": kinds, "centre": kinds}
        return {name: [0] * size for name, size in sizes.items()}
    chooses = draft.picks is None and draft.chosen[viewer] is None
    return {
        "draft_round": (draft.round if draft.picks is None else 4,),
        "draft_chosen": pad([[each is not None] for each in draft.chosen], 1),
        "packet": draft.packets[viewer][:kinds] if chooses else nothing,
        "kept": kept_by(draft, viewer)[:kinds],
        "centre": draft.centre[:kinds],
    }


LANDS: Final = len(civilization.LANDS)
TECHNOLOGIES: Final = len(civilization.TECHNOLOGIES)
UNITS: Final = len(civilization.UNITS)
PLOT: Final = 2 + BUILDINGS_ON_PLOT
BATTLE: Final = MOST_SEATS + 3 * UNITS + 7
CIVILIZATION_SIZES: Final = (
    ("step", len(CIVILIZATION_STEPS)),
    ("turn", 1),
    ("active", MOST_SEATS),
    ("dealer", MOST_SEATS),
    ("present", MOST_SEATS),
    ("waiting", MOST_SEATS),
    ("free_population", MOST_SEATS),
    ("had_turn", MOST_SEATS),
    ("clockwise", 1),
    ("row", 1),
    ("deck_sizes", 3),
    ("reshuffles", 1),
    ("discard", civilization.BACK),
    ("hand", civilization.BACK),
    ("hand_sizes", MOST_SEATS),
    ("resources", MOST_SEATS * 3),
    ("protected", MOST_SEATS),
    ("technologies", MOST_SEATS * TECHNOLOGIES),
    ("open_technologies", TECHNOLOGIES),
    ("open_plots", LANDS),
    ("happiness_leader", MOST_SEATS),
    ("culture_leader", MOST_SEATS),
    ("to_discard", 1),
    ("pottery_used", 1),
    ("code_of_laws_used", 1),
    ("war_begun", 1),
    ("battles", MOST_BATTLES * BATTLE),
    ("plots", MOST_SEATS * civilization.MOST_PLOTS * PLOT),
)


def civilization_parts(state: civilization_state.State, viewer: Seat) -> Parts:
    """The table of Civilization."""
    happiness, culture = state.leaders
    return {
        "step": one_of(len(CIVILIZATION_STEPS), CIVILIZATION_STEPS.index(state.step)),
        "turn": (state.turn,),
        "active": one_of(MOST_SEATS, state.active),
        "dealer": one_of(MOST_SEATS, state.dealer),
        "present": pad([[each] for each in state.present], 1),
        "waiting": marks(MOST_SEATS, state.waiting),
        "free_population": pad([[each] for each in state.free], 1),
        "had_turn": marks(MOST_SEATS, state.had_turn),
        "clockwise": (state.direction == 1,),
        "row": (state.row,),
        "deck_sizes": (len(state.deck), len(state.plot_deck), len(state.technology_deck)),
        "reshuffles": (state.reshuffles,),
        "discard": state.discard[: civilization.BACK],
        "hand": state.hands[viewer][: civilization.BACK],
        "hand_sizes": pad([[sum(each)] for each in state.hands], 1),
        "resources": pad(state.resources, 3),
        "protected": pad([[each] for each in state.protected], 1),
        "technologies": pad(state.technologies, TECHNOLOGIES),
        "open_technologies": marks(TECHNOLOGIES, [each for each in state.open_technologies if each >= 0]),
        "open_plots": marks(LANDS, [each for each in state.open_plots if each >= 0]),
        "happiness_leader": one_of(MOST_SEATS, happiness),
        "culture_leader": one_of(MOST_SEATS, culture),
        "to_discard": (state.to_discard,),
        "pottery_used": (state.pottery_used,),
        "code_of_laws_used": (state.code_of_laws_used,),
        **war_parts(state.war),
        "plots": pad([plots_of(each) for each in state.plots], civilization.MOST_PLOTS * PLOT),
    }


def plots_of(plots: Sequence[civilization_state.Plot]) -> list[int]:
    """Return terrain and buildings of each plot, counted from 1, and its population."""
    numbers = list[int]()
    for terrain, population, buildings in plots:
        first, second, *_ = (*buildings, -1, -1)
        numbers += (terrain + 1, population, first + 1, second + 1)
    return numbers + [0] * (civilization.MOST_PLOTS * PLOT - len(numbers))


def war_parts(war: civilization_state.War | None) -> Parts:
    """The battles of a war, the current one first."""
    if war is None:
        return {"war_begun": (0,), "battles": [0] * (MOST_BATTLES * BATTLE)}
    numbers = [number for battle in war.battles for number in battle_numbers(battle)]
    return {"war_begun": (war.begun,), "battles": numbers + [0] * (MOST_BATTLES * BATTLE - len(numbers))}


def battle_numbers(battle: civilization_state.Battle) -> list[int]:
    """Return defender, units attacking, stopped and defending, and what is still due."""
    return [
        *one_of(MOST_SEATS, battle.defender),
        *battle.attacking,
        *battle.stopped,
        *battle.defending,
        battle.worked,
        battle.sent_back,
        battle.defended,
        battle.population,
        battle.captives,
        battle.buildings,
        battle.begun,
    ]


OBSERVERS: Final = {
    "carta-impera-victoria": Observer(carta_parts, CARTA_SIZES),
    "civilization-the-card-game": Observer(civilization_parts, CIVILIZATION_SIZES),
}
