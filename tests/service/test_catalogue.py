"""The games that are offered, in four languages."""

import json
import random
import re
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest
from jsonschema_rs import Draft202012Validator

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES
from cartulary.i18n.phrases import Localizer
from cartulary.match.actions import ALWAYS_ACTIONS, CLOCK_ACTIONS, FreeSeat
from tests.games.test_recorded_games import RECORDED
from tests.released.events import released
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of

ACTIONS_OF_THE_TABLE = {
    each.NAME: [field.name for field in fields(each)] for each in (*CLOCK_ACTIONS, FreeSeat, *ALWAYS_ACTIONS)
}
RELIGION = {"en": "Religion", "ru": "Религия", "uk": "Релігія", "ko": "종교"}


@pytest.fixture
def anybody(served: str) -> Client:
    return Client(served)


EVERY_GAME = pytest.mark.parametrize("id", CATALOGUE)


def described(client: Client, language: str | None = None, id: str = CARTA) -> dict[str, Any]:
    headers = {} if language is None else {"Accept-Language": language}
    return body_of(client.get(f"/catalogue/{id}", headers=headers), 200)


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        (None, "en"),
        ("en", "en"),
        ("ru", "ru"),
        ("uk", "uk"),
        ("ko", "ko"),
        ("UK", "uk"),
        ("ru-RU", "ru"),
        ("ko-KR, en;q=0.5", "ko"),
        ("uk-UA,uk;q=0.9,ru;q=0.8,en;q=0.7", "uk"),
        ("en;q=0.1, ko;q=0.9, ru;q=0.5", "ko"),
        ("ru;q=0.3, uk;q=0.31", "uk"),
        ("fr, de;q=0.9, ru;q=0.1", "ru"),
        ("fr", "en"),
        ("fr, de", "en"),
        ("*", "en"),
        ("", "en"),
        ("en;q=0, ko;q=0.1", "ko"),
        ("tlh;q=lots,,;", "en"),
        ("x" * 3_000, "en"),
    ],
)
def test_names_come_in_the_language_that_is_asked_for_else_in_english(
    anybody: Client, asked: str | None, language: str
) -> None:
    headers = {} if asked is None else {"Accept-Language": asked}
    response = anybody.get(f"/catalogue/{CARTA}", headers=headers)
    spheres = {each["id"]: each["name"] for each in body_of(response, 200)["spheres"]}
    assert spheres["religion"] == RELIGION[language]
    assert response.headers["Content-Language"] == language
    assert "Accept-Language" in response.headers["Vary"]


@pytest.mark.parametrize("language", RELIGION)
@EVERY_GAME
def test_every_name_there_is_stands_in_every_language(anybody: Client, id: str, language: str) -> None:
    game, english = described(anybody, language, id), described(anybody, "en", id)
    assert {id for id in game["names"] if not id.endswith("@accusative")} == english["names"].keys()
    assert all(game["names"].values())
    lists = [name for name, value in game.items() if isinstance(value, list) and value and "name" in str(value[0])]
    assert {"kinds", "editions"} <= set(lists)
    for each in lists:
        if "id" in game[each][0]:
            assert [one["id"] for one in game[each]] == [one["id"] for one in english[each]]
            assert all(one["name"] for one in game[each])


@EVERY_GAME
def test_every_action_field_option_status_and_step_has_a_name_and_no_other_has_one_in_that_sense(
    anybody: Client, id: str
) -> None:
    game = described(anybody, id=id)
    options = [*game["options"], *anybody.get("/catalogue").json()["options"]]
    state = get_type_hints(CATALOGUE[id].state)
    pending, _ = get_args(state["pending"])
    meant = {
        "action": {*game["actions"], *ACTIONS_OF_THE_TABLE, *get_args(get_type_hints(pending)["type"])},
        "field": {field for schema in game["actions"].values() for field in schema["properties"]} - {"type"}
        | {field for named in ACTIONS_OF_THE_TABLE.values() for field in named},
        "option": {word for option in options for word in (option["name"], *option["values"]) if isinstance(word, str)},
        "status": {"open", "playing", "finished", "abandoned"},
        "step": {*get_args(state["step"])},
    }
    for sense, ids in meant.items():
        assert [each for each in ids if not {each, f"{each}@{sense}"} & game["names"].keys()] == []
        assert {name.partition("@")[0] for name in game["names"] if name.endswith(f"@{sense}")} <= ids


