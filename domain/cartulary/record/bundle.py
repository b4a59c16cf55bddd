"""The record of a match as an audit bundle: lines of text that are spelled in the only way there is."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from json import loads
from typing import Any, Final, NamedTuple

from cartulary.kernel.canonical import base64url, canonical, from_base64url
from cartulary.kernel.times import is_time
from cartulary.record.event import RecordedEvent, genesis, next_head

NO_HEADER: Final = "The bundle has no header with a key."
NO_NOTE: Final = "The bundle has no note at its end."
BY_OTHERS: Final = "The note is not signed with this key."
FALSE_SIGNATURE: Final = "A signature by the key does not hold."
FORMAT: Final = "cartulary-audit/v1"
RECEIPT: Final = "cartulary-receipt/v1"
HEADER: Final = {"format", "id", "game", "edition", "rules_sha256", "key"}
KEYS: Final = {"at", "data", "ply", "position", "seat", "secrets", "type", "v"}
RECEIPT_TEXT: Final = re.compile(rf"{RECEIPT}\n([^\n]+)\n(0|[1-9][0-9]{{0,14}})\n([A-Za-z0-9_-]{{43}})\n")
UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SHA256: Final = re.compile(r"[0-9a-f]{64}")
KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
MOST_NESTED: Final = 64
LARGEST: Final = 2**53 - 1
NUMBERS: Final = ("ply", "position", "v")
WRONG: Final = (
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    AssertionError,
    StopIteration,
    RuntimeError,
    ArithmeticError,
)
"""Exceptions that reading or replaying a damaged record may raise."""


class Broken(Exception):
    """A check failed; says at which event, and why."""

    def __init__(self, words: str, position: int | None = None, *, illegal: bool = False, chain: bool = False) -> None:
        super().__init__(words if position is None else f"event {position}: {words}")
        self.position = position
        self.illegal = illegal
        """Whether the rules refuse what happened, rather than make something else of it."""
        self.chain = chain
        """Whether the record itself does not hold, whatever the rules are."""


class Unchecked(Exception):
    """A check that cannot be made because this bundle lacks what it needs."""


class HeadProof(NamedTuple):
    """A proof, as a text, that the transparency log holds the head of a version."""

    version: int
    proof: str
    salt: str | None = None
    """Of a private game, as base64url; its entry says nothing without."""


@dataclass
class Bundle:
    """An audit bundle as it was read."""

    header: Mapping[str, Any]
    rows: list[RecordedEvent]
    note: str | None
    proofs: Sequence[HeadProof] = ()


def receipt_text(game_id: str, version: int, head: bytes) -> str:
    """Return the text of a signed note."""
    return f"{RECEIPT}\n{game_id}\n{version}\n{base64url(head)}\n"


class Head(NamedTuple):
    """What a receipt says: the head, as base64url, of a version of a game."""

    game: str
    version: int
    head: str


def read_receipt(text: str) -> Head:
    """Read the text of a signed note. Raises Broken."""
    if said := RECEIPT_TEXT.fullmatch(text):
        return Head(said[1], int(said[2]), said[3])
    raise Broken(f"the receipt is no note of the form {RECEIPT}")


def write_bundle(
    header: Mapping[str, Any], rows: Iterable[RecordedEvent], note: str, proofs: Sequence[Mapping[str, Any]] = ()
) -> Iterator[str]:
    """A bundle, line by line."""
    yield canonical(dict(header))
    for row in rows:
        yield canonical({"private": loads(row.private) if row.private else {}, "public": row.public})
    yield canonical({"note": note} | ({"log": [*map(dict, proofs)]} if proofs else {}))


def bundle_of(lines: Sequence[str]) -> Bundle:
    """The bundle in these lines. Raises Broken where they are none."""
    try:
        header, *said = map(canonical_line, lines)
        require_header(header)
        last = said.pop() if said and said[-1].keys() in ({"note"}, {"log", "note"}) else {}
        if not said:
            raise ValueError(header)
        if not isinstance(last.get("log", []), list):
            raise TypeError(last)
        proofs = [read_proof(each) for each in last.get("log", ())]
        return Bundle(header, rows_of(header["id"], said), last.get("note"), proofs)
    except WRONG as error:
        raise Broken("the file is no bundle of lines of JSON as docs/verifiers.md describes them") from error


def read_proof(said: Mapping[str, Any]) -> HeadProof:
    """Read a proof as a bundle has it. Raises one of WRONG."""
    texts = (said[each] for each in ("proof", "salt") if each in said)
    if type(said["version"]) is not int or not all(isinstance(each, str) for each in texts):
        raise TypeError(said)
    return HeadProof(**said)


def decode_base64url(text: str) -> bytes:
    """Return the bytes of unpadded base64url, spelled in the only way there is. Raises ValueError."""
    value = from_base64url(text)
    if base64url(value) != text:
        raise ValueError(text)
    return value


def require_header(header: Mapping[str, Any]) -> None:
    """Check the members of a header. Raises Broken."""
    if header["format"] != FORMAT or header.keys() != HEADER:
        raise Broken(f"the file is not in the format {FORMAT}")
    if header["rules_sha256"] is not None and SHA256.fullmatch(header["rules_sha256"]) is None:
        raise Broken("the digest of the rules is none")
    if UUID.fullmatch(header["id"]) is None:
        raise Broken("the id of the game is not a lower-case UUID")
    if not isinstance(header["game"], str) or not isinstance(header["edition"], str):
        raise Broken("the header names no game or edition")


def canonical_line(line: str) -> dict[str, Any]:
    """A line's object, spelled in the only way there is."""
    said: dict[str, Any] = whole(line)
    if canonical(said) != line:
        raise Broken("a line is not canonical JSON")
    return said


