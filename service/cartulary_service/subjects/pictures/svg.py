"""SVG documents of fixed size that load nothing and run nothing."""

import re
from collections.abc import Sequence
from html import escape
from math import ceil
from typing import Final, NamedTuple
from unicodedata import east_asian_width

from cartulary_service.subjects.pictures import art

DISPLAY: Final = "Iowan Old Style, Palatino Linotype, Palatino, P052, Noto Serif, Noto Serif KR, Georgia, serif"
PLAIN: Final = "-apple-system, Segoe UI, Roboto, Noto Sans, Noto Sans KR, DejaVu Sans, sans-serif"
NOT_IN_XML: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NARROW: Final = 0.58
"""Width of most letters, in parts of the size of the type; those of East Asia are as wide as high."""
SMALLEST: Final = 0.62
"""How far type may shrink to fit; from there on it is condensed."""


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, by: float) -> "Box":
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


class Drawing:
    """A document in the making: its elements, and the symbols that they use."""

    def __init__(self, width: int, height: int, title: str, language: str) -> None:
        self._size = (width, height)
        self._title = title
        self._language = language
        self._symbols: dict[tuple[str, tuple[str, ...], str], str] = {}
        self._elements: list[str] = []

    def rect(self, box: Box, fill: str, radius: float = 0, stroke: str = "none", thick: float = 1) -> None:
        self._elements.append(
            f"<rect {place(box)} rx='{number(radius)}' fill='{fill}' stroke='{stroke}' stroke-width='{number(thick)}'/>"
        )

    def polygon(self, points: list[tuple[float, float]], fill: str) -> None:
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self._elements.append(f"<polygon points='{path}' fill='{fill}'/>")

    def symbol(self, name: str, box: Box, *palette: str, ink: str = "#241f19") -> None:
        """Draw a symbol of the pages in the colours of palettes."""
        key = (name, palette, ink)
        made = self._symbols.setdefault(key, f"s{len(self._symbols)}")
        self._elements.append(f"<use href='#{made}' {place(box)}/>")

    def text(self, words: str, box: Box, size: float, fill: str, *, bold: bool = False, font: str = PLAIN) -> None:
        """Write a line at the left of a box, in smaller type where it would be too wide."""
        self._write(words, box.x, "start", box, size, fill, bold, font)

    def centred(self, words: str, box: Box, size: float, fill: str, *, bold: bool = True, font: str = DISPLAY) -> None:
        self._write(words, box.x + box.width / 2, "middle", box, size, fill, bold, font)

    def right(self, words: str, box: Box, size: float, fill: str, *, bold: bool = False, font: str = PLAIN) -> None:
        self._write(words, box.x + box.width, "end", box, size, fill, bold, font)

    def _write(
        self, words: str, x: float, anchor: str, box: Box, size: float, fill: str, bold: bool, font: str
    ) -> None:
        wanted = width_of(words) * size
        fitting = size * min(1, max(box.width / wanted, SMALLEST)) if wanted else size
        # Condensed by the reader's program, which knows how wide its type is.
        squeezed = width_of(words) * fitting > box.width
        length = f" textLength='{number(box.width)}' lengthAdjust='spacingAndGlyphs'" if squeezed else ""
        y, weight = box.y + box.height / 2 + fitting * 0.35, " font-weight='700'" if bold else ""
        self._elements.append(
            f"<text x='{number(x)}' y='{number(y)}' text-anchor='{anchor}' font-size='{number(fitting)}' fill='{fill}'"
            f" font-family='{font}'{weight}{length}>{clean(words)}</text>"
        )

    def render(self) -> str:
        """Return the document."""
        width, height = self._size
        symbols = "".join(map(self._define, self._symbols))
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'"
            f" role='img' aria-labelledby='title' xml:lang='{self._language}'>"
            f"<title id='title'>{clean(self._title)}</title><defs>{symbols}</defs>{''.join(self._elements)}</svg>\n"
        )

    def _define(self, key: tuple[str, tuple[str, ...], str]) -> str:
        attributes, elements = art.symbol(*key)
        return f"<symbol id='{self._symbols[key]}'{attributes}>{elements}</symbol>"


def place(box: Box) -> str:
    """Return the attributes of a rectangle."""
    x, y, width, height = map(number, box)
    return f"x='{x}' y='{y}' width='{width}' height='{height}'"


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def clean(words: str) -> str:
    """Return words as text of an XML document."""
    return escape(NOT_IN_XML.sub("", words))


def width_of(words: str) -> float:
    """Estimate the width of a line, in parts of the size of its type."""
    return sum(1 if east_asian_width(each) in "WF" else NARROW for each in words)


class Group(NamedTuple):
    """Tiles of one shape that lie together: how many, and their width by their height."""

    number: int
    aspect: float


def arrange(groups: Sequence[Group], box: Box, gap: float, between: float, tallest: float) -> list[list[Box]]:
    """Return a place for each tile of each group: side by side in a box, in as many rows as let them be largest."""
    rows = max(
        range(1, max(each.number for each in groups) + 1), key=lambda rows: tile_height(groups, box, rows, gap, between)
    )
    height = min(tile_height(groups, box, rows, gap, between), tallest)
    used = min(rows, max(each.number for each in groups))
    x, y, places = box.x, box.y + (box.height - used * height - (used - 1) * gap) / 2, list[list[Box]]()
    for group in groups:
        width, columns = height * group.aspect, ceil(group.number / rows)
        steps = (divmod(nth, columns) for nth in range(group.number))
        places.append(
            [Box(x + column * (width + gap), y + row * (height + gap), width, height) for row, column in steps]
        )
        x += columns * (width + gap) - gap + between
    return places


def tile_height(groups: Sequence[Group], box: Box, rows: int, gap: float, between: float) -> float:
    """Return the height that tiles can have in so many rows."""
    columns = [ceil(each.number / rows) for each in groups]
    gaps = gap * sum(each - 1 for each in columns) + between * (len(groups) - 1)
    parts = sum(wide * each.aspect for wide, each in zip(columns, groups, strict=True))
    return min((box.height - gap * (rows - 1)) / rows, (box.width - gaps) / parts)
