"""Where commits wait for a standby: nothing is acknowledged of which the standby may have heard nothing."""

import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaits
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest
import requests
from psycopg.errors import Diagnostic

from cartulary.audit import bundles
from cartulary.match.seating import seat_commitment
from cartulary_service.config import Config
from cartulary_service.store import embedded, events
from cartulary_service.store.append import GameRow, NewPly, append_each
from cartulary_service.store.database import Database
from tests.conftest import migrate
from tests.domain.notation import position
from tests.service.client import Client, Player, Table, body_of
from tests.service.conftest import eventually, service

ATTACK = {"type": "attack", "sphere": "military"}
MIDDLE = position("A: hand W1 R1, area W3 R1 E1 | B: hand R1 C1, area R2 C2")
SECONDS_TO_SEE_THAT_IT_WAITS = 1
WRITE = "select pg_logical_emit_message(true, 'written', '')"
GIVE_UP = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"


class Primary(NamedTuple):
    """A service over a database whose commits can be made to wait for a standby that never comes."""

    url: str
    database: str
    session: psycopg.Connection

    def await_standbys(self, names: str) -> None:
        """From now on commits wait for these."""
        self.session.execute(f"alter system set synchronous_standby_names = '{names}'")
        self.session.execute("select pg_reload_conf()")
        eventually(lambda: self.commits_wait() == bool(names))

    def commits_wait(self) -> bool:
        """Whether a commit waits now; the server obeys its settings a little after it shows them."""
        with psycopg.connect(self.database, autocommit=True) as session, ThreadPoolExecutor(1) as pool:
            told: list[Diagnostic] = []
            session.add_notice_handler(told.append)
            self.give_up_waiting(pool.submit(session.execute, WRITE))
            return bool(told)

    def give_up_waiting(self, sent: "Future[Any]") -> None:
        """Cancel the wait of every commit, the worker's too, until this one is through, as an operator does."""
        eventually(lambda: self.session.execute(GIVE_UP) and sent.done())


@pytest.fixture(scope="module")
def server() -> Iterator[Primary]:
    with ExitStack() as ends:
        home = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="cartulary-")))
        database = ends.enter_context(embedded.running(home))
        migrate(database)
        url = ends.enter_context(service({"DATABASE_URL": database}, home / "served.log"))
        yield Primary(url, database, ends.enter_context(psycopg.connect(database, autocommit=True)))


@pytest.fixture
def primary(server: Primary) -> Iterator[Primary]:
    yield server
    server.await_standbys("")


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def require_503(sent: "Future[requests.Response]") -> None:
    assert body_of(sent.result(), 503)["code"] == "database-away"


def require_waiting(sent: "Future[requests.Response]") -> None:
    with pytest.raises(StillWaits):
        sent.result(SECONDS_TO_SEE_THAT_IT_WAITS)


def test_an_action_whose_commit_did_not_wait_for_the_standby_is_a_503_and_waits_when_it_is_sent_again(
    primary: Primary, pool: ThreadPoolExecutor
) -> None:
    table = Table.of(primary.url, position=MIDDLE)
    primary.await_standbys("nobody")
    sent = pool.submit(table.players[0].act, table.game, ATTACK, key="k")
    primary.give_up_waiting(sent)
    require_503(sent)
    again = pool.submit(table.players[0].act, table.game, ATTACK, key="k")
    require_waiting(again)
    primary.await_standbys("")
    again.result()
    assert table.act(0, ATTACK, key="k")["version"] == table.see()["version"]


def test_an_opening_that_is_sent_again_waits_for_the_standby_too(primary: Primary, pool: ThreadPoolExecutor) -> None:
    player, entropy = Player(primary.url), bytes(range(32))
    game = player.new_game(2, options={"fairness": "commit"})
    for seat, each in enumerate((player, Player(primary.url))):
        body_of(each.sit(game, seat=seat, commitment=seat_commitment(game, seat, entropy).hex()), 201)
    opening = (f"/games/{game}/openings", {"entropy": entropy.hex()})
    primary.await_standbys("nobody")
    sent = pool.submit(player.post, *opening)
    primary.give_up_waiting(sent)
    require_503(sent)
    again = pool.submit(player.post, *opening)
    require_waiting(again)
    primary.await_standbys("")
    again.result()
    assert body_of(player.post(*opening), 201)["game"]["openings"]["awaited"] == [1]


class Request(NamedTuple):
    """A request that does something once, and what it is answered when that was done before."""

    sender: Client
    method: str
    path: str
    status: int
    body: Any = None

    def send(self) -> requests.Response:
        return self.sender.send(self.method, self.path, json={} if self.body is None else self.body)


def revoking_a_token(ann: Player, *_: Any) -> Request:
    return Request(ann, "DELETE", f"/me/tokens/{body_of(ann.post('/me/tokens'), 201)['id']}", 404)


def rotating_a_token(ann: Player, *_: Any) -> Request:
    return Request(ann, "POST", f"/me/tokens/{body_of(ann.post('/me/tokens'), 201)['id']}/rotation", 404)


def ending_a_delegation(ann: Player, ben: Player, *_: Any) -> Request:
    until = {"player": ben.id, "until": "2999-01-01T00:00:00Z"}
    return Request(ann, "DELETE", f"/me/delegations/{body_of(ann.post('/me/delegations', until), 201)['id']}", 404)


