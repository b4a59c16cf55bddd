"""Legal actions as forms, each with the choices that the rules leave."""

from collections.abc import Callable, Sequence
from itertools import chain, islice
from typing import Final

from cartulary.games.civilization_the_card_game import actions as a
from cartulary.games.civilization_the_card_game.cards import (
    BACK,
    BONUS,
    BONUS_CARDS,
    BUILDABLE,
    FOOD,
    MOST_PLOTS,
    POTTERY,
    PRODUCTION,
    TECHNOLOGIES,
    TERRAINS,
    UNITS,
    zone,
)
from cartulary.games.civilization_the_card_game.rules.empire import (
    collection_choices,
    has,
    has_room,
    supplies,
    supplies_population,
)
from cartulary.games.civilization_the_card_game.rules.prices import (
    FIRST_POPULATION,
    POTTERY_PRICE,
    affordable,
    bank_rate,
    building_price,
    only_one,
    payment,
    plot_price,
    population_price,
)
from cartulary.games.civilization_the_card_game.rules.seats import partner
from cartulary.games.civilization_the_card_game.rules.turn import (
    cards_to_discard,
    in_own_turn,
    kept_standing,
    may_tax,
    may_tear_down,
    may_use_bonus,
    targets,
    tax,
    taxable,
    taxes_at_once,
    to_act,
)
from cartulary.games.civilization_the_card_game.rules.war import (
    attackable,
    defences,
    destructible,
    may_attack,
    pending,
    population_choice,
    resettling_choice,
    returnable,
    walls_choice,
)
from cartulary.games.civilization_the_card_game.state import UNKNOWN, State, battle_of, fork
from cartulary.kernel.forms import Choice, Form, fixed_form
from cartulary.kernel.seats import Seat

PLOTS = range(MOST_PLOTS)
TAKE_PLOT = [fixed_form(a.TakePlot(terrain=terrain)) for terrain in range(len(TERRAINS))]
SETTLE = [fixed_form(a.Settle(plot=plot)) for plot in PLOTS]
BUY_POPULATION = [fixed_form(a.BuyPopulation(plot=plot)) for plot in PLOTS]
BUILD = {building: [fixed_form(a.Build(building=building, plot=plot)) for plot in PLOTS] for building in BUILDABLE}
TEAR_DOWN = {
    building: [fixed_form(a.TearDown(building=building, plot=plot)) for plot in PLOTS] for building in BUILDABLE
}
BUY_TECHNOLOGY = [fixed_form(a.BuyTechnology(technology=technology)) for technology in range(len(TECHNOLOGIES))]
USE_BONUS = {
    card: [fixed_form(a.UseBonus(card=card))]
    if BONUS[card].resource is not None
    else [fixed_form(a.UseBonus(card=card, resource=resource)) for resource in range(3)]
    for card in BONUS_CARDS
}
BANK = [[fixed_form(a.Bank(give=gives, take=takes)) for takes in range(3)] for gives in range(3)]
SEND_BACK = [fixed_form(a.SendBack(unit=unit)) for unit in range(len(UNITS))]
DEFEND = [
    [fixed_form(a.Defend(unit=unit, stops=attacker)) for attacker in range(len(UNITS))] for unit in range(len(UNITS))
]
DRAW, FIGHT, LET_THROUGH = fixed_form(a.Draw()), fixed_form(a.Fight()), fixed_form(a.LetThrough())
DISCARD_NOTHING = fixed_form(a.Discard(cards=()))


def legal_actions(state: State, seat: Seat) -> Sequence[Form]:
    """Return the legal actions of `seat`, except `resign`, which is always legal."""
    forms = [*STEPS[state.step](state, seat), *tear_down_forms(state, seat)] if seat in to_act(state) else []
    if in_own_turn(state) and (mate := partner(state, seat)) is not None and state.active in (seat, mate):
        return [*forms, *give_forms(state, seat)]
    return forms


def is_openly_forced(state: State, seat: Seat) -> bool:
    """Whether `seat` has a single action whatever cards it holds; `state` shows what everybody sees."""
    held = sum(state.hands[seat])
    if held and may_choose_by_hand(state, seat):
        return False
    open_hand = fork(state)
    open_hand.hands[seat] = zone([0] * held)
    forms = legal_actions(open_hand, seat)
    return len(list(islice(chain.from_iterable(form.actions() for form in forms), 2))) == 1


