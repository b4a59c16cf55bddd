"""Civilization: The Card Game by the engine and by the reference: the same deals, the same shapes, and random play."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from cartulary.catalogue import CATALOGUE
from cartulary.games.civilization_the_card_game import events as e
from cartulary.games.civilization_the_card_game.cards import KINDS, TECHNOLOGY_NAMES, TERRAINS
from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.codec import fields_of
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.messages import Event
from cartulary.kernel.randomness import Chance
from cartulary.match.game import Game, Setup
from tests.reference import civilization_the_card_game as reference_game
from tests.reference.civilization_the_card_game import BUILDINGS, COPIES, RESOURCES, UNITS, WONDERS, Reference
from tests.reference.pair import Played, canonical, differences, only_one_allows

GAME: Game[State] = CATALOGUE["civilization-the-card-game"]
OPEN_FIELDS = {"pay", "take", "hills", "river", "forest", "pyramids", "resources", "units", "plots", "cards"}
LISTS = ("units", "cards")
LONGEST = 6_000
SETUP_STEPS = {"plots": "take_plot", "discards": "discard"}
WAR_DECISIONS = ("return_walls", "send_back", "defend", "give_up_population", "resettle", "give_up_building")
Json = dict[str, Any]


def setup_for(seats: int, **options: Any) -> Setup:
    """A set-up with all options named."""
    return GAME.setup(None, seats, options)


def chance_of(seed: bytes) -> Chance:
    """What the engine draws from."""
    return Chance(seed.ljust(32), "reference", ())


def begun(setup: Setup, seed: bytes) -> tuple[GameDecision[State], Reference]:
    """The same deal for both."""
    decision = GAME.begin(setup, chance_of(seed))
    return decision, dealt(setup, decision.events)


def dealt(setup: Setup, events: Iterable[Event]) -> Reference:
    """The reference with the decks and the dealer that the engine drew."""
    started = next(event for event in events if isinstance(event, e.GameStarted))
    assert started.technologies is not None
    assert started.plots is not None
    assert started.deck is not None
    technologies = [TECHNOLOGY_NAMES[each] for each in started.technologies]
    plots, deck = [TERRAINS[each] for each in started.plots], [KINDS[each] for each in started.deck]
    return Reference(setup.seats, GAME.options_of(setup), technologies, plots, deck, started.dealer)


def set_up(setup: Setup, position: Json) -> tuple[GameDecision[State], Reference]:
    """The same position for both."""
    return GAME.begin_from(setup, position), Reference.from_position(deepcopy(position), GAME.options_of(setup))


def normal(form: Json) -> str:
    """A form with all that may be chosen under `choose`, even where there is one way only."""
    open_fields = {}
    for name, chosen in form.get("choose", {}).items():
        open_fields[name] = reference_game.choice(chosen["from"], chosen["count"], chosen.get("at_least"))
    settled = {}
    for name, value in form.items():
        if name in OPEN_FIELDS and not isinstance(value, str):
            counts: Counter[str] = Counter(value)
            open_fields[name] = reference_game.choice(counts, sum(counts.values()))
        elif name != "choose":
            settled[name] = value
    return canonical({**settled, "choose": open_fields} if open_fields else settled)


def engine_forms(state: State, seat: int) -> set[str]:
    """What the engine offers."""
    forms = [normal(form.json()) for form in GAME.legal_actions(state, seat)]
    assert len(set(forms)) == len(forms), "a form is offered twice"
    return set(forms)


def reference_forms(reference: Reference, seat: int) -> set[str]:
    """What the reference offers."""
    return set(map(canonical, reference.forms(seat)))


def engine_moves(state: State, seat: int) -> list[Json]:
    """Each form of the engine completed in one way."""
    return [first_of(json.loads(form)) for form in engine_forms(state, seat)]


def reference_moves(reference: Reference, seat: int) -> list[Json]:
    """Each form of the reference completed in the same way."""
    return [first_of(form) for form in reference.forms(seat)]


def first_of(form: Json) -> Json:
    """As much as there may be, in alphabetical order."""
    action = {name: value for name, value in form.items() if name != "choose"}
    for name, chosen in form.get("choose", {}).items():
        items = sorted(Counter(chosen["from"]).elements())[: chosen["count"]]
        action[name] = items if name in LISTS else dict(Counter(items))
    return action


def shown(view: Json, to_act: Sequence[int]) -> Json:
    """A view of the engine in the shape of the reference; what an audience remembers is left out."""
    pending, war = view["pending"], view["war"]
    battles = []
    for battle in war["battles"] if war else ():
        units = dict(Counter(battle["attacking"]) + Counter(battle["stopped"]))
        told = {"seat": battle["defender"], "stopped": battle["stopped"], "defence": battle["defending"]}
        battles.append({**told, "units": units, "moving": battle["population"] + battle["captives"]})
    seats = []
    for seat in view["seats"]:
        plots = [
            {**plot, "standing": dict(Counter(plot["buildings"])), "holds": plot["capacity"]} for plot in seat["plots"]
        ]
        for plot in plots:
            del plot["buildings"], plot["capacity"]
        technologies = sorted(seat["technologies"])
        told = {**seat, "plots": plots, "technologies": technologies, "cards": seat["hand_count"]}
        del told["hand_count"], told["known"]
        seats.append(told)
    return {
        "turn": view["turn"],
        "step": SETUP_STEPS.get(view["step"], view["step"]),
        "to_act": list(to_act),
        "leader": view["leaders"],
        "dealer": view["dealer"],
        "active": view["active"] if view["turn"] else None,
        "seats": seats,
        "open_plots": dict(Counter(view["plots"]["open"])),
        "open_technologies": sorted(view["technologies"]["open"]),
        "discard": view["discard"],
        "must_discard": view["to_discard"],
        "used": view["used"],
        "pending": pending if pending and pending["type"] in WAR_DECISIONS else None,
        "battles": battles,
        "fighting": bool(war and war["begun"]),
        "technology_pile": view["technologies"]["deck"],
        "plot_pile": view["plots"]["deck"],
        "deck": view["deck"]["count"],
    }


def engine_open(state: State) -> Json:
    """All that the engine holds, in the shape of the reference's open state."""
    out = shown(GAME.view(state, None), GAME.to_act(state))
    out["deck"] = [KINDS[each] for each in reversed(state.deck)]
    out["technology_pile"] = [TECHNOLOGY_NAMES[each] for each in reversed(state.technology_deck)]
    out["plot_pile"] = [TERRAINS[each] for each in reversed(state.plot_deck)]
    for seat, hand in zip(out["seats"], state.hands, strict=True):
        seat["hand"] = {name: number for name, number in zip(KINDS, hand, strict=False) if number}
        del seat["cards"]
        assert hand[len(KINDS)] == 0, "a card is not known"
    return out


