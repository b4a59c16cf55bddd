"""The fixed action space of a game: an action is spelled in tokens, first its opening, then its items one by one."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.codec import Field, Inline, Named, Tally, fields_of
from cartulary.kernel.forms import Form
from cartulary.kernel.messages import Action
from cartulary.match.game import Game

INTEGERS: Final[Mapping[str, tuple[int, ...]]] = {"seat": tuple(range(4)), "plot": tuple(range(30)), "limit": (3, 5)}
"""Values of fields that are plain integers."""
UNLISTED: Final = ("pay", "give_up")
"""Fields with a card to pay with, which legal actions leave to the default."""

ITEMS: Final = {"discard": "card", "cards": "card", "hills": "resource", "units": "unit", "plots": "plot"}
"""What the items of a list are, by the first field that has such a list, where they are not called as it is."""

Key = tuple[Any, ...]
"""An action's type and the values of its fields that are no lists."""


class TokenRange(NamedTuple):
    """Consecutive tokens with one meaning."""

    name: str
    first: int
    labels: tuple[str, ...]


class ActionSpace:
    """The tokens of one game, numbered from 0."""

    def __init__(self, game: Game[Any]) -> None:
        self.ranges: list[TokenRange] = []
        self.size = 0
        self._openings: dict[Key, int] = {}
        self._fixed: dict[Action, int] = {}
        self._single = {kind: single_fields(kind) for kind in game.action_types.values()}
        self._lists: dict[type[Action], list[Field]] = {}
        for kind in game.actions:
            self._add_openings(kind)
        self.item_start = self.size
        self._items: dict[tuple[str, ...], int] = {}
        for field in (field for kind in game.actions for field in all_list_fields(kind)):
            self._add_items(field)
        self.enough = self._add("enough", ("enough",))
        self.items = self.enough - self.item_start
        self.slots = max(len(all_list_fields(kind)) for kind in game.actions)

    def opening(self, form: Form) -> int:
        """Return the token that opens the spelling of a form."""
        if form.only is None:
            return self._openings[self._key(form)]
        token = self._fixed.get(form.only)
        return self._fixed.setdefault(form.only, self._openings[self._key(form)]) if token is None else token

    def lists_of(self, kind: type[Action]) -> list[Field]:
        """Return the fields of an action that are spelled, in their order."""
        known = self._lists.get(kind)
        return self._lists.setdefault(kind, list_fields(kind)) if known is None else known

    def first_item(self, field: Field) -> int:
        """Return the token of item 0 of a list."""
        return self._items[names_of(field)]

    def label(self, token: int) -> str:
        """Return the meaning of a token."""
        found = next(each for each in reversed(self.ranges) if each.first <= token)
        return f"{found.name} {found.labels[token - found.first]}".strip()

    def _key(self, form: Form) -> Key:
        values = [form.settled.get(field.name) for field in self._single[form.action]]
        return (form.action, *(value.action if isinstance(value, Form) else simple(value) for value in values))

    def _add_openings(self, kind: type[Action]) -> None:
        single = single_fields(kind)
        first = self.size
        for number, values in enumerate(product(*map(values_of, single))):
            self._openings[(kind, *values)] = first + number
        self._add(kind.NAME, tuple(" ".join(words(single, key[1:])) for key in list(self._openings)[first:]))

    def _add_items(self, field: Field) -> None:
        names = names_of(field)
        if names not in self._items:
            self._items[names] = self._add(ITEMS.get(field.name, field.name), names)

    def _add(self, name: str, labels: tuple[str, ...]) -> int:
        first, self.size = self.size, self.size + len(labels)
        self.ranges.append(TokenRange(name, first, labels))
        return first


@lru_cache
def action_space(game_id: str) -> ActionSpace:
    """The action space of a game, made once."""
    return ActionSpace(CATALOGUE[game_id])


def simple(value: Any) -> Any:
    """Return the type of an inner action, and anything else as it is."""
    return type(value) if isinstance(value, Action) else value


def is_list(field: Field) -> bool:
    """Whether a field holds items that are spelled one by one."""
    return field.mark(Tally) is not None or getattr(field.annotation, "__origin__", None) is tuple


def single_fields(kind: type[Action]) -> list[Field]:
    """Return the fields that an opening settles."""
    return [field for field in fields_of(kind) if not is_list(field)]


def list_fields(kind: type[Action]) -> list[Field]:
    """Return the fields that are spelled, in their order."""
    return [field for field in fields_of(kind) if is_list(field)]


def all_list_fields(kind: type[Action]) -> list[Field]:
    """Return the most fields that an action, or one inside it, has to spell."""
    inner = [list_fields(each) for field in fields_of(kind) if (mark := field.mark(Inline)) for each in mark.actions]
    return max([list_fields(kind), *inner], key=len)


def names_of(field: Field) -> tuple[str, ...]:
    """Return the names of the items of a list."""
    names: tuple[str, ...] = (field.mark(Tally) or item_mark(field)).names
    return names


def item_mark(field: Field) -> Named:
    """Return the names that the annotation of a tuple gives its items."""
    inner = field.annotation.__args__[0]
    return next(mark for mark in inner.__metadata__ if isinstance(mark, Named))


def values_of(field: Field) -> Sequence[Any]:
    """Return the values of a field that an opening may settle."""
    if field.name in UNLISTED:
        return (None,)
    absent = (None,) if field.nullable else ()
    if inline := field.mark(Inline):
        return (*absent, *inline.actions)
    if named := field.mark(Named):
        return (*absent, *range(named.first, named.first + len(named.names)))
    return (*absent, *INTEGERS[field.name])


def words(fields: Sequence[Field], values: Sequence[Any]) -> Iterator[str]:
    """The values of an opening that are there, as on the wire."""
    for field, value in zip(fields, values, strict=True):
        if value is not None:
            name = value.NAME if field.mark(Inline) else field.encode(value)
            yield f"{field.wire}={name}"
