"""Mail and calendars, on the wire."""

from marshmallow import Schema, fields, validate

from domain.i18n.catalogues import LANGUAGES
from service.api.schemas.message_schemas import FullMatch, Strict, StrictInteger
from service.notifications.email_addresses import MINUTES

LONGEST_ADDRESS = 254
A_WEEK = 10_080


class NewNotices(Strict):
    """Email address for notifications, or null, and the interval at which they are gathered."""

    email = fields.Email(
        required=True,
        allow_none=True,
        validate=[validate.Length(max=LONGEST_ADDRESS), FullMatch(r"^[!-~]+$", error="Only ASCII characters.")],
    )
    digest_minutes = StrictInteger(load_default=MINUTES, validate=validate.Range(1, A_WEEK))
    language = fields.String(load_default=LANGUAGES[0], validate=validate.OneOf(LANGUAGES))


class Notices(Schema):
    """Email address for notifications. Mail is sent to a confirmed address only."""

    email = fields.String(required=True, allow_none=True)
    confirmed = fields.Boolean(required=True)
    digest_minutes = fields.Integer(required=True)
    language = fields.String(required=True, validate=validate.OneOf(LANGUAGES))
    recovery = fields.Boolean(required=True)


class Code(Strict):
    """The code that was mailed."""

    code = fields.String(required=True, validate=validate.Length(1, 100))


class NewCalendar(Strict):
    """In which language."""

    language = fields.String(load_default=LANGUAGES[0], validate=validate.OneOf(LANGUAGES))


class Calendar(Schema):
    """Path of the calendar, shown only once."""

    path = fields.String(required=True)
