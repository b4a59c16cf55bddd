"""The page for browsers at an address where there is nothing; programs get a problem there."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from flask import Flask, Response, render_template_string, request

from cartulary.i18n.catalogues import LANGUAGES
from cartulary_service.http.problems import MEDIA_TYPE
from cartulary_service.web.words import words

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Content-Type": "text/html; charset=utf-8",
}
HTML: Final = "text/html"
FOR_PROGRAMS: Final = (MEDIA_TYPE, "application/json")
API: Final = "/v1/"
PAGE: Final = """<!doctype html>
<html lang="{{ language }}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>{{ words["problem.404"] }} – Cartulary</title>
  <link rel="stylesheet" href="/play/styles/tokens.css">
  <link rel="stylesheet" href="/play/styles/base.css">
  <link rel="stylesheet" href="/play/styles/head.css">
  <link rel="icon" href="/play/seal.svg" type="image/svg+xml">
</head>
<body>
  <header class="top">
    <a class="brand" href="/play"><img src="/play/seal.svg" alt="" width="26" height="26"><span>Cartulary</span></a>
  </header>
  <main>
    <h1>{{ words["problem.404"] }}</h1>
    <p><a href="/play">{{ words["to-lobby"] }}</a></p>
  </main>
</body>
</html>
"""


def init_app(app: Flask) -> None:
    app.after_request(show_to_browsers)


def show_to_browsers(response: Response) -> Response:
    """Answer a browser that finds nothing with a page instead of a problem."""
    if response.status_code == HTTPStatus.NOT_FOUND and not request.path.startswith(API):
        response.vary.add("Accept")
        if request.accept_mimetypes.best_match((*FOR_PROGRAMS, HTML)) == HTML:
            language = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
            response.set_data(render_template_string(PAGE, language=language, words=words(language)))
            response.headers.update({**HEADERS, "Content-Language": language})
            response.vary.add("Accept-Language")
    return response
