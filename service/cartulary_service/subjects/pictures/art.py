"""The drawings and the light colours of the pages."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

PAGES: Final = Path(__file__).parents[2] / "web" / "static" / "play"
SYMBOL: Final = re.compile(r'<symbol id="([^"]+)"([^>]*)>(.*?)</symbol>', re.DOTALL)
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
PROPERTY: Final = re.compile(r"--([\w-]+):\s*([^;]+);")
BY_THEME: Final = re.compile(r"light-dark\((#\w+|rgb\([^)]*\)),.*\)")
TRANSLUCENT: Final = re.compile(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)")
REFERENCE: Final = re.compile(r"var\(--([\w-]+)(?:,\s*([^)]+))?\)")
INCLUDED: Final = re.compile(r'<use href="#([^"]+)"/>')

Colours = Mapping[str, str]
"""Custom property -> its value."""


@cache
def symbols() -> Mapping[str, tuple[str, str]]:
    """Return the attributes and the elements of each symbol by its id."""
    text = (PAGES / "cards" / "art.svg").read_text(encoding="utf-8")
    return {name: (attributes, elements) for name, attributes, elements in SYMBOL.findall(text)}


@cache
def palettes() -> Mapping[str, Colours]:
    """Return the custom properties that each selector of the style sheet of colours sets, in the light theme."""
    text = COMMENT.sub("", (PAGES / "styles" / "tokens.css").read_text(encoding="utf-8"))
    found: dict[str, dict[str, str]] = {}
    for selectors, body in RULE.findall(text):
        colours = {name: plain(value) for name, value in PROPERTY.findall(body)}
        for selector in selectors.split(","):
            found.setdefault(selector.strip().removeprefix("."), {}).update(colours)
    return found


def plain(value: str) -> str:
    """Return a value for the light theme, in the notation that every reader of SVG knows."""
    return TRANSLUCENT.sub(r"rgba(\1,\2,\3,0.\4)", BY_THEME.sub(r"\1", value))


def colour(name: str, palette: str = ":root") -> str:
    """Return a colour of the pages, or of a palette such as a sphere's."""
    return resolve(f"var(--{name})", (":root", palette), "")


def symbol(name: str, palette: tuple[str, ...], ink: str) -> tuple[str, str]:
    """Return the attributes and the elements of a symbol in fixed colours; `ink` stands for the current colour."""
    attributes, elements = symbols()[name]
    whole = INCLUDED.sub(lambda found: symbols()[found[1]][1], elements)
    return attributes, resolve(whole, palette, ink)


def resolve(text: str, palette: tuple[str, ...], ink: str) -> str:
    """Replace custom properties by their values; a later palette overrides an earlier one."""
    colours = {name: value for each in palette for name, value in palettes()[each].items()}
    while (resolved := REFERENCE.sub(lambda found: colours.get(found[1]) or found[2] or "none", text)) != text:
        text = resolved
    return text.replace("currentColor", ink)
