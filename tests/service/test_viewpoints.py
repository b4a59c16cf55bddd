"""Viewpoints: a finished game is looked through by anybody's eyes, whether it is stored here or comes in a bundle."""

import json
import random
from functools import cache
from typing import Any

import pytest

from cartulary_service.trust.bundles import MOST_RETURNS
from tests.service.client import CARTA, CIVILIZATION, NDJSON, Client, Table, body_of
from tests.service.gambler import Gambler
from tests.service.test_changes import apply, lines

KINDS = pytest.mark.parametrize("kind", [CARTA, CIVILIZATION])


@cache
def finished(base: str, kind: str) -> Table:
    """A finished game of two."""
    table = Table.of(base, 2, game=kind, edition=None)
    Gambler(table, random.Random(3)).play_briefly()
    return table


def seen_as(client: Client, game: str, eyes: str) -> list[dict[str, Any]]:
    """The events of a game with their changes, through somebody's eyes."""
    response = client.get(f"/games/{game}/events?changes=true&as={eyes}", headers={"Accept": NDJSON})
    assert response.status_code == 200
    return [json.loads(line) for line in response.content.decode().splitlines()]


def views(told: list[dict[str, Any]]) -> list[Any]:
    """The view after each event."""
    found, document = list[Any](), None
    for event in told:
        document = apply(document, event["changes"])
        found.append(json.loads(json.dumps(document)))
    return found


def played_back(client: Client, bundle: str, eyes: str) -> Any:
    return client.send(
        "POST", f"/replays?as={eyes}", data=bundle.encode(), headers={"Content-Type": NDJSON, "Accept": NDJSON}
    )


def bundle_of(table: Table) -> str:
    return table.visitor.get(f"/games/{table.game}/audit").content.decode()


@KINDS
def test_anybody_sees_a_finished_game_as_each_seat_saw_it(served: str, kind: str) -> None:
    table = finished(served, kind)
    for seat, player in enumerate(table.players):
        assert seen_as(table.visitor, table.game, str(seat)) == lines(player, table.game)
    assert seen_as(table.players[0], table.game, "spectator") == lines(table.visitor, table.game)


@KINDS
def test_a_state_of_a_finished_game_is_shown_as_each_seat_saw_it(served: str, kind: str) -> None:
    table = finished(served, kind)
    version = table.see()["version"] // 2
    path = f"/games/{table.game}/states/{version}"
    for seat, player in enumerate(table.players):
        own = body_of(player.get(path), 200)
        assert body_of(table.visitor.get(f"{path}?as={seat}"), 200) == own
    open_hands = body_of(table.visitor.get(f"{path}?as=everything"), 200)["state"]["seats"]
    assert all(each["hand"] is not None for each in open_hands)


@KINDS
@pytest.mark.parametrize("media_type", ["application/json", "text/plain"])
def test_a_finished_game_as_it_is_now_is_shown_as_each_seat_sees_it(served: str, kind: str, media_type: str) -> None:
    table, headers = finished(served, kind), {"Accept": media_type}
    path = f"/games/{table.game}"
    for seat, player in enumerate(table.players):
        shown = table.visitor.get(f"{path}?as={seat}", headers=headers)
        own = player.get(path, headers=headers)
        assert (shown.status_code, shown.text, shown.headers["ETag"]) == (200, own.text, own.headers["ETag"])
    tags = {table.visitor.get(f"{path}{q}", headers=headers).headers["ETag"] for q in ("?as=everything", "?as=0", "")}
    assert len(tags) == 3


@KINDS
def test_everything_shows_all_hands_of_a_finished_game_as_it_is_now(served: str, kind: str) -> None:
    table = finished(served, kind)
    path = f"/games/{table.game}?as=everything"
    view = body_of(table.visitor.get(path), 200)
    assert view["you"] is None
    assert all(each["hand"] is not None for each in view["state"]["seats"])
    assert "Hand: –" not in table.visitor.get(path, headers={"Accept": "text/plain"}).text or not all(
        each["hand"] for each in view["state"]["seats"]
    )


def test_what_another_seat_sees_of_a_game_is_refused_while_it_goes_on(served: str) -> None:
    table = Table.of(served)
    path = f"/games/{table.game}"
    for eyes in ("1", "everything"):
        assert table.players[0].get(f"{path}?as={eyes}").status_code == 409
    assert body_of(table.players[0].get(f"{path}?as=spectator"), 200) == table.visitor.see(table.game)


