"""One vocabulary for every list: `limit`, `cursor`, `next` and the link to the next page."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.service.client import Client, Player, Table, body_of


@pytest.fixture(scope="module")
def table(served: str) -> Table:
    """A game with seven messages, at the end, and two more tables of its players."""
    made = Table.of(served)
    for number in range(7):
        body_of(made.players[0].post(f"/games/{made.game}/chat", {"text": str(number)}), 201)
    for _ in range(2):
        game = made.players[0].new_game()
        body_of(made.players[0].sit(game), 201)
    return made


LISTS = {
    "games": ("/games?player={player}", "games"),
    "events": ("/games/{game}/events", "events"),
    "events after one": ("/games/{game}/events?after=2", "events"),
    "chat": ("/games/{game}/chat", "messages"),
    "chat after one": ("/games/{game}/chat?after=1", "messages"),
    "feed": ("/feed", "events"),
    "archive": ("/archive", "games"),
}


def by_cursor(client: Client, path: str, name: str) -> list[list[Any]]:
    """The pages of two as `next` leads from one to the next, at most five."""
    found, cursor = list[list[Any]](), None
    query = {key: value for key, (value,) in parse_qs(urlsplit(path).query).items()}
    while len(found) < 5:
        asked = query | {"limit": "2"} | ({} if cursor is None else {"cursor": cursor})
        page = body_of(client.get(urlsplit(path).path, params=asked), 200)
        found.append(page[name])
        if (cursor := page["next"]) is None:
            break
    return found


def by_link(client: Client, path: str, name: str) -> list[list[Any]]:
    """The same as links lead."""
    found, following = list[list[Any]](), f"{path}{'&' if '?' in path else '?'}limit=2"
    while following and len(found) < 5:
        response = client.get(following)
        found.append(body_of(response, 200)[name])
        following = response.links.get("next", {}).get("url", "").removeprefix("/v1")
    return found


@pytest.mark.parametrize(("path", "name"), LISTS.values(), ids=LISTS)
def test_the_next_of_a_page_is_the_cursor_of_the_next_one(table: Table, path: str, name: str) -> None:
    where = path.format(player=table.players[0].id, game=table.game)
    pages = by_cursor(table.visitor, where, name)
    assert pages == by_link(table.visitor, where, name)
    assert name == "games" or len(pages) > 1
    entries = [entry for page in pages for entry in page]
    assert len(entries) == len({str(each) for each in entries})


def test_what_led_from_page_to_page_before_still_does(table: Table) -> None:
    page = body_of(table.visitor.get(f"/games?player={table.players[0].id}&limit=2"), 200)
    assert page["cursor"] == page["next"]
    first = body_of(table.visitor.get("/feed?limit=1"), 200)["next"]
    both = [body_of(table.visitor.get(f"/feed?limit=2&{name}={first}"), 200) for name in ("after", "cursor")]
    assert both[0] == both[1]


def test_an_export_goes_on_by_cursor_or_after(served: str) -> None:
    for name in ("cursor", "after"):
        assert Client(served).get(f"/export?{name}=x").status_code == 400


@pytest.mark.parametrize("id", ["x", "1", "%20", "01a20f25-12f7-724e-96a0-225aa379290", "{01a20f25-12f7-724e-96a0}"])
def test_an_id_that_is_malformed_is_answered_like_one_that_is_unknown(served: str, id: str) -> None:
    ann, unknown = Player(served), "01a20f25-12f7-724e-96a0-225aa3792907"
    for path in ("/games/{}", "/games/{}/events", "/players/{}", "/webhooks/{}"):
        wrong, other = (body_of(ann.get(path.format(each)), 404) for each in (id, unknown))
        assert wrong == other
        assert wrong["code"] == "not-found"
    assert Client(served).get(f"/webhooks/{id}").status_code == 401
