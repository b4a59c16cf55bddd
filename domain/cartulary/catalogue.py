"""The games that are offered: one line each."""

from typing import Any, Final

from cartulary.games import carta_impera_victoria, civilization_the_card_game
from cartulary.match.game import Game

GAMES: Final[tuple[Game[Any], ...]] = (
    carta_impera_victoria.GAME,
    civilization_the_card_game.GAME,
)
CATALOGUE: Final = {game.id: game for game in GAMES}
