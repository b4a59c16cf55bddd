"""What is asked while an answer is awaited is asked together, as soon as that has come."""

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Batch(Generic[Question, Answer]):
    """Questions that are asked together, by whoever came first."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.answers: Sequence[Answer] = ()
        self.done = threading.Event()


class Batches(Generic[Question, Answer]):
    """Asks one batch after the other; who finds nothing under way asks at once, and alone."""

    def __init__(self, answered: Callable[[Sequence[Question]], Sequence[Answer]]) -> None:
        self._answered = answered
        self._gathering: Batch[Question, Answer] = Batch()
        self._changing = threading.Lock()
        self._asking = threading.Lock()

    def ask(self, question: Question) -> Answer:
        """The answer to a question, which is not asked before it comes. Raises what asking raises."""
        with self._changing:
            batch, place = self._gathering, len(self._gathering.questions)
            batch.questions.append(question)
        if place == 0:
            try:
                with self._asking:
                    self._close(batch)
                    batch.answers = self._answered(batch.questions)
            finally:
                self._close(batch)
                batch.done.set()
        batch.done.wait()
        # Whose batch came to nothing asks for himself, and hears himself what is wrong.
        return batch.answers[place] if batch.answers else self._answered([question])[0]

    def waiting(self) -> int:
        """How many will be asked together next."""
        return len(self._gathering.questions)

    def _close(self, batch: Batch[Question, Answer]) -> None:
        """Let nobody join any more."""
        with self._changing:
            if self._gathering is batch:
                self._gathering = Batch()
