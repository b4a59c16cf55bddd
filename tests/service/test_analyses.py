"""The analysis of a finished game is worked out once, in turns, and kept for everybody."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from cartulary_service.config import Config
from cartulary_service.errors import Problem
from cartulary_service.players import quotas
from cartulary_service.store.database import Database, connection
from cartulary_service.subjects.analyses import queries as analyses
from tests.service.client import Player, Table, body_of
from tests.service.conftest import eventually


def finish(table: Table, plies: int = 4) -> str:
    """Play a while by chance, then resign."""
    random = Random(plies)
    for _ in range(plies):
        seat = table.see()["to_act"][0]
        table.act(seat, random.choice(table.legal(seat)))
    while table.see()["status"] == "playing":
        table.act(table.see()["to_act"][0], {"type": "resign"})
    return table.game


@pytest.fixture
def database(own_database: str) -> Iterator[Database]:
    """A database on which no worker is at work."""
    opened = Database(Config(database_url=own_database))
    with connection(opened.serving) as c:
        c.execute("delete from analyses")
    yield opened
    opened.close()


def status(player: Player, game: str) -> str:
    found: str = body_of(player.get(f"/games/{game}/analysis"), 200)["status"]
    return found


def test_a_finished_game_is_analysed_by_the_worker_and_read_by_everybody(served: str) -> None:
    ann, eve = Player(served, "Ann"), Player(served, "Eve")
    game = finish(Table.of(served, 2, [ann, Player(served, "Ben")]))
    asked = ann.post(f"/games/{game}/analysis")
    body_of(asked, 202)
    assert asked.headers["Location"] == f"/v1/games/{game}/analysis"
    assert int(asked.headers["Retry-After"]) > 0
    eventually(lambda: status(eve, game) == "done")
    found = body_of(eve.get(f"/games/{game}/analysis"), 200)
    assert found["progress"] == 1
    assert found["moves"]
    assert {each["ply"] for each in found["moves"]} >= set(found["turning_points"])
    assert body_of(eve.post(f"/games/{game}/analysis"), 200) == found


def test_a_game_under_way_is_not_analysed(served: str) -> None:
    table = Table.of(served)
    assert body_of(table.players[0].post(f"/games/{table.game}/analysis"), 409)["code"] == "not-over"
    assert table.visitor.get(f"/games/{table.game}/analysis").status_code == 404


def test_an_analysis_goes_on_where_it_was_broken_off(own_base: str, database: Database) -> None:
    game = finish(Table.of(own_base))
    whole = analysed(database, game, Player(own_base), seconds=0)
    with connection(database.serving) as c:
        c.execute("delete from analyses")
    clock = count(0, analyses.SECONDS_AT_ONCE + 1)
    analyses.request(database, game, Player(own_base).id)
    turns = 0
    while (job := analyses.claim(database)) is not None:
        analyses.go_on(database, job, lambda: float(next(clock)))
        turns += 1
    parts = analyses.read(database, game)
    assert turns > 1
    assert parts is not None
    assert (parts["status"], parts["moves"]) == ("done", whole["moves"])


def analysed(database: Database, game: str, player: Player, seconds: float) -> dict[str, Any]:
    """The analysis of a game, in one turn."""
    analyses.request(database, game, player.id)
    job = analyses.claim(database)
    assert job is not None
    analyses.go_on(database, job, lambda: seconds)
    found = analyses.read(database, game)
    assert found is not None
    assert found["status"] == "done"
    return found


def test_a_game_that_is_being_analysed_is_not_taken_by_another_process(own_base: str, database: Database) -> None:
    game = finish(Table.of(own_base), 2)
    analyses.request(database, game, Player(own_base).id)
    assert analyses.claim(database) is not None
    assert analyses.claim(database) is None
    assert not analyses.is_waiting(database)
    lose_lease(database)
    assert analyses.is_waiting(database)
    assert analyses.claim(database) is not None


def lose_lease(database: Database) -> None:
    with connection(database.serving) as c:
        c.execute("update analyses set leased_until = now() - interval '1 second'")


def test_a_game_that_fails_again_and_again_is_given_up_until_somebody_asks(own_base: str, database: Database) -> None:
    game, player = finish(Table.of(own_base), 2), Player(own_base)
    body_of(player.post(f"/games/{game}/analysis"), 202)
    for _ in range(analyses.MOST_ATTEMPTS):
        assert analyses.claim(database) is not None
        lose_lease(database)
    assert analyses.claim(database) is None
    assert status(player, game) == "failed"
    assert body_of(player.post(f"/games/{game}/analysis"), 202)["status"] == "queued"


def test_a_full_queue_asks_to_come_again_but_answers_what_is_known(
    own_base: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, player = finish(Table.of(own_base), 2), finish(Table.of(own_base), 3), Player(own_base).id
    monkeypatch.setattr(analyses, "MOST_WAITING", 1)
    analyses.request(database, first, player)
    with pytest.raises(Problem) as refused:
        analyses.request(database, second, player)
    assert (refused.value.code, "Retry-After" in refused.value.headers) == ("too-many-analyses", True)
    assert analyses.request(database, first, player)["status"] == "queued"


def test_in_a_full_queue_the_player_with_the_most_games_gives_way_to_one_who_waits_for_none(
    own_base: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    *many, one, more = [finish(Table.of(own_base), 2) for _ in range(4)]
    farmer, other, third = (Player(own_base) for _ in range(3))
    monkeypatch.setattr(analyses, "MOST_WAITING", 2)
    for game in many:
        analyses.request(database, game, farmer.id)
    assert analyses.request(database, one, other.id)["status"] == "queued"
    assert [status(farmer, game) for game in many] == ["queued", "failed"]
    for game, player in ((many[1], farmer), (more, third)):
        with pytest.raises(Problem) as refused:
            analyses.request(database, game, player.id)
        assert refused.value.code == "too-many-analyses", "all have one"


def test_the_queue_goes_round_by_player_and_takes_games_of_people_first(own_base: str, database: Database) -> None:
    ann, ben = Player(own_base), Player(own_base)
    of_bots = finish(Table.of(own_base), 2)
    with connection(database.serving) as c:
        c.execute(
            "update players p set bot = true from game_seats s where s.game_id = %s and p.id = s.player_id", (of_bots,)
        )
    many, one = [finish(Table.of(own_base), 2) for _ in range(3)], finish(Table.of(own_base), 2)
    for game in (of_bots, *many):
        body_of(ann.post(f"/games/{game}/analysis"), 202)
    body_of(ben.post(f"/games/{one}/analysis"), 202)
    order = []
    while (job := analyses.claim(database)) is not None:
        order.append(job.game_id)
        analyses.go_on(database, job, lambda: 0.0)
    assert order == [many[0], one, *many[1:], of_bots]


def test_a_player_has_few_games_in_the_queue_and_leaves_room_for_others(
    own_base: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "ANALYSES", quotas.ANALYSES._replace(most=2))
    first, second, third = [finish(Table.of(own_base), plies) for plies in (2, 3, 4)]
    ann, ben = Player(own_base).id, Player(own_base).id
    analyses.request(database, first, ann)
    analyses.request(database, second, ann)
    with pytest.raises(Problem) as refused:
        analyses.request(database, third, ann)
    assert (refused.value.status, refused.value.code) == (409, "too-many")
    assert analyses.request(database, first, ann)["status"] == "queued"
    assert analyses.request(database, third, ben)["status"] == "queued"
