"""What a Prometheus reads, at a port of its own: counts of all processes together, and nothing that names anybody."""

import json
import platform
import re
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest
import requests
import yaml
from prometheus_client.parser import text_string_to_metric_families

from cartulary_service import __version__
from cartulary_service.config import Config
from cartulary_service.serving.metrics_endpoint import Waiting
from cartulary_service.store.database import Database
from tests.patience import PATIENCE
from tests.service.client import CARTA, Client, Player, Table, body_of
from tests.service.conftest import Serve, eventually, free_port, kill, workers_of

DEPLOY = Path(__file__).parents[2] / "deploy"
DASHBOARD = DEPLOY / "grafana.json"
ALERTS = DEPLOY / "alerts.yml"
LABELS = {"operation", "status", "code", "rule", "game", "le", "version", "python"}


class Watched(NamedTuple):
    """A service, and where its metrics are."""

    url: str
    metrics: str

    def text(self) -> str:
        response = requests.get(self.metrics, timeout=PATIENCE)
        assert response.status_code == 200
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        return response.text

    def sum(self, name: str, **labels: str) -> float:
        """The sum of the samples of that name that have these labels."""
        samples = [each for family in text_string_to_metric_families(self.text()) for each in family.samples]
        return sum(each.value for each in samples if each.name == name and labels.items() <= each.labels.items())


@pytest.fixture(scope="module")
def watched(serve: Serve) -> Watched:
    port = free_port()
    return Watched(serve(METRICS_PORT=str(port), WORKERS="2"), f"http://127.0.0.1:{port}/metrics")


def test_requests_are_counted_by_operation_and_status_over_all_workers(watched: Watched) -> None:
    before = watched.sum("cartulary_requests_total", operation="read_catalogue")
    for _ in range(20):
        # Each by a connection of its own, so that both workers get some.
        assert Client(watched.url).get(f"/catalogue/{CARTA}").status_code == 200
    assert Client(watched.url).get("/catalogue/chess").status_code == 404
    assert watched.sum("cartulary_requests_total", operation="read_catalogue") == before + 21
    assert watched.sum("cartulary_requests_total", operation="read_catalogue", status="404") == 1
    assert watched.sum("cartulary_request_seconds_count", operation="read_catalogue") == before + 21
    assert requests.get(f"{watched.url}/nowhere", timeout=PATIENCE).status_code == 404
    assert watched.sum("cartulary_requests_total", operation="none", status="404") == 1


def test_the_version_that_runs_is_a_metric(watched: Watched) -> None:
    labels = {"version": __version__, "python": platform.python_version()}
    assert watched.sum("cartulary_build_info", **labels) == 1


def test_actions_are_counted_by_game_and_refusals_by_rule(watched: Watched) -> None:
    table = Table.of(watched.url)
    seat = table.see()["to_act"][0]
    before = watched.sum("cartulary_actions_total", game=CARTA)
    table.act(seat, table.legal(seat)[0])
    refused = table.refused(seat, {"type": "attack", "sphere": "utopia"})
    assert watched.sum("cartulary_actions_total", game=CARTA) == before + 1
    assert watched.sum("cartulary_problems_total", code="illegal", rule=refused["rule"]) == 1
    assert watched.sum("cartulary_append_seconds_count") >= 3
    assert watched.sum("cartulary_fold_seconds_count") >= 3


def test_open_streams_are_counted_also_when_their_worker_dies(watched: Watched) -> None:
    game = Player(watched.url).new_game()
    with Client(watched.url).following(f"/games/{game}/events"):
        assert watched.sum("cartulary_streams") == 1
    eventually(lambda: watched.sum("cartulary_streams") == 0)
    with Client(watched.url).following(f"/games/{game}/events"):
        kill(workers_of(watched.url))
        eventually(lambda: watched.sum("cartulary_streams") == 0)


