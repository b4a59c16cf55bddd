"""Games: create, list, read, take a seat."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, request
from marshmallow import ValidationError

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.canonical import canonical
from cartulary.kernel.codec import decode_record
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Audience
from cartulary.match.clock.settings import Clock
from cartulary.match.seating import Sitting
from cartulary.match.state import Match
from cartulary_service.api.changes import Range
from cartulary_service.api.computing import Sources, Work, compute
from cartulary_service.api.entity_tags import names_digest, newest_version, tag_header
from cartulary_service.api.event_stream import LAST_EVENT_ID, last_event_id
from cartulary_service.api.game_view import Texts, marks_of
from cartulary_service.api.idempotency import key_for
from cartulary_service.api.operations import PLAY, READ, Call, operation
from cartulary_service.api.receipts import RECEIPT, receipt_header
from cartulary_service.api.replies import BASE, JSON, NDJSON, join_lines, lines_reply, page_link, reply, text_reply
from cartulary_service.api.schemas import games as s
from cartulary_service.api.schemas.message_schemas import record_schema
from cartulary_service.api.unread import with_unread
from cartulary_service.api.viewpoints import choose_audience
from cartulary_service.errors import not_found
from cartulary_service.games import lobby, titles
from cartulary_service.games.narration import render_text
from cartulary_service.games.ply_writer import Accepted
from cartulary_service.games.recording import viewer_of
from cartulary_service.http.languages import language
from cartulary_service.players import name_cache
from cartulary_service.players.rate_limits import SEATS, TABLES

TEXT = "text/plain"
NO_CACHE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
LATEST_VERSION = 2**31 - 1
"""No game reaches a later one; the database has no number for it."""
IN_WORDS = "Authorization, Accept, Accept-Language"
OF_TEXT = {
    "Accept": "application/json, or text/plain for the whole view in words.",
    "Accept-Language": "en, ru, uk or ko, for the words",
}
FOR_EVER = "max-age=31536000, immutable"
HEARD = "The position of an event of the game that the caller has heard of: the answer is not older."

blueprint = Blueprint("games", __name__)


@operation(
    blueprint,
    "POST",
    "/games",
    access=PLAY,
    body=s.NewGame,
    answers={201: s.Game},
    takes_key=True,
    response_headers=("ETag", RECEIPT),
    rate=TABLES,
)
def create_game(call: Call) -> Response:
    """Open a table.

    All seats are free at first. The game starts when the last seat is taken. A public table of the pace `live` waits a
    quarter of an hour at most.
    """
    key = key_for(call.player, canonical([create_game.__name__, call.body]))
    game_id = lobby.create(call.database, call.config, call.player, wish(call.body), key)
    match = call.table.read(game_id, call.player)[0]
    made = call.texts.of(match, None, call.names)
    location = {"Location": f"{BASE}/games/{game_id}"}
    return text_reply(made.text, HTTPStatus.CREATED, location | made.headers | receipt_header(call, match))


def wish(body: dict[str, Any]) -> lobby.Wish:
    """Parse the body of a new game, with a position by the game's own schema. Raises ValidationError."""
    game = CATALOGUE.get(body["game"])
    if game is None:
        raise ValidationError({"game": [f"Must be one of: {', '.join(CATALOGUE)}."]})
    if body["position"] is not None and (errors := record_schema(game.position, "")().validate(body["position"])):
        raise ValidationError({"position": errors})
    clock: Clock | None = None if body["clock"] is None else decode_record(Clock, body["clock"])
    terms = {name: body[name] for name in ("edition", "seats", "options", "position", "private")}
    listing = lobby.Listing(**{name: body[name] for name in lobby.Listing._fields})
    return lobby.Wish(game, clock=clock, listing=listing, **terms)


@operation(
    blueprint,
    "GET",
    "/games",
    access=READ,
    query=s.GamesQuery,
    answers={200: s.GameList},
    response_headers=("Link",),
)
def list_games(call: Call) -> Response:
    """List games.

    The newest game comes first. Private games are listed for their players only.
    """
    filters = {name: call.query[name] for name in lobby.LISTED if name in call.query}
    page = lobby.list_games(call.database, call.viewer, filters, call.query["cursor"], call.query["limit"])
    body = {"games": with_unread(call, page.games), "next": page.cursor, "cursor": page.cursor}
    return reply(body, headers=page_link(page.cursor))


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>",
    access=READ,
    query=s.ViewQuery,
    answers={200: s.Game},
    request_headers={LAST_EVENT_ID: HEARD, **OF_TEXT},
    response_headers=("Content-Language",),
    media_types=(JSON, TEXT),
)
def read_game(call: Call) -> Response:
    """Read a game.

    A seat sees its own hand; a spectator sees what lies open. With `Accept: text/plain` the view comes in words.
    """
    chosen = call.query["audience"]
    match, own = call.table.read(call.game_id, call.viewer, call.query["invite"], version_seen())
    audience = choose_audience(chosen, match, own)
    return show_game(match if chosen is None else call.table.match(match.id, audience), audience, call)


