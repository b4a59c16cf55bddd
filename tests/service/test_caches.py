"""A cache may stand between two identities: what one was sent never answers another."""

import sqlite3
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hishel import CacheOptions, SqliteStorage
from hishel.requests import CacheAdapter
from requests import Response, Session

from cartulary_service.api.entity_tags import version_of
from tests.patience import PATIENCE
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of, operations
from tests.service.conftest import Serve

TEXT = {"Accept": "text/plain"}
READS: list[tuple[str, dict[str, str]]] = [
    ("", {}),
    ("", TEXT),
    ("", TEXT | {"Accept-Language": "ko"}),
    ("/actions", {}),
    ("/actions?expand=true", {}),
    ("/since?after=0", {}),
    ("/since?after=0", {"Accept-Language": "ru"}),
    ("/events", {}),
    ("/events", {"Accept": "application/x-ndjson"}),
    ("/audit", {}),
    ("/states/{version}", {}),
    ("/states/{version}.svg", {}),
    ("/states/{version}.svg?lang=ru", {}),
    ("/states/{version}.svg?as=spectator", {}),
    ("/states/{version}.svg", {"Accept-Language": "uk"}),
]
"""Every read of a game that sends a tag, by path and headers."""
STREAM_ONLY = "/v1/me/events"


@pytest.fixture(params=[CARTA, CIVILIZATION])
def table(served: str, request: pytest.FixtureRequest) -> Table:
    return Table.of(served, game=request.param, edition=None)


@pytest.fixture
def browser() -> Iterator[Session]:
    """One private cache that several identities use in turn."""
    with Session() as session:
        stored = SqliteStorage(connection=sqlite3.connect(":memory:", check_same_thread=False))
        session.mount("http://", CacheAdapter(storage=stored, rfc=CacheOptions(shared=False)))
        yield session


def read(session: Any, table: Table, path: str, headers: dict[str, str], player: Player | None) -> Response:
    token = {"Authorization": f"Bearer {player.token}"} if player else {}
    where = f"{table.visitor.base}/v1/games/{table.game}{path.format(version=table.see()['version'])}"
    response: Response = session.get(where, headers={**headers, **token}, timeout=PATIENCE)
    return response


@pytest.mark.parametrize(("path", "headers"), READS)
def test_a_cache_that_identities_share_shows_nobody_what_another_was_sent(
    browser: Session, table: Table, path: str, headers: dict[str, str]
) -> None:
    everybody = [*table.players, None]
    for first, second in product(everybody, everybody):
        read(browser, table, path, headers, first)
        by_cache = read(browser, table, path, headers, second)
        with Session() as fresh:
            assert by_cache.text == read(fresh, table, path, headers, second).text


def test_two_representations_never_share_a_tag(table: Table) -> None:
    tags: dict[tuple[str, str], str] = {}
    for (path, headers), player in product(READS, [*table.players, None]):
        with Session() as fresh:
            response = read(fresh, table, path, headers, player)
        if response.ok:
            where = path.partition("?")[0]
            assert tags.setdefault((where, response.headers["ETag"]), response.text) == response.text


def test_a_tag_begins_with_the_version_and_names_the_audience(table: Table) -> None:
    version = table.see()["version"]
    for player, audience in zip([*table.players, None], ("s0", "s1", "public"), strict=True):
        with Session() as fresh:
            tag = read(fresh, table, "", {}, player).headers["ETag"].strip('"')
        assert version_of(tag) == version
        assert tag.split("-")[1] == audience


@pytest.mark.parametrize("form", ["{version}", "{version}-s1-en", "{version}-public-json-0"])
def test_if_match_takes_the_tag_of_any_representation_and_the_bare_version(served: str, form: str) -> None:
    table = Table.of(served)
    game = table.see()
    player, (action, *_) = table.players[game["to_act"][0]], table.legal(game["to_act"][0])
    tag = form.format(version=game["version"])
    assert player.act(game["id"], action, if_match=f'"{game["version"] + 1}-s0"').status_code == 412
    assert player.act(game["id"], action, if_match=f'"{tag}"').status_code == 201


def test_a_dry_run_compares_versions_as_the_action_would(served: str) -> None:
    table = Table.of(served)
    game = table.see()
    player, (action, *_) = table.players[game["to_act"][0]], table.legal(game["to_act"][0])
    path = f"/games/{game['id']}/actions?dry_run=true"
    stale = player.post(path, action, headers={"If-Match": '"1"'})
    assert body_of(stale, 412)["version"] == game["version"]
    weak = player.post(path, action, headers={"If-Match": 'W/"1-public-json"'})
    assert (weak.status_code, body_of(weak, 412)["code"]) == (412, body_of(stale, 412)["code"])
    assert player.post(path, action, headers={"If-Match": f'W/"{game["version"]}-s0-json"'}).status_code == 200
    assert player.post(path, action, headers={"If-Match": "nonsense"}).status_code == 400


@pytest.mark.parametrize("tag", ['""', '"", "1"', '"nonsense"', "*", 'W/"0"', '"99999999999999999999"'])
def test_a_tag_that_no_read_gave_is_no_fault(table: Table, tag: str) -> None:
    for path in ("", "/events"):
        answer = table.players[0].get(f"/games/{table.game}{path}", headers={"If-None-Match": tag})
        assert answer.status_code in (200, 304)
        assert (answer.status_code == 304) <= (tag == "*")


