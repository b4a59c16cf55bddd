"""CIV: Carta Impera Victoria a second time: slow, obvious, and sharing nothing with the engine but the rules.

Zones are lists of kinds like "science-2", an action is its JSON, and every rule is written out where it applies.
"""

import json
from collections import Counter
from typing import Any

SPHERES = ["military", "religion", "economy", "science", "culture", "utopia"]
TIE_BREAKS = ["utopia", "culture", "science", "economy", "religion", "military"]
KINDS = ["military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3"]
KINDS += ["science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]
EFFECTS = ["assassination", "purge", "holy_book", "divine_right", "development", "monopoly"]
EFFECTS += ["experiment", "research", "oligarchy", "republic"]
GIVERS = ["military", "religion", "economy", "science", "utopia"]
PERMANENT = {effect: (GIVERS[number // 2], number % 2 + 1) for number, effect in enumerate(EFFECTS)}
PAID_WITH = dict(zip(["attack", "inquisition", "embargo", "breakthrough", "democracy"], GIVERS, strict=True))

Json = dict[str, Any]


def canonical(action: Json) -> str:
    return json.dumps(action, sort_keys=True, separators=(",", ":"))


def sphere_of(kind: str) -> str:
    return kind[:-2]


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=KINDS.index)


def lowest(cards: list[str], sphere: str) -> str:
    """The card of a sphere with the lowest epoch."""
    return in_order([card for card in cards if sphere_of(card) == sphere])[0]


def picks(cards: list[str], number: int) -> list[list[str]]:
    """Every way to take that many cards, cards of a kind being alike."""
    if number == 0:
        return [[]]
    out = []
    left = in_order(cards)
    while left:
        card = left[0]
        out += [[card, *more] for more in picks(left[1:], number - 1)]
        left = [each for each in left if each != card]
    return out


def counted(cards: list[str]) -> dict[str, int]:
    return dict(Counter(cards))


class Reference:
    """A game, changed by each action."""

    def __init__(self, seats: int, edition: str, options: Json, deck: list[str], first: int) -> None:
        self.seats, self.edition, self.options, self.teams = seats, edition, options, options["teams"]
        draft = options["deal"] == "draft"
        self.first, self.active, self.present = first, first, [True] * seats
        self.turn, self.step = (0, "draft") if draft else (1, "play")
        self.deck, self.discard, self.final_round = list(deck), list[str](), False
        self.hand: list[list[str]] = [[] for _ in range(seats)]
        self.area: list[list[str]] = [[] for _ in range(seats)]
        self.democracy: list[list[str]] = [[] for _ in range(seats)]
        self.embargo: list[list[Json]] = [[] for _ in range(seats)]
        self.pending: Json | None = None
        self.token: Json | None = None
        self.copied_religion: Json | None = None
        self.limits_had = [3]
        self.own_effects, self.copies = list[str](), list[str]()
        self.ended: Json | None = None
        self.used_permanent: list[str] = []
        self.used_discard: list[str] = []
        self.round: int | str = 1 if draft else "over"
        self.packet: list[list[str]] = [[] for _ in range(seats)]
        self.kept: list[list[str]] = [[] for _ in range(seats)]
        self.chosen, self.centre, self.to_pick = [False] * seats, list[str](), list[int]()
        for step in range(seats if deck else 0):
            seat = (first + step) % seats
            if draft:
                self.packet[seat] = self.draw(4)
            else:
                self.hand[seat] = self.draw(3)

    @classmethod
    def from_position(cls, position: Json, edition: str, options: Json) -> "Reference":
        game = cls(len(position["seats"]), edition, {**options, "deal": "basic"}, [], position["first"])
        game.active, game.step, game.turn = position["active"], position["step"], position.get("turn", 1)
        game.deck = list(position.get("deck", []))
        game.discard = list(Counter(position.get("discard", {})).elements())
        for seat, given in enumerate(position["seats"]):
            game.hand[seat] = list(Counter(given.get("hand", {})).elements())
            game.area[seat] = list(Counter(given.get("area", {})).elements())
            game.democracy[seat] = list(Counter(given.get("democracy", {})).elements())
        # Of an embargo only the sphere is given: the economy cards are the lowest ones that lie nowhere else.
        lying = Counter(card for zone in (game.deck, game.discard, *game.hand, *game.area) for card in zone)
        spare = in_order(list((Counter({"economy-1": 4, "economy-2": 4, "economy-3": 8}) - lying).elements()))
        for seat, given in enumerate(position["seats"]):
            for sphere in Counter(given.get("embargo", {})).elements():
                game.embargo[seat].append({"sphere": sphere, "card": spare.pop(0), "fresh": False})
        game.final_round = not game.deck
        if token := position.get("culture_token"):
            game.token = {"seat": token["seat"], "on": token.get("on")}
        used = position.get("used", {})
        game.used_permanent, game.used_discard = list(used.get("permanent", [])), list(used.get("discard", []))
        game.note_limits()
        return game

    def count(self, seat: int, sphere: str) -> int:
        return len([card for card in self.area[seat] if sphere_of(card) == sphere])

    def needed(self, level: int) -> int:
        return 2 * level if self.seats == 4 else 2 * level + 1

    def wins_at(self, seat: int, sphere: str) -> int:
        return (8 if self.seats == 2 else 7) + self.democracy[seat].count(sphere)

    def hand_limit(self, seat: int) -> int:
        religion = self.count(seat, "religion")
        level = sum(religion >= self.needed(level) for level in (1, 2))
        copied = self.copied_religion
        if self.options["hand_limit"] == "chosen":
            return max(3 + 2 * level, *self.limits_had) if seat == self.active else 3 + 2 * level
        if copied is not None and seat == self.active:
            lies_there = self.token == {"seat": seat, "on": {"seat": copied["seat"], "sphere": "religion"}}
            source = self.count(copied["seat"], "religion")
            level = max(level, copied["level"] if lies_there and source >= self.needed(copied["level"]) else 0)
        return 3 + 2 * level

    def note_limits(self) -> None:
        """Remember each limit that the active seat has the Religion for, at any moment of its second step."""
        if self.step == "effects":
            religion = self.count(self.active, "religion")
            self.limits_had += [3 + 2 * level for level in (1, 2) if religion >= self.needed(level)]
            if self.copied_religion:
                self.limits_had.append(3 + 2 * self.copied_religion["level"])

    def ends(self, seat: int) -> list[Json]:
        """The ways to end the turn: lower limits only where they draw another number of cards."""
        ways, numbers = list[Json](), list[int]()
        possible = [limit for limit in (7, 5, 3) if limit <= self.hand_limit(seat)]
        for limit in possible if self.options["hand_limit"] == "chosen" else possible[:1]:
            number = min(len(self.deck), max(0, limit - len(self.hand[seat])))
            if number not in numbers:
                ways.append({"type": "end_turn", "limit": limit} if numbers else {"type": "end_turn"})
                numbers.append(number)
        return ways

    def leads_culture(self, seat: int) -> bool:
        mine = self.count(seat, "culture")
        return all(mine > self.count(other, "culture") for other in range(self.seats) if other != seat)

    def playable(self, seat: int, cards: list[str]) -> list[str]:
        waits = self.options["own_embargo"] == "as_printed" and self.edition == "uk"
        banned = [embargo["sphere"] for embargo in self.embargo[seat] if not (waits and embargo["fresh"])]
        return [card for card in cards if sphere_of(card) not in banned]

    def next_in(self, seat: int) -> int:
        while True:
            seat = (seat + 1) % self.seats
            if self.present[seat]:
                return seat

    def sides(self) -> list[list[int]]:
        sides = [[0, 2], [1, 3]] if self.teams else [[seat] for seat in range(self.seats)]
        sides = [[seat for seat in side if self.present[seat]] for side in sides]
        return [side for side in sides if side]

    def legal(self, seat: int) -> set[str]:
        return {canonical(action) for action in self.legal_actions(seat)}

    def legal_actions(self, seat: int) -> list[Json]:
        if self.ended or not self.present[seat]:
            return []
        if self.step == "draft":
            if self.round == "centre":
                return [{"type": "draft_pick", "card": card} for card in set(self.centre) if seat == self.to_pick[0]]
            return [{"type": "draft_keep", "card": card} for card in set(self.packet[seat]) if not self.chosen[seat]]
        if seat != self.active:
            return []
        if self.pending:
            field = "return" if self.pending["type"] == "inquisition_exchange" else "discard"
            several = picks(self.hand[seat], self.pending["count"])
            return [{"type": self.pending["type"], field: cards} for cards in several]
        if self.step == "play":
            playable = self.playable(seat, self.hand[seat])
            return [{"type": "play", "card": card} for card in set(playable)] or [{"type": "skip_play"}]
        actions = self.ends(seat)
        for effect, (sphere, level) in PERMANENT.items():
            if sphere != "religion" and self.count(seat, sphere) >= self.needed(level) and self.may_use(sphere, effect):
                actions += [{"type": effect, **fields} for fields in self.ways(seat, effect)]
            if not self.may_copy(sphere, effect):
                continue
            if "culture" not in self.used_permanent and self.leads_culture(seat):
                for source in range(self.seats):
                    if source != seat and self.count(source, sphere) >= self.needed(level):
                        copy = {"type": "inspiration", "seat": source, "effect": effect}
                        actions += [{**copy, **fields} for fields in self.ways(seat, effect)]
        for effect, sphere in PAID_WITH.items():
            if sphere not in self.used_discard and self.count(seat, sphere) > 0:
                actions += [{"type": effect, **fields} for fields in self.targets(seat, effect)]
        return actions

    def may_use(self, sphere: str, effect: str = "") -> bool:
        """Once a turn for each sphere; by option a copy of the sphere's other effect leaves this one."""
        if sphere not in self.used_permanent:
            return True
        own = [each for each in self.own_effects if PERMANENT[each][0] == sphere]
        copied = [each for each in self.copies if PERMANENT[each][0] == sphere]
        return self.options["copied_effect"] == "same_effect" and not own and copied != [] and effect not in copied

    def may_copy(self, sphere: str, effect: str) -> bool:
        """Likewise after an own effect of the sphere, if that was the other one."""
        if sphere not in self.used_permanent:
            return True
        own = [each for each in self.own_effects if PERMANENT[each][0] == sphere]
        return self.options["copied_effect"] == "same_effect" and own != [] and effect not in own

    def ways(self, seat: int, effect: str) -> list[Json]:
        """The ways to apply a permanent effect completely."""
        hand, area, number = self.hand[seat], self.area[seat], PERMANENT[effect][1]
        if effect in ("assassination", "purge"):
            return [{"discard": cards} for cards in picks(hand, number)]
        if effect in ("development", "monopoly"):
            plays = picks(self.playable(seat, hand), number)
            return [{"discard": cards, "play": play} for cards in picks(area, number) for play in plays]
        if effect in ("experiment", "research"):
            takes = picks(area, number)
            plays_after = [(take, picks(self.playable(seat, hand + take), number)) for take in takes]
            return [{"take": take, "play": play} for take, plays in plays_after for play in plays]
        if effect in ("oligarchy", "republic"):
            return [{"take": cards} for cards in picks(self.discard, number)]
        return [{}]

    def targets(self, seat: int, effect: str) -> list[Json]:
        """The ways to apply a discard effect that can be paid."""
        rest = list(self.area[seat])
        rest.remove(lowest(rest, PAID_WITH[effect]))
        if effect == "attack":
            return [{"sphere": sphere} for sphere in SPHERES if sphere in map(sphere_of, rest)]
        if effect == "inquisition":
            return [{"seat": other} for other in range(self.seats) if other != seat and self.present[other]]
        if effect == "breakthrough":
            return [{}]
        areas = [rest if target == seat else self.area[target] for target in range(self.seats)]
        allowed = [target for target in range(self.seats) if target != seat or self.edition != "ko"]
        return [{"seat": t, "sphere": s} for t in allowed for s in SPHERES if s in map(sphere_of, areas[t])]

    def act(self, seat: int, action: Json) -> None:
        """Do it; what is not legal is a mistake of the caller."""
        kind = action["type"]
        if kind == "resign":
            self.resign(seat)
            return
        named = {name: value for name, value in action.items() if name not in ("pay", "give_up")}
        assert canonical(named) in self.legal(seat), f"illegal for {seat}: {action}"
        if kind == "draft_keep":
            self.move([action["card"]], self.packet[seat], self.kept[seat])
            self.chosen[seat] = True
            self.draft_goes_on()
        elif kind == "draft_pick":
            self.move([action["card"]], self.centre, self.area[seat])
            self.to_pick.pop(0)
            self.draft_goes_on()
        elif kind in ("play", "skip_play"):
            self.move([action["card"]] if kind == "play" else [], self.hand[seat], self.area[seat])
            self.step = "effects"
        elif kind == "inquisition_exchange":
            assert self.pending
            target = self.pending["target"]
            self.move(action["return"], self.hand[seat], self.hand[target] if self.present[target] else [])
            self.pending = None
        elif kind == "breakthrough_discard":
            self.move(action["discard"], self.hand[seat], self.discard)
            self.pending = None
        elif kind == "inspiration":
            sphere, level = PERMANENT[action["effect"]]
            self.used_permanent += ["culture"] + [sphere] * (sphere not in self.used_permanent)
            self.copies.append(action["effect"])
            self.token = {"seat": seat, "on": {"seat": action["seat"], "sphere": sphere}}
            if sphere == "religion":
                self.copied_religion = {"seat": action["seat"], "level": level}
            self.permanent_effect(seat, action["effect"], action)
        elif kind in PERMANENT:
            self.used_permanent += [PERMANENT[kind][0]] * (PERMANENT[kind][0] not in self.used_permanent)
            self.own_effects.append(kind)
            self.permanent_effect(seat, kind, action)
        elif kind in PAID_WITH:
            self.used_discard.append(PAID_WITH[kind])
            self.discard_effect(seat, action)
        elif kind == "end_turn":
            self.end_turn(action.get("limit"))
        self.note_limits()

    def draw(self, number: int) -> list[str]:
        cards, self.deck = self.deck[:number], self.deck[number:]
        if cards and not self.deck:
            self.final_round = True
        return cards

    def moved(self) -> None:
        """After each movement the culture token must still lie with the leader."""
        if self.token is None or self.leads_culture(self.token["seat"]):
            return
        leaders = [seat for seat in range(self.seats) if self.leads_culture(seat)]
        self.token = {"seat": leaders[0], "on": None} if leaders and self.edition == "ko" else None

    def move(self, cards: list[str], source: list[str], target: list[str]) -> None:
        """One movement of cards."""
        for card in cards:
            source.remove(card)
            target.append(card)
        self.moved()

    def permanent_effect(self, seat: int, effect: str, action: Json) -> None:
        hand, area = self.hand[seat], self.area[seat]
        if effect in ("assassination", "purge"):
            self.move(action["discard"], hand, self.discard)
        elif effect in ("development", "monopoly"):
            self.move(action["discard"], area, self.discard)
            self.move(action["play"], hand, area)
        elif effect in ("experiment", "research"):
            self.move(action["take"], area, hand)
            self.move(action["play"], hand, area)
        elif effect in ("oligarchy", "republic"):
            self.move(action["take"], self.discard, hand)

    def discard_effect(self, seat: int, action: Json) -> None:
        """Paid with a card from the area."""
        effect, sphere, target = action["type"], action.get("sphere", ""), action.get("seat")
        payment = action.get("pay") or lowest(self.area[seat], PAID_WITH[effect])
        if effect == "embargo":
            self.area[seat].remove(payment)
            self.embargo[action["seat"]].append({"sphere": sphere, "card": payment, "fresh": target == seat})
        elif effect == "democracy":
            self.area[seat].remove(payment)
            self.democracy[action["seat"]].append(sphere)
        else:
            self.move([payment], self.area[seat], self.discard)
        if effect == "attack":
            # What is given up and what the others lose leaves at once: one movement.
            for other in range(self.seats):
                if self.count(other, sphere):
                    given_up = action.get("give_up") if other == seat else None
                    lost = given_up or lowest(self.area[other], sphere)
                    self.area[other].remove(lost)
                    self.discard.append(lost)
            self.moved()
        elif effect == "inquisition":
            taken = list(self.hand[action["seat"]])
            if taken:
                self.move(taken, self.hand[action["seat"]], self.hand[seat])
                self.pending = {"type": "inquisition_exchange", "target": target, "count": len(taken), "taken": taken}
        elif effect == "breakthrough":
            self.hand[seat] += (drawn := self.draw(5))
            self.pending = {"type": "breakthrough_discard", "target": None, "count": len(drawn)} if drawn else None

    def draft_goes_on(self) -> None:
        inside = [seat for seat in range(self.seats) if self.present[seat]]
        if self.round == "centre":
            if not self.to_pick:
                for seat in inside:
                    self.hand[seat] = self.kept[seat]
                self.round, self.centre = "over", []
                self.step, self.active, self.turn = "play", self.first, 1
        elif all(self.chosen[seat] for seat in inside):
            self.chosen = [False] * self.seats
            if self.round == 3:
                self.centre = [card for seat in inside for card in self.packet[seat]]
                self.packet = [[] for _ in range(self.seats)]
                right_of_first = next(seat for seat in inside if self.next_in(seat) == self.first)
                direction = 1 if self.edition == "uk" else -1
                around = [(right_of_first + direction * step) % self.seats for step in range(self.seats)]
                self.to_pick = [seat for seat in around if seat in inside]
                self.round = "centre"
            else:
                passed = {self.next_in(seat): self.packet[seat] for seat in inside}
                self.packet = [passed.get(seat, []) for seat in range(self.seats)]
                self.round = 2 if self.round == 1 else 3

    def end_turn(self, limit: int | None) -> None:
        seat = self.active
        self.hand[seat] += self.draw(max(0, (limit or self.hand_limit(seat)) - len(self.hand[seat])))
        self.discard += [embargo["card"] for embargo in self.embargo[seat] if not embargo["fresh"]]
        self.embargo[seat] = [{**embargo, "fresh": False} for embargo in self.embargo[seat] if embargo["fresh"]]
        won = [sphere for sphere in SPHERES if self.count(seat, sphere) >= self.wins_at(seat, sphere)]
        if won:
            self.end("domination", next(side for side in self.sides() if seat in side), None, won)
        else:
            self.pass_turn(may_end=True)

    def pass_turn(self, may_end: bool) -> None:
        """To the next seat; in the last round the first one gets no other turn."""
        if self.final_round and self.next_in(self.active) == self.first and may_end:
            self.majority()
            return
        self.active, self.turn, self.step = self.next_in(self.active), self.turn + 1, "play"
        self.pending, self.copied_religion, self.used_permanent, self.used_discard = None, None, [], []
        self.limits_had = [3]
        self.own_effects, self.copies = [], []

    def majority(self) -> None:
        """A point for each sphere led; then the spheres in turn among those who tie."""
        best = {sphere: max(self.count(seat, sphere) for seat in range(self.seats)) for sphere in SPHERES}
        points: dict[str, int] = {}
        for side in self.sides():
            led = [s for s in SPHERES if best[s] > 0 and max(self.count(seat, s) for seat in side) == best[s]]
            points |= {str(seat): len(led) for seat in side}
        tied = [side for side in self.sides() if points[str(side[0])] == max(points.values())]
        needed = []
        for sphere in TIE_BREAKS:
            if len(tied) > 1:
                needed.append(sphere)
                worth = {}
                for side in tied:
                    cards = [self.count(seat, sphere) for seat in side]
                    worth[side[0]] = sum(cards) if self.options["team_tiebreak"] == "sum" else max(cards)
                tied = [side for side in tied if worth[side[0]] == max(worth.values())]
        self.end("majority", [seat for side in tied for seat in side], points, needed)

    def end(self, kind: str, winners: list[int], points: dict[str, int] | None, decided_by: list[str]) -> None:
        self.ended = {"kind": kind, "winners": sorted(winners), "points": points, "decided_by": decided_by}
        self.step, self.pending = "over", None

    def resign(self, seat: int) -> None:
        target = self.pending["target"] if self.pending and self.active == seat else None
        if self.pending and target is not None and self.present[target]:
            self.hand[target] = self.pending["taken"]
        self.present[seat] = False
        self.hand[seat], self.area[seat], self.democracy[seat], self.embargo[seat] = [], [], [], []
        self.packet[seat], self.kept[seat], self.chosen[seat] = [], [], False
        if self.token and (self.token["seat"] == seat or (self.token["on"] or {}).get("seat") == seat):
            self.token = None
        was_first = seat == self.first
        self.first = self.next_in(seat) if was_first else self.first
        if len(self.sides()) == 1:
            self.end("resignation", self.sides()[0], None, [])
        elif self.step == "draft":
            self.to_pick = [other for other in self.to_pick if other != seat]
            self.draft_goes_on()
        elif self.active == seat:
            self.pass_turn(may_end=not was_first)

    def result(self) -> Json | None:
        return self.ended

    def open_state(self) -> Json:
        out = self.common()
        out["deck"] = list(self.deck)
        out["used"] = self.used()
        draft: Json = {"round": self.round, "packets": [*map(counted, self.packet)], "centre": counted(self.centre)}
        draft |= {"kept": [*map(counted, self.kept)], "chosen": [s for s in range(self.seats) if self.chosen[s]]}
        out["draft"] = draft if self.step == "draft" else None
        for seat, shown in enumerate(out["seats"]):
            shown["hand"] = counted(self.hand[seat])
        return out

    def used(self) -> Json:
        slots = {"permanent": self.used_permanent, "discard": self.used_discard}
        return {kind: sorted(spheres, key=SPHERES.index) for kind, spheres in slots.items()}

    def common(self) -> Json:
        pending = self.pending and {name: self.pending[name] for name in ("type", "target", "count")}
        pending = pending and {**pending, "seat": self.active}
        seats = []
        for seat in range(self.seats):
            shown: Json = {"area": counted(self.area[seat]), "democracy": counted(self.democracy[seat])}
            shown["embargo"] = counted([embargo["sphere"] for embargo in self.embargo[seat]])
            shown |= {"hand_limit": self.hand_limit(seat), "present": self.present[seat]}
            shown["wins_at"] = {sphere: self.wins_at(seat, sphere) for sphere in SPHERES}
            seats.append(shown)
        out = {"turn": self.turn, "first": self.first, "step": self.step, "pending": pending, "seats": seats}
        out["active"] = self.to_pick[0] if self.round == "centre" and self.to_pick else self.active
        out |= {"discard": counted(self.discard), "culture_token": self.token, "final_round": self.final_round}
        return out

    def entitled(self, audience: int | None) -> Json:
        """What a seat, or a spectator, may know without remembering anything."""
        out = self.common()
        out["deck"] = {"count": len(self.deck), "top_back": int(self.deck[0][-1]) if self.deck else None}
        out["draft"] = None
        if self.step == "draft":
            out["draft"] = {"round": self.round, "packet": None, "kept": None, "centre": counted(self.centre)}
            if audience is not None:
                out["draft"]["kept"] = counted(self.kept[audience])
                if self.round != "centre" and not self.chosen[audience]:
                    out["draft"]["packet"] = counted(self.packet[audience])
        for seat, shown in enumerate(out["seats"]):
            backs = Counter(card[-1] for card in self.hand[seat])
            shown["backs"] = {epoch: backs[epoch] for epoch in ("1", "2", "3")}
            shown["hand"] = counted(self.hand[seat]) if seat == audience or self.ended else None
            mine = seat == self.active and self.step != "draft"
            shown["used"] = self.used() if mine else {"permanent": [], "discard": []}
        return out
