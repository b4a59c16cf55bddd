"""Pictures of positions: SVG that stands alone, and shows no more than the view that it is drawn from."""

import random
import re
from collections.abc import Callable, Mapping
from typing import Any
from xml.etree import ElementTree

import pytest
import requests

from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria import drawing as carta
from cartulary.games.civilization_the_card_game import drawing as civilization
from cartulary.i18n.phrases import Localizer
from cartulary.match.tableau import Look
from cartulary_service.games.narration import phrases
from cartulary_service.subjects.pictures import art
from cartulary_service.subjects.pictures.faces import card
from cartulary_service.subjects.pictures.svg import Box, Drawing, Group, arrange
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.gambler import Gambler
from tests.web.positions import EMPIRES, MIDDLE

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "defs", "symbol", "use", "g", "path", "rect", "circle", "ellipse", "polygon", "text"}
BOTH = pytest.mark.parametrize(("kind", "position"), [(CARTA, MIDDLE), (CIVILIZATION, EMPIRES)])
NUMBER = re.compile(r"[IV]+|× \d+")


def picture(client: Client, game: str, version: int, query: str = "", **headers: str) -> requests.Response:
    response = client.get(f"/games/{game}/states/{version}.svg{query}", headers=headers)
    assert response.status_code == 200, response.text
    return response


def texts(response: requests.Response) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(response.text).iter(f"{SVG}text")]


def names(shown: list[str]) -> int:
    """Count the texts besides numbers of cards and of epochs."""
    return sum(NUMBER.fullmatch(each) is None for each in shown)


def table_of(base: str, kind: str, position: Any, **more: Any) -> Table:
    edition = "ru" if kind == CARTA else None
    return Table.of(base, 3, game=kind, edition=edition, position=position, **more)


@BOTH
def test_a_picture_loads_and_runs_nothing(served: str, kind: str, position: Any) -> None:
    table = table_of(served, kind, position)
    answer = picture(table.visitor, table.game, table.see()["version"])
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    root = ElementTree.fromstring(answer.text)
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    made = {each.get("id") for each in root.iter(f"{SVG}symbol")}
    for each in root.iter():
        assert each.tag.removeprefix(SVG) in ALLOWED
        assert not [name for name in each.attrib if name.startswith("on") or name == "style"]
        if each.tag == f"{SVG}use":
            assert str(each.get("href")).removeprefix("#") in made
    assert "var(" not in answer.text
    assert "currentColor" not in answer.text


def test_names_are_text_and_nothing_else(served: str) -> None:
    odd = "<script>\"&'</script>"
    players = tuple(Player(served, name) for name in (odd, "Ben", "Cid"))
    table = table_of(served, CARTA, MIDDLE, players=players)
    answer = picture(table.visitor, table.game, table.see()["version"])
    assert odd in texts(answer)
    assert "<script" not in answer.text


@BOTH
def test_each_sees_in_the_picture_the_hand_that_the_view_shows(served: str, kind: str, position: Any) -> None:
    table = table_of(served, kind, position)
    version = table.see()["version"]
    public = texts(picture(table.visitor, table.game, version))
    for seat, player in enumerate(table.players):
        hand = player.see(table.game)["state"]["seats"][seat]["hand"]
        own = texts(picture(player, table.game, version))
        assert names(own) == names(public) + sum(number > 0 for number in hand.values())
        assert texts(picture(player, table.game, version, "?as=spectator")) == public
        assert player.get(f"/games/{table.game}/states/{version}.svg?as={(seat + 1) % 3}").status_code == 409
    assert table.visitor.get(f"/games/{table.game}/states/{version}.svg?as=everything").status_code == 409


@pytest.mark.parametrize("kind", [CARTA, CIVILIZATION])
def test_a_finished_game_is_drawn_as_anybody_saw_it(served: str, kind: str) -> None:
    table = Table.of(served, 2, game=kind, edition=None)
    Gambler(table, random.Random(5)).play_briefly()
    middle = table.see()["version"] // 2
    for seat, player in enumerate(table.players):
        own = texts(picture(player, table.game, middle))
        assert texts(picture(table.visitor, table.game, middle, f"?as={seat}")) == own
    hidden, opened = (
        texts(picture(table.visitor, table.game, middle, f"?as={eyes}")) for eyes in ("spectator", "everything")
    )
    assert len(opened) > len(hidden)
    assert "Winners" in texts(picture(table.visitor, table.game, table.see()["version"]))


