"""The help of the page says of cards and actions what the engine does, in every language."""

import re
from typing import Any, Final

import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria.cards import SPHERES
from cartulary.games.carta_impera_victoria.description import name as carta_name
from cartulary.games.carta_impera_victoria.editions import EDITIONS
from cartulary.games.carta_impera_victoria.effects import DISCARD_EFFECTS, EFFECTS
from cartulary.games.carta_impera_victoria.rules import BREAKTHROUGH_CARDS, DOMINATION, HAND_LIMITS, THRESHOLDS
from cartulary.games.civilization_the_card_game.cards import BUILDINGS, LIBRARY, PYRAMIDS, TECHNOLOGIES, UNITS
from cartulary.games.civilization_the_card_game.description import name as civilization_name
from cartulary.games.civilization_the_card_game.rules.empire import PYRAMIDS_GIVE, capacity
from cartulary.games.civilization_the_card_game.rules.prices import (
    POTTERY_PRICE,
    bank_rate,
    building_price,
    plot_price,
    population_price,
    technology_price,
)
from cartulary.games.civilization_the_card_game.rules.turn import CODE_OF_LAWS_TAKES, DISCARD, DRAW, WHEEL_DRAWS
from cartulary.games.civilization_the_card_game.state import Plot, State
from cartulary.i18n.catalogues import LANGUAGES
from tests.domain.civilization_the_card_game.story import given, seat
from tests.message_catalogues import PAGES, read

EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)
OTHER: Final = {"en": "another player", "ru": "другого игрока", "uk": "іншого гравця", "ko": "다른 사람"}
"""Whom a marker is laid on where it may not be oneself."""


LEADING: Final = ("grassland 0 colosseum", "river", "river", "forest")
"""Four plots, one of them with enough happiness to lead."""


def carta(language: str) -> dict[str, str]:
    """Return the help of the first game."""
    help_texts: dict[str, str] = read(PAGES / "help", language)["carta-impera-victoria"]
    return help_texts


def civilization(language: str) -> dict[str, str]:
    """Return the help of the second game."""
    help_texts: dict[str, str] = read(PAGES / "help", language)["civilization-the-card-game"]
    return help_texts


def numbers(text: str) -> list[int]:
    """Return the numbers in a text, in ascending order."""
    return sorted(map(int, re.findall(r"\d+", text)))


