"""The games that are offered, with everything that a client needs to show them."""

from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, current_app

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.codec import fields_of
from cartulary.kernel.messages import Event
from cartulary.match.events import MATCH_EVENTS
from cartulary.match.game import OF_EVERY_GAME, Game, Option
from cartulary.signing.cosignatures import list_witnesses
from cartulary_service.api.event_schemas import describe_schema, json_schema
from cartulary_service.api.operations import PUBLIC, Call, operation
from cartulary_service.api.replies import BASE, reply, text_reply
from cartulary_service.api.schemas import catalogue as s
from cartulary_service.api.schemas.message_schemas import action_schema, event_schema
from cartulary_service.errors import not_found
from cartulary_service.games.narration import bot_names
from cartulary_service.http.languages import language
from cartulary_service.json_output import json_text
from cartulary_service.trust.signing_keys import list_shown

blueprint = Blueprint("catalogue", __name__)


@operation(
    blueprint,
    "GET",
    "/catalogue",
    access=PUBLIC,
    answers={200: s.Catalogue},
    request_headers={"Accept-Language": "en, ru, uk or ko"},
    response_headers=("Content-Language",),
)
def list_catalogue(call: Call) -> Response:
    """List the kinds of games.

    The answer also lists the options that every game has, the keys that sign heads, those of witnesses, and the
    subjects that run here: the operations of others are 404.
    """
    shown = list_shown(call.database, call.keys)
    keys = [{"key": each.text(), "fingerprint": each.fingerprint} for each in shown]
    witnesses = [each.key.text() for each in list_witnesses(call.config.witnesses)]
    options = [*map(option, OF_EVERY_GAME)]
    subjects = [each.name for each in current_app.extensions["cartulary"]["subjects"]]
    catalogue = {"games": entries(language()), "options": options, "keys": keys, "witnesses": witnesses}
    return in_language(json_text(catalogue | {"subjects": subjects}))


@operation(
    blueprint,
    "GET",
    "/catalogue/<game>",
    access=PUBLIC,
    answers={200: s.CatalogueGame},
    request_headers={"Accept-Language": "en, ru, uk or ko"},
    response_headers=("Content-Language",),
)
def read_catalogue(call: Call) -> Response:
    """Read all about a kind of game.

    Editions, options, kinds of cards, actions and events, with names and phrases in the language of `Accept-Language`.
    """
    return in_language(describe(list_offered(call).id, language()))


@operation(
    blueprint,
    "GET",
    "/catalogue/<game>/events/<type>/<int:v>",
    access=PUBLIC,
    answers={200: s.EventSchema},
)
def read_event_schema(call: Call) -> Response:
    """Read the JSON Schema of an event.

    It describes the event as lists and streams show it. A released version never changes; new fields get another
    version. Hidden fields stand under `private`, with `visibleTo`: the fields of the event that name the seats which
    may see it before the end.
    """
    event = list_offered(call).event_types.get((call.path["type"], call.path["v"]))
    if event is None:
        raise not_found("event type and version; the game's catalogue entry lists them")
    return reply(describe_schema(event))


def list_offered(call: Call) -> Game[Any]:
    """The game that the path names. Raises Problem 404."""
    game = CATALOGUE.get(call.path["game"])
    if game is None:
        raise not_found("game in the catalogue")
    return game


def url_of(game: Game[Any], event: type[Event]) -> str:
    """Return the path of the event's JSON Schema."""
    return f"{BASE}/catalogue/{game.id}/events/{event.NAME}/{event.VERSION}"


def option(each: Option) -> dict[str, Any]:
    """Return an option of a game on the wire. Options that every game has are added by the caller only if chosen."""
    return {"name": each.name, "values": list(each.values), "default": each.values[0]}


@lru_cache
def entries(language: str) -> list[dict[str, Any]]:
    """The games in the list, which stay the same as long as the program runs."""
    return [
        {
            "id": game.id,
            "name": game.describe(language)["name"],
            "seats": list(game.seats),
            "editions": list(game.editions),
            "default_edition": game.default_edition,
        }
        for game in CATALOGUE.values()
    ]


@lru_cache
def describe(game_id: str, language: str) -> str:
    """Return a game's catalogue entry as JSON, cached."""
    game = CATALOGUE[game_id]
    return json_text(
        {"id": game.id, "seats": list(game.seats)}
        | game.describe(language)
        | {
            "default_edition": game.default_edition,
            "options": [option(each) for each in game.options],
            "actions": {name: json_schema(action_schema(kind, "")) for name, kind in game.action_types.items()},
            "events": [event_type(kind) | {"url": url_of(game, kind)} for kind in (*MATCH_EVENTS, *game.events)],
            "phrases": game.phrases(language).events,
            "names": {**game.phrases(language).values, **game.phrases(language).names, **bot_names(language)},
        }
    )


def in_language(body: str) -> Response:
    """An answer that depends on Accept-Language, and changes with the program and its keys only."""
    how = {"Content-Language": language(), "Vary": "Accept-Language", "Cache-Control": "public, max-age=60"}
    return text_reply(body, headers=how)


def event_type(event: type[Event]) -> dict[str, Any]:
    """Return an event type on the wire: its fields and their viewers."""
    secret = {each.wire: list(each.secrecy.viewers) for each in fields_of(event) if each.secrecy}
    return {
        "type": event.NAME,
        "v": event.VERSION,
        "description": event.__doc__ or "",
        "reveals": event.REVEALS,
        "secret": secret,
        "schema": json_schema(event_schema(event, "")),
    }
