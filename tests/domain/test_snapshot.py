"""A state written down: what it is made of, what follows from the set-up, and what has been added since then."""

from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, NamedTuple

from cartulary.match.game import Game, Setup
from cartulary.match.snapshot import Derived, dump_state, load_state
from tests.domain.toy_game import TOY


class Held(NamedTuple):
    """A card in a hand."""

    card: int
    marks: tuple[int, ...] = ()


@dataclass
class Lost:
    """Cards that are gone."""

    cards: list[int]
    turn: Derived[int] = 0


class Burnt(NamedTuple):
    """A card that is nowhere."""

    card: int


@dataclass
class State:
    """What states are made of."""

    rules: Derived[str]
    place: Annotated[int, "a number"] = 0
    rows: list[list[bool]] = field(default_factory=list)
    pair: tuple[Held, ...] = ()
    either: Held | Lost | Burnt | None = None
    one: Held | None = None
    some: list[int] | None = None
    gone: Lost | None = None
    marked: Annotated[tuple[int, ...], "some"] = ()


GAME: Final[Game[Any]] = replace(TOY, **dict[str, Any](initial=lambda setup: State(setup.edition, place=9)))
SETUP: Final = Setup("plain", 2, {})


def again(state: State) -> State:
    """The state that is read from what was written down."""
    read = load_state(GAME, SETUP, dump_state(state))
    assert isinstance(read, State)
    return read


def test_what_is_written_down_is_plain_and_leaves_out_what_follows_from_the_setup() -> None:
    state = State("other", 3, [[True], []], (Held(1, (2, 3)),), Lost([4], 7), Held(5), [6], Lost([], 8), (9,))
    assert dump_state(state) == {
        "place": 3,
        "rows": [[True], []],
        "pair": [{"card": 1, "marks": [2, 3]}],
        "either": {"is": "Lost", "cards": [4]},
        "one": {"card": 5, "marks": []},
        "some": [6],
        "gone": {"cards": []},
        "marked": [9],
    }


def test_what_is_read_is_of_the_same_types_and_has_the_rest_from_the_setup() -> None:
    for either in (Held(1, (2,)), Lost([3]), Burnt(4), None):
        state = State("plain", 3, [[True], []], (Held(1, (2, 3)),), either, Held(5), [6], Lost([1]), (9,))
        assert again(state) == state
    assert again(State("other")) == State("plain")


def test_what_there_is_not_is_nothing_again() -> None:
    written = dump_state(State("plain"))
    assert [written[name] for name in ("either", "one", "some", "gone")] == [None] * 4
    assert again(State("plain")) == State("plain")


def test_what_was_added_since_it_was_written_is_as_at_the_beginning() -> None:
    read = load_state(GAME, SETUP, {"one": {"card": 4}, "rows": [[False]]})
    assert read == State("plain", place=9, rows=[[False]], one=Held(4))
