"""Signatures of players: whose key it was, what was signed, and what a seat that signs has left unsigned."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from cartulary.audit.authority import Tally, describe_authorities
from cartulary.kernel.canonical import base64url
from cartulary.kernel.ed25519 import is_sound_key
from cartulary.kernel.messages import Event
from cartulary.kernel.seats import Seat
from cartulary.kernel.text import counted
from cartulary.match.actions import NameDelegate, SignWith
from cartulary.match.events.administration import DelegateActed, OrderFired
from cartulary.match.events.ending import GameEnded
from cartulary.match.events.fork import ForkBegan
from cartulary.match.events.signing import ActionSigned, DelegateNamed, KeyGiven, OrderSigned
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.game import Game
from cartulary.match.signing import is_same_order, message_of, order_message
from cartulary.match.standing_orders import LASTING
from cartulary.record.bundle import Broken, Bundle, Unchecked
from cartulary.record.decode import decode_all
from cartulary.record.event import RecordedEvent, genesis

Verifies = Callable[[bytes, bytes, bytes], bool]
"""Tells whether an Ed25519 public key has made a signature of a message."""
Signed = ActionSigned | OrderSigned
OR_CHANGED: Final = ", or a hidden value of the file is not what was signed"
MISSING: Final = "the game is over, which hides nothing, and what the seat signed or the signature is missing"


def check_signatures(game: Game[Any], bundle: Bundle, verifies: Verifies | None) -> str:
    """Every signature is by the key of its seat, of what the ply did, on a history that the signer had seen."""
    tally = tally_signatures(game, bundle, verifies)
    words = describe_authorities(tally)
    if tally.withheld:
        hidden = counted(tally.withheld, "signature is", "signatures are")
        raise Unchecked(f"{words}; {hidden} not in the bundle, so of these the record alone says that")
    return words


def tally_signatures(game: Game[Any], bundle: Bundle, verifies: Verifies | None) -> Tally:
    """Check all signatures and count them. Raises Broken, or Unchecked where there is nothing to check them with."""
    tally, begun = Tally(game), False
    for _, group in groupby(bundle.rows, key=lambda row: row.ply):
        rows = list(group)
        events = decode_all(game.event_types, rows)
        signed = check_ply(tally, rows, events, bundle, verifies)
        seat = tally.actor_of(events)
        if isinstance(events[0], DelegateActed | OrderFired | ActionSigned) and seat != events[0].seat:
            raise Broken(f"what seat {events[0].seat} let be done here is of seat {seat}", rows[0].position)
        if begun and seat is not None:
            require_authority(tally, seat, events, rows[0].position, signed)
            if authority := tally.attribute(seat, events[0], signed):
                tally.count(seat, authority)
        for row, event in zip(rows, events, strict=True):
            tally.follow(event)
            if isinstance(event, SubstituteSeated):
                tally.substitutes.setdefault(event.seat, []).append(row.position)
        begun = begun or any(type(each) in game.events or isinstance(each, ForkBegan) for each in events)
    return tally


def list_signed(game: Game[Any], bundle: Bundle, verifies: Verifies | None) -> Mapping[int, bool]:
    """Return the positions of signatures, but for those of delegates, with whether each is in the bundle and holds."""
    signed, delegated = dict[int, bool](), None
    for row, event in zip(bundle.rows, decode_all(game.event_types, bundle.rows), strict=True):
        if isinstance(event, Signed) and row.ply != delegated:
            signed[row.position] = is_confirmed(event, bundle, row.position, verifies)
        delegated = row.ply if isinstance(event, DelegateActed) else None
    return signed


def is_confirmed(signed: Signed, bundle: Bundle, position: int, verifies: Verifies | None) -> bool:
    """Whether a signature is in the bundle and can be checked, and its key has made it."""
    said, build = (signed.action, message_of) if isinstance(signed, ActionSigned) else (signed.order, order_message)
    if said is None or signed.signature is None or verifies is None or not 0 < (signed.version or 0) < position:
        return False
    return is_sound_key(signed.key) and verifies(
        signed.key, signed.signature, build(*place_to_sign(bundle, signed.version or 0), said)
    )


def check_ply(
    tally: Tally, rows: Sequence[RecordedEvent], events: Sequence[Event], bundle: Bundle, verifies: Verifies | None
) -> Signed | None:
    """Check keys and signature of a ply, and return the signature. Raises Broken, Unchecked."""
    signed = next((each for each in events[:2] if isinstance(each, Signed)), None)
    # By place: events that are told in the same words can be one object.
    for place, (row, event) in enumerate(zip(rows, events, strict=True)):
        key = getattr(event, "key", None) if isinstance(event, Signed | KeyGiven | DelegateNamed) else None
        if key is not None and not is_sound_key(key):
            raise Broken("anybody can sign by this key, or it is none", row.position)
        if isinstance(event, Signed):
            before = events[0] if place else None
            if place > 1 or not follows(event, before):
                raise Broken("a signature does not begin its ply", row.position)
            if isinstance(event, OrderSigned):
                assert isinstance(before, OrderFired)
                check_order(tally, before, event, bundle, row.position, verifies)
            else:
                check_signature(tally, event, before, bundle, row.position, verifies)
        elif isinstance(event, KeyGiven | DelegateNamed) and place:
            require_as_signed(event, events[0] if place == 1 else None, row.position)
    return signed


def follows(signed: Signed, before: Event | None) -> bool:
    """Whether a signature stands where it may: first, after the delegate who signs, or after the order."""
    if isinstance(signed, OrderSigned):
        return isinstance(before, OrderFired) and before.seat == signed.seat
    return before is None or (isinstance(before, DelegateActed) and before.seat == signed.seat)


def require_authority(tally: Tally, seat: Seat, events: Sequence[Event], position: int, signed: Signed | None) -> None:
    """Check that a seat that signs has signed a ply, or what the ply came from. Raises Broken."""
    begins = events[0]
    if not tally.keys.get(seat):
        return
    if isinstance(begins, OrderFired):
        if signed is None:
            raise Broken(f"seat {seat} signs what it does, and has not signed this order", position)
    elif isinstance(begins, DelegateActed):
        if (seat, begins.delegate) not in tally.delegates:
            raise Broken(f"seat {seat} signs what it does, and has not named this delegate", position)
        if tally.delegates[seat, begins.delegate] is not None and signed is None:
            raise Broken(f"the delegate of seat {seat} signs, and has not signed this", position)
    elif signed is None and isinstance(begins, KeyGiven):
        raise Broken(f"the earlier key of seat {seat} has not signed this one", position)
    elif signed is None and tally.has_to_sign(seat, begins):
        raise Broken(f"seat {seat} signs what it does, and has not signed this", position)


def require_as_signed(event: KeyGiven | DelegateNamed, signed: Event | None, position: int) -> None:
    """Check that a key or a delegate is what the action names that was signed just before. Raises Broken."""
    if not isinstance(signed, ActionSigned) or event.seat != signed.seat:
        raise Broken(f"nothing that seat {event.seat} did gives this key", position)
    if signed.action is None:
        return
    key = None if event.key is None else base64url(event.key)
    given: dict[str, Any] = {"type": SignWith.NAME, "key": key}
    if isinstance(event, DelegateNamed):
        given = {"type": NameDelegate.NAME, "key": key, "delegate": event.delegate}
    said = {"key": None, **signed.action}
    if said != given:
        raise Broken(f"seat {event.seat} has signed something else than this key{OR_CHANGED}", position)


def check_signature(
    tally: Tally,
    signed: ActionSigned,
    before: Event | None,
    bundle: Bundle,
    position: int,
    verifies: Verifies | None,
) -> None:
    """Check one signature of an action. Raises Broken, Unchecked."""
    seat = signed.seat
    if isinstance(before, DelegateActed):
        if tally.keys.get(seat) and signed.key != tally.delegates.get((seat, before.delegate)):
            raise Broken(f"seat {seat} has not named this key of a delegate", position)
    elif signed.key != tally.keys.get(seat):
        raise Broken(f"this is not the key of seat {seat}", position)
    if not tally.last.get(seat, 0) < signed.version < position:
        raise Broken(f"seat {seat} has signed a later version before, or one that there was not yet", position)
    tally.last[seat] = signed.version
    tally.require_since(seat, signed.version, position)
    if signed.action is None or signed.signature is None:
        withhold(tally, bundle, position)
        return
    require_verified(signed, message_of(*place_to_sign(bundle, signed.version), signed.action), position, verifies)


def check_order(
    tally: Tally, fired: OrderFired, signed: OrderSigned, bundle: Bundle, position: int, verifies: Verifies | None
) -> None:
    """Check one signature of an order. Raises Broken, Unchecked."""
    if signed.key != tally.keys.get(signed.seat):
        raise Broken(f"this is not the key of seat {signed.seat}", position)
    if signed.version is None or signed.order is None or signed.signature is None:
        withhold(tally, bundle, position)
        return
    if not 0 < signed.version < position or not is_same_order(fired, signed):
        raise Broken(f"seat {signed.seat} has signed another order", position)
    is_lasting = (fired.condition or {}).get("kind") in LASTING
    if not is_lasting and signed.signature in tally.fired:
        raise Broken("this order has acted before", position)
    tally.fired.add(signed.signature)
    require_verified(signed, order_message(*place_to_sign(bundle, signed.version), signed.order), position, verifies)
    tally.require_since(signed.seat, signed.version, position)


def withhold(tally: Tally, bundle: Bundle, position: int) -> None:
    """Count a signature that is hidden, as only a game that goes on may have it. Raises Broken."""
    if is_over(bundle):
        raise Broken(MISSING, position)
    tally.withheld += 1


def is_over(bundle: Bundle) -> bool:
    """Whether nothing of the game is hidden any more."""
    return bundle.rows[-1].type == GameEnded.NAME


def place_to_sign(bundle: Bundle, version: int) -> tuple[str, int, bytes]:
    """Return game, version and head, which each signature covers."""
    game_id: str = bundle.header["id"]
    return game_id, version, bundle.rows[version - 1].hash if version else genesis(game_id)


def require_verified(signed: Signed, message: bytes, position: int, verifies: Verifies | None) -> None:
    """Check that the key of a signature has made it. Raises Broken, Unchecked."""
    if verifies is None:
        raise Unchecked("signatures cannot be checked here")
    assert signed.signature is not None
    if not verifies(signed.key, signed.signature, message):
        what = "this order" if isinstance(signed, OrderSigned) else "this"
        raise Broken(f"seat {signed.seat} has not signed {what}{OR_CHANGED}", position)