def test_a_table_that_waits_is_drawn_with_its_free_seats(served: str) -> None:
    ann = Player(served, "Ann")
    game = ann.new_game()
    ann.sit(game)
    shown = texts(picture(Client(served), game, ann.see(game)["version"]))
    assert {"Ann", "a free seat", "waiting for players"} <= {*shown}


def test_the_words_are_in_the_language_that_the_address_names(served: str) -> None:
    table = table_of(served, CARTA, MIDDLE)
    version = table.see()["version"]
    for language, word in (("en", "Military"), ("ru", "Война"), ("uk", "Армія"), ("ko", "군사")):
        by_address = picture(table.visitor, table.game, version, f"?lang={language}")
        assert by_address.headers["Content-Language"] == language
        assert word in texts(by_address)
        assert picture(table.visitor, table.game, version, **{"Accept-Language": language}).text == by_address.text


def test_an_erased_name_leaves_the_picture(served: str) -> None:
    ann, ben = Player(served, "Anneliese"), Player(served, "Ben")
    table = Table.of(served, players=(ann, ben))
    version = table.see()["version"]
    before = picture(ben, table.game, version)
    assert "Anneliese" in texts(before)
    assert "immutable" not in before.headers["Cache-Control"]
    body_of(ann.act(table.game, {"type": "resign"}), 201)
    assert ann.delete("/me?confirm=Anneliese").status_code == 204
    after = picture(ben, table.game, version, **{"If-None-Match": before.headers["ETag"]})
    assert "Anneliese" not in after.text


def test_no_picture_is_drawn_for_somebody_who_may_not_look(served: str) -> None:
    game = Player(served).new_game(private=True)
    for stranger in (Client(served), Player(served)):
        for query in ("", "?as=spectator", "?as=0"):
            assert stranger.get(f"/games/{game}/states/1.svg{query}").status_code == 404
    assert Client(served).get(f"/games/{Player(served).new_game()}/states/99.svg").status_code == 404


@pytest.mark.parametrize(("game", "look"), [(CARTA, carta.look), (CIVILIZATION, civilization.look)])
def test_every_card_has_a_face(game: str, look: Callable[[Mapping[str, Any], int, Localizer], Look]) -> None:
    drawing = Drawing(100, 100, "", "en")
    kinds = CATALOGUE[game].describe("en")["kinds"]
    for kind in kinds:
        card(look(kind, 2, Localizer(phrases(game, "en"), []))).draw(drawing, Box(0, 0, 50, 70))
    assert drawing.render().count("× 2") == len(kinds)


def test_every_colour_of_a_drawing_is_known() -> None:
    for name in art.symbols():
        for palette in art.palettes():
            if palette not in (":root.light", ":root.dark"):
                _, elements = art.symbol(name, (":root", palette), "#000")
                assert "var(" not in elements


@pytest.mark.parametrize("numbers", [(1,), (15,), (40,), (3, 0, 12), (8, 15, 9)])
def test_tiles_stay_in_their_box_and_apart(numbers: tuple[int, ...]) -> None:
    box = Box(10, 20, 880, 102)
    groups = [Group(number, aspect) for number, aspect in zip(numbers, (1.3, 0.7, 0.7), strict=False) if number]
    places = [place for group in arrange(groups, box, 6, 30, 190) for place in group]
    assert len(places) == sum(numbers)
    for nth, one in enumerate(places):
        assert box.x - 0.1 <= one.x <= box.x + box.width - one.width + 0.1
        assert box.y - 0.1 <= one.y <= box.y + box.height - one.height + 0.1
        for other in places[:nth]:
            apart_x = one.x >= other.x + other.width or other.x >= one.x + one.width
            assert apart_x or one.y >= other.y + other.height or other.y >= one.y + one.height
