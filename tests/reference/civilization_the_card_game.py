"""Civilization: The Card Game a second time: slow, obvious, and sharing nothing with the engine but the rules.

Zones are lists of names, a plot is a dictionary, an action is its JSON, and every rule is written out where it applies.
What a seat may do is a list of forms; what chance decides is told from outside, before the action that needs it.
"""

import json
from collections import Counter
from typing import Any

Json = dict[str, Any]

UNITS = ["archer", "axeman", "spearman", "swordsman", "chariot", "catapult"]
BUILDINGS = ["walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library"]
WONDERS = ["hanging_gardens", "colossus", "great_library", "great_wall", "pyramids"]
BONUSES = ["commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"]
KINDS = UNITS + BUILDINGS + WONDERS + BONUSES
COPIES = [7, 6, 5, 5, 7, 4, 3, 3, 2, 2, 2, 2, 2, 2, 3, 1, 1, 1, 1, 1, 5, 2, 5, 3, 4, 4, 4, 3]
RESOURCES = ["food", "production", "commerce"]
TERRAINS = {
    "grassland": {"food": 2},
    "mountains": {"production": 2},
    "coast": {"commerce": 2},
    "hills": {"food": 1, "production": 1},
    "river": {"food": 1, "commerce": 1},
    "forest": {"production": 1, "commerce": 1},
}
TECHNOLOGIES = {"agriculture": 12, "mining": 12, "monotheism": 12, "literature": 12, "the_wheel": 14, "writing": 14}
TECHNOLOGIES |= {"mathematics": 14, "iron_working": 14, "sailing": 16, "pottery": 16, "masonry": 16, "currency": 16}
TECHNOLOGIES |= {"engineering": 20, "code_of_laws": 20, "astronomy": 24}
COSTS = dict(zip(BUILDINGS + WONDERS, [4, 4, 4, 4, 6, 6, 6, 6, 8, 12, 12, 16, 16, 20], strict=True))
HAPPINESS = {"temple": 1, "colosseum": 2, "hanging_gardens": 3}
CULTURE = {"temple": 1, "monastery": 2, "library": 1, "hanging_gardens": 1, "colossus": 1, "great_library": 1}
LEARNING = {"monastery": 1, "library": 2, "great_library": 3}
MULTIPLIES = {"granary": "food", "forge": "production", "market": "commerce"}
ADDS = {"agriculture": "granary", "iron_working": "forge", "currency": "market"}
STOPS = {
    "archer": ["axeman", "spearman", "swordsman", "chariot"],
    "axeman": ["axeman", "swordsman", "spearman"],
    "spearman": ["chariot"],
}
TAKES = ["spearman", "swordsman", "chariot"]
DESTROYS = ["axeman", "swordsman", "chariot"]
TIE_BREAKS = ["technologies", "population", "wonders"]
STAGES = ["walls", "send_back", "defence", "population", "resettlement", "buildings", "over"]
DAMAGE = ["population", "resettlement", "buildings"]


def canonical(value: Json) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def counted(names: list[str]) -> dict[str, int]:
    return dict(Counter(names))


def choice(source: dict[str, int], count: int, at_least: int | None = None) -> Json:
    """So many out of these; where `at_least` says so, fewer too. More of a kind than can be chosen is not counted."""
    out: Json = {"from": {name: min(number, count) for name, number in source.items() if min(number, count)}}
    out["count"] = count
    return out if at_least in (None, count) else {**out, "at_least": at_least}


def only_way(chosen: Json) -> dict[str, int] | None:
    """What is chosen where there is nothing to choose."""
    source: dict[str, int] = chosen["from"]
    return dict(source) if "at_least" not in chosen and sum(source.values()) == chosen["count"] else None


def fits(chosen: Json, value: Any) -> bool:
    """Whether a list of cards or an object of amounts is such a choice."""
    numbers = Counter(value)
    total, fewest = sum(numbers.values()), int(chosen["at_least" if "at_least" in chosen else "count"])
    there = all(0 < number <= chosen["from"].get(name, 0) for name, number in numbers.items())
    return there and fewest <= total <= int(chosen["count"])


