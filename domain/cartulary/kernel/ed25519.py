"""Public keys of Ed25519: which 32 bytes are a key that only its owner can sign by."""

from typing import Final

KEY_BYTES: Final = 32
P: Final = 2**255 - 19
D: Final = -121_665 * pow(121_666, -1, P) % P


def is_sound_key(key: bytes) -> bool:
    """Whether these bytes are a point in its only spelling (RFC 8032, 5.1.3), and none of small order.

    Anybody can sign by a key of small order. Libraries differ about such keys and about other spellings, so that two
    verifiers could disagree about a record.
    """
    y = int.from_bytes(key, "little") % 2**255
    square = y * y
    # The y of points of order 4 is 0; that of order 8 solves the equation, for twice such a point is one of order 4.
    of_order_4_or_8 = y * (D * square * square + 2 * square - 1) % P == 0
    if len(key) != KEY_BYTES or y >= P or of_order_4_or_8:
        return False
    # x is a root of (y^2 - 1) / (d y^2 + 1), and 0 in the points of order 1 and 2.
    return pow((square - 1) * (D * square + 1), P // 2, P) == 1
