"""What belongs to a player alone, on the pages: signing in elsewhere, notes, mutes, orders, delegations, clocks."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect
from werkzeug.serving import make_server

from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria import GAME
from cartulary.match.game import Option
from cartulary_service.config import Config
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import make_app
from tests.service.program import Program
from tests.web.playing import acts
from tests.web.positions import WAR
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
CLOCK = {"kind": "turn", "seconds": 86_400, "vacation_days": 3}
TOKEN = "localStorage.getItem('cartulary-token')"


def link_of(owner: Visitor) -> str:
    """A link that signs in, made in one's settings."""
    owner.goes("/play#/me").keyed("make-link").click()
    link = owner.keyed("sign-in-link")
    expect(link).to_have_value(re.compile("#/sign-in/cart_"))
    return link.input_value().removeprefix(owner.base)


def test_a_link_signs_in_on_another_device_and_only_once(visit: Visit, served: str) -> None:
    ada = Player(served, "Ada")
    owner, phone, thief = visit(ada.token), visit(), visit()
    link = link_of(owner)
    phone.goes(link).sees("Ada", ".account")
    assert phone.page.url == served + "/play#/"
    linked = link.partition("/sign-in/")[2]
    kept = phone.page.evaluate(TOKEN)
    assert kept not in (linked, ada.token)
    thief.goes(link).sees("This link has been used already, or its time is over.", "[role=alert]")
    assert thief.page.evaluate(TOKEN) is None
    assert "sign-in" not in thief.page.url
    tokens = body_of(ada.get("/me/tokens"), 200)["tokens"]
    assert [each["expires_at"] for each in tokens] == [None, None]
    phone.page.reload()
    phone.waits().sees("Ada", ".account")


def test_a_player_consents_to_an_organiser_waits_for_the_start_and_withdraws(visit: Visit, served: str) -> None:
    olga, ann = Player(served, "Olga"), Player(served, "Ann")
    mine = visit(ann.token).goes("/play#/me")
    mine.unfolds()
    mine.find("[name=organiser]").fill(f"@{olga.handle}")
    mine.keyed("allow-organiser").click()
    mine.sees("Olga", "[aria-labelledby=organisers] .rows")
    table = {"game": CARTA, "seats": [ann.id, olga.id], "title": "Final"}
    starts_at = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    made = olga.post("/tables", {"tag": f"cup-{olga.id[-12:]}", "starts_at": starts_at, "tables": [table]})
    (game,) = body_of(made, 201)["games"]
    mine.goes(f"/play#/game/{game}")
    mine.sees("Final · Everybody sits; the game begins", "h2")
    mine.goes("/play#/me").unfolds()
    mine.keyed("withdraw-consent:").click()
    mine.sees("Nobody may seat you at tables.")


def test_a_link_does_not_take_the_place_of_who_is_signed_in_unasked(visit: Visit, served: str) -> None:
    link = link_of(visit(Player(served, "Ada").token))
    boris = visit(Player(served, "Boris").token).goes(link)
    boris.sees("You are signed in here as Boris.", "main")
    boris.sees("Boris", ".account")
    boris.keyed("use-link").click()
    boris.sees("Ada", ".account")


