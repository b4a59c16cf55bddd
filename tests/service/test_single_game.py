"""Whatever is asked of the tables that can be distributed by game names one game, or is listed with its reason."""

import re
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

import psycopg
import pytest
from flask.testing import FlaskClient

from cartulary_service import worker
from cartulary_service.serving.metrics_endpoint import Waiting
from cartulary_service.subjects import SUBJECTS
from tests.service.in_process import Seated
from tests.service.statements import KEYS, ROOT, is_single_game, statements, touches

GUIDE: Final = (ROOT / "docs" / "growing.md").read_text(encoding="utf-8")
CODE: Final = re.compile(r"`([^`]+)`")


def section(title: str) -> str:
    """What the guide says under a title."""
    return GUIDE.split(f"### {title}\n")[1].partition("\n#")[0]


def listed() -> set[str]:
    """The places of which the guide says that they span games, each in a row that ends with the reason."""
    rows = [
        line.strip("|").split("|")
        for line in section("Statements that span games").splitlines()
        if line.startswith("| `")
    ]
    assert all(reason.strip() for _, reason in rows)
    return {place for places, _ in rows for place in CODE.findall(places)}


def test_every_statement_names_one_game_or_is_listed_as_spanning_games() -> None:
    spanning = {each.place for each in statements() if not is_single_game(each.text)}
    assert spanning == listed()


@pytest.mark.parametrize(
    "text",
    [
        "select from events where position = %(position)s",
        "select from events where game_id = any(%(games)s)",
        "select from events where game_id = %(game)s or position = 1",
        "select from events where not (game_id = %(game)s)",
        "select from events e join games g on g.id = e.game_id",
        "select from events e, games g where e.game_id = %(game)s",
        "select from events e join games g on g.id = %(other)s where e.game_id = %(game)s",
        "select from events where game_id = %s and exists (select from games where id = %s)",
        "select from events where game_id = %(game)s union all select from events",
        "with old as (select game_id from events) select from games join old on games.id = old.game_id",
        "with old as (delete from events returning game_id) select from games where id = %(game)s",
        "select from games where id = %(game)s and exists (select from events)",
        "select (select count(*) from events) from games where id = %(game)s",
        "insert into notes (game_id, version) select id, version from games",
        "update games set version = 1",
    ],
)
def test_a_statement_on_more_than_one_game_is_seen(text: str) -> None:
    assert touches(text)
    assert not is_single_game(text)


@pytest.mark.parametrize(
    "text",
    [
        "select from events e join games g on g.id = e.game_id where e.game_id = %(game)s",
        "select from events e join games g on g.id = e.game_id where %s::uuid = g.id and (position = 1 or ply = 1)",
        "with g as (update games set ply = 1 where id = %s returning id) insert into chats (game_id) select id from g",
        "select from games g where g.id = %(game)s and exists (select from events where game_id = g.id)",
        "insert into notes (version, game_id) values (%(version)s, %(game)s)",
    ],
)
def test_a_statement_on_one_game_is_seen(text: str) -> None:
    assert touches(text)
    assert is_single_game(text)


def tables_of(url: str) -> set[str]:
    with psycopg.connect(url) as session:
        return {name for (name,) in session.execute("select tablename from pg_tables where schemaname = 'public'")}


def test_the_guide_names_every_table_as_one_by_game_or_as_another(database_url: str) -> None:
    by_game, others = ({*CODE.findall(section(title))} for title in ("Tables by game", "Other tables"))
    assert by_game == {*KEYS}
    assert by_game | others == tables_of(database_url)
    assert not by_game & others


def test_it_is_said_of_every_table_how_long_its_rows_are_kept(database_url: str) -> None:
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    rows = page.partition("| what | for how long | tables |\n")[2].partition("\n\n")[0]
    named = CODE.findall("".join(line.split("|")[3] for line in rows.splitlines()))
    assert sorted(named) == sorted(tables_of(database_url) - {"alembic_version"})


