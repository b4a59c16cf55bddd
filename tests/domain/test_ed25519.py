"""Which bytes are a key, held against the arithmetic of the curve and against a library."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cartulary.kernel.ed25519 import D, P, is_sound_key
from tests.weak_keys import NO_POINTS, OTHER_SPELLINGS, SMALL_ORDER, WEAK_KEYS

Point = tuple[int, int]


def decode(key: bytes) -> Point | None:
    """The point of a key in its only spelling, as RFC 8032 has it, 5.1.3."""
    number = int.from_bytes(key, "little")
    y, sign = number % 2**255, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and sign):
        return None
    return (x if x % 2 == sign else P - x, y)


def double(point: Point) -> Point:
    x, y = point
    product = D * x * x * y * y
    return 2 * x * y * pow(1 + product, -1, P) % P, (y * y + x * x) * pow(1 - product, -1, P) % P


def is_of_small_order(point: Point) -> bool:
    return double(double(double(point))) == (0, 1)


def test_the_eight_points_of_small_order_are_no_keys() -> None:
    points = [decode(key) for key in SMALL_ORDER]
    assert len({*points}) == 8
    assert all(each is not None and is_of_small_order(each) for each in points)
    assert not any(map(is_sound_key, SMALL_ORDER))


def test_other_spellings_and_no_points_are_no_keys() -> None:
    for key in (*OTHER_SPELLINGS, *NO_POINTS):
        assert decode(key) is None
        assert not is_sound_key(key)
    assert not is_sound_key(b"")
    assert not is_sound_key(bytes(31))


def test_every_key_that_is_made_is_one() -> None:
    for secret in range(50):
        key = Ed25519PrivateKey.from_private_bytes(bytes([secret]) * 32).public_key().public_bytes_raw()
        assert is_sound_key(key)
        assert not is_sound_key(key + b"\0")


def test_half_of_all_numbers_are_points_as_the_curve_has_it() -> None:
    for y in range(2, 200):
        key = y.to_bytes(32, "little")
        assert is_sound_key(key) == (decode(key) is not None)
    assert len({*WEAK_KEYS}) == len(WEAK_KEYS)