def show_game(match: Match, audience: Audience, call: Call) -> Response:
    """Return the match as JSON, or as text for people."""
    viewer, headers = viewer_of(audience), NO_CACHE | {"Vary": IN_WORDS}
    if call.media_type == JSON:
        made = call.texts.of(match, viewer, call.names)
        return text_reply(made.text, headers=headers | made.headers)
    name_of = call.names.of(match.players, match.id)
    headers |= tag_header(match, seat_of(audience), language(), "text", *marks_of(viewer), names_digest(name_of))
    return words_reply(render_text(match, viewer, name_of, language()), headers)


def words_reply(text: str, headers: Mapping[str, str]) -> Response:
    """Return a text in the language of the answer."""
    return Response(text, headers={**headers, "Content-Language": language()}, content_type=f"{TEXT}; charset=utf-8")


@operation(
    blueprint,
    "PATCH",
    "/games/<uuid:id>",
    access=PLAY,
    body=s.ChangedGame,
    answers={200: s.Game},
    response_headers=("ETag",),
)
def change_game(call: Call) -> Response:
    """Change the title of a table.

    Its creator can until the game begins. The title is no part of the record.
    """
    match, audience = call.table.read(call.game_id, call.player)
    titles.change(call.database, match, call.player, call.body["title"])
    name_cache.outlast_leases()
    made = call.texts.of(match, seat_of(audience), call.names)
    return text_reply(made.text, headers=made.headers)


@operation(blueprint, "DELETE", "/games/<uuid:id>", access=PLAY, answers={204: None})
def close_game(call: Call) -> Response:
    """Close a table.

    Its creator can while a seat is free, and end a game in which a bot sits at every seat. The game is void then, and
    those who sit there are told.
    """
    call.table.close_game(call.game_id, call.player)
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/states/<int:version>",
    access=READ,
    query=s.StateQuery,
    answers={200: s.Game},
    request_headers=OF_TEXT,
    response_headers=("Content-Language",),
    media_types=(JSON, TEXT),
)
def read_state(call: Call) -> Response:
    """Read a game as it was at an earlier version.

    The caller sees what it could see then. The answer never changes, so it holds no names: `name` of each player is
    empty, and `rules.newest` repeats `rules.revision`. `GET /v1/games/{id}` has both as they are now.
    """
    chosen = call.query["audience"]
    match, audience = read_as(call, chosen)
    you, scope = seat_of(audience), "private" if call.caller else "public"
    form = [*(["json"] if call.media_type == JSON else ["text", language()]), *([f"as-{chosen}"] if chosen else [])]
    headers = tag_header(match, you, *form) | {"Cache-Control": f"{scope}, {FOR_EVER}", "Vary": IN_WORDS}
    if call.media_type == TEXT:
        return words_reply(render_text(match, viewer_of(audience), None, language()), headers)
    return text_reply(call.texts.immutable(match, viewer_of(audience)), headers=headers)


def read_as(call: Call, chosen: str | None) -> tuple[Match, Audience]:
    """Return the match at the version of the path as the chosen audience sees it, by default the caller.

    Raises Problem: 404 if the caller may not see the match, 409 for what others see of one that is not over.
    """
    version = min(call.path["version"], LATEST_VERSION)
    match, own = call.table.read_at(call.game_id, call.viewer, version, replica=True)
    if chosen is None:
        return match, own
    audience = choose_audience(chosen, call.table.read(call.game_id, call.viewer)[0], own)
    return call.table.match_at(call.game_id, audience, version), audience


def read_range(sources: Sources, wanted: Range) -> bytes:
    """Return the game at each version of a range, each a line of JSON. Raises Problem 404."""
    texts, recording = Texts(), wanted.read(sources.queries)
    return join_lines(texts.immutable(match, eyes) for match, eyes in recording.matches(wanted.first))