def test_unique_keys_of_tables_by_game_contain_the_game(database_url: str) -> None:
    with psycopg.connect(database_url) as session:
        keys = session.execute(
            """
            select i.indrelid::regclass::text, i.indexrelid::regclass::text, a.attname
            from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
            where i.indisunique and i.indrelid::regclass::text = any(%s)
            """,
            ([*KEYS],),
        ).fetchall()
    assert {table for table, *_ in keys} == {*KEYS}
    assert [key for table, key, first in keys if first != KEYS[table]] == []


Requests = list[tuple[str, str, dict[str, Any] | None]]


def requests_of(game: str, version: int, other: str) -> Requests:
    """One of most kinds, by somebody who sits in a running game with another player."""
    at = f"games/{game}"
    return [
        ("GET", at, None),
        ("GET", f"{at}/states/3", None),
        ("GET", f"{at}/events?after=1", None),
        ("GET", f"{at}/since", None),
        ("PUT", f"{at}/cursor", {"version": 2}),
        ("GET", f"{at}/audit", None),
        ("POST", f"{at}/chat", {"text": "Hello"}),
        ("GET", f"{at}/chat", None),
        ("DELETE", f"{at}/chat/1", None),
        ("PUT", f"{at}/notes/1", {"text": "Mine"}),
        ("GET", f"{at}/notes", None),
        ("DELETE", f"{at}/notes/1", None),
        ("POST", f"{at}/orders", {"condition": {"kind": "end_turn"}}),
        ("GET", f"{at}/orders", None),
        ("POST", f"{at}/forks", {"version": version}),
        ("POST", "me/delegations", {"player": other, "until": "2999-01-01T00:00:00Z"}),
        ("GET", "games?status=playing", None),
        ("GET", "archive?event=CardPlayed&before_turn=9", None),
        ("GET", "archive/figures", None),
        ("GET", "export", None),
        ("GET", "integrity", None),
        ("GET", "feed", None),
        ("GET", "me/turns", None),
        ("GET", "me/events", None),
        ("GET", "me/export", None),
    ]


def test_the_statements_of_a_played_game_are_those_of_the_source(client: FlaskClient, asked: list[str]) -> None:
    seated = Seated(client)
    ann, ben = seated.headers
    other = client.get("/v1/me", headers=ben).get_json()["id"]
    for _ in range(3):
        seated.act()
    require(client, ann, requests_of(seated.game, seated.look(ann)["version"], other))
    require(client, ann, [("POST", f"games/{seated.game}/actions", {"type": "resign"})])
    look_once(client)
    require(client, ann, [("POST", f"games/{seated.game}/rematch", None), ("DELETE", "me?confirm=Ann", None)])
    known = statements()
    for text in filter(touches, asked):
        same = [each for each in known if each.is_asked_by(text)]
        assert same, f"not found in the source: {text}"
        assert is_single_game(text) or {each.place for each in same} & listed(), text


def require(client: FlaskClient, headers: dict[str, str], wanted: Requests) -> None:
    """These requests succeed."""
    for method, path, body in wanted:
        answer = client.open(f"/v1/{path}", method=method, json=body, headers=headers)
        assert answer.status_code < HTTPStatus.BAD_REQUEST, (method, path, answer.text)


def look_once(client: FlaskClient) -> None:
    """Let the worker by the clock do what is due, and a Prometheus read."""
    parts = client.application.extensions["cartulary"]
    config = replace(parts["config"], audit_hours=0)
    apart = [worker.Apart(config, each) for each in worker.list_long_work(config)]
    ticks = [tick(parts["database"], parts["table"], config) for each in SUBJECTS for tick in each.ticks]
    keepers: list[worker.Keeper] = [worker.GameClearing(parts["database"], parts["table"], parts["config"]), *ticks]
    followers = [each.results for each in SUBJECTS if each.results is not None]
    worker.look(parts["database"], parts["table"], apart, keepers, followers)
    for tick in ticks:
        tick.stop()
    assert [*Waiting(parts["database"]).collect()]
