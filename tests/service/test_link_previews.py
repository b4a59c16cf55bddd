"""What a link shows of a game elsewhere: tags in the pages, and frames by oEmbed. Nothing of a private game."""

import random
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
import requests

from cartulary_service import web
from cartulary_service.application import create_app
from cartulary_service.config import Config
from tests.patience import PATIENCE
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.gambler import Gambler

pytestmark = pytest.mark.every_subject

NAMES = ("Anneliese", '<b>"Ben"')
NOBODY = "00000000-0000-0000-0000-000000000000"


class Head(HTMLParser):
    """The tags in the head of a page: `said` by name, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: dict[str, list[str]] = {}
        self.oembed: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "meta" and (name := given.get("property") or given.get("name")):
            self.said.setdefault(name, []).append(given["content"])
        if given.get("type") == "application/json+oembed":
            self.oembed.append(given["href"])

    def first(self, name: str) -> str:
        return self.said[name][0]


class Frame(HTMLParser):
    """The attributes of the one element that oEmbed describes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


def head_of(url: str, **headers: str) -> Head:
    response = requests.get(url, headers=headers, timeout=PATIENCE)
    assert response.status_code == 200
    return Head(response.text)


def oembed(base: str, url: str, **query: Any) -> requests.Response:
    return Client(base).get(f"/oembed?{urlencode({'url': url, **query})}")


@pytest.fixture(scope="module")
def over(served: str) -> Table:
    table = Table.of(served, 2, players=[Player(served, name) for name in NAMES])
    Gambler(table, random.Random(2)).play_briefly()
    return table


@pytest.fixture(scope="module")
def private(served: str) -> str:
    """A private game of Anneliese's that is played."""
    ann, ben = (Player(served, name) for name in NAMES)
    game = ann.new_game(private=True)
    code = body_of(ann.post(f"/games/{game}/invites"), 201)["code"]
    ann.sit(game)
    body_of(ben.sit(game, invite=code), 201)
    return game


@pytest.mark.parametrize("kind", [CARTA, CIVILIZATION])
def test_a_link_to_a_table_shows_how_it_stands(served: str, kind: str) -> None:
    table = Table.of(served, 2, players=[Player(served, name) for name in NAMES], game=kind, edition=None)
    head, version = head_of(f"{served}/play?game={table.game}"), table.see()["version"]
    assert head.first("og:title").endswith(" – " + ", ".join(NAMES))
    assert "being played · To move: " in head.first("og:description")
    assert head.first("og:url") == f"{served}/play?game={table.game}"
    assert head.said["og:image"] == [
        f"{served}/play/covers/{kind}.png",
        f"{served}/v1/games/{table.game}/states/{version}.svg?lang=en",
    ]
    assert head.first("twitter:card") == "summary_large_image"
    for address, media_type in zip(head.said["og:image"], head.said["og:image:type"], strict=True):
        shown = requests.get(address, timeout=PATIENCE)
        assert (shown.status_code, shown.headers["Content-Type"].partition(";")[0]) == (200, media_type)


def test_a_link_to_a_replay_gives_away_no_end(served: str, over: Table) -> None:
    result, version = over.see()["result"], over.see()["version"]
    assert "Won by" in head_of(f"{served}/play?game={over.game}").first("og:description")
    head = head_of(f"{served}/replay?game={over.game}&version=20&as=1")
    assert "Won by" not in head.first("og:description")
    assert head.said["og:image"][1].endswith("/states/20.svg?lang=en&as=1")
    unnamed = head_of(f"{served}/replay?game={over.game}&version={version + 1}&as=3").said["og:image"][1]
    assert unnamed.endswith(f"/states/{version // 2}.svg?lang=en")
    assert result is not None


def test_the_tags_are_in_the_language_of_the_address_or_of_the_reader(served: str, over: Table) -> None:
    address = f"{served}/play?game={over.game}"
    by_address = head_of(f"{address}&lang=ru").said
    assert by_address["og:locale"] == ["ru_RU"]
    assert "окончена" in by_address["og:description"][0]
    assert head_of(address, **{"Accept-Language": "ru"}).said == by_address


