"""A table in memory shows each seat what the seat's part of the record tells, and no more."""

from collections.abc import Sequence
from random import Random
from typing import Any

from cartulary.bots.table import MemoryTable
from cartulary.catalogue import CATALOGUE
from cartulary.match.game import Game
from tests.cases import cases
from tests.domain.table import Table

SEED = b"s" * 32
ENTROPY: Sequence[bytes] = [bytes([seat]) * 32 for seat in range(3)]


@cases("game", CATALOGUE.values())
def test_each_seat_sees_what_its_part_of_the_record_tells(game: Game[Any]) -> None:
    random, setup = Random(3), game.setup(None, 3, {})
    table, recorded = MemoryTable(game, setup, SEED, ENTROPY), Table(game, setup, SEED, ENTROPY)
    for _ in range(60):
        seat = table.match.to_act()[0]
        action = random.choice(recorded.actions(seat))
        table.act(seat, action)
        recorded.act(seat, action)
        assert table.match.state == recorded.match.state
        looking = random.randrange(3)
        assert table.as_seen(looking).state == recorded.as_seen(looking).state
        assert table.as_seen(looking).state != table.match.state
