"""Forms of legal actions: some fields are fixed, others are chosen from a multiset."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from cartulary.kernel.codec import fields_of
from cartulary.kernel.messages import Action


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
        """Draw a multiset of the largest allowed size at random, item by item."""
        left, drawn = dict(self.source), list[int]()
        total = sum(left.values())
        for remaining in range(total, total - self.number, -1):
            item = item_at(left, int(random.random() * remaining))
            left[item] -= 1
            drawn.append(item)
        return tuple(sorted(drawn))


def item_at(numbers: Mapping[int, int], place: int) -> int:
    """The item that lies at a place, from 0, when as many of each are laid out in a row."""
    for item, number in numbers.items():
        place -= number
        if place < 0:
            return item
    raise IndexError(place)


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


class Dependent(NamedTuple):
    """A field that can be chosen only once another is."""

    field: str
    on: str
    choice: Callable[[tuple[int, ...]], Choice]
    """Returns the second choice from the items of the first."""


@dataclass(slots=True)
class Form:
    """An action with some fields settled (an inner action may be a form too) and some open."""

    action: type[Action]
    settled: dict[str, Any] = field(default_factory=dict)
    open: dict[str, Choice] = field(default_factory=dict)
    dependent: Dependent | None = None
    only: Action | None = None
    """The one action that this form is, where nothing is open."""

    def actions(self) -> Iterator[Action]:
        """Every complete action of this form, one after the other: there may be millions."""
        for form in self.spread():
            yield from form._complete({}, [*form.settled, *form.open])

    def size(self) -> int:
        """Return how many items are chosen in one of its actions, at most."""
        inner = (value.size() for value in self.settled.values() if isinstance(value, Form))
        return sum(choice.number for choice in self.open.values()) + sum(inner)

    def spread(self) -> Iterator["Form"]:
        """This form as forms of which no choice depends on another."""
        if self.dependent is not None:
            name, on, choice = self.dependent
            for chosen in self.open[on].combinations():
                yield Form(self.action, self.settled | {on: chosen}, {name: choice(chosen)})
            return
        for name, value in self.settled.items():
            if isinstance(value, Form) and value.dependent is not None:
                yield from (Form(self.action, self.settled | {name: inner}, self.open) for inner in value.spread())
                return
        yield self

    def _complete(self, values: dict[str, Any], names: list[str]) -> Iterator[Action]:
        if not names:
            yield self.action(**values)
            return
        for value in self._values(names[0]):
            yield from self._complete(values | {names[0]: value}, names[1:])

    def _values(self, name: str) -> Iterable[Any]:
        """Return the possible values of a field."""
        if name in self.open:
            return self.open[name].combinations()
        settled = self.settled[name]
        return settled.actions() if isinstance(settled, Form) else (settled,)

    def any_action(self, random: Random) -> Action:
        """A complete action of this form at random, without going through all of them."""
        if self.only is not None:
            return self.only
        values: dict[str, Any] = {
            name: value.any_action(random) if isinstance(value, Form) else value for name, value in self.settled.items()
        }
        for name, choice in self.open.items():
            values[name] = choice.any(random)
        if self.dependent is not None:
            name, on, choice_after = self.dependent
            values[name] = choice_after(values[on]).any(random)
        return self.action(**values)

    def json(self) -> dict[str, Any]:
        """Return the form on the wire: fixed fields in place, open ones under `choose`."""
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


def fixed_form(action: Action) -> Form:
    """The form of an action of which nothing is open."""
    settled = {each.name: getattr(action, each.name) for each in fields_of(type(action))}
    return Form(type(action), settled, only=action)


def forms_json(forms: Iterable[Form]) -> list[dict[str, Any]]:
    """Forms as they stand on the wire, where no choice depends on another."""
    return [each.json() for form in forms for each in form.spread()]


def choice_json(choice: Choice, encode: Any) -> dict[str, Any]:
    """The multiset by names, and how many are to be chosen."""
    items = sorted(item for item, number in choice.source.items() if number)
    out = {"from": {next(iter(encode((item,)))): choice.source[item] for item in items}, "count": choice.number}
    return out if choice.at_least is None else out | {"at_least": choice.at_least}
