"""Event streams: every event once and in order, to whom it may concern, whatever is cut, killed or stopped."""

import json
import random
import re
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import requests

from cartulary_service.config import Config
from cartulary_service.live.broadcast import Stream
from cartulary_service.live.hub import Streams
from cartulary_service.store.database import Database
from cartulary_service.subjects.feed.queries import PUBLIC, find_news
from tests.domain.notation import position
from tests.patience import PATIENCE
from tests.service.client import NDJSON, Client, EventStream, NotStreamed, Player, Said, Table, body_of
from tests.service.conftest import Serve, alive, eventually, kill, master_of, service, workers_of
from tests.service.gambler import Gambler

BROKEN = (requests.ConnectionError, requests.exceptions.ChunkedEncodingError, requests.ReadTimeout)
MIDDLE = position("A: hand W1 R1, area W3 R1 E1 | B: hand R1 C1, area R2 C2")
RESIGN = {"type": "resign"}
NOBODY = "00000000-0000-0000-0000-000000000000"


@pytest.fixture(scope="module")
def base(serve: Serve, own_database: str) -> str:
    """A service with a quick heart, over a database of its own."""
    return serve(DATABASE_URL=own_database, HEARTBEAT_SECONDS="1", WORKERS="2")


@pytest.fixture(scope="module")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(32) as pool:
        yield pool


def path_of(table: Table) -> str:
    return f"/games/{table.game}/events"


def recorded(client: Client, game: str, after: int = 0) -> list[str]:
    """What the record of a game says, one event a line."""
    response = client.get(f"/games/{game}/events?after={after}", headers={"Accept": NDJSON})
    assert response.status_code == 200
    return response.content.decode().splitlines()


@dataclass
class Follower:
    """Follows a game to its end, and comes again, after what arrived, whenever a stream ends before."""

    client: Client
    path: str
    cut_after: int | None = None
    """Hang up by itself whenever so many events have come."""
    said: list[Said] = field(default_factory=list)
    streams: int = 0

    def follow(self) -> list[Said]:
        while not self.said or '"type":"GameEnded"' not in self.said[-1].data:
            with suppress(*BROKEN), self.client.following(self.path, self.last_id()) as stream:
                self.streams += 1
                self.hear(stream)
        return self.said

    def hear(self, stream: EventStream) -> None:
        for number, said in enumerate(stream, 1):
            self.said.append(said)
            if number == self.cut_after:
                return

    def last_id(self) -> str | None:
        return self.said[-1].id if self.said else None


def followers(table: Table, cut_after: int | None = None) -> list[Follower]:
    """One for every seat, and one who looks on."""
    return [Follower(table.audience(seat), path_of(table), cut_after) for seat in table.audiences()]


def require_heard(follower: Follower, game: str) -> None:
    """What was heard is the record, byte for byte, each event once and in order."""
    record = recorded(follower.client, game)
    assert [said.data for said in follower.said] == record
    assert [said.id for said in follower.said] == [str(number) for number in range(1, len(record) + 1)]
    assert all(f'"type":"{said.type}"' in said.data for said in follower.said)


# A game


@pytest.mark.parametrize("cut_after", [None, 3], ids=["uncut", "cut after three events"])
def test_every_audience_hears_every_event_of_a_game_once_and_as_it_may_see_it(
    base: str, pool: ThreadPoolExecutor, cut_after: int | None
) -> None:
    table = Table.of(base, 3, options={"deal": "draft"})
    listening = followers(table, cut_after)
    heard = [pool.submit(each.follow) for each in listening]
    Gambler(table, random.Random(1)).play()
    for each in heard:
        each.result()
    for follower in listening:
        require_heard(follower, table.game)
    said = [[each.data for each in follower.said] for follower in listening]
    assert len({*map(tuple, said)}) == len(listening), "every seat has secrets of its own"


