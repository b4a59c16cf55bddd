"""Search in the guide and the contract: the sections and operations in which all words stand that are asked for."""

import re
from collections.abc import Container, Iterator
from functools import cache
from itertools import pairwise
from textwrap import shorten
from typing import Final, NamedTuple

from cartulary_service.api.operations import Operation
from cartulary_service.subjects import OPERATIONS
from cartulary_service.web.guide import sources
from cartulary_service.web.guide.rendering import Heading, anchor_headings, parser, plain

MOST: Final = 30
"""Sections that are shown."""
LITTLE: Final = {"a", "an", "can", "do", "does", "how", "i", "is", "my", "of", "the", "to", "what", "your"}
"""Words of questions that say nothing of what is looked for."""
BEFORE, SHOWN = 60, 160
"""Characters of an excerpt: before the word that is looked for, and altogether."""


class Section(NamedTuple):
    """A heading of a page, and what stands below it."""

    page: str
    title: str
    """Title of its page."""
    heading: Heading
    paragraphs: tuple[str, ...]
    """Its texts without marks, the heading first; entries of lists, cells and blocks of code are some of them."""

    @property
    def text(self) -> str:
        return "\n".join(self.paragraphs).casefold()


@cache
def sections() -> tuple[Section, ...]:
    return tuple(each for name, text in sources.texts().items() for each in sections_of(name, text))


def sections_of(name: str, text: str) -> Iterator[Section]:
    tokens = parser().parse(text)
    starts = [place for place, each in enumerate(tokens) if each.type == "heading_open"]
    for heading, (first, end) in zip(anchor_headings(tokens), pairwise([*starts, len(tokens)]), strict=True):
        texts = [plain(each) if each.children else each.content for each in tokens[first:end]]
        yield Section(name, sources.title(text), heading, tuple(filter(None, texts)))


def words_of(asked: str) -> list[str]:
    words = asked.casefold().split()
    return [each for each in words if each not in LITTLE] or words


def begins_in(text: str, word: str) -> int | None:
    """Where a word of the text begins in this way; None if none does."""
    found = re.search(rf"(?<![^\W_]){re.escape(word)}", text.casefold())
    return found.start() if found else None


def all_begin_in(text: str, words: list[str]) -> bool:
    return len(places_in(text, words)) == len(words)


def find(asked: str) -> list[Section]:
    """Return at most 30 sections; those whose headings have most words come first, the index and decisions last."""
    words = words_of(asked)
    found = [each for each in sections() if words and all(word in each.text for word in words)]
    return sorted(found, key=lambda each: place_of(each, words))[:MOST]


def place_of(section: Section, words: list[str]) -> tuple[bool | int, ...]:
    heading, phrase = section.heading.text, " ".join(words)
    return (
        section.page.startswith((sources.DECISIONS, sources.INDEX)),
        begins_in(heading, phrase) is None,
        -len(places_in(f"{section.title} {heading}", words)),
        not all_begin_in(section.text, words),
        begins_in(section.text, phrase) is None,
        section.heading.level,
    )


def excerpt(section: Section, asked: str) -> str:
    """Return what stands below a heading round the words that are asked for, where most of them stand together."""
    words = words_of(asked)
    below = section.paragraphs[1:] or section.paragraphs
    text = max(below, key=lambda each: len(places_in(each, words)))
    first = text.rfind(" ", 0, max(0, min(places_in(text, words), default=0) - BEFORE)) + 1
    return ("… " if first else "") + shorten(text[first:], SHOWN, placeholder=" …")


def places_in(text: str, words: list[str]) -> list[int]:
    return [place for each in words if (place := begins_in(text, each)) is not None]


def find_operations(asked: str, left_out: Container[str] = ()) -> list[Operation]:
    """Return at most 30 operations; those whose id, or method and path, are asked for come first."""
    words = words_of(asked)
    found = [each for each in OPERATIONS if words and each.name not in left_out]
    found = [each for each in found if all_begin_in(text_of(each), words)]
    return sorted(found, key=lambda each: not is_named(each, asked))[:MOST]


def is_named(each: Operation, asked: str) -> bool:
    """Whether its id, or its method and path, are asked for, and not what it does."""
    return all_begin_in(heading_of(each), words_of(asked))


def heading_of(each: Operation) -> str:
    return f"{each.name} {each.method} {each.openapi_path()}".casefold()


def text_of(each: Operation) -> str:
    return f"{heading_of(each)} {each.summary} {each.description}".casefold()
