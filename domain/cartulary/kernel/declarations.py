"""Checks of a message's values against the types and marks that its fields declare, made once for each message type."""

import typing
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final

from cartulary.kernel.codec import MOST_ITEMS, AtMost, Field, Inline, Instant, Length, Named, Tally, fields_of, unwrap
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.times import is_time

Check = Callable[[Any], bool]
FieldCheck = tuple[str, Callable[[Any], Any], bool, Check]
"""The field's name on the wire, its getter, whether it may be None, and the check of any other value."""
INTEGERS: Final = frozenset((int,))
CHECKS: Final[dict[type[Any], tuple[FieldCheck, ...]]] = {}


def require_declared(action: Action) -> None:
    """Refuse an action with a value that its declaration does not allow; replay never meets the web schema."""
    if wrong := find_undeclared_field(action):
        raise Rejected("action.undeclared", f"{wrong} of {action.NAME} is not as the action declares it.")


def find_undeclared_field(message: Any) -> str | None:
    """The wire name of the first field whose value its declaration does not allow, or None."""
    kind = type(message)
    checks = CHECKS.get(kind)
    for wire, value_of, nullable, holds in make_checks(kind) if checks is None else checks:
        value = value_of(message)
        if not (nullable if value is None else holds(value)):
            return wire
    return None


def make_checks(message: type[Any]) -> tuple[FieldCheck, ...]:
    """Read the declarations of a message or named tuple."""
    checks = tuple(
        (each.wire, attrgetter(each.name), each.nullable, check_of_value(each.annotation, each.marks))
        for each in fields_of(message)
    )
    return CHECKS.setdefault(message, checks)


def check_of_field(field: Field) -> Check:
    """The check of a declared field; a hidden field may be withheld."""
    return check_of(field.annotation, field.marks, field.nullable)


def check_of(annotation: Any, marks: tuple[Any, ...], nullable: bool) -> Check:
    """The check of a bare type with its marks."""
    holds = check_of_value(annotation, marks)
    return (lambda value: value is None or holds(value)) if nullable else holds


def check_of_value(annotation: Any, marks: tuple[Any, ...]) -> Check:
    """The check of a value that is not None."""
    for mark in marks:
        match mark:
            case Inline(actions):
                return lambda value: type(value) in actions and find_undeclared_field(value) is None
            case Named(names, first):
                return index_check(first, first + len(names))
            case Tally(names):
                return tally_check(len(names))
            case Instant():
                return is_time
            case AtMost(most):
                return index_check(0, most + 1)
    origin = typing.get_origin(annotation)
    if origin is tuple:
        return items_check(annotation, marks)
    if origin is typing.Literal:
        values = typing.get_args(annotation)
        return lambda value: any(type(value) is type(each) and value == each for each in values)
    if isinstance(annotation, type) and issubclass(annotation, tuple):
        return lambda value: type(value) is annotation and find_undeclared_field(value) is None
    if origin in (dict, Mapping):
        return lambda value: type(value) is dict
    return lambda value: type(value) is annotation


def index_check(first: int, end: int) -> Check:
    """Whether a value is an index from `first` to before `end`; a truth value is none."""
    indices = range(first, end)
    return lambda value: type(value) is int and value in indices


def tally_check(names: int) -> Check:
    """Whether a value lists indices in ascending order."""
    are_indices = indices_check(0, names)
    return lambda value: are_indices(value) and (len(value) < 2 or [*value] == sorted(value))


def indices_check(first: int, end: int) -> Check:
    """Whether a value is a tuple of indices; by sets, for this is asked of every action of a search."""
    indices = frozenset(range(first, end))
    return lambda value: type(value) is tuple and INTEGERS.issuperset(map(type, value)) and indices.issuperset(value)


def items_check(annotation: Any, marks: tuple[Any, ...]) -> Check:
    """Whether a value is a tuple of such items, of the length that is declared."""
    item, item_marks, nullable = unwrap(typing.get_args(annotation)[0])
    named = next((mark for mark in item_marks if isinstance(mark, Named)), None)
    are_items = each_check(check_of(item, item_marks, nullable))
    if named is not None:
        are_items = indices_check(named.first, named.first + len(named.names))
    size = next((mark.size for mark in marks if isinstance(mark, Length)), None)
    if size is not None:
        return lambda value: are_items(value) and len(value) == size
    return lambda value: are_items(value) and len(value) <= MOST_ITEMS


def each_check(is_item: Check) -> Check:
    """Whether a value is a tuple of such items."""
    return lambda value: type(value) is tuple and all(map(is_item, value))
