"""Whether listed forms offer an action, without writing out all that they come to."""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

from cartulary.kernel.codec import fields_of
from cartulary.kernel.forms import Choice, Form
from cartulary.kernel.messages import Action


def is_offered(forms: Iterable[Form], action: Action) -> bool:
    """Whether one of the forms can be completed to that action."""
    possible = (form for form in forms if form.action is type(action))
    return any(offers(each, action) for form in possible for each in form.spread())


def offers(form: Form, action: Action) -> bool:
    """Whether the form can be completed to that action."""
    if type(action) is not form.action:
        return False
    for name in (each.name for each in fields_of(type(action))):
        value = getattr(action, name)
        if name in form.open:
            if not may_be_chosen(form.open[name], value):
                return False
        elif isinstance(inner := form.settled.get(name), Form):
            if not offers(inner, value):
                return False
        elif value != inner:
            return False
    return True


def may_be_chosen(choice: Choice, items: tuple[int, ...] | None) -> bool:
    """Whether a choice comes to these items."""
    if items is None:
        return False
    fewest = choice.number if choice.at_least is None else choice.at_least
    enough = all(number <= choice.source.get(item, 0) for item, number in Counter(items).items())
    return enough and fewest <= len(items) <= choice.number


def completed(form: Form, rng: random.Random) -> Action:
    """The form with everything open chosen at random."""
    form = rng.choice([*form.spread()])
    values: dict[str, Any] = {
        name: completed(value, rng) if isinstance(value, Form) else value for name, value in form.settled.items()
    }
    for name, choice in form.open.items():
        items = [item for item, number in sorted(choice.source.items()) for _ in range(number)]
        fewest = choice.number if choice.at_least is None else choice.at_least
        values[name] = tuple(sorted(rng.sample(items, rng.randint(fewest, choice.number))))
    return form.action(**values)
