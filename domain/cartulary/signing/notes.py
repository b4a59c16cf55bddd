"""Notes signed with Ed25519, in the form of C2SP signed notes."""

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cartulary.kernel.ed25519 import is_sound_key
from cartulary.record.bundle import BY_OTHERS, FALSE_SIGNATURE
from cartulary.signing.ed25519 import has_signed

NAME: Final = "cartulary"
ED25519: Final = b"\x01"
DASH: Final = "\N{EM DASH} "
ID_BYTES: Final = 4
SIGNER_NAME: Final = re.compile("[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u3000\ufeff+]+")
"""Neither a space nor a plus sign, which part the members of a key and of a signature."""


class BadNote(ValueError):
    """A note or key that cannot be read, or a signature that does not hold; says why."""


class PublicKey(NamedTuple):
    """A public key."""

    name: str
    raw: bytes
    kind: bytes = ED25519
    """The byte of C2SP that says what is signed and how."""

    @property
    def id(self) -> bytes:
        """The first four bytes of the digest of name and key, which signatures carry."""
        return sha256(f"{self.name}\n".encode() + self.kind + self.raw).digest()[:ID_BYTES]

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the raw key, in hexadecimal."""
        return sha256(self.raw).hexdigest()

    def text(self) -> str:
        """The key in one line: name, id and key."""
        return f"{self.name}+{self.id.hex()}+{b64encode(self.kind + self.raw).decode()}"


def public_key(text: str, kind: bytes = ED25519) -> PublicKey:
    """The key of a kind in a line, spelled in the only way there is. Raises BadNote."""
    try:
        name, key_id, encoded = text.strip().split("+", 2)
        raw = b64decode(encoded, validate=True)
    except (ValueError, NotBase64) as error:
        raise BadNote("A key is one line: its name, its id and the key, with + between them.") from error
    key = PublicKey(name, raw[1:], kind)
    if raw[:1] != kind or not is_sound_key(key.raw) or key.id.hex() != key_id:
        raise BadNote("The key is no Ed25519 key, or its id is that of another.")
    if SIGNER_NAME.fullmatch(name) is None or key.text() != text.strip():
        raise BadNote("The name of the key, or its base64, is spelled otherwise than it can be.")
    return key


class Signer:
    """A private key."""

    def __init__(self, secret: bytes, name: str = NAME, kind: bytes = ED25519) -> None:
        self._secret = secret
        self._private = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = PublicKey(name, self._private.public_key().public_bytes_raw(), kind)

    def called(self, name: str) -> "Signer":
        """Return the same key under another name."""
        return Signer(self._secret, name)

    def note(self, text: str) -> str:
        """The text with its signature below; the text ends with a line break."""
        return f"{text}\n{self.line(self.sign(text))}"

    def sign(self, text: str) -> bytes:
        """Return the signature of a text."""
        return self._private.sign(text.encode())

    def line(self, signature: bytes) -> str:
        """Return a signature as a line below a note."""
        return f"{DASH}{self.public.name} {b64encode(self.public.id + signature).decode()}\n"


class Signature(NamedTuple):
    """A signature line below a note."""

    name: str
    id: bytes
    raw: bytes


class Note(NamedTuple):
    """A signed note: its text with its last line feed, and its signatures."""

    text: str
    signatures: Sequence[Signature]


def open_note(note: str, keys: Sequence[PublicKey]) -> tuple[str, PublicKey]:
    """The text of a note, and the first of the keys that has signed it. Raises BadNote.

    A signature that names keys and is by none of them spoils the note, whoever else has signed it; signatures by other
    keys are left alone, as C2SP has it.
    """
    text, signatures = parse_note(note)
    signed = {key for each in signatures for key in find_signers(text, each, keys)}
    for key in keys:
        if key in signed:
            return text, key
    raise BadNote(BY_OTHERS if signatures else "The note has no signature.")


def parse_note(note: str) -> Note:
    """Part the text of a note from its signatures. Raises BadNote."""
    text, gap, signatures = note.rpartition("\n\n")
    if not gap or not signatures.endswith("\n"):
        raise BadNote("The note has no signature.")
    return Note(f"{text}\n", [parse_signature(line) for line in signatures[:-1].split("\n")])


def parse_signature(line: str) -> Signature:
    """A line of signature, spelled in the only way there is. Raises BadNote."""
    name, _, encoded = line.removeprefix(DASH).partition(" ")
    try:
        signed = b64decode(encoded, validate=True)
    except ValueError as error:
        raise BadNote("A signature of the note cannot be read.") from error
    spelled = line.startswith(DASH) and b64encode(signed).decode() == encoded
    if not spelled or len(signed) <= ID_BYTES or SIGNER_NAME.fullmatch(name) is None:
        raise BadNote("A signature of the note cannot be read.")
    return Signature(name, signed[:ID_BYTES], signed[ID_BYTES:])


def find_signers(text: str, signature: Signature, keys: Sequence[PublicKey]) -> list[PublicKey]:
    """Return which of the keys that a signature names have made it. Raises BadNote if it names some, and none has."""
    named = [key for key in keys if (key.name, key.id) == (signature.name, signature.id)]
    signers = [key for key in named if has_signed(key.raw, signature.raw, text.encode())]
    if named and not signers:
        raise BadNote(FALSE_SIGNATURE)
    return signers
