"""JSON that goes out, beside the standard library's."""

from json import dumps
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cartulary_service.json_output import json_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


@given(VALUES)
def test_it_is_what_the_standard_library_writes(value: Any) -> None:
    assert json_text(value) == dumps(value, ensure_ascii=False, separators=(",", ":"))