def may_choose_by_hand(state: State, seat: Seat) -> bool:
    """Whether what a seat that holds cards may do depends on which these are."""
    match state.step:
        case "buy":
            return True
        case "war":
            due = pending(state)
            return due is not None and due.decision in ("attack", "defend")
        case "discards" | "discard" if 0 < cards_to_discard(state, seat) < sum(state.hands[seat]):
            return True
        case _:
            return may_use_bonus(state)


def plot_forms(state: State, _: Seat) -> list[Form]:
    """Take one of the open plots (C-04)."""
    return [TAKE_PLOT[terrain] for terrain in offered(state.open_plots)]


def offered(open_ones: list[int]) -> list[int]:
    """Return the kinds among these cards, each once."""
    return sorted(set(open_ones) - {UNKNOWN})


def settle_forms(state: State, seat: Seat) -> list[Form]:
    """Place the free population (C-08)."""
    return SETTLE[: len(state.plots[seat])]


def collect_forms(state: State, seat: Seat) -> list[Form]:
    """Choose what plots with two types and Pyramids give (C-15)."""
    return [Form(a.Collect, {}, dict(collection_choices(state, seat)))]


def buy_forms(state: State, seat: Seat) -> list[Form]:
    """Purchases, bonus cards and the bank, attacks, and the end of buying (C-20)."""
    return [
        *plot_purchases(state, seat),
        *population_purchases(state, seat),
        *building_forms(state, seat),
        *technology_forms(state, seat),
        *bonus_forms(state, seat),
        *attack_forms(state, seat),
        DRAW,
        *bank_forms(state, seat),
    ]


def plot_purchases(state: State, seat: Seat) -> list[Form]:
    """Plots of the market (C-21)."""
    price = plot_price(state, seat)
    if sum(state.resources[seat]) < price:
        return []
    return [
        paid(Form(a.BuyPlot, {"terrain": terrain}), payment(state, seat, price))
        for terrain in offered(state.open_plots)
    ]


def paid(form: Form, choice: Choice, name: str = "pay") -> Form:
    """The form with a payment, which is settled where there is no choice."""
    if only_one(choice):
        return Form(form.action, form.settled | {name: next(choice.combinations())})
    return Form(form.action, form.settled, {name: choice})


def population_purchases(state: State, seat: Seat) -> list[Form]:
    """Population for each plot for which the food suffices (C-23)."""
    food = state.resources[seat][FOOD]
    if food < FIRST_POPULATION or not supplies_population(state):
        return []
    return [BUY_POPULATION[number] for number, plot in enumerate(state.plots[seat]) if food >= population_price(plot)]


def building_forms(state: State, seat: Seat) -> list[Form]:
    """Buildings and wonders of the hand, on each plot with room (C-24, C-25)."""
    hand, production = state.hands[seat], state.resources[seat][PRODUCTION]
    can = [each for each in BUILDABLE if hand[each] and production >= building_price(state, seat, each)]
    if not can:
        return []
    rooms = [number for number, plot in enumerate(state.plots[seat]) if has_room(state, seat, plot)]
    return [BUILD[building][number] for building in can for number in rooms]


def technology_forms(state: State, seat: Seat) -> list[Form]:
    """Technologies of the market (C-27), and Code of Laws where it works in every turn (C-36)."""
    forms = [
        form for each in affordable(state, seat, offered(state.open_technologies)) for form in learn(state, seat, each)
    ]
    if may_tax(state, seat):
        for target in taxable(state, seat):
            forms.append(paid(Form(a.CodeOfLaws, {"seat": target}), tax(state, target), "take"))
    return forms


def learn(state: State, seat: Seat, technology: int) -> list[Form]:
    """The purchase of a technology, at the cost of each seat from which it can take something."""
    possible = targets(state, seat, technology)
    if not possible:
        return [BUY_TECHNOLOGY[technology]]
    aimed = [Form(a.BuyTechnology, {"technology": technology, "seat": target}) for target in possible]
    if not taxes_at_once(state, technology):
        return aimed
    return [paid(form, tax(state, target), "take") for form, target in zip(aimed, possible, strict=True)]


def bonus_forms(state: State, seat: Seat) -> list[Form]:
    """Bonus cards of the hand, red ones for each type (C-31)."""
    if not may_use_bonus(state):
        return []
    hand = state.hands[seat]
    return [form for card in BONUS_CARDS if hand[card] for form in USE_BONUS[card]]


