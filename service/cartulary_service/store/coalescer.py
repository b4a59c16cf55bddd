"""Request coalescing: batch the queries that arrive while another is in flight."""

import threading
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

import gevent
from gevent import monkey

Question = TypeVar("Question")
Answer = TypeVar("Answer")

MOST: Final = 16
"""Maximum size of a batch."""
SECONDS_AT_MOST: Final = 0.005
"""Maximum time to wait for requests that are about to join, while the worker is busy."""


class Batch(Generic[Question, Answer]):
    """Questions that are asked together, by whoever came first."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.answers: Sequence[Answer] = ()
        self.error: BaseException | None = None
        self.done = threading.Event()


class Coalescer(Generic[Question, Answer]):
    """Runs one batch after the other. A request runs at once if nothing is in flight and no other is about to join.

    If a batch raises one of `alone`, its requests run one by one; any other error is raised for all of them.
    """

    def __init__(
        self,
        answered: Callable[[Sequence[Question]], Sequence[Answer]],
        alone: type[Exception] | tuple[type[Exception], ...] = Exception,
    ) -> None:
        self._answered = answered
        self._alone = alone
        self._gathering: Batch[Question, Answer] = Batch()
        # Within it nothing is waited for, so in a worker of gevent nobody ever finds it taken.
        self._changing = monkey.get_original("threading", "Lock")()
        self._asking = threading.Lock()

    def submit(self, question: Question) -> Answer:
        """The answer to a question, which is not asked before it comes. Raises what asking raises."""
        batch, place = self._join(question)
        if place == 0:
            self._answer(batch)
        batch.done.wait()
        if batch.error is None:
            return batch.answers[place]
        if len(batch.questions) > 1 and isinstance(batch.error, self._alone):
            return self._answered([question])[0]
        raise batch.error

    def waiting(self) -> int:
        """Return the size of the next batch."""
        return len(self._gathering.questions)

    def _join(self, question: Question) -> tuple[Batch[Question, Answer], int]:
        """The batch in which a question is asked, and its place there."""
        with self._changing:
            if len(self._gathering.questions) == MOST:
                self._gathering = Batch()
            batch = self._gathering
            batch.questions.append(question)
            return batch, len(batch.questions) - 1

    def _answer(self, batch: Batch[Question, Answer]) -> None:
        """Ask all that is in a batch by the time that it is its turn."""
        try:
            with self._asking:
                let_others_come()
                self._close(batch)
                batch.answers = self._answered(batch.questions)
        except BaseException as error:
            batch.error = error
        finally:
            self._close(batch)
            batch.done.set()

    def _close(self, batch: Batch[Question, Answer]) -> None:
        """Close a batch for further requests."""
        with self._changing:
            if self._gathering is batch:
                self._gathering = Batch()


def let_others_come() -> None:
    """In a worker of gevent, let those go on first who can, as far as that does not take long."""
    if monkey.is_module_patched("select"):
        gevent.with_timeout(SECONDS_AT_MOST, gevent.idle, timeout_value=None)