def tell(reference: Reference, events: Iterable[Event]) -> None:
    """Let the reference know what chance decided on the way."""
    for event in events:
        if isinstance(event, e.DeckReshuffled):
            assert event.deck is not None
            reference.told_decks.append([KINDS[each] for each in event.deck])
        elif isinstance(event, e.CardStolen):
            assert event.card is not None
            reference.told_card = KINDS[event.card]


class Playing(Played):
    """A game of Civilization: The Card Game."""

    seed = b""
    setup: Setup
    stolen: Json | None = None
    reference: Reference

    def chance(self) -> Chance:
        return chance_of(self.seed)

    def tell(self, events: Sequence[Event]) -> None:
        tell(self.reference, events)
        for event in events:
            if isinstance(event, e.CardStolen):
                assert event.card is not None
                hidden = next(each.secrecy for each in fields_of(e.CardStolen) if each.secrecy)
                self.stolen = {"card": KINDS[event.card]}
                self.stolen["seen_by"] = sorted(getattr(event, name) for name in hidden.viewers)

    def act(self, seat: int, action: Json) -> None:
        self.stolen = None
        super().act(seat, action)

    def differences(self) -> list[str]:
        reference, state = self.reference, self.state
        found = differences(reference.open_state(), engine_open(state))
        seen = shown(GAME.view(self.followed, self.audience), GAME.to_act(self.followed))
        found += differences(reference.entitled(self.audience), seen, f"view of {self.audience}: ")
        for seat in range(reference.seats):
            found += only_one_allows(seat, reference_forms(reference, seat), engine_forms(state, seat))
        if reference.told_decks or reference.told_card:
            found.append("the reference did not draw what the engine drew")
        if reference.stolen != self.stolen:
            found.append(f"stolen: reference {reference.stolen}, engine {self.stolen}")
        return found

    def count(self, seat: int, action: Json, events: Sequence[Event]) -> None:
        reference, kind = self.reference, action["type"]
        self.seen[kind] += 1
        if kind == "resign":
            battles = [battle["seat"] for battle in reference.battles]
            at_war = "attacker" if seat == reference.active else "defender" if seat in battles else "another"
            where = f"{at_war} in war" if battles else "in setup" if not reference.turn else "in a turn"
            self.seen[f"resign: {where}"] += 1
        if kind == "use_bonus":
            self.seen[f"use_bonus: {reference.step}"] += 1
        if kind == "tear_down":
            self.seen[f"tear_down: {reference.pending['type'] if reference.pending else reference.step}"] += 1
        if kind == "attack":
            self.seen.update(f"attack: {unit}" for unit in set(action["units"]))
            self.seen["attack: second neighbour"] += len(reference.battles)
            self.seen["attack: on a partner"] += action["seat"] == reference.partner(seat)
        if kind == "defend":
            self.seen[f"defend: {action['unit']} stops {action['stops']}"] += 1
            self.seen["defend: second unit"] += len(reference.battles[0]["defence"]) == 1
        if kind in ("pottery", "send_back", "build", "buy_technology"):
            detail = action.get("unit", action.get("building", action.get("technology")))
            self.seen[f"{kind}: {detail}"] += detail is not None
        for event in events:
            self.seen[f"happened: {event.NAME}"] += 1
            if isinstance(event, e.WallsReturned):
                self.seen["walls returned: " + ("by choice" if kind == "return_walls" else "all")] += 1
            if isinstance(event, e.UnitSentBack):
                wall = "walls" if "walls" in reference.standing(event.seat) else "great wall"
                self.seen[f"sent back by: {wall}"] += 1
            if isinstance(event, e.LeaderChanged):
                before = reference.leader[event.leader]
                tie = reference.options["leader_tie"]
                change = f"{'nobody' if before is None else 'seat'} to {'nobody' if event.to is None else 'seat'}"
                self.seen[f"{event.leader} leader, {tie}: {change}"] += 1
            if isinstance(event, e.CardsDrawn) and event.count < 4:
                self.seen["drawn in parts or few"] += 1
        self.seen["round counter-clockwise"] += reference.round == 2
        if not reference.population_in_supply():
            self.seen["supply without population"] += 1
        if not all(map(reference.in_supply, RESOURCES)):
            self.seen["supply without a resource"] += 1
        if reference.last_technology_bought:
            self.seen["action after the last technology"] += 1


