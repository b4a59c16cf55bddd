"""Signed actions: whose key counts, and which version a signature may be about."""

from cartulary.kernel.canonical import canonical, from_base64url
from cartulary.kernel.ed25519 import is_sound_key
from cartulary.kernel.hashing import digest
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.actions import SignWith
from cartulary.match.decision import Decision, happen
from cartulary.match.events.signing import ActionSigned, KeyGiven
from cartulary.match.evolve import fold
from cartulary.match.history import History
from cartulary.match.state import Match, require_playing


def message_of(game_id: str, version: int, head: bytes, action: object) -> bytes:
    """Return what a signature of an action is over."""
    return digest("action", game_id, version, head, canonical(action))


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


def require_unsigned(match: Match, seat: Seat, action: Action) -> None:
    """Refuse a player's action without a signature where the seat has a key. Raises Rejected."""
    if match.keys[seat] is not None and seat not in match.bot_seats() and not isinstance(action, SignWith):
        raise Rejected("signature.missing", "Your seat signs what it does; sign this too, or give another key first.")


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
