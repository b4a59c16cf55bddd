"""Events of older versions: stored as they were for ever, read as the newest version. The toy game has one."""

from typing import Any

import pytest

from cartulary.audit.replay import replay
from cartulary.catalogue import GAMES
from cartulary.kernel.canonical import canonical
from cartulary.kernel.messages import Event, event
from cartulary.kernel.visibility import SPECTATOR, Audience
from cartulary.match.decision import decide_in_game
from cartulary.match.evolve import fold
from cartulary.match.game import Game
from cartulary.match.ply import record_ply
from cartulary.record.bundle import Broken
from cartulary.record.decode import EventTypes, decode
from cartulary.record.encode import record
from cartulary.record.event import RecordedEvent, RecordEnd
from cartulary.record.redact import redact_row
from tests.cases import cases
from tests.domain.table import AT, Table
from tests.domain.toy_game import TOY, HandDealt, HandDealt1

SEED = b"\1" * 32
EVERY_AUDIENCE = pytest.mark.parametrize("audience", [SPECTATOR, 0, 1], ids=["spectator", "0", "1"])


def table(acts: int = 2) -> Table:
    """Dealt, and laid down by so many seats."""
    playing = Table(TOY, TOY.setup(None, 2, {}), SEED, [b"salt"] * 2)
    for seat in range(acts):
        playing.act(seat, playing.actions(seat)[0])
    return playing


def as_it_was(playing: Table) -> list[RecordedEvent]:
    """The record as it was stored when the deal had its first version."""
    old: list[RecordedEvent] = []
    for row in playing.rows:
        happened = decode(TOY.event_types, row)
        if isinstance(happened, HandDealt):
            happened = HandDealt1(seat=happened.seat, hand=happened.hand)
        head = old[-1].hash if old else b""
        old += (
            record(RecordEnd(playing.match.id, SEED, row.position - 1, row.ply, head), AT, [happened]) if old else [row]
        )
    assert [row.v for row in old if row.type == "HandDealt"] == [1, 1]
    return old


def part(rows: list[RecordedEvent], audience: Audience) -> list[RecordedEvent]:
    return [redact_row(TOY.event_types, row, audience) for row in rows]


@EVERY_AUDIENCE
def test_an_old_record_folds_to_what_a_new_one_folds_to(audience: Audience) -> None:
    new = table()
    old = fold(TOY, new.match.id, part(as_it_was(new), audience))
    assert (old.state, old.status) == (new.as_seen(audience).state, "finished")


@EVERY_AUDIENCE
def test_what_an_old_version_hides_only_its_seat_sees(audience: Audience) -> None:
    dealt = [row for row in part(as_it_was(table()), audience) if row.type == "HandDealt"]
    assert [row.seat for row in dealt if row.private is not None] == ([audience] if isinstance(audience, int) else [])


def test_an_old_record_is_what_the_rules_still_make_of_it() -> None:
    playing = table()
    assert replay(TOY, playing.match.id, as_it_was(playing), SEED) == playing.match.ply


@cases(
    ("told", "otherwise"),
    [('"seat":0', '"seat":1'), (AT, AT.replace("2026", "2025")), (AT, AT.replace("2026", "2027"))],
)
def test_an_old_event_that_tells_something_else_is_found_out(told: str, otherwise: str) -> None:
    playing = table()
    rows = as_it_was(playing)
    place = next(index for index, row in enumerate(rows) if row.type == "HandDealt")
    rows[place] = rows[place]._replace(public=rows[place].public.replace(told, otherwise))
    with pytest.raises(Broken, match="HandDealt"):
        replay(TOY, playing.match.id, rows, SEED)


@cases("hand", [["one", "one", "one"], ["two", "two", "two"]])
def test_another_hand_than_the_one_dealt_is_found_out(hand: list[str]) -> None:
    playing = table()
    rows = as_it_was(playing)
    place = next(index for index, row in enumerate(rows) if row.type == "HandDealt")
    rows[place] = rows[place]._replace(private=canonical({"hand": hand}))
    with pytest.raises(Broken, match="HandDealt"):
        replay(TOY, playing.match.id, rows, SEED)


def test_a_running_game_goes_on_after_one_of_its_events_has_got_a_new_version() -> None:
    playing = table(1)
    match = fold(TOY, playing.match.id, as_it_was(playing))
    ((action, *_), _) = TOY.expand(match.state, 1, 1)
    assert record_ply(match, decide_in_game(match, 1, action), AT).after.status == "finished"


def test_a_version_is_read_by_way_of_all_that_came_after_it() -> None:
    @event(name="Told", upcast=lambda data: {"number": data["count"]})
    class Told1(Event):
        count: int

    @event(name="Told", version=2, upcast=lambda data: {"numbers": [data["number"]]})
    class Told2(Event):
        number: int

    @event(version=3)
    class Told(Event):
        numbers: tuple[int, ...]

    types = EventTypes([Told1, Told2, Told])
    (row,) = record(RecordEnd("", SEED, 0, 1, b""), AT, [Told1(count=7)])
    assert decode(types, row) == Told(numbers=(7,))


@cases("game", [*GAMES, TOY])
def test_each_version_but_the_newest_is_read_as_the_next_one(game: Game[Any]) -> None:
    for (name, version), kind in game.event_types.items():
        assert (kind.UPCAST is not None) == ((name, version + 1) in game.event_types), (name, version)
        assert version == 1 or (name, version - 1) in game.event_types, (name, version)