def unmuting(ann: Player, ben: Player, *_: Any) -> Request:
    assert ann.send("PUT", f"/me/mutes/{ben.id}").status_code == 204
    return Request(ann, "DELETE", f"/me/mutes/{ben.id}", 404)


def erasing_a_note(ann: Player, _: Player, game: str, *__: Any) -> Request:
    body_of(ann.send("PUT", f"/games/{game}/notes/1", json={"text": "Mine."}), 200)
    return Request(ann, "DELETE", f"/games/{game}/notes/1", 404)


def erasing_a_message(ann: Player, _: Player, game: str, *__: Any) -> Request:
    said = body_of(ann.post(f"/games/{game}/chat", {"text": "Hello."}), 201)
    return Request(ann, "DELETE", f"/games/{game}/chat/{said['id']}", 204)


def deleting_a_webhook(ann: Player, _: Player, game: str, *__: Any) -> Request:
    wish = {"url": "https://1.1.1.1/", "games": [game]}
    return Request(ann, "DELETE", f"/webhooks/{body_of(ann.post('/webhooks', wish), 201)['id']}", 404)


def deleting_a_calendar(ann: Player, *_: Any) -> Request:
    body_of(ann.post("/me/calendar"), 201)
    return Request(ann, "DELETE", "/me/calendar", 404)


def wanting_no_mail(ann: Player, _: Player, __: str, session: psycopg.Connection) -> Request:
    session.execute(MAILBOX, (ann.id, ann.id))
    return Request(ann, "PUT", "/me/notices", 200, {"email": None})


def unsubscribing(ann: Player, _: Player, __: str, session: psycopg.Connection) -> Request:
    session.execute(MAILBOX, (ann.id, ann.id))
    return Request(Client(ann.base), "POST", f"/unsubscriptions/{ann.id}", 204)


MAILBOX = """
insert into mailboxes (player_id, address, digest_minutes, language, unsubscribe)
values (%s, 'ann@example.org', 30, 'en', %s)
"""


@pytest.mark.parametrize(
    "doing",
    [
        revoking_a_token,
        rotating_a_token,
        ending_a_delegation,
        unmuting,
        erasing_a_note,
        erasing_a_message,
        deleting_a_webhook,
        deleting_a_calendar,
        wanting_no_mail,
        unsubscribing,
    ],
)
def test_a_repeated_action_is_not_acknowledged_before_it_is_durable(
    primary: Primary, pool: ThreadPoolExecutor, doing: Callable[..., Request]
) -> None:
    table = Table.of(primary.url)
    request = doing(*table.players, table.game, primary.session)
    primary.await_standbys("nobody")
    sent = pool.submit(request.send)
    primary.give_up_waiting(sent)
    require_503(sent)
    again = pool.submit(request.send)
    require_waiting(again)
    primary.await_standbys("")
    again.result()
    assert request.send().status_code == request.status


def lose(session: psycopg.Connection, game: str, version: int) -> None:
    """Take the end of a game's record away, as a failover does to a standby that lacks it."""
    for statement in (
        "delete from events where game_id = %(game)s and position > %(version)s",
        "delete from idempotency_keys where game_id = %(game)s and version > %(version)s",
        "delete from outbox where game_id = %(game)s and version > %(version)s",
        """
        update games set version = %(version)s, ply = (select max(ply) from events where game_id = %(game)s)
        where id = %(game)s
        """,
    ):
        session.execute(statement, {"game": game, "version": version})


def test_events_lost_in_a_failover_are_neither_shown_nor_continued(primary: Primary, tmp_path: Path) -> None:
    table = Table.of(primary.url, position=MIDDLE)
    before = {seat: table.see(seat) for seat in table.audiences()}
    version = before[0]["version"]
    lost = table.act(0, ATTACK, key="lost")
    for seat in table.audiences() * 8:
        assert table.see(seat)["version"] == lost["version"]
    lose(primary.session, table.game, version)
    for seat in table.audiences() * 8:
        assert table.see(seat) == before[seat]
        assert table.audience(seat).get(f"/games/{table.game}/states/{lost['version']}").status_code == 404
    again = [table.act(0, ATTACK, key="lost") for _ in range(8)]
    assert {each["version"] for each in again} == {lost["version"]}
    table.act(0, {"type": "end_turn"})
    table.act(1, {"type": "resign"})
    bundle = tmp_path / "bundle"
    bundle.write_bytes(table.visitor.get(f"/games/{table.game}/audit").content)
    assert bundles.verify(bundle, bundles.Given()).verified


def test_an_action_decided_on_what_was_lost_is_not_stored(primary: Primary) -> None:
    table = Table.of(primary.url, position=MIDDLE)
    version = table.see()["version"]
    table.act(0, ATTACK)
    database = Database(Config(database_url=primary.session.info.dsn, pool_size=2))
    rows = events.read(database, table.game, version)
    lose(primary.session, table.game, version)
    later = [rows[-1]._replace(position=rows[-1].position + 1, ply=rows[-1].ply + 1)]
    ply = NewPly(table.game, rows[-1].hash, later, GameRow("playing", None, None, [0], [], [], []))
    assert append_each(database, [ply]) == [None]
    database.close()
    assert table.see()["version"] == version
