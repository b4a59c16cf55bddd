"""Substitutes on the page: one offers the seat in the menu, another finds it in the lobby and plays on."""

from collections.abc import Callable

from tests.service.client import Player, Table
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]


def test_a_seat_that_one_offers_is_found_in_the_lobby_and_played_on_by_another(visit: Visit, served: str) -> None:
    table = Table.of(served)
    ann = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ann.keyed("menu").click()
    ann.keyed("substitution").locator("summary").click()
    ann.keyed("offer-seat").click()
    ann.sees("Your seat is open to a substitute.")
    dan = visit(Player(served, "Dan").token).goes("/play")
    dan.keyed("list:vacant").locator(f'[data-key="game:{table.game}"]').click()
    dan.button("Play on for Player 0").click()
    dan.page.locator('[data-key="hand"], .hand').first.wait_for()
    ann.sees("You are watching this game.")
    ann.sees("takes over this seat.")
    assert [each["player"]["name"] for each in table.see()["seats"]] == ["Dan", "Player 1"]
    # Her page may read her orders once more before it hears that she has no seat.
    ann.complaints = [each for each in ann.complaints if "403" not in each]
    assert ann.page.locator(".log .ply", has_text="sits down").first.locator("strong").inner_text() == "Player 0"
