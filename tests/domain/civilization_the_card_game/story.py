"""Given, when, then: a game of Civilization: The Card Game told in positions and posted actions."""

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Self

import pytest

from cartulary.games.civilization_the_card_game import GAME
from cartulary.games.civilization_the_card_game.cards import RESOURCES
from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.codec import action_json, decode_action
from cartulary.kernel.messages import Event
from cartulary.kernel.randomness import Chance
from cartulary.kernel.rejected import Rejected
from cartulary.match.events.ending import GameEnded
from cartulary.match.game import Setup
from tests.domain.offers import is_offered

Json = dict[str, Any]
CHANCE = Chance(b"story".ljust(32), "story", ())
OPTIONAL = ("pay", "take", "resource")
"""Fields that may be left out where there is no choice."""
FOUR = ("grassland", "mountains", "coast", "hills")


def seat(
    *plots: str,
    hand: str = "",
    technologies: str = "",
    food: int = 0,
    production: int = 0,
    commerce: int = 0,
    protected: int = 0,
) -> Json:
    """What a seat has; a plot is written 'hills 2 granary walls': terrain, population, buildings."""
    return {
        "plots": [plot(each) for each in plots or FOUR],
        "hand": dict(Counter(hand.split())),
        "technologies": technologies.split(),
        "resources": dict(zip(RESOURCES, (food, production, commerce), strict=True)),
        "protected": protected,
    }


def plot(text: str) -> Json:
    """A plot as it stands in a position."""
    terrain, *rest = text.split()
    population = int(rest.pop(0)) if rest and rest[0].isdigit() else 0
    return {"terrain": terrain, "population": population, "buildings": rest}


@dataclass
class Story:
    """A game as it goes on; the state given is never changed, each action makes the next."""

    state: State
    events: list[Event] = field(default_factory=list)
    all_events: list[Event] = field(default_factory=list)

    # what can be seen

    def wire(self, viewer: int | None = None) -> Json:
        """The state as a seat or a spectator sees it."""
        return GAME.view(self.state, viewer)

    def seat(self, number: int) -> Json:
        """A seat as it sees itself."""
        seen: Json = self.wire(number)["seats"][number]
        return seen

    def hand(self, number: int) -> Json:
        """A seat's hand."""
        held: Json = self.seat(number)["hand"]
        return held

    def plots(self, number: int) -> list[str]:
        """A seat's plots as they are written."""
        return [
            " ".join([each["terrain"], *([str(each["population"])] if each["population"] else []), *each["buildings"]])
            for each in self.seat(number)["plots"]
        ]

    def resources(self, number: int) -> tuple[int, int, int]:
        """Food, production, commerce."""
        food, production, commerce = (self.seat(number)["resources"][name] for name in RESOURCES)
        return food, production, commerce

    def happened(self) -> list[str]:
        """What the last action caused."""
        return [event.NAME for event in self.events]

    def to_act(self) -> int:
        """The seat that is waited for."""
        (waited_for,) = GAME.to_act(self.state)
        return waited_for

    def waits_for(self) -> tuple[str, int] | None:
        """The pending decision and its seat."""
        pending = self.wire()["pending"]
        return (pending["type"], pending["seat"]) if pending else None

    def result(self) -> tuple[str, list[int], dict[int, int] | None, list[str]]:
        """How the game ended."""
        ended = self.events[-1]
        assert isinstance(ended, GameEnded)
        points = {each.seat: each.points for each in ended.points} if ended.points else None
        return ended.kind, list(ended.winners), points, list(ended.decided_by)

    def offered(self, kind: str, by: int | None = None) -> list[Json]:
        """The listed forms of one action."""
        acting = self.to_act() if by is None else by
        return [form.json() for form in GAME.legal_actions(self.state, acting) if kind == form.action.NAME]

    # when

    def does(self, kind: str, by: int | None = None, **fields: Any) -> Self:
        """Let a seat, by default the one waited for, do something; it must be listed, at least as spelled out."""
        acting = self.to_act() if by is None else by
        action = decode_action(dict(GAME.action_types), {"type": kind, **fields})
        before = deepcopy(self.state)
        decision = GAME.apply(self.state, acting, action, CHANCE, len(self.all_events))
        assert self.state == before, "the state that was given has changed"
        again = GAME.apply(self.state, *GAME.infer_action(self.state, decision.events), CHANCE, len(self.all_events))
        assert again.events == decision.events, "what happened does not tell what was asked for"
        if kind != "resign":
            spelled = {name: value for name, value in action_json(action).items() if name not in OPTIONAL}
            forms = [form for form in GAME.legal_actions(self.state, acting) if kind == form.action.NAME]
            left_out = any(spelled.items() <= form.json().items() for form in forms)
            assert is_offered(forms, action) or left_out, f"{kind} is not listed"
        self.state = decision.state
        self.events = decision.events
        self.all_events = [*self.all_events, *decision.events]
        return self

    def refuses(self, kind: str, rule: str, by: int | None = None, **fields: Any) -> Self:
        """Something is refused by a rule, and it is not listed."""
        acting = self.to_act() if by is None else by
        action = decode_action(dict(GAME.action_types), {"type": kind, **fields})
        with pytest.raises(Rejected) as error:
            GAME.apply(self.state, acting, action, CHANCE)
        assert error.value.rule == rule, str(error.value)
        assert error.value.reason
        assert not is_offered(GAME.legal_actions(self.state, acting), action), f"{kind} is listed"
        return self


def setup(seats: int = 2, **options: Any) -> Setup:
    """A set-up with these options."""
    return GAME.setup(None, seats, options)


def begun(seats: int = 2, seed: bytes = b"story", **options: Any) -> Story:
    """A game from its beginning."""
    decision = GAME.begin(setup(seats, **options), Chance(seed.ljust(32), "story", ()))
    return Story(decision.state, decision.events, list(decision.events))


def position(
    *seats: Json,
    step: str = "buy",
    active: int = 0,
    dealer: int = 0,
    turn: int = 1,
    for_sale: str = "mining the_wheel astronomy",
    more_technologies: str = "",
    open_plots: str = "hills river forest",
    more_plots: str = "",
    deck: str = "",
    discard: str = "",
    leaders: Json | None = None,
) -> Json:
    """A position as it is posted."""
    mentioned = {
        "active": active,
        "dealer": dealer,
        "step": step,
        "turn": turn,
        "seats": list(seats),
        "technologies": {"open": for_sale.split(), "deck": more_technologies.split()},
        "plots": {"open": open_plots.split(), "deck": more_plots.split()},
        "deck": deck.split(),
        "discard": dict(Counter(discard.split())),
    }
    return mentioned | ({"leaders": leaders} if leaders is not None else {})


def given(*seats: Json, options: Json | None = None, **parts: Any) -> Story:
    """A game from a position of two seats or more."""
    sitting: Sequence[Json] = seats if len(seats) > 1 else (*seats, seat())
    decision = GAME.begin_from(setup(len(sitting), **(options or {})), position(*sitting, **parts))
    return Story(decision.state, decision.events, list(decision.events))