def test_many_who_follow_one_game_hear_each_event_once_however_slowly_they_read(
    base: str, pool: ThreadPoolExecutor
) -> None:
    table = Table.of(base, 2)
    listening = [Follower(table.visitor, path_of(table)) for _ in range(20)] + followers(table)
    with table.visitor.following(path_of(table)) as late:
        heard = [pool.submit(each.follow) for each in listening]
        Gambler(table, random.Random(1)).play()
        for each in heard:
            each.result()
        assert [said.data for said in late] == recorded(table.visitor, table.game)
    for follower in listening:
        require_heard(follower, table.game)


def test_a_stream_goes_on_from_every_position(base: str) -> None:
    table = Table.of(base, position=MIDDLE)
    ann, record = table.players[0], recorded(table.players[0], table.game)
    for after in range(len(record)):
        left = len(record) - after
        with ann.following(path_of(table), str(after)) as stream:
            assert [said.data for said in stream.take(left)] == record[after:]
        with ann.following(f"{path_of(table)}?after={after}") as stream:
            assert [said.data for said in stream.take(left)] == record[after:]
    with ann.following(f"{path_of(table)}?after=1", str(len(record))) as stream:
        stream.beat()
        table.act(0, {"type": "end_turn"})
        assert stream.take(1)[0].id == str(len(record) + 1)


def test_a_stream_ends_with_the_game_and_nothing_follows(base: str) -> None:
    table = Table.of(base, position=MIDDLE)
    with table.visitor.following(path_of(table)) as stream:
        table.act(1, RESIGN)
        said = [*stream]
    assert [each.data for each in said] == recorded(table.visitor, table.game)
    assert said[-1].type == "GameEnded"
    with table.visitor.following(path_of(table), str(len(said) - 1)) as stream:
        assert [*stream] == said[-1:]
    with pytest.raises(NotStreamed) as answered, table.visitor.following(path_of(table), str(len(said))):
        pass
    assert answered.value.response.status_code == 204


def test_without_names_a_browser_gets_every_event_as_a_message(base: str) -> None:
    table = Table.of(base, position=MIDDLE)
    ann = table.players[0]
    paths = (f"{path_of(table)}?", f"/games/{table.game}/chat?", "/me/events?", "/feed?")
    with ExitStack() as opened:
        streams = [opened.enter_context(ann.following(f"{path}names=false", None)) for path in paths]
        named = opened.enter_context(ann.following(path_of(table)))
        body_of(ann.post(f"/games/{table.game}/chat", {"text": "Hello"}), 201)
        table.act(1, RESIGN)
        heard = [stream.take(1)[0] for stream in streams]
        assert [*named][-1].type == "GameEnded"
    assert {each.type for each in heard} == {"message"}
    assert json.loads(heard[0].data)["public"]["type"] == "GameCreated"


def test_streams_with_and_without_names_do_not_disturb_each_other(base: str, pool: ThreadPoolExecutor) -> None:
    table = Table.of(base, 2)
    path = path_of(table)
    listening = [Follower(table.visitor, f"{path}?names={names}") for names in ("true", "false") * 5]
    heard = [pool.submit(each.follow) for each in listening]
    Gambler(table, random.Random(1)).play()
    for each in heard:
        each.result()
    for follower, named in zip(listening, (True, False) * 5, strict=True):
        assert [said.data for said in follower.said] == recorded(table.visitor, table.game)
        assert all((said.type != "message") == named for said in follower.said)


def test_a_spectator_who_sits_down_sees_the_cards_dealt_to_the_seat(base: str) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    game = ann.new_game()
    with ben.following(f"/games/{game}/events") as stream:
        assert [said.type for said in stream.take(1)] == ["GameCreated"]
        for player in (ann, ben):
            assert player.sit(game).status_code == 201
        record = recorded(ben, game)
        assert [said.data for said in stream.take(len(record) - 1)] == record[1:]
    assert record != recorded(Client(base), game)


