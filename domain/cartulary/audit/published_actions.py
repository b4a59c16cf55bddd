"""Signed actions that a player has published, to show that the record lacks them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from cartulary.audit.signatures import Verifies, is_over, list_signed
from cartulary.kernel.canonical import canonical, from_base64url
from cartulary.kernel.seats import Seat
from cartulary.match.events.signing import ActionSigned, KeyGiven
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.game import Game
from cartulary.match.history import counting
from cartulary.match.signing import message_of
from cartulary.record.bundle import WRONG, Broken, Bundle, Unchecked, canonical_line, decode_base64url
from cartulary.record.decode import data_of, decode

VERSION: Final = re.compile("[1-9][0-9]{0,9}")
NO_ACTION: Final = "a published action is two lines: canonical JSON, and its Action-Signature"
NOTHING_SINCE: Final = "which has none about that seat since"
CAUSES: Final = "the action was held back, refused, never sent, sent too late, or signed since, and nothing shows which"


class PublishedAction(NamedTuple):
    """An action and its signature, of two lines: canonical JSON, and the value of the header `Action-Signature`."""

    action: dict[str, Any]
    version: int
    key: bytes
    signature: bytes

    @classmethod
    def read(cls, text: str) -> "PublishedAction":
        """Raises Broken."""
        try:
            action, header = text.replace("\r\n", "\n").rstrip("\n").split("\n")
            version, key, signature = header.split(" ")
            if not VERSION.fullmatch(version):
                raise ValueError(header)
            said = canonical_line(action)
            if not isinstance(said, dict):
                raise TypeError(said)
            return cls(said, int(version), *map(decode_base64url, (key, signature)))
        except (Broken, *WRONG) as error:
            raise Broken(NO_ACTION) from error


def check_actions(game: Game[Any], bundle: Bundle, texts: Sequence[str], verifies: Verifies | None) -> str:
    """The record has each published action; where it lacks one, nothing shows why. Raises Broken, Unchecked."""
    words, unchecked = list[str](), list[str]()
    holding = list_signed(game, bundle, verifies)
    for published in map(PublishedAction.read, texts):
        for seat in find_signers(bundle, published, verifies):
            try:
                words.append(find_action(game, bundle, published, seat, holding))
            except Unchecked as reason:
                unchecked.append(str(reason))
    if unchecked:
        raise Unchecked("; ".join([*unchecked, *words]))
    return "; ".join(words)


def find_action(
    game: Game[Any], bundle: Bundle, published: PublishedAction, seat: Seat, holding: Mapping[int, bool]
) -> str:
    """Say where a published action stands. Raises Unchecked.

    `holding` says of the positions of signatures whether they hold: in a running game nothing else holds hidden values
    to what they were.
    """
    name = f"the action that seat {seat} published for version {published.version}"
    later = [row for row in bundle.rows[published.version :] if row.seat == seat]
    for row in later:
        signed = decode(game.event_types, row)
        if isinstance(signed, ActionSigned) and signed.version == published.version and row.position in holding:
            if not holding[row.position]:
                raise Unchecked(f"no signature in the bundle holds for what the seat did at event {row.position}")
            if canonical(signed.action) == canonical(published.action):
                undone = "" if row in counting(bundle.rows) else ", which was taken back later"
                return f"{name} stands at event {row.position}{undone}"
    nearest = next((f"whose next event about that seat is {row.position}, {row.type}" for row in later), NOTHING_SINCE)
    raise Unchecked(f"{name} is not in the record, {nearest}: {CAUSES}")


def find_signers(bundle: Bundle, published: PublishedAction, verifies: Verifies | None) -> list[Seat]:
    """Return the seats whose key has signed the action, on the history of this bundle. Raises Broken, Unchecked."""
    if verifies is None:
        raise Unchecked("signatures cannot be checked here")
    if not 0 < published.version <= len(bundle.rows):
        ends = f"an action was published for version {published.version}, and the bundle ends before"
        raise Broken(ends) if is_over(bundle) else Unchecked(f"{ends}: read it anew")
    head = bundle.rows[published.version - 1].hash
    message = message_of(bundle.header["id"], published.version, head, published.action)
    if not verifies(published.key, published.signature, message):
        raise Broken(f"the signature of the action published for version {published.version} does not hold here")
    keys: dict[Seat | None, Any] = {}
    for row in bundle.rows[: published.version]:
        if row.type in (KeyGiven.NAME, SubstituteSeated.NAME):
            keys[row.seat] = data_of(row).get("key")
    found = [seat for seat, key in keys.items() if seat is not None and key and from_base64url(key) == published.key]
    if found:
        return found
    raise Broken(f"no seat had the key at version {published.version} by which the published action is signed")
