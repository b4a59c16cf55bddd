"""A card that is told otherwise is found wherever it lies, though all is committed to, chained and signed anew."""

from functools import cache
from itertools import islice

import pytest

from tests.web.retold import HELD, SOURCES, retold
from tests.web.verifiers import Case, by_first, by_second, needs_node

CHOSEN = {
    "AreaDiscarded.cards.0",
    "AttackMade.given_up",
    "AttackMade.paid",
    "BreakthroughBegun.paid",
    "DemocracyPlaced.sphere",
    "InquisitionBegun.paid",
    "ResourcesExchanged.taken",
}
"""Choices among what lies open: another action could have made them, so at most the rules tell them apart."""
MOST = 70


@cache
def every_one(source: str) -> dict[tuple[str, int, str], Case]:
    """All of a game, made once."""
    return dict(retold(source))


@needs_node
@pytest.mark.parametrize("source", SOURCES)
def test_both_find_every_card_that_is_told_otherwise_than_it_lay(source: str) -> None:
    every = every_one(source)
    cases = dict(islice(every.items(), 0, None, len(every) // MOST + 1))
    cases |= {where: case for where, case in every.items() if where[0] in HELD}
    second = dict(zip(cases, by_second(cases.values()), strict=True))
    assert {f"{type}.{place}" for (type, _, place), said in second.items() if said.verified} <= CHOSEN
    first = {where: by_first(case) for where, case in cases.items() if not second[where].verified}
    assert not any(said.verified for said in first.values())


def test_every_event_whose_cards_were_once_taken_at_their_word_is_told_otherwise() -> None:
    assert {type for source in SOURCES for type, _, _ in every_one(source)} >= HELD
