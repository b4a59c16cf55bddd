"""The page for browsers at an address where there is nothing; programs get a problem there."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from flask import Flask, Response, request

from cartulary.i18n.catalogues import LANGUAGES
from cartulary_service.http.problems import MEDIA_TYPE
from cartulary_service.web.templating import render_page
from cartulary_service.web.words import words

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Content-Type": "text/html; charset=utf-8",
}
HTML: Final = "text/html"
FOR_PROGRAMS: Final = (MEDIA_TYPE, "application/json")
API: Final = "/v1/"


def init_app(app: Flask) -> None:
    app.after_request(show_to_browsers)


def show_to_browsers(response: Response) -> Response:
    """Answer a browser that finds nothing with a page instead of a problem."""
    if response.status_code == HTTPStatus.NOT_FOUND and not request.path.startswith(API):
        response.vary.add("Accept")
        if request.accept_mimetypes.best_match((*FOR_PROGRAMS, HTML)) == HTML:
            language = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
            # Below the path of PUBLIC_URL a proxy may have taken that off: no address begins with a slash.
            root = "../" * (request.path.count("/") - 1)
            response.set_data(render_page("not_found.html", language=language, words=words(language), root=root))
            response.headers.update({**HEADERS, "Content-Language": language})
            response.vary.add("Accept-Language")
    return response
