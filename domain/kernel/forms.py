"""What a seat may do, as forms: some fields are settled, others are chosen from a multiset."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from domain.kernel.codec import fields_of
from domain.kernel.messages import Action


class Choice(NamedTuple):
    """Choose `number` items out of a multiset, item -> how many there are; where `at_least` is less, fewer too."""

    source: Mapping[int, int]
    number: int
    at_least: int | None = None

    def combinations(self) -> Iterator[tuple[int, ...]]:
        """Every such multiset, each once, in ascending order, the largest first."""
        items = sorted(item for item, number in self.source.items() if number)
        fewest = self.number if self.at_least is None else self.at_least
        for number in range(self.number, fewest - 1, -1):
            yield from combinations(items, self.source, number)

    def any(self, random: Random) -> tuple[int, ...]:
        """One such multiset at random, as if the items were drawn; as many as may be."""
        return tuple(sorted(random.sample([*self.source], self.number, counts=[*self.source.values()])))


def combinations(items: list[int], numbers: Mapping[int, int], count: int) -> Iterator[tuple[int, ...]]:
    """Every multiset of `count` of these items, with no more of each than there are."""
    if count == 0:
        yield ()
    elif items:
        first, rest = items[0], items[1:]
        fewest = max(0, count - sum(numbers[item] for item in rest))
        for taken in range(min(count, numbers[first]), fewest - 1, -1):
            for others in combinations(rest, numbers, count - taken):
                yield (first,) * taken + others


@dataclass(slots=True)
class Form:
    """An action with some fields settled (an inner action may be a form too) and some open."""

    action: type[Action]
    settled: dict[str, Any] = field(default_factory=dict)
    open: dict[str, Choice] = field(default_factory=dict)

    def actions(self) -> Iterator[Action]:
        """Every complete action of this form, one after the other: there may be millions."""
        return self._completed({}, [*self.settled, *self.open])

    def _completed(self, values: dict[str, Any], names: list[str]) -> Iterator[Action]:
        if not names:
            yield self.action(**values)
            return
        for value in self._values(names[0]):
            yield from self._completed(values | {names[0]: value}, names[1:])

    def _values(self, name: str) -> Iterable[Any]:
        """What a field may be."""
        if name in self.open:
            return self.open[name].combinations()
        settled = self.settled[name]
        return settled.actions() if isinstance(settled, Form) else (settled,)

    def any_action(self, random: Random) -> Action:
        """A complete action of this form at random, without going through all of them."""
        inner = {
            name: value.any_action(random) if isinstance(value, Form) else value for name, value in self.settled.items()
        }
        return self.action(**inner, **{name: choice.any(random) for name, choice in self.open.items()})

    def json(self) -> dict[str, Any]:
        """As it stands on the wire: settled fields in place, open ones under `choose`."""
        out: dict[str, Any] = {"type": self.action.NAME}
        choose: dict[str, Any] = {}
        for each in fields_of(self.action):
            if each.name in self.open:
                choose[each.wire] = choice_json(self.open[each.name], each.encode)
            elif isinstance(inner := self.settled.get(each.name), Form):
                inside = inner.json()
                choose |= inside.pop("choose", {})
                out |= {each.wire: inside.pop("type"), **inside}
            elif inner is not None:
                out[each.wire] = each.encode(inner)
        return out | ({"choose": choose} if choose else {})


def choice_json(choice: Choice, encode: Any) -> dict[str, Any]:
    """The multiset by names, and how many are to be chosen."""
    items = sorted(item for item, number in choice.source.items() if number)
    out = {"from": {next(iter(encode((item,)))): choice.source[item] for item in items}, "count": choice.number}
    return out if choice.at_least is None else out | {"at_least": choice.at_least}