def test_a_delegate_sees_the_seat_s_view_only_during_the_delegation(base: str) -> None:
    table, cid = Table.of(base, options={"deal": "draft"}), Player(base, "Cid")
    owner = table.players[0]
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    delegation = body_of(owner.post("/me/delegations", {"player": cid.id, "until": until}), 201)["id"]
    with cid.following(path_of(table)) as stream:
        record = recorded(owner, table.game)
        assert [said.data for said in stream.take(len(record))] == record
        assert owner.delete(f"/me/delegations/{delegation}").status_code == 204
        table.act(0, table.legal(0)[0])
        withheld = recorded(table.visitor, table.game, len(record))
        assert (
            [said.data for said in stream.take(len(withheld))] == withheld != recorded(owner, table.game, len(record))
        )


def test_a_former_delegate_receives_nothing_that_was_read_for_the_holder(base: str) -> None:
    table, cid = Table.of(base, options={"deal": "draft"}), Player(base, "Cid")
    owner, version = table.players[0], table.see()["version"]
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    delegation = body_of(owner.post("/me/delegations", {"player": cid.id, "until": until}), 201)["id"]
    with ExitStack() as streams:
        told = [streams.enter_context(each.following(path_of(table), str(version))) for each in [owner] * 9 + [cid]]
        for stream in told:
            stream.beat()
        assert owner.delete(f"/me/delegations/{delegation}").status_code == 204
        table.act(0, table.legal(0)[0])
        withheld, own = recorded(table.visitor, table.game, version), recorded(owner, table.game, version)
        heard = [[said.data for said in stream.take(len(own))] for stream in told]
    assert heard == [own] * 9 + [withheld]
    assert own != withheld


def test_a_player_who_leaves_a_private_table_receives_no_more_events(base: str) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    game = ann.new_game(private=True)
    invite = body_of(ann.post(f"/games/{game}/invites"), 201)["code"]
    assert ben.sit(game, invite=invite).status_code == 201
    with pytest.raises(NotStreamed), Client(base).following(f"/games/{game}/events"):
        pass
    with ben.following(f"/games/{game}/events") as stream:
        stream.take(2)
        assert ben.delete(f"/games/{game}/seats/0").status_code == 204
        assert [*stream] == []


@pytest.mark.parametrize("last_id", ["", "x", "-1", "1.5", "1e3", "9" * 9, "9" * 40, "\u00b2"])
def test_an_unknown_position_of_the_game_is_refused(base: str, last_id: str) -> None:
    table = Table.of(base, position=MIDDLE)
    with pytest.raises(NotStreamed) as answered, table.visitor.following(path_of(table), last_id):
        pass
    assert body_of(answered.value.response, 400)["code"] == "bad-cursor"


# How a stream lives and ends


def test_heartbeats_come_while_nothing_happens(base: str) -> None:
    visitor, begun = Table.of(base, position=MIDDLE).visitor, monotonic()
    with visitor.following("/feed") as stream:
        for _ in range(4):
            stream.beat()
    assert monotonic() - begun > 2


@pytest.mark.parametrize("path", ["/games/{game}/events", "/me/events"])
def test_a_stream_ends_soon_after_its_token_is_revoked_or_expires(base: str, own_database: str, path: str) -> None:
    table = Table.of(base, position=MIDDLE)
    opened = Barrier(3, timeout=PATIENCE)
    revoked, expiring = (body_of(table.players[0].post("/me/tokens"), 201) for _ in range(2))
    with ThreadPoolExecutor(2) as ends, table.visitor.following(path_of(table)) as other:
        ended = [
            ends.submit(heard_to_the_end, Client(base, each["token"]), path.format(game=table.game), opened)
            for each in (revoked, expiring)
        ]
        opened.wait()
        assert table.players[0].delete(f"/me/tokens/{revoked['id']}").status_code == 204
        with psycopg.connect(own_database) as session:
            session.execute("update tokens set expires_at = now() where id = %s", [expiring["id"]])
        for each in ended:
            each.result()
        table.act(0, RESIGN)
        assert [*other][-1].type == "GameEnded"


