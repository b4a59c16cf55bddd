"""The service: HTTP over PostgreSQL."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from service.config import Config
    from service.neighbours import Neighbours


def create_app(config: "Config | None" = None, neighbours: "Neighbours | None" = None) -> "Flask":
    """Wire the service. What it imports may be imported only once gevent has patched the worker."""
    import threading

    from service import api, cors, guide, logs, metrics, probes, problems, spans, tracing, web
    from service.api.game_view import Texts
    from service.application import Application
    from service.config import Config
    from service.database import Database
    from service.limits import Limits
    from service.names import Names
    from service.players import Callers
    from service.signing import Keys
    from service.streams import Streams
    from service.table import Table

    config = config or Config.from_environment()
    logs.configure(config.log_level, tracing.about_request)
    app = Application(__name__, static_folder=None)
    # A body without a length is cut there without a word; one byte more shows that it was too long.
    app.config["MAX_CONTENT_LENGTH"] = config.max_body_bytes + 1
    database = Database(config)
    stopping = threading.Event()
    streams = Streams(database, config, stopping, neighbours)
    app.extensions["cartulary"] = {
        "database": database,
        "table": Table(database, config, streams.appended),
        "streams": streams,
        "limits": Limits(database, config),
        "stopping": stopping,
        "callers": Callers(database),
        "names": Names(database),
        "texts": Texts(),
        "config": config,
        "keys": Keys(config.keys_dir or config.data_dir / "keys"),
    }
    tracing.init_app(app, config.log_level)
    if config.metrics_port:
        metrics.init_app(app)
    if config.otel_exporter_otlp_endpoint:
        spans.init_app(app, config.otel_exporter_otlp_endpoint)
    problems.init_app(app)
    app.register_blueprint(probes.blueprint)
    api.init_app(app)
    web.init_app(app)
    guide.init_app(app)
    cors.init_app(app)
    return app
