"""Receipts that somebody has kept: they show that the server's seed was fixed before the seats added to the shuffle."""

from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from typing import Final, NamedTuple

from cartulary.kernel.canonical import base64url
from cartulary.kernel.seats import Seat
from cartulary.match.events.seating import EntropyCommitted, EntropyOpened, SeatCleared, SeatLeft, SeatTaken
from cartulary.match.seating import seat_commitment
from cartulary.match.state import Match
from cartulary.record.bundle import WRONG, Broken, Bundle, Unchecked, read_receipt
from cartulary.record.decode import data_of
from cartulary.record.event import RecordedEvent

UNSIGNED: Final = "the receipt is no note that the key has signed"
SPOILT: Final = "a signature by the key does not hold"
NO_SEAT: Final = "there is no seat"
NOT_ONE: Final = "the file of the receipt holds no note of a game, or several: give each note in a file of its own"
CONTRADICTS: Final = "the receipt, which the key has signed,"
"""How the words begin of a receipt which, if the file is signed too, shows that the signer told two histories."""

FREED: Final = (SeatLeft.NAME, SeatCleared.NAME)

Receipt = str | Broken
"""The text of a note that a key has signed, or why it is none."""


def check_receipts(bundle: Bundle, match: Match, receipts: Sequence[Receipt]) -> str:
    """The heads of all receipts stand in the chain."""
    if not receipts:
        raise Unchecked("no earlier receipt was given")
    versions = sorted({check_receipt(bundle, match, each) for each in receipts})
    if len(versions) == 1:
        return f"the receipt's head stands at version {versions[0]}"
    return f"the receipts' heads stand at versions {', '.join(map(str, versions))}"


def check_receipt(bundle: Bundle, match: Match, receipt: Receipt) -> int:
    """The head of a receipt stands in the chain; its version."""
    if isinstance(receipt, Broken):
        raise receipt
    game, version, head = read_receipt(receipt)
    if game != match.id:
        raise Broken(f"the receipt is about another game: {game}")
    if version > len(bundle.rows) and match.result is not None:
        raise Broken(f"{CONTRADICTS} is for version {version}, and the bundle ends at {len(bundle.rows)} with the game")
    if version > len(bundle.rows):
        raise Broken(f"the receipt is for version {version}, and the bundle ends at {len(bundle.rows)}: read it anew")
    if version < 1:
        raise Broken("the receipt is for no version of a game, for these count from 1")
    if head != base64url(bundle.rows[version - 1].hash):
        raise Broken(f"{CONTRADICTS} has another head for version {version}")
    return version


def list_fitting(bundle: Bundle, match: Match, receipts: Sequence[Receipt]) -> list[int]:
    """Return the versions of the receipts whose heads stand in the chain, whatever the others are."""
    versions = list[int]()
    for each in receipts:
        with suppress(Broken, *WRONG):
            versions.append(check_receipt(bundle, match, each))
    return sorted(versions)


class Contribution(NamedTuple):
    """Positions at which a seat could choose no other entropy, and at which it showed it; None if it has not."""

    fixed: int
    shown: int | None = None


def list_contributions(rows: Sequence[RecordedEvent]) -> dict[Seat, Contribution]:
    """Return where each seat committed to its entropy, or showed it; seats that added none, or left, are left out.

    Bytes that stand there before, of a seat that was left or of another one, were shown there.
    """
    found, first = dict[Seat, Contribution](), dict[str, int]()
    for row in rows:
        if row.seat is None:
            continue
        if row.type in FREED:
            found.pop(row.seat, None)
        elif row.type == EntropyCommitted.NAME:
            found[row.seat] = Contribution(row.position)
        elif row.type in (SeatTaken.NAME, EntropyOpened.NAME) and data_of(row)["entropy"]:
            fixed, _ = found.get(row.seat, Contribution(row.position))
            found[row.seat] = Contribution(fixed, first.setdefault(data_of(row)["entropy"], row.position))
    return found


def list_deciding_seats(rows: Sequence[RecordedEvent], version: int) -> list[Seat]:
    """Return the seats of which one honest one kept anybody from choosing the deck.

    Somebody has to have kept a receipt of this version then: they showed their entropy after it, and all others sat and
    stayed, with entropy that was fixed or none. Who sits down or leaves later chooses between bytes and none. A bot is
    the operator's, and its bytes are.
    """
    bots = {row.seat: data_of(row)["bot"] for row in rows if row.type == SeatTaken.NAME}
    changed = {row.seat for row in rows if row.type in (SeatTaken.NAME, *FREED) and row.position > version}
    late = changed | {seat for seat, each in list_contributions(rows).items() if each.fixed > version}
    return [seat for seat in list_vouched_seats(rows, version) if late <= {seat} and bots.get(seat) is None]


def list_vouched_seats(rows: Sequence[RecordedEvent], version: int) -> list[Seat]:
    """Return the seats that showed their entropy after a receipt's version: the seed was not chosen to suit it."""
    return sorted(seat for seat, each in list_contributions(rows).items() if each.shown and each.shown > version)


def check_entropy(match: Match, rows: Sequence[RecordedEvent], own: Mapping[Seat, bytes]) -> str:
    """The seats have added the bytes that their players say, or committed to them. Raises Broken, Unchecked."""
    words, unchecked = list[str](), list[str]()
    for seat, entropy in sorted(own.items()):
        try:
            words.append(compare_entropy(match, rows, seat, entropy))
        except Unchecked as reason:
            unchecked.append(str(reason))
    if unchecked:
        raise Unchecked("; ".join([*unchecked, *words]))
    return "; ".join(words)


def compare_entropy(match: Match, rows: Sequence[RecordedEvent], seat: Seat, entropy: bytes) -> str:
    """Say what the record has of the bytes of a seat.

    Raises Broken if it has others, or none though somebody sits; Unchecked if who added them has got up, or had to.
    """
    if not 0 <= seat < len(match.entropy):
        raise Broken(f"{NO_SEAT} {seat}")
    if match.players[seat] is None:
        raise Unchecked(f"nobody sits at seat {seat}, so there are no bytes to compare")
    if match.entropy[seat] == entropy:
        return f"the bytes given are what seat {seat} added"
    commitment = seat_commitment(match.id, seat, entropy)
    if not match.entropy[seat] and match.commitments[seat] == commitment:
        return f"the bytes given are what seat {seat} committed to, and has not shown"
    if place := find_leaving(rows, seat, {base64url(entropy), base64url(commitment)}):
        raise Unchecked(f"seat {seat}, which had the bytes given, was left at event {place}, and taken without them")
    if match.entropy[seat]:
        raise Broken(f"seat {seat} has added other bytes than those given")
    if not match.commitments[seat]:
        raise Broken(f"seat {seat} has added no bytes")
    raise Broken(f"seat {seat} has committed to other bytes than those given")


def find_leaving(rows: Sequence[RecordedEvent], seat: Seat, added: Set[str]) -> int | None:
    """Return where a seat was left, or cleared, for the last time after one of these had been added there."""
    has_added, place = False, None
    for row in (each for each in rows if each.seat == seat):
        if row.type in FREED and has_added:
            has_added, place = False, row.position
        elif row.type in (SeatTaken.NAME, EntropyCommitted.NAME):
            has_added |= bool({data_of(row).get("entropy"), data_of(row).get("commitment")} & added)
    return place
