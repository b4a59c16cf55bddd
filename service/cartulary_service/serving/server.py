"""The gunicorn that carries the service: its workers, and their end."""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from socket import socket
from tempfile import mkdtemp
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import gevent
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.errors import HaltServer
from gunicorn.http.message import Request
from gunicorn.workers.base import Worker as AnyWorker
from gunicorn.workers.ggevent import GeventWorker

from cartulary_service import __version__
from cartulary_service.config import Config, bracket
from cartulary_service.serving.early_errors import (
    BROKEN,
    answer,
    has_much_unread,
    limit_chunks,
    problem_of,
    say_goodbye,
    with_nosniff,
    with_whole_body,
)
from cartulary_service.serving.worker_process import WorkerProcess
from cartulary_service.store.embedded import Keeper
from cartulary_service.store.postgresql import DidNotStart

if TYPE_CHECKING:
    from flask import Flask

CONNECTIONS_BESIDE_STREAMS = 5_000
SECONDS_TO_FINISH = 8
SECONDS_BETWEEN_CHECKS = 1
COUNTED_IN = "PROMETHEUS_MULTIPROC_DIR"


class Worker(GeventWorker):
    """A gevent worker whose own errors look like the service's, and which tells streams to end."""

    app: "Server"

    def handle_error(self, req: Request | None, client: socket, addr: Any, exc: BaseException) -> None:
        # Once the request has been read, what goes wrong is not the client's fault.
        problem = problem_of(exc) if req is None else BROKEN
        if problem is BROKEN:
            self.log.error("Error at the edge", exc_info=exc)
        answer(client, problem)

    def handle_request(self, listener_name: Any, req: Request, sock: Any, addr: Any) -> bool:
        """Answer a request. Raises StopIteration if the connection is not kept for another."""
        limit_chunks(req)
        super().handle_request(listener_name, req, sock, addr)
        if has_much_unread(req):
            say_goodbye(sock)
            raise StopIteration
        # On a connection that is kept the next request, or stream, would come to a worker that is about to end.
        if not self.alive:
            raise StopIteration
        # A client whose next request is there already would never let others have their turn. `give_way` after each
        # request cost a third of all requests.
        gevent.sleep(0)
        return True

    def init_signals(self) -> None:
        super().init_signals()
        # Ctrl-C in a terminal reaches all processes; the master then ends its workers, once.
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        gevent.spawn(self.app.end_streams)
        super().handle_exit(sig, frame)


COLLECTIONS: Final = (10_000, 20, 1_000)
"""Thresholds of the garbage collector: what is old is seldom looked through.

Thousands of cached games are old. While all of them are looked through, every request waits: the p99 of 64 clients who
act was 139 to 224 ms, and is 68 (medians of three runs).
"""


class Server(BaseApplication):
    """Serves `application:create_app`, which only the workers import, after gevent has patched them."""

    flask: "Flask | None" = None

    def __init__(self, config: Config, is_checked: bool, keeper: Keeper | None) -> None:
        """`is_checked`: whether the start could ask the database what `check_installation` asks."""
        self.config = config
        self.is_checked = is_checked
        self.keeper = keeper
        self.companion = WorkerProcess(config)
        self.ends_with_terminal = signal.getsignal(signal.SIGHUP) != signal.SIG_IGN
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.settings().items():
            self.cfg.set(name, value)

    def settings(self) -> dict[str, Any]:
        return {
            "bind": addresses(self.config),
            "workers": self.config.workers,
            "worker_class": Worker,
            "worker_connections": connections(self.config),
            "graceful_timeout": SECONDS_TO_FINISH,
            "keepalive": 5,
            "loglevel": self.config.log_level,
            "control_socket_disable": True,
            # What a proxy says is judged by `TRUSTED_PROXIES`; gunicorn does not look for it, nor who says it.
            "secure_scheme_headers": {},
            "forwarder_headers": "",
            "forwarded_allow_ips": "*",
            "post_fork": end_by_signal,
            "post_worker_init": self.worker_ready,
            "worker_exit": self.worker_exit,
            "child_exit": self.worker_gone,
        }

    def load(self) -> Any:
        from werkzeug.middleware.proxy_fix import ProxyFix

        from cartulary_service.application import create_app

        self.flask = create_app(self.config)
        self.flask.extensions["cartulary"]["is_checked"] = self.check
        if self.keeper is not None:
            self.flask.extensions["cartulary"]["finds_folder"] = self.keeper.finds_folder
        if not self.is_checked:
            self.flask.before_request(self.require_check)
        proxies, called = self.config.trusted_proxies, self.flask.wsgi_app
        whole = with_whole_body(ProxyFix(called, proxies, 0, 0) if proxies else called)
        if not self.config.metrics_port:
            return with_nosniff(whole)
        from cartulary_service.serving.metrics_endpoint import beside

        database = self.flask.extensions["cartulary"]["database"]
        return with_nosniff(beside(whole, database, self.config.metrics_port))

    def worker_ready(self, worker: AnyWorker) -> None:
        require_cooperative_psycopg()
        gc.set_threshold(*COLLECTIONS)
        gevent.spawn(self.make_up_check, worker)

    def make_up_check(self, worker: AnyWorker) -> None:
        """Make the check that the start could not make, once the database answers; end the service if it is unfit.

        The first worker then says that the service answers.
        """
        from cartulary_service.serving.start_check import UNFIT, check_installation

        try:
            while not self.is_checked:
                self.is_checked = check_installation(self.config) is None
                gevent.sleep(0 if self.is_checked else SECONDS_BETWEEN_CHECKS)
        except UNFIT as error:
            print(f"cartulary: {error}", file=sys.stderr, flush=True)
            # The master ends too.
            sys.exit(Arbiter.WORKER_BOOT_ERROR)
        if worker.age == 1:
            announce(self.config)

    def check(self) -> bool:
        """Whether the start is checked, now if it was not before."""
        from cartulary_service.serving.start_check import UNFIT, check_installation

        # Where it is unfit, `make_up_check` ends the service.
        with suppress(*UNFIT):
            self.is_checked = self.is_checked or check_installation(self.config) is None
        return self.is_checked

    def require_check(self) -> None:
        """Answer nothing but probes until then: the key may be another installation's. Raises DatabaseUnavailable."""
        from flask import request

        from cartulary_service.store.database import DatabaseUnavailable

        if not self.is_checked and request.blueprint != "probes":
            raise DatabaseUnavailable("it has not answered since the start, or has no schema yet")

    def end_streams(self) -> None:
        if self.flask is not None:
            self.flask.extensions["cartulary"]["stopping"].set()

    def worker_exit(self, arbiter: Arbiter, worker: AnyWorker) -> None:
        if self.flask is not None:
            self.flask.extensions["cartulary"]["database"].close()

    def worker_gone(self, arbiter: Arbiter, worker: AnyWorker) -> None:
        forget_gauges(worker)


