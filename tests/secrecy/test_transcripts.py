"""By HTTP: an audience that may not know which of two worlds it is in gets the same bytes in both, whatever it asks."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from random import Random
from typing import Final

import pytest

from tests.conftest import created
from tests.secrecy.answers import Answer
from tests.secrecy.dealt import idealise
from tests.secrecy.frozen import Frozen, freeze_chance
from tests.secrecy.leaks import FOR_SPECTATORS, LEAKS
from tests.secrecy.scenes import Pair, drawn_pair
from tests.secrecy.transcript import PASTS, Transcript
from tests.service.client import CARTA, CIVILIZATION, operations

SCENES: Final = count(1)
TRIES: Final = 3
"""Pairs in which a leak may show."""
SCENES_OF: Final = {
    "a_look_ahead_sees_everything": "a look ahead 0",
    "a_trial_of_an_order_knows_everything": "a_trial_of_an_order_knows_everything 1",
    "the_key_of_another_seat_gets_its_answer": "the_key_of_another_seat_gets_its_answer 1",
}
"""Seeds of scenes for leaks that show in few: in the first an Inquisition can be looked ahead to."""
GAMES: Final = pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
AUDIENCES: Final = pytest.mark.parametrize("spectator", [False, True], ids=["seat", "spectator"])


@pytest.fixture(scope="module")
def worlds(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Frozen, Frozen]]:
    """Two services that nothing tells apart but what is hidden."""
    folder = tmp_path_factory.mktemp("worlds")
    with ExitStack() as opened, pytest.MonkeyPatch.context() as patch:
        idealise(patch)
        freeze_chance(patch)
        here, there = (Frozen(opened.enter_context(created(database_url)), folder) for _ in range(2))
        yield here, there
        here.close()
        there.close()


def differences(worlds: tuple[Frozen, Frozen], pair: Pair) -> Iterator[str]:
    """What the audience of a pair is answered otherwise in the second world."""
    scene = next(SCENES)
    for world, swaps in zip(worlds, ([], [pair.swap]), strict=True):
        world.begin(scene, swaps)
    here, there = (Transcript(world, pair.scene) for world in worlds)
    for (asked, one), (again, other) in zip(here.run(), there.run(), strict=True):
        if (asked, one) != (again, other):
            yield f"{pair.swap} shows to {pair.scene.audience}: {asked}\n{told(one)}\n{told(other)}"


def told(answer: Answer) -> str:
    return f"{answer.status} {answer.headers}\n{answer.body[:3_000].decode(errors='replace')}"


def first_difference(worlds: tuple[Frozen, Frozen], pair: Pair) -> str | None:
    return next(differences(worlds, pair), None)


@AUDIENCES
@GAMES
def test_what_is_hidden_changes_no_byte_of_any_answer(
    worlds: tuple[Frozen, Frozen], game: str, spectator: bool
) -> None:
    random = Random(f"{game} {spectator}")
    for _ in range(2):
        assert first_difference(worlds, drawn_pair(game, random, spectator=spectator)) is None


@pytest.mark.parametrize("past", PASTS)
def test_who_was_at_the_table_before_learns_no_more_than_any_onlooker(worlds: tuple[Frozen, Frozen], past: str) -> None:
    pair = drawn_pair(CARTA, Random(past), spectator=True)
    assert first_difference(worlds, pair._replace(scene=pair.scene._replace(past=past))) is None


@GAMES
def test_what_an_audience_may_know_it_is_told(worlds: tuple[Frozen, Frozen], game: str) -> None:
    """The comparison is not blind."""
    pair = drawn_pair(game, Random(game), spectator=False, told_apart=True)
    assert first_difference(worlds, pair) is not None


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_found(worlds: tuple[Frozen, Frozen], name: str) -> None:
    random, spectator = Random(SCENES_OF.get(name, name)), name in FOR_SPECTATORS
    pairs = (drawn_pair(CARTA, random, spectator=spectator, in_hands=True) for _ in range(TRIES))
    with pytest.MonkeyPatch.context() as patch:
        LEAKS[name](patch)
        found = (first_difference(worlds, pair) for pair in pairs)
        assert any(found)


def test_every_operation_is_asked(worlds: tuple[Frozen, Frozen]) -> None:
    pair = drawn_pair(CARTA, Random("every operation"), spectator=False)
    worlds[0].begin(next(SCENES), [])
    transcript = Transcript(worlds[0], pair.scene)
    assert list(transcript.run())
    assert transcript.touched == {each.id for each in operations().values()}


@AUDIENCES
@GAMES
def test_what_partners_tell_each_other_changes_no_byte_for_others(
    worlds: tuple[Frozen, Frozen], game: str, spectator: bool
) -> None:
    random = Random(f"{game} {spectator}")
    pairs = (drawn_pair(game, random, spectator=spectator, in_hands=True) for _ in count())
    pair = next(each for each in pairs if "team_chat" in each.scene.deal.setup.options)
    assert first_difference(worlds, pair) is None
