"""What a game can be created with: complete with defaults, or refused by the rule that it breaks."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.rejected import Rejected
from cartulary.match.game import Option, Setup
from tests.cases import cases
from tests.domain.toy_game import TOY


def test_what_is_not_chosen_has_the_first_value_that_is_offered() -> None:
    usual = {each.name: each.values[0] for each in GAME.options}
    assert (usual["deal"], usual["teams"]) == ("basic", False)
    assert GAME.setup(None, 3, {}) == Setup("ru", 3, usual, GAME.revision)
    assert GAME.setup("ko", 4, {"teams": True}) == Setup("ko", 4, usual | {"teams": True}, GAME.revision)
    assert TOY.setup(None, 2, {"open": True}) == Setup("plain", 2, {"open": True})


@cases("value", ["a", "basically", "c", "drafts", "z", "", None, 0, True, ["draft"]])
def test_an_option_has_one_of_its_values_and_nothing_like_them(value: Any) -> None:
    with pytest.raises(Rejected) as refused:
        GAME.setup("ru", 3, {"deal": value})
    assert refused.value.rule == "setup.option"


@cases("value", [0, 1, "false", None])
def test_a_number_is_no_truth(value: Any) -> None:
    with pytest.raises(Rejected) as refused:
        GAME.setup("ru", 4, {"teams": value})
    assert refused.value.rule == "setup.option"


@cases(
    ("edition", "seats", "options", "rule"),
    [
        ("en", 3, {}, "setup.unknown_edition"),
        ("", 3, {}, "setup.unknown_edition"),
        ("ru", 1, {}, "setup.seats"),
        ("ru", 5, {}, "setup.seats"),
        ("ru", 0, {}, "setup.seats"),
        ("ru", 3, {"deals": "basic"}, "setup.option"),
    ],
)
def test_what_is_not_offered_is_refused(edition: str, seats: int, options: dict[str, Any], rule: str) -> None:
    with pytest.raises(Rejected) as refused:
        GAME.setup(edition, seats, options)
    assert (refused.value.rule, refused.value.ruling) == (rule, None)


@cases("seats", [2, 3])
def test_teams_of_other_than_four_seats_are_refused_by_their_ruling(seats: int) -> None:
    with pytest.raises(Rejected) as refused:
        GAME.setup("ru", seats, {"teams": True})
    assert (refused.value.rule, refused.value.ruling) == ("setup.teams", "A-123")


def test_every_game_lets_seats_commit_to_their_entropy_and_says_so_only_if_that_was_chosen() -> None:
    assert TOY.setup(None, 2, {}).options == {"open": False}
    for chosen in ("entropy", "commit"):
        assert TOY.setup(None, 2, {"fairness": chosen}).options == {"open": False, "fairness": chosen}
    for value in ("commits", "", None, True):
        with pytest.raises(Rejected, match=r"fairness is one of \"entropy\", \"commit\"\."):
            TOY.setup(None, 2, {"fairness": value})


def test_what_is_no_option_is_named_with_those_that_there_are() -> None:
    with pytest.raises(Rejected, match=r"no option a, b; it has open, fairness, team_chat\."):
        TOY.setup(None, 2, {"b": 1, "open": True, "a": 1})


def test_a_game_begins_by_the_newest_rules() -> None:
    assert (TOY.setup(None, 2, {}).revision, Setup("plain", 2, {}).revision) == (1, 1)
    assert replace(TOY, revision=3).setup(None, 2, {}).revision == 3


LATER = replace(TOY, revision=2, options=(*TOY.options, Option("draw", ("two", "one"), since=2, formerly="one")))
"""The toy game once its second revision has brought an option."""


def test_a_new_option_is_no_part_of_a_set_up_of_an_earlier_revision() -> None:
    assert LATER.setup(None, 2, {}).options == {"open": False, "draw": "two"}
    assert LATER.setup(None, 2, {}, revision=1) == Setup("plain", 2, {"open": False}, 1)
    with pytest.raises(Rejected, match=r"no option draw; it has open, fairness, team_chat\."):
        LATER.setup(None, 2, {"draw": "one"}, revision=1)


def test_a_game_of_an_earlier_revision_is_played_by_what_a_new_option_was_formerly() -> None:
    played = [
        LATER.options_of(setup)["draw"]
        for setup in (
            LATER.setup(None, 2, {}, revision=1),
            LATER.setup(None, 2, {}),
            LATER.setup(None, 2, {"draw": "one"}),
        )
    ]
    assert played == ["one", "two", "one"]


def test_a_game_that_moves_to_newer_rules_takes_the_default_of_the_options_that_they_bring() -> None:
    moved = LATER.setup(None, 2, {}, revision=1)._replace(revision=2)
    assert LATER.options_of(moved)["draw"] == "two"


def test_everything_is_called_by_its_name_in_the_game_or_by_a_word_that_all_games_have(tmp_path: Path) -> None:
    described = {"name": "Game", "cards": [{"id": "sun", "name": "Sun"}, {"copies": 2}], "names": {"turn": "Round"}}
    game = replace(TOY, describe=lambda _: described, locale=tmp_path)
    for language, label, shared in (("en", "Open", "Step"), ("ko", "공개", "단계")):
        (tmp_path / f"{language}.json").write_text(json.dumps({"events": {}, "labels": {"open": label}}))
        names = game.phrases(language).names
        assert (names["open"], names["step"], names["sun"], names["turn"]) == (label, shared, "Sun", "Round")
