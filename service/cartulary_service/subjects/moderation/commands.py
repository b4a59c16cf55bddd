"""Commands for operators who help players and keep the peace, and the log of what they do."""

import os
import pwd
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace as changed
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import click

from cartulary.commands.terminal import fail, say
from cartulary_service.terminal import (
    WRONG_CONFIG,
    Command,
    json_option,
    load_config,
    print_json,
    print_record,
    running_database,
)

if TYPE_CHECKING:
    from cartulary_service.store.database import Connection

MOST_IN_REASON: Final = 500
MOMENTS: Final = ("%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%SZ")

reason_option: Callable[[Any], Any] = click.option("--reason", help="Why; the player is told, and it is logged.")


def operator() -> str:
    """Return the name of the account that runs the command."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def require_reason(text: str | None) -> None:
    """End the command if a reason is not one line."""
    if text is not None and (not 0 < len(text) <= MOST_IN_REASON or not text.isprintable()):
        fail(f"--reason is one line of 1 to {MOST_IN_REASON} characters.", WRONG_CONFIG)


@contextmanager
def transaction() -> "Iterator[Connection]":
    """A transaction of the service's role; the command ends with a sentence if something is not there."""
    from cartulary_service.store.database import Database, connection

    with running_database(load_config()) as url:
        database = Database(changed(load_config(), database_url=url))
        try:
            with connection(database.serving) as c, c.transaction():
                yield c
        except LookupError as error:
            fail(str(error.args[0]))


@click.command(cls=Command)
@click.argument("player")
@click.option("--until", type=click.DateTime(MOMENTS), help="End in UTC; without it until `cartulary unsuspend`.")
@reason_option
def suspend(player: str, until: datetime | None, reason: str | None) -> None:
    """Suspend PLAYER, by handle or id: they read as before, and change nothing. Their clocks run on."""
    from cartulary_service.players import suspensions
    from cartulary_service.subjects.moderation import queries as moderation_log

    require_reason(reason)
    end = None if until is None else until.replace(tzinfo=UTC)
    if end is not None and end <= datetime.now(UTC):
        fail("--until is a time to come.", WRONG_CONFIG)
    with transaction() as c:
        player_id, handle = suspensions.find_player(c, player)
        suspensions.suspend(c, player_id, suspensions.Suspension(end, reason))
        moderation_log.note(c, moderation_log.Entry("suspend", operator(), player_id, reason, end))
    say(f"@{handle} is suspended {'until further notice' if end is None else f'until {end:%Y-%m-%d %H:%M} UTC'}.")


@click.command(cls=Command)
@click.argument("player")
@reason_option
def unsuspend(player: str, reason: str | None) -> None:
    """End the suspension of PLAYER, by handle or id."""
    from cartulary_service.players import suspensions
    from cartulary_service.subjects.moderation import queries as moderation_log

    require_reason(reason)
    with transaction() as c:
        player_id, handle = suspensions.find_player(c, player)
        if not suspensions.unsuspend(c, player_id):
            raise LookupError(f"@{handle} is not suspended.")
        moderation_log.note(c, moderation_log.Entry("unsuspend", operator(), player_id, reason))
    say(f"@{handle} is not suspended any more.")


@click.command(cls=Command)
@click.argument("text")
@json_option
def find(text: str, as_json: bool) -> None:
    """Find players: those whose handle begins with TEXT, whose id it is, or who sit in the game with that id.

    The exit status is 1 if there is none.
    """
    from cartulary_service.subjects.moderation import queries as moderation_log

    with transaction() as c:
        found = moderation_log.find_players(c, text)
    if as_json:
        print_json(found)
        sys.exit(not found)
    if not found:
        fail(f"No player has a handle that begins with {text}, and no player or game has this id.")
    for each in found:
        print_record(each)
        say("")


@click.command(cls=Command)
@click.argument("player")
@reason_option
def recover(player: str, reason: str | None) -> None:
    """Make a recovery code for PLAYER, by handle or id, and print it once. Make sure first that they are who asks."""
    from cartulary_service.players import recovery, suspensions
    from cartulary_service.subjects.moderation import queries as moderation_log

    require_reason(reason)
    with transaction() as c:
        player_id, handle = suspensions.find_player(c, player)
        code = recovery.add_code(c, player_id)
        moderation_log.note(c, moderation_log.Entry("recover", operator(), player_id, reason))
    say(code)
    say(
        f"Send this code to the player alone: it gives every right to @{handle}, and works once. They enter it with "
        f"the handle {handle} on the start page, under I have an account already.",
        sys.stderr,
    )


@click.command(cls=Command)
@click.argument("game", type=click.UUID)
@click.argument("message", type=click.IntRange(min=1))
@click.option("--team", type=click.IntRange(0, 1), help="Number of the team whose own chat it is.")
@reason_option
def remove_message(game: UUID, message: int, team: int | None, reason: str | None) -> None:
    """Remove MESSAGE, by its number, from the chat of GAME: the text is erased, and a gap stays."""
    from cartulary_service.subjects.chat import queries as chat
    from cartulary_service.subjects.moderation import queries as moderation_log

    require_reason(reason)
    with transaction() as c:
        author = chat.remove(c, chat.Room(str(game), -1 if team is None else team), message)
        if author is None:
            raise LookupError(f"Game {game} has no message {message} with a text.")
        entry = moderation_log.Entry("remove_message", operator(), author, reason, game=str(game), message=message)
        moderation_log.note(c, entry)
    say(f"Message {message} of game {game} is removed.")


@click.command("moderation-log", cls=Command)
@click.option("--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, help="Number of entries.")
def print_log(limit: int) -> None:
    """Print what operators have done to players and messages: when, who, what, and why. The newest comes last."""
    from cartulary_service.store.database import Database
    from cartulary_service.subjects.moderation import queries as moderation_log

    with running_database(load_config()) as url:
        for line in moderation_log.list_entries(Database(changed(load_config(), database_url=url)), limit):
            say(line)
