"""Clocks over HTTP: a deadline that is shown is the one that the worker enforces, once, and never early."""

from pathlib import Path
from typing import Any

import psycopg
import pytest

from cartulary.audit import bundles
from cartulary.audit.report import Report
from cartulary_service.config import Config
from cartulary_service.games.commands import GameCommands as Played
from cartulary_service.games.deadlines import overdue
from cartulary_service.store import append, events
from cartulary_service.store.database import Database
from tests.service.client import CARTA, CIVILIZATION, Player, Table, body_of
from tests.service.conftest import eventually

DAY = 86_400


def clock(seconds: int = DAY, **terms: Any) -> dict[str, Any]:
    return {"kind": "turn", "seconds": seconds, **terms}


def verified(tmp_path: Path, table: Table) -> Report:
    path = tmp_path / "bundle"
    path.write_bytes(table.visitor.get(f"/games/{table.game}/audit").content)
    return bundles.verify(path, bundles.Given())


def types(table: Table) -> list[str]:
    return [each["public"]["type"] for each in table.visitor.events(table.game)]


def test_times_of_a_record_do_not_go_back_with_the_clock_of_the_database(
    own_base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, boris = Player(own_base, "Ada"), Player(own_base, "Boris")
    game = ada.new_game(2, clock=clock())
    body_of(ada.sit(game), 201)
    ahead = events.NOW.replace("clock_timestamp()", "(clock_timestamp() + interval '3 minutes')")
    with monkeypatch.context() as fast:
        for module in (append, events):
            fast.setattr(module, "NOW", ahead)
        body_of(boris.sit(game), 201)
    for how in ("pause", "pause", "resume", "resign"):
        for each in (ada, boris) if how == "pause" else (ada,):
            each.act(game, {"type": how})
    (file := tmp_path / "bundle").write_bytes(ada.get(f"/games/{game}/audit").content)
    report = bundles.verify(file, bundles.Given())
    assert (report.verified, report.holds("positions")) == (True, True)


def test_a_game_shows_its_deadline_and_where_it_comes_from(served: str) -> None:
    terms = clock(window={"zone": "Europe/Berlin", "begins": "08:00", "ends": "22:00", "days": ["sat", "sun"]})
    table = Table.of(served, clock=terms)
    game = table.see()
    (active,) = game["to_act"]
    shown = game["clock"]["seats"][active]
    assert (shown["running"], shown["left"], shown["until"]) == (True, DAY, game["deadline"])
    assert game["clock"]["terms"] == clock(increment=0, vacation_days=0, on_expiry="forfeit", window=terms["window"])
    started = table.visitor.events(table.game)[-1]["public"]
    assert (started["type"], started["seat"]) == ("ClockStarted", active)
    assert started["data"] == {"since": shown["since"], "left": DAY, "until": shown["until"]}
    assert body_of(table.players[active].get("/me/turns"), 200)["games"][0]["deadline"] == game["deadline"]


@pytest.mark.parametrize(
    ("wish", "where"),
    [
        ({"kind": "hourglass", "seconds": 5}, "kind"),
        ({"kind": "turn"}, "seconds"),
        ({"kind": "turn", "seconds": 5, "colour": "red"}, "colour"),
        ({"kind": "turn", "seconds": "5"}, "seconds"),
    ],
)
def test_a_clock_of_the_wrong_shape_is_refused_by_field(served: str, wish: dict[str, Any], where: str) -> None:
    refused = body_of(Player(served).post("/games", {"game": CARTA, "seats": 2, "clock": wish}), 422)
    assert where in refused["errors"]["clock"]


def test_a_clock_that_could_not_run_is_refused_by_rule(served: str) -> None:
    wish = {"game": CARTA, "seats": 2, "clock": clock(window={"zone": "Nowhere", "begins": "08:00", "ends": "22:00"})}
    assert body_of(Player(served).post("/games", wish), 422)["rule"] == "clock.window"
    wish["clock"] = clock(0)
    assert body_of(Player(served).post("/games", wish), 422)["rule"] == "clock.seconds"


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_a_player_whose_time_runs_out_forfeits_and_the_record_proves_it(served: str, tmp_path: Path, game: str) -> None:
    table = Table.of(served, game=game, edition=None, clock=clock(1))
    until = table.see()["deadline"]
    eventually(lambda: table.see()["status"] == "finished")
    events = [each["public"] for each in table.visitor.events(table.game)]
    (expired,) = [each for each in events if each["type"] == "TimeExpired"]
    assert expired["data"]["until"] == until
    assert expired["at"] >= until
    assert table.see()["result"]["kind"] == "time"
    (listed, *_) = body_of(table.visitor.get(f"/games?game={game}&status=finished"), 200)["games"]
    assert listed["result"]["kind"] == "time"
    assert verified(tmp_path, table).verified


def test_two_workers_after_a_day_of_none_end_a_game_once(database_url: str, served: str) -> None:
    table = Table.of(served, clock=clock(1))
    databases = [Database(Config(database_url=database_url, pool_size=2)) for _ in range(2)]
    workers = [Played(each, Config()) for each in databases]
    eventually(lambda: any(worker.expire(table.game) for worker in workers) or table.see()["status"] == "finished")
    assert [worker.expire(table.game) for worker in workers] == [False, False]
    assert types(table).count("TimeExpired") == types(table).count("GameEnded") == 1
    assert table.game not in overdue(databases[0])
    for each in databases:
        each.close()


def test_no_worker_ends_a_game_before_its_deadline(database_url: str, served: str) -> None:
    table = Table.of(served, clock=clock(DAY))
    database = Database(Config(database_url=database_url, pool_size=2))
    with psycopg.connect(database_url) as session:
        session.execute("update games set deadline = now() - interval '1 hour' where id = %s", (table.game,))
    assert not Played(database, Config()).expire(table.game)
    database.close()
    assert table.see()["status"] == "playing"


def test_a_bot_plays_on_until_the_player_comes_back(served: str, tmp_path: Path) -> None:
    table = Table.of(served, clock=clock(2, on_expiry="bot"))
    (late,) = table.see()["to_act"]
    other = 1 - late
    eventually(lambda: table.see()["to_act"] == [other])
    assert table.see()["clock"]["seats"][late]["bot"] is True
    table.act(other, {"type": "give_time", "seat": late, "seconds": 60})
    back = table.act(late, {"type": "come_back"})["game"]
    assert back["clock"]["seats"][late]["bot"] is False
    assert table.refused(late, {"type": "come_back"})["rule"] == "clock.no_bot"
    table.act(0, {"type": "resign"})
    assert verified(tmp_path, table).verified


def test_the_others_may_claim_the_time_of_who_is_late(served: str, tmp_path: Path) -> None:
    table = Table.of(served, clock=clock(1, on_expiry="claim"))
    (late,) = table.see()["to_act"]
    assert table.refused(1 - late, {"type": "claim_time", "seat": late})["rule"] == "clock.not_expired"
    eventually(lambda: table.see()["clock"]["seats"][late]["expired"])
    assert table.see()["status"] == "playing"
    over = table.act(1 - late, {"type": "claim_time", "seat": late})["game"]
    assert (over["status"], over["result"]["winners"]) == ("finished", [1 - late])
    assert verified(tmp_path, table).verified


def test_pauses_vacation_and_given_time_are_actions_like_others(served: str, tmp_path: Path) -> None:
    table = Table.of(served, clock=clock(vacation_days=10))
    (active,) = table.see()["to_act"]
    first = table.see()["deadline"]
    away = table.act(active, {"type": "take_vacation", "days": 3})["game"]
    assert away["clock"]["seats"][active]["vacation_days"] == 7
    assert away["deadline"] > first
    key = "once"
    given = [table.act(1 - active, {"type": "give_time", "seat": active, "seconds": 60}, key=key) for _ in range(2)]
    assert given[0] == given[1]
    table.act(0, {"type": "pause"})
    paused = table.act(1, {"type": "pause"})["game"]
    assert (paused["clock"]["paused"], paused["deadline"]) == (True, None)
    resumed = table.act(0, {"type": "resume"})["game"]
    assert resumed["clock"]["seats"][active]["left"] <= DAY + 60
    assert table.players[0].act(table.game, {"type": "take_vacation", "days": 1}, dry_run=True).status_code == 200
    table.act(0, {"type": "resign"})
    assert verified(tmp_path, table).verified


@pytest.mark.parametrize("type", ["pause", "resume", "take_vacation", "claim_time", "come_back", "free_seat"])
def test_what_only_a_clock_allows_is_refused_with_that_reason(served: str, type: str) -> None:
    table = Table.of(served)
    assert table.see()["clock"] is None
    assert table.refused(0, {"type": type})["rule"] == "clock.none"