def mentions(text: str, name: str, language: str) -> bool:
    """Whether a text names something, in whatever case of the language."""
    first = name.split()[0]
    ending = {"ko": 0, "en": 1}.get(language, len(first) // 3)
    stem = first[: len(first) - ending]
    return re.search(rf"(?<![^\W\d_]){re.escape(stem)}" if language != "ko" else stem, text, re.IGNORECASE) is not None


def story(**parts: Any) -> State:
    """Return the state of two seats of which the first one has something."""
    return given(seat(**parts)).state


@EVERY_LANGUAGE
def test_the_help_of_a_sphere_names_each_of_its_effects_and_the_cards_that_these_need(language: str) -> None:
    told = carta(language)
    for number, sphere in enumerate(SPHERES):
        effects = [each.name for each in EFFECTS.values() if each.sphere == number]
        effects += [DISCARD_EFFECTS[number] or "inspiration"]
        assert [each for each in effects if carta_name(each, language) not in told[sphere]] == [], sphere
        needed = [] if sphere == "culture" else sorted(THRESHOLDS[3] + THRESHOLDS[4])
        assert numbers(told[sphere]) == needed, sphere


@EVERY_LANGUAGE
def test_the_help_of_an_effect_says_how_many_cards_it_moves(language: str) -> None:
    told = carta(language)
    for each in EFFECTS.values():
        if each.name in ("holy_book", "divine_right"):
            moved = [HAND_LIMITS[each.level]]
        elif each.name in ("development", "monopoly", "experiment", "research"):
            moved = [each.level, each.level]
        else:
            moved = [each.level]
        assert numbers(told[each.name]) == moved, each.name
    assert numbers(told["breakthrough"]) == [1, BREAKTHROUGH_CARDS, BREAKTHROUGH_CARDS]
    assert numbers(told["attack"]) == [1, 1, 1]
    assert numbers(told["domination"]) == sorted(set(DOMINATION.values()))
    assert [numbers(told[each]) for each in ("play", "inquisition", "embargo", "democracy")] == [[1], [1], [1], [1, 1]]


@EVERY_LANGUAGE
def test_what_the_start_page_says_of_a_game_has_the_numbers_of_its_rules(language: str) -> None:
    told = read(PAGES / "page", language)
    assert numbers(told["box-says.carta-impera-victoria"]) == sorted(set(DOMINATION.values()))
    assert numbers(told["box-says.civilization-the-card-game"]) == [len(TECHNOLOGIES)]


@EVERY_LANGUAGE
def test_what_the_start_page_says_of_carta_wins_at_the_end_of_a_turn(language: str) -> None:
    end_of_turn = {"en": "at the end of your turn", "ru": "в конце вашего хода", "uk": "наприкінці вашого ходу"}
    told = read(PAGES / "page", language)["box-says.carta-impera-victoria"]
    assert end_of_turn.get(language, "자기 차례를 마치면") in told


@EVERY_LANGUAGE
def test_the_help_of_a_marker_in_an_edition_for_other_players_only_says_so_in_that_edition_alone(language: str) -> None:
    others_only = {edition.name for edition in EDITIONS.values() if not edition.may_target_self}
    told = carta(language)
    for effect in ("embargo", "democracy"):
        assert {key for key in told if key.startswith(f"{effect}@edition=")} == {
            f"{effect}@edition={each}" for each in others_only
        }
        for each in others_only:
            assert OTHER[language] in told[f"{effect}@edition={each}"]
        assert OTHER[language] not in told[effect]


@EVERY_LANGUAGE
def test_the_help_of_a_unit_says_what_it_takes_destroys_and_stops(language: str) -> None:
    for unit in UNITS:
        text = civilization(language)[unit.name]
        does = sorted(each for each in (unit.takes, unit.destroys) if each) or ([1] if unit.name == "catapult" else [])
        assert numbers(text) == does, unit.name
        others = [each.name for each in UNITS if each is not unit or each.name in unit.stops]
        stops = {each for each in others if mentions(text, civilization_name(each, language), language)}
        assert stops == set(unit.stops), unit.name


@EVERY_LANGUAGE
def test_the_help_of_a_building_says_what_it_gives(language: str) -> None:
    does = {"walls": [1], "great_wall": [1], "barracks": [1], "pyramids": [PYRAMIDS_GIVE]}
    does["colossus"] = [given(seat()).state.rules.colossus_turns]
    for each in BUILDINGS:
        gives = [number for number in (each.happiness, each.culture, each.discount) if number]
        assert numbers(civilization(language)[each.name]) == sorted([*gives, *does.get(each.name, [])]), each.name


@EVERY_LANGUAGE
def test_the_help_of_a_technology_says_what_it_does(language: str) -> None:
    sailing, plain = story(technologies="sailing"), story()
    engineering = capacity(story(technologies="engineering"), 0, Plot(0))
    cheaper = building_price(plain, 0, LIBRARY) - building_price(story(technologies="masonry"), 0, LIBRARY)
    does = {
        "agriculture": [1], "mining": [1], "monotheism": [], "writing": [1], "mathematics": [], "iron_working": [1],
        "currency": [1], "astronomy": [1], "the_wheel": [WHEEL_DRAWS], "code_of_laws": [CODE_OF_LAWS_TAKES],
        "sailing": [1, bank_rate(sailing, 0)], "pottery": [1, POTTERY_PRICE], "masonry": [cheaper],
        "engineering": [engineering],
    }  # fmt: skip
    for each in TECHNOLOGIES:
        assert numbers(civilization(language)[each.name]) == does.get(each.name, [each.culture]), each.name


@EVERY_LANGUAGE
def test_the_help_of_a_purchase_says_what_it_costs(language: str) -> None:
    told, plain = civilization(language), story()
    five = given(seat("river", "river", "forest", "forest", "coast")).state
    assert numbers(told["buy_plot"]) == sorted([plot_price(plain, 0), plot_price(five, 0) - plot_price(plain, 0)])
    first, second = population_price(Plot(0)), population_price(Plot(0, 1))
    assert numbers(told["buy_population"]) == [second - first, first]
    assert numbers(told["bank"]) == [1, bank_rate(plain, 0)]
    assert numbers(told["draw"]) == [DISCARD, DRAW]


@EVERY_LANGUAGE
def test_the_help_of_the_happiness_leader_names_what_is_cheaper_and_nothing_else(language: str) -> None:
    plain, leads = story(), given(seat(*LEADING)).state
    assert leads.leaders[0] == 0
    off = {
        "technology": technology_price(plain, 0, 0) - technology_price(leads, 0, 0),
        "building": building_price(plain, 0, LIBRARY) - building_price(leads, 0, LIBRARY),
        "wonder": building_price(plain, 0, PYRAMIDS) - building_price(leads, 0, PYRAMIDS),
        "population": population_price(plain.plots[0][0]) - population_price(leads.plots[0][0]),
        "plot": plot_price(plain, 0) - plot_price(leads, 0),
    }
    text = civilization(language)["happiness_leader"]
    told = {each for each in off if mentions(text, civilization_name(each, language), language)}
    assert told == {each for each, less in off.items() if less}
    assert numbers(text) == [1]


def test_help_for_an_option_stands_beside_the_help_for_its_default() -> None:
    for game_id, help_texts in read(PAGES / "help", "en").items():
        others = {each.name: list(map(value_on_page, each.values[1:])) for each in CATALOGUE[game_id].options}
        others["edition"] = list(CATALOGUE[game_id].editions[1:])
        for key in (each for each in help_texts if "@" in each):
            thing, option, value = re.split("[@=]", key)
            assert thing in help_texts, key
            assert value in others[option], key


def value_on_page(value: str | int) -> str:
    """Return the value of an option as a key of the help writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@EVERY_LANGUAGE
def test_the_help_of_masonry_names_wonders_where_they_are_cheaper_too(language: str) -> None:
    plain, masonry = story(), story(technologies="masonry")
    assert building_price(plain, 0, PYRAMIDS) > building_price(masonry, 0, PYRAMIDS)
    text = civilization(language)["masonry"]
    assert all(mentions(text, civilization_name(each, language), language) for each in ("building", "wonder"))
