"""Calendars on the wire."""

from marshmallow import Schema, fields, validate

from cartulary.i18n.catalogues import LANGUAGES
from cartulary_service.api.schemas.message_schemas import Strict, StrictInteger

A_WEEK = 10_080


class NewCalendar(Strict):
    """In which language, and how long before a deadline the calendar program sounds an alarm."""

    language = fields.String(load_default=LANGUAGES[0], validate=validate.OneOf(LANGUAGES))
    alarm_minutes = StrictInteger(load_default=None, allow_none=True, validate=validate.Range(0, A_WEEK))


class Calendar(Schema):
    """Path of the calendar, shown only once."""

    path = fields.String(required=True)
