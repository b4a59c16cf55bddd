"""Every page of the site, with games to show on it."""

from collections.abc import Sequence

from tests.service.client import CIVILIZATION, Player, Table
from tests.web.positions import EMPIRES, MIDDLE


def pages_of(players: Sequence[Player]) -> dict[str, str]:
    """The address of each page: three players have two games in play, and one is over."""
    base = players[0].base
    carta, over = (Table.of(base, 3, players=players, position=MIDDLE, edition="ru") for _ in range(2))
    version = over.see()["version"]
    for seat in (0, 1):
        over.act(seat, {"type": "resign"})
    dealt = Table.of(base, 3, players=players, edition="ru")
    for seat in (0, 1):
        dealt.act(seat, {"type": "resign"})
    empires = Table.of(base, 3, players=players, game=CIVILIZATION, edition=None, position=EMPIRES)
    return {
        "start": "/play",
        "lobby": "/play#/",
        "new-game": "/play#/new",
        "settings": "/play#/me",
        "carta": f"/play#/game/{carta.game}",
        "civilization": f"/play#/game/{empires.game}",
        "replay": f"/replay?game={over.game}&version={version}",
        "archive": "/replay",
        "verify": f"/verify?game={over.game}",
        "integrity": "/integrity",
    }


OPEN_TO_ALL = frozenset(("start",))
"""Pages that are looked at without a token."""
