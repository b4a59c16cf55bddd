"""A game's state as JSON, as its class declares it: so a match can begin where another one was."""

import types
import typing
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Annotated, Any, Final, TypeVar

from domain.kernel.game import Game, Setup

T = TypeVar("T")
S = TypeVar("S")


class _Derived:
    """What follows is not written down."""


DERIVED: Final = _Derived()
Derived = Annotated[T, DERIVED]
"""A part of a state that follows from the set-up and the other parts."""
KIND: Final = "is"
"""The member that says which of several records is meant."""


def dumped(state: Any) -> dict[str, Any]:
    """A state as JSON."""
    return {name: value_json(hint, getattr(state, name)) for name, hint in hints_of(type(state)).items()}


def loaded(game: Game[S], setup: Setup, data: Mapping[str, Any]) -> S:
    """The state that JSON tells; what was added to states since is as at the beginning."""
    state = game.initial(setup)
    for name, hint in hints_of(type(state)).items():
        if name in data:
            setattr(state, name, value_of(hint, data[name]))
    game.adopt(state, setup)
    return state


def hints_of(record: type[Any]) -> dict[str, Any]:
    """What is declared of the parts of a state, or of a record in it, that are written down."""
    return HINTS.get(record) or HINTS.setdefault(record, declared_hints(record))


HINTS: Final[dict[type[Any], dict[str, Any]]] = {}


def declared_hints(record: type[Any]) -> dict[str, Any]:
    """Read all annotations of a record, which is done once."""
    hints = typing.get_type_hints(record, include_extras=True)
    return {name: bare(hint) for name, hint in hints.items() if DERIVED not in typing.get_args(hint)}


def bare(hint: Any) -> Any:
    """An annotation without its marks, and without None."""
    if typing.get_origin(hint) is Annotated:
        return bare(typing.get_args(hint)[0])
    if not is_union(hint):
        return hint
    others = [each for each in typing.get_args(hint) if each is not types.NoneType]
    return bare(others[0]) if len(others) == 1 else hint


def is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (types.UnionType, typing.Union)


def is_record(hint: Any) -> bool:
    """Whether values of that type have named parts."""
    return isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields"))


def value_json(hint: Any, value: Any) -> Any:
    """A value of that type as JSON."""
    hint = bare(hint)
    if value is None:
        return None
    if is_union(hint):
        return {KIND: type(value).__name__} | value_json(type(value), value)
    if is_record(hint):
        return {name: value_json(inner, getattr(value, name)) for name, inner in hints_of(hint).items()}
    if typing.get_origin(hint) in (list, tuple):
        return [value_json(typing.get_args(hint)[0], each) for each in value]
    return value


def value_of(hint: Any, data: Any) -> Any:
    """The value of that type that JSON tells."""
    hint = bare(hint)
    if data is None:
        return None
    if is_union(hint):
        return value_of(next(each for each in typing.get_args(hint) if each.__name__ == data[KIND]), data)
    if is_record(hint):
        known = hints_of(hint)
        return hint(**{name: value_of(inner, data[name]) for name, inner in known.items() if name in data})
    kind = typing.get_origin(hint)
    if kind in (list, tuple):
        return kind(value_of(typing.get_args(hint)[0], each) for each in data)
    return data
