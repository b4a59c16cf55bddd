"""Chat of a game."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response
from marshmallow import ValidationError

from domain.match.state import Match
from service.api.event_stream import HEARTBEAT, LAST_EVENT_ID, PAGE, Reader, event, last_event_id, stream_reply
from service.api.events import VARY, negotiate_form, resume_position
from service.api.games import NO_CACHE, seat_of
from service.api.idempotency import read_key
from service.api.operations import PLAY, READ, Call, operation
from service.api.replies import EVENT_STREAM, JSON, created, page_link, reply
from service.api.schemas import chat as s
from service.errors import Problem
from service.json_output import json_text
from service.live.broadcast import Page, Stream
from service.players.name_cache import Names
from service.players.rate_limits import MESSAGES
from service.social import chat, reading_cursors
from service.social.chat import Message

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
    problems=(400, 404, 406),
)
def read_chat(call: Call) -> Response:
    """Read the chat of a game.

    Whoever may look at the game may read it; messages of muted players are left out. Without parameters the newest
    messages come, oldest first. As text/event-stream they come as they happen, from now on or after `Last-Event-ID`,
    also after the end of the game: an event `message` for each message, and `erased` for each that was erased.
    """
    match, _ = call.table.read(call.game_id, call.viewer)
    if negotiate_form(JSON, EVENT_STREAM) == EVENT_STREAM:
        return stream(call, match)
    place = chat.place(call.database, match.id)
    found, more = page(call, match.id, call.query["limit"])
    headers = NO_CACHE | {"Vary": VARY} | page_link(more)
    read = 0 if call.viewer is None else reading_cursors.read_message(call.database, match.id, call.viewer)
    body = {"messages": messages_json(found, call.names), "next": more, "place": place, "read": read}
    return reply(body, headers=headers)


def page(call: Call, game_id: str, limit: int) -> tuple[list[Message], int | None]:
    """The messages asked for, oldest first, and where the next page begins, if there is one."""
    after, before = call.query["after"], call.query["before"]
    if after is not None:
        found = chat.after(call.database, game_id, call.viewer, after, limit + 1)
        return found[:limit], found[limit - 1].number if len(found) > limit else None
    found = chat.before(call.database, game_id, call.viewer, before, limit + 1)
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
    body=s.NewMessage,
    answers={201: s.Message},
    takes_key=True,
    problems=(404, 409),
    rate=MESSAGES,
)
def send_message(call: Call) -> Response:
    """Send a chat message.

    Only a player who holds a seat, or acts for one, may write, also after the end of the game.
    """
    match, audience = call.table.read(call.game_id, call.player)
    if seat_of(audience) is None:
        detail = "Only players of this game and their delegates can write. Take a seat to write."
        raise Problem(HTTPStatus.FORBIDDEN, "no-seat", detail)
    message = chat.send(call.database, match.id, call.player, call.body["text"], read_key())
    call.streams.changed(match.id, message.change)
    (shown,) = messages_json([message], call.names)
    return created(shown, f"/games/{match.id}/chat/{message.number}")


@operation(
    blueprint,
    "PUT",
    "/games/<uuid:id>/chat-cursor",
    access=PLAY,
    body=s.NewChatCursor,
    answers={204: None},
    problems=(404,),
)
def set_chat_cursor(call: Call) -> Response:
    """Set the chat message up to which the caller has read.

    Later messages of others count as `unread_messages` in lists of games, on all devices. What was read stays read: an
    earlier message than before changes nothing.
    """
    match, _ = call.table.read(call.game_id, call.player)
    if not reading_cursors.set_message(call.database, match.id, call.player, call.body["message"]):
        raise ValidationError({"message": ["The chat has no message of this number."]})
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(
    blueprint,
    "DELETE",
    "/games/<uuid:id>/chat/<int:message>",
    access=PLAY,
    answers={204: None},
    problems=(404,),
)
def erase_message(call: Call) -> Response:
    """Erase a chat message of the caller's own.

    The text is gone for good; the number stays.
    """
    change = chat.erase(call.database, call.game_id, call.player, min(call.path["message"], chat.LAST_NUMBER))
    if change is not None:
        call.streams.changed(call.game_id, change)
    return Response(status=HTTPStatus.NO_CONTENT)


def stream(call: Call, match: Match) -> Response:
    """The chat as it goes on; it says where it begins, so that it can be taken up even before anything was said."""
    place = chat.place(call.database, match.id)
    known = last_event_id() is not None
    opening, after = (HEARTBEAT, resume_position(place)) if known else (f"id: {place}\n\n".encode(), place)
    opened = call.streams.of_chat(match.id, place, call.caller.token if call.caller else None)
    return stream_reply(call, ChatReader(call, opened, match, after), VARY, opening)


class ChatReader(Reader[str | None]):
    """Reads a chat for a caller, who may leave a private game meanwhile."""

    def __init__(self, call: Call, stream: Stream, match: Match, after: int) -> None:
        super().__init__(stream, after, self.page, call.viewer)
        self._call = call
        self._game_id = match.id
        self._private = match.terms.private

    def next_page(self) -> Page:
        try:
            if self._private:
                self._call.table.read(self._game_id, self.audience)
        except Problem:
            return Page(b"", self.after, over=True)
        return super().next_page()

    def page(self, after: int) -> Page:
        """Return the messages that were sent or erased after a change, without those of muted players."""
        found = chat.changes_after(self._call.database, self._game_id, self.audience, after, PAGE)
        told = zip(found, messages_json(found, self._call.names), strict=True)
        text = "".join(
            event(each.change, "message" if each.text is not None else "erased", json_text(said)) for each, said in told
        )
        return Page(text.encode(), found[-1].change if found else after, full=len(found) == PAGE)
