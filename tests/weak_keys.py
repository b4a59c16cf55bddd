"""Encodings of Ed25519 public keys that nobody may sign by, and a signature that holds by one of them."""

from typing import Final

P: Final = 2**255 - 19
SIGN: Final = 1 << 255
OF_ORDER_8: Final = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)


def encode(number: int) -> bytes:
    return number.to_bytes(32, "little")


IDENTITY: Final = encode(1)
OF_ANY_MESSAGE: Final = IDENTITY + bytes(32)
"""R is the identity and S is 0: libraries take it for a signature of any message by the identity."""
SMALL_ORDER: Final = [
    encode(y + sign)
    for y in (0, 1, P - 1, OF_ORDER_8, P - OF_ORDER_8)
    for sign in (0, SIGN)
    if (y, sign) not in ((1, SIGN), (P - 1, SIGN))
]
"""All eight points, each in its only spelling."""
OTHER_SPELLINGS: Final = [
    *(encode(y + sign) for y in (P, P + 1) for sign in (0, SIGN)),
    *(encode(y + SIGN) for y in (1, P - 1)),
    *(encode(y + sign) for y in (P + 3, 2**255 - 1) for sign in (0, SIGN)),
]
"""Points of small order and others whose y is not less than P, or whose x is 0 with a sign."""
NO_POINTS: Final = [encode(y + sign) for y in (2, 7) for sign in (0, SIGN)]
WEAK_KEYS: Final = [*SMALL_ORDER, *OTHER_SPELLINGS, *NO_POINTS]
