"""Skeletons: texts that look alike have the same one, and others do not."""

import pytest

from cartulary_service.players.skeletons import skeleton, skeletons


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ada"),
        ("Ada", "\u0410d\u0430"),
        ("Ada", "A d-a."),
        ("Ada", "A\u200bda"),
        ("Ada", "\uff21\uff44\uff41"),
        ("Henry", "\u210cenry"),
        ("modern", "rnodern"),
        ("0la", "Ola"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("\uc548\ub098", "\u110b\u1161\u11ab\u1102\u1161"),
    ],
)
def test_texts_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "Ida"), ("Zoë", "Zoe"), ("Анна", "Инна"), ("ali", "all"), ("ada", "ada-2"), ("🂡", "🂢")],
)
def test_texts_that_look_different_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize("text", ["", " ", "\u3164", "\u2800", "\u200b\u200d", "-_."])
def test_a_text_that_shows_nothing_has_an_empty_skeleton(text: str) -> None:
    assert skeleton(text) == ""


def test_a_capital_that_looks_like_another_letter_counts_as_either() -> None:
    assert skeletons("AIice") & skeletons("Alice")
    assert skeletons("\u0412\u041e\u0422") & skeletons("BOT")
