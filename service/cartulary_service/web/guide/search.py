"""Search in the guide and the contract: the sections and operations in which all words stand that are asked for."""

from collections.abc import Container, Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from cartulary_service.api.operations import Operation
from cartulary_service.subjects import OPERATIONS
from cartulary_service.web.guide import sources
from cartulary_service.web.guide.rendering import Heading, anchor_headings, parser

MOST: Final = 30
"""Sections that are shown."""


class Section(NamedTuple):
    """A heading of a page, and what stands below it."""

    page: str
    title: str
    """Title of its page."""
    heading: Heading
    text: str
    """Its Markdown, with the heading, in lower case."""


@cache
def sections() -> tuple[Section, ...]:
    return tuple(each for name, text in sources.texts().items() for each in sections_of(name, text))


def sections_of(name: str, text: str) -> Iterator[Section]:
    tokens, lines = parser().parse(text), text.casefold().splitlines()
    starts = [each.map[0] for each in tokens if each.type == "heading_open" and each.map]
    places = pairwise([*starts, len(lines)])
    for heading, (first, end) in zip(anchor_headings(tokens), places, strict=True):
        yield Section(name, sources.title(text), heading, "\n".join(lines[first:end]))


def find(asked: str) -> list[Section]:
    """Return at most 30 sections; those whose heading has the words come first, titles above all, decisions last."""
    words = asked.casefold().split()
    found = [each for each in sections() if words and all(word in each.text for word in words)]
    return sorted(found, key=lambda each: place_of(each, words))[:MOST]


def find_operations(asked: str, left_out: Container[str] = ()) -> list[Operation]:
    """Return at most 30 operations; those whose id, or method and path, are asked for come first."""
    words = asked.casefold().split()
    found = [each for each in OPERATIONS if words and each.name not in left_out]
    found = [each for each in found if all(word in text_of(each) for word in words)]
    return sorted(found, key=lambda each: not all(word in heading_of(each) for word in words))[:MOST]


def heading_of(each: Operation) -> str:
    return f"{each.name} {each.method} {each.openapi_path()}".casefold()


def text_of(each: Operation) -> str:
    return f"{heading_of(each)} {each.summary} {each.description}".casefold()


def place_of(section: Section, words: list[str]) -> tuple[bool, bool, int]:
    heading = section.heading.text.casefold()
    is_elsewhere = not all(word in heading for word in words)
    return section.page.startswith(sources.DECISIONS), is_elsewhere, section.heading.level
