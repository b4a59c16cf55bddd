"""Pages of any origin may ask, and read the answers."""

from typing import Final

from flask import Flask, Response, request
from flask_cors import CORS

EXPOSED: Final = [
    "Content-Language",
    "Date",
    "Deprecation",
    "ETag",
    "Ended",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Receipt",
    "Retry-After",
    "Sunset",
    "WWW-Authenticate",
    "X-Request-Id",
]
"""Header fields that a web page of another origin may read."""
A_DAY: Final = 86_400
"""Seconds for which a browser may remember what a preflight request was answered."""
READABLE: Final = [("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", ", ".join(EXPOSED))]


def init_app(app: Flask) -> None:
    """Answer preflight requests by Flask-CORS, and add the constant headers to all other responses."""
    CORS(app, expose_headers=EXPOSED, max_age=A_DAY, intercept_exceptions=False)
    # Later ones come first: an answer that has its fields is left alone by Flask-CORS.
    app.after_request(tell)


def tell(response: Response) -> Response:
    """Say that any page may read the answer."""
    if request.method != "OPTIONS":
        response.headers.extend(READABLE)
    return response
