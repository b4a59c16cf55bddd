"""A game whose row was damaged stops none of what goes through all games."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from structlog.testing import capture_logs

from cartulary_service.attempts import tell_unreadable
from cartulary_service.config import Config
from cartulary_service.games import player_records
from cartulary_service.store.database import Database
from cartulary_service.subjects.archive import figures
from cartulary_service.subjects.archive import queries as archive
from cartulary_service.subjects.feed import queries as feed
from cartulary_service.subjects.notices import reminders
from cartulary_service.subjects.ratings import queries as ratings
from cartulary_service.trust import redaction_check
from tests.commands import run
from tests.service.client import CARTA, Client, Player, Table, body_of
from tests.service.conftest import carried

pytestmark = pytest.mark.every_subject

DAMAGES = {"without the options of its game": "options = '{}'", "of an unknown game": "game = 'chess'"}

LEFT_OUT = "a game is left out: run cartulary check record --everything"


@pytest.fixture(params=[*DAMAGES.values()], ids=[*DAMAGES])
def damage(request: pytest.FixtureRequest) -> str:
    tell_unreadable.cache_clear()
    damage: str = request.param
    return damage


@pytest.fixture
def database(own_database: str) -> Iterator[Database]:
    opened = Database(Config(database_url=own_database, pool_size=2))
    yield opened
    opened.close()


@contextmanager
def damaged(url: str, game: str, damage: str) -> Iterator[None]:
    """A game whose row is damaged meanwhile."""
    with psycopg.connect(url, autocommit=True) as session:
        before = session.execute("select options::text, game from games where id = %s", (game,)).fetchone()
        assert before is not None
        session.execute(f"update games set {damage} where id = %s", (game,))
        try:
            yield
        finally:
            session.execute("update games set options = %s::jsonb, game = %s where id = %s", (*before, game))


def players(base: str) -> list[Player]:
    return [Player(base, name) for name in ("Ann", "Ben")]


def ended(base: str, seated: list[Player]) -> str:
    table = Table.of(base, 2, seated, game=CARTA)
    table.act(0, {"type": "resign"})
    return table.game


def test_lists_leave_out_a_game_whose_row_does_not_fit_and_the_log_names_it_once(
    own_base: str, own_database: str, damage: str
) -> None:
    both = players(own_base)
    sound, bad = (Table.of(own_base, 2, both, game=CARTA) for _ in range(2))
    mine, waiting = both[0].get, both[bad.see()["to_act"][0]]
    who = body_of(mine("/me"), 200)["id"]
    with damaged(own_database, bad.game, damage), capture_logs() as told:
        for path in ("/games", f"/games?player={who}"):
            assert (sound.game in mine(path).text, bad.game in mine(path).text) == (True, False)
        assert bad.game not in json.dumps(body_of(waiting.get("/me/turns"), 200))
        first = body_of(mine(f"/games?player={who}&limit=1"), 200)
        assert first["games"] == []
        rest = body_of(mine(f"/games?player={who}&limit=1&cursor={first['next']}"), 200)
        assert [each["id"] for each in rest["games"]] == [sound.game]
    assert [(each["id"], each["event"]) for each in told] == [(bad.game, LEFT_OUT)]


def test_the_worker_goes_on_after_a_game_whose_row_does_not_fit(
    own_base: str, own_database: str, database: Database, damage: str
) -> None:
    both = players(own_base)
    for each in both:
        body_of(each.send("PATCH", "/me", json={"rated": True}), 200)
    bad, sound = ended(own_base, both), ended(own_base, both)
    player_records.record(database, bad, [ratings.RATED_GAMES])
    with damaged(own_database, bad, damage):
        player_records.record(database, sound, [ratings.RATED_GAMES])
        ratings.apply_all(database)
        archive.note(database)
        assert {*figures.rebuild(database)} >= {sound}
        assert {*player_records.rebuild(database, [ratings.RATED_GAMES])} >= {bad, sound}
        found = body_of(both[0].get("/archive"), 200)["games"]
        assert [sound in json.dumps(found), bad in json.dumps(found)] == [True, False]
        (rating,) = ratings.list_ratings(database, body_of(both[0].get("/me"), 200)["id"])
        assert (rating["game"], rating["games"]) == (CARTA, 1)
    assert {*player_records.rebuild(database, [ratings.RATED_GAMES])} >= {bad, sound}


def test_events_of_a_player_go_on_where_one_game_is_unknown(
    own_base: str, own_database: str, database: Database
) -> None:
    both = players(own_base)
    bad, sound = (Table.of(own_base, 2, both, game=CARTA) for _ in range(2))
    who = body_of(both[0].get("/me"), 200)["id"]
    with damaged(own_database, bad.game, DAMAGES["of an unknown game"]):
        found = feed.events_of(database, who, feed.START, 100)
    assert {each.cursor.game for each in found} == {sound.game}


def test_reminders_go_on_where_one_game_is_unknown(own_base: str, own_database: str, database: Database) -> None:
    both = players(own_base)
    tables = [Table.of(own_base, 2, both, game=CARTA, clock={"kind": "turn", "seconds": 86_400}) for _ in range(2)]
    sets = {"email": None, "reminder_minutes": 60}
    for each in both:
        body_of(each.send("PUT", "/me/notices", json=sets), 200)
        body_of(each.post("/webhooks", {"url": "https://93.184.216.34/", "format": "discord"}), 201)
    with psycopg.connect(own_database, autocommit=True) as session:
        for number, table in enumerate(tables):
            session.execute(
                "update games set deadline = now() + %s, updated_at = now() - interval '1 day' where id = %s",
                (f"{10 + number} minutes", table.game),
            )
        with damaged(own_database, tables[0].game, DAMAGES["of an unknown game"]):
            assert reminders.note_due(database, None) == len(tables)
        told = session.execute("select count(*) from deliveries where game_id = %s", (tables[1].game,)).fetchone()
    assert told == (1,)


def test_checks_name_a_game_whose_row_does_not_fit_and_go_on(
    own_base: str, own_database: str, database: Database, damage: str
) -> None:
    both = players(own_base)
    bad = ended(own_base, both)
    with damaged(own_database, bad, damage):
        record = run("check", "record", "--everything", DATABASE_URL=own_database)
        rules = run("check", "rules", "--all", DATABASE_URL=own_database)
        assert not [leak for each in redaction_check.run(database) for leak in each.leaks]
    assert record.returncode == 1
    assert [line.split()[0] for line in record.stdout.splitlines() if bad in line] == [bad]
    assert "games checked: " in record.stdout.splitlines()[-1]
    if damage == DAMAGES["of an unknown game"]:
        assert f"{bad} chess: broken: " in rules.stdout
    assert " games: " in rules.stdout.splitlines()[-1]
    assert bad not in run("check", "record", "--everything", DATABASE_URL=own_database).stdout


DAMAGED_EVENTS = {"that is no JSON": "public = 'no JSON'", "of an unknown type": "type = 'Nonsense'"}


@contextmanager
def damaged_event(url: str, game: str, damage: str) -> Iterator[None]:
    """A game the last event of which is damaged meanwhile."""
    last = "where game_id = %s and position = (select version from games where id = game_id)"
    with psycopg.connect(url, autocommit=True) as session:
        session.execute("set session_replication_role = replica")
        before = session.execute(f"select public, type from events {last}", (game,)).fetchone()
        assert before is not None
        session.execute(f"update events set {damage} {last}", (game,))
        try:
            yield
        finally:
            session.execute(f"update events set public = %s, type = %s {last}", (*before, game))


@pytest.mark.parametrize("damage", [*DAMAGED_EVENTS.values()], ids=[*DAMAGED_EVENTS])
def test_what_concerns_all_games_of_a_player_goes_on_where_the_events_of_one_cannot_be_read(
    own_base: str, own_database: str, tmp_path: Path, damage: str
) -> None:
    tell_unreadable.cache_clear()
    both = players(own_base)
    bad, sound = (Table.of(own_base, 2, both, game=CARTA) for _ in range(2))
    with (
        damaged_event(own_database, bad.game, damage),
        carried(own_database, tmp_path, "later.example") as base,
        capture_logs() as told,
    ):
        ann = Client(base, both[0].token)
        for path in ("/games", "/me/turns", "/export"):
            assert ann.get(path).status_code == 200
        lines = [json.loads(line) for line in ann.get("/me/export").text.splitlines()]
        assert {"kind": "unreadable_game", "game": bad.game} in lines
        assert {each["game"] for each in lines if each["kind"] == "event"} == {sound.game}
        gone = ann.delete(f"/me?confirm={both[0].name}")
        assert gone.status_code == 204, gone.text
        assert sound.see()["status"] == "finished"
    assert (bad.game, LEFT_OUT) in [(each.get("id"), each["event"]) for each in told]