LATE = """
insert into outbox (game_id, version, first, at) values (uuidv7(), 1, 1, now() - interval '1 hour');
with player as (insert into players (name) values ('Ann') returning id), hook as (
    insert into webhooks (player_id, url, secret, my_turn, format, language)
    select id, 'https://1.1.1.1/', '', false, 'standard', 'en' from player returning id
)
insert into deliveries (webhook_id, media_type, body, next_try)
select id, '', '', now() + due * interval '1 hour' from hook, unnest(array[-2, -1, 1]) as due;
insert into games (id, game, edition, seats, options, sandbox, status, version, ply, deadline)
select uuidv7(), '', '', 2, '{}', false, 'playing', 1, 1, now() + due * interval '1 hour'
from unnest(array[-3, 1]) as due;
"""


def waiting(database_url: str) -> dict[str, float]:
    """What waits there, by the name of the metric."""
    database = Database(Config(database_url=database_url))
    try:
        return {family.name: family.samples[0].value for family in Waiting(database).collect()}
    finally:
        database.close()


def test_metrics_report_the_length_and_age_of_queues(own_database: str) -> None:
    assert {value for name, value in waiting(own_database).items() if name != "cartulary_database_up"} == {0}
    with psycopg.connect(own_database) as session:
        session.execute(LATE)
    found = waiting(own_database)
    assert found["cartulary_database_up"] == 1
    assert [found[f"cartulary_{each}"] for each in ("outbox_plies", "deliveries_due", "deadlines_overdue")] == [1, 2, 1]
    hours = [found[f"cartulary_{each}_lag_seconds"] // 3_600 for each in ("outbox", "deliveries", "deadlines")]
    assert hours == [1, 2, 3]


def test_a_database_that_is_away_is_told() -> None:
    assert waiting("postgresql://127.0.0.1:1/none") == {"cartulary_database_up": 0}


def test_no_label_names_anybody_or_any_match(watched: Watched) -> None:
    ann = Player(watched.url, "Annabel")
    game = ann.new_game()
    body_of(ann.sit(game), 201)
    assert ann.act(game, {"type": "nothing"}).status_code == 422
    assert ann.get(f"/games/{ann.id}").status_code == 404
    text = watched.text()
    labels = {
        name for family in text_string_to_metric_families(text) for each in family.samples for name in each.labels
    }
    assert labels <= LABELS
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", text)
    assert not {each for each in (game, ann.id, ann.name, ann.token) if each in text}


def test_the_metrics_are_not_where_players_are(watched: Watched) -> None:
    assert requests.get(f"{watched.url}/metrics", timeout=PATIENCE).status_code == 404
    there = watched.metrics.removesuffix("/metrics")
    for path in ("/v1/catalogue", "/", "/metrics/"):
        assert requests.get(there + path, timeout=PATIENCE).status_code == 404


def test_without_the_setting_there_are_none(served: str) -> None:
    assert requests.get(f"{served}/metrics", timeout=PATIENCE).status_code == 404


def expressions(part: Any) -> list[str]:
    """Every query of a dashboard."""
    if isinstance(part, dict):
        own = [part["expr"]] if "expr" in part else []
        return own + [each for value in part.values() for each in expressions(value)]
    return [each for value in part for each in expressions(value)] if isinstance(part, list) else []


def metrics_asked_for(document: Any) -> set[str]:
    return {name for each in expressions(document) for name in re.findall(r"cartulary_\w+", each)}


def test_the_dashboard_and_the_alerts_ask_only_for_what_there_is(watched: Watched) -> None:
    table = Table.of(watched.url)
    table.refused(table.see()["to_act"][0], {"type": "attack", "sphere": "utopia"})
    table.act(table.see()["to_act"][0], {"type": "resign"})
    there = {each.name for family in text_string_to_metric_families(watched.text()) for each in family.samples}
    asked = metrics_asked_for(json.loads(DASHBOARD.read_text()))
    alerting = metrics_asked_for(yaml.safe_load(ALERTS.read_text()))
    assert asked
    assert alerting
    assert asked | alerting <= there
    families = {family.name for family in text_string_to_metric_families(watched.text())}
    shown = {family for family in families if any(name.startswith(family) for name in asked)}
    assert families - shown == set(), "a metric that no panel shows"
