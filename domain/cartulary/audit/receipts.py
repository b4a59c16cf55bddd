"""Receipts that somebody has kept: they show that the server's seed was fixed before the seats added to the shuffle."""

from collections.abc import Mapping, Sequence
from typing import Final

from cartulary.kernel.seats import Seat
from cartulary.match.events.seating import EntropyCommitted, EntropyOpened, SeatCleared, SeatLeft, SeatTaken
from cartulary.match.state import Match
from cartulary.record.bundle import Broken, Bundle, Unchecked, receipt_text
from cartulary.record.decode import data_of
from cartulary.record.event import RecordedEvent

UNSIGNED: Final = "the receipt is no note that the key has signed"
ANOTHER_HEAD: Final = "the receipt, which the key has signed, has another head"


def check_receipts(bundle: Bundle, match: Match, receipts: Sequence[str]) -> str:
    """The heads of all receipts stand in the chain. An empty text is a note that no key has signed."""
    if not receipts:
        raise Unchecked("no earlier receipt was given")
    versions = sorted({check_receipt(bundle, match, each) for each in receipts})
    if len(versions) == 1:
        return f"the receipt's head stands at version {versions[0]}"
    return f"the receipts' heads stand at versions {', '.join(map(str, versions))}"


def check_receipt(bundle: Bundle, match: Match, receipt: str) -> int:
    """The head of a receipt stands in the chain; its version."""
    if not receipt:
        raise Broken(UNSIGNED)
    _, game, number, *_ = receipt.split("\n")
    version = int(number)
    if game != match.id:
        raise Broken(f"the receipt is about another game: {game}")
    if version > len(bundle.rows):
        raise Broken(f"the receipt is for version {version}, and the bundle ends at {len(bundle.rows)}: read it anew")
    if version < 1:
        raise Broken("the receipt is for no version of a game, for these count from 1")
    if receipt != receipt_text(match.id, version, bundle.rows[version - 1].hash):
        raise Broken(f"{ANOTHER_HEAD} for version {version}")
    return version


def shown_at(rows: Sequence[RecordedEvent]) -> dict[Seat, int]:
    """Return the position at which each seat showed the entropy that stands; seats that added none are left out."""
    shown: dict[Seat, int] = {}
    for row in rows:
        if row.seat is None:
            continue
        if row.type in (SeatLeft.NAME, SeatCleared.NAME):
            shown.pop(row.seat, None)
        if row.type in (SeatTaken.NAME, EntropyOpened.NAME) and data_of(row)["entropy"]:
            shown[row.seat] = row.position
    return shown


def fixed_at(rows: Sequence[RecordedEvent]) -> dict[Seat, int]:
    """Return the position from which each seat could choose no other entropy: it had committed to it, or shown it."""
    fixed: dict[Seat, int] = {}
    for row in rows:
        if row.seat is None:
            continue
        if row.type in (SeatLeft.NAME, SeatCleared.NAME):
            fixed.pop(row.seat, None)
        if row.type == EntropyCommitted.NAME or (row.type == SeatTaken.NAME and data_of(row)["entropy"]):
            fixed[row.seat] = row.position
    return fixed


def list_deciding_seats(rows: Sequence[RecordedEvent], version: int) -> list[Seat]:
    """Return the seats of which one honest one kept anybody from choosing the deck.

    Somebody has to have kept a receipt of this version then: they showed their entropy after it, and that of all others
    was fixed.
    """
    fixed = fixed_at(rows)
    return [
        seat
        for seat in list_vouched_seats(rows, version)
        if all(position <= version for other, position in fixed.items() if other != seat)
    ]


def list_vouched_seats(rows: Sequence[RecordedEvent], version: int) -> list[Seat]:
    """Return the seats that showed their entropy after a receipt's version: the seed was not chosen to suit it."""
    return sorted(seat for seat, position in shown_at(rows).items() if position > version)


def check_entropy(match: Match, own: Mapping[Seat, bytes]) -> str:
    """The seats have added the bytes that their players say."""
    for seat, entropy in own.items():
        if not 0 <= seat < len(match.entropy):
            raise Broken(f"there is no seat {seat}")
        if match.entropy[seat] != entropy:
            raise Broken(f"seat {seat} has added other bytes than those given")
    seats = ", ".join(map(str, sorted(own)))
    return f"the bytes given are what seat {seats} added" if len(own) == 1 else f"seats {seats} added the bytes given"
