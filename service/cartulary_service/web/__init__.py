"""The pages: lobby and table, replays, a verifier, how sound the record is, and the contract to read and try out."""

import tarfile
from functools import cache, partial
from io import BytesIO
from pathlib import Path

import flask_swagger_ui
from flask import Flask, Response, redirect
from werkzeug import Response as AnyResponse

from cartulary_service.web import contracts, not_found, pages, unsubscription
from cartulary_service.web.files import STATIC as STATIC
from cartulary_service.web.files import Content, content_of, respond, send, send_text
from cartulary_service.web.pages import EMBED_PAGE as EMBED_PAGE
from cartulary_service.web.pages import GAME_PAGES as GAME_PAGES
from cartulary_service.web.templating import render_page

VERIFIER = STATIC / "verify.js"
PARTS = {
    "/pages.css": "text/css",
    "/offline.js": "text/javascript",
    "/manifest.webmanifest": "application/manifest+json",
    "/robots.txt": "text/plain",
}
"""Files of the pages besides their modules."""
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
GAME_PARTS = {
    f"/{path.relative_to(STATIC).as_posix()}": TYPES[path.suffix]
    for folder in ("play", "locale", "verifier")
    for path in sorted((STATIC / folder).rglob("*.*"))
}
"""Files of the lobby, table, replay and verifier, which load nothing else but data from the API."""
DIST = Path(flask_swagger_ui.__file__).parent / "dist"
SWAGGER_UI = {
    "swagger-ui-bundle.js": "text/javascript",
    "swagger-ui.css": "text/css",
    "index.css": "text/css",
    "favicon-32x32.png": "image/png",
}
"""Files of Swagger UI, without its own page, which would need an inline script."""
CONTRACT_SHOWN = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
"""Swagger UI makes markup of texts, and draws its icons from data URLs."""
NOTHING_AT_ALL = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""For HTML that says nothing of its own, such as that of a redirect."""


def init_app(app: Flask) -> None:
    """Serve the pages, the files that they are made of, the contracts and /docs."""
    app.add_url_rule("/", "home", home)
    contracts.init_app(app)
    app.add_url_rule("/verify.js", "verifier", verifier)
    app.add_url_rule("/verify.tar", "verify.tar", verifier_archive)
    for path, mimetype in (PARTS | GAME_PARTS).items():
        app.add_url_rule(path, path[1:], partial(part, path[1:], mimetype))
    app.add_url_rule("/docs/", "docs", contract_page)
    app.add_url_rule("/docs/docs.js", "docs.js", partial(part, "docs.js", "text/javascript"))
    app.add_url_rule("/docs/docs.css", "docs.css", partial(part, "docs.css", "text/css"))
    for name, mimetype in SWAGGER_UI.items():
        app.add_url_rule(f"/docs/{name}", name, partial(send, DIST / name, mimetype))
    pages.init_app(app)
    unsubscription.init_app(app)
    not_found.init_app(app)
    app.after_request(police)


def home() -> AnyResponse:
    """Lead to the lobby."""
    return redirect("/play")


def verifier() -> Response:
    """The second verifier of audit bundles, an ES module; those that it imports are parts of the pages too."""
    return send(VERIFIER, "text/javascript")


def verifier_archive() -> Response:
    """The second verifier with all its modules, to run in Node."""
    return respond(pack_verifier(), "application/x-tar")


@cache
def pack_verifier() -> Content:
    """Return the archive of the second verifier, the same bytes on every host."""
    archive = BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as packed:
        for path in (VERIFIER, *sorted((STATIC / "verifier").rglob("*.js"))):
            entry = tarfile.TarInfo(path.relative_to(STATIC).as_posix())
            entry.size = path.stat().st_size
            packed.addfile(entry, BytesIO(path.read_bytes()))
    return content_of(archive.getvalue())


def contract_page() -> Response:
    """The page on which to read the contract of requests, and try it out."""
    response = send_text(render_page("docs.html"), "text/html")
    response.headers.update(CONTRACT_SHOWN)
    return response


def part(name: str, mimetype: str) -> Response:
    """A module or the style of the pages."""
    return send(STATIC / name, mimetype)


def police(response: Response) -> Response:
    """Give HTML a content security policy, unless it has one."""
    if response.content_type.startswith("text/html"):
        response.headers.setdefault("Content-Security-Policy", NOTHING_AT_ALL)
    return response
