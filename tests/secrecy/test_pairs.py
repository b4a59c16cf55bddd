"""Thousands of pairs of worlds; `make secrecy PAIRS=1000000` takes more, and other ones each time."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from cartulary.kernel.visibility import Audience
from cartulary.match.decision import Decision
from cartulary.match.state import Match
from cartulary.record import redact
from cartulary.record.event import RecordedEvent
from cartulary_service.errors import Problem
from cartulary_service.games import preconditions
from tests.secrecy.dealt import idealise
from tests.secrecy.pairs import Leak, count_pairs
from tests.service.client import CARTA, CIVILIZATION

PAIRS: Final = int(os.environ.get("PAIRS", "20000"))
SEED: Final = os.environ.get("SEED", "1")
GAMES: Final = pytest.mark.parametrize("game", [CARTA, CIVILIZATION])


@pytest.fixture(autouse=True)
def ideal() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        idealise(patch)
        yield patch


@GAMES
def test_what_an_audience_may_not_know_changes_nothing_that_it_is_told(game: str) -> None:
    """And what it may know it is told: the comparison is not blind."""
    seen = count_pairs(game, Random(f"{game} {SEED}"), PAIRS // 2)
    print(f"\n{game}: {dict(seen)}")
    assert seen["pairs"] >= PAIRS // 2
    assert seen["told apart"] > 10


@GAMES
def test_a_hand_that_is_shown_to_all_seats_is_found(ideal: pytest.MonkeyPatch, game: str) -> None:
    def visible(types: object, row: RecordedEvent, audience: Audience) -> str | None:
        return row.private if row.private and "cards" in row.private else None

    ideal.setattr(redact, "visible_part", visible)
    with pytest.raises(Leak):
        count_pairs(game, Random(game), 2_000)


@GAMES
def test_a_refusal_that_depends_on_the_deck_is_found(ideal: pytest.MonkeyPatch, game: str) -> None:
    def decide_aloud(match: Match, *more: Any) -> Decision:
        try:
            return right(match, *more)
        except Problem as problem:
            problem.detail += str(match.state)
            raise

    right = preconditions.decide_or_refuse
    ideal.setattr(preconditions, "decide_or_refuse", decide_aloud)
    with pytest.raises(Leak):
        count_pairs(game, Random(game), 2_000)
