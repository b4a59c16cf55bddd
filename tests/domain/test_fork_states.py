"""docs/record.md describes every member of the states from which forks begin, so that others can read them."""

import re
from pathlib import Path

from cartulary.catalogue import GAMES
from cartulary.games.carta_impera_victoria.cards import KINDS as CARTA_KINDS
from cartulary.games.civilization_the_card_game.cards import KINDS, TECHNOLOGY_NAMES, TERRAINS
from cartulary.match.game import Game
from cartulary.match.snapshot import dump_state
from tests.cases import cases

DOCUMENT = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
NAMES = {"carta-impera-victoria": "Carta Impera Victoria", "civilization-the-card-game": "Civilization: The Card Game"}


def described(game: Game[object]) -> set[str]:
    """The members that the table of a game names in its first column."""
    table = DOCUMENT.partition(f"| {NAMES[game.id]} | holds |")[2].partition("\n\n")[0]
    return {name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])}


@cases("game", GAMES)
def test_every_member_of_a_state_is_described(game: Game[object]) -> None:
    assert described(game) == set(dump_state(game.initial(game.setup(None, 2, {}))))


def test_the_numbers_of_kinds_are_those_of_the_document() -> None:
    spelled = re.search(r"0 to 14: ([^;]+);", DOCUMENT)
    assert spelled
    names: list[str] = []
    for each in spelled[1].split(", "):
        names.append(names[-1].partition("-")[0] + each if each.startswith("-") else each)
    assert tuple(names) == CARTA_KINDS
    table = DOCUMENT.partition("| | in this order, with the number of copies |")[2]
    for order in (KINDS, TECHNOLOGY_NAMES, TERRAINS):
        places = [table.index(name) for name in order]
        assert places == sorted(places)
