"""Signatures by which a receiver knows who sends: those of Standard Webhooks."""

import hmac
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Final

PREFIX: Final = "whsec_"


def new_secret() -> str:
    """Return a key of 256 random bits, in the form that receivers' libraries take."""
    return PREFIX + b64encode(secrets.token_bytes(32)).decode()


def sign(secret: str, message: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers of a message sent at so many seconds since 1970."""
    key = b64decode(secret.removeprefix(PREFIX))
    digest = hmac.new(key, f"{message}.{seconds}.".encode() + body, sha256).digest()
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{b64encode(digest).decode()}",
    }