class Master(Arbiter):
    """The gunicorn master, which keeps the worker by the clock alive too."""

    app: Server
    has_folder = True
    """Whether the folder of the embedded PostgreSQL was found when it was last looked for."""

    def manage_workers(self) -> None:
        self.keep_database()
        super().manage_workers()
        if self.app.config.own_worker:
            self.app.companion.ensure()

    def keep_database(self) -> None:
        """Start the embedded PostgreSQL again if it has ended; end the service if it does not start."""
        try:
            if self.app.keeper is not None and self.app.keeper.ensure():
                print("cartulary: The embedded PostgreSQL was started again.", file=sys.stderr, flush=True)
        except DidNotStart as error:
            raise HaltServer(str(error)) from error
        if self.app.keeper is not None:
            had_folder, self.has_folder = self.has_folder, self.app.keeper.finds_folder()
            if had_folder and not self.has_folder:
                print(f"cartulary: {self.app.keeper.describe_loss()}", file=sys.stderr, flush=True)

    def handle_hup(self) -> None:
        """End, as at SIGTERM: the terminal was closed. With nohup go on; settings are read at the start alone."""
        if self.app.ends_with_terminal:
            self.handle_term()

    def stop(self, graceful: bool = True) -> None:
        self.app.companion.terminate()
        super().stop(graceful)
        self.app.companion.join()


def end_by_signal(arbiter: Arbiter, worker: AnyWorker) -> None:
    """Make a stop end a worker that has just been forked: until `init_signals` it has the master's handlers."""
    for each in (signal.SIGTERM, signal.SIGQUIT):
        signal.signal(each, lambda *_: os._exit(0))


def serve(config: Config, is_checked: bool, keeper: Keeper | None) -> None:
    """Serve until told to stop; leaves by SystemExit, in the workers too."""
    allow_many_files(2 * connections(config))
    with share_metrics(config):
        Master(Server(config, is_checked, keeper)).run()


@contextmanager
def share_metrics(config: Config) -> Iterator[None]:
    """Make all child processes count in shared files."""
    if not config.metrics_port:
        yield
        return
    master = os.getpid()
    folder = mkdtemp(prefix="cartulary-metrics-")
    os.environ[COUNTED_IN] = folder
    try:
        yield
    finally:
        # Workers leave through here too.
        if os.getpid() == master:
            shutil.rmtree(folder, ignore_errors=True)


def forget_gauges(worker: AnyWorker) -> None:
    """Reset the gauges of a worker that is gone."""
    if COUNTED_IN in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)


def addresses(config: Config) -> list[str]:
    """Return the addresses to listen at: the service's, and that of the metrics."""
    found = [f"{bracket(config.host)}:{config.port}"]
    return found + ([f"{bracket(config.metrics_host)}:{config.metrics_port}"] if config.metrics_port else [])


def connections(config: Config) -> int:
    return config.max_streams + CONNECTIONS_BESIDE_STREAMS


def allow_many_files(wanted: int) -> None:
    soft, hard = getrlimit(RLIMIT_NOFILE)
    if soft < wanted:
        setrlimit(RLIMIT_NOFILE, (min(wanted, hard) if hard >= 0 else wanted, hard))


def require_cooperative_psycopg() -> None:
    from psycopg import waiting

    if waiting.wait is getattr(waiting, "wait_c", None):
        raise RuntimeError("psycopg was imported before gevent patched select: its queries would block.")


def announce(config: Config) -> None:
    url = replace(config, public_url=None).url
    print(f"Cartulary answers at {url}, and describes itself at {url}/docs. It is version {__version__}.", flush=True)
    print(f"Play at {url}/play, or ask it from a program:", flush=True)
    print(f"  curl -s {url}/v1/catalogue", flush=True)