def test_a_guest_takes_a_name_keeps_codes_and_comes_back_on_another_device(visit: Visit, served: str) -> None:
    guest = visit()
    guest.goes("/play").keyed("guided:carta").click()
    guest.page.wait_for_url("**/game/**")
    guest.goes("/play#/me").find("[name=own-name]").fill("Ada")
    guest.find("[name=own-handle]").fill("")
    guest.keyed("save-profile").click()
    guest.sees("Ada", ".account summary")
    guest.waits().keyed("make-codes").click()
    codes = guest.find(".codes code")
    expect(codes).to_have_count(8)
    with guest.page.expect_download() as saved:
        guest.keyed("save-codes").click()
    code, handle = codes.first.inner_text(), guest.find("[name=own-handle]").input_value()
    kept = saved.value.path().read_text()
    assert code in kept
    assert f"@{handle}" in kept
    assert guest.obstacles() == []
    guest.keyed("codes-kept").click()
    expect(codes).to_have_count(0)
    phone = visit().goes("/play")
    phone.find(".come-back > summary").click()
    phone.find("[name=handle]").fill(handle)
    for typed in ("ZZZZ-ZZZZ-ZZZZ-ZZZZ", code.lower()):
        phone.find("[name=code]").fill(typed)
        phone.keyed("recover").click()
        if typed != code.lower():
            phone.sees("@name and code do not belong together", "[role=alert]")
    phone.sees("Ada", ".account summary")
    phone.goes("/play#/me").sees("You have 7 codes left.")
    expect(phone.keyed("session:")).to_have_count(2)
    phone.sees("Chrome · Linux", "[data-key^='session:']")
    phone.keyed("end-others").click()
    phone.agrees()
    expect(phone.keyed("session:")).to_have_count(1)
    expect(guest.goes("/play").find(".come-back")).to_have_count(1)


