"""Private notes on a game."""

from http import HTTPStatus

from flask import Blueprint, Response
from marshmallow import ValidationError

from cartulary_service.api.games import NO_CACHE
from cartulary_service.api.operations import OWN, PLAY, Call, operation
from cartulary_service.api.replies import reply
from cartulary_service.subjects.notes import queries as notes
from cartulary_service.subjects.notes import schemas as s

LAST_VERSION = 2**31 - 1

blueprint = Blueprint("notes", __name__)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/notes",
    access=OWN,
    query=s.NotesQuery,
    answers={200: s.NoteList},
)
def list_notes(call: Call) -> Response:
    """List the caller's notes on a game.

    Only the caller sees them. They stand in the order of their versions.
    """
    call.table.read(call.game_id, call.player)
    found = notes.list_notes(call.database, call.game_id, call.player, call.query["version"])
    return reply({"notes": found}, headers=NO_CACHE)


@operation(
    blueprint,
    "PUT",
    "/games/<uuid:id>/notes/<int:version>",
    access=PLAY,
    body=s.NewNote,
    answers={200: s.Note},
)
def set_note(call: Call) -> Response:
    """Write a note on a version of a game.

    The note replaces the caller's earlier note on that version. Whoever may look at a game may keep notes on it.
    """
    match, _ = call.table.read(call.game_id, call.player)
    version = call.path["version"]
    if version > match.version:
        raise ValidationError({"version": [f"The game is at version {match.version}; name one that it has reached."]})
    return reply(notes.write_note(call.database, match.id, call.player, version, call.body["text"]))


@operation(
    blueprint,
    "DELETE",
    "/games/<uuid:id>/notes/<int:version>",
    access=PLAY,
    answers={204: None},
)
def delete_note(call: Call) -> Response:
    """Erase the caller's note on a version.

    The text is gone for good.
    """
    notes.delete(call.database, call.game_id, call.player, min(call.path["version"], LAST_VERSION))
    return Response(status=HTTPStatus.NO_CONTENT)