# Random play

Preference = Mapping[str, float]
POLICIES: list[Preference] = [
    {},
    {"bank": 0.2, "tear_down": 0.1, "give": 0.2},
    {"attack": 9, "fight": 0.3, "defend": 3, "bank": 0.1, "tear_down": 0.05, "give": 0.1, "draw": 0.3},
    {"build": 9, "tear_down": 0.02, "use_bonus": 3, "bank": 0.5, "attack": 0.1, "draw": 0.3, "give": 0.1},
    {
        "buy_technology": 20,
        "build": 3,
        "tear_down": 0.02,
        "attack": 0.1,
        "bank: commerce": 2,
        "bank": 0.02,
        "draw": 0.5,
    },
    {"buy_population": 9, "buy_plot": 5, "tear_down": 0.05, "bank": 0.1, "give": 0.1, "let_through": 4},
]


def completed(random: Random, form: Json) -> Json:
    """A form with everything open chosen at random."""
    action = {name: value for name, value in form.items() if name != "choose"}
    for name, chosen in form.get("choose", {}).items():
        items = list(Counter(chosen["from"]).elements())
        fewest, most = chosen.get("at_least", chosen["count"]), chosen["count"]
        picked = random.sample(items, random.choice((most, random.randint(fewest, most))))
        action[name] = picked if name in LISTS else dict(Counter(picked))
    return action


