"""What a player is told and offered once a game is over: the result, how close it was, and the next opponent."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.cases import cases
from tests.service.client import CARTA, CIVILIZATION, Player, Table
from tests.web.positions import EMPIRE, LAST_CARD, LAST_TECHNOLOGY, PLOT
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
REFUSE_COPIES: Final = (
    "() => { navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError')); }"
)
SIZES: Final = pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])


def against(player: Player, bot: str, position: dict[str, Any] = LAST_CARD) -> str:
    """Return a game of a player against a bot, from a position."""
    game = player.new_game(position=position)
    player.sit(game, seat=0)
    player.sit(game, bot=bot)
    return game


def won(player: Player, bot: str) -> str:
    """Return a game that a player has won against a bot."""
    game = against(player, bot)
    player.act(game, {"type": "play", "card": "military-2"})
    player.act(game, {"type": "end_turn"})
    return game


def lost(player: Player, bot: str) -> str:
    """Return a game that a player has given up against a bot."""
    game = against(player, bot)
    player.act(game, {"type": "resign"})
    return game


@SIZES
def test_each_player_reads_whether_they_won_and_how_close_it_was(
    visit: Visit, served: str, way: dict[str, Any]
) -> None:
    table = Table.of(served, 2, [Player(served, "Nora"), Player(served, "Ada")], position=LAST_CARD)
    table.act(0, {"type": "play", "card": "military-2"})
    table.act(0, {"type": "end_turn"})
    nora, ada = (visit(each.token, **way).goes(f"/play#/game/{table.game}") for each in table.players)
    nora.sees("You win!", ".banner.win .own-result")
    ada.sees("You lose.", ".banner.win .own-result")
    grounds = [
        each.find(".banner.win").evaluate("band => getComputedStyle(band).backgroundColor") for each in (nora, ada)
    ]
    assert grounds[0] != grounds[1], "who has lost is not congratulated"
    for each in (nora, ada):
        each.sees("Ada was 6 cards short in Science", ".banner.win")
        expect(each.keyed("next-bot")).to_have_count(0)
        assert each.obstacles() == []
        assert each.overflows() <= 0


def test_points_are_told_with_the_difference(visit: Visit, served: str) -> None:
    richer = EMPIRE | {"plots": [PLOT | {"population": 5}]}
    position = LAST_TECHNOLOGY | {"seats": [LAST_TECHNOLOGY["seats"][0] | richer, EMPIRE]}
    position["seats"][0]["resources"] = LAST_TECHNOLOGY["seats"][0]["resources"]
    players = [Player(served, "Nora"), Player(served, "Ada")]
    table = Table.of(served, 2, players, game=CIVILIZATION, edition=None, position=position)
    table.act(0, next(each for each in table.legal(0) if each["type"] == "buy_technology"))
    points = [each["points"] for each in table.see()["state"]["seats"]]
    nora = visit(players[0].token).goes(f"/play#/game/{table.game}")
    nora.sees(f"won by {points[0] - points[1]} points", ".banner.win")


@SIZES
@pytest.mark.parametrize(("kind", "stood"), [(CARTA, "7/8"), (CIVILIZATION, "Coast")])
def test_who_leaves_still_sees_how_the_table_stood(
    visit: Visit, served: str, way: dict[str, Any], kind: str, stood: str
) -> None:
    position = LAST_CARD if kind == CARTA else LAST_TECHNOLOGY | {"seats": [EMPIRE, EMPIRE]}
    players = [Player(served, "Nora"), Player(served, "Ada")]
    table = Table.of(served, 2, players, game=kind, edition=None, position=position)
    nora = visit(players[0].token, **way).goes(f"/play#/game/{table.game}")
    nora.sees(stood, ".board")
    table.act(0, {"type": "resign"})
    for _ in range(2):
        nora.sees("You resigned.", ".banner.win .own-result")
        nora.sees(stood, ".board")
        nora.page.reload()


@cases(("bot", "following"), [("random", "an easy bot"), ("greedy", "a medium bot")])
def test_after_a_win_the_next_stronger_bot_is_one_tap_away(visit: Visit, served: str, bot: str, following: str) -> None:
    nora = Player(served, "Nora")
    page = visit(nora.token).goes(f"/play#/game/{won(nora, bot)}")
    expect(page.keyed("next-bot")).to_have_text(f"Next: {following}")
    before = page.game()
    page.keyed("next-bot").click()
    page.page.wait_for_function("(before) => !location.hash.includes(before)", arg=before)
    page.sees("Turn 1")
    assert page.game() != before


def test_the_weaker_bot_is_offered_only_after_three_losses_in_a_row(visit: Visit, served: str) -> None:
    nora = Player(served, "Nora")
    lost(nora, "greedy")
    won(nora, "greedy")
    lost(nora, "greedy")
    page = visit(nora.token).goes(f"/play#/game/{lost(nora, 'greedy')}")
    page.sees("You resigned.", ".banner.win .own-result")
    expect(page.keyed("rematch")).to_be_visible()
    expect(page.keyed("next-bot")).to_have_count(0)
    page.goes(f"/play#/game/{lost(nora, 'greedy')}")
    expect(page.keyed("next-bot")).to_have_text("Next: a bot that plays at random")


def test_a_link_to_the_replay_is_copied_unless_the_game_is_private(visit: Visit, served: str) -> None:
    nora = Player(served, "Nora")
    game = won(nora, "greedy")
    page = visit(nora.token, permissions=["clipboard-read", "clipboard-write"]).goes(f"/play#/game/{game}")
    page.keyed("share").click()
    page.sees("Copied.")
    assert f"replay?game={game}" in page.page.evaluate("navigator.clipboard.readText()")


def test_a_link_to_the_replay_that_cannot_be_copied_is_shown(visit: Visit, served: str) -> None:
    nora = Player(served, "Nora")
    game = won(nora, "greedy")
    page = visit(nora.token).goes(f"/play#/game/{game}")
    page.asks(REFUSE_COPIES)
    page.keyed("share").click()
    link = page.find(".notices a")
    expect(link).to_have_text(f"{served}/replay?game={game}&lang=en")
    expect(link).to_have_attribute("href", f"{served}/replay?game={game}&lang=en")
    page.goes(f"/replay?game={game}")
    page.asks(REFUSE_COPIES)
    page.keyed("more").locator("summary").click()
    page.keyed("copy").click()
    page.sees(f"This browser did not allow copying. {served}/replay?game={game}", "[role=status]")
