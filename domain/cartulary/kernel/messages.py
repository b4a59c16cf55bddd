"""Actions, what a seat asks for, and events, what has happened."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

C = TypeVar("C", bound=type[Any])
Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Converts the fields of a stored event to those of its next version. Hidden fields may be None."""


class Event:
    """A fact that has been recorded; subclasses are declared with `@event`."""

    __slots__ = ()
    NAME: ClassVar[str]
    VERSION: ClassVar[int]
    REVEALS: ClassVar[bool]
    """Whether the event reveals hidden information to a seat."""
    UPCAST: ClassVar[Upcast | None]
    """Conversion to the next version; None for the newest version, the only one that is decided and evolved."""


class Action:
    """A request of a seat; subclasses are declared with `@action`."""

    __slots__ = ()
    NAME: ClassVar[str]
    UNLIMITED: ClassVar[str | None] = None
    """Why it needs no limit on repetition though it costs no move; None for an action that is limited."""


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


def unlimited(why: str) -> Callable[[C], C]:
    """Declare that an action may be repeated without a limit though it costs no move, and why that ends by itself."""

    def declare(cls: C) -> C:
        cls.UNLIMITED = why
        return cls

    return declare
