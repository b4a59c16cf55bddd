"""A form in JSON: what is settled stands in place, what is open under `choose`, of an inner action beside it."""

from itertools import islice
from random import Random

import pytest

from cartulary.games.carta_impera_victoria.actions import Development, Experiment, Inspiration, Play, Purge
from cartulary.games.carta_impera_victoria.cards import KINDS
from cartulary.games.civilization_the_card_game.actions import Give
from cartulary.kernel.codec import action_json
from cartulary.kernel.forms import Choice, Dependent, Form, forms_json
from tests.domain.notation import B, card, cards


def test_a_settled_form_is_its_only_action() -> None:
    form = Form(Play, {"card": card("W.2")})
    assert form.json() == {"type": "play", "card": "military-2"}
    assert [action_json(each) for each in form.actions()] == [form.json()]


def test_an_open_field_says_of_what_to_choose_and_how_many() -> None:
    form = Form(Purge, {}, {"discard": Choice({card("R.1"): 1, card("W.1"): 2, card("E.1"): 0}, 2)})
    chosen = {"from": {"military-1": 2, "religion-1": 1}, "count": 2}
    assert form.json() == {"type": "purge", "choose": {"discard": chosen}}
    assert [[KINDS[kind] for kind in action.discard] for action in form.actions() if isinstance(action, Purge)] == [
        ["military-1", "military-1"],
        ["military-1", "religion-1"],
    ]


def test_the_fields_of_an_inner_form_stand_beside_its_name() -> None:
    inner = Form(Development, {"discard": cards("W.1")}, {"play": Choice({card("C.3"): 1}, 1)})
    assert Form(Inspiration, {"seat": B, "effect": inner}).json() == {
        "type": "inspiration",
        "seat": B,
        "effect": "development",
        "discard": ["military-1"],
        "choose": {"play": {"from": {"culture-3": 1}, "count": 1}},
    }


def test_what_is_open_outside_and_inside_stands_together() -> None:
    inner = Form(Purge, {}, {"discard": Choice({card("W.1"): 2}, 2)})
    said = Form(Inspiration, {"effect": inner}, {"seat": Choice({B: 1}, 1)}).json()
    assert said == {
        "type": "inspiration",
        "effect": "purge",
        "choose": {"seat": {"from": {B: 1}, "count": 1}, "discard": {"from": {"military-1": 2}, "count": 2}},
    }


def test_of_millions_of_actions_the_first_come_without_the_rest() -> None:
    """To write all of them out first would take minutes and gigabytes."""
    many = Choice(dict.fromkeys(range(3), 300), 900, 1)
    most = list(islice(Form(Give, {}, {"resources": many}).actions(), 1_001))
    assert len(set(most)) == 1_001
    assert most[0] == Give(resources=tuple(sorted([0, 1, 2] * 300)))


def test_where_fewer_will_do_every_number_from_the_most_to_the_fewest_may_be_chosen() -> None:
    some = Choice(dict.fromkeys(range(3), 1), 3, 1)
    assert list(some.combinations()) == [(0, 1, 2), (0, 1), (0, 2), (1, 2), (0,), (1,), (2,)]
    resources = {"food": 1, "production": 1, "commerce": 1}
    chosen = {"resources": {"from": resources, "count": 3, "at_least": 1}}
    assert Form(Give, {}, {"resources": some}).json() == {"type": "give", "choose": chosen}


def test_nearly_all_of_many_items_are_chosen_without_trying_what_leads_nowhere() -> None:
    almost = Choice(dict.fromkeys(range(30), 4), 119)
    assert len(list(almost.combinations())) == 30


def test_a_choice_at_random_has_as_many_as_may_be_and_no_more_of_each_than_there_are() -> None:
    some = Choice({card("R.1"): 2, card("W.1"): 1, card("E.1"): 0}, 2, 1)
    drawn = [some.any(Random(seed)) for seed in range(60)]
    assert {*drawn} == {cards("R.1×2"), cards("W.1 R.1")}
    assert 30 < drawn.count(cards("W.1 R.1")) < 50


def test_an_action_at_random_is_any_of_its_form_with_that_of_an_inner_form() -> None:
    inner = Form(Development, {"discard": cards("W.1")}, {"play": Choice({card("C.3"): 1, card("R.1"): 2}, 1)})
    form = Form(Inspiration, {"seat": B, "effect": inner})
    assert {form.any_action(Random(seed)) for seed in range(30)} == {*form.actions()}


def test_more_than_there_is_cannot_be_drawn() -> None:
    with pytest.raises(IndexError):
        Choice({card("R.1"): 1}, 2).any(Random(1))


def reworked() -> Form:
    """Any of three cards is taken, and what was taken may not be played."""
    held = {card(each): 1 for each in ("W.1", "R.1", "E.1")}
    plays = Dependent("play", "take", lambda take: Choice({kind: 1 for kind in held if kind not in take}, 1))
    return Form(Experiment, {}, {"take": Choice(held, 1)}, dependent=plays)


def test_where_a_choice_depends_on_another_each_of_that_is_listed_with_what_is_left() -> None:
    names = ["military-1", "religion-1", "economy-1"]
    left = [{"from": {each: 1 for each in names if each != taken}, "count": 1} for taken in names]
    experiments = [{"take": [taken], "choose": {"play": each}} for taken, each in zip(names, left, strict=True)]
    assert forms_json([reworked()]) == [{"type": "experiment"} | each for each in experiments]
    copied = {"type": "inspiration", "seat": B, "effect": "experiment"}
    inspiration = Form(Inspiration, {"seat": B, "effect": reworked()})
    assert forms_json([inspiration]) == [copied | each for each in experiments]
    assert [action_json(each) for each in inspiration.actions()] == [
        copied | {"take": [taken], "play": [played]} for taken in names for played in names if played != taken
    ]


def test_an_action_at_random_chooses_what_depends_on_another_choice_after_it() -> None:
    assert {reworked().any_action(Random(seed)) for seed in range(60)} == {*reworked().actions()}
