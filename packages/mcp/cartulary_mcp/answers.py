"""Answers of tools."""

from typing import Annotated, Any, NotRequired

from pydantic import Field

# Before Python 3.12 pydantic cannot read the one of typing.
from typing_extensions import TypedDict

Json = dict[str, Any]


class Account(TypedDict):
    """The player for whom the tools act."""

    name: str
    handle: str
    waiting_tables: Annotated[
        list[str], Field(description="Tables that wait for this player, the earliest deadline first.")
    ]


class OfferedGame(TypedDict):
    """A game that can be played."""

    game: str
    name: str
    seats: list[int]
    editions: list[str]
    options: Annotated[list[Json], Field(description="Options with their values and default.")]


class OfferedGames(TypedDict):
    """The games of a service."""

    games: list[OfferedGame]


class TableInList(TypedDict):
    """A table in short."""

    table: str
    game: str
    edition: str
    status: str
    players: Annotated[list[str | None], Field(description="Players by seat; null is a free seat.")]
    to_act: Annotated[list[int], Field(description="Seats that the game waits for.")]
    version: int


class Tables(TypedDict):
    """A page of tables."""

    tables: list[TableInList]
    next_cursor: str | None


class OpenedTable(TypedDict):
    """A new table."""

    table: str
    status: str
    seat: Annotated[int | None, Field(description="Your seat, if you have joined.")]
    invitation: NotRequired[Annotated[str, Field(description="Code to hand to those who shall join a private table.")]]


class JoinedTable(TypedDict):
    """A seat that was taken."""

    table: str
    seat: int
    status: str


class ListedAction(TypedDict):
    """An action to copy into take_action, and what it does."""

    action: Json
    does: NotRequired[Annotated[list[str], Field(description="What would happen, in words.")]]
    reveals: NotRequired[
        Annotated[bool, Field(description="Whether it would reveal something hidden, such as a card drawn.")]
    ]


class ListedActions(TypedDict):
    """Legal actions."""

    version: int
    your_turn: bool
    actions: list[ListedAction]
    total: int
    by_type: Annotated[dict[str, int], Field(description="Number of legal actions by their type.")]
    forms: NotRequired[
        Annotated[list[Json], Field(description="All legal actions as forms, where there are too many to list.")]
    ]


class Foreseen(TypedDict):
    """Effects of an action that has not happened."""

    does: list[str]
    reveals: bool


class Situation(TypedDict):
    """The state of a game in short, and the latest events in words."""

    happened: list[str]
    version: int
    status: str
    your_turn: bool
    result: Annotated[Json | None, Field(description="Result of a finished game.")]


class Story(TypedDict):
    """A part of what has happened in a game."""

    told: list[str]
    next_after: Annotated[int | None, Field(description="Where to go on reading; null at the end.")]
    status: str
    result: Json | None
