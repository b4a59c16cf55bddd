"""Of those who race one wins, what is sent again happens once, and no killed worker loses or doubles anything."""

import random
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
import requests

from cartulary.kernel.canonical import canonical
from tests.domain.notation import position
from tests.service.client import Client, Player, Table, body_of
from tests.service.conftest import eventually, kill, service, workers_of
from tests.service.gambler import Gambler, persistently

RACERS = 16
KILLS = 8
PLIES_BETWEEN_KILLS = 20
WORKERS = 2
POLL = 0.02
ATTACK = {"type": "attack", "sphere": "military"}
MIDDLE = position("A: hand W1 R1, area W3 R1 E1 | B: hand R1 C1, area R2 C2")


@pytest.fixture(scope="module")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(RACERS) as pool:
        yield pool


@pytest.fixture(scope="module")
def own_service(own_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service that may be maltreated, over a database of its own."""
    log = tmp_path_factory.mktemp("maltreated") / "log"
    with service({"DATABASE_URL": own_database, "POOL_SIZE": "8"}, log) as url:
        yield url


def racers(player: Player) -> list[Client]:
    """Many connections of one player, to whichever worker takes them."""
    return [Client(player.base, player.token) for _ in range(RACERS)]


def plies(table: Table) -> list[int]:
    """The ply of every event, as anybody sees it."""
    return [each["public"]["ply"] for each in table.visitor.events(table.game)]


# Races


def test_on_every_version_one_of_many_racers_wins(served: str, pool: ThreadPoolExecutor) -> None:
    table = Table.of(served)
    clients = [racers(player) for player in table.players]
    chance = random.Random(1)
    for _ in range(15):
        game = table.see()
        seat = game["to_act"][0]
        legal = table.legal(seat)
        path, headers = f"/games/{table.game}/actions", {"If-Match": f'"{game["version"]}"'}

        def race(client: Client, action: Any, path: str = path, headers: Any = headers) -> requests.Response:
            return client.post(path, action, headers=headers)

        answers = list(pool.map(race, clients[seat], chance.choices(legal, k=RACERS)))
        won = [each for each in answers if each.status_code == 201]
        assert len(won) == 1
        assert {each.status_code for each in answers} <= {201, 409, 412}
        now = table.see()
        assert (now["version"], now["ply"]) == (body_of(won[0], 201)["version"], game["ply"] + 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_seats_choose_in_the_draft_at_once_and_all_succeed(
    served: str, pool: ThreadPoolExecutor, seats: int
) -> None:
    table = Table.of(served, seats, options={"deal": "draft"})
    for _ in range(3):
        keeps = [table.legal(seat)[0] for seat in range(seats)]
        answers = list(pool.map(table.act, range(seats), keeps))
        assert len({each["ply"] for each in answers}) == seats
    assert table.see()["state"]["draft"]["round"] == "centre"
    kept = [each["public"] for each in table.visitor.events(table.game) if each["public"]["type"] == "DraftKept"]
    assert len(kept) == 3 * seats


def test_seats_that_race_for_a_version_of_the_draft_choose_one_at_a_time(served: str, pool: ThreadPoolExecutor) -> None:
    table = Table.of(served, 4, options={"deal": "draft"})
    for left in (4, 3, 2, 1):
        game = table.see()
        assert len(game["to_act"]) == left

        def race(seat: int, version: int = game["version"]) -> int:
            player = table.players[seat]
            return player.act(table.game, player.legal(table.game)[0], if_match=version).status_code

        statuses = list(pool.map(race, game["to_act"]))
        assert statuses.count(201) == 1
        assert {*statuses} <= {201, 409, 412}


# Keys


def test_sixteen_concurrent_requests_with_one_key_act_once(served: str, pool: ThreadPoolExecutor) -> None:
    table = Table.of(served)
    clients = [racers(player) for player in table.players]
    for number in range(12):
        before = plies(table)
        seat = table.see()["to_act"][0]
        action = table.legal(seat)[-1]
        path, headers = f"/games/{table.game}/actions", {"Idempotency-Key": f"key {number}"}

        def send(client: Client, path: str = path, headers: Any = headers, action: Any = action) -> requests.Response:
            return client.post(path, action, headers=headers)

        answers = list(pool.map(send, clients[seat]))
        assert {each.status_code for each in answers} == {201}
        assert len({each.content for each in answers}) == 1
        assert len({each.headers["ETag"] for each in answers}) == 1
        assert {*plies(table)} - {*before} == {before[-1] + 1}


def test_a_key_gets_the_same_answer_after_more_play_and_after_the_end(served: str) -> None:
    table = Table.of(served, position=MIDDLE)
    ann = table.players[0]
    first = ann.act(table.game, ATTACK, key="k", if_match=table.see()["version"])
    assert first.status_code == 201

    def again() -> requests.Response:
        return ann.act(table.game, dict(reversed(ATTACK.items())), key="k")

    assert again().content == first.content
    for action in ({"type": "embargo", "seat": 1, "sphere": "religion"}, {"type": "end_turn"}):
        table.act(0, action)
        assert again().content == first.content
    table.act(1, {"type": "resign"})
    stored = table.visitor.events(table.game)
    assert (again().status_code, again().content, again().headers["ETag"]) == (
        201,
        first.content,
        first.headers["ETag"],
    )
    stale = ann.act(table.game, ATTACK, key="k", if_match=1)
    assert stale.content == first.content
    assert table.visitor.events(table.game) == stored


def test_a_key_of_a_refused_action_can_be_used_for_another(served: str) -> None:
    table = Table.of(served, position=MIDDLE)
    assert table.refused(0, {"type": "breakthrough"}, key="k")["rule"] == "discard_effect.nothing_to_pay"
    assert table.act(0, ATTACK, key="k")["events"]


def test_a_key_is_the_players_own_and_counts_in_one_game(served: str) -> None:
    players = [Player(served), Player(served)]
    tables = [Table.of(served, 2, players, options={"deal": "draft"}) for _ in range(2)]
    for table in tables:
        answers = [table.act(seat, table.legal(seat)[0], key="k") for seat in range(2)]
        assert len({each["ply"] for each in answers}) == 2


def test_without_a_key_what_is_sent_twice_is_tried_twice(served: str) -> None:
    table = Table.of(served, position=MIDDLE)
    table.act(0, ATTACK)
    assert table.refused(0, ATTACK)["rule"] == "effect.sphere_used"


# Killed workers


def test_games_go_on_to_their_end_while_workers_are_killed_and_nothing_is_lost_or_doubled(
    own_service: str, own_database: str
) -> None:
    gamblers = [
        Gambler(Table.of(own_service, 2 + number % 2, options={"deal": "draft"}), random.Random(number))
        for number in range(2)
    ]
    with ThreadPoolExecutor(len(gamblers)) as pool:
        playing = [pool.submit(gambler.play) for gambler in gamblers]
        kills = killed_meanwhile(own_service, gamblers, playing)
        for each in playing:
            each.result()
    assert kills >= KILLS
    assert sum(gambler.interrupted for gambler in gamblers) > 0, "no request ever met a killed worker"
    for gambler in gamblers:
        require_ledger(gambler, own_database)


def killed_meanwhile(url: str, gamblers: list[Gambler], playing: list["Future[None]"]) -> int:
    """Kill one worker or both, again and again, whenever the games have gone on a little; says how often."""
    chance, kills, mark = random.Random(7), 0, 0
    while wait(playing, POLL).not_done:
        workers, acknowledged = workers_of(url), sum(len(gambler.ledger) for gambler in gamblers)
        if len(workers) == WORKERS and acknowledged >= mark + PLIES_BETWEEN_KILLS:
            kill(chance.sample(workers, chance.choice((1, 1, WORKERS))))
            kills, mark = kills + 1, acknowledged
    return kills


def require_ledger(gambler: Gambler, database: str) -> None:
    """What is stored is what was acknowledged: by content, each once, and nothing else."""
    with psycopg.connect(database) as session:
        stored = session.execute(
            "select ply, position, public from events where game_id = %s order by position", [gambler.table.game]
        ).fetchall()
        keys = session.execute(
            "select key, version, ply from idempotency_keys where game_id = %s", [gambler.table.game]
        ).fetchall()
    by_seating = 1 + len(gambler.table.players)
    played = [row for row in stored if row[0] > by_seating]
    acknowledged = [
        (answer["ply"], event["public"]["position"], canonical(event["public"]))
        for answer in sorted(gambler.ledger.values(), key=lambda answer: int(answer["ply"]))
        for event in answer["events"]
    ]
    assert acknowledged == played
    assert [row[1] for row in stored] == [*range(1, len(stored) + 1)]
    assert {(key, answer["version"], answer["ply"]) for key, answer in gambler.ledger.items()} == {*keys}


LATCH = 4711
HOLD_EVERY_COMMIT = f"""
    create function hold() returns trigger language plpgsql set lock_timeout = 0 as $$ begin
        perform pg_advisory_xact_lock_shared({LATCH});
        return null;
    end $$;
    create constraint trigger held after insert on events deferrable initially deferred
        for each row execute function hold();
"""
WAITING = """
    select l.pid from pg_locks l join pg_database d on d.oid = l.database
    where l.locktype = 'advisory' and not l.granted and d.datname = current_database()
"""


@dataclass
class Held:
    """An action that a worker has sent to the database, where its commit waits for the latch."""

    database: str
    url: str
    table: Table
    sent: "Future[requests.Response]"
    backend: int
    latch: psycopg.Connection

    def release(self) -> None:
        """Let the commit go on."""
        self.latch.execute("select pg_advisory_unlock_all()")

    def backend_is_gone(self) -> bool:
        row = self.latch.execute("select 1 from pg_stat_activity where pid = %s", [self.backend]).fetchone()
        return row is None

    def stored(self) -> tuple[int, int]:
        """How many plies of the game and how many keys are committed."""
        row = self.latch.execute(
            """
            select (select count(distinct ply) from events where game_id = %(game)s),
                   (select count(*) from idempotency_keys where game_id = %(game)s)
            """,
            {"game": self.table.game},
        ).fetchone()
        assert row is not None
        return row[0], row[1]


SEATED = 3
"""The plies of a table of two before anybody has acted."""


@pytest.fixture
def held(own_service: str, own_database: str, pool: ThreadPoolExecutor) -> Iterator[Held]:
    """An attack by seat 0 under a key, which waits to be committed."""
    table = Table.of(own_service, position=MIDDLE)
    with psycopg.connect(own_database, autocommit=True) as latch:
        latch.execute(HOLD_EVERY_COMMIT)
        latch.execute("select pg_advisory_lock(%s)", [LATCH])
        sent = pool.submit(table.players[0].act, table.game, ATTACK, key="held")
        eventually(lambda: latch.execute(WAITING).fetchone())
        row = latch.execute(WAITING).fetchone()
        assert row is not None
        held = Held(own_database, own_service, table, sent, row[0], latch)
        assert held.stored() == (SEATED, 0)
        yield held
        latch.execute("drop trigger held on events; drop function hold")


def sent_again(held: Held) -> dict[str, Any]:
    """The same under the same key, until a new worker answers."""
    return persistently(lambda: held.table.act(0, ATTACK, key="held"))[0]


def require_once(held: Held, answer: dict[str, Any]) -> None:
    """The action is stored once, under its key, and everybody sees it."""
    assert held.stored() == (SEATED + 1, 1)
    assert answer["ply"] == SEATED + 1
    assert answer["game"] == held.table.see(0)
    for seat in held.table.audiences():
        happened = [each["public"]["type"] for each in held.table.audience(seat).events(held.table.game)]
        assert happened.count("AttackMade") == 1


def test_a_worker_killed_while_the_database_commits_loses_nothing(held: Held) -> None:
    kill(workers_of(held.url))
    with pytest.raises(requests.ConnectionError):
        held.sent.result()
    held.release()
    eventually(held.backend_is_gone)
    assert held.stored() == (SEATED + 1, 1)
    require_once(held, sent_again(held))


def test_a_worker_killed_between_commit_and_answer_loses_nothing(held: Held) -> None:
    for worker in workers_of(held.url):
        worker.send_signal(signal.SIGSTOP)
    held.release()
    eventually(lambda: held.stored() == (SEATED + 1, 1))
    assert not held.sent.done()
    kill(workers_of(held.url))
    with pytest.raises(requests.ConnectionError):
        held.sent.result()
    require_once(held, sent_again(held))


def test_a_worker_killed_before_a_commit_that_fails_leaves_nothing_half_done(held: Held) -> None:
    kill(workers_of(held.url))
    held.latch.execute("select pg_terminate_backend(%s)", [held.backend])
    eventually(held.backend_is_gone)
    assert held.stored() == (SEATED, 0)
    held.release()
    require_once(held, sent_again(held))


def test_a_commit_that_the_database_breaks_off_is_a_503_and_can_be_sent_again(held: Held) -> None:
    held.latch.execute("select pg_terminate_backend(%s)", [held.backend])
    problem = held.sent.result()
    assert body_of(problem, 503)["code"] == "database-away"
    assert int(problem.headers["Retry-After"]) > 0
    assert held.stored() == (SEATED, 0)
    held.release()
    require_once(held, sent_again(held))


def test_an_action_repeated_during_its_commit_happens_once(held: Held, pool: ThreadPoolExecutor) -> None:
    again = [
        pool.submit(client.post, f"/games/{held.table.game}/actions", ATTACK, headers={"Idempotency-Key": "held"})
        for client in racers(held.table.players[0])[:4]
    ]
    held.release()
    answers = [each.result() for each in (held.sent, *again)]
    assert {each.status_code for each in answers} <= {201, 503}
    assert len({each.content for each in answers if each.status_code == 201}) == 1
    require_once(held, sent_again(held))
