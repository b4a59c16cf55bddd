"""The Flask application: every part of the service, wired."""

import threading
from typing import Any

from flask import Flask

from cartulary_service import api, logs, metrics, web
from cartulary_service.api.computing import start_processes
from cartulary_service.api.game_view import Texts
from cartulary_service.api.kept_changes import KeptChanges
from cartulary_service.api.replies import BASE
from cartulary_service.config import Config, require_spans
from cartulary_service.games.commands import GameCommands
from cartulary_service.http import addresses, compression, cors, health, ids, problems, request_ids, spans
from cartulary_service.live.hub import Streams
from cartulary_service.players.name_cache import Names
from cartulary_service.players.rate_limits import Limits
from cartulary_service.store.database import Database
from cartulary_service.subjects import SUBJECTS, chosen
from cartulary_service.trust.keys import Keys
from cartulary_service.web import guide


def create_app(config: Config | None = None) -> Flask:
    """Wire the service. Under gevent this module may be imported only once the worker has been patched."""
    config = config or Config.from_environment()
    logs.configure(config.log_level, request_ids.about_request)
    app = Flask(__name__, static_folder=None)
    app.config["SERVICE_URL"] = config.url
    app.extensions["cartulary"] = parts(config)
    compression.init_app(app)
    request_ids.init_app(app, config.log_level)
    if config.metrics_port:
        metrics.init_app(app)
    if config.otel_exporter_otlp_endpoint:
        require_spans(config)
        spans.init_app(app, config.otel_exporter_otlp_endpoint)
    app.register_blueprint(health.blueprint)
    for part in (ids, addresses, problems, api, web, guide, cors):
        part.init_app(app)
    for subject in app.extensions["cartulary"]["subjects"]:
        if subject.blueprint is not None:
            app.register_blueprint(subject.blueprint, url_prefix=BASE)
    return app


def parts(config: Config) -> dict[str, Any]:
    """Return what operations reach through `Call`, by name."""
    database = Database(config)
    stopping = threading.Event()
    streams = Streams(database, config, stopping)
    return {
        "database": database,
        "table": GameCommands(database, config, streams.note_append),
        "streams": streams,
        "limits": Limits(database, config),
        "stopping": stopping,
        "names": Names(database),
        "texts": Texts(),
        "changes": KeptChanges(),
        "processes": start_processes(config),
        "subjects": chosen(config.subjects),
        # Of all subjects: what was kept is the player's where a subject is left out, too.
        "personal_data": [each.personal_data for each in SUBJECTS if each.personal_data is not None],
        "config": config,
        "keys": Keys(config.keys_folder),
        # The server replaces them: it checks its start, and may keep an embedded PostgreSQL.
        "is_checked": lambda: True,
        "finds_folder": lambda: True,
    }