def attack_forms(state: State, seat: Seat) -> list[Form]:
    """Any units against each neighbour that can be attacked (C-40, C-41)."""
    units = {unit: number for unit, number in enumerate(state.hands[seat][: len(UNITS)]) if number and may_attack(unit)}
    if not units:
        return []
    choice = Choice(units, sum(units.values()), 1)
    return [Form(a.Attack, {"seat": target}, {"units": choice}) for target in attackable(state, seat)]


def draw_forms(state: State, seat: Seat) -> list[Form]:
    """Draw, or use bonus cards and the bank before (C-31, C-32, C-60)."""
    return [DRAW, *bonus_forms(state, seat), *bank_forms(state, seat)]


def tear_down_forms(state: State, seat: Seat) -> list[Form]:
    """Return a form for each kind of building on each plot of the seat (C-26)."""
    if not may_tear_down(state):
        return []
    kept, forms = kept_standing(state), list[Form]()
    for number, plot in enumerate(state.plots[seat]):
        if plot.buildings:
            forms += [TEAR_DOWN[building][number] for building in sorted(set(plot.buildings)) if building not in kept]
    return forms


def bank_forms(state: State, seat: Seat) -> list[Form]:
    """Changes of resources for one of another type that the supply holds (C-17, C-32)."""
    rate = bank_rate(state, seat)
    given = [each for each, number in enumerate(state.resources[seat]) if number >= rate]
    if not given:
        return []
    taken = [each for each in range(3) if supplies(state, each)]
    return [BANK[gives][takes] for gives in given for takes in taken if takes != gives]


def discard_forms(state: State, seat: Seat) -> list[Form]:
    """Discard; after a draw Pottery, bonus cards and the bank come before (C-07, C-31, C-32, C-61, C-62)."""
    forms = [discard_form(state, seat)]
    if has(state, seat, POTTERY) and not state.pottery_used and sum(state.resources[seat]) >= POTTERY_PRICE:
        forms.append(paid(Form(a.Pottery), payment(state, seat, POTTERY_PRICE)))
    return [*forms, *bonus_forms(state, seat), *bank_forms(state, seat)]


def starting_discard_forms(state: State, seat: Seat) -> list[Form]:
    """Discard of the first hand (C-07)."""
    return [discard_form(state, seat)]


def discard_form(state: State, seat: Seat) -> Form:
    """Return the form that chooses the cards due."""
    if count := cards_to_discard(state, seat):
        held = {kind: number for kind, number in enumerate(state.hands[seat][:BACK]) if number}
        return Form(a.Discard, {}, {"cards": Choice(held, count)})
    return DISCARD_NOTHING


def war_forms(state: State, seat: Seat) -> list[Form]:
    """Return the form of the decision that the war waits for.

    Rulings C-42, C-43, C-44, C-45, C-46, C-47, C-48, C-49, C-50, C-51, C-52.
    """
    due = pending(state)
    assert due is not None
    match due.decision:
        case "attack":
            return [*attack_forms(state, seat), FIGHT]
        case "return_walls":
            return [Form(a.ReturnWalls, {}, {"plots": walls_choice(state, battle_of(state))})]
        case "send_back":
            return [SEND_BACK[unit] for unit in returnable(state, battle_of(state))]
        case "defend":
            pairs = defences(state, battle_of(state))
            return [*(DEFEND[unit][attacker] for unit, attacker in pairs), LET_THROUGH]
        case "give_up_population":
            return [Form(a.GiveUpPopulation, {}, {"plots": population_choice(state, battle_of(state))})]
        case "resettle":
            return [Form(a.Resettle, {}, {"plots": resettling_choice(state, battle_of(state))})]
        case _:
            buildings = sorted(set(destructible(state, seat)))
            return [Form(a.GiveUpBuilding, {"plot": plot, "building": building}) for plot, building in buildings]


def give_forms(state: State, seat: Seat) -> list[Form]:
    """Any of one's resources for the partner (C-97)."""
    resources = dict(enumerate(state.resources[seat]))
    count = sum(resources.values())
    return [Form(a.Give, {}, {"resources": Choice(resources, count, 1)})] if count else []


STEPS: Final[dict[str, Callable[[State, Seat], list[Form]]]] = {
    "plots": plot_forms,
    "discards": starting_discard_forms,
    "settle": settle_forms,
    "collect": collect_forms,
    "buy": buy_forms,
    "war": war_forms,
    "draw": draw_forms,
    "discard": discard_forms,
}
