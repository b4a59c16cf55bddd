"""Signed actions that a player has published: they contradict a record in which the seat's time ran out instead."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from cartulary.audit.signatures import MISSING, Verifies, is_over, list_signed
from cartulary.kernel.canonical import canonical, from_base64url
from cartulary.kernel.codec import Inline, decode_action, fields_of
from cartulary.kernel.declarations import require_declared
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import EVERYTHING
from cartulary.match.actions import NameDelegate, SignWith
from cartulary.match.decide import decide
from cartulary.match.events.administration import GameCorrected, OrderFired
from cartulary.match.events.clock import TimeExpired
from cartulary.match.events.signing import ActionSigned, DelegateNamed, KeyGiven
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.events.undo import ActionsTakenBack
from cartulary.match.evolve import replay
from cartulary.match.game import Game
from cartulary.match.history import counting
from cartulary.match.signing import message_of
from cartulary.match.state import Match
from cartulary.record.bundle import WRONG, Broken, Bundle, Unchecked, canonical_line, decode_base64url
from cartulary.record.decode import data_of, decode
from cartulary.record.event import RecordedEvent, time_of

NO_ACTS: Final = (DelegateNamed.NAME, KeyGiven.NAME)
"""Events of plies by which a seat says who acts for it: none is an answer to a signed move."""
SAY_WHO_ACTS: Final = (NameDelegate.NAME, SignWith.NAME)
VERSION: Final = re.compile("[1-9][0-9]{0,9}")
ACTS: Final = (ActionSigned.NAME, OrderFired.NAME)
"""Events that begin a ply of the player; bots and delegates begin theirs otherwise."""
NO_ACTION: Final = "a published action is two lines: canonical JSON, and its Action-Signature"
STANDS: Final = "stands at event"


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

    @property
    def passed_over(self) -> Sequence[str]:
        """Names of the events that make a ply no answer to it."""
        return () if self.action.get("type") in SAY_WHO_ACTS else NO_ACTS


def check_actions(game: Game[Any], bundle: Bundle, texts: Sequence[str], verifies: Verifies | None) -> str:
    """The record has each published action, or what the seat did instead. Raises Broken where its time ran out."""
    words, unchecked = list[str](), list[str]()
    for text in texts:
        try:
            words.append(check_action(game, bundle, PublishedAction.read(text), verifies))
        except Unchecked as reason:
            unchecked.append(str(reason))
    if unchecked:
        raise Unchecked("; ".join([*unchecked, *words]))
    return "; ".join(words)


def check_action(game: Game[Any], bundle: Bundle, published: PublishedAction, verifies: Verifies | None) -> str:
    """Compare one action with what each seat of its key did. Raises Broken, Unchecked."""
    words, unchecked, broken = list[str](), list[str](), list[Broken]()
    signed = list_signed(game, bundle, verifies)
    for seat in find_signers(bundle, published, verifies):
        try:
            words.append(check_seat(game, bundle, published, seat, signed))
        except Unchecked as reason:
            unchecked.append(str(reason))
        except Broken as reason:
            broken.append(reason)
    if broken and not any(STANDS in each for each in words):
        raise broken[0]
    if broken or unchecked:
        raise Unchecked("; ".join([*map(str, broken), *unchecked, *words]))
    return "; ".join(words)


def check_seat(
    game: Game[Any], bundle: Bundle, published: PublishedAction, seat: Seat, holding: Mapping[int, bool]
) -> str:
    """Compare one action with what a seat of its key did. Raises Broken, Unchecked.

    Only what a signature holds for is an answer: in a running game nothing else holds hidden values to what they were.
    `holding` says of the positions of signatures whether they hold.
    """
    name = f"the action that seat {seat} published for version {published.version}"
    counted = {each.position for each in counting(bundle.rows)}
    row = find_answer(bundle.rows[published.version :], seat, published.passed_over, counted)
    if row is None:
        raise Unchecked(f"the record has nothing of seat {seat} itself after version {published.version}")
    signed = read_signed(game, bundle, row)
    signed_at = row.position + 1 if row.type == OrderFired.NAME else row.position
    if row.type != TimeExpired.NAME and not holding.get(signed_at):
        raise Unchecked(f"no signature in the bundle holds for what the seat did at event {row.position}")
    if signed is not None and signed.version == published.version:
        words = describe_signed(signed, row, published, name)
        return words if row.position in counted else f"{words}, which was taken back later"
    if back := find_way_back(bundle.rows[published.version : row.position], published.version):
        raise Unchecked(f"{name} could be refused after event {back}, which goes back to before that version")
    if row.type != TimeExpired.NAME:
        return f"instead of {name}, the record has something else of this seat (event {row.position}, {row.type})"
    if not is_over(bundle):
        words = f"{name} was signed, and the record says at event {row.position} that the seat's time ran out"
        raise Unchecked(f"{words}; whether it was legal, and so held back, shows once the game has ended")
    before = [each for each in bundle.rows[: row.position] if each.ply < row.ply]
    refusals = find_refusals(game, bundle.header["id"], before, published, seat)
    if reason := refusals.get(published.version):
        return f"{name} was not legal by the rules of this program: {reason}"
    if since := next((each for each in before[published.version :] if each.seat == seat), None):
        raise Unchecked(f"{name} could be refused after event {since.position}, which is about that seat")
    for version, reason in refusals.items():
        raise Unchecked(f"{name} was not legal any more after event {version}: {reason}")
    words = f"{name} was signed and legal by this program's rules, and the record says that the seat's time ran out"
    causes = "the move was held back, never sent, sent too late, or signed after that"
    raise Broken(f"{words}: {causes}", row.position)


def find_way_back(rows: Sequence[RecordedEvent], version: int) -> int | None:
    """Return the position of the first event that takes back what stood at a version."""
    backward = (row for row in rows if row.type in (ActionsTakenBack.NAME, GameCorrected.NAME))
    return next((row.position for row in backward if data_of(row)["back_to"] < version), None)


def find_signers(bundle: Bundle, published: PublishedAction, verifies: Verifies | None) -> list[Seat]:
    """Return the seats whose key has signed the action, on the history of this bundle. Raises Broken, Unchecked."""
    if verifies is None:
        raise Unchecked("signatures cannot be checked here")
    if not 0 < published.version <= len(bundle.rows):
        raise Broken(f"an action was published for version {published.version}, and the bundle ends before")
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


def find_answer(
    rows: Sequence[RecordedEvent], seat: Seat, passed_over: Sequence[str], counted: Container[int]
) -> RecordedEvent | None:
    """Return the first event of the first ply of the player of a seat, or by which its time ran out.

    Where a correction took back that the time ran out, so that the position is not `counted`, the seat could still act.
    """
    for _, group in groupby(rows, key=lambda row: row.ply):
        ply = list(group)
        acts = ply[0].type in ACTS and not any(row.type in passed_over for row in ply)
        for row in ply:
            if row.seat == seat and row.type == SubstituteSeated.NAME:
                return None
            expired = row.type == TimeExpired.NAME and row.position in counted
            if row.seat == seat and (expired or (acts and row is ply[0])):
                return row
    return None


def read_signed(game: Game[Any], bundle: Bundle, row: RecordedEvent) -> ActionSigned | None:
    """Return what begins a signed ply; None for another. Raises Unchecked if it is hidden, Broken if missing."""
    signed = decode(game.event_types, row)
    if not isinstance(signed, ActionSigned):
        return None
    if signed.action is None and is_over(bundle):
        raise Broken(MISSING, row.position)
    if signed.action is None:
        raise Unchecked(f"what the seat signed at event {row.position} is not in the bundle")
    return signed


def describe_signed(signed: ActionSigned, row: RecordedEvent, published: PublishedAction, name: str) -> str:
    """Tell whether a signed ply is the published action."""
    if canonical(signed.action) == canonical(published.action):
        return f"{name} {STANDS} {row.position}"
    return f"instead of {name}, the seat signed another one (event {row.position})"


def find_refusals(
    game: Game[Any], game_id: str, rows: Sequence[RecordedEvent], published: PublishedAction, seat: Seat
) -> dict[int, str]:
    """Return why the rules refuse the action, by the versions from its own on; none where the bundle lacks the seed."""
    plies = {row.ply: row.position for row in rows}
    matches = replay(game, game_id, rows, EVERYTHING, published.version)
    ends = (match for match in matches if plies[match.ply] == match.version)
    found = {match.version: find_refusal(match, rows, published, seat) for match in ends}
    return {version: reason for version, reason in found.items() if reason is not None}


def list_members(action: Action) -> Iterator[str]:
    """Yield the names of the fields of an action on the wire, and of the action in it."""
    for each in fields_of(type(action)):
        yield each.wire
        if each.mark(Inline):
            yield from list_members(getattr(action, each.name))


def find_refusal(match: Match, rows: Sequence[RecordedEvent], published: PublishedAction, seat: Seat) -> str | None:
    """Return why the rules refuse the action at a version; None where they allow it, or where the seed is not known."""
    if match.seed is None:
        return None
    earlier = rows[: match.version]
    try:
        action = decode_action(dict(match.action_types()), published.action)
        require_declared(action)
        if undeclared := published.action.keys() - {"type", *list_members(action)}:
            return f"an action {action.NAME} has no {min(undeclared)}"
        decide(match, seat, action, time_of(earlier[-1]), lambda: earlier)
    except Rejected as error:
        return str(error)
    except WRONG:
        return "it is no action of this game"
    return None