def test_a_note_stays_with_its_version(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    seat = table.see()["to_act"][0]
    ada = visit(table.players[seat].token).goes(f"/play#/game/{table.game}")
    version = table.see()["version"]
    ada.keyed("tab:notes").click()
    ada.keyed("note").fill("Keep the priest.")
    ada.keyed("save-note").click()
    ada.sees("Kept.", ".talk")
    acts(ada)
    ada.sees(f"Note: Turn 1 · Move {table.visitor.events(table.game)[-1]['public']['ply']}", ".talk")
    expect(ada.keyed("note")).to_have_value("")
    ada.find(".kept a").click()
    ada.waits().keyed("tab:notes").click()
    expect(ada.keyed("note")).to_have_value("Keep the priest.")
    assert f"version={version}" in ada.page.url
    ada.keyed("erase-note").click()
    expect(ada.find(".kept")).to_have_count(0)
    assert body_of(table.players[seat].get(f"/games/{table.game}/notes"), 200)["notes"] == []


def test_the_field_of_a_note_has_a_label_before_the_notes_arrive(visit: Visit, served: str) -> None:
    player = Table.of(served, 2).players[0]
    ada = visit(player.token)
    ada.page.route("**/notes", lambda _unanswered: None)
    ada.goes(f"/play#/game/{player.new_game()}").keyed("tab:notes").click()
    expect(ada.page.get_by_label("Note: before the first move")).to_be_visible()


def test_what_is_being_written_stays_in_the_field_while_other_notes_come_and_go(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada, player = visit(table.players[0].token), table.players[0]
    body_of(player.send("PUT", f"/games/{table.game}/notes/0", json={"text": "An older one."}), 200)
    asked: list[Route] = []
    ada.page.route("**/notes", lambda route: asked.append(route))
    ada.goes(f"/play#/game/{table.game}").keyed("tab:notes").click()
    ada.keyed("note").fill("Keep the priest.")
    for each in asked:
        each.continue_()
    ada.page.unroute_all()
    ada.sees("An older one.", ".kept")
    expect(ada.keyed("note")).to_have_value("Keep the priest.")
    ada.keyed("erase-note:0").click()
    expect(ada.find(".kept")).to_have_count(0)
    expect(ada.keyed("note")).to_have_value("Keep the priest.")


def test_a_muted_player_is_hidden_on_the_page_until_unmuted(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    boris = table.players[1]
    boris.post(f"/games/{table.game}/chat", {"text": "Hurry!"})
    ada.sees("Hurry!", ".chat")
    ada.keyed("tab:chat").click()
    ada.find("summary:has-text('Players in this game')").click()
    ada.button("Mute Player 1").click()
    expect(ada.find(".chat")).not_to_contain_text("Hurry!")
    boris.post(f"/games/{table.game}/chat", {"text": "Still there?"})
    ada.find("[name=said]").fill("Peace.")
    ada.button("Send").click()
    ada.sees("Peace.", ".chat")
    expect(ada.find(".chat")).not_to_contain_text("Still there?")
    ada.goes("/play#/me").button("Unmute Player 1").click()
    ada.sees("You have muted nobody.")
    ada.goes(f"/play#/game/{table.game}").sees("Still there?", ".chat")


def test_an_order_is_tried_given_carried_out_and_withdrawn(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    seat = table.see()["to_act"][0]
    hand = table.see(1 - seat)["state"]["seats"][1 - seat]["hand"]
    waiting = visit(table.players[1 - seat].token).goes(f"/play#/game/{table.game}")
    waiting.keyed("to-orders").click()
    waiting.find("[name=order-after]").select_option("end_turn")
    waiting.find("[name=order-action]").select_option("play")
    waiting.find("[name=order-field]").select_option(next(iter(hand)))
    waiting.keyed("try-order").click()
    waiting.sees("So far it would have done nothing.")
    waiting.keyed("give-order").click()
    waiting.sees("The order waits.")
    waiting.sees(f"After Player {seat}: End the turn and draw → Play a card:", ".rows")
    table.act(seat, table.legal(seat)[0])
    table.act(seat, {"type": "end_turn"})
    waiting.sees("done", ".rows .tag")
    waiting.sees(re.compile(rf"Player {1 - seat}.*plays"), ".log .ply")
    waiting.find("[name=order-kind]").select_option("end_turn")
    waiting.keyed("give-order").click()
    waiting.keyed("withdraw:").click()
    waiting.sees("cancelled", ".rows .tag")
    waiting.sees("You have withdrawn it", ".rows")


def test_an_order_that_makes_no_sense_is_refused_beside_its_form(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("menu").click()
    ada.find("summary:has-text('Orders in advance')").click()
    ada.find("[name=order-action]").select_option("attack")
    ada.keyed("give-order").click()
    ada.sees("Not possible:", "[data-key=orders] .notice")


def test_somebody_acts_while_one_is_away(visit: Visit, served: str) -> None:
    table, cid = Table.of(served, 2), Player(served, "Cid")
    seat = table.see()["to_act"][0]
    owner = visit(table.players[seat].token).goes("/play#/me")
    owner.find("[name=delegate]").select_option("")
    owner.find("[name=delegate-handle]").fill("@" + cid.shown()["handle"])
    owner.find("[name=delegated]").select_option(table.game)
    owner.keyed("delegate-now").click()
    owner.sees(cid.id, ".rows")
    delegate = visit(cid.token).goes(f"/play#/game/{table.game}")
    acts(delegate)
    owner.keyed("end:").click()
    expect(owner.keyed("end:")).to_have_count(0)
    assert cid.see(table.game)["you"] is None


def test_vacation_is_taken_and_time_is_given(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, clock=CLOCK)
    seat = table.see()["to_act"][0]
    ada = visit(table.players[seat].token).goes(f"/play#/game/{table.game}")
    before = table.see()["clock"]["seats"]
    ada.keyed("menu").click()
    ada.find(".clocks summary").click()
    ada.sees("3 days of vacation", ".clocks")
    ada.keyed("vacation").fill("2")
    ada.keyed("take-vacation").click()
    ada.sees("on vacation until", ".clocks")
    ada.sees("1 day of vacation", ".clocks")
    ada.find("[name=give-much]").select_option(label="12 hours")
    ada.keyed("give-time").click()
    ada.sees("1 day 12 hours", ".clocks")
    after = table.see()["clock"]["seats"]
    assert after[seat]["vacation_days"] == 1
    assert after[1 - seat]["left"] == before[1 - seat]["left"] + 12 * 3_600


@pytest.mark.parametrize(("seconds", "first"), [(600, "1 minute"), (86_400, "1 hour")])
def test_time_is_given_in_portions_that_suit_the_pace(visit: Visit, served: str, seconds: int, first: str) -> None:
    table = Table.of(served, 2, clock={"kind": "bank", "seconds": seconds})
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("menu").click()
    ada.find(".clocks summary").click()
    expect(ada.find("[name=give-much] option").first).to_have_text(first)


@pytest.fixture
def after_the_release(monkeypatch: pytest.MonkeyPatch, database_url: str, tmp_path: Path) -> Iterator[str]:
    """The service of a later release with newer rules, over the same database."""

    def unchanged(state: Any, setup: Any) -> None:
        """By the newer rules the game goes on as it was."""

    newest = GAME.revision + 1
    options = (*GAME.options, Option("hand", ("chosen", "standing"), since=newest, formerly="standing"))
    monkeypatch.setitem(CATALOGUE, CARTA, replace(GAME, revision=newest, adopt=unchanged, options=options))
    app = make_app(Config(database_url=database_url, keys_dir=tmp_path))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        app.extensions["cartulary"]["stopping"].set()
        server.shutdown()
        thread.join()
        app.extensions["cartulary"]["database"].close()


def test_a_running_game_goes_over_to_newer_rules_once_all_agree(
    browser: Browser, served: str, after_the_release: str
) -> None:
    table = Table.of(served, 2)
    both = [Visitor(browser, after_the_release, player.token) for player in table.players]
    for each in both:
        each.goes(f"/play#/game/{table.game}").sees("revision 2 is newer", ".banner")
    both[0].keyed("rules-changes").click()
    both[0].sees("Hand: “As long as the Religion lies there” becomes “Chosen each turn”", ".banner li")
    both[0].keyed("agree-rules").click()
    both[1].sees("Agreed: Player 0.", ".banner")
    expect(both[0].keyed("agree-rules")).to_have_count(0)
    both[1].keyed("agree-rules").click()
    for each in both:
        expect(each.find(".banner")).to_have_count(0)
        each.leave()


@pytest.mark.parametrize("wish", [{"game": CARTA}, {"game": CIVILIZATION, "position": WAR}], ids=[CARTA, CIVILIZATION])
def test_card_help_can_be_reached_by_keyboard(visit: Visit, served: str, wish: dict[str, Any]) -> None:
    table = Table.of(served, 2, edition=None, **wish)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    asks = ada.find("main button[data-zoom]").first
    asks.focus()
    ada.page.keyboard.press("i")
    box = ada.find(".zoom")
    expect(box).to_be_visible()
    expect(box).to_be_focused()
    expect(box.locator("h2")).not_to_be_empty()
    assert ada.obstacles() == []
    ada.page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(asks).to_be_focused()


def test_players_of_one_name_are_told_apart_by_their_handles(visit: Visit, served: str) -> None:
    table = Table.of(served, players=(Player(served, "Twin"), Player(served, "Twin")))
    handles = [each["player"]["handle"] for each in table.see()["seats"]]
    table.players[1].post(f"/games/{table.game}/chat", {"text": "Which one am I?"})
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.sees(f"Twin (@{handles[0]})", ".me")
    ada.sees(f"Twin (@{handles[1]})", ".rival")
    ada.sees(f"Twin (@{handles[1]})", ".log .ply")
    ada.sees(re.compile(rf"Twin @{handles[1]} .* Which one am I\?"), ".chat")
    ada.keyed("tab:chat").click()
    ada.find("summary:has-text('Players in this game')").click()
    ada.button("Mute Twin").click()
    ada.goes("/play#/")
    ada.sees(f"Twin (@{handles[1]})", ".people")
    ada.sees(f"@{handles[0]}", ".account summary")
    ada.goes("/play#/me")
    ada.sees(f"Twin @{handles[1]}", ".rows")
    expect(ada.find("[name=delegate] option").nth(1)).to_have_text(f"Twin (@{handles[1]})")


def test_a_name_in_another_script_is_told_apart_at_the_table(visit: Visit, served: str) -> None:
    table = Table.of(served, players=(Player(served, "Ada"), Player(served, "\u0410d\u0430")))
    handle = table.see()["seats"][1]["player"]["handle"]
    visit().goes(f"/play#/game/{table.game}").sees(f"\u0410d\u0430 (@{handle})", ".log .ply")


def test_a_link_that_was_sent_to_another_account_says_so(visit: Visit, served: str) -> None:
    table = Table.of(served)
    ann, ben = table.players
    link = f"/play#/game/{table.game}?for={ann.id}"
    visit(ben.token).goes(link).sees(
        re.compile(r"sent to another player\. You are signed in as Player 1 \(@"), "[data-key=sent-to]"
    )
    visit().goes(link).sees("Sign in as that player", "[data-key=sent-to]")
    own = visit(ann.token).goes(link)
    expect(own.keyed("sent-to")).to_have_count(0)
    own.sees("Player 0")


def test_a_link_leads_to_the_same_table_and_player_with_its_ids_in_capitals(visit: Visit, served: str) -> None:
    table = Table.of(served)
    ann = table.players[0]
    game, player = table.game.upper(), ann.id.upper()
    for link in (f"/play#/game/{game}?for={player}", f"/play?game={game}"):
        own = visit(ann.token).goes(link)
        own.sees("Your hand", ".hand")
        expect(own.keyed("sent-to")).to_have_count(0)
    visit().goes(f"/play#/player/{player}").sees("Player 0", "h1")


def test_the_path_of_an_invitation_opens_the_table_for_a_stranger(visit: Visit, served: str) -> None:
    ann = Player(served, "Ann")
    game = ann.new_game(private=True)
    path = body_of(ann.post(f"/games/{game}/invites"), 201)["path"]
    ben = visit(Player(served, "Ben").token).goes(path)
    ben.keyed("sit-down").click()
    ben.sees("Ben", "main")
    assert body_of(ann.get(f"/games/{game}"), 200)["seats"][0]["player"]["name"] == "Ben"


def test_a_reserved_name_is_refused_in_the_reader_s_language(visit: Visit) -> None:
    reader = visit(locale="uk-UA").goes("/play")
    reader.find("[name=name]").fill("Bot (greedy)")
    reader.keyed("register").click()
    reader.sees("належить сервісу чи його ботам", "[role=alert]")
    reader.find("[name=name]").fill("Ада")
    reader.keyed("register").click()
    reader.sees("Ада", ".account summary")


def test_the_page_says_what_ends_with_a_device_and_with_a_program_before_and_after(visit: Visit, served: str) -> None:
    ada, ben = Player(served, "Ada"), Player(served, "Ben")
    laptop = body_of(ada.post("/me/tokens", {"label": "Laptop"}), 201)
    on_laptop, program = Client(served, laptop["token"]), Program(served, "read play manage").sign_in(ada)
    body_of(on_laptop.post("/webhooks", {"url": "https://1.1.1.1/", "format": "slack"}), 201)
    body_of(on_laptop.post("/me/delegations", {"player": ben.id, "until": "2100-01-01T00:00:00Z"}), 201)
    body_of(program.post("/me/calendar"), 201)
    mine = visit(ada.token).goes("/play#/me")
    mine.sees("made on the device “Laptop”", "[aria-labelledby=away]")
    (consent,) = body_of(ada.get("/me/consents"), 200)["consents"]
    for key, ended in (
        (f"end-session:{laptop['id']}", ("1 player who acts for you", "notices to 1 browser, chat or program")),
        (f"end:{consent['id']}", ("the calendar",)),
    ):
        mine.unfolds()
        mine.keyed(key).click()
        asked = mine.agrees()
        for each in ended:
            mine.sees(each, ".notice")
        assert all(each in asked for each in ended)


def test_the_page_of_a_sign_in_link_says_what_is_not_possible_there(visit: Visit, served: str) -> None:
    ada = Player(served, "Ada")
    first = body_of(ada.get("/me"), 200)["token"]["id"]
    phone = body_of(ada.post("/me/tokens", {"label": "Phone"}), 201)
    mine = visit(phone["token"]).goes("/play#/me")
    for key in ("no-codes-here", "no-end-here"):
        mine.sees("through another of your devices", f"[data-key={key}]")
    expect(mine.find(f"[data-key='end-session:{first}']")).to_have_count(0)
    expect(mine.find("[data-key=make-codes]")).to_have_count(0)
    expect(mine.find("[data-key=end-others]")).to_have_count(0)
