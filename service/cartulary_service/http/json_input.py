"""Reads JSON from strangers: one meaning per text, and no text that costs more than its length."""

import codecs
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from json import JSONDecodeError, JSONDecoder
from typing import NoReturn

MAX_DEPTH = 16
MAX_INTEGER = 2**53 - 1

BRACKETS_OUTSIDE_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class BadJson(ValueError):
    """A body that is not the JSON we take; says why."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


def loads(raw: bytes) -> object:
    text = decode_json(raw)
    require_shallow(raw)
    try:
        value: object = DECODER.decode(text)
    except JSONDecodeError as error:
        raise BadJson(f"{error.msg} at line {error.lineno}, column {error.colno}.") from None
    if b"\\u" in raw:
        require_storable(value)
    return value


def decode_json(raw: bytes) -> str:
    if raw.startswith(codecs.BOM_UTF8):
        raise BadJson("The text begins with a byte order mark.")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadJson(f"Byte {error.start} is not UTF-8.") from None


def require_shallow(raw: bytes) -> None:
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and depth(raw) > MAX_DEPTH:
        raise BadJson(f"Nesting is deeper than {MAX_DEPTH}.")


def depth(raw: bytes) -> int:
    deepest = now = 0
    for match in BRACKETS_OUTSIDE_TEXT.finditer(raw):
        now += (match[1] is not None) - (match[2] is not None)
        deepest = max(deepest, now)
    return deepest


def require_storable(value: object) -> None:
    if any(UNSTORABLE.search(text) for text in texts(value)):
        raise BadJson("A text holds U+0000 or half of a surrogate pair.")


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts(item)


def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise BadJson("An object names the same key twice.")
    return result


def whole(literal: str) -> int:
    # The length first: int() takes quadratic time and refuses more than 4,300 digits.
    if len(literal) > len(str(-MAX_INTEGER)) or abs(number := int(literal)) > MAX_INTEGER:
        raise BadJson(f"A number is beyond ±{MAX_INTEGER}.")
    return number


def whole_decimal(literal: str) -> int:
    """Read a number with a fraction or an exponent, which is whole as JSON Schema has it if its fraction is zero."""
    try:
        number = Decimal(literal)
    except InvalidOperation:
        raise BadJson("A number has an exponent that is too large.") from None
    if number.copy_abs() > MAX_INTEGER:
        raise BadJson(f"A number is beyond ±{MAX_INTEGER}.")
    if number != int(number):
        raise BadJson("Numbers here are whole.")
    return int(number)


def constant(literal: str) -> NoReturn:
    raise BadJson(f"{literal} is not JSON.")


DECODER = JSONDecoder(object_pairs_hook=unique, parse_int=whole, parse_float=whole_decimal, parse_constant=constant)
