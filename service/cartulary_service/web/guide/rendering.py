"""Markdown rendered as HTML, with links that fit the site and anchors for headings, rulings and problems."""

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from posixpath import basename, dirname, join, normpath, relpath
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from cartulary.catalogue import CATALOGUE
from cartulary_service.web.guide import sources

NAMED: Final = re.compile(r"[A-Z]-\d+[a-h]?\Z|[a-z]+(-[a-z]+)*\Z")
"""A ruling's number or a problem's name, in bold type at the head of a list's entry, is the place to link to."""
DOCS: Final = "docs"
FILES: Final = "files"
RULES: Final = "rules/"


class BrokenLink(ValueError):
    """A link of a page that leads nowhere; says which."""


class Heading(NamedTuple):
    """A heading of a page."""

    level: int
    anchor: str
    text: str


class Page(NamedTuple):
    """A page as HTML, without what stands around it."""

    name: str
    title: str
    language: str
    body: str
    headings: tuple[Heading, ...]
    anchors: frozenset[str]
    links: tuple[str, ...]
    """Targets of the page's links within the site: page#anchor, picture or file."""


@cache
def parser() -> MarkdownIt:
    """CommonMark with tables; HTML is shown as text."""
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.add_render_rule("table_open", table_begins)
    made.add_render_rule("table_close", table_ends)
    made.add_render_rule("fence", block)
    return made


def table_begins(renderer: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    """A wide table is moved sideways, by keyboard too."""
    return '<div class="wide" tabindex="0"><table>\n'


def table_ends(renderer: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    return "</table></div>\n"


def block(renderer: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    """A block of code; a file that it is to be kept as stands above it."""
    language, _, file = tokens[place].info.partition(" ")
    name = f'<p class="file"><code>{escape(file)}</code></p>\n' if file else ""
    return f'{name}<pre tabindex="0" class="{escape(language)}"><code>{escape(tokens[place].content)}</code></pre>\n'


@cache
def render(name: str, suffix: str) -> Page:
    """A page of the guide; the addresses of pages end with `suffix`. Raises KeyError, BrokenLink."""
    text = sources.texts()[name]
    tokens = parser().parse(text)
    headings = tuple(anchor_headings(tokens))
    entries = anchor_entries(tokens)
    links = tuple(place_links(name, tokens, suffix))
    align_by_class(tokens)
    name_options(name, tokens)
    return Page(
        name,
        sources.title(text),
        language_of(name),
        parser().renderer.render(tokens, parser().options, {}),
        headings,
        frozenset({*(each.anchor for each in headings), *entries}),
        links,
    )


def name_options(name: str, tokens: Sequence[Token]) -> None:
    """Name the options in a game's rules, and the values that follow them, as the form for a new game does."""
    game = CATALOGUE.get(name.removeprefix(RULES).partition(".")[0])
    if game is None:
        return
    names, values = game.describe(language_of(name))["names"], {each.name: each.values for each in game.options}
    known: set[str | int] = {*values}
    for each in (child for token in tokens for child in token.children or []):
        if each.type == "code_inline" and each.content in known:
            known.update(values.get(each.content, ()))
            each.type, each.content = "html_inline", f'<q title="{each.content}">{escape(names[each.content])}</q>'


def language_of(name: str) -> str:
    """The language of a page: the end of its name, else English."""
    return name.partition(".")[2] or "en"


def anchor_headings(tokens: Sequence[Token]) -> list[Heading]:
    """Give each heading an anchor, that which GitHub gives it."""
    found: list[Heading] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            text = plain(tokens[place + 1])
            base = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            same = sum(re.fullmatch(rf"{re.escape(base)}(-\d+)?", each.anchor) is not None for each in found)
            anchor = f"{base}-{same}" if same else base
            token.attrSet("id", anchor)
            found.append(Heading(int(token.tag[1]), anchor, text))
    return found


def align_by_class(tokens: Sequence[Token]) -> None:
    """Say by a class what the library says by a style, which the guide's policy does not take."""
    for token in tokens:
        if style := token.attrs.pop("style", None):
            token.attrSet("class", str(style).removeprefix("text-align:"))


def plain(inline: Token) -> str:
    """The text of an inline token without its marks."""
    texts = {"softbreak": " "}
    return "".join(texts.get(each.type, each.content) for each in inline.children or [])


def anchor_entries(tokens: Sequence[Token]) -> list[str]:
    """Give each ruling its number as anchor, each problem its name."""
    found = []
    for place, token in enumerate(tokens):
        if token.type == "list_item_open" and tokens[place + 2].type == "inline":
            children = tokens[place + 2].children or []
            if name := name_at(children):
                token.attrSet("id", name)
                found.append(name)
    return found


def name_at(children: list[Token]) -> str | None:
    """The name with which an entry begins, which becomes a link to itself; None if it begins otherwise."""
    place = next((place for place, each in enumerate(children) if each.type == "strong_open"), None)
    if place is None or any(each.content for each in children[:place]) or not NAMED.match(children[place + 1].content):
        return None
    name = children[place + 1].content
    children[place + 1 : place + 2] = [
        Token("link_open", "a", 1, attrs={"href": f"#{name}"}),
        children[place + 1],
        Token("link_close", "a", -1),
    ]
    return name


def place_links(name: str, tokens: Sequence[Token], suffix: str) -> list[str]:
    """Point links and pictures to their places on the site; return the targets."""
    found = []
    for token in tokens:
        for each in token.children or []:
            attribute = {"link_open": "href", "image": "src"}.get(each.type)
            if attribute is not None and not re.match(r"[a-z]+:|//", target := str(each.attrGet(attribute))):
                goal = resolve(name, target)
                each.attrSet(attribute, address(name, goal, suffix))
                found.append(goal)
    return found


def resolve(name: str, target: str) -> str:
    """Return the target of a page's relative link within the site. Raises BrokenLink."""
    path, mark, anchor = target.partition("#")
    place = normpath(join(DOCS, dirname(name), path)) if path else f"{DOCS}/{name}.md"
    inside = place.removeprefix(f"{DOCS}/")
    if place.startswith(f"{DOCS}/") and inside.removesuffix(".md") in sources.texts():
        return inside.removesuffix(".md") + mark + anchor
    if place.startswith(f"{DOCS}/") and inside in sources.files_beside_pages():
        return inside
    if place in sources.FILES or place in sources.SERVED:
        return f"{FILES}/{place}"
    raise BrokenLink(f"docs/{name}.md leads to {target}, which the guide does not have")


def address(name: str, goal: str, suffix: str) -> str:
    """The address of something of the site, as seen from a page."""
    path, mark, anchor = goal.partition("#")
    if path == name and mark:
        return mark + quote(anchor)
    folder = relpath(dirname(path) or ".", dirname(name) or ".")
    if path not in sources.texts():
        file = basename(path)
    else:
        file = "" if path == sources.INDEX and not suffix else basename(path) + suffix
    return f"{folder}/{file}".removeprefix("./" if file else "") + mark + quote(anchor)
