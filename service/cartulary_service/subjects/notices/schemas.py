"""Settings for notices, on the wire."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from cartulary.i18n.catalogues import LANGUAGES
from cartulary_service.api.schemas.message_schemas import FullMatch, Strict, StrictInteger
from cartulary_service.subjects.notices.email_addresses import MINUTES

LONGEST_ADDRESS = 254
A_WEEK = 10_080


def clock_field(**more: Any) -> fields.String:
    """A time of day, such as 22:30."""
    valid = FullMatch(r"([01]\d|2[0-3]):[0-5]\d", "a time of day such as 22:30")
    return fields.String(required=True, validate=valid, **more)


class NewQuietHours(Strict):
    """Hours without notices, by the clock of a time zone. They may go over midnight."""

    from_ = clock_field(data_key="from", attribute="from")
    until = clock_field()
    zone = fields.String(required=True, validate=validate.Length(1, 100))

    @validates_schema
    def require_hours(self, data: dict[str, Any], **_: Any) -> None:
        if data["from"] == data["until"]:
            raise ValidationError({"until": ["Quiet hours end at another time than they begin."]})


class QuietHours(Schema):
    """Hours without notices, by the clock of a time zone."""

    from_ = fields.String(required=True, data_key="from", attribute="from")
    until = fields.String(required=True)
    zone = fields.String(required=True)


class NewNotices(Strict):
    """Email address for notifications, or null, when they are gathered, and when to be quiet."""

    email = fields.Email(
        required=True,
        allow_none=True,
        validate=[
            validate.Length(max=LONGEST_ADDRESS),
            FullMatch(r"^[!-~]+$", "only ASCII characters"),
        ],
    )
    digest_minutes = StrictInteger(load_default=MINUTES, validate=validate.Range(1, A_WEEK))
    language = fields.String(load_default=LANGUAGES[0], validate=validate.OneOf(LANGUAGES))
    reminder_minutes = StrictInteger(allow_none=True, validate=validate.Range(5, A_WEEK))
    quiet_hours = fields.Nested(NewQuietHours, allow_none=True)


class Notices(Schema):
    """Email address for notifications. Mail is sent to a confirmed address only."""

    email = fields.String(required=True, allow_none=True)
    confirmed = fields.Boolean(required=True)
    digest_minutes = fields.Integer(required=True)
    language = fields.String(required=True, validate=validate.OneOf(LANGUAGES))
    reminder_minutes = fields.Integer(required=True, allow_none=True)
    quiet_hours = fields.Nested(QuietHours, required=True, allow_none=True)
    recovery = fields.Boolean(required=True)


class Code(Strict):
    """The code that was mailed."""

    code = fields.String(required=True, validate=validate.Length(1, 100))
