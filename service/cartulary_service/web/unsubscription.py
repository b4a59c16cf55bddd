"""The page behind the link in each mail: one button, which stops the mails. It needs no script."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from flask import Flask, Response, current_app, request

from cartulary.i18n.catalogues import LANGUAGES, load_catalogue
from cartulary_service.http.addresses import client_of
from cartulary_service.subjects.notices import email_addresses
from cartulary_service.web.templating import render_page

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
    "Vary": "Accept-Language",
}


LOCALE: Final = Path(__file__).parent / "locale"


def init_app(app: Flask) -> None:
    if all(each.name != "notices" for each in app.extensions["cartulary"]["subjects"]):
        return
    app.add_url_rule("/unsubscribe/<code>", "ask-to-unsubscribe", ask, methods=["GET"])
    app.add_url_rule("/unsubscribe/<code>", "unsubscribe-by-page", stop, methods=["POST"])


def ask(code: str) -> Response:
    """Show the button. Whether the code is known is not told."""
    return show(done=False)


def stop(code: str) -> Response:
    """Stop the mails in which this code stands; to do it twice does no harm."""
    service = current_app.extensions["cartulary"]
    service["limits"].spend(service["limits"].address, client_of(request), [])
    email_addresses.unsubscribe(service["database"], code)
    return show(done=True)


def show(*, done: bool) -> Response:
    language = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
    texts = load_catalogue(LOCALE, language)["unsubscribe"]
    page = render_page("unsubscription.html", language=language, texts=texts, done=done)
    return Response(page, headers={**HEADERS, "Content-Language": language}, mimetype="text/html")
