"""A subject: a part of the service that can be left out, or taken out by deleting a folder and a line."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint

from cartulary_service.config import Config
from cartulary_service.games.commands import GameCommands
from cartulary_service.games.player_records import Results
from cartulary_service.store.database import Connection, Database
from cartulary_service.store.sealing import Awaited
from cartulary_service.trust.projections import Projection

Proofs = Callable[[Database, str], Sequence[Mapping[str, Any]]]
CountUnread = Callable[[Database, str, Sequence[str]], Mapping[str, int]]


class PersonalData(NamedTuple):
    """The data kept of a player."""

    export: Callable[[Database, str], Iterable[Mapping[str, Any]]]
    """Yields all of it, each item with its `kind`."""
    erase: Callable[[Connection, str], None] | None = None
    """Removes it when the account is deleted; None for rights, which the core ends and forgets."""


class Tick(ABC):
    """The work for a subject, about once a second."""

    def __init__(self, database: Database, table: GameCommands, config: Config) -> None:
        self.database = database
        self.table = table
        self.config = config

    @abstractmethod
    def look(self) -> None:
        """Do what is due."""

    def stop(self) -> None:
        """Break off what still runs; most ticks leave nothing running."""
        return


class AccountPart(NamedTuple):
    """A choice of players that a subject adds to their accounts, and what everybody sees because of it."""

    name: str
    is_chosen: Callable[[Database, str], bool]
    choose: Callable[[Connection, str, bool], None]
    show: Callable[[Database, str], Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The parts of a subject that the application, the worker, the export and the erasure use."""

    name: str
    blueprint: Blueprint | None = None
    ticks: Sequence[type[Tick]] = ()
    personal_data: PersonalData | None = None
    proofs: Proofs | None = None
    """Proofs about a game that its audit bundle carries."""
    unread: CountUnread | None = None
    """Numbers of messages that a player has not read, by game, as far as there are any."""
    account: AccountPart | None = None
    results: Results | None = None
    """What it makes of the results of games."""
    projection: Projection | None = None
    """How what it stores of games is held against their records."""
    mail_recovery_code: Callable[[Config, Database, str], None] | None = None
    """Has a recovery code mailed to the player with a handle. Raises Problem 409 where no mail is sent."""
    has_yet_to_read: Awaited | None = None
    """Returns which of some games it has yet to read, so that they are not sealed."""
    signs: bool = False
    """Whether its ticks sign, so that the worker needs the keys."""
    empties_outbox: bool = False
    """Whether its ticks take plies out of the outbox. Without one that does, the worker forgets them."""
