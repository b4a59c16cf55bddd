"""Signatures of players: read from a request, and checked before the action is decided."""

from http import HTTPStatus
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from domain.kernel.canonical import from_base64url
from domain.kernel.codec import action_json
from domain.kernel.messages import Action
from domain.kernel.rejected import Rejected
from domain.kernel.seats import Seat
from domain.match.events.signing import ActionSigned
from domain.match.signing import KEY_BYTES, message_of, require_unsigned
from domain.match.state import Match
from service.errors import Problem, illegal

SIGNATURE_BYTES: Final = 64
LATEST_VERSION: Final = 2**31 - 1


class Signature(NamedTuple):
    """A signature as it came: by which key, of which version."""

    version: int
    key: bytes
    raw: bytes


def read_signature(text: str) -> Signature:
    """Read version, key and signature, parted by blanks. Raises Problem 422."""
    version, _, rest = text.partition(" ")
    key, _, raw = rest.partition(" ")
    try:
        signature = Signature(int(version), from_base64url(key), from_base64url(raw))
    except ValueError as error:
        raise malformed() from error
    sizes = len(signature.key), len(signature.raw)
    if sizes != (KEY_BYTES, SIGNATURE_BYTES) or not 0 < signature.version <= LATEST_VERSION:
        raise malformed()
    return signature


def malformed() -> Problem:
    detail = "Send the version that you have signed, your key and the signature, both as base64url, parted by blanks."
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-signature", detail)


def require_valid(match: Match, seat: Seat, action: Action, signature: Signature, head: bytes | None) -> ActionSigned:
    """Check a signature of an action on a head. Raises Problem 422."""
    said = action_json(action)
    if head is None or not has_signed(
        signature.key, signature.raw, message_of(match.id, signature.version, head, said)
    ):
        detail = (
            "The signature does not hold. Sign the action as `GET …/actions` lists it, with the version and the head "
            "of the game that you have seen."
        )
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-signature", detail)
    return ActionSigned(seat=seat, key=signature.key, version=signature.version, action=said, signature=signature.raw)


def has_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether an Ed25519 public key has made a signature of a message."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def require_unsigned_or_refuse(match: Match, seat: Seat, action: Action) -> None:
    """Refuse an action without a signature of a player who signs. Raises Problem 422."""
    try:
        require_unsigned(match, seat, action)
    except Rejected as error:
        raise illegal(error, legal=[]) from error
