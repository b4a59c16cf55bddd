"""Web Push: messages to browsers, encrypted for one of them (RFC 8291) and signed by the service (RFC 8292)."""

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import structlog
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from cartulary_service.config import Config
from cartulary_service.trust.keys import create_file
from cartulary_service.trust.push_keys import CURVE, NAME, read_push_key

log = structlog.get_logger()

FORMAT: Final = "push"
KEY_BYTES: Final = 65
AUTH_BYTES: Final = 16
RECORD_BYTES: Final = 4_096
"""Maximum size of an encrypted message, which every push service takes (RFC 8030)."""
LAST_RECORD: Final = b"\x02"
SECONDS_TO_LIVE: Final = 86_400
"""How long a push service keeps a message for a browser that is not connected."""
TOKEN_SECONDS: Final = 43_200


class BadKey(ValueError):
    """Keys of a subscription by which nothing can be encrypted; says why."""


class Browser(NamedTuple):
    """The keys of a browser's subscription: its public key on P-256, and its authentication secret."""

    key: bytes
    auth: bytes

    @classmethod
    def read(cls, key: str, auth: str) -> "Browser":
        """Read the keys as browsers give them, in base64url. Raises BadKey."""
        try:
            browser = cls(decode(key), decode(auth))
            ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser.key)
        except ValueError as error:
            raise BadKey("The key is no point of P-256 in base64url.") from error
        if len(browser.key) != KEY_BYTES or len(browser.auth) != AUTH_BYTES:
            raise BadKey(f"The key has {KEY_BYTES} bytes, and the secret {AUTH_BYTES}.")
        return browser


class PushKey:
    """The service's key for Web Push, by which push services know who sends; made when there is none."""

    def __init__(self, config: Config) -> None:
        self._path: Path = config.keys_folder / NAME
        self._contact = config.public_url or (f"mailto:{config.mail_from}" if config.mail_from else None)

    def create(self) -> None:
        """Create the key unless there is one."""
        if not self._path.exists():
            number = ec.generate_private_key(CURVE).private_numbers().private_value
            create_file(self._path, f"{number:064x}\n")

    @cached_property
    def private(self) -> ec.EllipticCurvePrivateKey:
        """Raises UnfitKeys."""
        if not self._path.exists():
            self.create()
            log.warning("push key made", words="Browsers that subscribed with an earlier one get nothing")
        return read_push_key(self._path)

    @property
    def public(self) -> str:
        """The public key as browsers take it, in base64url."""
        return encode(point_of(self.private))

    def headers(self, url: str) -> dict[str, str]:
        """Return the header by which the push service of a URL knows the sender (RFC 8292)."""
        parts = urlsplit(url)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + TOKEN_SECONDS}
        contact = {} if self._contact is None else {"sub": self._contact}
        key = ECKey.import_key(self.private)
        token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims | contact, key)
        return {"Authorization": f"vapid t={token}, k={self.public}"}


def headers_of(game_id: str | None) -> dict[str, str]:
    """Return the headers of an encrypted message; of a game's messages a push service keeps the last (RFC 8030)."""
    topic = {} if game_id is None else {"Topic": game_id.replace("-", "")}
    encoding = {"Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm"}
    return {"TTL": str(SECONDS_TO_LIVE), "Urgency": "normal", **topic, **encoding}


def encrypt(text: bytes, browser: Browser) -> bytes:
    """Encrypt a message of at most 3,993 bytes for a browser, under a key and a salt of its own."""
    return encrypt_with(text, browser, ec.generate_private_key(CURVE), os.urandom(16))


def encrypt_with(text: bytes, browser: Browser, sender: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """The same, under this key and salt: one record of RFC 8188."""
    own, theirs = point_of(sender), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser.key)
    shared = sender.exchange(ec.ECDH(), theirs)
    secret = derive(shared, 32, browser.auth, b"WebPush: info\0" + browser.key + own)
    key = derive(secret, 16, salt, b"Content-Encoding: aes128gcm\0")
    nonce = derive(secret, 12, salt, b"Content-Encoding: nonce\0")
    header = salt + RECORD_BYTES.to_bytes(4) + len(own).to_bytes(1) + own
    return header + AESGCM(key).encrypt(nonce, text + LAST_RECORD, None)


def derive(secret: bytes, length: int, salt: bytes, info: bytes) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
