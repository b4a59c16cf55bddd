"""An action that is being spelled: the forms that it can still become, and its items so far."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cartulary.kernel.codec import Field
from cartulary.kernel.forms import Choice, Form
from cartulary.kernel.messages import Action
from cartulary_environments.action_space import ActionSpace

Items = tuple[int, ...]


@dataclass(slots=True)
class Reading:
    """A form, its inner form if it has one, and the lists that are settled so far."""

    outer: Form
    inner: Form
    values: dict[str, Items] = field(default_factory=dict)

    def choice(self, name: str) -> Choice | None:
        """Return what a list is chosen from; None if it stays out."""
        form = self.inner
        if form.dependent is not None and form.dependent.field == name:
            return form.dependent.choice(self.values[form.dependent.on])
        if name in form.open:
            return form.open[name]
        settled = form.settled.get(name)
        return None if settled is None else Choice(Counter(settled), len(settled))

    def action(self) -> Action:
        """Return the complete action."""
        inner = self.inner.action(**(self.inner.settled | self.values))
        if self.inner is self.outer:
            return inner
        settled = {name: inner if each is self.inner else each for name, each in self.outer.settled.items()}
        return self.outer.action(**settled)


def read(form: Form) -> Reading:
    """Begin with a form of which no list is chosen yet."""
    inner = next((each for each in form.settled.values() if isinstance(each, Form)), form)
    return Reading(form, inner)


@dataclass(slots=True)
class Spelling:
    """The opening and the items so far; a list ends by itself where nothing else can follow."""

    opening: int
    readings: list[Reading]
    fields: list[Field]
    slot: int = 0
    items: Items = ()
    done: tuple[Items, ...] = ()
    taken: list[int] = field(default_factory=list)
    """Tokens after the opening, those that followed by themselves included."""

    def options(self, space: ActionSpace) -> list[int]:
        """Return the tokens that may follow, in ascending order."""
        field, found = self.fields[self.slot], set[int]()
        first = space.first_item(field)
        for reading in self.readings:
            if choice := reading.choice(field.name):
                found.update(first + item for item in next_items(choice, self.items))
                if may_end(choice, self.items):
                    found.add(space.enough)
            else:
                found.add(space.enough)
        return sorted(found)

    def advance(self, space: ActionSpace) -> Action | None:
        """Go on as far as there is one way only; return the action once it is complete."""
        while self.slot < len(self.fields):
            options = self.options(space)
            if len(options) > 1:
                return None
            self.take(space, options[0])
        return self.readings[0].action()

    def take(self, space: ActionSpace, token: int) -> None:
        """Add an item, or end the list."""
        self.taken.append(token)
        field = self.fields[self.slot]
        if token != space.enough:
            self.items = (*self.items, token - space.first_item(field))
            self.readings = [each for each in self.readings if begins(each.choice(field.name), self.items)]
            return
        self.readings = list(settle(self.readings, field.name, self.items))
        self.done, self.items, self.slot = (*self.done, self.items), (), self.slot + 1


def next_items(choice: Choice, items: Items) -> Iterator[int]:
    """The items that may follow, in ascending order, from which enough others are left."""
    if len(items) >= choice.number:
        return
    last = items[-1] if items else -1
    fewest = choice.number if choice.at_least is None else choice.at_least
    left = {each: number for each, number in choice.source.items() if each >= last}
    if items:
        left[last] = left.get(last, 0) - items.count(last)
    for item, number in left.items():
        if number > 0 and len(items) + sum(left[each] for each in left if each >= item) >= fewest:
            yield item


def may_end(choice: Choice, items: Items) -> bool:
    """Whether a list may end here."""
    return len(items) >= (choice.number if choice.at_least is None else choice.at_least)


def begins(choice: Choice | None, items: Items) -> bool:
    """Whether a list from this choice can begin with the items."""
    return choice is not None and items[-1] in next_items(choice, items[:-1])


def settle(readings: Iterable[Reading], name: str, items: Items) -> Iterator[Reading]:
    """The readings in which this list is possible, with it."""
    for each in readings:
        choice = each.choice(name)
        if choice is None:
            yield each
        elif may_end(choice, items):
            yield Reading(each.outer, each.inner, each.values | {name: items})
