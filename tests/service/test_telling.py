"""A game in words: for screen readers, terminals and chats, and for who has been away."""

import re
from typing import Any

import pytest

from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import eventually


def since(player: Player, game: str, query: str = "", language: str = "en") -> dict[str, object]:
    response = player.get(f"/games/{game}/since{query}", headers={"Accept-Language": language})
    assert response.headers["Content-Language"] == language
    return body_of(response, 200)


def words(player: Player, game: str, query: str = "", language: str = "en") -> list[str]:
    plies = since(player, game, query, language)["plies"]
    assert isinstance(plies, list)
    return [sentence for ply in plies for sentence in ply["words"]]


@pytest.fixture
def table(served: str) -> Table:
    return Table.of(served, players=(Player(served, "Ann"), Player(served, "Ben")))


def test_events_since_the_reading_cursor_are_narrated(table: Table) -> None:
    ann = table.players[0]
    assert words(ann, table.game)[:3] == ["A table is opened.", "Ann: sits down.", "Ben: sits down."]
    version = ann.see(table.game)["version"]
    assert ann.send("PUT", f"/games/{table.game}/cursor", json={"version": version}).status_code == 204
    assert since(ann, table.game) == {"after": version, "until": version, "version": version, "plies": []}
    (active,) = table.see()["to_act"]
    table.act(active, table.legal(active)[0])
    (told,) = words(ann, table.game)
    assert told.startswith(("Ann: plays ", "Ben: plays "))
    assert words(table.players[1], table.game)[-1] == told


def test_a_loss_on_time_is_told_as_one(served: str) -> None:
    table = Table.of(served, 2, clock={"kind": "turn", "seconds": 1, "on_expiry": "forfeit"})
    eventually(lambda: table.see()["status"] == "finished")
    assert words(table.players[0], table.game)[-1].startswith("The game is over (on time). ")
    whole = table.visitor.get(f"/games/{table.game}", headers={"Accept": "text/plain"}).text
    assert "The game is over (on time). " in whole


def ends_on_time(events: list[dict[str, Any]]) -> bool:
    """Whether a game ended by the clock, as the guide says that its events tell."""
    last = [each["public"] for each in events if each["public"]["ply"] == events[-1]["public"]["ply"]]
    (ended,) = (each for each in last if each["type"] == "GameEnded")
    clock = {each["type"] for each in last} & {"TimeExpired", "TimeClaimed"}
    return ended["data"]["kind"] == "resignation" and bool(clock)


@pytest.mark.parametrize("on_expiry", ["forfeit", "claim"])
def test_a_loss_on_time_is_told_from_the_events_alone(served: str, on_expiry: str) -> None:
    table = Table.of(served, 2, clock={"kind": "turn", "seconds": 1, "on_expiry": on_expiry})
    (late,) = table.see()["to_act"]
    if on_expiry == "claim":
        claim = {"type": "claim_time", "seat": late}
        eventually(lambda: table.players[1 - late].post(f"/games/{table.game}/actions", claim).status_code == 201)
    eventually(lambda: table.see()["status"] == "finished")
    events = body_of(table.visitor.get(f"/games/{table.game}/events?limit=200"), 200)["events"]
    assert ends_on_time(events)
    assert table.see()["result"]["kind"] == "time"


def test_a_resignation_is_not_told_as_a_loss_on_time(table: Table) -> None:
    table.act(0, {"type": "resign"})
    events = body_of(table.visitor.get(f"/games/{table.game}/events?limit=200"), 200)["events"]
    assert not ends_on_time(events)
    assert words(table.players[0], table.game)[-1] == "The game is over: the others are out. Won by Ben."


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Easy bot"), ("ru", "Простой бот"), ("uk", "Простий бот"), ("ko", "쉬운 봇")]
)
def test_a_bot_is_called_in_the_readers_language(served: str, language: str, name: str) -> None:
    player = Player(served, "Ann")
    game = player.new_game()
    player.sit(game, seat=0)
    player.sit(game, bot="greedy")
    assert words(player, game, language=language)[2].startswith(f"{name}: ")
    (handle,) = (seat["player"]["handle"] for seat in player.see(game)["seats"] if seat["player"]["bot"])
    catalogue = body_of(player.get(f"/catalogue/{CARTA}", headers={"Accept-Language": language}), 200)
    assert catalogue["names"][handle.rpartition("-")[0]] == name


def names_dealt_cards(sentence: str, name: str) -> bool:
    """Whether a sentence tells which cards a player was dealt, and not only how many."""
    return sentence.startswith(f"{name}: is dealt ") and not sentence.endswith(" cards.")


def test_it_is_told_as_ones_own_seat_may_know_it_and_in_ones_language(table: Table) -> None:
    ann, ben = table.players
    mine, other = words(ann, table.game), words(ben, table.game)
    assert [each for each in mine if names_dealt_cards(each, "Ann")]
    assert "Ann: is dealt 3 cards." in other
    for language, name in (("ru", "садится за стол"), ("uk", "сідає за стіл"), ("ko", "자리에 앉습니다")):
        assert f"Ann: {name}." in words(ann, table.game, language=language)


