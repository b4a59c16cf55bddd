"""What the catalogue says of the game, in every language; which events tell somebody what was hidden from him."""

from typing import Any, Final

import pytest

from cartulary.games.civilization_the_card_game import GAME
from cartulary.games.civilization_the_card_game.actions import ACTIONS, Resettle
from cartulary.games.civilization_the_card_game.description import describe
from cartulary.i18n.catalogues import LANGUAGES
from cartulary.kernel.codec import Tally, action_json, decode_action, fields_of
from cartulary.kernel.messages import Event
from cartulary.match.events import MATCH_EVENTS
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import setup

DEFENDERS: Final = {
    "archer": ["axeman", "spearman", "swordsman", "chariot"],
    "axeman": ["axeman", "swordsman", "spearman"],
    "spearman": ["chariot"],
}
UNITS: Final = (
    ("archer", 7, 0, 0),
    ("axeman", 6, 0, 1),
    ("spearman", 5, 1, 0),
    ("swordsman", 5, 1, 1),
    ("chariot", 7, 1, 1),
    ("catapult", 4, 0, 0),
)
BUILDINGS: Final = (
    ("walls", 3, 4, 0, 0, 0),
    ("temple", 3, 4, 1, 1, 0),
    ("colosseum", 2, 4, 2, 0, 0),
    ("barracks", 2, 4, 0, 0, 0),
    ("granary", 2, 6, 0, 0, 0),
    ("forge", 2, 6, 0, 0, 0),
    ("market", 2, 6, 0, 0, 0),
    ("monastery", 2, 6, 0, 2, 1),
    ("library", 3, 8, 0, 1, 2),
)
WONDERS: Final = (
    ("hanging_gardens", 1, 12, 3, 1, 0),
    ("colossus", 1, 12, 0, 1, 0),
    ("great_library", 1, 16, 0, 1, 3),
    ("great_wall", 1, 16, 0, 0, 0),
    ("pyramids", 1, 20, 0, 0, 0),
)
BONUSES: Final = (
    ("commerce", 2, 5),
    ("commerce", 3, 2),
    ("production", 2, 5),
    ("production", 3, 3),
    ("food", 2, 4),
    ("food", 3, 4),
    ("red", 1, 4),
    ("red", 2, 3),
)
TECHNOLOGIES: Final = {
    12: ("agriculture", "mining", "monotheism", "literature"),
    14: ("the_wheel", "writing", "mathematics", "iron_working"),
    16: ("sailing", "pottery", "masonry", "currency"),
    20: ("engineering", "code_of_laws"),
    24: ("astronomy",),
}
PLOTS: Final = {
    "grassland": (2, 0, 0),
    "mountains": (0, 2, 0),
    "coast": (0, 0, 2),
    "hills": (1, 1, 0),
    "river": (1, 0, 1),
    "forest": (0, 1, 1),
}
HOUSE_RULES: Final = {
    "free_population": "setup",
    "masonry_wonders": True,
    "discounts": "all",
    "lowest_price": 1,
    "code_of_laws_every_turn": False,
    "worked_catapult_returns": True,
    "barracks_add": False,
    "colossus_turns": 2,
    "leader_tie": "clockwise",
    "end": "at_once",
    "supply": "unlimited",
    "multipliers": "printed_yield",
    "last_hand_of_three": 8,
    "turn_order": "one_way",
    "tearing_down": "any_moment",
    "torn_down_wonders": False,
    "bonus_cards": "every_step",
    "war_phases": "together",
}
VALUES: Final = {
    "teams": (False, True),
    "seating": ("opposite", "side_by_side"),
    "free_population": ("setup", "first_turn"),
    "masonry_wonders": (True, False),
    "discounts": ("all", "largest"),
    "lowest_price": (1, 0),
    "code_of_laws_every_turn": (False, True),
    "worked_catapult_returns": (True, False),
    "barracks_add": (False, True),
    "colossus_turns": (2, 1, 3),
    "leader_tie": ("clockwise", "nobody"),
    "end": ("at_once", "end_of_turn"),
    "supply": ("unlimited", "kit"),
    "multipliers": ("printed_yield", "with_population"),
    "last_hand_of_three": (8, 9),
    "turn_order": ("one_way", "alternating"),
    "tearing_down": ("any_moment", "own_steps"),
    "torn_down_wonders": (False, True),
    "bonus_cards": ("every_step", "buy_step"),
    "war_phases": ("together", "one_by_one"),
}
OTHER_NAMES: Final = {
    "food", "production", "commerce", "red", "population", "happiness", "culture", "happiness_leader",
    "culture_leader", "unit", "building", "wonder", "bonus", "technology", "plot", "bank", "hand", "deck", "discard",
    "2006", "civilization-the-card-game",
}  # fmt: skip
REVEALING: Final = {
    "PlotsDealt", "PlotsOpened", "MarketOpened", "HandDealt", "PlotOffered", "TechnologyOffered", "CardStolen",
    "CardsDrawn", "HandRevealed", "GameEnded",
}  # fmt: skip


