"""Whole pages, with navigation; and all of them as files, to be hosted anywhere."""

import shutil
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it.token import Token

from cartulary.i18n.catalogues import load_catalogue
from cartulary_service.web.guide import sources
from cartulary_service.web.guide.rendering import FILES, Page, address, parser, render, resolve
from cartulary_service.web.templating import render_page
from cartulary_service.web.words import words

OTHER_PAGES: Final = {"play": "lobby", "replay": "replay", "verify": "verify", "docs/": "docs"}.items()
"""Pages of the service that each head leads to, with the keys of their names."""
PLAYERS_PAGES: Final = {"play": "lobby", "replay": "replay"}.items()
"""Those of them that the rules lead to: whoever reads them plays, and need not know of the rest of the guide."""
LOCALE: Final = Path(__file__).parents[1] / "locale"
"""Texts that only pages of the service itself have."""
RULES: Final = "rules/"
"""The folder of the pages for players."""
HTML: Final = ".html"
"""Suffix of pages that are files."""


class Chapter(NamedTuple):
    """A heading of the index, and the pages that stand under it: name and words."""

    title: str
    pages: tuple[tuple[str, str], ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """The navigation, which is the index: its second headings, and the first link of each entry under them."""
    found: list[Chapter] = []
    tokens = parser().parse(sources.texts()[sources.INDEX])
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            found.append(Chapter(tokens[place + 1].content, ()))
        elif token.type == "list_item_open" and found and (entry := first_link(tokens[place + 2])):
            found[-1] = found[-1]._replace(pages=(*found[-1].pages, entry))
    return tuple(found)


def first_link(inline: Token) -> tuple[str, str] | None:
    """The page that an entry leads to, with the words of the link; None if it leads to no page."""
    children = inline.children or []
    for place, each in enumerate(children):
        if each.type == "link_open" and not (target := str(each.attrGet("href"))).startswith(("http", "/")):
            goal = resolve(sources.INDEX, target)
            return (goal, children[place + 1].content) if goal in sources.texts() else None
    return None


@cache
def whole(name: str, suffix: str = "") -> str:
    """A page with all that stands around it. Raises KeyError."""
    return framed(render(name, suffix), suffix)


def framed(page: Page, suffix: str = "", template: str = "guide.html", **values: object) -> str:
    """A page with all that stands around it; `values` are those of its own template."""
    name = page.name
    is_for_players = name.startswith(RULES)
    return render_page(
        template,
        page=page,
        chapters=chapters(),
        contents=[each for each in page.headings if each.level == 2],
        to=lambda goal: address(name, goal, suffix),
        index=sources.INDEX,
        languages=translations(page),
        house=house_from(name) if not suffix else "",
        pages=PLAYERS_PAGES if is_for_players else OTHER_PAGES,
        is_for_players=is_for_players,
        words=words(page.language),
        texts=load_catalogue(LOCALE, page.language)["rules"],
        **values,
    )


def house_from(name: str) -> str:
    """The address of the service as seen from a page that it serves; pages in files have none."""
    return "../" * (name.count("/") + 2)


LANGUAGES: Final = {"en": "English", "ru": "Русский", "uk": "Українська", "ko": "한국어"}


def translations(page: Page) -> list[tuple[str, str, str]]:
    """The same page in other languages: language, its name for itself, page."""
    base = page.name.partition(".")[0]
    names = {each: base if each == "en" else f"{base}.{each}" for each in LANGUAGES}
    there = [(each, LANGUAGES[each], name) for each, name in names.items() if name in sources.texts()]
    return there if len(there) > 1 else []


def files_of_site() -> dict[str, Path]:
    """Return the files of the site besides pages: address -> file."""
    files = {f"{FILES}/{name}": sources.file_of(name) for name in (*sources.FILES, *sources.SERVED)}
    return {**sources.PARTS, **sources.files_beside_pages(), **files}


def build(folder: Path) -> int:
    """Write the site, as it is served, into a folder; answers the number of pages."""
    for name in sources.texts():
        path = folder / f"{name}{HTML}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(whole(name, HTML), encoding="utf-8")
    for name, file in files_of_site().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, folder / name)
    return len(sources.texts())
