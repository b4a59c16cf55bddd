"""Calendars of players."""

from http import HTTPStatus

from flask import Blueprint, Response

from cartulary_service.api.operations import MANAGE, MANAGE_AND_READ, PUBLIC, Call, operation
from cartulary_service.api.replies import BASE, NEVER_KEPT, created
from cartulary_service.players import rights
from cartulary_service.players.rate_limits import GRANTS
from cartulary_service.subjects.calendars import queries
from cartulary_service.subjects.calendars import schemas as s

blueprint = Blueprint("calendars", __name__)


@operation(
    blueprint,
    "POST",
    "/me/calendar",
    access=MANAGE_AND_READ,
    body=s.NewCalendar,
    answers={201: s.Calendar},
    takes_key=True,
    rate=GRANTS,
)
def create_calendar(call: Call) -> Response:
    """Create a calendar of the caller's deadlines.

    Its secret path is shown this once. An earlier calendar of the caller's stops working.
    """
    assert call.caller is not None
    rights.require_own(call.database, call.caller, "calendars")
    made = queries.create(call.database, call.caller, call.body["language"], call.body["alarm_minutes"])
    return created(made, made["path"].removeprefix(BASE), NEVER_KEPT)


@operation(blueprint, "DELETE", "/me/calendar", access=MANAGE, answers={204: None})
def delete_calendar(call: Call) -> Response:
    """Delete the caller's calendar.

    Its URL stops working.
    """
    assert call.caller is not None
    rights.require_own(call.database, call.caller, "calendars")
    queries.delete(call.database, call.player)
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(
    blueprint,
    "GET",
    "/calendars/<code>.ics",
    access=PUBLIC,
    answers={200: None},
    media_types=(queries.MEDIA_TYPE,),
)
def read_calendar(call: Call) -> Response:
    """Read a calendar.

    The calendar has an entry for each game that waits for its player and has a deadline.
    """
    text = queries.read(call.database, call.path["code"], call.config.public_url)
    return Response(text, headers=NEVER_KEPT, content_type=f"{queries.MEDIA_TYPE}; charset=utf-8")