@pytest.mark.parametrize("path", ["/play", "/replay", "/verify", "/integrity"])
def test_every_page_of_the_site_has_tags(served: str, path: str) -> None:
    head = head_of(f"{served}{path}")
    assert head.first("og:title").startswith("Cartulary")
    assert head.first("og:url") == served + path
    assert requests.get(head.first("og:image"), timeout=PATIENCE).headers["Content-Type"] == "image/png"
    assert head.oembed == []


@pytest.mark.parametrize("page", ["/play", "/replay"])
def test_a_game_that_one_may_not_look_at_has_the_tags_of_the_site(served: str, private: str, page: str) -> None:
    for game in (private, NOBODY, "none", "%00", "01a1fe54"):
        for query in ("", "&version=3&as=0"):
            text = requests.get(f"{served}{page}?game={game}{query}", timeout=PATIENCE).text
            assert text == requests.get(f"{served}{page}", timeout=PATIENCE).text


def test_a_page_with_tags_is_not_sent_again_until_they_change(served: str) -> None:
    table = Table.of(served, 2)
    address = f"{served}/play?game={table.game}"
    tag = requests.get(address, timeout=PATIENCE).headers["ETag"]
    assert requests.get(address, headers={"If-None-Match": tag}, timeout=PATIENCE).status_code == 304
    table.act(table.see()["to_act"][0], {"type": "resign"})
    assert requests.get(address, headers={"If-None-Match": tag}, timeout=PATIENCE).status_code == 200


def test_a_replay_tells_where_its_frame_is_described(served: str, over: Table) -> None:
    (address,) = head_of(f"{served}/replay?game={over.game}&version=20&as=1").oembed
    described = requests.get(address, timeout=PATIENCE).json()
    ((tag, frame),) = Frame(described["html"]).elements
    assert tag == "iframe"
    assert frame["src"] == f"{served}{web.EMBED_PAGE}?game={over.game}&version=20&as=1"
    assert frame["title"] == described["title"]
    assert described["title"].endswith(" – " + ", ".join(NAMES))
    assert requests.get(str(frame["src"]), timeout=PATIENCE).status_code == 200
    assert requests.get(described["thumbnail_url"], timeout=PATIENCE).headers["Content-Type"] == "image/png"


def test_a_frame_is_no_larger_than_its_room(served: str, over: Table) -> None:
    described = body_of(oembed(served, f"{served}/replay?game={over.game}", maxwidth=400, maxheight=4000, dnt=1), 200)
    assert (described["width"], described["height"]) == (400, 640)
    assert 'width="400" height="640"' in described["html"]


def test_what_is_no_public_replay_of_this_service_is_a_404(served: str, over: Table, private: str) -> None:
    waiting = Player(served).new_game()
    elsewhere = urlsplit(served)._replace(netloc="games.example").geturl()
    urls = [f"{served}/replay?game={game}" for game in (private, waiting, NOBODY, "none", "")]
    urls += [f"{elsewhere}/replay?game={over.game}", f"{served}/play?game={over.game}", "http://[", ""]
    for url in urls:
        assert oembed(served, url).status_code == 404, url


def test_a_form_besides_json_is_a_501(served: str, over: Table) -> None:
    for form in ("xml", "yaml"):
        answer = oembed(served, f"{served}/replay?game={over.game}", format=form)
        assert body_of(answer, 501)["code"] == "not-implemented"


def test_tags_begin_with_the_public_address(serve: Any) -> None:
    served = serve(PUBLIC_URL="https://games.example")
    table = Table.of(served, 2)
    head = head_of(f"{served}/replay?game={table.game}")
    assert head.first("og:image").startswith("https://games.example/play/covers/")
    described = body_of(oembed(served, f"https://games.example/replay?game={table.game}"), 200)
    assert f'src="https://games.example/embed?game={table.game}"' in described["html"]


def test_a_page_of_a_game_is_there_while_the_database_is_away() -> None:
    client = create_app(Config(database_url="postgresql://nowhere.invalid/none")).test_client()
    page = client.get(f"/play?game={NOBODY}")
    assert page.status_code == 200
    assert page.text == client.get("/play").text
