"""The pages of the browser: which modules and styles each is made of, and what it may do."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from http import HTTPStatus
from posixpath import dirname, join, normpath
from typing import Final, NamedTuple

from flask import Flask, Response, current_app, redirect, request
from werkzeug import Response as AnyResponse

from cartulary.catalogue import CATALOGUE
from cartulary_service.games.page_links import CONSENT_PAGE
from cartulary_service.web.files import STATIC, send_text
from cartulary_service.web.link_previews import add_preview
from cartulary_service.web.templating import render_page

IMPORTED: Final = re.compile(r"from '(\.[^']+)'")
NOTHING_WRITTEN: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "Referrer-Policy": "no-referrer",
}
"""No script or style but ours, and no text that becomes markup: a token lies in the browser."""
FRAMED: Final = {
    name: value.replace("frame-ancestors 'none'", "frame-ancestors *") for name, value in NOTHING_WRITTEN.items()
}
PLAYED: Final = {
    name: value.replace("trusted-types 'none'", "trusted-types cartulary-offline")
    for name, value in NOTHING_WRITTEN.items()
}
"""The same for the page that registers the service worker, whose address is the one that becomes a script."""
TEXT: Final = ("tokens", "base", "head", "pages")
CARDS: Final = ("tokens", "base", "head", "cards", "table", *CATALOGUE, "pages")
"""Styles of pages without and with cards."""
LAYOUTS: Final = {game: f"play/games/{game}/index.js" for game in CATALOGUE}
"""Modules of which a page may need one, or none, once a game is shown on it."""


class Page(NamedTuple):
    """A page: its first module, which imports the others, and what its head says besides."""

    script: str
    styles: Sequence[str] = TEXT
    installable: bool = False
    drawn: bool = True
    """Whether it draws cards or seals."""
    framed: bool = False
    """Whether pages of others may show it; it neither reads a token nor acts."""
    late: str | None = None
    """Module that is needed once a game is shown, if the page shows something else before."""
    is_kept: bool = False
    """Whether it registers the service worker, which keeps it for times without a connection."""
    subject: str | None = None
    """The subject without which there is no such page."""


GAME_PAGES: Final = {
    "/play": Page("play/play.js", CARDS, installable=True, late="play/table/table.js", is_kept=True),
    "/replay": Page("play/replay/replay.js", (*CARDS, "replay"), installable=True, late="play/replay/viewer.js"),
    "/verify": Page("play/record/verify.js"),
    "/integrity": Page("play/record/integrity.js"),
    CONSENT_PAGE: Page("play/authorize.js", installable=True, drawn=False, subject="oauth"),
}
EMBED_PAGE: Final = "/embed"
EMBEDDED: Final = Page("play/replay/embed.js", (*CARDS, "replay"), framed=True)
"""A replay for frames in pages of others, with its own modules."""


def init_app(app: Flask) -> None:
    running = {None, *(each.name for each in app.extensions["cartulary"]["subjects"])}
    for path, page in (GAME_PAGES | {EMBED_PAGE: EMBEDDED}).items():
        if page.subject in running:
            app.add_url_rule(path, f"{path[1:]}.html", partial(show, page))
            app.add_url_rule(f"{path}/", f"{path[1:]}/", partial(lead_to, path))


def lead_to(path: str) -> AnyResponse:
    """Lead to a page from its address with a slash at the end."""
    query = request.query_string.decode("latin-1")
    return redirect(f"{path}?{query}" if query else path, HTTPStatus.PERMANENT_REDIRECT)


def show(page: Page) -> Response:
    """A page, with what a link to it shows elsewhere; one in a frame has no links to it."""
    service = current_app.extensions["cartulary"]
    running = tuple(each.name for each in service["subjects"])
    if "notices" in running and service["config"].smtp_url:
        running += ("mail",)
    text = compose(page, running)
    response = send_text(text if page.framed else add_preview(text), "text/html")
    response.headers.update(policy_of(page))
    if not page.framed:
        response.vary.add("Accept-Language")
    return response


def policy_of(page: Page) -> Mapping[str, str]:
    if page.framed:
        return FRAMED
    return PLAYED if page.is_kept else NOTHING_WRITTEN


@cache
def compose(page: Page, subjects: Sequence[str]) -> str:
    """Return a page that lists all its modules, so that a browser asks for them at once."""
    modules = sorted(modules_imported(page.script))
    late = [] if page.late is None else [*late_modules(page.script, page.late)]
    styles = [f"play/styles/{each}.css" for each in page.styles]
    return render_page("page.html", subjects=subjects, page=page, styles=styles, modules=modules, late=late)


def late_modules(script: str, late: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield what is needed once any game is shown, and once a certain one is, with its name."""
    known = modules_imported(script)
    of_any = {late, *modules_imported(late)} - known
    yield "any-game", sorted(of_any)
    for game, module in LAYOUTS.items():
        yield game, sorted({module, *modules_imported(module)} - known - of_any)


def modules_imported(module: str) -> frozenset[str]:
    """Return the modules that a module imports as it is loaded, and those that they import."""
    found, open_ones = set[str](), [module]
    while open_ones:
        importing = open_ones.pop()
        targets = IMPORTED.findall((STATIC / importing).read_text(encoding="utf-8"))
        new = {normpath(join(dirname(importing), each)) for each in targets} - found
        found |= new
        open_ones += new
    return frozenset(found)
