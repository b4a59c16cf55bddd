"""Folds that a worker keeps follow what has happened when they are asked for, and nothing that did not."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.visibility import EVERYTHING, Audience
from cartulary.match.state import Match
from cartulary.record.decode import LogEntry, log_entries
from cartulary_service.games.state_cache import StateCache, fold_record
from tests.domain.table import Table

SEATS: Final = 3
PLIES: Final = 60


def dealt() -> Table:
    game = CATALOGUE["carta-impera-victoria"]
    return Table(game, game.setup(None, SEATS, {}), bytes(32), [bytes([seat]) * 32 for seat in range(SEATS)])


def plies(table: Table) -> Iterator[tuple[Match, Sequence[LogEntry]]]:
    """What happens at a table by chance, and after what."""
    chance = random.Random(3)
    for _ in range(PLIES):
        before, seat = table.match, table.match.to_act()[0]
        table.act(seat, chance.choice(table.actions(seat)))
        yield before, log_entries(table.game.event_types, table.rows[before.version :])


def kept(folds: StateCache, table: Table, audiences: Sequence[Audience]) -> None:
    for each in audiences:
        folds.keep(each, fold_record(table.match.id, table.rows, each))


@pytest.mark.parametrize("every", [1, 7, PLIES])
def test_however_seldom_a_fold_is_asked_for_it_is_what_the_record_tells_its_audience(every: int) -> None:
    table, folds = dealt(), StateCache(1)
    audiences: list[Audience] = [EVERYTHING, *table.audiences]
    kept(folds, table, audiences)
    for number, (before, entries) in enumerate(plies(table), 1):
        folds.keep(EVERYTHING, table.match)
        folds.advance(before, entries)
        if number % every == 0:
            for each in audiences:
                assert folds.get(table.match.id, each) == fold_record(table.match.id, table.rows, each)


def test_a_fold_of_another_history_follows_nothing() -> None:
    table, other, folds = dealt(), dealt(), StateCache(1)
    kept(folds, table, table.audiences)
    (before, entries), *_ = plies(other)
    stranger = [each._replace(row=each.row._replace(hash=bytes(32))) for each in entries]
    before.head = bytes(32)
    folds.advance(before, stranger)
    for each in table.audiences:
        assert folds.get(table.match.id, each) == fold_record(table.match.id, table.rows, each)


def test_the_buffer_of_a_cached_fold_is_bounded() -> None:
    table, folds = dealt(), StateCache(1)
    kept(folds, table, table.audiences)
    behind = [0]
    for before, entries in plies(table):
        folds.advance(before, entries)
        newest = folds.newest(table.match.id)
        assert newest is not None
        behind.append(table.match.version - newest.version)
    assert max(behind) < table.match.version / 2
