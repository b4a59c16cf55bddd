"""Streams of the Python client go on after a cut, without loss or double."""

import asyncio
from itertools import islice
from typing import Any

import pytest

from cartulary_client import AsyncClient, Client, Problem
from cartulary_client.streams import Stream
from tests.service.clients.tables import HASTY, finished, table
from tests.service.clients.unsteady_proxy import UnsteadyProxy, refusal
from tests.service.conftest import kill, workers_of

CUT = 6_000
"""Bytes of a connection: a few events, and the beginning of one."""


@pytest.fixture(scope="module")
def game(served: str) -> str:
    return finished(served)


def test_a_stream_that_is_cut_again_and_again_tells_each_event_once(
    served: str, proxy: UnsteadyProxy, game: str
) -> None:
    proxy.cut_after = CUT
    version = Client(served).read_game(game)["version"]
    # One more than there are, so that a stream which begins anew ends too.
    events = islice(Client(proxy.url, retries=HASTY).follow_game(game), version + 1)
    assert [each["public"]["position"] for each in events] == [*range(1, version + 1)]
    assert proxy.connections > 5


def test_so_does_one_of_the_async_client(served: str, proxy: UnsteadyProxy, game: str) -> None:
    async def follow() -> list[int]:
        async with AsyncClient(proxy.url, retries=HASTY) as client:
            return [each["public"]["position"] async for each in client.follow_game(game, after=7)]

    proxy.cut_after = CUT
    told = asyncio.run(follow())
    assert proxy.connections > 5
    assert told == [*range(8, Client(served).read_game(game)["version"] + 1)]


def test_a_stream_that_falls_silent_is_opened_again(served: str, proxy: UnsteadyProxy, game: str) -> None:
    proxy.silent_after = CUT
    client = Client(proxy.url, retries=HASTY, silence=1)
    assert len([*client.follow_game(game)]) == Client(served).read_game(game)["version"]
    assert proxy.connections > 1


def test_a_stream_goes_on_when_workers_of_the_service_die(served: str, ada: Client) -> None:
    id = table(ada)
    stream = Client(served, retries=HASTY).follow_game(id)
    assert next(stream)["public"]["type"] == "GameCreated"
    kill(workers_of(served))
    ada.take_seat(id)
    assert next(stream)["public"]["type"] == "SeatTaken"


def test_changes_come_with_the_events_where_they_are_wanted(served: str, game: str) -> None:
    assert all("changes" in each for each in islice(Client(served).follow_game(game, changes=True), 5))


def test_a_refused_stream_is_a_problem(served: str, proxy: UnsteadyProxy) -> None:
    with pytest.raises(Problem) as raised:
        next(Client(served).follow_my_games())
    assert raised.value.status == 401
    proxy.refusals.append(refusal("503 Service Unavailable"))
    with pytest.raises(Problem) as raised:
        next(Client(proxy.url, retries=HASTY).follow_game("00000000-0000-0000-0000-000000000000"))
    assert raised.value.status == 404


def test_the_chat_and_the_feed_are_streams_too(served: str, ada: Client) -> None:
    id = table(ada)
    *_, last = ada.iter_feed(limit=1000)
    chat, feed = ada.follow_chat(id, place=0), Client(served).follow_feed(cursor=last["cursor"])
    ada.take_seat(id)
    ada.send_message(id, {"text": "one"})
    assert next(chat)["text"] == "one"
    assert any((each["game"], each["public"]["type"]) == (id, "SeatTaken") for each in islice(feed, 9))


def test_half_a_block_is_forgotten_with_its_connection() -> None:
    stream: Stream[Any] = Stream("/feed")
    stream.request()
    assert [*stream.read(b"id: 1\ndata: 1\n\n: heartbeat\n\nid: 2\nda"), *stream.read(b"ta: 2\n")] == [1]
    assert stream.request().headers["Last-Event-ID"] == "1"
    assert [*stream.read(b"retry: 1500\nid: 2\r\ndata: 2\r\n\r\n")] == [2]
    assert (stream.last_event_id, stream.pause) == ("2", 1.5)


def test_a_separator_of_unicode_ends_no_line() -> None:
    stream: Stream[Any] = Stream("/feed")
    text = "one\u2028line\x85still"
    assert [*stream.read(f'data: "{text}"\n\n'.encode())] == [text]