def preferred(random: Random, forms: list[Json], policy: Preference) -> Json:
    """Any sort of action, as far as a policy does not prefer some; then any form of that sort."""
    sorts = sorted({form["type"] for form in forms})
    in_war = not {"let_through", *WAR_DECISIONS}.isdisjoint(sorts)
    weights = [1 if in_war and each == "tear_down" else policy.get(each, 1) for each in sorts]
    sort = random.choices(sorts, weights)[0]
    ways = [form for form in forms if form["type"] == sort]
    if sort == "bank" and "bank: commerce" in policy:
        ways = [form for form in ways if form["take"] == "commerce"] or ways
    return random.choice(ways)


def play_on(game: Playing, random: Random) -> None:
    """To the end, each seat by a policy of its own; some of what could be done at other times is tried as well."""
    reference = game.reference
    leaving = random.choice((0, 0, 0.003, 0.015))
    policies = [random.choice(POLICIES) for _ in range(reference.seats)]
    earlier: list[Json] = []
    game.compare(None)
    for _ in range(LONGEST):
        if reference.ended:
            game.seen[f"end by {reference.ended['kind']}"] += 1
            game.seen["end with tie-breaks"] += bool(reference.ended["decided_by"])
            game.seen["end with several winners"] += len(reference.ended["winners"]) > 1
            return
        inside = [seat for seat in range(reference.seats) if reference.present[seat]]
        if random.random() < leaving * (10 if reference.battles or not reference.turn else 1):
            notable = [seat for seat in inside if seat in reference.leader.values() or reference.protected(seat)]
            game.act(random.choice(inside + 3 * notable), {"type": "resign"})
            continue
        forms = {seat: reference.forms(seat) for seat in inside}
        deciding = [seat for seat in inside if forms[seat]]
        assert deciding, "nobody can act"
        waited_for = reference.to_act()[0]
        seat = waited_for if random.random() < 0.8 else random.choice(deciding)
        action = completed(random, preferred(random, forms[seat], policies[seat]))
        assert game.attempt(seat, action)
        for other in random.sample(earlier, min(2, len(earlier))):
            game.seen["tried: " + ("allowed" if game.attempt(random.choice(inside), other) else "refused")] += 1
        if {"pay", "take"} & set(action) and action["type"] != "bank":
            short = {name: value for name, value in action.items() if name not in ("pay", "take")}
            game.seen["left out: " + ("allowed" if game.attempt(seat, short) else "refused")] += 1
        if len(earlier) < 60:
            earlier.append(action)
        else:
            earlier[random.randrange(60)] = action
        game.act(seat, action)
    raise AssertionError("the game does not end")


def random_setup(random: Random, number: int) -> Setup:
    """Seats and teams in turn, house rules drawn."""
    seats, teams, seating = [(2, False, 0), (3, False, 0), (4, False, 0), (4, True, 0), (4, True, 1)][number % 5]
    options = {each.name: random.choice(each.values) for each in GAME.options}
    options |= {"teams": teams, "seating": ("opposite", "side_by_side")[seating]}
    if number % 3 == 0:
        options = {name: options[name] for name in ("teams", "seating")}
    return setup_for(seats, **options)


