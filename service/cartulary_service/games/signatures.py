"""Signatures of players: read from a request, and checked before the action is decided."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from cartulary.kernel.canonical import from_base64url
from cartulary.kernel.codec import decode_action
from cartulary.kernel.ed25519 import is_sound_key
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.events.signing import ActionSigned, OrderSigned
from cartulary.match.signing import message_of, order_message, require_unsigned
from cartulary.match.state import Match, require_not_over
from cartulary.signing.ed25519 import has_signed
from cartulary_service.errors import Problem, illegal

SIGNATURE_BYTES: Final = 64
LATEST_VERSION: Final = 2**31 - 1


class Signature(NamedTuple):
    """A signature as it came: by which key, of which version."""

    version: int
    key: bytes
    raw: bytes
    action: Mapping[str, Any]
    """The action as it was sent, which is what was signed."""


def read_signature(text: str, action: Mapping[str, Any]) -> Signature:
    """Read version, key and signature, parted by blanks. Raises Problem 422."""
    version, _, rest = text.partition(" ")
    key, _, raw = rest.partition(" ")
    try:
        signature = Signature(int(version), from_base64url(key), from_base64url(raw), action)
    except ValueError as error:
        raise malformed() from error
    fits = len(signature.raw) == SIGNATURE_BYTES and is_sound_key(signature.key)
    if not fits or not 0 < signature.version <= LATEST_VERSION:
        raise malformed()
    return signature


def malformed() -> Problem:
    detail = "Send the version that you have signed, your key and the signature, both as base64url, parted by blanks."
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-signature", detail)


def require_valid(match: Match, seat: Seat, action: Action, signature: Signature, head: bytes | None) -> ActionSigned:
    """Check a signature of an action on a head. Raises Problem 422."""
    said = dict(signature.action)
    message = None if head is None else message_of(match.id, signature.version, head, said)
    is_valid = message is not None and has_signed(signature.key, signature.raw, message)
    if not is_valid or not says(match, said, action):
        detail = (
            "The signature does not hold. Sign the action as `GET …/actions` lists it, with the version and the head "
            "of the game that you have seen."
        )
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-signature", detail)
    return ActionSigned(seat=seat, key=signature.key, version=signature.version, action=said, signature=signature.raw)


def read_order_signature(
    match: Match, seat: Seat, order: Mapping[str, Any], action: Action | None, signature: Signature
) -> OrderSigned:
    """Check a signature of an order on the match as it is. Raises Rejected, and Problem 422 if it does not hold.

    `order` is what was signed, and `action` the action that it is read as.
    """
    if signature.key != match.keys[seat]:
        raise Rejected("signature.key", "This is not the key of your seat; `sign_with` makes it so.")
    if signature.version != match.version:
        raise Rejected("signature.version", f"The game has gone on; sign version {match.version}.")
    is_valid = has_signed(signature.key, signature.raw, order_message(match.id, match.version, match.head, order))
    if not is_valid or (action is not None and not says(match, order["action"], action)):
        detail = (
            "The signature does not hold. Sign `action`, or null, and `condition` without members that are null, with "
            "the version and the head of the game that you have seen."
        )
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-signature", detail)
    return OrderSigned(seat=seat, key=signature.key, version=match.version, order=dict(order), signature=signature.raw)


def says(match: Match, said: dict[str, Any], action: Action) -> bool:
    """Whether JSON that stands in the record as it was sent is read as this action."""
    try:
        return decode_action(dict(match.action_types()), said) == action
    except (LookupError, TypeError, ValueError, AttributeError):
        return False


def require_unsigned_or_refuse(match: Match, seat: Seat, action: Action) -> None:
    """Refuse an action without a signature of a player who signs. Raises Problem 422."""
    try:
        require_not_over(match)
        require_unsigned(match, seat, action)
    except Rejected as error:
        raise illegal(error, legal=[]) from error
