"""A browser as push services and senders see it; it decrypts by the standard library of cryptography alone."""

import os
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cartulary_service.subjects.notices.web_push import encode


class PushBrowser:
    """The keys of a subscription."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._auth = os.urandom(16)
        self.keys = {"p256dh": encode(self._point), "auth": encode(self._auth)}

    def subscription(self, endpoint: str, **wish: Any) -> dict[str, Any]:
        """The webhook that the page makes of a subscription."""
        return {"url": endpoint, "format": "push", "keys": self.keys, **wish}

    def read(self, message: bytes) -> bytes:
        """Decrypt a message by RFC 8188 and RFC 8291."""
        salt, length = message[:16], message[20]
        sender, record = message[21 : 21 + length], message[21 + length :]
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\x00" + self._point + sender
        secret = HKDF(SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        text, _, padding = AESGCM(key).decrypt(nonce, record, None).rpartition(b"\x02")
        assert not padding.strip(b"\x00")
        return text