def test_onlookers_are_told_what_lies_open_and_after_the_end_what_any_seat_knew(served: str, table: Table) -> None:
    nobody = Client(served)
    path = f"/games/{table.game}/since"
    seen = body_of(nobody.get(path), 200)
    sentences = [each for ply in seen["plies"] for each in ply["words"]]
    assert "Ann: is dealt 3 cards." in sentences
    assert not [each for each in sentences if names_dealt_cards(each, "Ann") or names_dealt_cards(each, "Ben")]
    assert body_of(table.players[0].get(f"{path}?as=spectator"), 200)["plies"] == seen["plies"]
    assert nobody.get(f"{path}?as=0").status_code == 409
    table.act(0, {"type": "resign"})
    for seat, name in ((0, "Ann"), (1, "Ben")):
        of_seat = body_of(nobody.get(f"{path}?as={seat}"), 200)["plies"]
        told = [each for ply in of_seat for each in ply["words"]]
        assert [each for each in told if names_dealt_cards(each, name)]
        assert not [each for each in told if names_dealt_cards(each, "Ben" if name == "Ann" else "Ann")]


def test_the_cursor_is_set_to_any_version_that_there_is(table: Table) -> None:
    ann = table.players[0]
    version = ann.see(table.game)["version"]
    for bad in (version + 1, -1, "1", None):
        assert ann.send("PUT", f"/games/{table.game}/cursor", json={"version": bad}).status_code == 422
    for good in (version, 2, 0):
        assert ann.send("PUT", f"/games/{table.game}/cursor", json={"version": good}).status_code == 204
        assert since(ann, table.game)["after"] == good
    assert since(ann, table.game, "?after=3&limit=2")["until"] == 7


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_a_view_as_text_tells_a_hidden_hand_from_an_empty_one_and_a_deadline_to_the_minute(
    served: str, game: str
) -> None:
    table = Table.of(served, game=game, edition=None, clock={"kind": "turn", "seconds": 86_400})
    told = table.players[0].get(f"/games/{table.game}", headers={"Accept": "text/plain"}).text
    own, other = re.findall(r"^  Hand: (.+)$", told, re.MULTILINE)
    assert (own != "hidden", other) == (True, "hidden")
    seen = table.players[0].see(table.game)
    assert f", being played, events: {seen['version']}\n" in told
    assert f"Until: {seen['deadline'][:16].replace('T', ' ')} UTC\n" in told
    table.act(1, {"type": "resign"})
    assert "hidden" not in table.visitor.get(f"/games/{table.game}", headers={"Accept": "text/plain"}).text


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
@pytest.mark.parametrize(
    ("language", "heading"), [("en", "To move"), ("ru", "Ждут хода"), ("uk", "Мають діяти"), ("ko", "행동할 사람")]
)
def test_a_whole_view_comes_as_text(served: str, game: str, language: str, heading: str) -> None:
    table = Table.of(served, game=game, edition=None)
    headers = {"Accept": "text/plain", "Accept-Language": language}
    for seat in table.audiences():
        response = table.audience(seat).get(f"/games/{table.game}", headers=headers)
        assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert heading in response.text
        again = table.audience(seat).get(
            f"/games/{table.game}", headers=headers | {"If-None-Match": response.headers["ETag"]}
        )
        assert again.status_code == 304


@pytest.mark.parametrize(
    ("language", "seat"), [("en", "Seat 1"), ("ru", "Место 1"), ("uk", "Місце 1"), ("ko", "자리 1")]
)
def test_an_earlier_version_comes_as_text_with_numbers_for_names(table: Table, language: str, seat: str) -> None:
    version = table.see()["version"]
    headers = {"Accept": "text/plain", "Accept-Language": language}
    for each in table.audiences():
        client = table.audience(each)
        now = client.get(f"/games/{table.game}", headers=headers).text.splitlines()
        response = client.get(f"/games/{table.game}/states/{version}", headers=headers)
        assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert response.headers["Content-Language"] == language
        assert response.text.splitlines()[0] == now[0]
        assert len(response.text.splitlines()) == len(now)
        assert seat in response.text
        assert not any(name in response.text for name in ("Ann", "Ben"))


def test_the_text_of_a_spectator_shows_no_hand(table: Table) -> None:
    texts = [
        table.audience(seat).get(f"/games/{table.game}", headers={"Accept": "text/plain"}).text
        for seat in table.audiences()
    ]
    assert texts[2].count("Hand: hidden") == 2
    assert texts[0].count("Hand: hidden") == texts[1].count("Hand: hidden") == 1


def test_another_form_of_a_game_is_not_to_be_had(table: Table) -> None:
    refused = Client(table.visitor.base).get(f"/games/{table.game}", headers={"Accept": "image/png"})
    assert body_of(refused, 406)["code"] == "not-acceptable"


@pytest.mark.parametrize("limit", [1, 2, 7])
def test_pages_of_the_narration_have_whole_plies(table: Table, limit: int) -> None:
    for _ in range(6):
        (active,) = table.see()["to_act"]
        table.act(active, table.legal(active)[0])
    pages, after = list[Any](), 0
    while after < table.see()["version"]:
        page: dict[str, Any] = since(table.players[0], table.game, f"?after={after}&limit={limit}")
        pages += page["plies"]
        after = page["until"]
    assert pages == since(table.players[0], table.game, "?after=0")["plies"]


@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_the_view_in_words_calls_a_step_as_the_catalogue_calls_it(served: str, language: str) -> None:
    table = Table.of(served, game=CIVILIZATION, edition=None)
    heard = {"Accept": "text/plain", "Accept-Language": language}
    names = body_of(table.visitor.get(f"/catalogue/{CIVILIZATION}", headers={"Accept-Language": language}), 200)[
        "names"
    ]
    for _ in range(12):
        step = table.see()["state"]["step"]
        lines = table.visitor.get(f"/games/{table.game}", headers=heard).text.splitlines()
        assert f"{names['step']}: {names.get(f'{step}@step', names.get(step))}" in lines
        (active,) = table.see()["to_act"]
        table.act(active, table.legal(active)[0])
