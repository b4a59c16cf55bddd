"""The pages: the contract, documentation that can be tried out, and a verifier that runs in a browser."""

from pathlib import Path

from flask import Flask, Response, redirect, send_file
from flask_swagger_ui import get_swaggerui_blueprint
from werkzeug import Response as AnyResponse

PACKAGED = Path(__file__).parents[1] / "openapi.yaml"
CHECKOUT = Path(__file__).parents[2] / "openapi.yaml"
VERIFIER = Path(__file__).parent / "static" / "verify.js"


def init_app(app: Flask) -> None:
    """Serve /openapi.yaml, /verify.js and /docs."""
    app.add_url_rule("/", "home", home)
    app.add_url_rule("/openapi.yaml", "openapi", openapi)
    app.add_url_rule("/verify.js", "verifier", verifier)
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
