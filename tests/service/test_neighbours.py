"""Workers that tell each other which games have gone on."""

import threading
from copy import copy

import pytest

from service.config import Config
from service.live.hub import Streams
from service.live.worker_pipes import WorkerPipes
from service.serving.server import Server
from service.store.database import Database
from tests.patience import PATIENCE
from tests.service.conftest import eventually

GAME = "6f9c1ab2-61f4-4b0a-8a4f-0123456789ab"
OTHER = "6f9c1ab2-61f4-4b0a-8a4f-0123456789ac"


@pytest.fixture
def workers() -> list[WorkerPipes]:
    return seated(WorkerPipes(3))


def seated(neighbours: WorkerPipes, workers: int = 3) -> list[WorkerPipes]:
    """What each worker has of it after its fork."""
    found = []
    for number in range(workers):
        neighbours.seat(number)
        found.append(copy(neighbours))
    return found


def test_who_follows_a_game_hears_from_the_others_and_not_from_itself(workers: list[WorkerPipes]) -> None:
    ann, ben, cid = workers
    for each in (ann, ben):
        each.follow(GAME, 1)
    ann.tell(GAME, 7)
    ann.tell(GAME, 8)
    assert ben.heard(1) == [(GAME, 7), (GAME, 8)]
    assert [each.heard(0) for each in workers] == [[]] * 3
    cid.tell(GAME, 9)
    assert [each.heard(0) for each in workers] == [[(GAME, 9)], [(GAME, 9)], []]
    cid.tell(OTHER, 1)
    assert [each.heard(0) for each in workers] == [[]] * 3


def test_a_game_is_told_of_until_the_last_stream_has_closed(workers: list[WorkerPipes]) -> None:
    ann, ben, _ = workers
    for streams in (2, -1):
        ben.follow(GAME, streams)
        ann.tell(GAME, 1)
        assert ben.heard(0) == [(GAME, 1)]
    ben.follow(GAME, -1)
    ann.tell(GAME, 1)
    assert ben.heard(0) == []


def test_a_slow_listener_delays_no_other_stream(workers: list[WorkerPipes]) -> None:
    ann, ben, _ = workers
    ben.follow(GAME, 1)
    for version in range(10_000):
        ann.tell(GAME, version)
    heard = []
    while words := ben.heard(0):
        heard += words
    assert heard == [(GAME, version) for version in range(len(heard))]
    assert 0 < len(heard) < 10_000


def test_a_new_worker_takes_the_place_of_one_that_is_gone_and_follows_nothing() -> None:
    neighbours = WorkerPipes(2)
    ann, ben = seated(neighbours, 2)
    ben.follow(GAME, 1)
    neighbours.unseat(1)
    (new,) = seated(neighbours, 1)
    ann.tell(GAME, 1)
    assert new.heard(0) == []
    new.follow(GAME, 1)
    ann.tell(GAME, 2)
    assert new.heard(0) == [(GAME, 2)]


def test_one_worker_too_many_tells_and_is_not_told() -> None:
    ann, extra = seated(WorkerPipes(1), 2)
    for each in (ann, extra):
        each.follow(GAME, 1)
    extra.tell(GAME, 1)
    ann.tell(GAME, 2)
    assert (ann.heard(0), extra.heard(0)) == ([(GAME, 1)], [])


def test_the_server_seats_every_worker_also_while_it_begins_anew() -> None:
    server = Server(Config(workers=2))
    comes, gone = server.cfg.pre_fork, server.cfg.child_exit
    workers = []
    for number in range(5):
        comes(None, number)
        workers.append(copy(server.neighbours))
        workers[-1].follow(GAME, 1)
        if number == 3:
            gone(None, 1)
    workers[0].tell(GAME, 1)
    assert [each.heard(0) for each in workers[2:]] == [[(GAME, 1)]] * 3


def test_a_neighbours_word_wakes_the_streams_of_a_game_where_the_database_does_not_answer(
    workers: list[WorkerPipes],
) -> None:
    database = Database(config := Config(database_url="postgresql://nowhere.invalid/none"))
    streams = Streams(database, config, stopping := threading.Event(), workers[0])
    try:
        woken, other = streams.of_game(GAME, 1, None), streams.of_game(OTHER, 1, None)
        workers[1].tell(GAME, 2)
        assert woken.bell.wait(PATIENCE)
        assert not other.bell.is_set()
        streams.note_append(OTHER, 2)
        assert other.bell.is_set()
    finally:
        stopping.set()
        eventually(lambda: not any(thread.name == "ticker" for thread in threading.enumerate()))
        database.close()
