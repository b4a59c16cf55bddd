"""The guide: what lies in docs/ as pages, served at /docs/guide."""

import re
from html import escape
from http import HTTPStatus
from re import Match
from typing import Final

from flask import Flask, Response, redirect, request
from werkzeug import Response as AnyResponse

from cartulary.i18n.catalogues import LANGUAGES
from cartulary_service.errors import not_found
from cartulary_service.http.addresses import service_url
from cartulary_service.http.languages import language
from cartulary_service.web.contracts import operations_left_out
from cartulary_service.web.files import send, send_text
from cartulary_service.web.guide import sources
from cartulary_service.web.guide.rendering import BrokenLink, Page, language_of, render, resolve
from cartulary_service.web.guide.search import excerpt, find, find_operations, is_named
from cartulary_service.web.guide.site import files_of_site, framed, whole

BASE: Final = "/docs/guide"
POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Of the guide, in which nothing runs."""
CODE: Final = re.compile(r"<pre .*?</pre>|^```.*?^```", re.DOTALL | re.MULTILINE)
"""A block of code, in HTML or Markdown."""
WRITTEN: Final = "http://127.0.0.1:8000"
"""Where a service of the reader's own answers, by the guide."""
LINK: Final = re.compile(r"\]\(([^)]+)\)")
"""The target of a link of Markdown."""
PROBLEMS: Final = "reference/problems"
MIMETYPES: Final = {".css": "text/css", ".json": "application/json", ".png": "image/png", ".svg": "image/svg+xml"}
"""Media types by suffix; all other files are shown as text."""


def init_app(app: Flask) -> None:
    """Serve the guide, and lead from a ruling's number, or a problem's type, to its words."""
    app.add_url_rule(f"{BASE}/", "guide", page)
    app.add_url_rule(f"{BASE}/search", "guide-search", show_found)
    app.add_url_rule(f"{BASE}/<path:name>", "guide-page", page)
    app.add_url_rule("/llms.txt", "llms.txt", list_pages)
    app.add_url_rule("/rulings/<ruling>", "ruling", ruling)
    app.add_url_rule("/problems/<problem>", "problem", problem)


def page(name: str = sources.INDEX) -> Response:
    """A page, the same as Markdown, a picture, a style, or a file that pages lead to."""
    if file := files_of_site().get(name):
        return with_policy(send(file, MIMETYPES.get(file.suffix, "text/plain; charset=utf-8")))
    if name.endswith(".md") and name.removesuffix(".md") in sources.texts():
        return with_policy(send_text(markdown(name.removesuffix(".md")), "text/markdown"))
    if name not in sources.texts():
        raise not_found("page of the guide; /docs/guide/ leads to all of them")
    return with_policy(send_text(CODE.sub(address_code, whole(name)), "text/html"))


def address_code(code: Match[str]) -> str:
    """Write the address of this service into a block of code."""
    return code[0].replace(WRITTEN, escape(service_url()))


def show_found() -> Response:
    """The sections, and the operations, in which all words of the query `q` stand."""
    asked = request.args.get("q", "").strip()
    here = Page("search", "Search", LANGUAGES[0], "", (), frozenset(), ())
    operations = find_operations(asked, operations_left_out())
    found = {
        "named": [each for each in operations if is_named(each, asked)],
        "sections": find(asked),
        "operations": [each for each in operations if not is_named(each, asked)],
        "excerpt": excerpt,
    }
    response = send_text(framed(here, "", "guide_search.html", asked=asked, **found), "text/html")
    response.headers["Content-Security-Policy"] = POLICY.replace("form-action 'none'", "form-action 'self'")
    return response


def list_pages() -> Response:
    """The index of the guide as language models read it."""
    return send_text(markdown(sources.INDEX), "text/markdown")


def markdown(name: str) -> str:
    """A page as Markdown, with whole addresses, those of other pages as Markdown too."""
    text = CODE.sub(address_code, sources.texts()[name])
    return LINK.sub(lambda link: f"]({whole_address(name, link[1])})", text)


def whole_address(name: str, target: str) -> str:
    """The address of what a link of a page leads to; what leads nowhere within the guide stays."""
    try:
        path, mark, anchor = resolve(name, target).partition("#")
    except BrokenLink:
        return target
    suffix = ".md" if path in sources.texts() else ""
    return f"{service_url()}{BASE}/{path}{suffix}{mark}{anchor}"


def with_policy(response: Response) -> Response:
    """With the policy of the guide, in which nothing runs."""
    response.headers["Content-Security-Policy"] = POLICY
    return response


def ruling(ruling: str) -> AnyResponse:
    """Lead to where a ruling stands, in the language asked for if it does."""
    rules = [name for name in sources.texts() if name.startswith("rules/") and ruling in render(name, "").anchors]
    pages = {language_of(name): name for name in rules}
    if not pages:
        raise not_found("ruling")
    name = pages.get(language()) or pages[LANGUAGES[0]]
    response = redirect(f"{BASE}/{name}#{ruling}", HTTPStatus.SEE_OTHER)
    response.vary.add("Accept-Language")
    return response


def problem(problem: str) -> AnyResponse:
    """Lead to what is said of a problem."""
    if problem not in render(PROBLEMS, "").anchors:
        raise not_found("problem with an entry of its own")
    return redirect(f"{BASE}/{PROBLEMS}#{problem}", HTTPStatus.SEE_OTHER)