@pytest.mark.ruling("C-19")
@cases("language", LANGUAGES)
def test_the_catalogue_tells_cards_technologies_plots_and_house_rules_as_they_are_printed(language: str) -> None:
    said = describe(language)
    names = said["names"]
    assert set(said) == {"name", "editions", "kinds", "technologies", "plots", "names"}
    assert said["name"] == names["civilization-the-card-game"]
    house = [{"option": each, "name": names[each], "default": default} for each, default in HOUSE_RULES.items()]
    assert said["editions"] == [{"id": "2006", "name": names["2006"], "rules": {"house_rules": house}}]
    units = [
        {"id": each, "name": names[each], "sort": "unit", "count": count, "takes": takes, "destroys": destroys}
        | {"stops": DEFENDERS.get(each, [])}
        for each, count, takes, destroys in UNITS
    ]
    standing = [
        {"id": each, "name": names[each], "sort": sort, "count": count, "cost": cost}
        | {"happiness": happiness, "culture": culture, "discount": discount}
        | {"multiplies": {"granary": "food", "forge": "production", "market": "commerce"}.get(each)}
        for sort, of_sort in (("building", BUILDINGS), ("wonder", WONDERS))
        for each, count, cost, happiness, culture, discount in of_sort
    ]
    bonuses = [
        {"id": f"{each}-{value}", "name": f"{names[each]} {value}", "sort": "bonus", "count": count, "value": value}
        | {"resource": None if each == "red" else each}
        for each, value, count in BONUSES
    ]
    assert said["kinds"] == units + standing + bonuses
    assert said["technologies"] == [
        {"id": each, "name": names[each], "cost": cost, "culture": 3 if each == "literature" else 0}
        for cost, of_cost in TECHNOLOGIES.items()
        for each in of_cost
    ]
    assert said["plots"] == [
        {"id": each, "name": names[each], "count": 5}
        | {"yield": dict(zip(("food", "production", "commerce"), gives, strict=True))}
        for each, gives in PLOTS.items()
    ]


def test_every_language_has_names_of_its_own_for_the_same_things() -> None:
    in_each = [describe(language)["names"] for language in LANGUAGES]
    assert len({tuple(names) for names in in_each}) == 1
    assert len({names["plot"] for names in in_each}) == len(LANGUAGES)
    assert all(all(names.values()) for names in in_each)
    assert in_each[0]["culture_leader"] == "Culture leader"
    cards = {each for each, *_ in (*UNITS, *BUILDINGS, *WONDERS)} | {*PLOTS}
    technologies = {each for of_cost in TECHNOLOGIES.values() for each in of_cost}
    options = {*VALUES} | {value for values in VALUES.values() for value in values if isinstance(value, str)}
    assert set(in_each[0]) == cards | technologies | options | OTHER_NAMES


def test_the_game_is_offered_for_two_to_four_seats_with_these_options_the_default_first() -> None:
    assert (GAME.id, GAME.seats, GAME.editions) == ("civilization-the-card-game", (2, 3, 4), ("2006",))
    assert {each.name: each.values for each in GAME.options} == VALUES
    assert [GAME.team(setup(4, teams=True), seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [GAME.team(setup(4, teams=True, seating="side_by_side"), seat) for seat in range(4)] == [0, 0, 1, 1]
    assert [GAME.team(setup(4), seat) for seat in range(4)] == [None] * 4


def test_just_the_events_that_show_a_card_a_plot_a_technology_or_the_seed_reveal() -> None:
    events: tuple[type[Event], ...] = (*GAME.events, *MATCH_EVENTS)
    assert {each.NAME for each in events if each.REVEALS} == REVEALING
    assert {each.VERSION for each in events} == {1}


def test_events_and_actions_are_known_by_name() -> None:
    assert {name for name, _ in GAME.event_types} == {each.__name__ for each in (*GAME.events, *MATCH_EVENTS)}
    assert [*GAME.action_types] == [*(each.NAME for each in ACTIONS), "resign"]
    assert {"take_plot", "buy_technology", "give_up_population", "let_through"} <= GAME.action_types.keys()


SORTS: Final = {
    "unit": [each for each, *_ in UNITS],
    "building": [each for each, *_ in (*BUILDINGS, *WONDERS)],
    "bonus": [f"{each}-{value}" for each, value, _ in BONUSES],
}


@cases(
    ("sort", "action"),
    [
        ("unit", {"type": "send_back", "unit": ""}),
        ("building", {"type": "build", "building": "", "plot": 0}),
        ("bonus", {"type": "use_bonus", "card": ""}),
    ],
)
def test_an_action_names_a_card_of_its_sort_and_no_other(sort: str, action: dict[str, Any]) -> None:
    for each, cards in SORTS.items():
        for card in cards:
            asked = {name: card if value == "" else value for name, value in action.items()}
            if each == sort:
                assert action_json(decode_action(dict(GAME.action_types), asked)) == asked
            else:
                with pytest.raises(KeyError):
                    decode_action(dict(GAME.action_types), asked)


def test_as_many_plots_can_be_named_as_there_are() -> None:
    (plots,) = fields_of(Resettle)
    assert plots.mark(Tally).names == tuple(str(number) for number in range(30))
