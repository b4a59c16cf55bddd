"""The pages: the contract, documentation to try out, a verifier for browsers, and how sound the record is."""

from functools import partial
from pathlib import Path

from flask import Flask, Response, redirect, send_file
from flask_swagger_ui import get_swaggerui_blueprint
from werkzeug import Response as AnyResponse

PACKAGED = Path(__file__).parents[1] / "openapi.yaml"
CHECKOUT = Path(__file__).parents[2] / "openapi.yaml"
STATIC = Path(__file__).parent / "static"
VERIFIER = STATIC / "verify.js"
PAGES = {"/verify": "verify.html", "/integrity": "integrity.html"}
PARTS = {
    "/verify-page.js": "text/javascript",
    "/integrity.js": "text/javascript",
    "/pages.js": "text/javascript",
    "/pages.css": "text/css",
}
"""What the pages are made of besides the verifier."""
ONLY_OURS = {"Content-Security-Policy": "default-src 'self'"}


def init_app(app: Flask) -> None:
    """Serve /openapi.yaml, /verify.js, /verify, /integrity and /docs."""
    app.add_url_rule("/", "home", home)
    app.add_url_rule("/openapi.yaml", "openapi", openapi)
    app.add_url_rule("/verify.js", "verifier", verifier)
    for path, name in PAGES.items():
        app.add_url_rule(path, name, partial(page, name))
    for path, mimetype in PARTS.items():
        app.add_url_rule(path, path[1:], partial(part, path[1:], mimetype))
    # Unless told not to, it asks a validator on the internet what it thinks of the contract.
    offline = {"app_name": "Cartulary", "validatorUrl": None}
    app.register_blueprint(get_swaggerui_blueprint("/docs", "/openapi.yaml", offline))


def home() -> AnyResponse:
    """Lead to the documentation."""
    return redirect("/docs/")


def openapi() -> Response:
    """The contract."""
    return send_file(PACKAGED if PACKAGED.exists() else CHECKOUT, mimetype="application/yaml")


def verifier() -> Response:
    """The second verifier of audit bundles, an ES module."""
    return send_file(VERIFIER, mimetype="text/javascript")


def page(name: str) -> Response:
    """A page, which runs and loads nothing but what this service serves."""
    response = send_file(STATIC / name, mimetype="text/html")
    response.headers.update(ONLY_OURS)
    return response


def part(name: str, mimetype: str) -> Response:
    """A module or the style of the pages."""
    return send_file(STATIC / name, mimetype=mimetype)
