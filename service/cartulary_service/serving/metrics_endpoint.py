"""Metrics endpoint for Prometheus: counts of all processes, and queues in the database."""

import platform
from collections.abc import Callable, Iterator
from typing import Any, Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from cartulary_service import __version__
from cartulary_service.store.database import Database, DatabaseUnavailable, connection

Wsgi = Callable[[dict[str, Any], Any], Any]

WAITING: Final = {
    "cartulary_outbox_plies": ("Plies that were appended and not yet told outside.", "select count(*) from outbox"),
    "cartulary_outbox_lag_seconds": (
        "Age of the oldest of them.",
        "select coalesce(extract(epoch from clock_timestamp() - min(at)), 0) from outbox",
    ),
    "cartulary_deliveries_due": (
        "Messages to webhooks whose time has come.",
        "select count(*) from deliveries where next_try <= clock_timestamp()",
    ),
    "cartulary_deliveries_lag_seconds": (
        "For how long the first of them has been due.",
        "select coalesce(extract(epoch from clock_timestamp() - min(next_try)), 0) from deliveries "
        "where next_try <= clock_timestamp()",
    ),
    "cartulary_deadlines_overdue": (
        "Games whose deadline has passed and that the worker has not looked at.",
        "select count(*) from games where deadline <= clock_timestamp()",
    ),
    "cartulary_deadlines_lag_seconds": (
        "For how long the first of these deadlines has passed.",
        "select coalesce(extract(epoch from clock_timestamp() - min(deadline)), 0) from games "
        "where deadline <= clock_timestamp()",
    ),
}
"""Name -> what it says, and the query for it."""
QUERY: Final = f"select {', '.join(f'({query})::float8' for _, query in WAITING.values())}"


class Waiting(Collector):
    """Collector of queue lengths, read from the database at each scrape."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Each number, and whether the database gave them."""
        try:
            with connection(self._database.serving) as c:
                values = c.execute(QUERY).fetchone() or ()
        except DatabaseUnavailable:
            values = ()
        yield GaugeMetricFamily("cartulary_database_up", "Whether the database answered.", value=float(bool(values)))
        for (name, (text, _)), value in zip(WAITING.items(), values, strict=False):
            yield GaugeMetricFamily(name, text, value=value)


class Build(Collector):
    """Collector of the version that runs."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        family = GaugeMetricFamily("cartulary_build_info", "The version that runs.", labels=("version", "python"))
        family.add_metric((__version__, platform.python_version()), 1)
        yield family


def metrics_text(database: Database) -> bytes:
    """Return all metrics in Prometheus' text format."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    registry.register(Waiting(database))
    registry.register(Build())
    return generate_latest(registry)


def beside(wsgi: Wsgi, database: Database, port: int) -> Wsgi:
    """Answer /metrics, and nothing else, to whoever comes by that port; everybody else gets to the service."""

    def routed(environ: dict[str, Any], start_response: Any) -> Any:
        if environ["SERVER_PORT"] != str(port):
            return wsgi(environ, start_response)
        if environ["PATH_INFO"] != "/metrics":
            start_response("404 Not Found", [("Content-Type", "text/plain; charset=utf-8")])
            return [b"There is only /metrics here.\n"]
        start_response("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
        return [metrics_text(database)]

    return routed
