"""A game that is over is sealed: one compressed row in place of its events, and every reader finds it as before."""

import random
from collections.abc import Iterator, Mapping
from json import loads
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from cartulary.record.sealed import seal
from cartulary_service import worker
from cartulary_service.config import Config
from cartulary_service.store import events, sealing
from cartulary_service.store.database import Database
from cartulary_service.store.dump import FIRST_TRANSACTION
from cartulary_service.subjects import list_awaited
from cartulary_service.subjects.feed import queries as feed
from cartulary_service.subjects.log import growth
from cartulary_service.trust.integrity import Run
from cartulary_service.trust.keys import Keys
from cartulary_service.trust.redaction_check import may_read_private_parts
from tests.conftest import created
from tests.service.client import CARTA, CIVILIZATION, EVENT_STREAM, Client, Player, Table
from tests.service.conftest import carried
from tests.service.test_admission import OPERATIONS, requests_of

pytestmark = pytest.mark.every_subject

DAYS: Final = 30
READERS: Final = (0, 1, None)
LONG_AGO: Final = "update games set updated_at = now() - interval '31 days'"
AWAITED: Final = list_awaited("all")


class Place:
    """A database with games that are over and one that is not, and where its keys lie."""

    def __init__(self, url: str, keys: Path) -> None:
        self.url, self.keys = url, keys
        self.database = Database(Config(database_url=url, pool_size=2))
        with carried(url, keys, "played.test") as base:
            self.ended = [play_and_resign(base, CARTA), play_and_resign(base, CIVILIZATION)]
            self.running = Table.of(base, game=CARTA)
        growth.grow(self.database, Keys(keys).active(), "games.example/v1/log")
        self.execute(LONG_AGO)

    def execute(self, statement: str, *values: Any) -> list[Any]:
        with psycopg.connect(self.url, autocommit=True) as session:
            cursor = session.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def seal(self) -> set[str]:
        return {*sealing.seal_due(self.database, DAYS, AWAITED)}


def play_and_resign(base: str, game: str) -> Table:
    """A game of some plies, among them one that shows hidden cards to one seat, to its end."""
    table, chance = Table.of(base, game=game, edition=None), random.Random(5)
    for _ in range(12):
        seat = table.see()["to_act"][0]
        table.act(seat, chance.choice(table.legal(seat)))
    table.act(1, {"type": "resign"})
    return table


@pytest.fixture
def place(database_url: str, tmp_path: Path) -> Iterator[Place]:
    with created(database_url) as url:
        place = Place(url, tmp_path)
        yield place
        place.database.close()