@pytest.mark.parametrize("path", ["/games/{game}/events", "/me/events", "/games/{game}/chat"])
def test_a_stream_does_not_outlive_its_token_by_a_heartbeat(serve: Serve, own_database: str, path: str) -> None:
    base = serve(DATABASE_URL=own_database, HEARTBEAT_SECONDS="3600")
    table = Table.of(base, position=MIDDLE)
    token = body_of(table.players[0].post("/me/tokens"), 201)
    start = f"?after={table.see()['version']}" if path.endswith("/events") and "game" in path else ""
    with Client(base, token["token"]).following(path.format(game=table.game) + start) as stream:
        assert table.players[0].delete(f"/me/tokens/{token['id']}").status_code == 204
        assert [*stream] == []


def heard_to_the_end(client: Client, path: str, opened: Barrier) -> EventStream:
    """A stream after it has ended, which it must before many heartbeats."""
    with suppress(NotStreamed), client.following(path) as stream:
        opened.wait()
        for block in stream.blocks():
            stream.heard(block)
            assert stream.heartbeats < PATIENCE
        return stream
    raise AssertionError("there was no stream")


def test_there_are_no_more_streams_than_a_worker_may_have(serve: Serve, own_database: str) -> None:
    base = serve(DATABASE_URL=own_database, HEARTBEAT_SECONDS="1", MAX_STREAMS="2", WORKERS="1")
    table = Table.of(base, position=MIDDLE)
    with table.visitor.following("/feed"), table.visitor.following(path_of(table)):
        with pytest.raises(NotStreamed) as answered, table.players[0].following("/me/events"):
            pass
        refused = answered.value.response
        assert body_of(refused, 503)["code"] == "too-many-streams"
        assert int(refused.headers["Retry-After"]) > 0
        assert table.see(0)["you"] == 0

    def opens() -> bool:
        with suppress(NotStreamed), table.players[0].following("/me/events"):
            return True
        return False

    eventually(opens)


@pytest.mark.parametrize("leave", [lambda wire: wire.shutdown(socket.SHUT_WR), lambda wire: wire.close()])
def test_a_stream_whose_reader_has_gone_is_forgotten_before_its_next_heartbeat(
    serve: Serve, own_database: str, leave: Callable[[socket.socket], None]
) -> None:
    base = serve(DATABASE_URL=own_database, HEARTBEAT_SECONDS="3600", MAX_STREAMS="1", WORKERS="1")
    where = urlsplit(base)
    with socket.create_connection((where.hostname, where.port), timeout=PATIENCE) as wire:
        wire.sendall(b"GET /v1/feed HTTP/1.1\r\nHost: here\r\nAccept: text/event-stream\r\n\r\n")
        assert b"200 OK" in wire.recv(65_536)
        leave(wire)

        def opens() -> bool:
            with suppress(NotStreamed), Client(base).following("/feed"):
                return True
            return False

        eventually(opens)


def test_streams_end_with_a_retry_time_when_the_worker_stops(own_database: str, keys: Path, tmp_path: Path) -> None:
    with service({"DATABASE_URL": own_database, "KEYS_DIR": str(keys)}, tmp_path / "log") as base:
        table = Table.of(base, position=MIDDLE)
        master = master_of(base)
        with table.visitor.following(path_of(table)) as game, table.players[0].following("/me/events") as mine:
            game.take(table.see()["version"])
            master.terminate()
            for stream in (game, mine):
                assert [*stream] == []
                assert 1_000 <= int(stream.retry or 0) <= 5_000
        eventually(lambda: not alive(master))
        assert "graceful timeout" not in (tmp_path / "log").read_text()


