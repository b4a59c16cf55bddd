"""Lobby and table in a real browser, against a real service: whole ways through them, as people go."""

import re
from collections.abc import Callable
from typing import Any

import pytest
import requests
from playwright.sync_api import expect

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES
from cartulary.match.game import OF_EVERY_GAME
from cartulary_service import web
from tests.message_catalogues import PAGES, read
from tests.patience import PATIENCE
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table
from tests.web.playing import acts, turn_of
from tests.web.positions import LAST_CARD, LAST_TECHNOLOGY, SEVERAL_LIMITS
from tests.web.visitor import HAND_HELD, PHONE, Visitor

Visit = Callable[..., Visitor]
GAMES = pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
MARKUP = "<img src=x onerror=alert(1)>"
KOREAN_PARTS = ("내 손", "기록", "채팅", "군사")


def tabs_to(visitor: Visitor, key: str) -> None:
    """Press Tab until something with that key has the focus."""
    expect(visitor.keyed(key).first).to_be_visible()
    for _ in range(80):
        visitor.page.keyboard.press("Tab")
        # Asked at once: between the last and the first of a page nothing has the focus.
        if visitor.page.evaluate("document.activeElement?.dataset.key ?? ''").startswith(key):
            return
    raise AssertionError(f"{key} cannot be reached")


@GAMES
def test_setting_up_a_game_asks_for_game_players_and_pace_and_folds_all_else(
    visit: Visit, served: str, game: str
) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/new")
    ada.find("select[name=game]").select_option(game)
    expect(ada.find("select[name=game]")).to_have_value(game)
    asked = {each.get_attribute("name") for each in ada.find("form :is(select, input)").all() if each.is_visible()}
    assert asked == {"game", "edition", "seats", "seat-1", "clock", "listed"}
    ada.find("summary").filter(has_text="House rules").click()
    expect(ada.find("select[name=option-fairness]")).to_be_visible()


@GAMES
def test_each_house_rule_stands_with_a_sentence_on_what_it_changes(visit: Visit, served: str, game: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/new")
    ada.find("select[name=game]").select_option(game)
    rules = ada.find("[data-key=house-rules] .fields > label")
    expect(rules).to_have_count(len(CATALOGUE[game].options) + len(OF_EVERY_GAME))
    expect(rules.filter(has=ada.page.locator("small", has_text="."))).to_have_count(rules.count())


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_edition_is_told_of_in_a_sentence_of_its_own(visit: Visit, served: str, language: str) -> None:
    ada = visit(Player(served, "Ada").token).goes(f"/play?lang={language}#/new/{CARTA}")
    editions = ada.find("select[name=edition]")
    said = ada.find("label:has(> select[name=edition]) small")
    told = set()
    for edition in ("ru", "uk", "ko"):
        editions.select_option(edition)
        told.add(said.inner_text())
    assert len(told) == 3
    assert all(len(each) < 200 for each in told)


@GAMES
def test_two_people_meet_and_play_until_one_resigns(visit: Visit, served: str, game: str) -> None:
    ada, boris = visit(Player(served, "Ada").token), visit(Player(served, "Boris").token)
    ada.goes(f"/play#/new/{game}")
    expect(ada.find("select[name=game]")).to_have_value(game)
    ada.find("[name=listed]").check()
    ada.button("Create and sit down").click()
    ada.sees("Waiting for players")
    boris.goes(f"/play#/game/{ada.game()}")
    boris.button("Sit here").click()
    for each in (ada, boris):
        each.sees("Your hand", ".hand")
    for _ in range(12):
        acts(turn_of([ada, boris]))
    loser = turn_of([ada, boris])
    winner = "Boris" if loser is ada else "Ada"
    loser.keyed("menu").click()
    loser.button("Resign …").click()
    loser.agrees()
    for each in (ada, boris):
        each.sees(f"The game is over: {winner} wins (resignation).", ".band")
    boris.find(".band").get_by_role("link", name="Replay", exact=True).click()
    boris.waits().sees("Move")
    assert ada.game() in boris.page.url


def test_a_press_counts_during_which_the_page_is_read_again(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, position=LAST_CARD)
    acting = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    acting.keyed("hand:military-2").click()
    acting.keyed("go").hover()
    acting.page.mouse.down()
    with acting.page.expect_response(re.compile(r"/actions$")) as read:
        acting.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    read.value.finished()
    acting.page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done)))")
    before = table.see()["version"]
    acting.page.mouse.up()
    expect(acting.find(f'.board:not([data-version="{before}"])')).to_be_attached()