@EVERY_GAME
def test_what_the_rules_of_editions_differ_in_has_a_name(anybody: Client, id: str) -> None:
    game = described(anybody, id=id)
    rules = [pair for each in game["editions"] for pair in each.get("rules", {}).items() if pair[0] != "house_rules"]
    said = {name for name, _ in rules} | {str(value).lower() for _, value in rules}
    assert said - game["names"].keys() == set()
    assert {"true", "false"} <= game["names"].keys()


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_seat_that_an_action_names_is_not_called_like_the_one_who_acts(
    anybody: Client, id: str, language: str
) -> None:
    names = described(anybody, language, id)["names"]
    assert names["seat@field"] != names["seat"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_technologies_that_are_held_are_not_called_like_the_end_that_the_last_one_brings(
    anybody: Client, language: str
) -> None:
    names = described(anybody, language, "civilization-the-card-game")["names"]
    assert names["technologies"] != names["technologies@result"]
    # All can agree to be scored before the last one is bought.
    assert not re.search("technolog|технолог|기술", names["technologies@result"].lower())


@EVERY_GAME
def test_letters_fit_their_language(anybody: Client, id: str) -> None:
    letters = {"en": "[A-Za-z]", "ru": "[А-яЁё]", "uk": "[А-яҐґЄєІіЇї]", "ko": "[가-힣]"}  # noqa: RUF001
    for language, pattern in letters.items():
        for key, given in described(anybody, language, id)["names"].items():
            # Epochs are written by Roman numerals in every language.
            name = re.sub(r" I+$", "", given)
            if key != id and not key.isdigit():
                assert re.search(pattern, name), name
                assert language == "en" or not re.search(letters["en"], name), name


def test_the_catalogue_may_be_kept_for_a_minute_and_is_asked_for_by_its_tag_then(anybody: Client) -> None:
    for path in ("/catalogue", f"/catalogue/{CARTA}"):
        first = anybody.get(path)
        assert first.headers["Cache-Control"] == "public, max-age=60"
        again = anybody.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.headers["Cache-Control"]) == (304, "public, max-age=60")


def test_the_list_names_every_game_that_can_be_read(anybody: Client) -> None:
    games = body_of(anybody.get("/catalogue"), 200)["games"]
    assert [each["id"] for each in games] == [*CATALOGUE]
    for each in games:
        game = described(anybody, id=each["id"])
        assert (game["id"], game["name"], game["seats"]) == (each["id"], each["name"], each["seats"])
        assert [edition["id"] for edition in game["editions"]] == each["editions"]


def test_the_cards_are_the_104_that_are_printed(anybody: Client) -> None:
    kinds = described(anybody)["kinds"]
    assert sum(kind["count"] for kind in kinds) == 104
    assert len({kind["id"] for kind in kinds}) == len(kinds)


@EVERY_GAME
def test_every_edition_option_and_number_of_seats_that_is_offered_can_be_had(
    anybody: Client, served: str, id: str
) -> None:
    game, player = described(anybody, id=id), Player(served)
    for edition in game["editions"]:
        for option in game["options"]:
            for value in option["values"]:
                wish = {"game": id, "edition": edition["id"], "options": {option["name"]: value}}
                player.new_game(game["seats"][-1], **wish)
    for seats in game["seats"]:
        player.new_game(seats, game=id, edition=None)


@EVERY_GAME
def test_options_that_are_left_out_have_their_defaults(anybody: Client, served: str, id: str) -> None:
    player = Player(served)
    options = player.see(player.new_game(game=id, edition=None))["options"]
    assert options == {each["name"]: each["default"] for each in described(anybody, id=id)["options"]}


@pytest.mark.parametrize(("id", "options"), [(CARTA, {"deal": "draft"}), (CIVILIZATION, {})])
def test_schemas_of_the_catalogue_fit_what_is_played(
    anybody: Client, served: str, id: str, options: dict[str, Any]
) -> None:
    game = described(anybody, id=id)
    chance = random.Random(id)
    actions = {name: Draft202012Validator(schema) for name, schema in game["actions"].items()}
    events = {(each["type"], each["v"]): each for each in game["events"]}
    table = Table.of(served, game=id, edition=None, options=options)
    for _ in range(40):
        seat = table.see()["to_act"][0]
        legal = table.legal(seat)
        for action in legal:
            actions[action["type"]].validate(action)
        table.act(seat, chance.choice(legal))
    whole: dict[str, Draft202012Validator] = {}
    for audience in table.audiences():
        for event in table.audience(audience).events(table.game):
            kind = events[event["public"]["type"], event["public"]["v"]]
            Draft202012Validator(kind["schema"]).validate(event["public"]["data"])
            assert event["private"].keys() <= kind["secret"].keys()
            if (url := kind["url"]) not in whole:
                whole[url] = Draft202012Validator(body_of(anybody.get(url.removeprefix("/v1")), 200))
            whole[url].validate(event)