def test_killed_workers_make_followers_come_again_and_miss_nothing(
    own_database: str, keys: Path, tmp_path: Path, pool: ThreadPoolExecutor
) -> None:
    with service({"DATABASE_URL": own_database, "KEYS_DIR": str(keys), "POOL_SIZE": "8"}, tmp_path / "log") as base:
        table = Table.of(base, 2, options={"deal": "draft"})
        listening, gambler = followers(table), Gambler(table, random.Random(1))
        heard = [pool.submit(each.follow) for each in listening]
        kills = killed_meanwhile(base, gambler, pool.submit(gambler.play))
        for each in heard:
            each.result()
        assert kills >= 3
        assert sum(each.streams for each in listening) > len(listening), "no stream was ever cut"
        for follower in listening:
            require_heard(follower, table.game)


def killed_meanwhile(url: str, gambler: Gambler, playing: "Future[None]") -> int:
    """Kill a worker whenever the game has gone on a little; says how often."""
    kills, mark = 0, 10
    while wait([playing], 0.02).not_done:
        workers, played = workers_of(url), len(gambler.ledger)
        if len(workers) == 2 and played >= mark:
            kill(workers[:1])
            kills, mark = kills + 1, played + 20
    playing.result()
    return kills


def test_a_stream_outlives_the_connections_to_the_database(base: str, own_database: str) -> None:
    table = Table.of(base, position=MIDDLE)
    with table.visitor.following(path_of(table)) as stream, psycopg.connect(own_database, autocommit=True) as session:
        stream.take(table.see()["version"])
        session.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cartulary' "
            "and datname = current_database()"
        )
        eventually(lambda: table.players[0].act(table.game, RESIGN, key="once").status_code == 201)
        assert [*stream][-1].type == "GameEnded"


# One's own games


def test_one_stream_tells_of_all_ones_games_and_of_those_that_one_joins(base: str) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    old = Table.of(base, 2, [ann, ben], position=MIDDLE)
    before = len(recorded(ann, old.game))
    with ann.following("/me/events") as stream:
        stream.beat()
        old.act(0, {"type": "end_turn"})
        Table.of(base, position=MIDDLE).act(0, RESIGN)
        new = Table.of(base, 2, [ben, ann])
        old.act(1, RESIGN)
        wanted = {old.game: recorded(ann, old.game, before), new.game: recorded(ann, new.game)}
        said = stream.take(sum(map(len, wanted.values())))
    assert by_game(said) == wanted
    for number in range(0, len(said), 5):
        with ann.following("/me/events", said[number].id) as stream:
            assert stream.take(len(said) - number - 1) == said[number + 1 :]


def test_a_game_that_one_joins_is_told_of_from_then_on(base: str) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    game = ben.new_game()
    assert ben.sit(game).status_code == 201
    before = len(recorded(ann, game))
    with ann.following("/me/events") as stream:
        stream.beat()
        assert ann.sit(game).status_code == 201
        joined = recorded(ann, game, before)
        assert by_game(stream.take(len(joined))) == {game: joined}


def test_a_rematch_is_told_of_at_once_to_those_whose_seats_it_keeps(base: str) -> None:
    table = Table.of(base, position=MIDDLE)
    ann, ben = table.players
    table.act(0, RESIGN)
    with ben.following("/me/events") as stream:
        stream.beat()
        rematch = body_of(ann.post(f"/games/{table.game}/rematch"), 201)["id"]
        assert by_game(stream.take(1)) == {rematch: recorded(ben, rematch)}
        assert ben.sit(rematch, seat=1).status_code == 201
        assert by_game(stream.take(1)) == {rematch: recorded(ben, rematch, 1)}


def test_a_stream_that_was_cut_before_its_first_event_misses_nothing(base: str) -> None:
    table = Table.of(base, position=MIDDLE)
    for path in ("/me/events", "/feed"):
        with table.players[0].following(path) as stream:
            stream.beat()
            began = stream.last_id
        table.act(0, {"type": "attack", "sphere": "military"} if path == "/me/events" else RESIGN)
        with table.players[0].following(path, began) as stream:
            assert stream.take(1)[0].type == ("AttackMade" if path == "/me/events" else "SeatResigned")