STATES: Final = Work(read_range, 0.15)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/states",
    access=READ,
    query=s.StatesQuery,
    answers={200: None},
    media_types=(NDJSON,),
)
def read_states(call: Call) -> Response:
    """Read a game as it was at each version of a range.

    Each line is what `GET /v1/games/{id}/states/{version}` answers, from the version `from` to the version `to`. A
    range has at most 1,000 versions.
    """
    first, last, chosen = call.query["first"], call.query["last"], call.query["audience"]
    scope, age, eyes = "private" if call.caller else "public", FOR_EVER, None
    if last is None or chosen is not None:
        match, own = call.table.read(call.game_id, call.viewer)
        eyes = choose_audience(chosen, match, own)
        if eyes == own and match.result is None:
            # In the first versions the caller's seat may have been another's.
            eyes = None
    if last is None:
        last, age = min(match.version, first + s.MOST_STATES - 1), "no-cache"
    if first > last:
        raise not_found("version of this game")
    wanted = Range(call.game_id, call.viewer, eyes, first, last, last)
    lines = compute(call, STATES, last - first + 1, wanted)
    return lines_reply(lines, {"Cache-Control": f"{scope}, {age}", "Vary": "Authorization"})


@operation(
    blueprint,
    "POST",
    "/games/<uuid:id>/seats",
    access=PLAY,
    body=s.TakeSeat,
    answers={201: s.Seated},
    takes_key=True,
    response_headers=("ETag", RECEIPT),
    rate=SEATS,
)
def take_seat(call: Call) -> Response:
    """Take a seat, or seat a bot.

    Send 32 random bytes (`entropy`) for the shuffle, or a commitment to them where the game asks for one. A table can
    ask for a minimum of reliability (`reliability-too-low`). The last seat taken starts the game. In a game under way a
    substitute takes one of its `vacant_seats`, without entropy, and sees from then on what the seat has seen.
    """
    key = key_for(call.player, canonical([take_seat.__name__, call.body]))
    entropy, commitment = (call.body[name] and bytes.fromhex(call.body[name]) for name in ("entropy", "commitment"))
    if call.body["bot"] is not None:
        seated = call.table.seat_bot(call.game_id, call.player, call.body["seat"], call.body["bot"], key)
        return bot_seated(call, seated)
    sitting = Sitting(call.player, call.body["seat"], entropy, commitment)
    return seat(call, call.table.sit(call.game_id, sitting, call.body["invite"], key))


@operation(
    blueprint,
    "DELETE",
    "/games/<uuid:id>/seats/<int:seat>",
    access=PLAY,
    answers={204: None},
)
def leave_seat(call: Call) -> Response:
    """Leave a seat before the game starts, or remove another player.

    The creator of the table can remove a player or a bot. The part of the seat in the shuffle is dropped.
    """
    call.table.leave(call.game_id, call.player, call.path["seat"])
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(
    blueprint,
    "POST",
    "/games/<uuid:id>/openings",
    access=PLAY,
    body=s.Opening,
    answers={201: s.Seated},
    repeatable=True,
    response_headers=("ETag", RECEIPT),
)
def open_entropy(call: Call) -> Response:
    """Reveal the entropy that a seat committed to.

    Possible once all seats are taken. The last opening starts the game.
    """
    return seat(call, call.table.open(call.game_id, call.player, bytes.fromhex(call.body["entropy"])))


@operation(
    blueprint,
    "POST",
    "/games/<uuid:id>/rules",
    access=PLAY,
    body=s.Agreement,
    answers={201: s.Seated},
    takes_key=True,
    response_headers=("ETag", RECEIPT),
)
def agree_to_rules(call: Call) -> Response:
    """Agree to play on by the newest revision of the rules.

    The game changes over once all seats have agreed.
    """
    key = key_for(call.player, canonical([agree_to_rules.__name__, call.body]))
    return seat(call, call.table.agree(call.game_id, call.player, call.body["revision"], key))


def bot_seated(call: Call, seat: Seat) -> Response:
    """The bot's seat, and the game as the caller may see it."""
    match, audience = call.table.read(call.game_id, call.player)
    return seat_reply(call, seat, match, seat_of(audience))


def seat(call: Call, accepted: Accepted) -> Response:
    """The caller's seat, and the game as it then is."""
    return seat_reply(call, accepted.seat, accepted.match, accepted.seat)


def seat_reply(call: Call, seat: Seat, match: Match, you: Seat | None) -> Response:
    """A seat that was taken, and the game as `you` may see it."""
    made = call.texts.of(match, you, call.names)
    location = {"Location": f"{BASE}/games/{match.id}"}
    return text_reply(
        f'{{"seat":{seat},"game":{made.text}}}',
        HTTPStatus.CREATED,
        made.headers | location | receipt_header(call, match),
    )


def version_seen() -> int:
    """Return the newest version that the caller has: by `If-None-Match`, or by the last event received."""
    return newest_version([*request.if_none_match.as_set(include_weak=True), last_event_id()])


def seat_of(audience: Audience) -> Seat | None:
    """The seat, for those who have one."""
    return audience if isinstance(audience, int) else None
