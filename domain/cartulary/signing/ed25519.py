"""Ed25519 signatures, by `cryptography`."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from cartulary.kernel.ed25519 import is_sound_key


def has_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a sound Ed25519 public key has made a signature of a message."""
    if not is_sound_key(key):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