def by_game(said: list[Said]) -> dict[str, list[str]]:
    """The events that a stream of one's games told of each, as its record has them."""
    found: dict[str, list[str]] = {}
    for each in said:
        head, game, rest = each.data[:9], each.data[9:45], each.data[45:]
        assert (head, rest[:2]) == ('{"game":"', '",')
        found.setdefault(game, []).append("{" + rest[2:])
    return found


def test_ones_own_games_come_as_an_event_stream_only(base: str) -> None:
    ann = Player(base)
    refused = body_of(ann.get("/me/events", headers={"Accept": "application/json"}), 406)
    assert refused["code"] == "not-acceptable"


# All public games


BAD_CURSORS = [
    "",
    "x",
    "12",
    "1-2-3",
    f"-1-{NOBODY}-1",
    f"1-{NOBODY}-x",
    f"1-{NOBODY}-2147483648",
    f"{'9' * 20}-{NOBODY}-1",
    f"1-{NOBODY}-1 ",
    f"\u00b2-{NOBODY}-1",
]


@pytest.mark.parametrize("cursor", BAD_CURSORS)
def test_an_unknown_cursor_of_the_feed_is_refused(base: str, cursor: str) -> None:
    ann = Player(base)
    assert body_of(ann.get("/feed", params={"after": cursor}), 400)["code"] == "bad-cursor"
    if cursor.strip() != cursor:
        return  # Spaces around a header's value are not part of it.
    for path in ("/feed", "/me/events"):
        with pytest.raises(NotStreamed) as answered, ann.following(path, cursor):
            pass
        assert body_of(answered.value.response, 400)["code"] == "bad-cursor"


def test_the_feed_is_the_same_as_pages_lines_and_stream_and_has_no_private_game(base: str, own_database: str) -> None:
    table = Table.of(base, position=MIDDLE)
    private = table.players[0].new_game(private=True)
    assert table.players[0].sit(private).status_code == 201
    table.act(1, RESIGN)
    with psycopg.connect(own_database) as session:
        public = session.execute("select count(*) from events e join games g on g.id = game_id where not g.private")
        (count,) = public.fetchone() or (0,)
    eventually(lambda: len(pages(base)) == count)
    texts = pages(base)
    lines = Client(base).get("/feed?limit=1000", headers={"Accept": NDJSON}).content.decode().splitlines()
    assert [json.loads(line) for line in lines] == texts[:1_000]
    assert table.game in {each["game"] for each in texts}
    assert private not in str(texts)
    assert all(each.keys() == {"cursor", "game", "public"} for each in texts)
    with Client(base).following(f"/feed?after={texts[0]['cursor']}") as stream:
        streamed = stream.take(count - 1)
    assert [json.loads(said.data) for said in streamed] == texts[1:]
    assert [said.id for said in streamed] == [each["cursor"] for each in texts[1:]]


def pages(base: str, after: str | None = None, limit: int = 1_000) -> list[dict[str, Any]]:
    """What the feed has after a cursor, page by page."""
    found: list[dict[str, Any]] = []
    while True:
        query = {"limit": str(limit)} | ({} if after is None else {"after": after})
        response = Client(base).get("/feed", params=query)
        page = body_of(response, 200)
        found += page["events"]
        after = page["next"]
        assert (after is None) == ("next" not in response.links)
        if after is None:
            return found


@dataclass
class Naive:
    """A reader of all events that takes what it finds after the last one that it has seen: the control."""

    order: str
    seen: list[tuple[str, int]] = field(default_factory=list)
    last: Any = None

    def look(self, session: psycopg.Connection[Any]) -> None:
        rows = session.execute(
            f"""
            select game_id::text, position, {self.order} from events
            where %(last)s::text is null or {self.order} > %(last)s::text::{self.kind()} order by {self.order}
            """,
            {"last": self.last},
        ).fetchall()
        self.seen += [(game, number) for game, number, _ in rows]
        self.last = str(rows[-1][2]) if rows else self.last

    def kind(self) -> str:
        return {"recorded_at": "timestamptz", "xid": "xid8"}[self.order]


