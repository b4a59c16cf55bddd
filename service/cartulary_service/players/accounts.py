"""Accounts of players."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from psycopg.errors import UniqueViolation

from cartulary.bots.strategies import SEARCHES
from cartulary_service.errors import Problem, bad_token, not_found
from cartulary_service.json_output import format_time
from cartulary_service.players import handles, quotas, recovery, rights
from cartulary_service.players.callers import SCOPES, Caller, new_token
from cartulary_service.players.handles import Named
from cartulary_service.players.presence import require_present
from cartulary_service.players.quotas import require_room
from cartulary_service.players.skeletons import skeleton
from cartulary_service.players.tokens import list_tokens
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.store.repeated_answers import Answer, Key, answer_once

Choose = Callable[[Connection, str, bool], None]


def register(database: Database, wish: Mapping[str, Any], key: Key | None) -> Mapping[str, Any]:
    """Add a player, or a program that plays, with a first token of every scope; once for each key.

    Raises Problem 409 for a handle that is taken, 422 for a reserved one and for a key of another request.
    """
    with connection(database.serving) as c, c.transaction():
        return answer_once(c, key, lambda: add_player(c, wish))


def add_player(c: Connection, wish: Mapping[str, Any]) -> Answer:
    """Add a player as `register` does, in a transaction. Without a handle one is made from the name."""
    name, handle = wish["name"], wish["handle"]
    handles.require_name(name)
    if handle is not None:
        handles.require_handle(handle)
    token, stored = new_token()
    codes = recovery.new_codes() if wish["recovery_codes"] else []
    row = {"name": name, "bot": wish["bot"], "hash": stored, "scopes": list(SCOPES), "label": wish["label"]}
    row["codes"] = [recovery.digest(each) for each in codes]
    for wanted in handles.candidates(name) if handle is None else [handle]:
        made = c.execute(REGISTER, row | {"handle": wanted, "skeleton": skeleton(wanted)}).fetchone()
        if made is not None:
            player = {"id": made[0], "name": name, "handle": wanted, "bot": wish["bot"], "token": token}
            return Answer(made[0], player | ({"recovery_codes": codes} if codes else {}))
    raise handle_taken(handle)


REGISTER: Final = """
with player as (
    insert into players (name, handle, skeleton, bot)
    select %(name)s, %(handle)s, %(skeleton)s, %(bot)s
    where not exists (select from closed_handles where digest = sha256(convert_to(%(skeleton)s, 'UTF8')))
    on conflict (skeleton) do nothing returning id
), token as (
    insert into tokens (player_id, hash, scopes, label) select id, %(hash)s, %(scopes)s, %(label)s from player
), codes as (
    insert into recovery_codes (player_id, hash) select id, unnest(%(codes)s::bytea[]) from player
)
select id::text from player
"""


def register_bot(database: Database, strategy: str, seated_by: str, game_id: str) -> str:
    """Add a player without a token, at whose seat a bot plays, and return its id.

    Raises Problem 409 if too many bots that search play for whoever seats this one.
    """
    with connection(database.serving) as c, c.transaction():
        row = c.execute("select uuidv7()::text").fetchone()
        assert row is not None
        bot = handles.of_bot(row[0], strategy)
        if strategy in SEARCHES:
            require_present(c, seated_by)
            require_room(c, quotas.SEARCH_BOTS, (seated_by,))
            c.execute(SEAT_BOT, (bot.player, seated_by, game_id))
        c.execute(
            "insert into players (id, name, handle, skeleton, bot) values (%s, %s, %s, %s, true)",
            with_name(bot, strategy),
        )
    return bot.player


SEAT_BOT: Final = "insert into search_bots (bot, player_id, game_id) values (%s, %s, %s)"


def list_bots_of(database: Database, player: str) -> list[dict[str, str]]:
    """Return the bots that search which a player has seated in games that are not over."""
    with connection(database.serving) as c:
        rows = c.execute(
            "select game_id::text, bot::text from search_bots where player_id = %s order by bot", (player,)
        )
        return [{"game": game_id, "bot": bot} for game_id, bot in rows]


def forget_bot(database: Database, bot: str) -> None:
    """Count a bot no longer that sits nowhere."""
    with connection(database.serving) as c:
        c.execute("delete from search_bots where bot = %s", (bot,))


def forget_bots(database: Database) -> None:
    """Count the bots of games that are over no longer."""
    with connection(database.serving) as c:
        c.execute(
            """
            delete from search_bots s using games g
            where g.id = s.game_id and g.status not in ('open', 'playing')
            """
        )


def with_name(bot: handles.Given, strategy: str) -> tuple[str, str, str, str]:
    """The row of a bot."""
    return bot.player, f"Bot ({strategy})", bot.handle, bot.skeleton


def profile(database: Database, caller: Caller) -> dict[str, Any]:
    """The caller, and the token in use. Raises Problem 401 if that has ended meanwhile."""
    with connection(database.serving) as c:
        row = c.execute(PROFILE, (caller.player,)).fetchone()
    assert row is not None
    token = next((each for each in list_tokens(database, caller) if each["id"] == caller.token), None)
    if token is None:
        raise bad_token()
    return {
        "id": caller.player,
        "name": row[0],
        "handle": row[1],
        "bot": row[2],
        "created_at": format_time(row[3]),
        "recovery_codes_left": row[4],
        "token": token,
    }


PROFILE: Final = """
select name, handle, bot, created_at, (select count(*) from recovery_codes c where c.player_id = p.id)
from players p where id = %s
"""


def change(database: Database, caller: Caller, wish: Mapping[str, Any], choices: Mapping[str, Choose]) -> None:
    """Change a player's `name` and `handle`, whether a program plays (`bot`), and the choices that subjects add.

    What is left out stays. A handle of None is made from the name. Raises Problem 403 for another handle by a token
    that came from another, 409 for a handle that is taken, and 422 for a reserved name.
    """
    player = caller.player
    if wish.get("name") is not None:
        handles.require_name(wish["name"])
    if wish.get("handle") is not None:
        handles.require_handle(wish["handle"])
    with connection(database.serving) as c, c.transaction():
        require_present(c, player)
        if "handle" in wish and not has_handle(c, player, wish["handle"]):
            # The owner comes back by the handle, and anybody may take the one that is given up.
            rights.require_main(c, caller)
        c.execute(CHANGE, {"player": player, "name": wish.get("name"), "bot": wish.get("bot")})
        for choice in choices.keys() & wish.keys():
            choices[choice](c, player, wish[choice])
        if "handle" in wish and not any(take_handle(c, player, each) for each in handles_to_try(c, player, wish)):
            raise handle_taken(wish["handle"])


CHANGE: Final = """
update players set name = coalesce(%(name)s, name), bot = coalesce(%(bot)s, bot) where id = %(player)s
"""


def has_handle(c: Connection, player: str, handle: str | None) -> bool:
    return c.execute("select from players where id = %s and handle = %s", (player, handle)).rowcount > 0


def handles_to_try(c: Connection, player: str, wish: Mapping[str, Any]) -> Iterable[str]:
    """The handle that a player wishes for, or those that can be made from the name."""
    if wish["handle"] is not None:
        return [wish["handle"]]
    row = c.execute("select name from players where id = %s", (player,)).fetchone()
    assert row is not None
    return handles.candidates(row[0])


def take_handle(c: Connection, player: str, handle: str) -> bool:
    """Give a player a handle, and return whether it was free."""
    try:
        with c.transaction():
            wish = {"player": player, "handle": handle, "skeleton": skeleton(handle)}
            return c.execute(TAKE_HANDLE, wish).rowcount > 0
    except UniqueViolation:
        return False


TAKE_HANDLE: Final = """
update players set handle = %(handle)s, skeleton = %(skeleton)s
where id = %(player)s
and not exists (select from closed_handles where digest = sha256(convert_to(%(skeleton)s, 'UTF8')))
"""


def handle_taken(handle: str | None) -> Problem:
    detail = f"The handle {handle} is taken, or looks like one that is. Choose another, or send none to be given one."
    return Problem(HTTPStatus.CONFLICT, "handle-taken", detail)


def find(database: Database, player: str) -> dict[str, Any]:
    """Return a player as anybody sees them, and since which day there is one, which the id tells.

    Raises Problem 404, also for one who has been deleted.
    """
    with connection(database.public) as c:
        row = c.execute(
            "select name, handle, bot from players where id = %s and handle is not null", (player,)
        ).fetchone()
    if row is None:
        raise not_found("player")
    return Named(*row).json(player) | {"since": day_of(UUID(player)).isoformat()}


def day_of(id: UUID) -> date:
    """The day, in UTC, on which an id of version 7 was made, by its 48 bits of milliseconds."""
    return datetime.fromtimestamp((id.int >> 80) / 1_000, UTC).date()


def search(database: Database, start: str, limit: int) -> list[dict[str, Any]]:
    """Return players whose handle begins with a text, in the order of their handles; none of the service's bots."""
    with connection(database.public) as c:
        rows = c.execute(
            """
            select id::text, name, handle, bot from players
            where handle like %s and handle not like 'bot:%%' order by handle collate "C" limit %s
            """,
            (f"{escape(handles.tidy(start))}%", limit),
        ).fetchall()
    return [Named(*named).json(player) for player, *named in rows]


def escape(text: str) -> str:
    """Return a text in which nothing is a pattern of `like`."""
    return re.sub(r"([\\%_])", r"\\\1", text)
