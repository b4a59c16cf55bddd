"""The games that are offered: one line each."""

from typing import Any, Final

from domain import carta_impera_victoria
from domain.kernel.game import Game

CATALOGUE: Final[dict[str, Game[Any]]] = {game.id: game for game in (carta_impera_victoria.GAME,)}
