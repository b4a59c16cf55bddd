"""Bots of the service are called by the page's words wherever the page names a player."""

from collections.abc import Callable

from tests.service.client import Player
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
SERVICE_NAME = "Bot ("


def against(player: Player, bot: str) -> str:
    """Return a game of a player against a bot."""
    game = player.new_game()
    player.sit(game, seat=0)
    player.sit(game, bot=bot)
    return game


def test_a_bot_has_the_page_s_word_at_its_seat_in_the_log_in_lists_and_in_replays(visit: Visit, served: str) -> None:
    nora = Player(served, "Nora")
    game, finished = against(nora, "greedy"), against(nora, "search-1")
    nora.act(finished, {"type": "resign"})
    page = visit(nora.token)
    for path, word, places in (
        (f"/play#/game/{game}", "an easy bot", (".rivals", ".log")),
        ("/play", "an easy bot", (".rows",)),
        ("/play", "a medium bot", (".opens",)),
        (f"/replay?game={finished}&as=everything&lang=ru", "средний бот", (".rivals", ".crumb", ".log")),
        ("/replay?lang=en", "a medium bot", (".opens",)),
    ):
        page.goes(path)
        for place in places:
            page.sees(word, place)
        assert SERVICE_NAME not in page.find("body").inner_text(), path


def test_two_bots_of_a_kind_have_numbers(visit: Visit, served: str) -> None:
    nora = Player(served, "Nora")
    game = nora.new_game(seats=3)
    nora.sit(game, seat=0)
    for _ in range(2):
        nora.sit(game, bot="greedy")
    page = visit(nora.token).goes(f"/play#/game/{game}")
    for word in ("an easy bot 1", "an easy bot 2"):
        page.sees(word, ".rivals")
