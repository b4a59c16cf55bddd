"""Mail and calendars of a player."""

from http import HTTPStatus

from flask import Blueprint, Response

from service.api.operations import MANAGE, MANAGE_AND_READ, PUBLIC, Call, operation
from service.api.replies import reply
from service.api.schemas import notifications as s
from service.errors import Problem
from service.games.page_links import unsubscription_page
from service.notifications import calendars, email_addresses
from service.notifications.mailer import Mailer
from service.players.rate_limits import GRANTS, MAILS

NEVER_KEPT = {"Cache-Control": "private, no-store"}

blueprint = Blueprint("notices", __name__)


@operation(blueprint, "GET", "/me/notices", access=MANAGE, answers={200: s.Notices})
def read_notices(call: Call) -> Response:
    """Read where the caller's news is mailed."""
    return reply(email_addresses.read(call.database, call.player))


@operation(
    blueprint,
    "PUT",
    "/me/notices",
    access=MANAGE_AND_READ,
    body=s.NewNotices,
    answers={200: s.Notices},
    problems=(409,),
    rate=MAILS,
)
def set_notices(call: Call) -> Response:
    """Have news mailed, gathered into digests; a new address gets nothing but a code until that is confirmed."""
    if call.body["email"] is None:
        email_addresses.forget(call.database, call.player)
    else:
        if Mailer.of(call.config) is None:
            detail = "This service sends no mail: its operator has not set SMTP_URL and MAIL_FROM."
            raise Problem(HTTPStatus.CONFLICT, "no-mail", detail)
        email_addresses.put_address(
            call.database, call.player, call.body["email"], call.body["digest_minutes"], call.body["language"]
        )
    return reply(email_addresses.read(call.database, call.player))


@operation(blueprint, "POST", "/me/notices/confirmation", access=MANAGE, body=s.Code, answers={200: s.Notices})
def confirm_notices(call: Call) -> Response:
    """Confirm the address by the code that was mailed to it, within a day."""
    email_addresses.confirm(call.database, call.player, call.body["code"])
    return reply(email_addresses.read(call.database, call.player))


@operation(
    blueprint,
    "GET",
    "/unsubscriptions/<code>",
    access=PUBLIC,
    answers={303: None},
    response_headers={"Location": "A page with one button, which stops the mails."},
)
def lead_to_unsubscription(call: Call) -> Response:
    """Lead a reader who follows the link of a mail to a page with one button, which stops the mails."""
    headers = {"Location": unsubscription_page(call.path["code"])}
    return Response(status=HTTPStatus.SEE_OTHER, headers=headers)


@operation(blueprint, "POST", "/unsubscriptions/<code>", access=PUBLIC, answers={204: None})
def unsubscribe(call: Call) -> Response:
    """Stop the mails that this code stands in, and forget the address; mail programs do it at a press (RFC 8058)."""
    email_addresses.unsubscribe(call.database, call.path["code"])
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(
    blueprint,
    "POST",
    "/me/calendar",
    access=MANAGE_AND_READ,
    body=s.NewCalendar,
    answers={201: s.Calendar},
    rate=GRANTS,
)
def create_calendar(call: Call) -> Response:
    """Make a secret path for a calendar of the caller's deadlines, shown this once; an earlier one ends."""
    path = calendars.create(call.database, call.player, call.body["language"])
    return reply({"path": path}, HTTPStatus.CREATED, NEVER_KEPT)


@operation(blueprint, "DELETE", "/me/calendar", access=MANAGE, answers={204: None}, problems=(404,))
def delete_calendar(call: Call) -> Response:
    """Delete the calendar. Its URL stops working."""
    calendars.delete(call.database, call.player)
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(
    blueprint,
    "GET",
    "/calendars/<code>.ics",
    access=PUBLIC,
    answers={200: None},
    media_types=(calendars.MEDIA_TYPE,),
    problems=(404,),
)
def read_calendar(call: Call) -> Response:
    """Read the calendar at a secret path: an event for each game that waits for its player and has a deadline."""
    text = calendars.read(call.database, call.path["code"], call.config.public_url)
    return Response(text, headers=NEVER_KEPT, content_type=f"{calendars.MEDIA_TYPE}; charset=utf-8")
