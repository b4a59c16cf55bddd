"""What a table says beside its game: points in the right number, times of messages, and the link to invite by."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.service.client import CIVILIZATION, Player, Table, body_of
from tests.web.positions import EMPIRE, LAST_TECHNOLOGY, PLOT
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]


def test_one_point_is_not_called_points(visit: Visit, served: str) -> None:
    seats = [EMPIRE | {"plots": [PLOT | {"population": count}], "technologies": []} for count in (1, 2)]
    table = Table.of(served, game=CIVILIZATION, edition=None, position=LAST_TECHNOLOGY | {"seats": seats})
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.sees(re.compile(r"^1\s?point$"), ".score")
    nora.sees(re.compile(r"^2\s?points$"), ".score")


def test_a_message_shows_when_it_was_said(visit: Visit, served: str) -> None:
    table = Table.of(served)
    body_of(table.players[1].post(f"/games/{table.game}/chat", {"text": "Good luck!"}), 201)
    reader = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    reader.keyed("tab:chat").click()
    expect(reader.find(".chat p time")).to_have_text(re.compile(r"\d:\d\d"))


def test_the_link_to_a_public_table_is_in_sight_while_it_waits(visit: Visit, served: str) -> None:
    host = Player(served)
    game = host.new_game()
    body_of(host.sit(game), 201)
    waiting = visit(host.token).goes(f"/play#/game/{game}")
    expect(waiting.keyed("link")).to_be_visible()
    expect(waiting.keyed("link")).to_have_value(f"{served}/play?game={game}")
    expect(visit(Player(served).token).goes(f"/play?game={game}").keyed("sit:1")).to_be_visible()