def test_what_another_seat_sees_of_a_state_is_refused_while_the_game_goes_on(served: str) -> None:
    table = Table.of(served)
    version, path = table.see()["version"], f"/games/{table.game}/states"
    for eyes in ("1", "everything"):
        assert table.players[0].get(f"{path}/{version}?as={eyes}").status_code == 409
    assert table.players[0].get(f"{path}/{version}?as=0").status_code == 200
    assert table.players[0].get(f"{path}/{version}?as=spectator").status_code == 200


@KINDS
def test_everything_shows_all_hands_at_every_version(served: str, kind: str) -> None:
    table = finished(served, kind)
    whole = views(seen_as(table.visitor, table.game, "everything"))
    seats = [views(seen_as(table.visitor, table.game, str(seat))) for seat in (0, 1)]
    begun = [version for version, view in enumerate(whole) if view["state"] is not None]
    assert len(begun) > 20
    for version in begun:
        hands = [each["hand"] for each in whole[version]["state"]["seats"]]
        assert hands == [seats[seat][version]["state"]["seats"][seat]["hand"] for seat in (0, 1)]
    assert all(view["you"] is None for view in whole)


@pytest.mark.parametrize("eyes", ["1", "everything"])
def test_what_others_see_stays_closed_while_the_game_runs(served: str, eyes: str) -> None:
    table = Table.of(served, 2)
    for client in (table.players[0], table.visitor):
        problem = body_of(client.get(f"/games/{table.game}/events?as={eyes}"), 409)
        assert problem["code"] == "not-over"
    assert table.players[0].get(f"/games/{table.game}/events?as=0").status_code == 200


def test_a_player_may_look_as_a_spectator_while_the_game_runs(served: str) -> None:
    table = Table.of(served, 2)
    assert seen_as(table.players[0], table.game, "spectator") == lines(table.visitor, table.game)


def test_an_audience_that_the_game_does_not_have_is_refused(served: str) -> None:
    table = finished(served, CARTA)
    for eyes in ("3", "nobody"):
        problem = body_of(table.visitor.get(f"/games/{table.game}/events?as={eyes}"), 422)
        assert "as" in problem["errors"]


def test_a_stream_shows_only_what_the_caller_sees(served: str) -> None:
    table = finished(served, CARTA)
    response = table.visitor.get(f"/games/{table.game}/events?as=0", headers={"Accept": "text/event-stream"})
    assert "as" in body_of(response, 422)["errors"]


def test_each_viewpoint_has_an_entity_tag_of_its_own(served: str) -> None:
    table = finished(served, CARTA)
    tags = {
        table.visitor.get(f"/games/{table.game}/events{query}").headers["ETag"]
        for query in ("", "?as=0", "?as=1", "?as=spectator", "?as=everything", "?as=0&changes=true")
    }
    assert len(tags) == 6


@KINDS
@pytest.mark.parametrize("eyes", ["0", "1", "spectator", "everything"])
def test_a_bundle_is_played_back_like_the_game_that_is_stored(served: str, kind: str, eyes: str) -> None:
    table = finished(served, kind)
    response = played_back(Client(served), bundle_of(table), eyes)
    assert response.status_code == 200
    assert [*map(json.loads, response.text.splitlines())] == seen_as(table.visitor, table.game, eyes)


def test_a_bundle_that_was_tampered_with_is_not_played_back(served: str) -> None:
    lines = bundle_of(finished(served, CARTA)).splitlines(keepends=True)
    problem = body_of(played_back(Client(served), "".join(lines[:9] + lines[10:]), "everything"), 422)
    assert problem["code"] == "not-verified"
    assert "does not verify" in problem["detail"]


def test_a_bundle_of_a_running_game_is_not_played_back(served: str) -> None:
    assert body_of(played_back(Client(served), bundle_of(Table.of(served, 2)), "spectator"), 422)["code"] == "not-whole"


@pytest.mark.parametrize("text", ["", "{}", "not a bundle", '{"format":"cartulary-audit/v1"}\n', "[" * 5000])
def test_what_is_no_bundle_is_refused(served: str, text: str) -> None:
    assert body_of(played_back(Client(served), text, "everything"), 422)["code"] == "not-verified"


def test_a_bundle_has_a_size_and_a_type(served: str) -> None:
    anybody = Client(served)
    assert played_back(anybody, "x" * 2_097_153, "everything").status_code == 413
    assert anybody.post("/replays", {}).status_code == 415
    returns = (MOST_RETURNS + 1) * '{"public":"{\\"type\\":\\"GameCorrected\\"}"}\n'
    response = anybody.send("POST", "/replays", data=returns, headers={"Content-Type": NDJSON})
    assert body_of(response, 422)["code"] == "too-many-returns"
    response = anybody.send("POST", "/replays", data=b"\xff", headers={"Content-Type": NDJSON})
    assert body_of(response, 400)["code"] == "bad-lines"
