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
from cartulary.match.events.signing import ActionSigned, KeyGiven
from cartulary.match.history import History
from cartulary.match.signing import message_of, require_unsigned
from cartulary.match.state import Match
from cartulary.signing.ed25519 import has_signed
from cartulary_service.errors import Problem, illegal

SIGNATURE_BYTES: Final = 64
LATEST_VERSION: Final = 2**31 - 1
KEYS_BEFORE: Final = 5
"""Keys of a seat after which only a token that came from no other gives the next; fewer than the limits of keys."""


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


def require_replaceable(match: Match, seat: Seat, history: History) -> None:
    """Refuse a key by a token that came from another where the seat has had some keys. Raises Problem 403.

    So such a token cannot use up all keys, and the player can replace its key once it has ended.
    """
    if sum(row.type == KeyGiven.NAME and row.seat == seat for row in history()) >= KEYS_BEFORE:
        detail = (
            f"This seat has had {KEYS_BEFORE} keys or more. Give the next one with the token of your registration or "
            "recovery, which came from no other token."
        )
        raise Problem(HTTPStatus.FORBIDDEN, "not-main-token", detail)


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


def says(match: Match, said: dict[str, Any], action: Action) -> bool:
    """Whether JSON that stands in the record as it was sent is read as this action."""
    try:
        return decode_action(dict(match.action_types()), said) == action
    except (LookupError, TypeError, ValueError, AttributeError):
        return False


def require_unsigned_or_refuse(match: Match, seat: Seat, action: Action) -> None:
    """Refuse an action without a signature of a player who signs. Raises Problem 422."""
    try:
        require_unsigned(match, seat, action)
    except Rejected as error:
        raise illegal(error, legal=[]) from error
