"""Recovery of accounts whose tokens are lost."""

from http import HTTPStatus

from flask import Blueprint, Response

from cartulary.kernel.canonical import canonical
from cartulary_service.api.idempotency import secret_key_for
from cartulary_service.api.operations import EVERYTHING, PUBLIC, Call, operation
from cartulary_service.api.replies import ENDED, NEVER_KEPT, created, header_of_ended
from cartulary_service.api.schemas import players as p
from cartulary_service.api.schemas import recoveries as s
from cartulary_service.errors import Problem
from cartulary_service.players import recovery
from cartulary_service.players.rate_limits import GRANTS, RECOVERIES, RECOVERY_MAILS

blueprint = Blueprint("recoveries", __name__)


@operation(
    blueprint,
    "POST",
    "/me/recovery-codes",
    access=EVERYTHING,
    answers={201: s.RecoveryCodes},
    takes_key=True,
    rate=GRANTS,
)
def create_recovery_codes(call: Call) -> Response:
    """Create recovery codes for the caller.

    They are shown this once, and earlier ones stop working. Each gives a token of every scope, once, with `POST
    /v1/recoveries`. The caller's own token has every scope and came from no other. Codes of a registration end with no
    token; others end with the token that made them.
    """
    assert call.caller is not None
    return created(recovery.replace_codes(call.database, call.caller), "/me", NEVER_KEPT)


@operation(
    blueprint,
    "POST",
    "/recoveries",
    access=PUBLIC,
    body=s.NewRecovery,
    answers={201: p.ShownToken},
    response_headers=(ENDED,),
    takes_key=True,
    rate=RECOVERIES,
)
def recover_account(call: Call) -> Response:
    """Sign in with a recovery code.

    The answer is a new token of every scope. The code is one of those that the player keeps, or the last one that was
    mailed, and works once. With `revoke_others` all other rights end, as by `DELETE /v1/me/tokens`, but not what the
    code proves to be the player's: the other kept codes, or the address for mails.
    """
    key = secret_key_for(canonical([recover_account.__name__, call.body]))
    token, ended = recovery.redeem(call.database, call.body, key)
    return created(token, f"/me/tokens/{token['id']}", NEVER_KEPT | header_of_ended(ended))


@operation(
    blueprint,
    "POST",
    "/recoveries/mail",
    access=PUBLIC,
    body=s.WantedRecovery,
    answers={202: None},
    repeatable=True,
    rate=RECOVERIES,
    rate_of_handle=RECOVERY_MAILS,
)
def mail_recovery_code(call: Call) -> Response:
    """Have a recovery code mailed.

    It goes to the confirmed address of the player with that handle, and is good for an hour. The answer is the same
    where there is no such player or address. A further code is mailed after five minutes at the earliest.
    """
    mailers = [each.mail_recovery_code for each in call.subjects if each.mail_recovery_code is not None]
    if not mailers:
        detail = "This service sends no mail, as its notices are switched off. Use a recovery code that you have kept."
        raise Problem(HTTPStatus.CONFLICT, "no-mail", detail)
    for mail in mailers:
        mail(call.config, call.database, call.body["handle"])
    return Response(status=HTTPStatus.ACCEPTED)
