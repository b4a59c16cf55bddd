"""Requests that all come to a worker while the first of them waits for the database."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import psycopg
import pytest
from psycopg.abc import Query

from cartulary_service.players.callers import AUTHENTICATE
from cartulary_service.players.name_cache import NAMES
from cartulary_service.store import append
from cartulary_service.store.coalescer import Coalescer
from cartulary_service.store.database import Connection
from tests.service.conftest import eventually

Answer = TypeVar("Answer")


class Crowd:
    """Notes what is asked of the database, and lets nothing be answered before all have come.

    Who calls is asked and answered before. Names are not noted: they are read again each second, so on a busy machine
    at any moment.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self._batches: set[Coalescer[Any, Any]] = set()
        self._answers = threading.Event()
        execute, ask = Connection.execute, Coalescer.submit

        def executed(connection: Connection, query: Query, *args: Any, **options: Any) -> psycopg.Cursor[Any]:
            if query == AUTHENTICATE:
                return execute(connection, query, *args, **options)
            if query != NAMES:
                self.asked.append(str(query))
            self._answers.wait()
            return execute(connection, query, *args, **options)

        def noted(batches: Coalescer[Any, Any], question: Any) -> Any:
            self._batches.add(batches)
            return ask(batches, question)

        # What a worker knows must not grow old while a busy machine lets the crowd gather.
        monkeypatch.setattr(append, "APPEND", append.APPEND.replace("250 milliseconds", "1 hour"))
        monkeypatch.setattr(Connection, "execute", executed)
        monkeypatch.setattr(Coalescer, "submit", noted)

    def comes(self, requests: Sequence[Callable[[], Answer]]) -> list[Answer]:
        """What is answered to these requests, each by a thread of its own."""
        with ThreadPoolExecutor(len(requests)) as pool:
            answers = []
            try:
                for others, request in enumerate(requests):
                    answers.append(pool.submit(request))
                    eventually(lambda: self.asked)
                    eventually(partial(self._is_waited_for_by, others))
            finally:
                self._answers.set()
            return [each.result() for each in answers]

    def _is_waited_for_by(self, count: int) -> bool:
        return sum(each.waiting() for each in self._batches) == count
