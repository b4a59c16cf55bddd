"""Proofs that the transparency log holds a game, and that witnesses have seen it in time."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from json import dumps
from typing import Final, NamedTuple, Protocol

from cartulary.audit.listing import BEGINNINGS
from cartulary.kernel.text import counted
from cartulary.match.events.ending import VOID, GameEnded
from cartulary.match.events.seating import SeatTaken
from cartulary.match.state import Match
from cartulary.record.bundle import WRONG, Broken, Bundle, HeadProof, Unchecked, decode_base64url
from cartulary.record.decode import data_of
from cartulary.record.event import RecordedEvent, time_of
from cartulary.transparency.checkpoint import BadCheckpoint, Checkpoint
from cartulary.transparency.inclusion import InclusionProof
from cartulary.transparency.leaf import NO_BLANKS, Leaf
from cartulary.transparency.merkle_tree import BadProof, Span, hash_leaf, hashes_with

SECONDS_TO_LOG: Final = 86_400
"""What is not in a cosigned checkpoint a day after its time was told wrongly, or logged too late."""
SECONDS_OF_SKEW: Final = 60
"""How much the clocks of the service and of witnesses may differ."""


class CheckpointReader(Protocol):
    """Reads signed checkpoints by the keys that somebody trusts."""

    def open(self, note: str) -> Checkpoint:
        """Return a checkpoint that the service has signed. Raises Broken."""

    def list_times(self, note: str) -> Sequence[int]:
        """Return when each of the trusted witnesses cosigned it, in seconds of POSIX time. Raises Broken."""

    @property
    def count(self) -> int:
        """Number of the witnesses that are trusted."""

    @property
    def quorum(self) -> int:
        """Number of them that must have cosigned a checkpoint."""


HIDES: Final = "hides its game, which the record says is public: check-log would not see it"
NAMES: Final = "names its game, which the record says is private"
LATE: Final = "more than a day after its time by the clock of this machine"
TO_COME: Final = "by the clock of this machine its time is yet to come"
CLOCKS: Final = "the clocks of witnesses and of the service it was seen"
OTHERS: Final = "; of other versions nothing shows that"


def check_log(bundle: Bundle, reader: CheckpointReader, asked_at: int | None = None) -> str:
    """The log holds the heads that the proofs say, and all that it has to hold.

    `asked_at` is when the proofs were asked for, in seconds of POSIX time; a day after an event
    its entry has to be there, and no event may be at a time that was yet to come.
    """
    shown = [check_proof(bundle, each, reader) for each in bundle.proofs]
    names = {each.checkpoint.origin for each in shown}
    if len(names) > 1:
        raise Broken(f"the proofs are of more than one log: {', '.join(map(quote_name, sorted(names)))}")
    require_one_log(shown)
    versions = [*dict.fromkeys(each.version for each in bundle.proofs)]
    heads = "the head of version" if len(versions) == 1 else "heads of versions"
    held = f"the log {', '.join(map(quote_name, names))} holds {heads} {', '.join(map(str, versions))}"
    words = held if versions else "the file has no proofs of the log"
    if not reader.count:
        words += "; no witness was given, so others may be shown another log"
    missing = [each for each in list_due(bundle.rows) if each not in versions]
    late = [each for each in missing if asked_at is not None and is_late(bundle.rows[each - 1], asked_at)]
    if early := find_event_to_come(bundle.rows, asked_at):
        raise Broken(f"{words}; {TO_COME}", early.position)
    if late:
        lacks = f"of version {', '.join(map(str, late))} the file has none, {LATE}"
        raise Broken(f"{words}; {lacks}", late[-1])
    if missing:
        raise Unchecked(f"{words}; of version {', '.join(map(str, missing))} the file has none")
    return words


def quote_name(name: str) -> str:
    """Return the name of a log so that it can be told from the words around it."""
    return name if NO_BLANKS.fullmatch(name) else dumps(name)


def list_due(rows: Sequence[RecordedEvent]) -> list[int]:
    """Return the versions that the log has to hold: creation, full seats once the game has begun, and its end.

    A game that became void may have been so before the log looked at its seats.
    """
    last, has_begun = rows[-1], any(row.type in BEGINNINGS for row in rows)
    has_ended = last.type == GameEnded.NAME
    is_void = has_ended and data_of(last)["kind"] == VOID
    taken = [at for at, row in enumerate(rows, 1) if row.type == SeatTaken.NAME and has_begun and not is_void]
    return [1, *taken[-1:], *[len(rows)] * has_ended]


def is_late(row: RecordedEvent, asked_at: int) -> bool:
    """Whether the log has had a day to hold an event."""
    return asked_at - seconds_of(time_of(row)) > SECONDS_TO_LOG


def find_event_to_come(rows: Sequence[RecordedEvent], asked_at: int | None) -> RecordedEvent | None:
    """Return the first event at a time that was yet to come then, in seconds of POSIX time; None if there is none."""
    if asked_at is None:
        return None
    return next((row for row in rows if seconds_of(time_of(row)) > asked_at + SECONDS_OF_SKEW), None)


class Shown(NamedTuple):
    """What a proof shows of the log: a checkpoint, and hashes of subtrees."""

    checkpoint: Checkpoint
    hashes: Mapping[Span, bytes]


def require_one_log(shown: Sequence[Shown]) -> None:
    """Check that proofs of logs of one name are not of two: no subtree has two hashes. Raises Broken."""
    roots, known = dict[int, bytes](), dict[Span, bytes]()
    for checkpoint, hashes in shown:
        if roots.setdefault(checkpoint.size, checkpoint.root) != checkpoint.root:
            raise Broken(f"the proofs are not of one log: of {checkpoint.size} entries two roots are signed")
        for span, found in hashes.items():
            if known.setdefault(span, found) != found:
                alone = f"two entries stand at its place {span.start}"
                several = f"its entries {span.start} to {span.end - 1} are not the same"
                words = alone if span.end - span.start == 1 else several
                raise Broken(f"the proofs are not of one log: {words}")


def check_proof(bundle: Bundle, given: HeadProof, reader: CheckpointReader) -> Shown:
    """The log holds the head of a version. Raises Broken."""
    if not 0 < given.version <= len(bundle.rows):
        raise Broken(f"a proof is for version {given.version}, and the bundle ends at {len(bundle.rows)}")
    salt = None if given.salt is None else decode_base64url(given.salt)
    leaf = Leaf(bundle.header["id"], given.version, bundle.rows[given.version - 1].hash, salt)
    try:
        proof = InclusionProof.parse(given.proof)
        checkpoint = reader.open(proof.checkpoint)
        hashes = hashes_with(hash_leaf(leaf.entry()), proof.index, Span(0, checkpoint.size), proof.path)
    except (BadProof, BadCheckpoint) as error:
        raise Broken(f"the proof for version {given.version} is none: {error}") from error
    if hashes[Span(0, checkpoint.size)] != checkpoint.root:
        raise Broken(f"the proof does not show this head in the log for version {given.version}")
    if (salt is not None) != data_of(bundle.rows[0])["private"]:
        raise Broken(f"the entry for version {given.version} {NAMES if salt is None else HIDES}")
    return Shown(checkpoint, hashes)


def check_witnesses(bundle: Bundle, match: Match, reader: CheckpointReader, quorum: int) -> str:
    """Enough witnesses have seen the game in the log, at about the times that the record states."""
    versions = {each.version for each in bundle.proofs}
    if not versions:
        raise Broken("the bundle has no proofs of the log: ask for it with log=true")
    if match.result is not None and match.version not in versions:
        raise Broken("the bundle does not prove that the log holds the end of the game")
    delays = [check_times(bundle, each, reader, quorum) for each in bundle.proofs]
    seen = ("version " if len(versions) == 1 else "versions ") + ", ".join(map(str, sorted(versions)))
    others = ", of each perhaps others," if len(versions) > 1 and quorum < reader.count else ""
    return f"{quorum} of the witnesses given{others} saw {seen}, at most {max(delays)} s after their times{OTHERS}"


def count_witnesses(bundle: Bundle, match: Match, reader: CheckpointReader) -> int:
    """Return how many witnesses have cosigned every checkpoint; none where something about that is wrong."""
    for quorum in range(reader.count, 0, -1):
        try:
            check_witnesses(bundle, match, reader, quorum)
        except (Broken, *WRONG):
            continue
        return quorum
    return 0


def check_times(bundle: Bundle, given: HeadProof, reader: CheckpointReader, quorum: int) -> int:
    """Enough witnesses have cosigned a checkpoint in time; how many seconds after the event's own time.

    A witness whose time is before that of the event saw it at another time than the record states, and doesn't count.
    """
    try:
        proof = InclusionProof.parse(given.proof)
    except BadCheckpoint as error:
        raise Broken(f"the proof for version {given.version} is none: {error}") from error
    times = reader.list_times(proof.checkpoint)
    stated = seconds_of(time_of(bundle.rows[given.version - 1]))
    delays = sorted(time - stated for time in times)
    early = [each for each in delays if each < -SECONDS_OF_SKEW]
    if len(early) >= quorum:
        words = f"by {CLOCKS} {-early[quorum - 1]} s before the time stated, so one of these clocks, or more, was wrong"
        raise Broken(words, given.version)
    rest = delays[len(early) :]
    if len(rest) < quorum:
        have = counted(len(rest), "of the witnesses has", "of the witnesses have")
        before = f" ({len(early)} more did before the time stated)" if early else ""
        raise Broken(f"{have} cosigned the checkpoint for version {given.version}{before}, not {quorum}")
    delay = rest[quorum - 1]
    if delay > SECONDS_TO_LOG:
        words = f"by {CLOCKS} {delay} s after the time stated, so the log was late, or one of these clocks was wrong"
        raise Broken(words, given.version)
    return max(delay, 0)


def seconds_of(time: str) -> int:
    """Return a time of the record as POSIX time."""
    return int(datetime.fromisoformat(time).timestamp())
