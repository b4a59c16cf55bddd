"""What the codec reads off the annotations of a message."""

from typing import Annotated, NamedTuple

import pytest

from cartulary.games.carta_impera_victoria.actions import EndTurn, Inspiration, Play, Purge
from cartulary.games.carta_impera_victoria.cards import KINDS
from cartulary.kernel.codec import (
    Field,
    Length,
    Named,
    Tally,
    Wire,
    action_json,
    decode_action,
    decode_message,
    decode_record,
    field,
    fields_of,
    read_fields,
    readings_of,
    record_json,
)
from cartulary.kernel.messages import Action, Event, action, event
from cartulary.kernel.visibility import Hidden, Secret

LETTERS = ("a", "b", "c")
Letter = Annotated[int, Named(LETTERS)]


class Pair(NamedTuple):
    left: Letter
    right: Letter | None = None


@action
class Ask(Action):
    number: int
    either: int | str
    letter: Letter | None = None
    letters: Annotated[tuple[Letter, ...], Length(2)] = ()
    back: Annotated[int, Wire("return")] = 7
    pair: Pair | None = None
    raw: bytes = b""


@event()
class Told(Event):
    seat: int
    hidden: Hidden[Letter]
    secret: Secret[tuple[Letter, ...]]


def by_name(message: type) -> dict[str, Field]:
    """The declared fields of a message."""
    return {each.name: each for each in read_fields(message)}


def test_only_what_is_annotated_with_none_may_be_null() -> None:
    assert {name for name, each in by_name(Ask).items() if each.nullable} == {"letter", "pair"}
    assert {name for name, each in by_name(Told).items() if each.nullable} == {"hidden", "secret"}
    assert {name for name, each in by_name(Pair).items() if each.nullable} == {"right"}


def test_only_what_is_given_a_default_may_be_left_out() -> None:
    assert {name for name, each in by_name(Ask).items() if not each.has_default} == {"number", "either"}
    assert {name for name, each in by_name(Pair).items() if not each.has_default} == {"left"}
    assert not any(each.has_default for each in by_name(Told).values())


def test_an_annotation_that_stands_alone_has_no_default() -> None:
    assert (field("number", int).has_default, field("number", int).default) == (False, None)
    assert (field("number", int, 7).has_default, field("number", int, 7).default) == (True, 7)


def test_marks_are_found_under_annotations_of_annotations() -> None:
    fields = by_name(Ask)
    assert fields["letter"].annotation is int
    assert fields["letter"].mark(Named) == Named(LETTERS)
    assert fields["letters"].mark(Length) == Length(2)
    assert fields["back"].wire == "return"
    assert fields["number"].marks == ()
    assert fields["number"].mark(Named) is None
    told = by_name(Told)
    assert [each.name for each in told.values() if each.secrecy] == ["hidden", "secret"]
    assert told["secret"].secrecy is not None
    assert told["secret"].secrecy.viewers == ("seat",)


def test_values_become_json_and_come_back() -> None:
    fields = by_name(Ask)
    for name, value, data in (
        ("letter", 2, "c"),
        ("letter", None, None),
        ("letters", (0, 2), ["a", "c"]),
        ("raw", b"\xff\x00", "_wA"),
        ("pair", Pair(1, None), {"left": "b", "right": None}),
        ("pair", None, None),
        ("either", "x", "x"),
    ):
        assert fields[name].encode(value) == data
        assert fields[name].decode(data) == value
    assert record_json(Pair(0, 2)) == {"left": "a", "right": "c"}
    assert decode_record(Pair, {"left": "b"}) == Pair(1)


def test_how_often_each_is_meant_is_told_by_names_and_numbers_or_by_a_list_of_names() -> None:
    counted = field("letters", Annotated[tuple[int, ...], Tally(LETTERS)])
    assert counted.encode((0, 2, 2)) == {"a": 1, "c": 2}
    assert counted.decode({"c": 2, "a": 1}) == (0, 2, 2)
    assert counted.decode(["c", "a", "c"]) == (0, 2, 2)


def test_what_is_missing_has_its_default_or_is_none() -> None:
    assert decode_message(Ask, {"number": 1, "either": 2}) == Ask(number=1, either=2)
    assert decode_message(Ask, {"number": 1, "either": 2, "return": 3}).back == 3
    assert decode_message(Told, {"seat": 1}) == Told(seat=1, hidden=None, secret=None)


def test_the_fields_of_an_action_inside_another_stand_beside_its_name() -> None:
    action = Inspiration(seat=1, effect=Purge(discard=(0, 0)))
    data = {"type": "inspiration", "seat": 1, "effect": "purge", "discard": [KINDS[0]] * 2}
    assert action_json(action) == data
    assert decode_action({"inspiration": Inspiration}, data) == action


@pytest.mark.parametrize("message", [EndTurn, Play])
def test_declarations_are_not_read_again_also_where_a_message_has_no_fields(
    message: type[Action], monkeypatch: pytest.MonkeyPatch
) -> None:
    readings_of(message)
    monkeypatch.setattr("cartulary.kernel.codec.hints_of", None)
    readings_of(message)
    fields_of(message)