def test_two_people_play_a_whole_game_to_its_end_one_by_mouse_and_one_by_touch(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ways: list[dict[str, Any]] = [{}, HAND_HELD]
    both = [
        visit(player.token, **way).goes(f"/play#/game/{table.game}")
        for player, way in zip(table.players, ways, strict=True)
    ]
    while table.see()["status"] == "playing":
        acts(turn_of(both))
    for each in both:
        each.sees("The game is over:", ".band")
    result = table.see()["result"]
    assert result["kind"] in ("domination", "majority")


def test_where_no_game_waits_no_number_stands_beside_that(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play")
    ada.sees("No game waits for you.", "[data-key='list:turns']")
    expect(ada.find("[data-key='list:turns'] .dot")).to_have_count(0)


def test_a_newcomer_plays_against_a_bot_at_once(visit: Visit) -> None:
    new = visit().goes("/")
    new.find("[name=name]").fill(MARKUP)
    new.button("Begin").click()
    new.sees(MARKUP, ".account")
    new.keyed(f"quick:{CARTA}").click()
    new.sees("Your hand", ".hand")
    new.sees(MARKUP, ".me")
    assert new.find("main img").count() == 0
    expect(new.find(".yours")).to_be_visible()
    acts(new)


def test_the_last_card_wins_the_game(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, position=LAST_CARD)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    expect(ada.page.get_by_role("group", name="Military, 7 of 8 to win")).to_be_visible()
    ada.keyed("hand:military-2").click()
    ada.sees("Play Military II", "[data-key=go]")
    ada.keyed("go").click()
    ada.sees("End turn", "[data-key=go]")
    ada.keyed("go").click()
    ada.sees("Player 0 wins (Domination)", ".band")


@pytest.mark.parametrize("language", LANGUAGES)
def test_lower_hand_limits_are_offered_beside_the_end_of_the_turn(visit: Visit, served: str, language: str) -> None:
    table = Table.of(served, 2, position=SEVERAL_LIMITS)
    ada = visit(table.players[0].token, locale=language).goes(f"/play#/game/{table.game}")
    texts = read(PAGES / "page", language)
    lower = [texts["act.limit"].replace("{limit}", limit) for limit in ("5", "3")]
    expect(ada.keyed("go")).to_contain_text(texts["carta.do-end_turn"])
    expect(ada.keyed("option:")).to_have_text(lower)
    ada.keyed("option:").first.click()
    expect(ada.find(".status")).to_contain_text("Player 1")
    assert table.see(0)["state"]["seats"][0]["hand"] == {"military-2": 1, "science-2": 4}


def test_with_lower_hand_limits_the_end_of_the_turn_is_a_single_choice_still(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, position=SEVERAL_LIMITS)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("go").click()
    ada.sees("Waiting for Player 1", ".status")
    assert table.see(0)["state"]["seats"][0]["hand"] == {"military-2": 1, "science-2": 6}


def test_the_last_technology_ends_the_game(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=LAST_TECHNOLOGY)
    both = [visit(player.token).goes(f"/play#/game/{table.game}") for player in table.players]
    both[0].keyed("technology:mining").click()
    both[0].sees("Buy Mining", "[data-key=go]")
    both[0].keyed("go").click()
    for each in both:
        each.sees("Player 0 wins", ".band")


def test_a_played_card_can_be_taken_back(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, position=LAST_CARD)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("hand:religion-1").click()
    ada.keyed("go").click()
    ada.sees("plays Religion I", ".log")
    ada.button("Take back").click()
    ada.sees(re.compile("takes the game back to turn [0-9]+, before “Player 0: plays Religion I”"), ".log")
    expect(ada.find(".fan .card.can")).to_have_count(2)


def test_the_table_catches_up_after_being_offline(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, position=LAST_CARD)
    boris = visit(table.players[1].token).goes(f"/play#/game/{table.game}")
    boris.sees("Waiting for Player 0", ".status")
    boris.context.set_offline(True)
    boris.sees("No connection", ".band")
    table.act(0, {"type": "play", "card": "religion-1"})
    table.act(0, {"type": "end_turn"})
    boris.context.set_offline(False)
    boris.sees("Your turn", ".status")
    boris.sees("plays Religion I", ".log")
    expect(boris.find(".banner.cut")).to_have_count(0)


def test_a_game_can_be_played_by_the_keyboard_alone(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, position=LAST_CARD)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    tabs_to(ada, "hand:religion-1")
    ada.page.keyboard.press("Enter")
    ada.sees("Play Religion I", "[data-key=go]")
    ada.page.keyboard.press("Enter")
    ada.sees("plays Religion I", ".log")
    ada.prefers_to_look_ahead()
    expect(ada.find(":focus")).to_have_attribute("data-key", "go")
    ada.page.keyboard.press("Enter")
    expect(ada.find(":focus")).to_have_attribute("data-key", "confirm")
    ada.sees("This shows something hidden", ".preview")
    ada.page.keyboard.press("Escape")
    expect(ada.find(".preview")).to_have_count(0)
    tabs_to(ada, "go")
    ada.page.keyboard.press("Enter")
    expect(ada.find(":focus")).to_have_attribute("data-key", "confirm")
    ada.page.keyboard.press("Enter")
    ada.sees("Waiting for Player 1", ".status")


def test_what_is_refused_is_said(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    game = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    table.act(0, {"type": "agree_end", "how": "draw"})
    # An action on an older version is stale, which is told in other words.
    expect(game.find(f'.board[data-version="{table.see()["version"]}"]')).to_be_attached()
    game.keyed("menu").click()
    game.find("[data-key=endings] summary").click()
    game.keyed("end:draw").click()
    game.agrees()
    game.sees("Not possible.", "[role=alert]")


def test_a_private_table_is_reached_by_its_invitation_only(visit: Visit, served: str) -> None:
    host, guest = visit(Player(served, "Host").token), visit(Player(served, "Guest").token)
    host.goes("/play#/new")
    host.button("Create and sit down").click()
    host.button("Copy an invitation").click()
    expect(host.find("input.link")).to_have_value(re.compile("/play#/game/"))
    link = host.find("input.link").input_value()
    guest.goes(f"/play#/game/{host.game()}").sees("There is no such game.", "h1")
    guest.goes(link.removeprefix(guest.base)).button("Sit down").click()
    guest.sees("Your hand", ".hand")


def test_an_invitation_says_who_invites_and_seats_a_stranger_by_name(visit: Visit, served: str) -> None:
    host, stranger = visit(Player(served, "Host").token), visit()
    host.goes("/play#/new").button("Create and sit down").click()
    host.button("Copy an invitation").click()
    expect(host.find("input.link")).to_have_value(re.compile("#/game/"))
    stranger.goes(host.find("input.link").input_value().removeprefix(host.base))
    stranger.sees("Host invites you to CIV: Carta Impera Victoria", "h1")
    assert stranger.find("[role=alert] *").count() == 0
    stranger.find("[name=name]").fill("Eve")
    stranger.button("Sit down").click()
    stranger.sees("Your hand", ".hand")
    host.sees("Eve", ".rivals")


def test_a_link_to_a_public_table_names_it_where_previews_are_made(visit: Visit, served: str) -> None:
    host, guest = visit(Player(served, "Host").token), visit(Player(served, "Guest").token)
    game = Player(served, "Other").new_game()
    host.goes(f"/play?game={game}").button("Copy an invitation").click()
    assert host.page.url == f"{served}/play#/game/{game}"
    expect(host.find("input.link")).to_have_value(f"{served}/play?game={game}")
    guest.goes(f"/play?game={game}").keyed("sit:0").click()
    guest.sees("Guest", ".places")
    assert guest.page.url == f"{served}/play#/game/{game}"


def test_a_link_to_no_game_says_so_and_leads_to_one_as_that_of_a_private_game_does(visit: Visit, served: str) -> None:
    private, none = Player(served, "Host").new_game(private=True), "00000000-0000-7000-8000-000000000001"
    told = []
    for game in (private, none):
        stranger = visit().goes(f"/play#/game/{game}")
        stranger.sees("There is no such game.", "h1")
        expect(stranger.find("body")).not_to_contain_text("Who are you?")
        told.append(stranger.find("main").inner_text())
        stranger.keyed("play-something").click()
        expect(stranger.keyed(f"quick:{CARTA}")).to_be_visible()
    assert told[0] == told[1]


def test_people_are_invited_to_a_private_table_unless_its_creator_shows_it_in_the_lobby(
    visit: Visit, served: str
) -> None:
    hosts = [visit(Player(served, "Host").token).goes(f"/play#/new/{CARTA}") for _ in range(2)]
    hosts[1].find("[name=listed]").check()
    for host, private in zip(hosts, (True, False), strict=True):
        host.button("Create and sit down").click()
        first = host.find("main.waits .panel").locator("button, a.button, input, summary").locator("visible=true").first
        assert first.get_attribute("data-key") == ("invite" if private else "link")
        expect(host.keyed("invitee")).to_be_hidden()
        host.button("Copy an invitation").click()
        expect(host.find("input.link")).to_have_value(re.compile(host.game()))
        assert host.find("input.link").input_value().count(host.game()) == 1
        assert (Client(served).get(f"/games/{host.game()}").status_code == 404) is private


def test_an_invitation_that_no_longer_holds_says_so(visit: Visit, served: str) -> None:
    game = Player(served, "Host").new_game(private=True)
    visit().goes(f"/play#/game/{game}/outdated").sees("This invitation no longer holds.", "h1")


def test_seats_commit_to_their_entropy_and_open_it(visit: Visit, served: str) -> None:
    ada, boris = visit(Player(served, "Ada").token), visit(Player(served, "Boris").token)
    ada.goes("/play#/new").find("summary").filter(has_text="House rules").click()
    ada.find("select[name=option-fairness]").select_option("commit")
    ada.find("[name=listed]").check()
    ada.button("Create and sit down").click()
    ada.sees("Waiting for players")
    boris.goes(f"/play#/game/{ada.game()}").button("Sit here").click()
    for each in (ada, boris):
        each.sees("Your hand", ".hand")


def test_a_table_with_a_bot_and_a_clock_begins(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/new")
    ada.find("[name=listed]").check()
    ada.find("select[name=seat-1]").select_option("random")
    ada.find("select[name=clock]").select_option("slow")
    ada.button("Create and sit down").click()
    ada.sees("Your hand", ".hand")
    ada.sees("a bot that plays at random", ".rivals")
    game = Player(served).see(ada.game())
    terms = game["clock"]["terms"]
    assert (terms["kind"], terms["seconds"], terms["vacation_days"]) == ("turn", 3 * 86_400, 14)


def test_a_clock_of_one_s_own_begins_with_the_usual_one_that_was_chosen(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/new")
    expect(ada.find("[name=clock-time]")).to_have_count(0)
    ada.find("select[name=clock]").select_option("live")
    ada.find("select[name=clock]").select_option("own")
    expect(ada.find("[name=clock-unit]")).to_have_value("minutes")
    ada.find("[name=clock-time]").fill("25")
    ada.find("[name=listed]").check()
    ada.button("Create and sit down").click()
    ada.sees("Looking for an opponent")
    terms = Player(served).see(ada.game())["clock"]["terms"]
    assert (terms["kind"], terms["seconds"], terms["increment"]) == ("bank", 25 * 60, 0)


def test_a_bank_of_one_s_own_gains_nothing_that_nobody_has_chosen(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/new")
    ada.find("select[name=clock]").select_option("own")
    ada.find("select[name=clock-kind]").select_option("bank")
    ada.find("[name=clock-time]").fill("4")
    ada.find("[name=clock-unit]").select_option("minutes")
    ada.find("[name=listed]").check()
    ada.button("Create and sit down").click()
    ada.sees("Looking for an opponent")
    terms = Player(served).see(ada.game())["clock"]["terms"]
    assert (terms["kind"], terms["seconds"], terms["increment"]) == ("bank", 4 * 60, 0)


def test_the_creator_of_a_table_titles_it_removes_a_player_and_closes_it(visit: Visit, served: str) -> None:
    host, guest = Player(served, "Ada"), Player(served, "Boris")
    game = host.new_game(3, title="Friday", language="ko")
    for player in (host, guest):
        player.sit(game)
    ada = visit(host.token).goes(f"/play#/game/{game}")
    ada.sees("Friday", ".crumb .title")
    ada.keyed("more-of-table").locator("summary").click()
    ada.find("[name=title]").fill(MARKUP)
    ada.button("Save").click()
    ada.sees(f"{MARKUP} · Waiting for players", "h2")
    ada.button("Remove Boris").click()
    expect(ada.find(".places .free")).to_have_count(2)
    boris = visit(guest.token).goes("/play#/")
    boris.sees(f"{MARKUP} · CIV", "[data-key='list:open']")
    boris.sees("한국어", "[data-key='list:open'] .tag")
    ada.keyed("more-of-table").locator("summary").click()
    ada.keyed("close-table").click()
    ada.sees("The game is over without a winner (void).")


def test_filters_narrow_the_open_tables_until_they_are_taken_off(visit: Visit, served: str) -> None:
    host = Player(served, "Host")
    clocks = [{"kind": "bank", "seconds": 600}, *[{"kind": "turn", "seconds": 3 * 86_400}] * 5]
    fitting, *others = (host.new_game(3, game=CIVILIZATION, edition=None, clock=clock) for clock in clocks)
    ada = visit(Player(served, "Ada").token).goes("/play#/")
    ada.find(".filters summary").click()
    ada.find("[name=filter-game]").select_option(CIVILIZATION)
    ada.find("[name=filter-clock]").select_option("live")
    for _ in range(2):
        expect(ada.keyed(f"row:{fitting}")).to_be_visible()
        expect(ada.keyed(f"row:{others[0]}")).to_have_count(0)
        ada.goes("/play#/")
    ada.find(".filters summary").click()
    ada.button("Show all tables").click()
    expect(ada.keyed(f"row:{others[0]}")).to_be_visible()
    expect(ada.find("[name=filter-clock]")).to_have_value("")


def test_players_talk(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada, boris = (visit(each.token).goes(f"/play#/game/{table.game}") for each in table.players)
    ada.keyed("tab:chat").click()
    ada.find("[name=said]").fill(MARKUP)
    ada.button("Send").click()
    boris.sees(MARKUP, ".log.chat")
    assert boris.find("main img").count() == 0


def test_the_language_changes_all_that_is_read(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, position=LAST_CARD)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.sees("Your hand", ".hand")
    for language, words in (("ru", "Ваша рука"), ("uk", "Ваша рука"), ("ko", "내 손"), ("en", "Your hand")):
        ada.find(".top select[name=language]").select_option(language)
        ada.sees(words, ".hand")
        expect(ada.find("html")).to_have_attribute("lang", language)
    ada.find(".top select[name=language]").select_option("ko")
    for words in KOREAN_PARTS:
        ada.sees(words, "main")


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_no_screen_shuts_anybody_out(visit: Visit, served: str, size: dict[str, int] | None) -> None:
    clock = {"kind": "turn", "seconds": 86_400, "vacation_days": 3}
    tables = [
        Table.of(served, 2, position=LAST_CARD, clock=clock),
        Table.of(served, 3, edition=None, game=CIVILIZATION),
    ]
    waiting = tables[0].players[0].new_game()
    more: dict[str, Any] = {"reduced_motion": "reduce"}
    more |= {"viewport": size} if size else {}
    stranger = visit(**more)
    ada = visit(tables[0].players[0].token, **more)
    screens = [(stranger, "/play"), (ada, "/play"), (ada, "/play#/new"), (ada, "/play#/me")]
    screens += [(ada, f"/play#/game/{waiting}")]
    screens += [(each, f"/play#/game/{table.game}") for table in tables for each in (stranger, ada)]
    for who, path in screens:
        who.goes(path).unfolds()
        assert who.obstacles_by_day_and_night() == [], path
        assert who.overflows() <= 0, path
    ada.goes(f"/play#/game/{tables[0].game}").keyed("hand:religion-1").click()
    assert ada.obstacles_by_day_and_night() == []
    ada.keyed("go").click()
    ada.sees("End turn", "[data-key=go]")
    assert ada.obstacles_by_day_and_night() == []
    ada.prefers_to_look_ahead()
    ada.keyed("go").click()
    ada.button("Do it").wait_for()
    assert ada.obstacles_by_day_and_night() == []
    ada.button("Cancel").click()


@pytest.mark.parametrize("path", web.GAME_PAGES)
def test_all_that_a_page_loads_is_small_on_the_wire(visit: Visit, served: str, path: str) -> None:
    visitor, loaded = visit(), set[str]()
    visitor.page.on("response", lambda response: loaded.add(response.url.partition("#")[0]))
    visitor.goes(path)
    assert f"{served}/play/cards/art.svg" in loaded
    assert sum(wired(each) for each in loaded) < 150_000


def wired(address: str) -> int:
    """The size of an answer as it is sent to a browser."""
    with requests.get(address, headers={"Accept-Encoding": "gzip"}, stream=True, timeout=PATIENCE) as response:
        return len(response.raw.read(decode_content=False))


def test_the_pages_open_without_a_connection_once_they_were_seen(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play")
    ada.page.evaluate("navigator.serviceWorker.ready")
    ada.goes("/play")
    ada.context.set_offline(True)
    ada.page.reload()
    ada.waits().sees("does not answer", "[role=alert]")
    ada.context.set_offline(False)
    ada.page.reload()
    ada.waits().sees("Play now")


def test_the_page_can_be_installed(visit: Visit, served: str) -> None:
    visitor = visit().goes("/play")
    manifest = requests.get(
        visitor.page.evaluate("document.querySelector('link[rel=manifest]').href"), timeout=PATIENCE
    )
    assert manifest.headers["Content-Type"].startswith("application/manifest+json")
    assert {each["sizes"] for each in manifest.json()["icons"]} >= {"192x192", "512x512"}
    for each in manifest.json()["icons"]:
        assert (
            requests.get(f"{served}/{each['src']}", timeout=PATIENCE).headers["Content-Type"].startswith(each["type"])
        )
