"""Metrics for Prometheus. No label names a player or a match.

With `PROMETHEUS_MULTIPROC_DIR`, which `serve` sets, all processes of a host count together.
"""

import time
from functools import cache
from typing import Final

from flask import Flask, Response, request
from prometheus_client import Counter, Gauge, Histogram

FAST: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
BEGAN: Final = "cartulary.began"
OUTSIDE: Final = "none"
"""The operation of an address that there is not."""

REQUESTS: Final = Counter("cartulary_requests", "Requests answered.", ("operation", "status"))
SECONDS: Final = Histogram(
    "cartulary_request_seconds", "From a request to the head of its answer.", ("operation",), buckets=FAST
)
PROBLEMS: Final = Counter(
    "cartulary_problems", "Requests not fulfilled, by the code of the problem and the rule.", ("code", "rule")
)
ACTIONS: Final = Counter("cartulary_actions", "Actions accepted, by the game of the catalogue.", ("game",))
LOST_RACES: Final = Counter("cartulary_lost_races", "Appends that another writer was faster than.")
FOLD: Final = Histogram("cartulary_fold_seconds", "Folding what a worker did not know of a game yet.", buckets=FAST)
APPEND: Final = Histogram("cartulary_append_seconds", "Until a ply was stored in the database.", buckets=FAST)
REPLICA_READS: Final = Counter("cartulary_replica_reads", "Reads of spectators that the replica answered.")
PASSED_ON: Final = Counter(
    "cartulary_replica_passed_on",
    "Those that went on to the primary: the replica was behind, away, or had not the game.",
)
STREAMS: Final = Gauge("cartulary_streams", "Event streams that are open.", multiprocess_mode="livesum")


def init_app(app: Flask) -> None:
    """Count and time every request."""
    app.before_request(begin)
    app.after_request(count)


def begin() -> None:
    request.environ[BEGAN] = time.perf_counter()


def count(response: Response) -> Response:
    """Count an answer under its operation."""
    counter, histogram = of_operation(request.endpoint, response.status_code)
    counter.inc()
    histogram.observe(time.perf_counter() - request.environ[BEGAN])
    return response


@cache
def of_operation(endpoint: str | None, status: int) -> tuple[Counter, Histogram]:
    """Return the counter and histogram of an endpoint's responses with that status."""
    operation = OUTSIDE if endpoint is None else endpoint.rpartition(".")[2]
    return REQUESTS.labels(operation, status), SECONDS.labels(operation)
