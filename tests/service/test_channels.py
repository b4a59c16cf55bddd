"""Many streams of one channel: one of them reads for all who wait at the same place."""

import os
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple

import pytest

from cartulary_service.config import Config
from cartulary_service.live.broadcast import Channel, Page, Place, Stream
from cartulary_service.live.hub import Streams
from cartulary_service.store.database import Database
from cartulary_service.store.events import later_versions
from tests.patience import PATIENCE
from tests.service.conftest import eventually

PAGE = Page(b"id: 1\n\n", last=1)
CHUNK = b"7\r\nid: 1\n\n\r\n"
HERE, THERE = Place(None, 0), Place(None, 1)


class Waiting(NamedTuple):
    """A stream that waits somewhere, and the reader's end of its connection."""

    stream: Stream
    reader: socket.socket

    def heard(self) -> bytes:
        """What has arrived."""
        return self.reader.recv(1_000_000) if self.reads() else b""

    def reads(self) -> bool:
        self.reader.settimeout(0.001)
        try:
            return bool(self.reader.recv(1, socket.MSG_PEEK))
        except TimeoutError:
            return False


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture
def channel() -> Channel:
    return Channel()


@pytest.fixture
def sockets() -> Iterator[list[socket.socket]]:
    opened: list[socket.socket] = []
    yield opened
    for each in opened:
        each.close()


@pytest.fixture
def waiting(channel: Channel, sockets: list[socket.socket]) -> list[Waiting]:
    """Three at one place."""
    return [wait_at(HERE, channel, sockets) for _ in range(3)]


def wait_at(place: Place, channel: Channel, sockets: list[socket.socket]) -> Waiting:
    stream, (ours, theirs) = Stream(channel, None), socket.socketpair()
    sockets += (ours, theirs)
    # As gevent's: it never waits by itself, and sendall does.
    ours.settimeout(PATIENCE)
    stream.connection, stream.chunked, stream.place = ours, True, place
    channel.streams.add(stream)
    return Waiting(stream, theirs)


def woken(waiting: list[Waiting]) -> list[Waiting]:
    return [each for each in waiting if each.stream.bell.is_set()]


def told(channel: Channel, page: Page = PAGE) -> None:
    """A ring, and one that has just come reads."""
    channel.ring()
    for stream in channel.streams:
        stream.bell.clear()
    channel.read(None, 0, lambda _: page)


def fill(connection: socket.socket) -> None:
    """Send until nothing more can be sent."""
    with suppress(BlockingIOError):
        while True:
            os.write(connection.fileno(), bytes(4_096))


def test_a_ring_wakes_one_of_each_place_and_all_who_do_not_wait(channel: Channel, waiting: list[Waiting]) -> None:
    others = [Stream(channel, None) for _ in range(2)]
    channel.streams |= {*others}
    channel.ring()
    assert len(woken(waiting)) == 1
    assert all(stream.bell.is_set() for stream in others)


def test_the_first_reader_sends_the_page_to_all_waiting_streams(
    channel: Channel, waiting: list[Waiting], sockets: list[socket.socket]
) -> None:
    elsewhere = [wait_at(THERE, channel, sockets), wait_at(Place("Ann", 0), channel, sockets)]
    told(channel)
    assert [each.heard() for each in waiting] == [CHUNK] * 3
    assert [each.stream.place for each in waiting] == [THERE] * 3
    assert not any(each.stream.behind() for each in waiting)
    assert not any(each.reads() for each in elsewhere)
    assert all(each.stream.behind() for each in elsewhere)


@pytest.mark.parametrize("page", [PAGE._replace(full=True), PAGE._replace(over=True), PAGE._replace(seating=True)])
def test_a_page_with_consequences_is_read_by_everyone_himself(
    channel: Channel, waiting: list[Waiting], page: Page
) -> None:
    told(channel, page)
    assert woken(waiting) == waiting
    assert not any(each.reads() for each in waiting)


def test_a_stream_with_a_full_connection_reads_itself_and_delays_nobody(
    channel: Channel, waiting: list[Waiting]
) -> None:
    connection = waiting[0].stream.connection
    assert isinstance(connection, socket.socket)
    fill(connection)
    told(channel)
    assert woken(waiting) == waiting[:1]
    assert waiting[0].stream.behind()
    assert waiting[0].stream.place == HERE
    assert [each.heard() for each in waiting[1:]] == [CHUNK] * 2


def test_the_rest_of_a_page_is_sent_before_anything_else(
    channel: Channel, sockets: list[socket.socket], pool: ThreadPoolExecutor
) -> None:
    stream, reader = wait_at(HERE, channel, sockets)
    stream.place = None
    waits = pool.submit(stream.wait, PATIENCE, HERE)
    eventually(lambda: stream.place is not None)
    channel.rings += 1
    channel.read(None, 0, lambda _: Page(b"x" * 10_000_000, last=1))
    channel.ring()
    assert stream.tells is None, "nobody waits for who cannot send"
    channel.read(None, 1, lambda _: Page(b"y", last=2))
    wanted = b"989680\r\n" + b"x" * 10_000_000 + b"\r\n"
    received = b""
    while len(received) < len(wanted):
        received += reader.recv(1_000_000)
    assert received == wanted
    assert waits.result() == THERE
    assert stream.behind()


def test_a_closed_or_ending_stream_receives_nothing(channel: Channel, waiting: list[Waiting]) -> None:
    waiting[0].reader.close()
    waiting[1].stream.end()
    told(channel)
    assert [each.stream.cut for each in waiting] == [True, True, False]
    assert not waiting[1].reads()
    assert waiting[2].heard() == CHUNK


def test_without_a_connection_that_takes_chunks_a_stream_reads_itself(channel: Channel, waiting: list[Waiting]) -> None:
    waiting[0].stream.connection = None
    waiting[1].stream.chunked = False
    told(channel)
    assert woken(waiting) == waiting[:2]
    assert not waiting[1].reads()


def test_an_event_that_comes_while_a_page_goes_out_is_missed_by_nobody(
    channel: Channel, waiting: list[Waiting]
) -> None:
    def read(_: object) -> Page:
        channel.rings += 1
        return PAGE

    channel.ring()
    for each in waiting:
        each.stream.bell.clear()
    channel.read(None, 0, read)
    assert [each.heard() for each in waiting] == [CHUNK] * 3
    assert woken(waiting) == waiting


def test_the_other_streams_read_when_their_reader_ends(own_database: str) -> None:
    database = Database(config := Config(database_url=own_database, tick_milliseconds=1))
    streams = Streams(database, config, stopping := threading.Event())
    try:
        three = [streams.follow(later_versions, "00000000-0000-0000-0000-000000000000", 0, None) for _ in range(3)]
        for stream in three:
            stream.place = HERE
        three[0].channel.ring()
        (first,) = (stream for stream in three if stream.bell.is_set())
        streams.close(first)
        assert all(stream.bell.is_set() for stream in three)
    finally:
        stopping.set()
        eventually(lambda: not any(thread.name == "ticker" for thread in threading.enumerate()))
        database.close()
