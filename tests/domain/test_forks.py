"""Forks: a match goes on from where another one was, and each seat knows what it knew there."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.visibility import SPECTATOR
from cartulary.match.events.fork import Origin
from cartulary.match.fork import Knowledge, imagine
from tests.domain.table import Table

identity = id

EVERY_GAME = pytest.mark.parametrize("id", CATALOGUE)
SEATS = range(3)


def midway(id: str, plies: int = 25) -> Table:
    """A game that went on by chance for a while."""
    game, random = CATALOGUE[id], Random(4)
    table = Table(game, game.setup(None, len(SEATS), {}), bytes(32), [bytes([seat]) for seat in SEATS])
    for _ in range(plies):
        if table.match.status != "playing":
            break
        seat = table.match.to_act()[0]
        table.act(seat, random.choice([*game.legal_actions(table.match.state, seat)]).any_action(random))
    return table


def forked(table: Table, known: Knowledge) -> Table:
    """A match that begins from what is known."""
    origin = Origin(table.match.id, table.match.version)
    setup = table.match.setup
    return Table(
        table.game, setup, b"\1" * 32, [b"", b"", b""], game_id="f", position=known.position(), forked_from=origin
    )


@EVERY_GAME
def test_a_fork_of_what_everybody_knew_goes_on_as_it_was_for_everybody(id: str) -> None:
    table = midway(id)
    seats = [table.as_seen(seat).state for seat in SEATS]
    fork = forked(table, Knowledge(table.match.state, seats, table.as_seen(SPECTATOR).state))
    assert (fork.match.status, fork.match.sandbox) == ("playing", True)
    assert fork.match.state == table.match.state
    for audience in table.audiences:
        assert fork.as_seen(audience).state == table.as_seen(audience).state
    assert [each.type for each in fork.rows[-4:]] == ["SeatSaw"] * 3 + ["ForkBegan"]


@EVERY_GAME
def test_who_imagines_a_fork_knows_there_what_he_knew_and_others_what_they_hold_in_it(id: str) -> None:
    table = midway(id)
    seen = table.as_seen(1)
    known = imagine(seen, 1, table.as_seen(SPECTATOR).state, Random(1))
    assert {*known.position()} == {"whole", "seats", "table"}
    assert known.whole == table.game.determinize(seen.state, Random(1))
    assert [known.seats[1], known.table] == [seen.state, table.as_seen(SPECTATOR).state]
    for seat in (0, 2):
        assert known.seats[seat] == table.game.mask(known.whole, seat)
    fork = forked(table, known)
    assert fork.match.state == known.whole
    assert [fork.as_seen(audience).state for audience in fork.audiences] == [known.table, *known.seats]


@EVERY_GAME
def test_a_fork_can_be_played_on_by_what_was_legal(id: str) -> None:
    table = midway(id)
    seat = table.match.to_act()[0]
    fork = forked(table, imagine(table.as_seen(seat), seat, table.as_seen(SPECTATOR).state, Random(1)))
    assert fork.actions(seat) == table.actions(seat)
    fork.act(seat, fork.actions(seat)[0])


def lists_in(value: Any) -> Iterator[list[Any]]:
    """Every list that is part of a state, and those in it."""
    if is_dataclass(value):
        for each in fields(value):
            yield from lists_in(getattr(value, each.name))
    elif isinstance(value, list | tuple):
        if isinstance(value, list):
            yield value
        for part in value:
            yield from lists_in(part)


@EVERY_GAME
@pytest.mark.parametrize("plies", [0, 2, 25, 200])
def test_a_copy_of_a_state_is_equal_and_shares_no_list_with_it(id: str, plies: int) -> None:
    table = midway(id, plies)
    copied = table.game.fork(table.match.state)
    assert copied == table.match.state
    assert not {*map(identity, lists_in(copied))} & {*map(identity, lists_in(table.match.state))}
