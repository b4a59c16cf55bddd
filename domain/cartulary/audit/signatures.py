"""Signatures of players: whose key it was, what was signed, and how many plies are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from cartulary.kernel.ed25519 import is_sound_key
from cartulary.kernel.messages import Event
from cartulary.kernel.seats import Seat
from cartulary.match.events.administration import DelegateActed, OrderFired, RulesAgreed
from cartulary.match.events.clock import BotTookOver, SeatReturned, TimeExpired
from cartulary.match.events.fork import ForkBegan
from cartulary.match.events.seating import SeatLeft, SeatTaken
from cartulary.match.events.signing import ActionSigned, KeyGiven
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.game import Game
from cartulary.match.signing import message_of
from cartulary.record.bundle import Broken, Bundle, Unchecked
from cartulary.record.decode import decode_all
from cartulary.record.event import RecordedEvent, genesis

Verifies = Callable[[bytes, bytes, bytes], bool]
"""Tells whether an Ed25519 public key has made a signature of a message."""
UNSIGNED: Final = (DelegateActed, RulesAgreed)
"""Events with which a ply begins that is not signed by the key of the seat, though a player has caused it."""
NOT_BY_PLAYERS: Final = (TimeExpired, OrderFired, SeatTaken, SeatLeft, KeyGiven, SubstituteSeated)
"""Events that begin a ply which no player can sign, or none yet."""


@dataclass
class Tally:
    """What the seats have signed, by the events up to here."""

    keys: dict[Seat, bytes | None] = field(default_factory=dict)
    bots: set[Seat] = field(default_factory=set)
    last: dict[Seat, int] = field(default_factory=dict)
    """Version that each seat signed last."""
    plies: dict[Seat, int] = field(default_factory=dict)
    signed: dict[Seat, int] = field(default_factory=dict)
    withheld: int = 0

    def follow(self, event: Event) -> None:
        """Note whose key counts, and where a bot plays."""
        match event:
            case SeatTaken(seat=seat, bot=bot):
                self.bots = self.bots | {seat} if bot else self.bots - {seat}
            case SubstituteSeated(seat=seat):
                self.keys[seat] = None
                self.bots.discard(seat)
            case KeyGiven(seat=seat):
                self.keys[seat] = event.key
            case BotTookOver(seat=seat):
                self.bots.add(seat)
            case SeatReturned(seat=seat):
                self.bots.discard(seat)
            case _:
                pass


def check_signatures(game: Game[Any], bundle: Bundle, verifies: Verifies | None) -> str:
    """Every signature is by the key of its seat, of what the ply did, on a history that the signer had seen."""
    tally = tally_signatures(game, bundle, verifies)
    if not any(tally.signed.values()):
        return "no ply is signed: who acted rests on the operator's word"
    counts = ", ".join(f"seat {seat} {tally.signed.get(seat, 0)} of {all}" for seat, all in sorted(tally.plies.items()))
    words = f"{sum(tally.signed.values())} of {sum(tally.plies.values())} plies of players are signed: {counts}"
    if tally.withheld:
        raise Unchecked(f"{words}; {tally.withheld} signatures are not in the bundle")
    return words


def tally_signatures(game: Game[Any], bundle: Bundle, verifies: Verifies | None) -> Tally:
    """Check all signatures and count them. Raises Broken, or Unchecked where there is nothing to check them with."""
    tally, game_id, begun = Tally(), bundle.header["id"], False
    for _, group in groupby(bundle.rows, key=lambda row: row.ply):
        rows = list(group)
        events = decode_all(game.event_types, rows)
        begins = events[0]
        signed = next((each for each in events[:2] if isinstance(each, ActionSigned)), None)
        for row, event in zip(rows, events, strict=True):
            if isinstance(event, ActionSigned | KeyGiven) and not is_sound_key(event.key):
                raise Broken("anybody can sign by this key, or it is none", row.position)
            if isinstance(event, ActionSigned):
                if event is not signed or (event is not begins and not isinstance(begins, DelegateActed)):
                    raise Broken("a signature does not begin its ply", row.position)
                check_signature(tally, event, bundle.rows, row.position, verifies, game_id)
        seat = rows[0].seat
        if begun and seat is not None and seat not in tally.bots and not isinstance(begins, NOT_BY_PLAYERS):
            if signed is None and tally.keys.get(seat) and not isinstance(begins, UNSIGNED):
                raise Broken(f"seat {seat} signs what it does, and has not signed this", rows[0].position)
            tally.plies[seat] = tally.plies.get(seat, 0) + 1
            tally.signed[seat] = tally.signed.get(seat, 0) + (signed is not None)
        for event in events:
            tally.follow(event)
        begun = begun or any(type(each) in game.events or isinstance(each, ForkBegan) for each in events)
    return tally


def check_signature(
    tally: Tally,
    signed: ActionSigned,
    rows: Sequence[RecordedEvent],
    position: int,
    verifies: Verifies | None,
    game_id: str,
) -> None:
    """Check one signature. Raises Broken, Unchecked."""
    delegated = rows[position - 2].type == DelegateActed.NAME and rows[position - 2].ply == rows[position - 1].ply
    if not delegated and signed.key != tally.keys.get(signed.seat):
        raise Broken(f"this is not the key of seat {signed.seat}", position)
    if not tally.last.get(signed.seat, 0) < signed.version < position:
        raise Broken(f"seat {signed.seat} has signed a later version before, or one that there was not yet", position)
    tally.last[signed.seat] = signed.version
    if signed.action is None or signed.signature is None:
        tally.withheld += 1
        return
    if verifies is None:
        raise Unchecked("signatures cannot be checked here")
    head = rows[signed.version - 1].hash if signed.version else genesis(game_id)
    if not verifies(signed.key, signed.signature, message_of(game_id, signed.version, head, signed.action)):
        raise Broken(f"seat {signed.seat} has not signed this", position)


def signed_json(tally: Tally) -> list[Mapping[str, int]]:
    """Return how many plies of each seat are signed, on the wire."""
    counts = sorted(tally.plies.items())
    return [{"seat": seat, "signed": tally.signed.get(seat, 0), "plies": plies} for seat, plies in counts]