def random_position(random: Random, setup: Setup) -> Json:
    """A late game that nobody played: rich empires, full hands, few technologies left."""
    cards = [kind for kind, copies in zip(reference_game.KINDS, COPIES, strict=True) for _ in range(copies)]
    terrains = [terrain for terrain in reference_game.TERRAINS for _ in range(5)]
    technologies = list(reference_game.TECHNOLOGIES)
    for pile in (cards, terrains, technologies):
        random.shuffle(pile)
    standing = [card for card in cards if card in BUILDINGS + WONDERS and random.random() < 0.6]
    if random.random() < 0.15:
        standing.sort(key="walls".__eq__)
    cards = list((Counter(cards) - Counter(standing)).elements())
    random.shuffle(cards)
    left = random.choice((1, 2, 3, 4, 6))
    for_sale, later = technologies[: min(left, 3)], technologies[3:left]
    given_out = technologies[left:]
    warlike = random.random() < 0.5
    unborn, crowd = 48, random.choice(((0, 0, 0, 1, 1, 2, 3), (0, 0, 0, 1, 1, 2, 3), (3, 6, 9)))
    rich = random.choice(((0, 1, 2, 5, 8, 14), (8, 14, 20, 30)))
    seats: list[Json] = []
    for _ in range(setup.seats):
        plots: list[Json] = []
        for terrain in [terrains.pop() for _ in range(random.choice((1, 2, 3, 4, 4, 5)))]:
            number = min(len(standing), random.choice((0, 0, 1, 1, 2)))
            built = [standing.pop() for _ in range(number)]
            people = min(unborn, random.choice(crowd))
            unborn -= people
            plots.append({"terrain": terrain, "population": people, "buildings": built})
        hand = []
        for _ in range(random.choice((0, 1, 3, 6, 9))):
            wanted = [card for card in cards if card in UNITS] if warlike and random.random() < 0.7 else cards
            hand.append(random.choice(wanted or cards))
            cards.remove(hand[-1])
        colossus = any("colossus" in plot["buildings"] for plot in plots)
        protected = random.randint(0, setup.options["colossus_turns"]) if colossus else 0
        owned = [given_out.pop() for _ in range(min(len(given_out), random.choice((0, 1, 2, 4, 5))))]
        resources = {name: random.choice(rich) for name in RESOURCES}
        seat = {"plots": plots, "hand": dict(Counter(hand)), "technologies": owned}
        seats.append({**seat, "resources": resources, "protected": protected})
    random.shuffle(cards)
    discard = [cards.pop() for _ in range(min(len(cards), random.choice((0, 2, 6, 20))))]
    deck = [cards.pop() for _ in range(min(len(cards), random.choice((0, 2, 6, 20))))]
    open_plots = [terrains.pop() for _ in range(min(3, len(terrains)))]
    position: Json = {"active": random.randrange(setup.seats), "dealer": random.randrange(setup.seats), "turn": 30}
    position |= {"step": random.choice(("collect", "buy", "buy", "draw")), "seats": seats}
    position |= {"technologies": {"open": for_sale, "deck": later}, "deck": deck, "discard": dict(Counter(discard))}
    return position | {"plots": {"open": open_plots, "deck": terrains[: random.choice((0, 2, 9))]}}


def whole_game(number: int, random: Random) -> Playing:
    """A game to be played from its deal."""
    setup, seed = random_setup(random, number), random.randbytes(32)
    return playing(setup, begun(setup, seed), random, str(setup), seed)


def game_from_position(number: int, random: Random) -> Playing:
    """A game to be played from a random position."""
    setup, seed = random_setup(random, number), random.randbytes(32)
    position = random_position(random, setup)
    return playing(setup, set_up(setup, position), random, f"{setup}\n{canonical(position)}", seed)


def playing(
    setup: Setup, both: tuple[GameDecision[State], Reference], random: Random, origin: str = "", seed: bytes = b""
) -> Playing:
    """A game that has begun; whose part of the events is followed is drawn."""
    audience = random.choice((None, *range(setup.seats)))
    game = Playing(GAME, both[0], GAME.initial(setup), both[1], audience, origin)
    game.seed, game.setup = seed, setup
    return game
