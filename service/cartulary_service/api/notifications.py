"""Mail and calendars of a player."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response
from marshmallow import ValidationError

from cartulary_service.api.operations import MANAGE, MANAGE_AND_READ, PUBLIC, Call, operation
from cartulary_service.api.replies import BASE, NEVER_KEPT, created, reply
from cartulary_service.api.schemas import notifications as s
from cartulary_service.config import Config
from cartulary_service.errors import Problem
from cartulary_service.games.page_links import unsubscription_page
from cartulary_service.notifications import calendars, email_addresses, notice_settings
from cartulary_service.notifications.mailer import Mailer
from cartulary_service.players import rights
from cartulary_service.players.callers import require_player
from cartulary_service.players.rate_limits import GRANTS, MAILS

blueprint = Blueprint("notices", __name__)


@operation(blueprint, "GET", "/me/notices", access=MANAGE, answers={200: s.Notices})
def read_notices(call: Call) -> Response:
    """Read the caller's settings for notices.

    The answer says whether the address for mails has been confirmed.
    """
    return reply(notices_of(call))


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
    """Change the caller's settings for notices.

    A new address gets nothing but a code until that is confirmed. Over all accounts an address gets one code an hour,
    in the order of the requests: a later code waits. Then news is mailed in digests. `reminder_minutes` before a
    deadline a reminder goes out by mail and to webhooks. In `quiet_hours` nothing does, but to webhooks of the format
    `standard`. Both stay as they are if left out. No program can do this. Only a token that came from no other
    can change or remove an address to which recovery codes are mailed.
    """
    assert call.caller is not None
    require_player(call.caller)
    settings = {name: call.body[name] for name in notice_settings.NONE if name in call.body}
    address = call.body["email"]
    if address is not None:
        require_mail(call.config)
        if '"' in address:
            # One mailbox could be written in thousands of ways, each with a code of its own.
            raise ValidationError({"email": ["Leave out quotation marks."]})
    if address is None:
        email_addresses.forget(call.database, call.caller)
    else:
        email_addresses.put_address(
            call.database, call.caller, address, call.body["digest_minutes"], call.body["language"]
        )
    notice_settings.change(call.database, call.player, settings)
    return reply(notices_of(call))


def notices_of(call: Call) -> dict[str, Any]:
    """The caller's settings, all of them."""
    return email_addresses.read(call.database, call.player) | notice_settings.read(call.database, call.player)


def require_mail(config: Config) -> None:
    """Raise Problem 409 if the service sends no mail."""
    if Mailer.of(config) is None:
        detail = "This service sends no mail: its operator has not set SMTP_URL and MAIL_FROM."
        raise Problem(HTTPStatus.CONFLICT, "no-mail", detail)


@operation(
    blueprint,
    "POST",
    "/me/notices/confirmation",
    access=MANAGE,
    body=s.Code,
    answers={200: s.Notices},
    repeatable=True,
)
def confirm_notices(call: Call) -> Response:
    """Confirm the address for mails.

    Send the code that was mailed to it, within a day.
    """
    assert call.caller is not None
    require_player(call.caller)
    email_addresses.confirm(call.database, call.caller, call.body["code"])
    return reply(notices_of(call))


@operation(
    blueprint,
    "GET",
    "/unsubscriptions/<code>",
    access=PUBLIC,
    answers={303: None},
    response_headers=("Location",),
)
def lead_to_unsubscription(call: Call) -> Response:
    """Open the page that ends mails.

    The link in a mail leads here, and on to a page with one button. Opening it changes nothing.
    """
    headers = {"Location": unsubscription_page(call.path["code"])}
    return Response(status=HTTPStatus.SEE_OTHER, headers=headers)


@operation(blueprint, "POST", "/unsubscriptions/<code>", access=PUBLIC, answers={204: None}, repeatable=True)
def unsubscribe(call: Call) -> Response:
    """Stop the mails to an address.

    The address is forgotten. Mail programs send this request at the press of a button (RFC 8058).
    """
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
    response_headers=("Cache-Control",),
)
def create_calendar(call: Call) -> Response:
    """Create a calendar of the caller's deadlines.

    Its secret path is shown this once. An earlier calendar of the caller's stops working.
    """
    assert call.caller is not None
    rights.require_own(call.database, call.caller, "calendars")
    path = calendars.create(call.database, call.caller, call.body["language"], call.body["alarm_minutes"])
    return created({"path": path}, path.removeprefix(BASE), NEVER_KEPT)


@operation(blueprint, "DELETE", "/me/calendar", access=MANAGE, answers={204: None}, problems=(404,))
def delete_calendar(call: Call) -> Response:
    """Delete the caller's calendar.

    Its URL stops working.
    """
    assert call.caller is not None
    rights.require_own(call.database, call.caller, "calendars")
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
    response_headers=("Cache-Control",),
)
def read_calendar(call: Call) -> Response:
    """Read a calendar.

    The calendar has an entry for each game that waits for its player and has a deadline.
    """
    text = calendars.read(call.database, call.path["code"], call.config.public_url)
    return Response(text, headers=NEVER_KEPT, content_type=f"{calendars.MEDIA_TYPE}; charset=utf-8")
