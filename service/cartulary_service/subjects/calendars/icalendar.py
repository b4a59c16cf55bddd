"""A calendar by RFC 5545: an event for each deadline of a player, and for each vacation."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from cartulary_service.games.narration import game_name, text
from cartulary_service.games.page_links import GameLink
from cartulary_service.games.vacations import Vacation

NAME: Final = "Cartulary"
REFRESH: Final = "PT1H"
"""How often programs should read it anew. They choose otherwise once a day, or once a week."""
LONGEST_LINE: Final = 75
"""Octets, by RFC 5545, section 3.1."""


class Owner(NamedTuple):
    """A player who has a calendar, and how they want it."""

    player: str
    language: str
    alarm_minutes: int | None = None


def calendar(
    games: Iterable[Mapping[str, Any]], vacations: Iterable[Vacation], owner: Owner, public_url: str | None
) -> str:
    """Return a calendar with an event at the deadline of each waiting game, and one for each vacation."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cartulary//Cartulary//EN", "CALSCALE:GREGORIAN"]
    # By RFC 7986, and as programs knew it before.
    lines += [f"NAME:{NAME}", f"X-WR-CALNAME:{NAME}"]
    lines += [f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}", f"X-PUBLISHED-TTL:{REFRESH}"]
    for game in games:
        lines += event(game, owner, GameLink(game["id"], owner.player, public_url).url)
    for each in vacations:
        lines += vacation_event(each, owner, GameLink(each.game_id, owner.player, public_url).url)
    lines.append("END:VCALENDAR")
    return "".join(f"{fold_line(line)}\r\n" for line in lines)


def event(game: Mapping[str, Any], owner: Owner, url: str | None) -> list[str]:
    """The lines of a game's event, not yet folded."""
    summary = summarise(game["title"], game["game"], "your_turn", owner.language)
    lines = [
        "BEGIN:VEVENT",
        f"UID:{game['id']}",
        f"DTSTAMP:{moment(game['updated_at'])}",
        f"DTSTART:{moment(game['deadline'])}",
        f"SUMMARY:{summary}",
    ]
    if url is not None:
        lines.append(f"URL:{url}")
    return [*lines, "TRANSP:TRANSPARENT", *alarm(owner.alarm_minutes, summary), "END:VEVENT"]


def vacation_event(vacation: Vacation, owner: Owner, url: str | None) -> list[str]:
    """The lines of a vacation's event, not yet folded."""
    summary = summarise(vacation.title, vacation.game, "vacation", owner.language)
    lines = [
        "BEGIN:VEVENT",
        f"UID:{vacation.game_id}-vacation-{vacation.position}",
        f"DTSTAMP:{moment(vacation.taken_at)}",
        f"DTSTART:{moment(vacation.begins)}",
        f"DTEND:{moment(vacation.ends)}",
        f"SUMMARY:{summary}",
    ]
    return [*lines, *([f"URL:{url}"] if url is not None else []), "TRANSP:TRANSPARENT", "END:VEVENT"]


def summarise(title: str | None, game: str, key: str, language: str) -> str:
    """Return the title of the table if it has one, the name of the game, and what the event is."""
    shown = "" if title is None else f"{title} · "
    return escape(f"{shown}{game_name(game, language)}: {text(key, language)}")


def alarm(minutes: int | None, summary: str) -> list[str]:
    """The lines of an alarm so many minutes before an event (RFC 5545, section 3.6.6), if one is wanted."""
    if minutes is None:
        return []
    return ["BEGIN:VALARM", "ACTION:DISPLAY", f"TRIGGER:-PT{minutes}M", f"DESCRIPTION:{summary}", "END:VALARM"]


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
