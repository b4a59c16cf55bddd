"""Settings for notices, and mail."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response
from marshmallow import ValidationError

from cartulary_service.api.operations import MANAGE, MANAGE_AND_READ, PUBLIC, Call, operation
from cartulary_service.api.replies import reply
from cartulary_service.games.page_links import unsubscription_page
from cartulary_service.players.callers import require_player
from cartulary_service.players.rate_limits import MAILS
from cartulary_service.subjects.notices import email_addresses, notice_settings, recovery_mail
from cartulary_service.subjects.notices import schemas as s

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
    rate=MAILS,
)
def set_notices(call: Call) -> Response:
    """Change the caller's settings for notices.

    A new address gets nothing but a code until that is confirmed, and one code an hour over all accounts, in the order
    of the requests. Then news is mailed in digests. `reminder_minutes` before a deadline a reminder goes out by mail
    and to webhooks; in `quiet_hours` only to webhooks of the format `standard`. Both stay if left out. No program can
    do this, and only a token that came from no other can change or remove an address that gets recovery codes.
    """
    assert call.caller is not None
    require_player(call.caller)
    settings = {name: call.body[name] for name in notice_settings.NONE if name in call.body}
    address = call.body["email"]
    if address is not None:
        recovery_mail.require_mail(call.config)
        if '"' in address:
            # One mailbox could be written in thousands of ways, each with a code of its own.
            raise ValidationError({"email": ["Leave out quotation marks."]})
    if address is None:
        email_addresses.forget(call.database, call.caller)
    else:
        email_addresses.set_address(
            call.database, call.caller, address, call.body["digest_minutes"], call.body["language"]
        )
    notice_settings.change(call.database, call.player, settings)
    return reply(notices_of(call))


def notices_of(call: Call) -> dict[str, Any]:
    """The caller's settings, all of them."""
    return email_addresses.read(call.database, call.player) | notice_settings.read(call.database, call.player)


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