def answers(table: Table, base: str) -> Mapping[Any, Any]:
    """What everybody gets by every operation that reads a game, in every form, at several versions."""
    found = dict[Any, Any]()
    for reader in READERS:
        client = table.audience(reader)
        asked = Client(base, client.token if isinstance(client, Player) else None)
        newest = asked.see(table.game)["version"]
        for path in (path for method, path in OPERATIONS if method == "GET"):
            for version in (1, newest // 2, newest):
                for address, more in requests_of("GET", path, version):
                    if more.get("headers", {}).get("Accept") != EVENT_STREAM:
                        answer = asked.get(address.format(id=table.game), **more)
                        found[reader, address, str(more), version] = answer.status_code, answer.content
    return found


def feeds(place: Place, limit: int) -> list[list[feed.Placed]]:
    """All that the feed of all games and those of two players give, page by page."""
    players = [player.id for player in place.ended[0].players]
    readers = [lambda after, player=player: feed.events_of(place.database, player, after, limit) for player in players]
    return [[*pages(read)] for read in (lambda after: feed.public_events(place.database, after, limit), *readers)]


def pages(read: Any) -> Iterator[feed.Placed]:
    after = feed.START
    while found := read(after):
        yield from found
        after = found[-1].cursor


def test_whatever_reads_a_game_finds_it_byte_for_byte_as_before(place: Place) -> None:
    with carried(place.url, place.keys, "played.test") as base:
        before = [answers(table, base) for table in place.ended]
        assert place.seal() == {table.game for table in place.ended}
        assert [answers(table, base) for table in place.ended] == before, "by who knew the games"
    with carried(place.url, place.keys, "played.test") as base:
        assert [answers(table, base) for table in place.ended] == before, "by who did not"
    assert sum(status == 200 for each in before for status, _ in each.values()) > 500
    assert place.execute("select count(*) from events where game_id = any(%s)", [t.game for t in place.ended]) == [(0,)]


@pytest.mark.parametrize("limit", [1, 7, 1000])
def test_the_feeds_give_the_same_events_in_the_same_order(place: Place, limit: int) -> None:
    before = feeds(place, limit)
    assert all(len(each) > 20 for each in before)
    place.seal()
    assert feeds(place, limit) == before


@pytest.mark.parametrize("limit", [1, 7, 1000])
def test_a_damaged_game_stops_no_feed(place: Place, limit: int) -> None:
    place.seal()
    bad = place.ended[0].game
    before = [[each for each in found if each.cursor.game != bad] for found in feeds(place, limit)]
    place.execute("update sealed_games set public = private where game_id = %s", bad)
    assert [[each for each in found if each.public is not None] for found in feeds(place, limit)] == before
    with carried(place.url, place.keys, "played.test") as base:
        url, told = f"/feed?limit={limit}", list[str]()
        while url:
            page = Client(base).get(url)
            told += [each["game"] for each in page.json()["events"]]
            url = page.links["next"]["url"].removeprefix("/v1") if "next" in page.links else ""
    assert told == [each.cursor.game for each in before[0]]


def test_nothing_but_games_that_ended_long_ago_is_sealed(place: Place) -> None:
    recent, older = (table.game for table in place.ended)
    place.execute("update games set updated_at = now() - interval '29 days' where id = %s", recent)
    assert place.seal() == {older}
    assert place.seal() == set()
    assert events.read(place.database, place.running.game, 0)
    assert not sealing.is_due(place.database, DAYS, AWAITED)


def test_a_game_that_the_log_has_yet_to_enter_is_not_sealed(place: Place) -> None:
    first, second = (table.game for table in place.ended)
    place.execute("update games set logged_end = null where id = %s", first)
    assert place.seal() == {second}


@pytest.mark.parametrize(
    "change",
    [
        "update events set public = public || ' ' where position = 5",
        "update events set seat = 7 where position = 5",
        "delete from events where position = 4",
    ],
)
def test_a_record_that_does_not_hold_is_left_as_it_is(place: Place, change: str) -> None:
    place.execute(change)
    before = place.execute("select * from events order by game_id, position")
    assert place.seal() == set()
    assert place.execute("select * from events order by game_id, position") == before


def test_by_the_function_nobody_deletes_events_of_a_game_that_goes_on_or_by_another_end(place: Place) -> None:
    over, runs = place.ended[0].game, place.running.game
    head = events.read(place.database, runs, 0)[-1].hash
    for game in (over, runs):
        assert place.execute("select seal_game(%s, %s, '', '')", game, head) == [(False,)]
    assert events.read(place.database, over, 0)


@pytest.mark.parametrize("role", ["cartulary_service", "cartulary_public"])
def test_no_role_of_the_service_changes_what_is_sealed(place: Place, role: str) -> None:
    place.seal()
    statements = ["delete from sealed_games", "update sealed_games set version = 1", "delete from events"]
    if role == "cartulary_public":
        statements += ["select private from sealed_games", f"select seal_game('{place.running.game}', '', '', '')"]
    for statement in statements:
        with psycopg.connect(place.url) as session:
            session.execute(f"set local role {role}")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                session.execute(statement)
    assert not may_read_private_parts(place.database)


def test_a_sealing_that_is_broken_off_loses_nothing_and_leaves_nothing_twice(place: Place) -> None:
    over = place.ended[0].game
    rows = events.read(place.database, over, 0)
    with psycopg.connect(place.url) as session:
        session.execute("select seal_game(%s, %s, %s, %s)", (over, rows[-1].hash, *seal(rows)))
        session.rollback()
    assert events.read(place.database, over, 0) == rows
    assert place.seal() == {table.game for table in place.ended}
    assert events.read(place.database, over, 0) == rows
    assert events.read(place.database, over, len(rows) - 1) == rows[-1:]
    assert events.read(place.database, over, 2, 5) == rows[2:5]
    assert events.read(place.database, over, len(rows)) == []


def test_the_check_of_the_record_holds_sealed_games_and_finds_a_damaged_one(place: Place) -> None:
    place.seal()
    assert [each.outcome for each in Run(place.database, True).verdicts()] == ["same"] * 3
    assert [*Run(place.database, True).totals()] == []
    place.execute("update sealed_games set public = private where game_id = %s", place.ended[0].game)
    assert sorted(each.outcome for each in Run(place.database, True).verdicts()) == ["broken", "same", "same"]


def test_a_restored_dump_has_sealed_games_at_the_beginning_of_the_feed(place: Place) -> None:
    before = [(each.cursor.game, each.cursor.position, each.public) for each in feeds(place, 1000)[0]]
    place.seal()
    for statement in FIRST_TRANSACTION:
        place.execute(statement)
    restored = feeds(place, 1000)[0]
    assert sorted((each.cursor.game, each.cursor.position, each.public) for each in restored) == sorted(before)
    assert {each.cursor.xid for each in restored} == {3}


def test_the_worker_seals_what_is_due_in_a_process_of_its_own(place: Place) -> None:
    config = Config(database_url=place.url, keys_dir=place.keys, audit_hours=0)
    (work,) = worker.list_long_work(config)
    assert work.is_due(place.database)
    apart = worker.Apart(config, work)
    apart.look(place.database)
    assert apart.process.runs
    apart.process.stop()
    assert [*worker.list_long_work(Config(seal_days=0, audit_hours=0))] == []


def test_who_reads_as_the_page_says_finds_every_event_of_a_sealed_game(place: Place) -> None:
    page = Path("docs/record.md").read_text(encoding="utf-8")
    said: dict[str, Any] = {}
    exec(page.split("```python\n")[1].partition("```")[0], said)
    for game_id in (table.game for table in place.ended):
        rows = events.read(place.database, game_id, 0)
        found = said["events"](game_id, *seal(rows))
        assert [*found] == [(loads(row.public), loads(row.private or "{}"), row.hash) for row in rows]
