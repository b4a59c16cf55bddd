"""Processes compute for the workers: within limits of time, memory and number, and others are answered meanwhile."""

import http.client
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import count
from pathlib import Path
from random import Random
from urllib.parse import urlsplit
from uuid import UUID

import pytest
import requests

from bench.fill import play
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR
from cartulary.signing.notes import Signer
from cartulary_service.errors import Problem
from cartulary_service.process_pool import BYTES, MOST_WAITING, SIZE, ProcessPool
from cartulary_service.trust.bundles import bundle
from tests.patience import PATIENCE
from tests.service import waiting
from tests.service.client import CIVILIZATION, NDJSON
from tests.service.conftest import Serve

REPLAYS = 3
BODIES = 60


@pytest.fixture
def pool() -> ProcessPool[int]:
    return ProcessPool(waiting.prepare)


def test_a_process_returns_what_the_function_returns(pool: ProcessPool[int]) -> None:
    assert [pool.run(waiting.add, each) for each in (1, 2)] == [waiting.CONTEXT + 1, waiting.CONTEXT + 2]


def test_audiences_are_the_same_in_another_process(pool: ProcessPool[int]) -> None:
    for audience in (EVERYTHING, SPECTATOR):
        assert pool.run(waiting.give_back, audience) is audience


def test_a_problem_is_raised_as_in_the_process(pool: ProcessPool[int]) -> None:
    with pytest.raises(Problem, match="There is no such game") as raised:
        pool.run(waiting.refuse, "game")
    assert (raised.value.status, raised.value.code) == (404, "not-found")


def test_a_full_pool_refuses_and_says_when_to_come_again(pool: ProcessPool[int], tmp_path: Path) -> None:
    file = tmp_path / "go-on"
    number = SIZE + MOST_WAITING + 1
    with ThreadPoolExecutor(number) as many:
        running = [many.submit(pool.run, waiting.wait_for, file) for _ in range(number)]
        first = next(as_completed(running))
        with pytest.raises(Problem) as refused:
            first.result()
        file.write_text("done")
        assert {each.result() for each in running if each is not first} == {"done"}
    assert (refused.value.status, refused.value.code) == (503, "busy")
    assert refused.value.headers["Retry-After"]


def test_what_takes_too_long_or_too_much_memory_is_broken_off_and_the_next_is_computed(pool: ProcessPool[int]) -> None:
    for too_much in (lambda: pool.run(waiting.be_killed), lambda: pool.run(waiting.take_memory, BYTES)):
        with pytest.raises(Problem) as refused:
            too_much()
        assert (refused.value.status, refused.value.code) == (503, "too-much-at-once")
        assert pool.run(waiting.add, 2) == waiting.CONTEXT + 2


def long_bundle() -> str:
    """The bundle of a finished game of some hundreds of events."""
    players = [str(UUID(int=number)) for number in range(2)]
    games = (play(CATALOGUE[CIVILIZATION], number, players, Random(number)) for number in count(1))
    game = next(each for each in games if len(each.rows) > 600 and each.match.result is not None)
    return "".join(f"{line}\n" for line in bundle(game.match.id, game.rows, Signer(bytes(32))))


def test_others_are_answered_while_bundles_are_played_back(serve: Serve) -> None:
    base, text = serve(WORKERS="1"), long_bundle()
    with ThreadPoolExecutor(REPLAYS) as many:
        asked = [
            many.submit(requests.post, f"{base}/v1/replays", data=text, headers={"Content-Type": NDJSON})
            for _ in range(REPLAYS)
        ]
        looks = 0
        while not all(each.done() for each in asked):
            assert requests.get(f"{base}/healthz").ok
            looks += 1
        assert {each.result().status_code for each in asked} == {200}
    assert looks > 10 * REPLAYS


def send_unread_bodies(base: str) -> set[int]:
    """Send large bodies to nobody one after the other, on one connection for as long as it is kept."""
    statuses, where = set(), urlsplit(base).netloc
    connection = http.client.HTTPConnection(where, timeout=PATIENCE)
    for _ in range(BODIES):
        try:
            connection.request("POST", "/nope", b"x" * 3_000_000)
            answer = connection.getresponse()
            answer.read()
            statuses.add(answer.status)
        except ConnectionError:
            connection.close()
    return statuses


def test_others_are_answered_while_bodies_come_that_nobody_reads(serve: Serve) -> None:
    base, looks = serve(WORKERS="1"), 0
    with ThreadPoolExecutor(4) as many:
        asked = [many.submit(send_unread_bodies, base) for _ in range(4)]
        while not all(each.done() for each in asked):
            assert requests.get(f"{base}/healthz").ok
            looks += 1
        assert {status for each in asked for status in each.result()} == {404}
    assert looks > BODIES // 4
