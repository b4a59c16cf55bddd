"""The engine and a reference side by side, whatever the game: the same actions to both, all compared after each."""

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cartulary.kernel.codec import decode_action, fields_of
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.messages import Event
from cartulary.kernel.randomness import Chance
from cartulary.kernel.rejected import Rejected
from cartulary.match.events.ending import GameEnded
from cartulary.match.game import Game

Json = dict[str, Any]


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


class Difference(AssertionError):
    """The two disagree."""


class Played(ABC):
    """One game, played by both, with its story; and what one audience sees of it, from its part of the events."""

    def __init__(
        self,
        game: Game[Any],
        decision: GameDecision[Any],
        before: Any,
        reference: Any,
        audience: int | None,
        origin: str,
    ) -> None:
        self.game = game
        self.state = decision.state
        self.reference = reference
        self.audience = audience
        self.origin = origin
        self.version = len(decision.events)
        self.seen: Counter[str] = Counter()
        self.story: list[str] = []
        self.followed = game.fold(before, [self.redacted(event) for event in decision.events])

    def redacted(self, event: Event) -> Event:
        """What the audience gets of an event."""
        hidden: dict[str, Any] = {}
        for each in fields_of(type(event)):
            viewers = frozenset(getattr(event, name) for name in each.secrecy.viewers) if each.secrecy else None
            if viewers is not None and self.audience not in viewers:
                hidden[each.name] = None
        shown: Any = event
        redacted: Event = replace(shown, **hidden) if hidden else event
        return redacted

    def disagree(self, *found: str) -> Difference:
        """What they disagree in, with the way there."""
        return Difference("\n".join([self.origin, *self.story[-12:], *found[:12]]))

    def tell(self, events: Sequence[Event]) -> None:
        """Let the reference know what chance decided; nothing, where all of it is in the deal."""
        return

    def count(self, seat: int, action: Json, events: Sequence[Event]) -> None:
        """Note what came up."""
        self.seen[str(action["type"])] += 1

    @abstractmethod
    def differences(self) -> list[str]:
        """In the state, in what may be done, in what is shown."""

    def act(self, seat: int, action: Json) -> None:
        """Let both do it, and compare."""
        self.story.append(f"{seat}: {canonical(action)}")
        try:
            decision = engine_act(self.game, self.state, seat, action, self.chance(), self.version)
            self.count(seat, action, decision.events)
            self.tell(decision.events)
            self.reference.act(seat, action)
        except Exception as problem:
            raise self.disagree(repr(problem)) from problem
        self.state = decision.state
        self.version += len(decision.events)
        self.followed = self.game.fold(self.followed, map(self.redacted, decision.events))
        self.compare(engine_result(decision.events))

    def chance(self) -> Chance | None:
        """What the engine draws from."""
        return None

    def compare(self, result: Json | None) -> None:
        """Everything."""
        found = self.differences()
        if result != self.reference.ended:
            found.append(f"result: reference {self.reference.ended}, engine {result}")
        if found:
            raise self.disagree(*found)

    def attempt(self, seat: int, action: Json) -> bool:
        """Something that may be allowed or not: both must say the same, and nothing is done."""
        try:
            engine_act(self.game, self.state, seat, action, self.chance(), self.version)
            accepted = True
        except Rejected:
            accepted = False
        if accepted != self.reference.allows(seat, action):
            which = "engine" if accepted else "reference"
            raise self.disagree(f"only the {which} allows {seat}: {canonical(action)}")
        return accepted


def engine_act(
    game: Game[Any], state: Any, seat: int, action: Json, chance: Chance | None = None, version: int = 0
) -> GameDecision[Any]:
    """Let a seat act in the engine."""
    return game.apply(state, seat, decode_action(dict(game.action_types), dict(action)), chance, version)


def engine_result(events: Sequence[Event]) -> Json | None:
    """How the game ended, if one of the events says so."""
    for event in events:
        if isinstance(event, GameEnded):
            points = None if event.points is None else {str(each.seat): each.points for each in event.points}
            out = {"kind": event.kind, "winners": list(event.winners), "points": points}
            return out | {"decided_by": list(event.decided_by)}
    return None


def differences(expected: Any, found: Any, path: str = "") -> list[str]:
    """Where two JSON values differ: the reference's first."""
    if expected == found:
        return []
    if isinstance(expected, dict) and isinstance(found, dict):
        names = sorted(set(expected) | set(found))
        return [line for name in names for line in differences(expected.get(name), found.get(name), f"{path}/{name}")]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for number, (one, other) in pairs for line in differences(one, other, f"{path}/{number}")]
    return [f"{path}: reference {expected!r}, engine {found!r}"]


def only_one_allows(seat: int, ours: set[str], theirs: set[str]) -> list[str]:
    """What stands in one of two lists of actions or forms: first the reference's."""
    missing = [f"seat {seat}: only the reference allows {each}" for each in sorted(ours - theirs)]
    return missing + [f"seat {seat}: only the engine allows {each}" for each in sorted(theirs - ours)]
