"""What events change: applying it to a view gives the later view, byte for byte, in every form and for everybody."""

import json
import random
from collections.abc import Iterable
from typing import Any

import pytest
import rfc8785

from tests.service.client import CARTA, CIVILIZATION, NDJSON, Client, Table, body_of
from tests.service.gambler import Gambler

JUMP = 97
"""Versions between two that are compared."""


def apply(document: Any, changes: Iterable[dict[str, Any]]) -> Any:
    """Apply a JSON Patch as RFC 6902 has it, as far as this service sends it."""
    for change in changes:
        *names, last = change["path"].split("/")
        if not names:
            document = change["value"]
            continue
        place = document
        for name in names[1:]:
            place = place[key(place, name)]
        if change["op"] == "remove":
            del place[key(place, last)]
        else:
            assert (key(place, last) in place) is (change["op"] == "replace") or isinstance(place, list)
            place[key(place, last)] = change["value"]
    return document


def key(place: Any, name: str) -> Any:
    return int(name) if isinstance(place, list) else name.replace("~1", "/").replace("~0", "~")


def state(client: Client, game: str, version: int) -> Any:
    return body_of(client.get(f"/games/{game}/states/{version}"), 200)


def lines(client: Client, game: str) -> list[dict[str, Any]]:
    response = client.get(f"/games/{game}/events?changes=true", headers={"Accept": NDJSON})
    return [json.loads(line) for line in response.content.decode().splitlines()]


def pages(client: Client, game: str) -> list[dict[str, Any]]:
    found = list[dict[str, Any]]()
    after: int | None = 0
    while after is not None:
        page = body_of(client.get(f"/games/{game}/events?changes=true&limit=150&after={after}"), 200)
        found, after = found + page["events"], page["next"]
    return found


def require_law(client: Client, game: str, told: list[dict[str, Any]]) -> None:
    """Each view follows from the one before."""
    document: Any = None
    for version, event in enumerate(told, 1):
        document = apply(document, event["changes"])
        if version % JUMP == 0 or version == len(told):
            assert rfc8785.dumps(document) == rfc8785.dumps(state(client, game, version))


@pytest.mark.parametrize("kind", [CARTA, CIVILIZATION])
def test_changes_lead_from_view_to_view_in_a_running_and_a_finished_game(served: str, kind: str) -> None:
    table = Table.of(served, 3, game=kind, edition=None)
    for _ in range(12):
        seat = table.see()["to_act"][0]
        table.act(seat, random.Random(1).choice(table.legal(seat)))
    for seat in table.audiences():
        require_law(table.audience(seat), table.game, lines(table.audience(seat), table.game))
    Gambler(table, random.Random(1)).play_briefly()
    for seat in table.audiences():
        client = table.audience(seat)
        told = lines(client, table.game)
        assert pages(client, table.game) == told
        with client.following(f"/games/{table.game}/events?changes=true") as stream:
            assert [json.loads(said.data) for said in stream] == told
        require_law(client, table.game, told)


def test_the_last_event_of_each_ply_says_so(served: str) -> None:
    table = Table.of(served, 2)
    told = pages(table.visitor, table.game)
    plies = [event["public"]["ply"] for event in told]
    ends = [ply != after for ply, after in zip(plies, [*plies[1:], None], strict=True)]
    assert [event["last"] for event in told] == ends


def test_changes_go_on_over_what_was_taken_back(served: str) -> None:
    table = Table.of(served, 2)
    active = table.see()["to_act"][0]
    table.act(active, table.legal(active)[0])
    table.act(active, {"type": "take_back"})
    client = table.audience(active)
    require_law(client, table.game, lines(client, table.game))


def test_live_streams_with_and_without_changes_do_not_disturb_each_other(served: str) -> None:
    table = Table.of(served, 2)
    path, before = f"/games/{table.game}/events", table.see()["version"]
    seat = table.see()["to_act"][0]
    with (
        table.visitor.following(path, str(before)) as plain,
        table.visitor.following(f"{path}?changes=true", str(before)) as changed,
    ):
        version = table.act(seat, table.legal(seat)[0])["version"]
        heard = [[json.loads(said.data) for said in each.take(version - before)] for each in (plain, changed)]
    assert all(event.keys() == {"public", "private"} for event in heard[0])
    view = state(table.visitor, table.game, before)
    for event in heard[1]:
        view = apply(view, event["changes"])
    assert view == state(table.visitor, table.game, version)


def test_plain_events_are_as_before(served: str) -> None:
    table = Table.of(served, 2)
    page = body_of(table.visitor.get(f"/games/{table.game}/events"), 200)
    assert all(event.keys() == {"public", "private"} for event in page["events"])
