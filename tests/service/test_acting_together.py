"""Actions that come to a worker at one moment are stored together, and each is answered as if it had come alone."""

from functools import partial
from typing import Any, Final

import psycopg
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.service.crowd import Crowd
from tests.service.in_process import Seated

OTHERS: Final = 3


@pytest.fixture
def games(client: FlaskClient) -> list[Seated]:
    """Games of which their worker knows all, for it has carried some of their actions."""
    seated = [Seated(client) for _ in range(1 + OTHERS)]
    for each in seated:
        for _ in range(2):
            each.act()
    return seated


def acting(seated: Seated, key: str | None = None, action: dict[str, Any] | None = None) -> "partial[TestResponse]":
    """What is legal there now, by a client of its own."""
    headers, legal = seated.next_action()
    client = seated.client.application.test_client()
    path, headers = f"/v1/games/{seated.game}/actions", headers | ({"Idempotency-Key": key} if key else {})
    return partial(client.post, path, json=action or legal, headers=headers)


def plies(seated: Seated, database_url: str) -> list[int]:
    """The plies of a game as they are stored."""
    with psycopg.connect(database_url) as session:
        rows = session.execute("select distinct ply from events where game_id = %s order by 1", (seated.game,))
        return [row[0] for row in rows]


def test_actions_of_one_moment_in_several_games_are_one_statement_and_each_hears_of_his_own(
    games: list[Seated], monkeypatch: pytest.MonkeyPatch
) -> None:
    requests, before = [acting(each) for each in games], [each.look({})["ply"] for each in games]
    crowd = Crowd(monkeypatch)
    answers: list[Any] = [each.json for each in crowd.comes(requests)]
    assert len(crowd.asked) == 2
    assert [each["game"]["id"] for each in answers] == [each.game for each in games]
    assert [each["ply"] for each in answers] == [ply + 1 for ply in before]
    assert [each["game"] for each in answers] == [
        each.look(each.headers[answer["game"]["you"]]) for each, answer in zip(games, answers, strict=True)
    ]


def test_concurrent_actions_in_one_game_are_decided_one_after_the_other(
    games: list[Seated], database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafting = Seated(games[0].client, options={"deal": "draft"})
    before = len(plies(drafting, database_url))
    keeps: list[partial[TestResponse]] = [
        partial(
            drafting.client.application.test_client().post,
            f"/v1/games/{drafting.game}/actions",
            json=drafting.look(headers, "/actions?expand=true")["actions"][0],
            headers=headers,
        )
        for headers in drafting.headers
    ]
    requests = [acting(games[0]), *keeps]
    answers = Crowd(monkeypatch).comes(requests)
    assert [each.status_code for each in answers] == [201, 201, 201]
    told: list[Any] = [each.json for each in answers[1:]]
    stored = plies(drafting, database_url)[before:]
    assert len(stored) == 2
    assert sorted(each["ply"] for each in told) == stored


@pytest.mark.parametrize("where", ["here", "there"])
def test_a_repeated_key_in_a_group_commit_gets_its_first_answer(
    games: list[Seated], other: FlaskClient, database_url: str, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    timed = Seated(games[0].client, clock={"kind": "turn", "seconds": 3600})
    seat = timed.look({})["to_act"][0]
    # What would be legal again and again.
    requests = [acting(each, key="once") for each in games]
    requests[2] = acting(timed, key="once", action={"type": "give_time", "seat": 1 - seat, "seconds": 60})
    path, sent = requests[2].args[0], requests[2].keywords
    first = {"here": games[0].client, "there": other}[where].post(path, **sent)
    assert first.status_code == 201
    before = plies(timed, database_url)
    answers = Crowd(monkeypatch).comes(requests)
    assert [each.status_code for each in answers] == [201] * 4
    assert answers[2].json == first.json
    assert plies(timed, database_url) == before


def test_a_conflict_in_a_group_commit_undoes_no_other_action(
    games: list[Seated], other: FlaskClient, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests, before = [acting(each) for each in games], [plies(each, database_url) for each in games]
    path, sent = requests[2].args[0], requests[2].keywords
    assert other.post(path, **sent).status_code == 201
    dry = other.post(f"{path}?dry_run=true", **sent)
    statuses = [each.status_code for each in Crowd(monkeypatch).comes(requests)]
    again = 201 if dry.status_code == 200 else dry.status_code
    assert statuses == [201, 201, again, 201]
    grown = [len(plies(each, database_url)) - len(old) for each, old in zip(games, before, strict=True)]
    assert grown == [1, 1, 1 + (again == 201), 1]


def test_a_locked_game_in_a_group_commit_delays_only_its_own_action(
    games: list[Seated], database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests, before = [acting(each) for each in games], [plies(each, database_url) for each in games]
    with psycopg.connect(database_url) as holder:
        holder.execute("select from games where id = %s for update", (games[2].game,))
        statuses = [each.status_code for each in Crowd(monkeypatch).comes(requests)]
    assert statuses == [201, 201, 503, 201]
    grown = [len(plies(each, database_url)) - len(old) for each, old in zip(games, before, strict=True)]
    assert grown == [1, 1, 0, 1]
