"""Questions that come while another is asked are asked together, and each hears what it asked."""

import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Final

import pytest

from cartulary_service.store.coalescer import MOST, Coalescer
from tests.patience import PATIENCE
from tests.service.conftest import eventually


class Oracle:
    """Doubles numbers, slowly where told to, and notes what it was asked at once; of 13 it knows nothing."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.speaks = threading.Event()
        self.speaks.set()

    def __call__(self, numbers: Sequence[int]) -> list[int]:
        self.asked.append([*numbers])
        self.speaks.wait()
        if 13 in numbers:
            raise ValueError("13")
        return [2 * each for each in numbers]


def joined(batches: Coalescer[int, int], count: int) -> bool:
    return batches.waiting() == count


@contextmanager
def gathered(oracle: Oracle, batches: Coalescer[int, int], numbers: Sequence[int]) -> Iterator[list[Future[int]]]:
    """These numbers asked one after the other while 0 is asked already, whose answer comes at the end."""
    oracle.speaks.clear()
    with ThreadPoolExecutor() as pool:
        answers = [pool.submit(batches.submit, 0)]
        eventually(lambda: oracle.asked)
        for waiting, number in enumerate(numbers, 1):
            answers.append(pool.submit(batches.submit, number))
            eventually(partial(joined, batches, waiting))
        oracle.speaks.set()
        yield answers[1:]


def test_requests_that_arrive_during_a_query_are_batched() -> None:
    oracle = Oracle()
    with gathered(oracle, Coalescer(oracle), [1, 2, 3]) as answers:
        assert [each.result() for each in answers] == [2, 4, 6]
    assert oracle.asked == [[0], [1, 2, 3]]


def test_nobody_hears_an_answer_to_what_was_asked_before_he_came() -> None:
    oracle = Oracle()
    batches = Coalescer(oracle)
    assert [batches.submit(each) for each in (1, 1, 1)] == [2, 2, 2]
    assert oracle.asked == [[1], [1], [1]]


def test_a_failed_batch_is_retried_one_query_at_a_time() -> None:
    oracle = Oracle()
    with gathered(oracle, Coalescer(oracle), [13, 2, 13]) as (first, second, third):
        assert second.result() == 4
        for each in (first, third):
            with pytest.raises(ValueError, match="13"):
                each.result()
    assert oracle.asked[:2] == [[0], [13, 2, 13]]
    assert sorted(oracle.asked[2:]) == [[2], [13], [13]]


def test_a_failed_batch_does_not_repeat_what_may_have_taken_effect() -> None:
    oracle = Oracle()
    with gathered(oracle, Coalescer(oracle, alone=KeyError), [1, 13, 2]) as answers:
        for each in answers:
            with pytest.raises(ValueError, match="13"):
                each.result()
    assert oracle.asked == [[0], [1, 13, 2]]


def test_so_many_are_asked_together_at_most_and_the_others_after_them() -> None:
    oracle = Oracle()
    oracle.speaks.clear()
    batches = Coalescer(oracle)
    with ThreadPoolExecutor(2 * MOST) as pool:
        answers = [pool.submit(batches.submit, number) for number in range(100, 100 + 2 * MOST)]
        try:
            eventually(lambda: batches.waiting() == MOST - 1)
        finally:
            oracle.speaks.set()
        assert [each.result() for each in answers] == [2 * number for number in range(100, 100 + 2 * MOST)]
    assert sorted(map(len, oracle.asked)) == [1, MOST - 1, MOST]


def test_after_a_failure_the_next_is_asked_as_ever() -> None:
    batches = Coalescer(Oracle())
    with pytest.raises(ValueError, match="13"):
        batches.submit(13)
    assert batches.submit(5) == 10


GREENLETS: Final = """
from gevent import monkey
monkey.patch_all()
import gevent
from cartulary_service.store.coalescer import Coalescer

asked = []
batches = Coalescer(lambda numbers: asked.append([*numbers]) or numbers)

def spin():
    while not asked:
        gevent.sleep(0)

{others}
gevent.joinall([gevent.spawn(batches.submit, number) for number in range(3)])
print(asked)
"""
"""Three who ask at once in a worker of gevent."""


@pytest.mark.parametrize("others", ["", "gevent.spawn(spin)"], ids=["idle", "busy"])
def test_in_a_worker_of_gevent_who_is_about_to_ask_is_asked_with_the_first_however_busy_it_is(others: str) -> None:
    said = subprocess.run(
        [sys.executable, "-c", GREENLETS.format(others=others)],
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert said.stdout.strip() == "[[0, 1, 2]]"
