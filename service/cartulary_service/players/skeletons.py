"""Unicode skeletons (UTS #39): texts that look alike have the same one."""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from orjson import loads

IGNORED: Final = frozenset("PZC")
"""General categories that a skeleton leaves out: punctuation, blanks and what is not displayed."""
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and a symbol that are displayed as nothing."""
JOINERS: Final = "\u200c\u200d"
"""Zero width non-joiner and joiner, which shape the letters or emoji around them."""
EMOJI_ENDS: Final = frozenset("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
"""The sign that asks for an emoji, and colours of skin, which follow an emoji."""
VIRAMA: Final = 9
"""Canonical combining class of the signs that kill the vowel of a letter."""


def fold(text: str) -> str:
    """Fold case and compatibility forms (NFKC) of a text."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def skeleton(text: str) -> str:
    """The skeleton of a folded text, without blanks and punctuation."""
    # A prototype may be a capital: that of 0 is O.
    return "".join(filter(is_visible, map_characters(fold(map_characters(fold(text))))))


def skeletons(text: str) -> frozenset[str]:
    """The skeletons of a text as it is displayed: folded, and with capitals that look like other letters."""
    return frozenset((skeleton(text), skeleton(map_characters(text))))


def is_visible(char: str) -> bool:
    """Whether a character is displayed as more than a blank, and is no punctuation."""
    return unicodedata.category(char)[0] not in IGNORED and char not in BLANK


def shapes(text: str, place: int) -> bool:
    """Whether the joiner at a place shapes what stands around it, as orthographies want it (RFC 5892, appendix A).

    It stands beside a virama, after an Arabic letter, or between two emoji.
    """
    before, after = text[:place], text[place + 1 :]
    if not before or VIRAMA in (unicodedata.combining(before[-1]), unicodedata.combining(after[:1] or " ")):
        return before != ""
    is_emoji = unicodedata.category(before[-1]) == "So" or before[-1] in EMOJI_ENDS
    letter = before.rstrip("".join(char for char in before if unicodedata.category(char)[0] == "M"))[-1:]
    is_arabic = letter != "" and unicodedata.bidirectional(letter) == "AL"
    return is_arabic or (is_emoji and unicodedata.category(after[:1] or " ") == "So")


def map_characters(text: str) -> str:
    """A text with each character replaced by its prototype."""
    known = prototypes()
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(known.get(char, char) for char in decomposed))


@cache
def prototypes() -> Mapping[str, str]:
    """The prototype of each character that is confusable with others."""
    # To import the package instead would keep 18 MB of names of characters in every worker.
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    neighbours = {char: [each["c"] for each in found] for char, found in loads(data).items()}
    return dict(order_by_direction(neighbours))


def order_by_direction(neighbours: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield each character with its prototype.

    The package lists a pair under both of its members. A prototype has several neighbours, or several characters;
    of two characters that are confusable with each other alone either will do.
    """
    for char, found in neighbours.items():
        source, (prototype, *others) = strip_ignorable(char), [strip_ignorable(each) for each in found]
        if others or len(source) > 1:
            continue
        if len(prototype) > 1 or len(neighbours[found[0]]) > 1 or prototype < source:
            yield source, prototype


def strip_ignorable(text: str) -> str:
    """A text without the marks that the package puts around what is written from right to left."""
    return text.strip("\u200e")