class Reference:
    """A game, changed by each action."""

    def __init__(
        self, seats: int, options: Json, technologies: list[str], plots: list[str], deck: list[str], dealer: int
    ) -> None:
        self.seats, self.options, self.dealer = seats, options, dealer
        self.present = [True] * seats
        self.technology_pile, self.plot_pile, self.deck = list(technologies), list(plots), list(deck)
        self.discard, self.offer, self.market_plots, self.market_technologies = [list[str]() for _ in range(4)]
        self.hand: list[list[str]] = [[] for _ in range(seats)]
        self.plots: list[list[Json]] = [[] for _ in range(seats)]
        self.technologies: list[list[str]] = [[] for _ in range(seats)]
        self.resources: list[dict[str, int]] = [dict.fromkeys(RESOURCES, 0) for _ in range(seats)]
        self.settled = [False] * seats
        self.colossus = 0
        self.leader: dict[str, int | None] = {"happiness": None, "culture": None}
        self.turn, self.active, self.step, self.waiting = 0, dealer, "start", list[int]()
        self.ended: Json | None = None
        self.last_technology_bought = False
        self.round, self.moved = 1, list[int]()
        self.told_decks: list[list[str]] = []
        self.told_card: str | None = None
        self.stolen: Json | None = None
        self.battles: list[Json] = []
        self.pending: Json | None = None
        self.new_turn_flags()
        if deck:
            for seat in self.clockwise(self.first()):
                self.plots[seat] = [self.new_plot(self.plot_pile.pop(0)) for _ in range(2)]
            self.next_stage()

    @classmethod
    def from_position(cls, position: Json, options: Json) -> "Reference":
        game = cls(len(position["seats"]), options, [], [], [], position["dealer"])
        game.turn, game.active, game.step = position.get("turn", 1), position["active"], position["step"]
        game.settled, game.moved = [True] * game.seats, [game.active]
        game.market_technologies = list(position["technologies"]["open"])
        game.technology_pile = list(position["technologies"].get("deck", []))
        game.market_plots = list(position.get("plots", {}).get("open", []))
        game.plot_pile = list(position.get("plots", {}).get("deck", []))
        game.deck, game.discard = list(position.get("deck", [])), list(Counter(position.get("discard", {})).elements())
        for seat, given in enumerate(position["seats"]):
            game.hand[seat] = list(Counter(given.get("hand", {})).elements())
            game.technologies[seat] = list(given.get("technologies", []))
            game.resources[seat] |= given.get("resources", {})
            game.colossus += given.get("protected", 0)
            for plot in given["plots"]:
                lying = {"terrain": plot["terrain"], "population": plot.get("population", 0)}
                game.plots[seat].append({**lying, "standing": list(plot.get("buildings", []))})
        if named := position.get("leaders"):
            game.leader = {"happiness": None, "culture": None, **named}
        game.look_at_leaders()
        if game.step == "collect":
            game.begin_collection()
        return game

    def new_turn_flags(self) -> None:
        self.fighting, self.battles, self.pending = False, [], None
        self.laws_used, self.pottery_used, self.must_discard = False, False, 0

    @staticmethod
    def new_plot(terrain: str) -> Json:
        return {"terrain": terrain, "population": 0, "standing": []}

    # Seats

    def clockwise(self, start: int, direction: int = 1) -> list[int]:
        around = [(start + direction * step) % self.seats for step in range(self.seats)]
        return [seat for seat in around if self.present[seat]]

    def first(self) -> int:
        return self.clockwise(self.dealer + 1)[0]

    def neighbours(self, seat: int) -> list[int]:
        """Clockwise the first one."""
        others = self.clockwise(seat + 1)
        others = [other for other in others if other != seat]
        return list(dict.fromkeys([others[0], others[-1]]))

    def partner(self, seat: int) -> int | None:
        if not self.options["teams"]:
            return None
        partner = (seat + 2) % 4 if self.options["seating"] == "opposite" else seat ^ 1
        return partner if self.present[partner] else None

    def sides(self) -> list[list[int]]:
        sides = []
        for seat in self.clockwise(0):
            partner = self.partner(seat)
            if partner is None or partner > seat:
                sides.append([seat] if partner is None else [seat, partner])
        return sides

    def to_act(self) -> list[int]:
        if self.ended:
            return []
        if self.turn == 0:
            return self.waiting[:1]
        return [self.pending["seat"]] if self.pending else [self.active]

    # Counting

    def standing(self, seat: int) -> list[str]:
        return [name for plot in self.plots[seat] for name in plot["standing"]]

    def population(self, seat: int) -> int:
        return sum(plot["population"] for plot in self.plots[seat])

    def has(self, seat: int, technology: str) -> bool:
        return technology in self.technologies[seat]

    def happiness(self, seat: int) -> int:
        points = sum(HAPPINESS.get(name, 0) for name in self.standing(seat))
        return points + (self.standing(seat).count("temple") if self.has(seat, "monotheism") else 0)

    def culture(self, seat: int) -> int:
        points = sum(CULTURE.get(name, 0) for name in self.standing(seat))
        points += self.standing(seat).count("temple") if self.has(seat, "monotheism") else 0
        return points + (3 if self.has(seat, "literature") else 0)

    def tallies(self, seat: int) -> dict[str, int]:
        """Of the seat and its partner together."""
        side = next(side for side in self.sides() if seat in side) if self.present[seat] else []
        wonders = sum(name in WONDERS for each in side for name in self.standing(each))
        technologies = sum(len(self.technologies[each]) for each in side)
        population = sum(self.population(each) for each in side)
        tallies = {"technologies": technologies, "population": population, "wonders": wonders}
        return {"points": sum(tallies.values()), **tallies}

    def look_at_leaders(self) -> None:
        """After whatever changes the points."""
        for card, points_of in (("happiness", self.happiness), ("culture", self.culture)):
            points = {seat: points_of(seat) for seat in self.clockwise(0)}
            most, holder = max(points.values()), self.leader[card]
            if holder is not None and self.present[holder] and points[holder] >= 2 and points[holder] == most:
                continue
            in_front = [seat for seat in points if points[seat] == most and most >= 2]
            if len(in_front) > 1 and holder is not None and self.options["leader_tie"] == "clockwise":
                in_front = [next(seat for seat in self.clockwise(holder) if seat in in_front)]
            self.leader[card] = in_front[0] if len(in_front) == 1 else None

    def less(self, price: int, discounts: list[int]) -> int:
        together = sum(discounts) if self.options["discounts"] == "all" else max(discounts, default=0)
        return int(max(self.options["lowest_price"], price - together))

    def technology_price(self, seat: int, technology: str) -> int:
        discounts = [LEARNING[name] for name in self.standing(seat) if name in LEARNING]
        return self.less(TECHNOLOGIES[technology], discounts + [1] * (self.leader["happiness"] == seat))

    def building_price(self, seat: int, name: str) -> int:
        masonry = self.has(seat, "masonry") and (name in BUILDINGS or self.options["masonry_wonders"])
        return self.less(COSTS[name], [1] * masonry + [1] * (self.leader["happiness"] == seat))

    def holds(self, seat: int, plot: Json) -> int:
        return 2 if plot["population"] >= 3 or self.has(seat, "engineering") else 1

    def protected(self, seat: int) -> int:
        """How many of its turns must begin before it can be attacked."""
        return self.colossus if "colossus" in self.standing(seat) else 0

    def targets(self) -> list[int]:
        attacked = [battle["seat"] for battle in self.battles]
        return [s for s in self.neighbours(self.active) if not self.protected(s) and s not in attacked]

    def fit_to_attack(self, seat: int) -> dict[str, int]:
        return counted([card for card in self.hand[seat] if card in UNITS and card != "archer"])

    # What a seat may do

    def forms(self, seat: int) -> list[Json]:
        """All but resigning. Fields under `choose` are open."""
        if self.ended or not self.present[seat]:
            return []
        gifts = self.gifts(seat)
        if seat not in self.to_act():
            return gifts
        own_steps = self.turn > 0 and self.step in ("buy", "draw", "discard")
        if self.options["tearing_down"] == "any_moment" or own_steps:
            return self.forms_but_tearing_down(seat, gifts) + self.tearing_down(seat)
        return self.forms_but_tearing_down(seat, gifts)

    def tearing_down(self, seat: int) -> list[Json]:
        wonders = WONDERS if self.options["torn_down_wonders"] else []
        return [
            {"type": "tear_down", "building": name, "plot": number}
            for number, plot in enumerate(self.plots[seat])
            for name in dict.fromkeys(plot["standing"])
            if name in BUILDINGS + wonders
        ]

    def forms_but_tearing_down(self, seat: int, gifts: list[Json]) -> list[Json]:
        plots = range(len(self.plots[seat]))
        if self.pending:
            return self.answers(seat)
        if self.step == "take_plot":
            return [{"type": "take_plot", "terrain": terrain} for terrain in dict.fromkeys(self.offer)]
        if self.step == "settle":
            return [{"type": "settle", "plot": plot} for plot in plots]
        if self.turn == 0:
            return [{"type": "discard", "choose": {"cards": choice(counted(self.hand[seat]), 2)}}]
        if self.step == "collect":
            return [{"type": "collect", "choose": self.collecting(seat)}]
        if self.step == "war":
            return [*self.attacking(seat), {"type": "fight"}]
        actions = gifts
        for given in RESOURCES:
            if self.resources[seat][given] >= (2 if self.has(seat, "sailing") else 3):
                there = [took for took in RESOURCES if took != given and self.in_supply(took)]
                actions += [{"type": "bank", "give": given, "take": took} for took in there]
        if self.step == "buy" or self.options["bonus_cards"] == "every_step":
            actions += self.bonuses(seat)
        if self.step == "discard":
            number = min(self.must_discard, len(self.hand[seat]))
            actions.append({"type": "discard", "choose": {"cards": choice(counted(self.hand[seat]), number)}})
            if self.has(seat, "pottery") and not self.pottery_used:
                actions += self.paying(seat, {"type": "pottery"}, 3)
        else:
            actions.append({"type": "draw"})
        return actions + self.buying(seat) + self.attacking(seat) if self.step == "buy" else actions

    def gifts(self, seat: int) -> list[Json]:
        partner, owned = self.partner(seat), self.resources[seat]
        mine = self.turn > 0 and self.step in ("buy", "draw", "discard") and self.active in (seat, partner)
        if partner is None or not mine or not sum(owned.values()):
            return []
        return [{"type": "give", "choose": {"resources": choice(owned, sum(owned.values()), 1)}}]

    def paying(self, seat: int, action: Json, price: int) -> list[Json]:
        owned = self.resources[seat]
        return [{**action, "choose": {"pay": choice(owned, price)}}] if sum(owned.values()) >= price else []

    def buying(self, seat: int) -> list[Json]:
        owned, actions = self.resources[seat], list[Json]()
        for terrain in dict.fromkeys(self.market_plots):
            action = {"type": "buy_plot", "terrain": terrain}
            actions += self.paying(seat, action, 5 * len(self.plots[seat]) - 5)
        for number, plot in enumerate(self.plots[seat]):
            if owned["food"] >= 6 + 2 * plot["population"] and self.population_in_supply():
                actions.append({"type": "buy_population", "plot": number})
            for card in dict.fromkeys(self.hand[seat]):
                room = card in COSTS and len(plot["standing"]) < self.holds(seat, plot)
                if room and owned["production"] >= self.building_price(seat, card):
                    actions.append({"type": "build", "building": card, "plot": number})
        for technology in self.market_technologies:
            if owned["commerce"] >= self.technology_price(seat, technology):
                action = {"type": "buy_technology", "technology": technology}
                ways = [Json()]
                if technology == "writing":
                    ways = [{"seat": other} for other in self.clockwise(0) if other != seat and self.hand[other]]
                elif technology == "code_of_laws" and not self.options["code_of_laws_every_turn"]:
                    ways = self.demands(seat)
                actions += [{**action, **way} for way in ways or [{}]]
        if self.options["code_of_laws_every_turn"] and self.has(seat, "code_of_laws") and not self.laws_used:
            actions += [{"type": "code_of_laws", **way} for way in self.demands(seat)]
        return actions

    def bonuses(self, seat: int) -> list[Json]:
        actions = []
        for card in dict.fromkeys(self.hand[seat]):
            if card in BONUSES:
                types = [{"resource": each} for each in RESOURCES] if card.startswith("red") else [{}]
                actions += [{"type": "use_bonus", "card": card, **each} for each in types]
        return actions

    def demands(self, seat: int) -> list[Json]:
        """The ways to take three resources of somebody."""
        rich = {other: self.resources[other] for other in self.clockwise(0) if other != seat}
        return [
            {"seat": other, "choose": {"take": choice(owned, min(3, sum(owned.values())))}}
            for other, owned in rich.items()
            if sum(owned.values())
        ]

    def collecting(self, seat: int) -> dict[str, Json]:
        """What the population and the Pyramids leave to choose."""
        choices = {}
        for terrain in ("hills", "river", "forest"):
            number = sum(plot["population"] for plot in self.plots[seat] if plot["terrain"] == terrain)
            if number:
                choices[terrain] = choice(dict.fromkeys(TERRAINS[terrain], number), number)
        if "pyramids" in self.standing(seat):
            choices["pyramids"] = choice(dict.fromkeys(RESOURCES, 2), 2)
        return choices

    def attacking(self, seat: int) -> list[Json]:
        units = self.fit_to_attack(seat)
        open_field = {"units": choice(units, sum(units.values()), 1)}
        return [{"type": "attack", "seat": other, "choose": open_field} for other in self.targets() if units]

    def answers(self, seat: int) -> list[Json]:
        """To what the war waits for."""
        assert self.pending
        kind, battle = self.pending["type"], self.battles[0]
        if "choose" in self.pending:
            return [{"type": kind, "choose": {"plots": self.pending["choose"]}}]
        if kind == "send_back":
            return [{"type": kind, "unit": unit} for unit in self.may_be_sent_back(battle)]
        if kind == "give_up_building":
            return [{"type": kind, "plot": plot, "building": name} for plot, name in self.destructible(seat)]
        actions: list[Json] = [{"type": "let_through"}]
        for unit in dict.fromkeys(self.hand[seat]):
            stops = STOPS.get(unit, STOPS["archer"] if unit == "catapult" and self.has(seat, "mathematics") else [])
            coming = dict.fromkeys(self.not_stopped(battle))
            actions += [{"type": "defend", "unit": unit, "stops": each} for each in coming if each in stops]
        return actions

    def complete(self, seat: int, action: Json) -> Json | None:
        """The action with what goes without saying, or nothing if it is not legal."""
        for form in self.forms(seat):
            chosen: dict[str, Json] = form.get("choose", {})
            said = {"pay", "take"} & set(chosen) - set(action)
            full = action | {name: only_way(chosen[name]) for name in said}
            settled = {name: value for name, value in full.items() if name not in chosen}
            if set(chosen) <= set(full) and settled == {name: form[name] for name in form if name != "choose"}:
                fitting = all(full[name] is not None and fits(chosen[name], full[name]) for name in chosen)
                return full if fitting else None
        return None

    def allows(self, seat: int, action: Json) -> bool:
        resigns = action == {"type": "resign"}
        return not self.ended and self.present[seat] and (resigns or self.complete(seat, action) is not None)

    # Doing it

    def act(self, seat: int, action: Json) -> None:
        """Do it; what is not legal is a mistake of the caller."""
        self.stolen = None
        if action["type"] == "resign":
            self.resign(seat)
            return
        full = self.complete(seat, action)
        assert full is not None, f"illegal for {seat}: {action}"
        if "plots" in full:
            getattr(self, f"now_{full['type']}")(seat, full["plots"])
            self.war_goes_on()
        else:
            getattr(self, f"do_{full['type']}")(seat, {name: full[name] for name in full if name != "type"})

    def do_take_plot(self, seat: int, action: Json) -> None:
        self.offer.remove(action["terrain"])
        self.plots[seat].append(self.new_plot(action["terrain"]))
        self.waiting.pop(0)
        self.next_stage()

    def next_stage(self) -> None:
        """Of the start, when all have done what they had to."""
        if self.waiting:
            return
        around = self.clockwise(self.first())
        if self.step == "start":
            self.step, self.waiting = "take_plot", around
            self.offer = [self.plot_pile.pop(0) for _ in around]
        elif self.step == "take_plot" and len(self.plots[around[0]]) == 3:
            self.waiting = self.clockwise(self.dealer, -1)
            self.offer = [self.plot_pile.pop(0) for _ in around]
        elif self.step == "take_plot":
            self.offer = []
            self.market_plots = [self.plot_pile.pop(0) for _ in range(3)]
            self.market_technologies = [self.technology_pile.pop(0) for _ in range(3)]
            hands = {2: [6, 7], 3: [6, 7, self.options["last_hand_of_three"]], 4: [6, 7, 8, 9]}[len(around)]
            for seat, number in zip(around, hands, strict=True):
                self.draw(seat, 7 if self.options["turn_order"] == "alternating" else number)
            self.step, self.waiting = "discard", around
        elif self.step == "discard" and self.options["free_population"] == "setup":
            self.step, self.waiting = "settle", around
        else:
            self.begin_turn(around[0])

    def do_settle(self, seat: int, action: Json) -> None:
        self.plots[seat][action["plot"]]["population"] += 1
        self.settled[seat] = True
        if self.turn == 0:
            self.waiting.pop(0)
            self.next_stage()
        else:
            self.begin_collection()

    def begin_turn(self, seat: int) -> None:
        self.turn, self.active = self.turn + 1, seat
        if seat in self.moved:
            self.round, self.moved = self.round + 1, []
        self.moved.append(seat)
        self.new_turn_flags()
        if "colossus" in self.standing(seat):
            self.colossus = max(0, self.colossus - 1)
        if self.settled[seat]:
            self.begin_collection()
        else:
            self.step = "settle"

    def begin_collection(self) -> None:
        self.step = "collect"
        if not self.collecting(self.active):
            self.do_collect(self.active, {})

    def do_collect(self, seat: int, action: Json) -> None:
        got = Counter[str]()
        for plot in self.plots[seat]:
            printed = TERRAINS[plot["terrain"]]
            got.update(printed)
            for name in plot["standing"]:
                if name in MULTIPLIES:
                    got[MULTIPLIES[name]] += printed.get(MULTIPLIES[name], 0)
            if len(printed) == 1:
                for _ in range(plot["population"]):
                    got[next(iter(printed))] += 1 + self.doubling(plot, next(iter(printed)))
        for technology, building in ADDS.items():
            if self.has(seat, technology):
                got[MULTIPLIES[building]] += self.standing(seat).count(building)
        for terrain, chosen in action.items():
            got.update(chosen)
            if terrain != "pyramids":
                got.update(self.doubled(seat, terrain, chosen))
        self.collect_from_supply(seat, got)
        self.step = "buy"

    def doubling(self, plot: Json, resource: str) -> int:
        """How often a plot gives that resource of its population once more."""
        if self.options["multipliers"] == "printed_yield":
            return 0
        return sum(MULTIPLIES.get(name) == resource for name in plot["standing"])

    def doubled(self, seat: int, terrain: str, chosen: dict[str, int]) -> Counter[str]:
        """What comes on top for population that chose, each where it gains most."""
        first, second = TERRAINS[terrain]
        people = [plot for plot in self.plots[seat] if plot["terrain"] == terrain for _ in range(plot["population"])]
        people.sort(key=lambda plot: self.doubling(plot, first) - self.doubling(plot, second), reverse=True)
        number, more = chosen.get(first, 0), Counter[str]()
        for place, plot in enumerate(people):
            resource = first if place < number else second
            more[resource] += self.doubling(plot, resource)
        return more

    def in_supply(self, resource: str) -> int:
        """How many of a resource can still be taken."""
        held = sum(owned[resource] for owned in self.resources)
        return max(0, 60 - held) if self.options["supply"] == "kit" else 10**6

    def population_in_supply(self) -> bool:
        in_play = sum(map(self.population, range(self.seats)))
        return bool(self.options["supply"] == "unlimited" or in_play < 48)

    def collect_from_supply(self, seat: int, amounts: dict[str, int]) -> None:
        self.gain(seat, {name: min(number, self.in_supply(name)) for name, number in amounts.items()})

    def gain(self, seat: int, amounts: dict[str, int]) -> None:
        for name, number in amounts.items():
            self.resources[seat][name] += number

    def spend(self, seat: int, amounts: dict[str, int]) -> None:
        for name, number in amounts.items():
            self.resources[seat][name] -= number
            assert self.resources[seat][name] >= 0

    def do_buy_plot(self, seat: int, action: Json) -> None:
        self.spend(seat, action["pay"])
        self.market_plots.remove(action["terrain"])
        self.plots[seat].append(self.new_plot(action["terrain"]))
        self.market_plots += [self.plot_pile.pop(0)] if self.plot_pile else []

    def do_buy_population(self, seat: int, action: Json) -> None:
        plot = self.plots[seat][action["plot"]]
        self.spend(seat, {"food": 6 + 2 * plot["population"]})
        plot["population"] += 1

    def do_build(self, seat: int, action: Json) -> None:
        self.spend(seat, {"production": self.building_price(seat, action["building"])})
        self.hand[seat].remove(action["building"])
        self.plots[seat][action["plot"]]["standing"].append(action["building"])
        if action["building"] == "colossus":
            self.colossus = self.options["colossus_turns"]
        self.look_at_leaders()

    def do_tear_down(self, seat: int, action: Json) -> None:
        self.plots[seat][action["plot"]]["standing"].remove(action["building"])
        self.discard.append(action["building"])
        self.look_at_leaders()
        if self.step == "collect":
            self.begin_collection()
        elif self.step == "war":
            self.war_goes_on()

    def do_buy_technology(self, seat: int, action: Json) -> None:
        technology = action["technology"]
        self.spend(seat, {"commerce": self.technology_price(seat, technology)})
        self.market_technologies.remove(technology)
        self.technologies[seat].append(technology)
        self.market_technologies += [self.technology_pile.pop(0)] if self.technology_pile else []
        self.look_at_leaders()
        if technology == "mining":
            self.collect_from_supply(seat, {"production": len(self.plots[seat])})
        elif technology == "the_wheel":
            self.draw(seat, 2)
        elif technology == "writing" and "seat" in action:
            card, self.told_card = self.told_card, None
            assert card in self.hand[action["seat"]], f"{card} cannot be stolen"
            self.hand[action["seat"]].remove(card)
            self.hand[seat].append(card)
            self.stolen = {"card": card, "seen_by": sorted([seat, action["seat"]])}
        elif "take" in action:
            self.spend(action["seat"], action["take"])
            self.gain(seat, action["take"])
        self.last_technology_bought = not self.market_technologies
        if self.last_technology_bought and self.options["end"] == "at_once":
            self.end_by_points()

    def do_code_of_laws(self, seat: int, action: Json) -> None:
        self.laws_used = True
        self.spend(action["seat"], action["take"])
        self.gain(seat, action["take"])

    def do_use_bonus(self, seat: int, action: Json) -> None:
        resource, value = action["card"].split("-")
        self.hand[seat].remove(action["card"])
        self.discard.append(action["card"])
        self.gain(seat, {action.get("resource", resource): int(value)})

    def do_bank(self, seat: int, action: Json) -> None:
        self.spend(seat, {action["give"]: 2 if self.has(seat, "sailing") else 3})
        self.gain(seat, {action["take"]: 1})

    def do_give(self, seat: int, action: Json) -> None:
        partner = self.partner(seat)
        assert partner is not None
        self.spend(seat, action["resources"])
        self.gain(partner, action["resources"])

    # War

    def do_attack(self, seat: int, action: Json) -> None:
        for unit in action["units"]:
            self.hand[seat].remove(unit)
        battle: Json = {"seat": action["seat"], "units": list(action["units"]), "stopped": [], "defence": []}
        self.battles.append({**battle, "stage": "walls", "worked": 0, "moving": 0, "destroyed": 0})
        self.step = "war"
        self.war_goes_on()

    def do_fight(self, seat: int, action: Json) -> None:
        self.fighting = True
        self.war_goes_on()

    def war_goes_on(self) -> None:
        """Until somebody has to decide something."""
        self.pending = None
        if not self.fighting and self.targets() and self.hand[self.active]:
            return
        self.fighting = True
        while self.battles:
            battle = self.bring_to_front()
            if battle["stage"] == "over":
                self.discard += self.battles.pop(0)["units"] + battle["defence"]
                continue
            getattr(self, f"stage_{battle['stage']}")(battle, battle["seat"])
            if self.waits():
                return
        self.step = "draw"

    def bring_to_front(self) -> Json:
        """The battle that goes on now; the damage to a seat is one stage for all."""
        around = self.clockwise(self.active)
        self.battles.sort(key=lambda battle: around.index(battle["seat"]))
        if self.options["war_phases"] == "together":
            stages = [STAGES.index(DAMAGE[0] if each["stage"] in DAMAGE else each["stage"]) for each in self.battles]
            self.battles.insert(0, self.battles.pop(stages.index(min(stages))))
        return self.battles[0]

    def waits(self) -> bool:
        return self.pending is not None

    def ask_for_plots(self, seat: int, kind: str, source: dict[str, int], count: int) -> None:
        """Or do the only thing possible."""
        chosen = choice(source, count)
        only = only_way(chosen)
        if only is None:
            self.pending = {"type": kind, "seat": seat, "count": count, "choose": chosen}
        else:
            getattr(self, f"now_{kind}")(seat, only)

    def next_in_battle(self) -> Json:
        battle = self.battles[0]
        battle["stage"] = STAGES[STAGES.index(battle["stage"]) + 1]
        return battle

    def stage_walls(self, battle: Json, seat: int) -> None:
        walls = {str(number): plot["standing"].count("walls") for number, plot in enumerate(self.plots[seat])}
        battle["worked"] = min(battle["units"].count("catapult"), sum(walls.values()))
        self.ask_for_plots(seat, "return_walls", walls, battle["worked"])

    def now_return_walls(self, seat: int, plots: dict[str, int]) -> None:
        for plot, number in plots.items():
            for _ in range(number):
                self.plots[seat][int(plot)]["standing"].remove("walls")
                self.hand[seat].append("walls")
        self.next_in_battle()

    def may_be_sent_back(self, battle: Json) -> list[str]:
        units = list(battle["units"])
        if not self.options["worked_catapult_returns"]:
            for _ in range(battle["worked"]):
                units.remove("catapult")
        return list(dict.fromkeys(units))

    def stage_send_back(self, battle: Json, seat: int) -> None:
        walled = {"walls", "great_wall"} & set(self.standing(seat))
        units = self.may_be_sent_back(battle)
        if walled and len(units) > 1:
            self.pending = {"type": "send_back", "seat": seat, "count": None}
        elif walled and units:
            self.now_send_back(units[0])
        else:
            self.next_in_battle()

    def now_send_back(self, unit: str) -> None:
        self.next_in_battle()["units"].remove(unit)
        self.hand[self.active].append(unit)

    def do_send_back(self, seat: int, action: Json) -> None:
        self.now_send_back(action["unit"])
        self.war_goes_on()

    @staticmethod
    def not_stopped(battle: Json) -> list[str]:
        return list((Counter(battle["units"]) - Counter(battle["stopped"])).elements())

    def stage_defence(self, battle: Json, seat: int) -> None:
        if self.hand[seat] and any(unit != "catapult" for unit in self.not_stopped(battle)):
            self.pending = {"type": "defend", "seat": seat, "count": None}
        else:
            self.end_defence()

    def end_defence(self) -> None:
        """Now it is settled how many people the attackers take; the Barracks of this moment count."""
        battle = self.next_in_battle()
        barracks = self.standing(self.active).count("barracks")
        barracks = barracks if self.options["barracks_add"] else min(barracks, 1)
        takers = [unit for unit in self.not_stopped(battle) if unit in TAKES]
        number = sum(1 if unit == "spearman" else 1 + barracks for unit in takers)
        battle["moving"] = min(number, self.population(battle["seat"]))

    def do_defend(self, seat: int, action: Json) -> None:
        self.hand[seat].remove(action["unit"])
        self.battles[0]["defence"].append(action["unit"])
        self.battles[0]["stopped"].append(action["stops"])
        self.war_goes_on()

    def do_let_through(self, seat: int, action: Json) -> None:
        self.end_defence()
        self.war_goes_on()

    def stage_population(self, battle: Json, seat: int) -> None:
        living = {str(number): plot["population"] for number, plot in enumerate(self.plots[seat])}
        self.ask_for_plots(seat, "give_up_population", living, battle["moving"])

    def now_give_up_population(self, seat: int, plots: dict[str, int]) -> None:
        for plot, number in plots.items():
            self.plots[seat][int(plot)]["population"] -= number
        self.next_in_battle()

    def stage_resettlement(self, battle: Json, seat: int) -> None:
        room = {str(number): battle["moving"] for number in range(len(self.plots[self.active]))}
        self.ask_for_plots(self.active, "resettle", room, battle["moving"])

    def now_resettle(self, seat: int, plots: dict[str, int]) -> None:
        for plot, number in plots.items():
            self.plots[seat][int(plot)]["population"] += number
        self.next_in_battle()["moving"] = 0

    def destructible(self, seat: int) -> list[tuple[int, str]]:
        plots = enumerate(self.plots[seat])
        return list(dict.fromkeys((n, name) for n, plot in plots for name in plot["standing"] if name in BUILDINGS))

    def stage_buildings(self, battle: Json, seat: int) -> None:
        """One at a time, but without asking where all of them go or all left are alike."""
        left = sum(unit in DESTROYS for unit in self.not_stopped(battle)) - battle["destroyed"]
        while left > 0 and (ways := self.destructible(seat)):
            if left < sum(name in BUILDINGS for name in self.standing(seat)) and len(ways) > 1:
                self.pending = {"type": "give_up_building", "seat": seat, "count": left}
                return
            self.now_give_up_building(seat, *ways[0])
            left -= 1
        self.next_in_battle()

    def now_give_up_building(self, seat: int, plot: int, building: str) -> None:
        self.plots[seat][plot]["standing"].remove(building)
        self.hand[seat].append(building)
        self.battles[0]["destroyed"] += 1
        self.look_at_leaders()

    def do_give_up_building(self, seat: int, action: Json) -> None:
        self.now_give_up_building(seat, action["plot"], action["building"])
        self.war_goes_on()

    # Drawing

    def draw(self, seat: int, number: int) -> None:
        for _ in range(number):
            if not self.deck and self.discard:
                new_deck = self.told_decks.pop(0)
                assert Counter(new_deck) == Counter(self.discard), "the new deck is not the discard pile"
                self.deck, self.discard = list(new_deck), []
            self.hand[seat] += [self.deck.pop(0)] if self.deck else []

    def do_draw(self, seat: int, action: Json) -> None:
        leads = self.leader["culture"] == seat
        self.draw(seat, 4 + leads + self.has(seat, "astronomy"))
        self.step, self.must_discard = "discard", 2 + leads

    def do_pottery(self, seat: int, action: Json) -> None:
        self.spend(seat, action["pay"])
        self.pottery_used = True
        self.draw(seat, 1)

    def do_discard(self, seat: int, action: Json) -> None:
        for card in action["cards"]:
            self.hand[seat].remove(card)
            self.discard.append(card)
        if self.turn == 0:
            self.waiting.pop(0)
            self.next_stage()
        else:
            self.next_turn()

    def next_turn(self) -> None:
        if self.last_technology_bought:
            self.end_by_points()
        else:
            self.begin_turn(self.next_to_move())

    def next_to_move(self) -> int:
        """Clockwise; or there and back, so that who ends a round begins the next one."""
        if self.options["turn_order"] == "one_way":
            return self.clockwise(self.active + 1)[0]
        there = 1 if self.round % 2 else -1
        waiting = [seat for seat in self.clockwise(self.active, there) if seat not in self.moved]
        return waiting[0] if waiting else self.clockwise(self.active, -there)[0]

    # The end

    def end_by_points(self) -> None:
        tied, needed = self.sides(), list[str]()
        for what in ["points", *TIE_BREAKS]:
            if len(tied) > 1:
                needed += [what] if what != "points" else []
                most = max(self.tallies(side[0])[what] for side in tied)
                tied = [side for side in tied if self.tallies(side[0])[what] == most]
        points = {str(seat): self.tallies(seat)["points"] for seat in self.clockwise(0)}
        self.end("technologies", [seat for side in tied for seat in side], points, needed)

    def end(self, kind: str, winners: list[int], points: dict[str, int] | None, decided_by: list[str]) -> None:
        self.ended = {"kind": kind, "winners": sorted(winners), "points": points, "decided_by": decided_by}
        self.step, self.pending, self.waiting, self.battles = "over", None, [], []

    def resign(self, seat: int) -> None:
        self.present[seat] = False
        self.hand[seat], self.plots[seat], self.technologies[seat] = [], [], []
        self.resources[seat] = dict.fromkeys(RESOURCES, 0)
        self.look_at_leaders()
        ended_battles = [each for each in self.battles if seat in (self.active, each["seat"])]
        self.discard += [card for battle in ended_battles for card in battle["units"] + battle["defence"]]
        self.battles = [battle for battle in self.battles if battle not in ended_battles]
        if len(self.sides()) == 1:
            self.discard += [card for battle in self.battles for card in battle["units"] + battle["defence"]]
            self.end("resignation", self.sides()[0], None, [])
        elif self.turn == 0:
            self.waiting = [other for other in self.waiting if other != seat]
            self.next_stage()
        elif seat == self.active:
            self.next_turn()
        elif self.step == "war":
            self.war_goes_on()

    def result(self) -> Json | None:
        return self.ended

    # What is where

    def open_state(self) -> Json:
        out = self.common()
        out |= {"technology_pile": list(self.technology_pile), "plot_pile": list(self.plot_pile)}
        out["deck"] = list(self.deck)
        for seat, shown in enumerate(out["seats"]):
            shown["hand"] = counted(self.hand[seat])
        return out

    def common(self) -> Json:
        """What lies open."""
        seats = []
        for seat in range(self.seats):
            plots = [{**plot, "standing": counted(plot["standing"])} for plot in self.plots[seat]]
            for plot in plots:
                plot["holds"] = self.holds(seat, plot)
            shown: Json = {"plots": plots, "technologies": sorted(self.technologies[seat])}
            shown |= {"resources": dict(self.resources[seat]), "present": self.present[seat]}
            shown |= {"happiness": self.happiness(seat), "culture": self.culture(seat)}
            shown |= {"points": self.tallies(seat)["points"], "protected": self.protected(seat)}
            seats.append(shown)
        out: Json = {"turn": self.turn, "step": self.step, "to_act": self.to_act(), "leader": dict(self.leader)}
        out |= {"dealer": self.dealer, "active": self.active if self.turn else None, "seats": seats}
        open_plots = counted(self.offer + self.market_plots)
        out |= {"open_plots": open_plots, "open_technologies": sorted(self.market_technologies)}
        out["discard"] = counted(self.discard)
        drawn = self.step == "discard" and self.turn > 0
        out["must_discard"] = min(self.must_discard, len(self.hand[self.active])) if drawn else 0
        out["used"] = {"pottery": self.pottery_used, "code_of_laws": self.laws_used}
        pending = {name: self.pending[name] for name in ("type", "seat", "count")} if self.pending else None
        battles: list[Json] = []
        for battle in self.battles:
            told = {name: counted(battle[name]) for name in ("units", "stopped", "defence")}
            battles.append({"seat": battle["seat"], **told, "moving": battle["moving"]})
        return out | {"pending": pending, "battles": battles, "fighting": self.fighting and self.step == "war"}

    def entitled(self, audience: int | None) -> Json:
        """What a seat, or a spectator, may know without remembering anything."""
        out = self.common()
        out |= {"technology_pile": len(self.technology_pile), "plot_pile": len(self.plot_pile), "deck": len(self.deck)}
        for seat, shown in enumerate(out["seats"]):
            shown["cards"] = len(self.hand[seat])
            shown["hand"] = counted(self.hand[seat]) if seat == audience or self.ended else None
        return out
