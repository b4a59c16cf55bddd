"""A game's state as JSON, as its class declares it: so a match can begin where another one was."""

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, TypeVar

from cartulary.kernel.field_types import hints_of
from cartulary.match.game import Game, Setup

T = TypeVar("T")
S = TypeVar("S")


class _Derived:
    """Mark of a field that a snapshot omits."""


DERIVED: Final = _Derived()
Derived = Annotated[T, DERIVED]
"""A part of a state that follows from the set-up and the other parts."""
KIND: Final = "is"
"""The member that says which of several records is meant."""


def dump_state(state: Any) -> dict[str, Any]:
    """A state as JSON."""
    return {name: shape.write(getattr(state, name)) for name, shape in parts_of(type(state)).items()}


def load_state(game: Game[S], setup: Setup, data: Mapping[str, Any]) -> S:
    """The state that JSON tells; what was added to states since is as at the beginning."""
    state = game.initial(setup)
    for name, shape in parts_of(type(state)).items():
        if name in data:
            setattr(state, name, shape.read(data[name]))
    game.adopt(state, setup)
    return state


class Shape(NamedTuple):
    """Functions that write values of a type as JSON, and read them."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def parts_of(record: type[Any]) -> dict[str, Shape]:
    """The parts of a state, or of a record in it, that are written down."""
    return PARTS.get(record) or PARTS.setdefault(record, read_parts(record))


PARTS: Final[dict[type[Any], dict[str, Shape]]] = {}


def read_parts(record: type[Any]) -> dict[str, Shape]:
    """Read all annotations of a record, which is done once."""
    hints = hints_of(record).items()
    return {name: shape_of(bare(hint)) for name, hint in hints if DERIVED not in typing.get_args(hint)}


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


@cache
def shape_of(hint: Any) -> Shape:
    """The shape of what a bare annotation describes."""
    if is_union(hint):
        return one_of(typing.get_args(hint))
    if is_record(hint):
        return record_of(hint)
    if (kind := typing.get_origin(hint)) in (list, tuple):
        return several(kind, shape_of(bare(typing.get_args(hint)[0])))
    return AS_IT_IS


def one_of(records: Iterable[Any]) -> Shape:
    """Any of several records, which is named beside its parts."""
    shapes = {each.__name__: shape_of(each) for each in records if each is not types.NoneType}

    def write(value: Any) -> Any:
        kind = type(value).__name__
        return None if value is None else {KIND: kind} | shapes[kind].write(value)

    def read(data: Any) -> Any:
        return None if data is None else shapes[data[KIND]].read(data)

    return Shape(write, read)


def record_of(record: type[Any]) -> Shape:
    """A record, as its parts by name; those that were added since are as the record has them by itself."""
    parts = parts_of(record)

    def write(value: Any) -> Any:
        return None if value is None else {name: shape.write(getattr(value, name)) for name, shape in parts.items()}

    def read(data: Any) -> Any:
        if data is None:
            return None
        return record(**{name: shape.read(data[name]) for name, shape in parts.items() if name in data})

    return Shape(write, read)


def several(kind: type[Any], inner: Shape) -> Shape:
    """A list, or a tuple, of values of one shape."""

    def write(value: Any) -> Any:
        return None if value is None else [*map(inner.write, value)]

    def read(data: Any) -> Any:
        return None if data is None else kind(map(inner.read, data))

    return Shape(write, read)


def itself(value: T) -> T:
    return value


AS_IT_IS: Final = Shape(itself, itself)
