"""Reading cursors: up to which message a player has read a chat."""

from typing import Final

from cartulary_service.store.database import Database, connection
from cartulary_service.subjects.chat.queries import Room


def read_message(database: Database, room: Room, player: str) -> int:
    """Return the number of the last message of a chat that a player has read; 0 for none."""
    with connection(database.serving) as c:
        row = c.execute(READ_MESSAGE, {"game": room.game_id, "team": room.team, "player": player}).fetchone()
    return 0 if row is None else int(row[0])


READ_MESSAGE: Final = """
select case when %(team)s < 0 then message else team_message end from reading_cursors
where game_id = %(game)s and player_id = %(player)s
"""


def set_message(database: Database, room: Room, player: str, message: int) -> bool:
    """Remember that a player has read up to a message of a chat; return whether the chat is that long.

    What was read stays read, so that a slower device does not undo what another has seen.
    """
    with connection(database.serving) as c:
        values = {"game": room.game_id, "team": room.team, "player": player, "message": message}
        return c.execute(SET_MESSAGE, values).rowcount > 0


SET_MESSAGE: Final = """
insert into reading_cursors as known (game_id, player_id, version, message, team_message)
select game_id, %(player)s, 0, case when team < 0 then %(message)s else 0 end,
       case when team < 0 then 0 else %(message)s end
from chats where game_id = %(game)s and team = %(team)s and messages >= %(message)s
on conflict (game_id, player_id) do update set
    message = greatest(known.message, excluded.message),
    team_message = greatest(known.team_message, excluded.team_message)
"""
