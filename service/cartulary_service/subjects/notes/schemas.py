"""Notes on the wire."""

from marshmallow import Schema, fields, validate

from cartulary_service.api.schemas.message_schemas import QueryNumber, Strict
from cartulary_service.api.schemas.prose import Prose


class NewNote(Strict):
    """A private note of the caller on one version of a game."""

    text = Prose()


class Note(Schema):
    """A private note of the caller on a version of a game."""

    version = fields.Integer(required=True)
    text = fields.String(required=True)
    at = fields.AwareDateTime(required=True)


class NoteList(Schema):
    """All notes of the caller on a game, by version, at most 500."""

    notes = fields.List(fields.Nested(Note), required=True)


class NotesQuery(Schema):
    """Only the note on that version."""

    version = QueryNumber(load_default=None, validate=validate.Range(0, 2**31 - 1))
