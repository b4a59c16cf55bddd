"""Games and seats on the wire."""

import typing
from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates, validates_schema

from cartulary.bots.strategies import STRATEGIES
from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES
from cartulary.match.actions import EndKind
from cartulary.match.clock.settings import Clock
from cartulary_service.api import viewpoints
from cartulary_service.api.schemas.message_schemas import (
    DEPRECATED,
    NOT_EMPTY,
    FullMatch,
    PlayerReference,
    QueryNumber,
    QueryText,
    Strict,
    StrictBoolean,
    StrictInteger,
    record_schema,
)
from cartulary_service.api.schemas.visible_text import require_visible, tidy_text
from cartulary_service.games.pace import Pace

KINDS_OF_RESULT = ("domination", "majority", "technologies", "resignation", "time", "draw", "void")
PACES = typing.get_args(Pace)
LONGEST_TITLE = 60
STATUSES = ("open", "playing", "finished", "abandoned")


class Titled(Strict):
    """A request that may give a table a title."""

    title = fields.String(load_default=None, allow_none=True, metadata={"minLength": 1, "maxLength": LONGEST_TITLE})

    @validates("title")
    def require_title(self, value: str | None, data_key: str) -> None:
        """Titles are short and visible."""
        if value is not None:
            require_visible(value, "title", LONGEST_TITLE)

    @post_load
    def tidy_title(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Normalise the title."""
        return data if data["title"] is None else data | {"title": tidy_text(data["title"])}


class ChangedGame(Titled):
    """A change of a table."""

    title = fields.String(required=True, allow_none=True, metadata={"minLength": 1, "maxLength": LONGEST_TITLE})


class NewGame(Titled):
    """A game to be played; the catalogue says what there is to choose."""

    game = fields.String(required=True)
    edition = fields.String(load_default=None, allow_none=True)
    seats = StrictInteger(required=True)
    options = fields.Dict(keys=fields.String(), load_default=dict)
    clock = fields.Nested(record_schema(Clock, ""), load_default=None, allow_none=True)
    position = fields.Dict(load_default=None, allow_none=True)
    private = StrictBoolean(load_default=False)
    min_reliability = StrictInteger(load_default=None, allow_none=True, validate=validate.Range(1, 100))
    language = fields.String(load_default=None, allow_none=True, validate=validate.OneOf(LANGUAGES))


BYTES = FullMatch(r"^[0-9a-fA-F]{64}$", "64 hexadecimal digits")


class TakeSeat(Strict):
    """A seat, any free one if none is named, and 32 random bytes for the shuffle; to a private game, an invitation.

    With the option `fairness` at `commit`, a seat has to be named, and a commitment to the bytes takes their place.
    """

    seat = StrictInteger(load_default=None, allow_none=True, validate=validate.Range(0))
    entropy = fields.String(load_default=None, allow_none=True, validate=BYTES)
    commitment = fields.String(
        load_default=None,
        allow_none=True,
        validate=BYTES,
    )
    invite = fields.String(load_default=None, allow_none=True)
    bot = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(STRATEGIES),
    )


class NewFork(Strict):
    """The version to go on from, the newest if none is named."""

    version = StrictInteger(load_default=None, allow_none=True, validate=validate.Range(1, 2**31 - 1))


class LookQuery(Schema):
    """The code of an invitation, for who does not sit there yet."""

    invite = fields.String(load_default=None)


class Opening(Strict):
    """The 32 bytes that one's seat committed to."""

    entropy = fields.String(required=True, validate=BYTES)


class Agreement(Strict):
    """The revision of the rules that one agrees to, the newest."""

    revision = StrictInteger(required=True, validate=validate.Range(1))


class PlayerAtSeat(Schema):
    """A player; `handle` is unique, and null for a player who has been deleted."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    handle = fields.String(required=True, allow_none=True)
    bot = fields.Boolean(required=True)


class SeatOfGame(Schema):
    """A place at the table."""

    seat = fields.Integer(required=True)
    player = fields.Nested(PlayerAtSeat, required=True, allow_none=True)
    team = fields.Integer(required=True, allow_none=True)


class Result(Schema):
    """Result of a game. `decided_by` names the spheres of a domination, or the tie-breaks of a majority.

    The kind `time` is a resignation by the clock; the event `GameEnded` says `resignation` for both.
    """

    kind = fields.String(required=True, validate=validate.OneOf(KINDS_OF_RESULT))
    winners = fields.List(fields.Integer(), required=True)
    points = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True, allow_none=True)
    decided_by = fields.List(fields.String(), required=True)


class Origin(Schema):
    """A version of another game."""

    game = fields.UUID(required=True)
    version = fields.Integer(required=True)


class GameSummary(Schema):
    """Summary of a game, as in every list and view."""

    id = fields.UUID(required=True)
    title = fields.String(required=True, allow_none=True)
    edition = fields.String(required=True)
    options = fields.Dict(required=True)
    sandbox = fields.Boolean(required=True)
    private = fields.Boolean(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    version = fields.Integer(required=True)
    ply = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatOfGame), required=True)
    to_act = fields.List(fields.Integer(), required=True)
    vacant_seats = fields.List(fields.Integer(), required=True)
    deadline = fields.AwareDateTime(required=True, allow_none=True)
    result = fields.Nested(Result, required=True, allow_none=True)


class Openings(Schema):
    """Deadline by which seats reveal their committed entropy, and the seats still awaited."""

    until = fields.AwareDateTime(required=True)
    awaited = fields.List(fields.Integer(), required=True)


class OptionChange(Schema):
    """An option by which the game would be played otherwise; the catalogue names option and values."""

    option = fields.String(required=True)
    before = fields.Raw(required=True)
    after = fields.Raw(required=True)


class Rules(Schema):
    """Revision of the rules that the game is played by, the seats that agree to the newest, and what that changes."""

    revision = fields.Integer(required=True)
    newest = fields.Integer(required=True)
    agreed = fields.List(fields.Integer(), required=True)
    changes = fields.List(fields.Nested(OptionChange), required=True)


class TakesBack(Schema):
    """A seat that would go back to a version; once all would, the game does."""

    seat = fields.Integer(required=True)
    back_to = fields.Integer(required=True)


class WantsEnd(Schema):
    """A seat that would end the game, and how; once all would, it ends."""

    seat = fields.Integer(required=True)
    how = fields.String(required=True, validate=validate.OneOf(typing.get_args(EndKind)))


class SeatKey(Schema):
    """The Ed25519 public key by which the player of a seat signs actions."""

    seat = fields.Integer(required=True)
    key = fields.String(required=True)


class VacancyVote(Schema):
    """A seat that would free another one, whose time has run out, for a substitute."""

    seat = fields.Integer(required=True)
    freed = fields.Integer(required=True)


class FormerPlayer(Schema):
    """A player whose seat a substitute has taken; `SubstituteSeated` in the record tells when."""

    seat = fields.Integer(required=True)
    player = fields.Nested(PlayerAtSeat, required=True)


class Correction(Schema):
    """A correction: the operator who took the game back to an earlier version, and the reason."""

    by = fields.String(required=True)
    reason = fields.String(required=True)
    back_to = fields.Integer(required=True)


class SeatClock(Schema):
    """A seat's time: while its clock runs, `left` seconds from `since` make `until`, within the window."""

    seat = fields.Integer(required=True)
    running = fields.Boolean(required=True)
    left = fields.Integer(required=True)
    since = fields.AwareDateTime(required=True, allow_none=True)
    until = fields.AwareDateTime(required=True, allow_none=True)
    away_until = fields.AwareDateTime(required=True, allow_none=True)
    vacation_days = fields.Integer(required=True)
    expired = fields.Boolean(required=True)
    bot = fields.Boolean(required=True)


class GameClock(Schema):
    """The terms of a game's clock, and how it stands."""

    terms = fields.Nested(record_schema(Clock, "Current"), required=True)
    paused = fields.Boolean(required=True)
    wants_pause = fields.List(fields.Integer(), required=True)
    seats = fields.List(fields.Nested(SeatClock), required=True)


class BotOfGame(Schema):
    """A seat at which a bot plays, and by which strategy."""

    seat = fields.Integer(required=True)
    strategy = fields.String(required=True)


class Game(GameSummary):
    """A game as the caller may see it."""

    game = fields.String(required=True)
    creator = fields.UUID(required=True, allow_none=True)
    bots = fields.List(fields.Nested(BotOfGame), required=True)
    reserved = fields.List(fields.Nested(PlayerAtSeat, allow_none=True), required=True)
    rematch_of = fields.UUID(required=True, allow_none=True)
    starts_at = fields.AwareDateTime(required=True, allow_none=True)
    forked_from = fields.Nested(Origin, required=True, allow_none=True)
    you = fields.Integer(required=True, allow_none=True)
    state = fields.Raw(required=True, allow_none=True)
    head = fields.String(required=True)
    clock = fields.Nested(GameClock, required=True, allow_none=True)
    openings = fields.Nested(Openings, required=True, allow_none=True)
    rules = fields.Nested(Rules, required=True)
    takes_back = fields.List(fields.Nested(TakesBack), required=True)
    wants_end = fields.List(fields.Nested(WantsEnd), required=True)
    keys = fields.List(fields.Nested(SeatKey), required=True)
    vacancy_votes = fields.List(fields.Nested(VacancyVote), required=True)
    former_players = fields.List(fields.Nested(FormerPlayer), required=True)
    corrections = fields.List(fields.Nested(Correction), required=True)


class GameInList(GameSummary):
    """A game as the lobby lists it."""

    game = fields.String(required=True)
    created_at = fields.AwareDateTime(required=True)
    updated_at = fields.AwareDateTime(required=True)
    pace = fields.String(required=True, validate=validate.OneOf(PACES))
    min_reliability = fields.Integer(required=True, allow_none=True)
    language = fields.String(required=True, allow_none=True, validate=validate.OneOf(LANGUAGES))
    tag = fields.String(required=True, allow_none=True)
    unread_messages = fields.Integer(required=True)


class GameList(Schema):
    """Games, newest first; `next` leads to the next page."""

    games = fields.List(fields.Nested(GameInList), required=True)
    next = fields.String(required=True, allow_none=True)
    cursor = fields.String(required=True, allow_none=True, metadata=DEPRECATED)


class Turns(Schema):
    """At most `limit` games that wait for the caller. There are no further pages."""

    games = fields.List(fields.Nested(GameInList), required=True)


MOST_STATES = 1_000
VERSION = validate.Range(1, 2**31 - 1)


class StateQuery(Schema):
    """Whose eyes to look through; by default the caller's."""

    audience = fields.String(data_key="as", load_default=None, validate=validate.OneOf(viewpoints.NAMES))


class ViewQuery(LookQuery, StateQuery):
    """Whose eyes to look through, and the code of an invitation."""


class StatesQuery(StateQuery):
    """A range of versions, and whose eyes to look through."""

    first = QueryNumber(load_default=1, data_key="from", validate=VERSION)
    last = QueryNumber(load_default=None, data_key="to", validate=VERSION)

    @validates_schema
    def require_range(self, data: dict[str, Any], **_: Any) -> None:
        """A range begins before it ends."""
        last = data["last"]
        if last is not None and not data["first"] <= last < data["first"] + MOST_STATES:
            raise ValidationError(f"Name the version `from` or a later one, fewer than {MOST_STATES:,} after it.", "to")


class TurnsQuery(Schema):
    """A page of the games that wait for the caller."""

    limit = QueryNumber(load_default=100, validate=validate.Range(1, 500))


class GamesQuery(Schema):
    """Filter of the list of games."""

    status = fields.String(validate=validate.OneOf(STATUSES))
    game = fields.String(validate=validate.OneOf(CATALOGUE))
    player = PlayerReference()
    edition = QueryText()
    seats = QueryNumber(validate=validate.Range(2, 4))
    free_seats = QueryNumber(validate=validate.Range(1, 4))
    clock = fields.String(validate=validate.OneOf(PACES))
    language = fields.String(validate=validate.OneOf(LANGUAGES))
    substitute = fields.Boolean()
    rematch_of = fields.UUID()
    tag = QueryText()
    cursor = fields.String(load_default=None, metadata=NOT_EMPTY)
    limit = QueryNumber(load_default=20, validate=validate.Range(1, 100))


class Seated(Schema):
    """The seat that was taken, and the game."""

    seat = fields.Integer(required=True)
    game = fields.Nested(Game, required=True)
