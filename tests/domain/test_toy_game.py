"""A third game needs its own package and nothing of the kernel: a toy game, played through match and record."""

import ast
from json import loads
from pathlib import Path

import pytest

import cartulary.kernel
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.visibility import SPECTATOR
from cartulary.match.decision import decide_in_game
from cartulary.match.events.seating import SeatTaken
from cartulary.match.evolve import fold
from cartulary.match.ply import record_ply
from cartulary.match.seating import Sitting, create, sit_down
from cartulary.match.terms import Terms
from tests.cases import cases
from tests.domain.table import AT, UNTIL, Table
from tests.domain.toy_game import TOY, Lay, NumberLaid
from tests.domain.toy_game.cards import NUMBERS

HANDS = {"hands": [["one", "nine", "five"], ["two", "eight", "four"], ["three", "six", "seven"]]}


def table(seats: int = 3, *, position: dict[str, list[list[str]]] | None = None) -> Table:
    """Seated and dealt."""
    return Table(TOY, TOY.setup(None, seats, {}), b"\1" * 32, [b"salt"] * seats, position=position)


def lay(name: str) -> Lay:
    """Lay a number."""
    return Lay(number=(NUMBERS.index(name),))


def private_parts(playing: Table, audience: object) -> list[str]:
    """The private text that reaches an audience."""
    return [row.private for each, rows in playing.seen.items() if each == audience for row in rows if row.private]


def test_the_toy_game_is_played_to_its_end() -> None:
    playing = table(position=HANDS)
    assert playing.match.to_act() == [0, 1, 2]
    playing.act(1, lay("eight"))
    assert playing.match.to_act() == [0, 2]
    playing.act(0, lay("five"))
    playing.act(2, lay("seven"))
    assert playing.match.status == "finished"
    assert playing.match.result is not None
    assert (playing.match.result.kind, playing.match.result.winners) == ("highest", (1,))
    assert playing.match.to_act() == []
    assert fold(TOY, playing.match.id, playing.rows) == playing.match
    assert [each["shown"] for each in playing.view(SPECTATOR)["seats"]] == ["five", "eight", "seven"]


def test_a_dealt_game_can_be_played_by_what_is_listed() -> None:
    playing = table(2)
    for seat in (0, 1):
        (form,) = TOY.legal_actions(playing.match.state, seat)
        hand = playing.view(seat)["seats"][seat]["hand"]
        assert form.json() == {"type": "lay", "choose": {"number": {"from": dict.fromkeys(hand, 1), "count": 1}}}
        assert len(playing.actions(seat)) == 3
        playing.act(seat, playing.actions(seat)[0])
    assert playing.match.status == "finished"


@cases("limit", range(1, 6))
def test_a_list_cut_short_says_so_and_a_whole_one_does_not(limit: int) -> None:
    state = table(position=HANDS).match.state
    actions, more = TOY.expand(state, 0, limit)
    assert actions == [lay("one"), lay("five"), lay("nine")][:limit]
    assert more == (limit < 3)


def test_nobody_sees_anothers_hand_nor_what_another_has_laid() -> None:
    playing = table(position=HANDS)
    playing.act(0, lay("nine"))
    assert private_parts(playing, SPECTATOR) == []
    assert [loads(each) for each in private_parts(playing, 0)] == [
        {"hand": ["one", "nine", "five"]},
        {"number": ["nine"]},
    ]
    assert [loads(each) for each in private_parts(playing, 1)] == [{"hand": ["two", "eight", "four"]}]
    assert playing.view(1) == {
        "seats": [
            {"hand": None, "done": True, "shown": None},
            {"hand": ["two", "eight", "four"], "done": False, "shown": None},
            {"hand": None, "done": False, "shown": None},
        ]
    }
    for audience in (SPECTATOR, 1, 2):
        shown = "".join(row.public + (row.private or "") for row in playing.seen[audience])
        assert '"nine"' not in shown


