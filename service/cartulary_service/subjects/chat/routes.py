"""Chat of a game."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response
from marshmallow import ValidationError

from cartulary.kernel.visibility import Audience
from cartulary.match.state import Match
from cartulary_service.api.event_stream import (
    HEARTBEAT,
    LAST_EVENT_ID,
    PAGE,
    Reader,
    event,
    last_event_id,
    stream_reply,
)
from cartulary_service.api.events import VARY, resume_position
from cartulary_service.api.games import NO_CACHE, seat_of
from cartulary_service.api.idempotency import read_key
from cartulary_service.api.operations import PLAY, READ, Call, operation
from cartulary_service.api.replies import EVENT_STREAM, JSON, created, page_link, reply
from cartulary_service.errors import Problem, not_found
from cartulary_service.json_output import json_text
from cartulary_service.live.broadcast import Page, Stream
from cartulary_service.players.name_cache import Names
from cartulary_service.players.rate_limits import MESSAGES
from cartulary_service.subjects.chat import cursors
from cartulary_service.subjects.chat import queries as chat
from cartulary_service.subjects.chat import schemas as s
from cartulary_service.subjects.chat.queries import Message, Room

RESUMES = "For text/event-stream: the id of the last event that arrived, or the `place` of a page."

blueprint = Blueprint("chat", __name__)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/chat",
    access=READ,
    query=s.ChatQuery,
    answers={200: s.Chat},
    request_headers={LAST_EVENT_ID: RESUMES},
    response_headers=("Link",),
    media_types=(JSON, EVENT_STREAM),
    stream={"message": s.Message, "erased": s.Message},
)
def read_chat(call: Call) -> Response:
    """Read the chat of a game.

    Whoever may look at the game may read it; messages of muted players are left out. Without parameters the newest
    messages come, oldest first. As text/event-stream they come as they happen, from now on or after `Last-Event-ID`,
    also after the end of the game: an event `message` for each message, and `erased` for each that was erased. With
    `team=true` it is the chat of the caller's team, which nobody else reads, in games with the option `team_chat`.
    """
    match, audience = call.table.read(call.game_id, call.viewer)
    room = room_of(match, audience, call.query["team"])
    if call.media_type == EVENT_STREAM:
        return stream(call, match, room)
    place = chat.place(call.database, room)
    found, more = page(call, room, call.query["limit"])
    headers = NO_CACHE | {"Vary": VARY} | page_link(more)
    read = 0 if call.viewer is None else cursors.read_message(call.database, room, call.viewer)
    body = {"messages": messages_json(found, call.names), "next": more, "place": place, "read": read}
    return reply(body, headers=headers)


def room_of(match: Match, audience: Audience, of_team: bool) -> Room:
    """Return the chat of everybody, or of the caller's team.

    Raises Problem: 403 for whoever holds no seat, 404 where partners have no chat of their own.
    """
    if not of_team:
        return Room(match.id)
    seat = seat_of(audience)
    if seat is None:
        raise no_seat()
    team = match.game.chat_team(match.setup, seat)
    if team is None:
        raise not_found("chat of partners")
    return Room(match.id, team, tuple(player for left, player in match.former if left == seat))


def no_seat() -> Problem:
    """403: a chat needs a seat."""
    detail = "Only players of this game and their delegates can do this. Take a seat first."
    return Problem(HTTPStatus.FORBIDDEN, "no-seat", detail)


def page(call: Call, room: Room, limit: int) -> tuple[list[Message], int | None]:
    """The messages asked for, oldest first, and where the next page begins, if there is one."""
    after, before = call.query["after"], call.query["before"]
    if after is not None:
        found = chat.after(call.database, room, call.viewer, after, limit + 1)
        return found[:limit], found[limit - 1].number if len(found) > limit else None
    found = chat.before(call.database, room, call.viewer, before, limit + 1)
    return found[-limit:], found[1].number if len(found) > limit else None


def messages_json(found: Sequence[Message], names: Names) -> list[dict[str, Any]]:
    """Messages on the wire."""
    name_of = names.of(each.author for each in found)
    return [each.json() | {"author": name_of[each.author].json(each.author)} for each in found]


@operation(
    blueprint,
    "POST",
    "/games/<uuid:id>/chat",
    access=PLAY,
    query=s.RoomQuery,
    body=s.NewMessage,
    answers={201: s.Message},
    takes_key=True,
    rate=MESSAGES,
)
def send_message(call: Call) -> Response:
    """Send a chat message.

    Only a player who holds a seat, or acts for one, may write, also after the end of the game. With `team=true`
    only the caller's partners read it.
    """
    match, audience = call.table.read(call.game_id, call.player)
    if seat_of(audience) is None:
        raise no_seat()
    room = room_of(match, audience, call.query["team"])
    message = chat.send(call.database, room, call.player, call.body["text"], read_key())
    call.streams.note_change(chat.later_changes, room.name, message.change)
    (shown,) = messages_json([message], call.names)
    return created(shown, f"/games/{match.id}/chat/{message.number}{'?team=true' if call.query['team'] else ''}")


@operation(
    blueprint,
    "PUT",
    "/games/<uuid:id>/chat-cursor",
    access=PLAY,
    query=s.RoomQuery,
    body=s.NewChatCursor,
    answers={204: None},
)
def set_chat_cursor(call: Call) -> Response:
    """Set the chat message up to which the caller has read.

    Later messages of others count as `unread_messages` in lists of games, on all devices. What was read stays read: an
    earlier message than before changes nothing.
    """
    match, audience = call.table.read(call.game_id, call.player)
    room = room_of(match, audience, call.query["team"])
    if not cursors.set_message(call.database, room, call.player, call.body["message"]):
        raise ValidationError({"message": ["The chat has no message of this number."]})
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(
    blueprint,
    "DELETE",
    "/games/<uuid:id>/chat/<int:message>",
    access=PLAY,
    query=s.RoomQuery,
    answers={204: None},
)
def erase_message(call: Call) -> Response:
    """Erase a chat message of the caller's own.

    The text is gone for good; the number stays. With `team=true` it is a message to partners, wherever the caller sits
    now.
    """
    number = min(call.path["message"], chat.LAST_NUMBER)
    room = Room(call.game_id)
    if call.query["team"]:
        room = chat.find_own_team_room(call.database, call.game_id, call.player, number)
    change = chat.erase(call.database, room, call.player, number)
    if change is not None:
        call.streams.note_change(chat.later_changes, room.name, change)
    return Response(status=HTTPStatus.NO_CONTENT)


def stream(call: Call, match: Match, room: Room) -> Response:
    """The chat as it goes on; it says where it begins, so that it can be taken up even before anything was said."""
    place = chat.place(call.database, room)
    known = last_event_id() is not None
    opening, after = (HEARTBEAT, resume_position(place)) if known else (f"id: {place}\n\n".encode(), place)
    opened = call.streams.follow(chat.later_changes, room.name, place, call.caller.token if call.caller else None)
    return stream_reply(call, ChatReader(call, opened, match, room, after), VARY, opening)


class ChatReader(Reader[str | None]):
    """Reads a chat for a caller, who may leave a private game or a team meanwhile."""

    def __init__(self, call: Call, stream: Stream, match: Match, room: Room, after: int) -> None:
        super().__init__(stream, after, self.page, call.viewer)
        self._call = call
        self._room = room
        self._closed = match.terms.private or call.query["team"]

    def next_page(self) -> Page:
        try:
            if self._closed:
                found = self._call.table.read(self._room.game_id, self.audience)
                if room_of(*found, self._call.query["team"]) != self._room:
                    return Page(b"", self.after, over=True)
        except Problem:
            return Page(b"", self.after, over=True)
        return super().next_page()

    def page(self, after: int) -> Page:
        """Return the messages that were sent or erased after a change, without those of muted players."""
        found = chat.changes_after(self._call.database, self._room, self.audience, after, PAGE)
        told = zip(found, messages_json(found, self._call.names), strict=True)
        text = "".join(
            event(each.change, "message" if each.text is not None else "erased", json_text(said)) for each, said in told
        )
        return Page(text.encode(), found[-1].change if found else after, full=len(found) == PAGE)
