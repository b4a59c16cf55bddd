"""Signed actions and orders: whose key counts, and which version a signature may be about."""

from typing import Final
from uuid import UUID

from cartulary.kernel.canonical import canonical, from_base64url
from cartulary.kernel.ed25519 import is_sound_key
from cartulary.kernel.hashing import digest
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.actions import ComeBack, NameDelegate, SignWith
from cartulary.match.decision import Decision, happen
from cartulary.match.events.administration import DelegateActed, OrderFired
from cartulary.match.events.signing import ActionSigned, DelegateNamed, KeyGiven, OrderSigned
from cartulary.match.evolve import fold
from cartulary.match.history import History
from cartulary.match.state import Match, require_playing

OF_PLAYERS: Final = (SignWith, NameDelegate, ComeBack)
"""Actions that only a player takes, also while a bot plays for the seat."""
MISSING: Final = "Your seat signs what it does, by a key that it has given; sign this too, by that key."


def message_of(game_id: str, version: int, head: bytes, action: object) -> bytes:
    """Return what a signature of an action is over."""
    return digest("action", game_id, version, head, canonical(action))


def order_message(game_id: str, version: int, head: bytes, order: object) -> bytes:
    """Return what a signature of a standing order is over."""
    return digest("order", game_id, version, head, canonical(order))


def read_key(text: str) -> bytes:
    """A public key from its base64url. Raises Rejected."""
    try:
        key = from_base64url(text)
    except ValueError:
        key = b""
    if not is_sound_key(key):
        raise Rejected(
            "key.malformed",
            "A key is the 32 bytes of an Ed25519 public key, as base64url: a point in its only spelling, and none of "
            "small order. Make a new key.",
        )
    return key


def sign_with(match: Match, seat: Seat, action: SignWith) -> Decision:
    """A player signs with this key from here on. Raises Rejected."""
    require_playing(match)
    if seat not in match.game.remaining(match.state):
        raise Rejected("key.left", "You have left this game.")
    if (key := read_key(action.key)) == match.keys[seat]:
        raise Rejected("key.same", "Your seat has that key already.")
    return happen(match, KeyGiven(seat=seat, key=key))


def name_delegate(match: Match, seat: Seat, action: NameDelegate) -> Decision:
    """A player lets a delegate act for the seat, though it signs. Raises Rejected."""
    require_playing(match)
    if seat not in match.game.remaining(match.state):
        raise Rejected("key.left", "You have left this game.")
    if not is_id(action.delegate):
        raise Rejected("delegate.unknown", "Name the delegate by the id of the player.")
    key = None if action.key is None else read_key(action.key)
    return happen(match, DelegateNamed(seat=seat, delegate=action.delegate, key=key))


def is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def require_unsigned(match: Match, seat: Seat, action: Action) -> None:
    """Refuse a player's action without a signature where the seat has a key. Raises Rejected."""
    is_of_player = seat not in match.bot_seats() or isinstance(action, OF_PLAYERS)
    if match.keys[seat] is not None and is_of_player:
        raise Rejected("signature.missing", MISSING)


def require_named(match: Match, acted: DelegateActed, signed: ActionSigned | OrderSigned | None) -> None:
    """Check that a seat that signs has named its delegate, and the key by which this is signed. Raises Rejected."""
    if match.keys[acted.seat] is None:
        return
    if (acted.seat, acted.delegate) not in match.delegates:
        raise Rejected(
            "delegate.unnamed",
            "This seat signs what it does. Its player has to name you with `name_delegate`, and the key that you sign "
            "with.",
        )
    key = match.delegates[acted.seat, acted.delegate]
    if key is not None and signed is None:
        raise Rejected("signature.missing", "The player has named the key that you sign with; sign this by that key.")
    if signed is not None and signed.key != key:
        raise Rejected("signature.key", "This is not the key that the player has named for you with `name_delegate`.")


def require_signed_order(
    match: Match, fired: OrderFired, signed: ActionSigned | OrderSigned | None, history: History
) -> None:
    """Check that a seat that signs has signed the order that acts for it. Raises Rejected."""
    if match.keys[fired.seat] is None and signed is None:
        return
    if not isinstance(signed, OrderSigned):
        raise Rejected(
            "signature.missing", "Your seat signs what it does, and has not signed this order. Give it again."
        )
    later = history()[signed.version or 0 :]
    if signed.key != match.keys[fired.seat] or any(
        (row.type, row.seat) == (KeyGiven.NAME, fired.seat) for row in later
    ):
        raise Rejected("signature.key", "Your seat has given a key since it signed this order. Give it again.")


def is_same_order(fired: OrderFired, signed: OrderSigned) -> bool:
    """Whether the condition of an order is the one that was signed, as far as the record shows both."""
    return signed.order is None or signed.order.get("condition") == fired.condition


def require_signed(match: Match, signed: ActionSigned, history: History, *, by_delegate: bool) -> None:
    """Check whose key it is, and that nothing has changed for the seat since the version it signed. Raises Rejected.

    While several seats are awaited at once, the others may have acted since.
    """
    if not by_delegate and signed.key != match.keys[signed.seat]:
        raise Rejected("signature.key", "This is not the key of your seat; `sign_with` makes it so.")
    if signed.version == match.version:
        return
    stale = Rejected("signature.version", f"The game has gone on; sign version {match.version}.")
    if not 0 < signed.version < match.version:
        raise stale
    record = history()
    then = fold(match.game, match.id, record[: signed.version])
    has_acted = any(row.seat == signed.seat for row in record[signed.version :])
    if has_acted or signed.seat not in then.to_act() or signed.seat not in match.to_act():
        raise stale
