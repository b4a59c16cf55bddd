"""The archive on the wire."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from cartulary.catalogue import CATALOGUE
from cartulary_service.api.schemas.events import EVENT_NAMES
from cartulary_service.api.schemas.games import GameInList
from cartulary_service.api.schemas.message_schemas import DEPRECATED, NOT_EMPTY, PlayerReference, QueryNumber, QueryText

MOST = 100_000


class Question(Schema):
    """Conditions for a game."""

    game = fields.String(validate=validate.OneOf(CATALOGUE))
    edition = QueryText()
    seats = QueryNumber(validate=validate.Range(2, 4))
    player = PlayerReference()
    winner = PlayerReference()
    kind = QueryText()
    decided_by = QueryText()
    min_turns = QueryNumber(validate=validate.Range(0, MOST))
    max_turns = QueryNumber(validate=validate.Range(0, MOST))
    event = fields.String(validate=validate.OneOf(EVENT_NAMES))
    before_turn = QueryNumber(validate=validate.Range(1, MOST))
    without = fields.String(validate=validate.OneOf(EVENT_NAMES))
    cursor = fields.String(load_default=None, metadata=NOT_EMPTY)
    limit = QueryNumber(load_default=20, validate=validate.Range(1, 100))

    @validates_schema
    def before_what(self, data: dict[str, Any], **_: Any) -> None:
        """A turn alone asks nothing."""
        if "before_turn" in data and "event" not in data:
            raise ValidationError("Send event as well: the turn is that of an event.", "before_turn")


class ArchivedGame(GameInList):
    """A finished game, and how many turns it had."""

    turns = fields.Integer(required=True)


class Archive(Schema):
    """Finished games, newest first; `next` leads to the next page."""

    games = fields.List(fields.Nested(ArchivedGame), required=True)
    next = fields.String(required=True, allow_none=True)
    cursor = fields.String(required=True, allow_none=True, metadata=DEPRECATED)


class FiguresQuery(Schema):
    """Conditions for the games that are counted."""

    game = fields.String(validate=validate.OneOf(CATALOGUE))
    edition = QueryText()
    seats = QueryNumber(validate=validate.Range(2, 4))


class Figure(Schema):
    """Games and wins of one kind of game, and the share of wins with its interval."""

    game = fields.String(required=True, validate=validate.OneOf(CATALOGUE))
    games = fields.Integer(required=True)
    wins = fields.Integer(required=True)
    rate = fields.Float(required=True)
    low = fields.Float(required=True)
    high = fields.Float(required=True)


class SeatFigure(Figure):
    """Games and wins of a seat."""

    seat = fields.Integer(required=True)


class EditionFigure(Figure):
    """Games of an edition, and wins of the seat that began."""

    edition = fields.String(required=True)


class OpeningFigure(Figure):
    """Games and wins of seats with an opening."""

    opening = fields.String(required=True)


class LengthFigure(Figure):
    """Games of a length, and wins of the seat that began."""

    min_turns = fields.Integer(required=True)
    max_turns = fields.Integer(required=True)


class Figures(Schema):
    """Counts of finished games in groups."""

    games = fields.Integer(required=True)
    by_seat = fields.List(fields.Nested(SeatFigure), required=True)
    by_edition = fields.List(fields.Nested(EditionFigure), required=True)
    by_opening = fields.List(fields.Nested(OpeningFigure), required=True)
    by_length = fields.List(fields.Nested(LengthFigure), required=True)
