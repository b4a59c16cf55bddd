"""Payloads of webhooks in each format."""

from collections.abc import Sequence
from datetime import UTC, datetime
from json import dumps, loads
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cartulary.kernel.canonical import canonical
from cartulary.kernel.seats import Seat
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent, time_of
from cartulary_service.games.narration import game_name, text
from cartulary_service.games.page_links import GameLink
from cartulary_service.json_output import format_time
from cartulary_service.subjects.notices.foreign_text import leave_out_addresses

JSON: Final = "application/json"
TEXT: Final = "text/plain; charset=utf-8"
MOST_CHARACTERS: Final = 1_900
"""Maximum length of a chat message; Discord takes 2,000 characters."""


MOST_PUSHED: Final = 600
"""Maximum length of a message to a browser; encrypted it has at most 4,096 bytes."""


class Notice(NamedTuple):
    """Events of a match as a seat or a spectator may see them, and the match right after."""

    match: Match
    seat: Seat | None
    rows: Sequence[RecordedEvent]
    words: Sequence[str]
    title: str | None = None
    """Title of the table."""
    is_invitation: bool = False
    """Whether the match is a rematch that was just opened."""

    @property
    def your_turn(self) -> bool:
        """Whether the match waits for that seat."""
        return self.seat in self.match.to_act()


class Deadline(NamedTuple):
    """A game that waits for a player, who has until its deadline."""

    game_id: str
    game: str
    title: str | None
    seat: Seat
    version: int
    at: datetime
    zone: str | None
    """The player's time zone, where they have told it."""


class Body(NamedTuple):
    """Body and media type of a request."""

    media_type: str
    text: str


def body_of(notice: Notice, form: str, language: str, link: GameLink) -> Body:
    """Return a notice in the format of a webhook."""
    if form == "standard":
        return Body(JSON, canonical(payload(notice)))
    return chat(form, write_text(notice, language), link)


def payload(notice: Notice) -> dict[str, Any]:
    """A notice for programs: the stored events, redacted as they are in the list of events."""
    return {
        "type": "game.events",
        "timestamp": time_of(notice.rows[0]),
        "data": {
            "game": notice.match.id,
            "version": notice.match.version,
            "seat": notice.seat,
            "your_turn": notice.your_turn,
            "events": [{"public": loads(row.public), "private": loads(row.private or "{}")} for row in notice.rows],
            "words": list(notice.words),
        },
    }


def write_text(notice: Notice, language: str) -> str:
    """A notice for people."""
    lines = [name_table(notice.match.game.id, notice.title, language), *notice.words]
    if notice.is_invitation:
        lines.append(text("rematch", language))
    if notice.your_turn:
        lines.append(f"{text('your_turn', language)}.")
    return "\n".join(lines)


def name_table(game: str, title: str | None, language: str) -> str:
    """The first line of a message for people: the title of the table, if it has one, and its game."""
    return game_name(game, language) if title is None else f"{title} · {game_name(game, language)}"


def deadline_body(deadline: Deadline, form: str, language: str, link: GameLink) -> Body:
    """Return a reminder in the format of a webhook."""
    if form != "standard":
        return chat(form, deadline_text(deadline, language), link)
    data = {
        "game": deadline.game_id,
        "version": deadline.version,
        "seat": deadline.seat,
        "deadline": format_time(deadline.at),
    }
    return Body(JSON, canonical({"type": "game.deadline", "timestamp": format_time(datetime.now(UTC)), "data": data}))


def deadline_text(deadline: Deadline, language: str) -> str:
    """A reminder for people."""
    at = deadline.at.astimezone(zone_of(deadline.zone))
    until = f"{text('deadline', language)}: {at:%Y-%m-%d %H:%M} ({deadline.zone or 'UTC'})"
    return "\n".join([name_table(deadline.game, deadline.title, language), f"{text('your_turn', language)}.", until])


def zone_of(name: str | None) -> ZoneInfo:
    """Return a time zone by its name, and UTC for none, or for one that this machine does not know."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def trial(webhook: str, form: str, at: str) -> Body:
    """Return the payload of a test."""
    if form == "standard":
        return Body(JSON, canonical({"type": "webhook.test", "timestamp": at, "data": {"webhook": webhook}}))
    return chat(form, "Cartulary: test", None)


def chat(form: str, text: str, link: GameLink | None) -> Body:
    """Return a text with a link as people get it; what players are called can mention nobody there, and is no link."""
    text = leave_out_addresses(text)
    if form == "push":
        return Body(JSON, push_json(text, link))
    text = text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + "…"
    if form == "slack":
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    whole = text if link is None or link.url is None else f"{text}\n{link.url}"
    match form:
        case "discord":
            return Body(JSON, dumps({"content": whole, "allowed_mentions": {"parse": []}}, ensure_ascii=False))
        case "slack":
            return Body(JSON, dumps({"text": whole}, ensure_ascii=False))
        case _:
            return Body(TEXT, whole)


def push_json(text: str, link: GameLink | None) -> str:
    """A text as the service worker of the page takes it. Notices of one game have one tag: a later one replaces it."""
    title, _, body = text.partition("\n")
    body = body if len(body) <= MOST_PUSHED else body[: MOST_PUSHED - 1] + "…"
    place = {} if link is None else {"path": link.path, "tag": link.game_id}
    return dumps({"title": title, "body": body, **place}, ensure_ascii=False)