def test_every_answer_that_depends_on_the_token_says_so_to_caches(served: str) -> None:
    ann = Player(served)
    game = ann.new_game()
    paths = [path for method, path in operations() if method == "GET" and path.startswith(("/v1/me", "/v1/games"))]
    for path in paths:
        if path == STREAM_ONLY:
            continue
        answer = ann.get(path.removeprefix("/v1").replace("[^/]+", game, 1).replace("[^/]+", "1"))
        said = answer.headers["Cache-Control"]
        assert "private" in said or "no-store" in said, path
        assert "Authorization" in answer.headers["Vary"] or "no-store" in said, path


# Conditional requests

STREAMS = {"/v1/me/events", "/v1/me/export", "/v1/export"}
KNOWN_BY_A_SECRET = {"/v1/calendars/[^/]+.ics", "/v1/unsubscriptions/[^/]+", "/v1/games/[^/]+/invitation"}
NOT_HERE = STREAMS | KNOWN_BY_A_SECRET | {"/v1/oauth/authorization"}
"""Sent piece by piece, known by a secret, or the check of a request."""
NEEDED = {"/players": "?handle=a", "/oembed": "?url={base}/replay?game={game}"}
"""Queries without which a read is refused."""


def read_twice(player: Player, path: str) -> tuple[Response, Response]:
    """Read, and ask again with the tag."""
    first = player.get(path)
    return first, player.get(path, headers={"If-None-Match": first.headers["ETag"]})


def test_every_read_has_a_tag_and_is_a_304_while_nothing_changes(table: Table) -> None:
    ann = table.players[0]
    paths = [path for method, path in operations() if method == "GET" and path not in NOT_HERE]
    known = 0
    for pattern in paths:
        path = pattern.removeprefix("/v1").replace("/catalogue/[^/]+", f"/catalogue/{CARTA}", 1)
        path = path.replace("events/[^/]+/[^/]+", "events/GameCreated/1")
        path = path.replace("[^/]+", table.game if path.startswith("/games") else "none", 1).replace("[^/]+", "1")
        path += NEEDED.get(path, "").format(base=ann.base, game=table.game)
        if ann.get(path).status_code == 404:
            continue
        first, again = read_twice(ann, path)
        assert (first.status_code, again.status_code, again.content) == (200, 304, b""), path
        assert again.headers["ETag"] == first.headers["ETag"], path
        known += 1
    assert known >= 25


def test_the_tag_of_a_list_changes_with_the_list(served: str) -> None:
    ann = Player(served)
    first, again = read_twice(ann, f"/games?player={ann.id}")
    assert again.status_code == 304
    ann.new_game()
    mine = ann.new_game()
    ann.sit(mine)
    changed = ann.get(f"/games?player={ann.id}", headers={"If-None-Match": first.headers["ETag"]})
    assert [each["id"] for each in body_of(changed, 200)["games"]] == [mine]


def test_the_catalogue_has_a_tag_for_each_language(served: str) -> None:
    anybody = Client(served)
    tags = {
        anybody.get(f"/catalogue/{CARTA}", headers={"Accept-Language": language}).headers["ETag"]
        for language in ("en", "ru", "uk", "ko")
    }
    assert len(tags) == 4


# Names are not part of what cannot change


def test_an_earlier_state_holds_no_name(served: str) -> None:
    table = Table.of(served, players=(Player(served, "Anneliese"), Player(served, "Benedikt")))
    for version in range(1, table.see()["version"] + 1):
        answer = table.players[0].get(f"/games/{table.game}/states/{version}")
        assert "immutable" in answer.headers["Cache-Control"]
        assert "Anneliese" not in answer.text
        assert "Benedikt" not in answer.text


def test_an_erased_name_is_answered_by_no_worker_once_the_erasure_is_acknowledged(serve: Serve) -> None:
    served = serve(WORKERS="3")
    ann, ben = Player(served, "Anneliese"), Player(served, "Ben")
    table = Table.of(served, players=(ann, ben))
    where = f"/games/{table.game}"
    tags = {ben.get(where).headers["ETag"] for _ in range(30)}
    assert ann.delete("/me?confirm=Anneliese").status_code == 204
    for _ in range(60):
        answer = ben.get(where, headers={"If-None-Match": ", ".join(tags)})
        assert answer.status_code == 200
        assert "Anneliese" not in answer.text


def test_a_changed_name_or_title_is_answered_by_every_worker_once_the_change_is_acknowledged(serve: Serve) -> None:
    ann = Player(serve(WORKERS="3"), "Anneliese")
    game = ann.new_game()
    assert ann.sit(game).status_code == 201
    for number in range(5):
        assert ann.send("PATCH", "/me", json={"name": f"Ann {number}"}).status_code == 200
        assert ann.send("PATCH", f"/games/{game}", json={"title": f"Table {number}"}).status_code == 200
        looks = [ann.see(game) for _ in range(20)]
        assert {each["title"] for each in looks} == {f"Table {number}"}
        assert {each["seats"][0]["player"]["name"] for each in looks} == {f"Ann {number}"}


def test_a_tag_changes_with_the_names_that_it_stands_for(served: str) -> None:
    ann, ben = Player(served, "Anneliese"), Player(served, "Ben")
    table = Table.of(served, players=(ann, ben))
    ann.act(table.game, {"type": "resign"})
    before = ben.get(f"/games/{table.game}")
    assert ben.get(f"/games/{table.game}").headers["ETag"] == before.headers["ETag"]
    assert ann.delete("/me?confirm=Anneliese").status_code == 204
    after = ben.get(f"/games/{table.game}")
    assert after.json()["version"] == before.json()["version"]
    assert after.headers["ETag"] != before.headers["ETag"]
