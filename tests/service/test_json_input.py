"""What the strict JSON loader takes and refuses."""

import json
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartulary_service.http.json_input import MAX_DEPTH, MAX_INTEGER, BadJson, loads
from tests.cases import cases

texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00"))
integers = st.integers(-MAX_INTEGER, MAX_INTEGER)
values = st.recursive(
    st.none() | st.booleans() | integers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=10,
)


@given(values)
def test_every_value_of_our_profile_is_read_as_it_was_written(value: object) -> None:
    assert loads(json.dumps(value).encode()) == value
    assert loads(json.dumps(value, ensure_ascii=False).encode()) == value


@given(st.binary(max_size=200) | st.text(alphabet='[]{}":,\\u0d8eE-.1 ntf', max_size=200).map(str.encode))
def test_no_bytes_raise_anything_but_bad_json(raw: bytes) -> None:
    with suppress(BadJson):
        loads(raw)


@cases(
    ("raw", "detail"),
    [
        (b"", "Expecting value"),
        (b"{} {}", "Extra data"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (b'"\xff"', "not UTF-8"),
        (b'"\xed\xa0\x80"', "not UTF-8"),
        ("{}".encode("utf-16"), "not UTF-8"),
        (b'{"a":1,"a":1}', "same key twice"),
        (b'[{"b":{"a":1,"\\u0061":2}}]', "same key twice"),
        (b"NaN", "NaN is not JSON"),
        (b"[Infinity]", "Infinity is not JSON"),
        (b"-Infinity", "-Infinity is not JSON"),
        (b"1.5", "whole"),
        (b"1e-3", "whole"),
        (b"9007199254740990.00000000000000000000000000001", "whole"),
        (b"9007199254740992.0", "beyond"),
        (b"1e999999999", "beyond"),
        (b"-1E99999999999999999999", "exponent"),
        (b'"\\ud800"', "surrogate"),
        (b'{"\\uDC00":1}', "surrogate"),
        (b'[{"a":["\\ude00\\ud83d"]}]', "surrogate"),
        (b'"\\u0000"', "U\\+0000"),
        (b'"\n"', "control character"),
        (b"[1,]", "line 1, column"),
    ],
)
def test_ambiguous_json_is_refused(raw: bytes, detail: str) -> None:
    with pytest.raises(BadJson, match=detail):
        loads(raw)


@cases(
    ("raw", "number"),
    [(b"598.0", 598), (b"1e3", 1_000), (b"-0.0", 0), (b"-9007199254740991.00", -9_007_199_254_740_991)],
)
def test_a_number_whose_fraction_is_zero_is_an_integer(raw: bytes, number: int) -> None:
    assert loads(raw) == number
    assert type(loads(raw)) is int


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert loads(b'"\\ud83c\\udccf"') == "\N{PLAYING CARD BLACK JOKER}"


@cases("number", [MAX_INTEGER, -MAX_INTEGER, 0])
def test_integers_up_to_two_to_the_53rd_less_one_are_taken(number: int) -> None:
    assert loads(str(number).encode()) == number


@cases("literal", [str(MAX_INTEGER + 1), str(-MAX_INTEGER - 1), "9" * 5_000, "-" + "9" * 5_000])
def test_integers_beyond_are_refused(literal: str) -> None:
    with pytest.raises(BadJson, match="beyond"):
        loads(literal.encode())


def test_sixteen_levels_are_taken_and_seventeen_refused() -> None:
    loads(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
    with pytest.raises(BadJson, match="deeper"):
        loads(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1))


def test_brackets_in_a_text_are_no_levels() -> None:
    text = '[{"' * 20
    assert loads(json.dumps([text]).encode()) == [text]


def test_many_brackets_beside_each_other_are_no_levels() -> None:
    assert loads(b"[" + b",".join([b"{}"] * 100) + b"]") == [{}] * 100


@cases(
    "raw",
    [
        b"[" * 1_000_000,
        b'{"a":' * 200_000,
        b'"' + b'\\"' * 500_000 + b"[" * 20,
        b"9" * 1_000_000,
        b'"\\' * 500_000 + b"[" * 20,
    ],
)
def test_a_hostile_megabyte_is_refused_in_under_a_second(raw: bytes) -> None:
    began = time.process_time()
    with pytest.raises(BadJson):
        loads(raw)
    assert time.process_time() - began < 1