def whole(text: str) -> Any:
    """The value of a text of JSON in the profile that docs/record.md describes. Raises Broken."""
    value = loads(text, parse_float=fraction)
    require_plain(value, MOST_NESTED)
    return value


def require_plain(value: Any, levels: int) -> None:
    """Check keys, numbers and depth. Raises Broken."""
    if levels == 0 and isinstance(value, dict | list):
        raise Broken(f"it is nested more than {MOST_NESTED} levels deep")
    if isinstance(value, dict):
        if any(KEY.fullmatch(name) is None for name in value):
            raise Broken("a name in it has other characters than letters, digits, _ and -")
        for each in value.values():
            require_plain(each, levels - 1)
    elif isinstance(value, list):
        for each in value:
            require_plain(each, levels - 1)
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise Broken(f"{value} is not a whole number below 2^53")
    elif isinstance(value, str):
        value.encode()


def fraction(text: str) -> None:
    """Refuse what is no whole number."""
    raise Broken(f"{text} is no whole number")


def rows_of(game_id: str, said: Iterable[Mapping[str, Any]]) -> list[RecordedEvent]:
    """The events of a bundle, chained anew."""
    rows: list[RecordedEvent] = []
    head = genesis(game_id)
    for number, each in enumerate(said, 1):
        public = whole(each["public"])
        if canonical(public) != each["public"] or public.keys() != KEYS or each.keys() != {"public", "private"}:
            raise Broken("its public part is not the canonical JSON of an event", number)
        if any(type(public[name]) is not int for name in NUMBERS):
            raise Broken("its numbers are none", number)
        if isinstance(public["seat"], bool) or not is_time(public["at"]):
            raise Broken("its seat or time is none", number)
        if not each["private"].keys() <= public["secrets"].keys() | ({"server_seed"} if number == 1 else set()):
            raise Broken("it hides what it never committed to", number)
        head = next_head(head, each["public"])
        place = (public["position"], public["ply"], public["type"], public["v"], public["seat"])
        rows.append(
            RecordedEvent(*place, each["public"], canonical(each["private"]) if each["private"] else None, head)
        )
    return rows