@pytest.mark.parametrize("place", ["CardsDrawn/2", "CardsDrawn/0", "Nothing/1", f"CardsDrawn/{10**30}", "CardsDrawn/x"])
def test_an_event_or_version_that_is_not_there_is_not_found(anybody: Client, place: str) -> None:
    assert anybody.get(f"/catalogue/{CARTA}/events/{place}").status_code == 404
    assert anybody.get("/catalogue/chess/events/CardsDrawn/1").status_code == 404


@EVERY_GAME
def test_a_released_schema_is_served_as_it_is_kept(anybody: Client, id: str) -> None:
    kept = released("every-game") | released(id)
    listed = {f"{each['type']}/{each['v']}": each for each in described(anybody, id=id)["events"]}
    assert listed.keys() == kept.keys()
    for name in (*kept,)[::10]:
        served = body_of(anybody.get(listed[name]["url"].removeprefix("/v1")), 200)
        assert served == kept[name] | {"description": listed[name]["description"]}


@EVERY_GAME
def test_an_action_with_a_field_too_many_fits_no_schema(anybody: Client, id: str) -> None:
    for name, schema in described(anybody, id=id)["actions"].items():
        assert not Draft202012Validator(schema).is_valid({"type": name, "colour": "red"})
        assert not Draft202012Validator(schema).is_valid({"type": "another"})


def write_sentence(catalogue: dict[str, Any], row: dict[str, Any], players: list[str]) -> str | None:
    """Narrate an event as a client does that has read the guide, and nothing but the catalogue."""
    public, private = row["public"], row["private"]
    phrases, names, key = catalogue["phrases"], catalogue["names"], public["type"]
    if any(each not in private for each in public["secrets"]):
        special = f"{key}?"
    else:
        special = f"{key}@{public['data'].get('kind')}"
    phrase = phrases.get(special, phrases[key])
    if not phrase:
        return None
    values = public["data"] | private | {"seat": public["seat"]}

    def player(value: Any) -> str:
        if isinstance(value, list):
            return ", ".join(map(player, value)) or "–"
        return "–" if value is None else players[value]

    def word(value: Any, case: str) -> str:
        if isinstance(value, dict):
            many = {each: count for each, count in value.items() if count}
            return ", ".join(word(each, case) + ("" if n == 1 else f" × {n}") for each, n in many.items()) or "–"
        if isinstance(value, list):
            return ", ".join(word(each, case) for each in value) or "–"
        return "–" if value is None else names.get(f"{value}{case}", names.get(str(value), str(value)))

    def counted(number: int, forms: str) -> str:
        if not forms:
            return str(number)
        *_, other = words = forms.split("|")
        if len(words) == 2:
            return f"{number} {words[0] if number == 1 else other}"
        if number % 10 == 1 and number % 100 != 11:
            return f"{number} {words[0]}"
        return f"{number} {words[1] if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else other}"

    def fill(brace: re.Match[str]) -> str:
        value, forms = values[brace[1]], brace[3] or ""
        match brace[2]:
            case "seat":
                return player(value)
            case "sum":
                return counted(sum(value.values()), forms)
            case "count":
                return counted(len(value), forms)
            case "place":
                return ", ".join(str(each + 1) for each in (value if isinstance(value, list) else [value])) or "–"
            case "time":
                return f"{value[:10]} {value[11:16]} UTC"
            case _ if forms:
                return counted(value, forms)
            case sense:
                return word(value, f"@{sense}" if sense else "")

    told = re.sub(r"{(\w+)(?::(\w*)(?:\|([^}]*))?)?}", fill, phrase)
    return told if public["seat"] is None else f"{players[public['seat']]}: {told}"


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_client_narrates_every_recorded_event_from_the_catalogue_alone(
    anybody: Client, id: str, language: str
) -> None:
    catalogue, players = described(anybody, language, id), ["Ann", "Ben", "Cem", "Dan"]
    localizer, told = Localizer(CATALOGUE[id].phrases(language), players), 0
    for path in RECORDED[id]:
        for line in path.read_text("utf-8").splitlines()[1:]:
            row = json.loads(line)
            public = json.loads(row["public"])
            for private in (row["private"], dict[str, Any]()):
                sentence = localizer.narrate(public, private)
                assert write_sentence(catalogue, {"public": public, "private": private}, players) == sentence
                told += sentence is not None
    assert told > 1_000


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_GAME
def test_the_catalogue_marks_the_edition_that_is_played_where_none_is_named(
    anybody: Client, id: str, language: str
) -> None:
    marked = described(anybody, language, id)["default_edition"]
    listed = body_of(anybody.get("/catalogue", headers={"Accept-Language": language}), 200)["games"]
    assert {each["id"]: each["default_edition"] for each in listed}[id] == marked
    player = Player(anybody.base)
    game = {"game": id, "seats": 2, "language": language}
    for named in ({}, {"edition": None}):
        assert body_of(player.post("/games", game | named), 201)["edition"] == marked
