"""Chats of a game, numbered messages, which their authors can erase. They are no part of the record.

Besides the chat for everybody, partners may have one of their own, a room that nobody else reads.

A message keeps its number. Its last change has a second number in a growing order, by which streams resume:
that of the message when sent, then that of its erasure.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from cartulary_service.errors import key_reused, not_found
from cartulary_service.json_output import format_time
from cartulary_service.players import quotas
from cartulary_service.players.presence import require_present
from cartulary_service.store.database import Connection, Database, confirm, connection


class Room(NamedTuple):
    """The chat of a game for everybody, or for the partners of one team."""

    game_id: str
    team: int = -1
    """Number of the team; -1 for everybody."""
    withheld: tuple[str, ...] = ()
    """Players whose messages a reader is not shown: those of whom the reader is the substitute."""

    @property
    def name(self) -> str:
        """Return the name by which streams tell rooms apart."""
        return f"{self.game_id}/{self.team}"

    @classmethod
    def from_name(cls, name: str) -> "Room":
        """Return the room of a name."""
        game_id, _, team = name.partition("/")
        return cls(game_id, int(team))


class Message(NamedTuple):
    """A message as it stands; one without a text is erased."""

    number: int
    change: int
    author: str
    text: str | None
    at: datetime
    removed: bool
    """Whether the operators have erased it."""

    def json(self) -> dict[str, Any]:
        """A message on the wire, without its author."""
        return {
            "id": self.number,
            "text": self.text,
            "erased": self.text is None,
            "removed": self.removed,
            "at": format_time(self.at),
        }


LAST_NUMBER: Final = 2**31 - 1
COLUMNS: Final = "message, change, author::text, text, written_at, removed"
UNMUTED: Final = "not exists (select from mutes m where m.player_id = %(viewer)s and m.muted = chat.author)"


def place(database: Database, room: Room) -> int:
    """The number of the last change of a chat; 0 where nothing has been said."""
    with connection(database.serving) as c:
        row = c.execute(
            "select changes from chats where game_id = %s and team = %s", (room.game_id, room.team)
        ).fetchone()
    return 0 if row is None else int(row[0])


def after(database: Database, room: Room, viewer: str | None, number: int, limit: int) -> list[Message]:
    """The next messages after one, without those of whom the viewer has muted."""
    return select(database, "message > %(number)s", "message", room, viewer, number, limit)


def before(database: Database, room: Room, viewer: str | None, number: int | None, limit: int) -> list[Message]:
    """The last messages before one, or the newest, without those of whom the viewer has muted; oldest first."""
    end = LAST_NUMBER + 1 if number is None else number
    return select(database, "message < %(number)s", "message desc", room, viewer, end, limit)[::-1]


def changes_after(database: Database, room: Room, viewer: str | None, change: int, limit: int) -> list[Message]:
    """The messages that were sent or erased after a change, by their last change, without those of whom is muted."""
    return select(database, "change > %(number)s", "change", room, viewer, change, limit)


def select(
    database: Database, which: str, order: str, room: Room, viewer: str | None, number: int, limit: int
) -> list[Message]:
    with connection(database.serving) as c:
        rows = c.execute(
            f"""
            select {COLUMNS} from chat where game_id = %(game)s and team = %(team)s and {which} and {UNMUTED}
              and author <> all (%(withheld)s::uuid[])
            order by {order} limit %(limit)s
            """,
            {
                "game": room.game_id,
                "team": room.team,
                "withheld": [*room.withheld],
                "viewer": viewer,
                "number": number,
                "limit": limit,
            },
        ).fetchall()
    return [Message(*row) for row in rows]


def count_unread(database: Database, player: str, games: Sequence[str]) -> dict[str, int]:
    """Count the messages to everybody that others wrote since the player last read a game's chat.

    Games without any are left out. Erased messages and those of muted players do not count, nor does more than
    `MOST_UNREAD`.
    """
    with connection(database.serving) as c:
        rows = c.execute(UNREAD, {"viewer": player, "games": [*games], "most": MOST_UNREAD}).fetchall()
    return dict(rows)


MOST_UNREAD: Final = 100

UNREAD: Final = f"""
select game.id::text, unread.number from unnest(%(games)s::uuid[]) as game (id)
left join reading_cursors r on r.game_id = game.id and r.player_id = %(viewer)s
cross join lateral (
    select count(*)::int as number from (
        select from chat where chat.game_id = game.id and chat.team = -1 and chat.message > coalesce(r.message, 0)
          and chat.author <> %(viewer)s and chat.text is not null and {UNMUTED}
        limit %(most)s
    ) as latest
) as unread
where unread.number > 0
"""


def send(database: Database, room: Room, player: str, text: str, key: str | None) -> Message:
    """Add a message, once for each key. Raises Problem 409, and 422 where the key was used for another text."""
    with connection(database.serving) as c, c.transaction():
        require_present(c, player)
        if (before := find_sent(c, room, player, text, key)) is not None:
            return before
        quotas.require_room(c, quotas.MESSAGES, (room.game_id, player))
        return add(c, room, player, text, key)


def find_sent(c: Connection, room: Room, player: str, text: str, key: str | None) -> Message | None:
    """The message that was sent under a key before."""
    row = c.execute(
        f"select {COLUMNS} from chat where game_id = %s and team = %s and author = %s and key = %s",
        (room.game_id, room.team, player, key),
    ).fetchone()
    if row is None:
        return None
    message = Message(*row)
    if message.text not in (text, None):
        raise key_reused("message")
    return message


def add(c: Connection, room: Room, player: str, text: str, key: str | None) -> Message:
    """A new message at the end."""
    row = c.execute(
        ADD, {"game": room.game_id, "team": room.team, "player": player, "text": text, "key": key}
    ).fetchone()
    assert row is not None
    return Message(*row)


ADD: Final = f"""
with place as (
    insert into chats as c (game_id, team, messages, changes) values (%(game)s, %(team)s, 1, 1)
    on conflict (game_id, team) do update set messages = c.messages + 1, changes = c.changes + 1
    returning messages, changes
)
insert into chat (game_id, team, message, change, author, text, key)
select %(game)s, %(team)s, messages, changes, %(player)s, %(text)s, %(key)s from place returning {COLUMNS}
"""


def erase(database: Database, room: Room, player: str, number: int) -> int | None:
    """Erase the text of a player's message; return the change, or None if it was erased before.

    Raises Problem 404 for a message of somebody else.
    """
    values = {"game": room.game_id, "team": room.team, "player": player, "number": number}
    with connection(database.serving) as c:
        row = c.execute(ERASE, values).fetchone()
        if row is not None:
            return int(row[0])
        if c.execute(IS_OWN, values).fetchone() is None:
            raise not_found("message of yours in this chat")
    confirm(database)
    return None


def find_own_team_room(database: Database, game_id: str, player: str, number: int) -> Room:
    """Return the chat of partners in which a player has sent the message of a number. Raises Problem 404."""
    with connection(database.serving) as c:
        row = c.execute(
            """
            select team from chat where game_id = %s and author = %s and message = %s and team >= 0
            order by text is null, team limit 1
            """,
            (game_id, player, number),
        ).fetchone()
    if row is None:
        raise not_found("message of yours in this chat")
    return Room(game_id, row[0])


IS_OWN: Final = (
    "select from chat where game_id = %(game)s and team = %(team)s and author = %(player)s and message = %(number)s"
)

# Whoever waited for the chat's line finds the text gone and changes nothing.
ERASE: Final = """
with mine as (
    select message, row_number() over (order by message) as n from chat
    where game_id = %(game)s and team = %(team)s and author = %(player)s and text is not null
      and message = coalesce(%(number)s, message)
), counted as (
    select count(*)::int as number from mine having count(*) > 0
), place as (
    update chats set changes = changes + counted.number from counted where game_id = %(game)s and team = %(team)s
    returning changes - counted.number as before
)
update chat set text = null, change = place.before + mine.n
from mine, place
where chat.game_id = %(game)s and chat.team = %(team)s and chat.message = mine.message and chat.text is not null
returning chat.change
"""


def remove(c: Connection, room: Room, number: int) -> str | None:
    """Erase the text of a message on behalf of the operators; return its author, or None if it has no text."""
    row = c.execute(REMOVE, {"game": room.game_id, "team": room.team, "number": number}).fetchone()
    return None if row is None else str(row[0])


REMOVE: Final = """
with place as (
    update chats set changes = changes + 1
    where game_id = %(game)s and team = %(team)s and exists (
        select from chat where game_id = %(game)s and team = %(team)s and message = %(number)s and text is not null
    )
    returning changes
)
update chat set text = null, removed = true, change = place.changes
from place
where chat.game_id = %(game)s and chat.team = %(team)s and chat.message = %(number)s and chat.text is not null
returning chat.author::text
"""


def erase_all(c: Connection, player: str) -> None:
    """Erase all messages of a player, chat by chat in one order, so that nobody waits in a circle."""
    rooms = c.execute(
        "select distinct game_id, team from chat where author = %s and text is not null order by game_id, team",
        (player,),
    ).fetchall()
    for game_id, team in rooms:
        c.execute(ERASE, {"game": game_id, "team": team, "player": player, "number": None})


def list_messages_of(database: Database, player: str) -> Iterator[tuple[Room, Message]]:
    """All messages of a player, and in which chat each is."""
    with connection(database.serving) as c:
        rooms = c.execute(
            "select distinct game_id::text, team from chat where author = %s order by 1, 2", (player,)
        ).fetchall()
    for room in (Room(*each) for each in rooms):
        with connection(database.serving) as c:
            rows = c.execute(
                f"select {COLUMNS} from chat where game_id = %s and team = %s and author = %s order by message",
                (room.game_id, room.team, player),
            ).fetchall()
        yield from ((room, Message(*row)) for row in rows)


def later_changes(database: Database, known: Mapping[str, int]) -> list[tuple[str, int]]:
    """The chats, by the names of their rooms, that have gone on from the changes known of them, and where they are."""
    rooms = [Room.from_name(name) for name in known]
    with connection(database.serving) as c:
        rows = c.execute(
            """
            select c.game_id::text, c.team, c.changes
            from unnest(%s::uuid[], %s::smallint[], %s::int[]) as known (game_id, team, change)
            join chats c on c.game_id = known.game_id and c.team = known.team and c.changes > known.change
            """,
            ([each.game_id for each in rooms], [each.team for each in rooms], [*known.values()]),
        ).fetchall()
    return [(Room(game_id, team).name, changes) for game_id, team, changes in rows]
