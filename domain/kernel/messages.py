"""Actions, what a seat asks for, and events, what has happened."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

C = TypeVar("C", bound=type[Any])
Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""From the fields of an event that was stored to those of its next version; hidden ones may not be known."""


class Event:
    """Something that has happened; subclasses are declared with `@event`."""

    __slots__ = ()
    NAME: ClassVar[str]
    VERSION: ClassVar[int]
    REVEALS: ClassVar[bool]
    """Whether somebody learns by it what was hidden from him before."""
    UPCAST: ClassVar[Upcast | None]
    """How it is read as the next version; None for the newest, the only one that is decided and evolved."""


class Action:
    """Something that a seat asks for; subclasses are declared with `@action`."""

    __slots__ = ()
    NAME: ClassVar[str]


@dataclass_transform(frozen_default=True, kw_only_default=True)
def event(*, version: int = 1, reveals: bool = False, name: str | None = None, upcast: Upcast | None = None) -> Any:
    """Declare an event, frozen for the type checker only: frozen at run time costs 2.5 times as much to make.

    An older version keeps its declaration, in a class with another name than the event's, and says how it is upcast.
    """

    def declare(cls: C) -> C:
        declared: Any = dataclass(slots=True, kw_only=True)(cls)
        declared.NAME = name or cls.__name__
        declared.VERSION = version
        declared.REVEALS = reveals
        declared.UPCAST = upcast
        return cast(C, declared)

    return declare


@dataclass_transform(frozen_default=True, kw_only_default=True)
def action(cls: C) -> C:
    """Declare an action; its name on the wire is that of the class in snake case."""
    declared: Any = dataclass(slots=True, kw_only=True, unsafe_hash=True)(cls)
    declared.NAME = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
    return cast(C, declared)
