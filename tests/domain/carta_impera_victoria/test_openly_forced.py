"""Where everybody sees that a seat has no choice, and where only the seat itself sees it."""

from cartulary.games.carta_impera_victoria import GAME
from tests.cases import cases
from tests.domain.notation import A, position

USED = {"permanent": [], "discard": ["economy"]}


def expanded(text: str, **more: object) -> tuple[bool, int]:
    """Whether seat A is openly forced in a position, and how many complete actions it has."""
    state = GAME.begin_from(GAME.setup("ru", 2, {}), {**position(text), **more}).state
    return GAME.is_openly_forced(GAME.mask(state, None), A), len(GAME.expand(state, A, 50)[0])


@cases(("hand", "forced", "actions"), [("W1", True, 1), ("W2", False, 1), ("W1 C1", False, 2)])
def test_a_play_is_openly_forced_by_the_number_of_cards_not_by_their_kinds(
    hand: str, forced: bool, actions: int
) -> None:
    assert expanded(f"A: hand {hand} | B: hand W1", step="play") == (forced, actions)


@cases("area", ["area -", "area E1"])
def test_without_an_effect_the_end_of_the_turn_is_openly_forced(area: str) -> None:
    assert expanded(f"A: hand W2, {area} | B: hand W1", step="effects", used=USED) == (True, 1)


@cases(("hand", "possible"), [("W2", False), ("C2", True)])
def test_an_embargo_on_all_that_a_seat_holds_does_not_show(hand: str, possible: bool) -> None:
    """With a card that no Embargo bars Development is possible; which it is nobody else can tell."""
    text = f"A: hand {hand}, area E3 W1, embargo-on W1 | B: hand W1"
    forced, actions = expanded(text, step="effects", used={"permanent": [], "discard": ["economy", "military"]})
    assert not forced
    assert (actions > 1) == possible


@cases(("area", "deck", "forced"), [("R3", "W9", False), ("R3", "-", True), ("R2", "W9", True)])
def test_the_end_of_the_turn_is_not_forced_where_its_limit_is_a_choice(area: str, deck: str, forced: bool) -> None:
    used = {"permanent": [], "discard": ["religion"]}
    state = expanded(f"A: hand W2, area {area} | B: hand W1; deck {deck}", step="effects", used=used)
    assert state == (forced, 1 if forced else 2)
