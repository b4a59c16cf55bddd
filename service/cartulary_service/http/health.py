"""Health checks: liveness and readiness of this process."""

from http import HTTPStatus

from flask import Blueprint, Response, current_app, jsonify

from cartulary_service import __version__
from cartulary_service.errors import Problem
from cartulary_service.store.database import Database, DatabaseUnavailable, connection
from cartulary_service.store.schema import newest, read_schema, revisions

blueprint = Blueprint("probes", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """The process is up; what it needs is not asked for."""
    return jsonify(status="up", version=__version__)


@blueprint.get("/readyz")
def readyz() -> Response:
    """The database answers, its schema serves this program, and a key can sign. Raises Problem 503."""
    if not current_app.extensions["cartulary"]["finds_folder"]():
        raise not_ready("The folder of the embedded database is gone. Move it back; the log names it.")
    database: Database = current_app.extensions["cartulary"]["database"]
    try:
        with connection(database.public) as c:
            schema = read_schema(c)
    except DatabaseUnavailable as error:
        raise not_ready("The database does not answer. Start it, or look at DATABASE_URL.") from error
    if fault := schema.find_fault():
        raise not_ready(f"{fault}.")
    if schema.revision in revisions()[:-1]:
        raise not_ready(f"The database's schema is at {schema.revision}, not {newest()}. Run: cartulary migrate")
    current_app.extensions["cartulary"]["keys"].active()
    if not current_app.extensions["cartulary"]["is_checked"]():
        raise not_ready("Keys and schema are not checked yet since the start. Ask again in a second.")
    return jsonify(status="ready")


def not_ready(detail: str) -> Problem:
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, "not-ready", detail)
