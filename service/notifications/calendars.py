"""Deadlines in a player's calendar: a feed at a secret address, which is kept only as a digest."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

from service.errors import not_found
from service.games.lobby import turns
from service.games.narration import game_name, text
from service.notifications.payloads import link
from service.store.database import Database, connection, takes_effect

MOST: Final = 200
"""Games in a calendar, those with the earliest deadlines."""
LONGEST_LINE: Final = 75
"""Octets, by RFC 5545, section 3.1."""
MEDIA_TYPE: Final = "text/calendar"


def create(database: Database, player: str, language: str) -> str:
    """A secret path for a player's calendar, shown this once; an earlier one leads nowhere from now on."""
    code = secrets.token_urlsafe(24)
    with connection(database.serving) as c:
        c.execute(
            """
            insert into calendars (player_id, hash, language) values (%s, %s, %s)
            on conflict (player_id) do update
            set hash = excluded.hash, language = excluded.language, created_at = now()
            """,
            (player, digest(code), language),
        )
    return f"/v1/calendars/{code}.ics"


def delete(database: Database, player: str) -> None:
    """Delete a player's calendar. Raises Problem 404."""
    if not takes_effect(database, "delete from calendars where player_id = %s", (player,)):
        raise not_found("calendar of yours")


def read(database: Database, code: str, public_url: str | None) -> str:
    """The calendar at a secret path. Raises Problem 404."""
    with connection(database.serving) as c:
        row = c.execute("select player_id::text, language from calendars where hash = %s", (digest(code),)).fetchone()
    if row is None:
        raise not_found("calendar")
    player, language = row
    waiting = [game for game in turns(database, player, MOST) if game["deadline"] is not None]
    return calendar(waiting, language, public_url, player)


def calendar(games: Iterable[Mapping[str, Any]], language: str, public_url: str | None, player: str) -> str:
    """Return a calendar with an event at the deadline of each waiting game."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cartulary//Cartulary//EN", "CALSCALE:GREGORIAN"]
    for game in games:
        lines += event(game, language, link(game["id"], public_url, player))
    lines.append("END:VCALENDAR")
    return "".join(f"{fold_line(line)}\r\n" for line in lines)


def event(game: Mapping[str, Any], language: str, url: str | None) -> list[str]:
    """The lines of a game's event, not yet folded."""
    summary = f"{game_name(game['game'], language)}: {text('your_turn', language)}"
    lines = [
        "BEGIN:VEVENT",
        f"UID:{game['id']}",
        f"DTSTAMP:{moment(game['updated_at'])}",
        f"DTSTART:{moment(game['deadline'])}",
        f"SUMMARY:{escape(summary)}",
    ]
    if url is not None:
        lines.append(f"URL:{url}")
    return [*lines, "TRANSP:TRANSPARENT", "END:VEVENT"]


def moment(text: str) -> str:
    """A time of RFC 3339 as calendars write it, in UTC."""
    return datetime.fromisoformat(text).astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escape(text: str) -> str:
    """A text by RFC 5545, section 3.3.11."""
    for char in ("\\", ";", ","):
        text = text.replace(char, f"\\{char}")
    return text.replace("\r\n", "\\n").replace("\n", "\\n")


def fold_line(line: str) -> str:
    """A line in pieces of at most 75 octets, no character torn apart; all but the first begin with a space."""
    pieces, piece, size = [], "", 0
    for char in line:
        width = len(char.encode())
        if size + width > LONGEST_LINE:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + char, size + width
    return "\r\n".join([*pieces, piece])


def digest(code: str) -> bytes:
    return sha256(code.encode("utf-8", "surrogatepass")).digest()
