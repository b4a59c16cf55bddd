"""Where the keyboard has its focus: led to the hand at one's turn, to questions by a key, never out of what is used."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.service.client import CIVILIZATION, Player, Table
from tests.service.conftest import eventually
from tests.web.playing import READY
from tests.web.positions import EMPIRES, LAST_CARD, MIDDLE, plot
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]


def before_their_turn(visit: Visit, base: str) -> tuple[Table, Visitor]:
    """A table of two, of whom one has drawn, and the other, who is next."""
    table = Table.of(base)
    (seat,) = table.see()["to_act"]
    table.act(seat, table.legal(seat)[0])
    waits = visit(table.players[1 - seat].token).goes(f"/play#/game/{table.game}")
    waits.sees("Waiting for", ".doing")
    return table, waits


def turn_comes(table: Table, waits: Visitor) -> None:
    """End the turn of the other, and wait until the page shows it."""
    (seat,) = table.see()["to_act"]
    table.act(seat, {"type": "end_turn"})
    waits.awaits(READY, table.see()["version"])


def test_as_the_turn_comes_the_focus_is_led_to_what_can_be_done(visit: Visit, served: str) -> None:
    table, waits = before_their_turn(visit, served)
    waits.find("#main").focus()
    turn_comes(table, waits)
    expect(waits.find(".play-table .can:focus, [data-key=go]:focus")).to_be_visible()


def test_as_the_turn_comes_the_focus_stays_in_what_is_in_use(visit: Visit, served: str) -> None:
    table, waits = before_their_turn(visit, served)
    waits.keyed("menu").focus()
    turn_comes(table, waits)
    expect(waits.keyed("menu")).to_be_focused()


def test_who_has_sat_down_has_the_focus_at_the_table(visit: Visit, served: str) -> None:
    host, guest = Player(served), Player(served)
    game = host.new_game()
    first, last = (visit(player.token).goes(f"/play#/game/{game}") for player in (host, guest))
    first.keyed("sit:0").focus()
    first.page.keyboard.press("Enter")
    expect(first.keyed("leave")).to_be_visible()
    expect(first.find("#main:focus")).to_be_attached()
    expect(last.keyed("sit:0")).to_have_count(0)
    last.keyed("sit:1").focus()
    last.page.keyboard.press("Enter")
    expect(last.find(".play-table .hand .card:focus, [data-key=go]:focus, .doing:focus")).to_be_visible()


def test_the_focus_goes_on_to_the_main_action_where_what_was_chosen_can_be_chosen_no_more(
    visit: Visit, served: str
) -> None:
    own = EMPIRES["seats"][0] | {"plots": [plot("hills", 1)]}
    collects = EMPIRES | {"step": "collect", "seats": [own, *EMPIRES["seats"][1:]]}
    table = Table.of(served, 3, game=CIVILIZATION, edition=None, position=collects)
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.keyed("coin:food").focus()
    nora.page.keyboard.press("Enter")
    expect(nora.keyed("go")).to_be_focused()


def test_a_question_is_announced_reached_by_one_key_and_answered_by_another(visit: Visit, served: str) -> None:
    table, asked = before_their_turn(visit, served)
    (seat,) = table.see()["to_act"]
    for key, left in (("n", 1), ("y", 0)):
        table.act(seat, {"type": "agree_end", "how": "draw" if left else "abort"})
        asked.sees("Player", "[role=status] .banner")
        asked.page.keyboard.press("y")
        assert table.see()["status"] == "playing"
        asked.page.keyboard.press("q")
        expect(asked.button("Agree")).to_be_focused()
        asked.page.keyboard.press(key)
        expect(asked.button("Agree")).to_have_count(0)
        assert asked.asks("document.activeElement.closest('.doing, .hand, .next-steps') !== null")
    eventually(lambda: table.see()["status"] != "playing")


def in_the_middle(visit: Visit, base: str) -> tuple[Table, Visitor]:
    """A table of three at which the first is to play a card."""
    table = Table.of(base, 3, edition=None, position=MIDDLE)
    return table, visit(table.players[0].token).goes(f"/play#/game/{table.game}")


def test_space_presses_the_button_that_has_the_focus_and_nothing_else(visit: Visit, served: str) -> None:
    table, nora = in_the_middle(visit, served)
    keys = nora.page.keyboard
    nora.keyed("hand:science-3").focus()
    keys.press("Space")
    nora.sees("Play Science III", "[data-key=go]")
    keys.press("Space")
    nora.sees("End turn", "[data-key=go]")
    keys.press("e")
    pressed = nora.find(".effect:focus")
    expect(pressed).to_be_visible()
    keys.press("Space")
    expect(nora.keyed("put-back")).to_be_visible()
    keys.press("Escape")
    nora.keyed("menu").focus()
    keys.press("Space")
    expect(nora.find(".menu")).to_be_visible()
    assert table.see()["state"]["step"] == "effects"


def test_after_a_card_the_focus_is_on_the_main_button_also_with_a_twin_in_the_hand(visit: Visit, served: str) -> None:
    own = LAST_CARD["seats"][0] | {"hand": {"religion-1": 2}, "area": {"military-1": 2}}
    position = LAST_CARD | {"seats": [own, LAST_CARD["seats"][1]]}
    table = Table.of(served, edition=None, position=position)
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.keyed("hand:religion-1:0").focus()
    for said in ("Play Religion I", "End turn"):
        nora.page.keyboard.press("Space")
        nora.sees(said, "[data-key=go]")
    expect(nora.keyed("hand:religion-1")).to_have_count(1)
    expect(nora.keyed("go")).to_be_focused()


def test_whoever_comes_back_to_their_turn_has_the_focus_on_the_first_card_that_can_be_played(
    visit: Visit, served: str
) -> None:
    _, nora = in_the_middle(visit, served)
    expect(nora.find(".hand .card.can").first).to_be_focused()


@pytest.mark.parametrize("seat", [0, 1])
def test_at_the_end_of_a_game_the_focus_is_on_what_comes_next(visit: Visit, served: str, seat: int) -> None:
    table = Table.of(served, edition=None, position=LAST_CARD)
    table.act(0, {"type": "play", "card": "military-2"})
    nora = visit(table.players[seat].token).goes(f"/play#/game/{table.game}")
    if seat == 0:
        nora.keyed("go").focus()
        nora.page.keyboard.press("Space")
    else:
        nora.sees("Waiting for", ".doing")
        table.act(0, {"type": "end_turn"})
    expect(nora.find(".next-steps > *").first).to_be_focused()


def test_space_does_what_the_main_button_says_where_no_button_has_the_focus(visit: Visit, served: str) -> None:
    _, nora = in_the_middle(visit, served)
    nora.keyed("hand:science-3").click()
    nora.sees("Play Science III", "[data-key=go]")
    nora.asks("document.activeElement.blur()")
    nora.page.keyboard.press("Space")
    nora.sees("End turn", "[data-key=go]")


def test_keys_are_typed_into_a_field_until_escape_leaves_it(visit: Visit, served: str) -> None:
    table, nora = in_the_middle(visit, served)
    table.act(0, {"type": "play", "card": "science-3"})
    nora.sees("End turn", "[data-key=go]")
    nora.keyed("tab:chat").click()
    field = nora.find("input[name=said]")
    field.focus()
    nora.page.keyboard.type("e u")
    expect(field).to_have_value("e u")
    nora.page.keyboard.press("Escape")
    expect(nora.keyed("go")).to_be_focused()
    nora.page.keyboard.press("e")
    expect(nora.find(".effect.can:focus")).to_be_visible()


def test_escape_from_the_list_of_keys_gives_the_focus_back(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, edition=None, position=MIDDLE)
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    card = nora.keyed("hand:science-3")
    card.focus()
    for leaves in ("Escape", "Enter"):
        nora.page.keyboard.press("?")
        nora.sees("Keys at the table", ".sheet:popover-open")
        if leaves == "Enter":
            nora.keyed("close-sheet").focus()
        nora.page.keyboard.press(leaves)
        expect(nora.find(".sheet:popover-open")).to_have_count(0)
        expect(card).to_be_focused()


def test_keys_are_heard_on_the_tabs_and_on_keyboards_of_other_letters(visit: Visit, served: str) -> None:
    table, nora = in_the_middle(visit, served)
    table.act(0, {"type": "play", "card": "science-3"})
    nora.sees("End turn", "[data-key=go]")
    nora.keyed("tab:journal").focus()
    nora.page.keyboard.press("e")
    expect(nora.find(".effect.can:focus")).to_be_visible()
    nora.keyed("menu").focus()
    nora.keyed("menu").dispatch_event("keydown", {"key": "ф", "code": "KeyE", "bubbles": True})
    expect(nora.find(".effect.can:focus")).to_be_visible()


def test_escape_closes_a_sheet_first_and_then_puts_back_what_was_chosen(visit: Visit, served: str) -> None:
    _, nora = in_the_middle(visit, served)
    nora.keyed("hand:science-3").click()
    nora.page.keyboard.press("d")
    expect(nora.find(".sheet")).to_be_visible()
    nora.find(".status h2").click()
    nora.page.keyboard.press("Escape")
    expect(nora.find(".sheet")).to_be_hidden()
    nora.sees("Play Science III", "[data-key=go]")
    nora.page.keyboard.press("u")
    expect(nora.keyed("idle")).to_be_visible()


def test_the_list_of_keys_is_opened_beside_the_menu_where_there_is_a_keyboard(visit: Visit, served: str) -> None:
    table = Table.of(served)
    desk = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    desk.keyed("shortcuts").click()
    for key in ("Q", "Y", "N"):
        expect(desk.find(".sheet kbd").get_by_text(key, exact=True)).to_be_visible()
    phone = visit(table.players[1].token, **HAND_HELD).goes(f"/play#/game/{table.game}")
    expect(phone.keyed("shortcuts")).to_be_hidden()


def test_whoever_takes_a_name_to_invite_people_goes_on_in_the_first_field(visit: Visit) -> None:
    guest = visit().goes("/play#/new")
    guest.find("[name=name]").fill("Ada")
    guest.page.keyboard.press("Enter")
    expect(guest.find("select[name=game]")).to_be_focused()


def test_whoever_invites_people_from_the_box_of_a_game_sets_up_that_game(visit: Visit) -> None:
    guest = visit().goes("/play")
    guest.keyed(f"invite-people:{CIVILIZATION}").click()
    guest.sees("Set up a game", "h1")
    guest.find("[name=name]").fill("Ada")
    guest.page.keyboard.press("Enter")
    expect(guest.find("select[name=game]")).to_have_value(CIVILIZATION)


def test_the_log_stands_at_its_newest_entry_whenever_its_tab_is_opened(visit: Visit, served: str) -> None:
    table, nora = in_the_middle(visit, served)
    table.act(0, {"type": "play", "card": "science-3"})
    nora.sees("End turn", "[data-key=go]")
    log = nora.find("#part-journal .log")
    log.evaluate("(each) => { each.style.maxHeight = '40px'; each.style.flex = 'none'; each.scrollTop = 0; }")
    nora.keyed("tab:chat").click()
    nora.keyed("tab:journal").click()
    assert log.evaluate("(each) => each.scrollHeight - each.clientHeight - each.scrollTop < 2 && each.scrollTop > 0")
