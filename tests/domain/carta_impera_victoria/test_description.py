"""What the catalogue says of the game, in every language."""

from itertools import count
from typing import Final

from cartulary.games.carta_impera_victoria.cards import KINDS
from cartulary.games.carta_impera_victoria.description import describe
from cartulary.games.carta_impera_victoria.editions import OPTIONS
from cartulary.games.carta_impera_victoria.effects import EFFECTS
from cartulary.games.carta_impera_victoria.rules import level_of
from cartulary.i18n.catalogues import LANGUAGES
from tests.cases import cases
from tests.domain.notation import LETTERS, PRINTED_COPIES, SPHERE_NAMES
from tests.domain.story import given

PERMANENT: Final = {
    "military": ("assassination", "purge"),
    "religion": ("holy_book", "divine_right"),
    "economy": ("development", "monopoly"),
    "science": ("experiment", "research"),
    "utopia": ("oligarchy", "republic"),
}
DISCARD: Final = {
    "military": "attack",
    "religion": "inquisition",
    "economy": "embargo",
    "science": "breakthrough",
    "utopia": "democracy",
}
RULES: Final = {
    "ru": {
        "draft_direction": "counter-clockwise",
        "may_target_self": True,
        "own_embargo_at_once": True,
        "token_to_overtaker": False,
    },
    "uk": {
        "draft_direction": "clockwise",
        "may_target_self": True,
        "own_embargo_at_once": False,
        "token_to_overtaker": False,
    },
    "ko": {
        "draft_direction": "counter-clockwise",
        "may_target_self": False,
        "own_embargo_at_once": True,
        "token_to_overtaker": True,
    },
}


@cases("language", LANGUAGES)
def test_the_catalogue_tells_cards_effects_and_editions_as_the_rules_have_them(language: str) -> None:
    said = describe(language)
    names = said["names"]
    assert set(said) == {"name", "editions", "spheres", "kinds", "effects", "names"}
    assert said["name"] == names["carta-impera-victoria"]
    assert [(each["id"], each["name"]) for each in said["spheres"]] == [(each, names[each]) for each in SPHERE_NAMES]
    assert said["editions"] == [{"id": each, "name": names[each], "rules": rules} for each, rules in RULES.items()]
    numerals = {1: "I", 2: "II", 3: "III"}
    kinds = {
        f"{sphere}-{epoch}": (f"{names[sphere]} {numerals[epoch]}", sphere, epoch, PRINTED_COPIES[epoch][letter])
        for letter, sphere in zip(LETTERS, SPHERE_NAMES, strict=True)
        for epoch in (1, 2, 3)
        if PRINTED_COPIES[epoch][letter]
    }
    assert [each["id"] for each in said["kinds"]] == [*KINDS]
    assert {each["id"]: (each["name"], each["sphere"], each["epoch"], each["count"]) for each in said["kinds"]} == kinds
    effects = {
        effect: (sphere, "permanent", n) for sphere, both in PERMANENT.items() for n, effect in enumerate(both, 1)
    }
    others = {effect: (sphere, "discard", None) for sphere, effect in DISCARD.items()}
    expected = effects | others | {"inspiration": ("culture", "permanent", None)}
    assert {each["id"]: (each["sphere"], each["kind"], each["level"]) for each in said["effects"]} == expected
    assert all(each["name"] == names[each["id"]] for each in said["effects"])
    assert len(said["effects"]) == len(expected)
    assert all(names.values())


def test_the_catalogue_tells_how_many_cards_open_an_effect_at_each_number_of_seats() -> None:
    for each in describe("en")["effects"]:
        if each["id"] in EFFECTS:
            opened = {
                seats: next(cards for cards in count() if level_of(int(seats), cards) == each["level"])
                for seats in ("2", "3", "4")
            }
            assert each["cards"] == opened, each["id"]
        else:
            assert each["cards"] is None


def test_the_catalogue_tells_which_hand_limit_an_effect_of_religion_gives() -> None:
    said = {each["id"]: each for each in describe("en")["effects"] if each["hand_limit"] is not None}
    assert set(said) == {"holy_book", "divine_right"}
    for each in said.values():
        given(f"A: hand -, area R{each['cards']['2']} | B: -").then_hand_limit(0, each["hand_limit"])


def test_every_language_has_names_of_its_own_for_the_same_things() -> None:
    in_each = [describe(language)["names"] for language in LANGUAGES]
    assert len({tuple(names) for names in in_each}) == 1
    assert len({names["military"] for names in in_each}) == len(LANGUAGES)
    assert in_each[0]["culture_token"] == "Culture token"


def test_everything_that_a_screen_shows_of_the_game_has_a_name() -> None:
    effects = {effect for both in PERMANENT.values() for effect in both} | set(DISCARD.values()) | {"inspiration"}
    options = {name for each in OPTIONS for name in (each.name, *each.values) if isinstance(name, str)}
    table = {"epoch", "area", "hand", "deck", "discard", "culture_token", "permanent_effect", "discard_effect"}
    endings = {"domination", "majority"}
    expected = {"carta-impera-victoria"} | set(SPHERE_NAMES) | effects | set(RULES) | options | table | endings
    expected |= {*describe("en")["editions"][0]["rules"], "clockwise", "counter-clockwise", "discard@used"}
    assert set(describe("en")["names"]) == expected