def test_the_feed_misses_nothing_while_eight_write_and_a_transaction_stays_open(
    base: str, own_database: str, pool: ThreadPoolExecutor
) -> None:
    with psycopg.connect(own_database, autocommit=True) as session, psycopg.connect(own_database) as late:
        eventually(lambda: len(pages(base)) == len(public_ones(session)))
        start = pages(base)[-1]["cursor"]
        before = public_ones(session)
        controls = [Naive("recorded_at"), Naive("xid")]
        a_game_that_commits_late(late)
        with Client(base).following("/feed", start) as stream:
            gamblers = [Gambler(Table.of(base, 2), random.Random(number)) for number in range(8)]
            playing = [pool.submit(play_a_little, each) for each in gamblers]
            polled: list[dict[str, Any]] = []
            while wait(playing, 0.01).not_done:
                polled += pages(base, polled[-1]["cursor"] if polled else start)
                for control in controls:
                    control.look(session)
            for played in playing:
                played.result()
            assert polled == [], "what began before the open transaction's end is not shown yet"
            late.commit()
            happened = public_ones(session) - before
            said = stream.take(len(happened))
        eventually(lambda: len(pages(base, start)) == len(happened))
        assert {place(each.id) for each in said} == happened
        assert [each.id for each in said] == [each["cursor"] for each in pages(base, start, limit=7)]
        for control in controls:
            control.look(session)
            assert happened - {*control.seen}, f"by {control.order} nothing was passed over"


def play_a_little(gambler: Gambler) -> None:
    """Thirty plies."""
    game = gambler.table.see()
    for _ in range(30):
        game = gambler.step(game) if game["status"] == "playing" else game


def public_ones(session: psycopg.Connection[Any]) -> set[tuple[str, int]]:
    """All events of games that are not private."""
    return {
        (game, number)
        for game, number in session.execute(
            "select e.game_id::text, e.position from events e join games g on g.id = e.game_id where not g.private"
        )
    }


def a_game_that_commits_late(session: psycopg.Connection[Any]) -> None:
    """A public game with one event, in a transaction that stays open."""
    session.execute(
        """
        with g as (insert into games (game, edition, seats, status, version, ply)
                   values ('carta-impera-victoria', 'ru', 2, 'open', 1, 1) returning id)
        insert into events (game_id, position, ply, type, v, public, hash)
        select g.id, 1, 1, e.type, e.v, e.public, e.hash
        from g, (select * from events where position = 1 limit 1) as e
        """
    )


def place(cursor: str) -> tuple[str, int]:
    """Which event a cursor names."""
    found = re.fullmatch(r"\d+-(.{36})-(\d+)", cursor)
    assert found, cursor
    return found[1], int(found[2])


# The ticker


def test_there_is_a_ticker_only_as_long_as_there_are_streams(own_database: str) -> None:
    database = Database(config := Config(database_url=own_database, tick_milliseconds=1))
    streams = Streams(database, config, stopping := threading.Event())
    others = tickers()

    def ticking() -> bool:
        return bool(tickers() - others)

    try:
        openings: list[Callable[[], Stream]] = [
            lambda: streams.watch(find_news, PUBLIC, None),
            lambda: streams.of_game(NOBODY, 1, None),
        ]
        for opens in openings:
            assert not ticking()
            opened = opens()
            assert ticking()
            streams.close(opened)
            eventually(lambda: not ticking())
        first, second = streams.of_game(NOBODY, 1, None), streams.of_game(NOBODY, 1, None)
        streams.close(first)
        streams.close(first)
        assert ticking()
        stopping.set()
        assert second.bell.wait(PATIENCE)
        eventually(lambda: not ticking())
    finally:
        database.close()


def tickers() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "ticker"}
