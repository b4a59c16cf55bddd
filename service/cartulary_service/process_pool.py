"""Processes that compute for a server's worker, so that it goes on answering others meanwhile.

Not `concurrent.futures`: its locks and threads would block the event loop of gevent.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from resource import RLIMIT_AS, setrlimit
from typing import IO, Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from cartulary_service.errors import Problem

SIZE: Final = 1
"""Processes of each worker."""
MOST_WAITING: Final = 8
"""Requests that wait for a process."""
SECONDS_TO_WAIT: Final = 30
SECONDS_TO_COMPUTE: Final = 20
"""Time of a processor for one request."""
BYTES: Final = 1 << 30
"""Address space of a process."""
NICENESS: Final = 5
"""Of processes that compute: the server goes first. With 15 none got anywhere beside four busy others."""
LENGTH_BYTES: Final = 8

P = ParamSpec("P")
R = TypeVar("R")
Context = TypeVar("Context")


class ProcessPool(Generic[Context]):
    """Runs functions in processes of low priority, which are started when they are first needed."""

    def __init__(self, prepare: Callable[[], Context], size: int = SIZE) -> None:
        """Each process calls `prepare` at its start, and hands the context to every function that it runs."""
        self._prepare = prepare
        self._size = size
        self._free = threading.BoundedSemaphore(size)
        self._idle: list[subprocess.Popen[bytes]] = []
        weakref.finalize(self, end_all, self._idle)
        self._asked = 0

    def run(self, function: Callable[Concatenate[Context, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what a function of a module returns; what it takes and returns is pickled.

        Raises what the function raises, and Problem 503 if too many wait or if it takes too much time or memory.
        """
        if self._asked >= self._size + MOST_WAITING:
            raise busy()
        self._asked += 1
        try:
            if not self._free.acquire(timeout=SECONDS_TO_WAIT):
                raise busy()
            try:
                result: R = self._run(pickle.dumps((function, args, kwargs)))
                return result
            finally:
                self._free.release()
        finally:
            self._asked -= 1

    def run_in_turn(self, function: Callable[Concatenate[Context, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what a function returns, however long it has to wait for a process."""
        with self._free:
            result: R = self._run(pickle.dumps((function, args, kwargs)))
            return result

    def _run(self, request: bytes) -> Any:
        process = self._idle.pop() if self._idle else start(self._prepare)
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            write(process.stdin, request)
            has_returned, result = pickle.loads(read(process.stdout))
        except (OSError, EOFError) as error:
            end(process)
            raise too_much() from error
        except BaseException:
            end(process)
            raise
        self._idle.append(process)
        if not has_returned:
            raise result
        return result


def start(prepare: Callable[[], object]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "cartulary_service.process_pool"]
    # In a session of its own, so that an interrupt at the terminal is left to the server.
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdin is not None
    write(process.stdin, pickle.dumps(prepare))
    return process


def end_all(processes: list[subprocess.Popen[bytes]]) -> None:
    for each in processes:
        end(each)


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and reap it."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            assert pipe is not None
            pipe.close()


def busy() -> Problem:
    """503: all processes compute, and others wait for them."""
    detail = "The service computes for too many others at the moment. Try again in a few seconds."
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, "busy", detail)


def too_much() -> Problem:
    """503: the process reached its limit."""
    detail = f"This takes more than {SECONDS_TO_COMPUTE} s or too much memory. Ask for less at once."
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, "too-much-at-once", detail)


def write(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(len(message).to_bytes(LENGTH_BYTES, "big") + message)
    pipe.flush()


def read(pipe: IO[bytes]) -> bytes:
    """Read a whole message. Raises EOFError."""
    return read_exactly(pipe, int.from_bytes(read_exactly(pipe, LENGTH_BYTES), "big"))


def read_exactly(pipe: IO[bytes], size: int) -> bytes:
    pieces = list[bytes]()
    while size:
        piece = pipe.read(size)
        if not piece:
            raise EOFError
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def compute(requests: IO[bytes], results: IO[bytes]) -> None:
    """Do what is asked for, one request after the other, until there are no more."""
    with suppress(EOFError):
        context = pickle.loads(read(requests))()
        while True:
            request = read(requests)
            # Ends the process after so much time of a processor, whatever it is in the middle of.
            signal.setitimer(signal.ITIMER_PROF, SECONDS_TO_COMPUTE)
            write(results, outcome_of(request, context))
            signal.setitimer(signal.ITIMER_PROF, 0)


def outcome_of(request: bytes, context: object) -> bytes:
    """Return whether the requested function has returned, and what it has returned or raised."""
    try:
        function, args, kwargs = pickle.loads(request)
        return pickle.dumps((True, function(context, *args, **kwargs)))
    except MemoryError:
        raise
    except Exception as error:
        return pickle.dumps((False, error))


if __name__ == "__main__":
    os.nice(NICENESS)
    setrlimit(RLIMIT_AS, (BYTES, BYTES))
    compute(sys.stdin.buffer, sys.stdout.buffer)
