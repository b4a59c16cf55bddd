"""Everything that a seat may do, as forms, each with just the choices that the rules leave it."""

from collections.abc import Callable, Iterator
from typing import Final

from domain.civilization_the_card_game import actions as a
from domain.civilization_the_card_game.cards import (
    BACK,
    BONUS,
    BONUS_CARDS,
    BUILDABLE,
    COMMERCE,
    FOOD,
    POTTERY,
    PRODUCTION,
    Zone,
)
from domain.civilization_the_card_game.rules.empire import collection_choices, has, has_room
from domain.civilization_the_card_game.rules.prices import (
    POTTERY_PRICE,
    bank_rate,
    building_price,
    only_one,
    payment,
    plot_price,
    population_price,
    technology_price,
)
from domain.civilization_the_card_game.rules.seats import partner
from domain.civilization_the_card_game.rules.turn import (
    cards_to_discard,
    in_own_turn,
    may_tax,
    targets,
    tax,
    taxable,
    taxes_at_once,
    to_act,
)
from domain.civilization_the_card_game.rules.war import (
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
from domain.civilization_the_card_game.state import UNKNOWN, State, battle_of
from domain.kernel.forms import Choice, Form
from domain.kernel.seats import Seat


def legal_actions(state: State, seat: Seat) -> Iterator[Form]:
    """What `seat` may do now. Resigning, which a seat always may, is not listed."""
    if seat in to_act(state):
        yield from STEPS[state.step](state, seat)
    if in_own_turn(state) and (mate := partner(state, seat)) is not None and state.active in (seat, mate):
        yield from give_forms(state, seat)


def plot_forms(state: State, _: Seat) -> Iterator[Form]:
    """Take one of the open plots (C-04)."""
    return (Form(a.TakePlot, {"terrain": terrain}) for terrain in offered(state.open_plots))


def offered(open_ones: list[int]) -> list[int]:
    """What lies open, each kind once."""
    return sorted(set(open_ones) - {UNKNOWN})


def settle_forms(state: State, seat: Seat) -> Iterator[Form]:
    """Place the free population (C-08)."""
    return (Form(a.Settle, {"plot": plot}) for plot in range(len(state.plots[seat])))


def collect_forms(state: State, seat: Seat) -> Iterator[Form]:
    """Choose what plots with two types and Pyramids give (C-15)."""
    yield Form(a.Collect, {}, dict(collection_choices(state, seat)))


def buy_forms(state: State, seat: Seat) -> Iterator[Form]:
    """Purchases, bonus cards and the bank, attacks, and the end of buying (C-20)."""
    yield from plot_purchases(state, seat)
    yield from population_purchases(state, seat)
    yield from building_forms(state, seat)
    yield from technology_forms(state, seat)
    yield from bonus_forms(state, seat)
    yield from attack_forms(state, seat)
    yield from draw_forms(state, seat)


def plot_purchases(state: State, seat: Seat) -> Iterator[Form]:
    """Plots of the market (C-21)."""
    price = plot_price(state, seat)
    if sum(state.resources[seat]) >= price:
        for terrain in offered(state.open_plots):
            yield paid(Form(a.BuyPlot, {"terrain": terrain}), payment(state, seat, price))


def paid(form: Form, choice: Choice, name: str = "pay") -> Form:
    """The form with a payment, which is settled where there is no choice."""
    if only_one(choice):
        return Form(form.action, form.settled | {name: next(choice.combinations())})
    return Form(form.action, form.settled, {name: choice})


def population_purchases(state: State, seat: Seat) -> Iterator[Form]:
    """Population for each plot for which the food suffices (C-23)."""
    for number, plot in enumerate(state.plots[seat]):
        if state.resources[seat][FOOD] >= population_price(plot):
            yield Form(a.BuyPopulation, {"plot": number})


def building_forms(state: State, seat: Seat) -> Iterator[Form]:
    """Buildings and wonders of the hand, on each plot with room (C-24, C-25)."""
    rooms = [number for number, plot in enumerate(state.plots[seat]) if has_room(state, seat, plot)]
    for building in BUILDABLE:
        if state.hands[seat][building] and state.resources[seat][PRODUCTION] >= building_price(state, seat, building):
            yield from (Form(a.Build, {"building": building, "plot": number}) for number in rooms)


def technology_forms(state: State, seat: Seat) -> Iterator[Form]:
    """Technologies of the market (C-27), and Code of Laws where it works in every turn (C-36)."""
    for technology in offered(state.open_technologies):
        if state.resources[seat][COMMERCE] < technology_price(state, seat, technology):
            continue
        form = Form(a.BuyTechnology, {"technology": technology})
        possible = targets(state, seat, technology)
        for target in possible:
            aimed = Form(a.BuyTechnology, {"technology": technology, "seat": target})
            yield paid(aimed, tax(state, target), "take") if taxes_at_once(state, technology) else aimed
        if not possible:
            yield form
    if may_tax(state, seat):
        for target in taxable(state, seat):
            yield paid(Form(a.CodeOfLaws, {"seat": target}), tax(state, target), "take")


def bonus_forms(state: State, seat: Seat) -> Iterator[Form]:
    """Bonus cards of the hand, red ones for each type (C-31)."""
    for card in BONUS_CARDS:
        if state.hands[seat][card]:
            if BONUS[card].resource is None:
                yield from (Form(a.UseBonus, {"card": card, "resource": resource}) for resource in range(3))
            else:
                yield Form(a.UseBonus, {"card": card})


def attack_forms(state: State, seat: Seat) -> Iterator[Form]:
    """Any units against each neighbour that can be attacked (C-40, C-41)."""
    units = held(state.hands[seat], may_attack)
    if count := sum(units.values()):
        for target in attackable(state, seat):
            yield Form(a.Attack, {"seat": target}, {"units": Choice(units, count, 1)})


def held(hand: Zone, wanted: Callable[[int], bool]) -> dict[int, int]:
    """The known cards of a hand of some sort."""
    return {kind: number for kind, number in enumerate(hand[:BACK]) if number and wanted(kind)}


def draw_forms(state: State, seat: Seat) -> Iterator[Form]:
    """Draw, or go to the bank or tear something down before (C-26, C-32, C-60)."""
    yield Form(a.Draw)
    yield from at_any_time_forms(state, seat)


def at_any_time_forms(state: State, seat: Seat) -> Iterator[Form]:
    """The bank, and tearing down (C-26, C-32)."""
    rate = bank_rate(state, seat)
    for gives, number in enumerate(state.resources[seat]):
        if number >= rate:
            yield from (Form(a.Bank, {"give": gives, "take": takes}) for takes in range(3) if takes != gives)
    for number, plot in enumerate(state.plots[seat]):
        for building in sorted(set(plot.buildings)):
            yield Form(a.TearDown, {"building": building, "plot": number})


def discard_forms(state: State, seat: Seat) -> Iterator[Form]:
    """Discard; after a draw Pottery, the bank and tearing down come before (C-07, C-61, C-62)."""
    yield discard_form(state, seat)
    if has(state, seat, POTTERY) and not state.pottery_used and sum(state.resources[seat]) >= POTTERY_PRICE:
        yield paid(Form(a.Pottery), payment(state, seat, POTTERY_PRICE))
    yield from at_any_time_forms(state, seat)


def starting_discard_forms(state: State, seat: Seat) -> Iterator[Form]:
    """Discard of the first hand (C-07)."""
    yield discard_form(state, seat)


def discard_form(state: State, seat: Seat) -> Form:
    """As many cards as are due."""
    if count := cards_to_discard(state, seat):
        return Form(a.Discard, {}, {"cards": Choice(held(state.hands[seat], lambda _: True), count)})
    return Form(a.Discard, {"cards": ()})


def war_forms(state: State, seat: Seat) -> Iterator[Form]:
    """The decision that the war waits for (C-42 to C-52)."""
    due = pending(state)
    assert due is not None
    match due.decision:
        case "attack":
            yield from attack_forms(state, seat)
            yield Form(a.Fight)
        case "return_walls":
            yield Form(a.ReturnWalls, {}, {"plots": walls_choice(state, battle_of(state))})
        case "send_back":
            yield from (Form(a.SendBack, {"unit": unit}) for unit in returnable(state, battle_of(state)))
        case "defend":
            pairs = defences(state, battle_of(state))
            yield from (Form(a.Defend, {"unit": unit, "stops": attacker}) for unit, attacker in pairs)
            yield Form(a.LetThrough)
        case "give_up_population":
            yield Form(a.GiveUpPopulation, {}, {"plots": population_choice(state, battle_of(state))})
        case "resettle":
            yield Form(a.Resettle, {}, {"plots": resettling_choice(state, battle_of(state))})
        case _:
            buildings = sorted(set(destructible(state, seat)))
            yield from (Form(a.GiveUpBuilding, {"plot": plot, "building": building}) for plot, building in buildings)


def give_forms(state: State, seat: Seat) -> Iterator[Form]:
    """Any of one's resources for the partner (C-97)."""
    resources = dict(enumerate(state.resources[seat]))
    count = sum(resources.values())
    if count:
        yield Form(a.Give, {}, {"resources": Choice(resources, count, 1)})


STEPS: Final[dict[str, Callable[[State, Seat], Iterator[Form]]]] = {
    "plots": plot_forms,
    "discards": starting_discard_forms,
    "settle": settle_forms,
    "collect": collect_forms,
    "buy": buy_forms,
    "war": war_forms,
    "draw": draw_forms,
    "discard": discard_forms,
}