def test_every_view_is_the_view_of_the_whole_state() -> None:
    playing = table()
    for seat in (2, 0, 1):
        playing.act(seat, playing.actions(seat)[-1])
        for audience in playing.audiences:
            assert playing.view(audience) == playing.whole_view(audience)


def test_the_hidden_deck_reaches_nobody_and_is_in_the_record() -> None:
    playing = table()
    (row,) = (row for row in playing.rows if row.type == "DeckShuffled")
    assert sorted(loads(row.private or "{}")["deck"]) == sorted(NUMBERS)
    assert [*loads(row.public)["secrets"]] == ["deck"]
    assert [playing.part([row], each)[0].private for each in playing.audiences] == [None] * 4


def test_what_the_toy_rules_refuse_is_refused() -> None:
    playing = table(position=HANDS)
    with pytest.raises(Rejected, match=r"lay\.not_in_hand"):
        playing.act(0, lay("two"))
    playing.act(0, lay("nine"))
    with pytest.raises(Rejected, match=r"lay\.twice"):
        playing.act(0, lay("one"))
    assert playing.actions(0) == []


def test_a_dry_run_on_ones_own_view_tells_what_one_knows() -> None:
    playing = table(position=HANDS)
    assert [each.NAME for each in playing.dry_run(0, lay("nine")).events] == ["NumberLaid"]
    assert playing.match.version == len(playing.rows)
    assert playing.match.to_act() == [0, 1, 2]


def test_a_table_fills_before_it_is_played() -> None:
    setup = TOY.setup("plain", 2, {"open": True})
    rows = create(TOY, "00000000-0000-7000-8000-000000000009", setup, bytes(32), AT, Terms())
    match = fold(TOY, "00000000-0000-7000-8000-000000000009", rows)
    assert (match.status, match.free_seats(), match.to_act()) == ("open", [0, 1], [])
    with pytest.raises(Rejected, match=r"game\.not_started"):
        decide_in_game(match, 0, lay("one"))
    taken = sit_down(match, Sitting("ann", 1), UNTIL)
    assert [(each.NAME, each.seat) for each in taken.events if isinstance(each, SeatTaken)] == [("SeatTaken", 1)]
    empty, match = match, record_ply(match, taken, AT).after
    assert (empty.players, empty.free_seats(), empty.version) == ([None, None], [0, 1], 1)
    assert (match.seat_of("ann"), match.free_seats()) == (1, [0])
    for player, seat, rule in (("ann", None, "seat.already_seated"), ("bob", 1, "seat.taken")):
        with pytest.raises(Rejected) as refused:
            sit_down(match, Sitting(player, seat), UNTIL)
        assert refused.value.rule == rule
    last = sit_down(match, Sitting("bob", None, b"\2" * 32), UNTIL)
    assert [each.NAME for each in last.events] == ["SeatTaken", "DeckShuffled", "HandDealt", "HandDealt"]
    match = record_ply(match, last, AT).after
    assert match.status == "playing"
    with pytest.raises(Rejected, match=r"seat\.game_started"):
        sit_down(match, Sitting("cid"), UNTIL)


def test_the_kernel_knows_no_game() -> None:
    for path in Path(cartulary.kernel.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            assert all(not name.startswith("domain") or name.startswith("cartulary.kernel") for name in names), (
                path.name
            )


def test_what_is_being_decided_knows_the_position_of_what_happens_next() -> None:
    state = table(position=HANDS).match.state
    decision = GameDecision(TOY.fork(state), TOY.evolutions, version=6)
    assert decision.position == 7
    for seat, position in ((0, 8), (1, 9)):
        decision.emit(NumberLaid(seat=seat, number=(seat,)))
        assert decision.position == position


def test_events_are_folded_into_a_state_of_their_own() -> None:
    state = table(position=HANDS).match.state
    after = TOY.fold(state, [NumberLaid(seat=0, number=(0,)), NumberLaid(seat=2, number=(2,))])
    assert (after.done, state.done) == ([True, False, True], [False] * 3)
