"""What is asked for twice, or answered by nobody, is done once; what was written without a connection is sent later."""

import json
import re
from collections.abc import Callable

import psycopg
import pytest
from playwright.sync_api import Route, expect

from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import eventually
from tests.web.positions import WAR
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
TWICE = "(each) => { each.click(); each.click(); }"


def lose_answer(route: Route) -> None:
    """Let a request arrive, and its answer be lost."""
    route.fetch()
    route.abort("internetdisconnected")


def lose_posted(route: Route) -> None:
    """Lose the answer to a POST, and to nothing that is read."""
    if route.request.method == "POST":
        lose_answer(route)
    else:
        route.continue_()


def cut_posted(route: Route) -> None:
    """Let no POST arrive, but all that reads."""
    if route.request.method == "POST":
        cut(route)
    else:
        route.continue_()


def lose_first(visitor: Visitor, address: str) -> list[str]:
    """Lose the answer to the first POST there, and return the list to which it is added."""
    lost: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().text())
            route.abort("internetdisconnected")
        else:
            route.continue_()

    visitor.page.route(address, lose)
    return lost


def is_post(route: Route) -> bool:
    return route.request.method == "POST"


def lose_thing(route: Route, lost: list[str]) -> None:
    """Note the id of what is created, and let the answer be lost."""
    lost.append(route.fetch().json()["id"])
    route.abort("internetdisconnected")


def cut(route: Route) -> None:
    """Let a request not arrive."""
    route.abort("internetdisconnected")


def games_of(served: str, visitor: Visitor) -> list[str]:
    token = visitor.page.evaluate("localStorage.getItem('cartulary-token')")
    client = Client(served, token)
    me = body_of(client.get("/me"), 200)["id"]
    return [each["id"] for each in body_of(client.get(f"/games?player={me}"), 200)["games"]]


def created(visitor: Visitor) -> list[str]:
    """Note the ids of all that the page creates."""
    ids: list[str] = []
    visitor.page.on(
        "response",
        lambda answer: (
            ids.append(answer.json()["id"])
            if answer.request.method == "POST" and re.search(r"/v1/(players|games)$", answer.url)
            else None
        ),
    )
    return ids


def test_two_clicks_begin_one_account_and_one_game(visit: Visit, served: str) -> None:
    new = visit().goes("/")
    ids = created(new)
    new.keyed(f"quick:{CARTA}").evaluate(TWICE)
    new.sees("Your hand", ".hand")
    assert len(games_of(served, new)) == 1
    assert len(ids) == 2


def test_two_ways_to_an_account_pressed_together_make_one(visit: Visit, served: str) -> None:
    new = visit().goes("/")
    ids = created(new)
    new.find("[name=name]").fill("Tim")
    begin = new.button("Begin").element_handle()
    new.keyed(f"quick:{CARTA}").evaluate("(quick, begin) => { begin.click(); quick.click(); }", begin)
    new.sees("Your hand", ".hand")
    new.sees("Tim", ".account")
    assert len(ids) == 2


def test_two_clicks_create_one_table(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/new")
    ada.button("Create and sit down").evaluate(TWICE)
    ada.sees("Waiting for players")
    assert len(games_of(served, ada)) == 1


def test_a_table_whose_answer_was_lost_is_not_created_twice(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/new")
    lost: list[str] = []
    ada.page.route("**/v1/games", lambda route: lose_thing(route, lost), times=1)
    ada.button("Create and sit down").click()
    ada.sees("The service does not answer", "[role=alert]")
    ada.page.route("**/v1/games", lambda route: route.fulfill(status=429, body="{}"), times=1)
    ada.button("Create and sit down").click()
    ada.sees("Too many requests. W", "[role=alert]")
    ada.complaints.clear()
    ada.button("Create and sit down").click()
    ada.sees("Waiting for players")
    assert lost == [ada.game()]


def test_a_seat_whose_answer_was_lost_leaves_one_table(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/new")
    ada.page.route("**/seats", lose_answer, times=1)
    ada.button("Create and sit down").click()
    ada.sees("Waiting for players")
    assert len(games_of(served, ada)) == 1


def test_an_account_whose_answer_was_lost_is_not_made_twice_even_after_a_reload(
    visit: Visit, served: str, database_url: str
) -> None:
    new = visit().goes("/")
    new.page.route("**/v1/players", lose_answer, times=1)
    for _ in range(2):
        new.find("[name=name]").fill("Onlyonce")
        new.button("Begin").click()
        new.page.wait_for_selector(".account, [role=alert]:has-text('does not answer')")
        new.goes("/")
    new.sees("Onlyonce", ".account")
    with psycopg.connect(database_url) as c:
        assert c.execute("select count(*) from players where name = 'Onlyonce'").fetchone() == (1,)


@pytest.mark.parametrize("reloads", [False, True])
@pytest.mark.parametrize("named_first", [True, False])
def test_an_account_whose_answer_was_lost_is_the_one_that_another_way_leads_to(
    visit: Visit, served: str, named_first: bool, reloads: bool
) -> None:
    new = visit().goes("/")
    new.find("[name=name]").fill("Elsewhere")
    begin, quick = new.button("Begin"), new.keyed(f"quick:{CARTA}")
    lost: list[str] = []
    new.page.route("**/v1/players", lambda route: lose_thing(route, lost), times=1)
    (begin if named_first else quick).click()
    new.sees("The service does not answer", "[role=alert]")
    if reloads:
        new.goes("/")
        new.find("[name=name]").fill("Elsewhere")
    (quick if named_first else begin).click()
    new.sees("Elsewhere", ".account")
    token = new.page.evaluate("localStorage.getItem('cartulary-token')")
    assert [body_of(Client(served, token).get("/me"), 200)["id"]] == lost


def test_a_name_that_did_not_arrive_is_taken_at_the_next_press(visit: Visit, served: str) -> None:
    new = visit().goes("/")
    lost: list[str] = []
    new.page.route("**/v1/players", lambda route: lose_thing(route, lost), times=1)
    new.keyed(f"quick:{CARTA}").click()
    new.sees("The service does not answer", "[role=alert]")
    new.page.route("**/v1/me", lambda route: route.abort() if route.request.method == "PATCH" else route.fallback())
    new.find("[name=name]").fill("Arrives")
    new.button("Begin").click()
    new.sees("The service does not answer", "[role=alert]")
    new.page.unroute("**/v1/me")
    new.button("Begin").click()
    new.sees("Arrives", ".account")
    token = new.page.evaluate("localStorage.getItem('cartulary-token')")
    assert [body_of(Client(served, token).get("/me"), 200)["id"]] == lost
    new.complaints.clear()


def test_a_chat_whose_answer_was_lost_is_told_of_turns_once(visit: Visit, served: str) -> None:
    player = Player(served, "Ada")
    ada = visit(player.token).goes("/play#/me")
    ada.keyed("chats").locator("summary").click()
    ada.find("[name=chat]").select_option("ntfy")
    lose_first(ada, "**/v1/webhooks")
    for lost in (True, False):
        ada.find("[name=chat-url]").fill("https://93.184.216.34/turns")
        ada.keyed("add-chat").click()
        if lost:
            ada.sees("The service does not answer", "[role=alert]")
    ada.sees("ntfy 93.184.216.34", "[data-key=chats]")
    assert len(body_of(player.get("/webhooks"), 200)["webhooks"]) == 1


def test_a_chat_whose_answer_was_lost_is_the_one_of_the_next_tab(visit: Visit, served: str) -> None:
    player = Player(served, "Ada")
    ada = visit(player.token).goes("/play#/me")
    beside = ada.page.context.new_page()
    beside.goto(f"{served}/play#/me")
    lost = lose_first(ada, "**/v1/webhooks")
    ada.keyed("chats").locator("summary").click()
    ada.find("[name=chat-url]").fill("https://93.184.216.34/turns")
    ada.keyed("add-chat").click()
    ada.sees("The service does not answer", "[role=alert]")
    beside.locator("[data-key=chats] summary").click()
    beside.locator("[name=chat-url]").fill("https://93.184.216.34/turns")
    beside.locator("[data-key=add-chat]").click()
    expect(beside.locator("[data-key=chats] .rows li")).to_have_count(1)
    assert [each["id"] for each in body_of(player.get("/webhooks"), 200)["webhooks"]] == [json.loads(lost[0])["id"]]


def test_a_message_is_sent_once_however_often_enter_is_pressed(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("tab:chat").click()
    ada.find("[name=said]").fill("Hello!")
    ada.find("form:has([name=said])").evaluate("(form) => { form.requestSubmit(); form.requestSubmit(); }")
    ada.sees("Hello!", ".log.chat")
    ada.find("[name=said]").fill("Bye!")
    ada.button("Send").click()
    ada.sees("Bye!", ".log.chat")
    messages = body_of(table.players[1].get(f"/games/{table.game}/chat"), 200)["messages"]
    assert [each["text"] for each in messages] == ["Hello!", "Bye!"]


def test_what_was_written_without_a_connection_is_sent_once_it_is_back(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("tab:chat").click()
    ada.context.set_offline(True)
    for text in ("One", "Two"):
        ada.find("[name=said]").fill(text)
        ada.find("[name=said]").press("Enter")
    ada.sees("waits for the connection", ".waiting")
    ada.context.set_offline(False)
    ada.sees("Two", ".log.chat")
    expect(ada.find(".waiting li")).to_have_count(0)
    expect(ada.find("[role=alert] .notice")).to_have_count(0)
    messages = body_of(table.players[1].get(f"/games/{table.game}/chat"), 200)["messages"]
    assert [each["text"] for each in messages] == ["One", "Two"]


@pytest.mark.parametrize("leaves", ["for the lobby", "by a reload"])
def test_what_was_written_without_a_connection_is_sent_also_after_its_table_was_left(
    visit: Visit, served: str, leaves: str
) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("tab:chat").click()
    ada.page.route("**/chat", lambda route: cut(route) if route.request.method == "POST" else route.continue_())
    ada.find("[name=said]").fill("One")
    ada.find("[name=said]").press("Enter")
    ada.sees("waits for the connection", ".waiting")
    if leaves == "for the lobby":
        ada.page.evaluate("location.hash = '#/'")
        expect(ada.find(".waiting")).to_have_count(0)
    ada.page.unroute_all()
    if leaves == "by a reload":
        ada.page.reload()
    eventually(lambda: body_of(table.players[1].get(f"/games/{table.game}/chat"), 200)["messages"])
    (message,) = body_of(table.players[1].get(f"/games/{table.game}/chat"), 200)["messages"]
    assert message["text"] == "One"


@pytest.mark.parametrize("leaves", ["not", "for the lobby", "by a reload"])
def test_a_note_that_was_written_without_a_connection_is_kept_once_it_is_back(
    visit: Visit, served: str, leaves: str
) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("tab:notes").click()
    ada.page.route("**/notes/*", cut)
    for text in ("Draft", "Keep the priest."):
        ada.keyed("note").fill(text)
        ada.keyed("save-note").click()
    ada.sees("waits for the connection", ".own-notes")
    if leaves == "for the lobby":
        ada.page.evaluate("location.hash = '#/'")
        expect(ada.find(".own-notes")).to_have_count(0)
    ada.page.unroute_all()
    if leaves == "by a reload":
        ada.page.reload()

    def notes() -> list[str]:
        kept = body_of(table.players[0].get(f"/games/{table.game}/notes"), 200)["notes"]
        return [each["text"] for each in kept if each["text"] != "Draft"]

    eventually(notes)
    assert notes() == ["Keep the priest."]
    if leaves == "not":
        ada.sees("Kept.", ".own-notes")


def test_a_note_that_waited_stands_after_a_newer_one_of_another_device(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("tab:notes").click()
    # Reading is cut as well: the page looks before it writes, and a write that the browser holds back has looked.
    ada.page.route(re.compile("/notes"), cut)
    ada.keyed("note").fill("Old tablet")
    ada.keyed("save-note").click()
    ada.sees("waits for the connection", ".own-notes")
    version = table.see()["version"]
    body_of(table.players[0].send("PUT", f"/games/{table.game}/notes/{version}", json={"text": "New phone"}), 200)
    ada.page.unroute_all()
    ada.sees("Kept.", ".own-notes")
    (note,) = body_of(table.players[0].get(f"/games/{table.game}/notes"), 200)["notes"]
    assert note["text"] == "New phone\n\nOld tablet"


def test_a_note_that_is_written_anew_before_it_was_answered_stands_alone(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("tab:notes").click()
    ada.page.route("**/notes/*", lose_answer)
    for text in ("Draft", "Better"):
        ada.keyed("note").fill(text)
        ada.keyed("save-note").click()
        ada.sees("waits for the connection", ".own-notes")
    ada.page.unroute_all()
    ada.sees("Kept.", ".own-notes")
    (note,) = body_of(table.players[0].get(f"/games/{table.game}/notes"), 200)["notes"]
    assert note["text"] == "Better"


def test_a_note_that_was_erased_before_the_connection_was_back_is_not_kept(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("tab:notes").click()
    ada.page.route("**/notes/*", lambda route: cut(route) if route.request.method == "PUT" else route.continue_())
    ada.keyed("note").fill("A slip")
    ada.keyed("save-note").click()
    ada.sees("waits for the connection", ".own-notes")
    ada.keyed("note").fill("")
    ada.keyed("save-note").click()
    expect(ada.find(".own-notes")).not_to_contain_text("waits for the connection")
    asked = ada.page.expect_response(re.compile("/v1/catalogue$"))
    with asked:
        ada.page.unroute_all()
    assert body_of(table.players[0].get(f"/games/{table.game}/notes"), 200)["notes"] == []


def test_what_a_network_to_sign_in_to_answers_is_no_answer_of_the_service(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("tab:notes").click()
    ada.page.route(
        "**/v1/**",
        lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Welcome to the hotel</h1>"),
    )
    ada.keyed("note").fill("Keep the priest.")
    ada.keyed("save-note").click()
    ada.sees("waits for the connection", ".own-notes")
    ada.keyed("tab:chat").click()
    ada.find("[name=said]").fill("Hello")
    ada.find("[name=said]").press("Enter")
    ada.sees("waits for the connection", ".waiting")
    ada.page.unroute_all()
    ada.sees("Hello", ".log.chat")
    eventually(lambda: body_of(table.players[0].get(f"/games/{table.game}/notes"), 200)["notes"])


def test_the_window_is_not_closed_over_what_waits_without_a_question(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("tab:chat").click()
    ada.page.route("**/chat", lambda route: cut(route) if route.request.method == "POST" else route.continue_())
    ada.find("[name=said]").fill("One")
    ada.find("[name=said]").press("Enter")
    ada.sees("waits for the connection", ".waiting")
    with ada.page.expect_event("dialog") as asked:
        ada.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    ada.page.unroute_all()
    ada.sees("One", ".log.chat")
    with ada.page.expect_event("close"):
        ada.page.close(run_before_unload=True)


@pytest.mark.parametrize("leaves", ["for the lobby", "by a reload"])
def test_an_action_that_waits_for_the_connection_is_done_once_its_table_is_opened_again(
    visit: Visit, served: str, leaves: str
) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=WAR)
    before = table.see()["version"]
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    expect(ada.keyed("hand:swordsman:0")).to_be_visible()
    ada.page.route("**/v1/**", cut)
    for touched in ("hand:swordsman:0", "go"):
        ada.keyed(touched).click()
    expect(ada.keyed("band:offline")).to_be_visible()
    if leaves == "for the lobby":
        ada.page.evaluate("location.hash = '#/'")
        expect(ada.keyed("go")).to_have_count(0)
        ada.page.unroute_all()
        ada.page.go_back()
    else:
        ada.page.unroute_all()
        ada.page.reload()
    eventually(lambda: table.see()["version"] > before)


def lose_at_proxy(route: Route) -> None:
    """Let a POST arrive, and a proxy say that the service took too long."""
    if route.request.method == "POST":
        route.fetch()
        route.fulfill(status=504, content_type="text/html", body="<h1>Gateway Timeout</h1>")
    else:
        route.continue_()


@pytest.mark.parametrize("lose", [lose_posted, lose_at_proxy])
def test_a_message_whose_answer_was_lost_is_there_once(
    visit: Visit, served: str, lose: Callable[[Route], None]
) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("tab:chat").click()
    ada.page.route("**/chat", lose)
    ada.find("[name=said]").fill("Once")
    ada.find("[name=said]").press("Enter")
    ada.sees("waits for the connection", ".waiting")
    ada.page.unroute_all()
    expect(ada.find(".waiting li")).to_have_count(0)
    messages = body_of(table.players[1].get(f"/games/{table.game}/chat"), 200)["messages"]
    assert [each["text"] for each in messages] == ["Once"]
    ada.complaints.clear()


def test_an_action_that_a_proxy_has_not_answered_is_done_once(visit: Visit, served: str) -> None:
    table = Table.of(served, clock={"kind": "turn", "seconds": 86_400, "vacation_days": 14})
    ada, keys = visit(table.players[0].token).goes(f"/play#/game/{table.game}"), list[str]()

    def lose_the_first(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) > 1:
            return route.continue_()
        route.fetch()
        return route.fulfill(status=504, content_type="text/html", body="<h1>Late</h1>")

    ada.page.route(f"**/{table.game}/actions", lambda each: lose_the_first(each) if is_post(each) else each.continue_())
    ada.keyed("menu").click()
    ada.keyed("clocks").locator("summary").click()
    with ada.page.expect_response(lambda each: each.url.endswith("/actions") and each.status == 201):
        ada.find("form:has([name=vacation]) button").click()
    assert (len(keys), len({*keys})) == (2, 1)
    taken = [each for each in table.players[0].events(table.game) if each["public"]["type"] == "VacationTaken"]
    assert len(taken) == 1
    ada.complaints.clear()


@pytest.mark.parametrize("again", [True, False])
def test_what_was_ended_with_a_lost_answer_is_gone_from_the_page(visit: Visit, served: str, again: bool) -> None:
    player, other = Player(served, "Ada"), Player(served, "Boris")
    assert player.send("PUT", f"/me/mutes/{other.id}").ok
    ada = visit(player.token).goes("/play#/me")
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(route.fetch().text())
        route.abort("internetdisconnected")

    if again:
        ada.page.route(f"**/me/mutes/{other.id}", lambda route: route.continue_() if lost else lose(route))
    else:
        assert player.delete(f"/me/mutes/{other.id}").ok
    ada.keyed(f"unmute:{other.id}").click()
    expect(ada.keyed(f"unmute:{other.id}")).to_have_count(0)
    assert bool(lost) == again
    ada.complaints.clear()


def test_codes_that_another_tab_has_made_are_not_ended_unasked(visit: Visit, served: str) -> None:
    player = Player(served, "Ada")
    ada = visit(player.token).goes("/play#/me")
    expect(ada.keyed("make-codes")).to_contain_text("Make recovery codes")
    codes = body_of(player.post("/me/recovery-codes"), 201)["codes"]
    ada.keyed("make-codes").click()
    expect(ada.keyed("make-codes")).to_contain_text("the old ones end")
    body_of(Client(served).post("/recoveries", {"handle": player.handle, "code": codes[0]}), 201)


def test_a_proxy_that_answers_in_place_of_the_service_is_told_in_a_sentence(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/new")
    ada.page.route(
        "**/v1/games", lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>Bad</h1>")
    )
    ada.button("Create and sit down").click()
    ada.sees("The service is not available for a moment; try again.", ".notice")
    assert all("502" in each for each in ada.complaints)
    ada.complaints.clear()


def test_a_notice_that_the_service_is_away_ends_when_it_is_back(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/new")
    ada.context.set_offline(True)
    ada.button("Create and sit down").click()
    ada.sees("The service does not answer", "[role=alert]")
    ada.context.set_offline(False)
    expect(ada.find("[role=alert] .notice")).to_have_count(0)
    assert games_of(served, ada) == []


def test_a_page_that_could_not_be_read_is_read_once_the_service_is_back(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token)
    ada.page.route("**/v1/**", lambda route: route.abort("internetdisconnected"))
    ada.goes("/play").sees("It is asked again until it does.", "[role=alert]")
    expect(ada.find("[name=name]")).to_have_count(0)
    ada.page.unroute_all()
    ada.sees("Play now")


def test_an_error_of_the_service_signs_nobody_out(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token)
    broken = json.dumps({"title": "Internal Server Error", "status": 500})
    ada.page.route("**/v1/me", lambda route: route.fulfill(status=503, body=broken), times=1)
    ada.goes("/play").sees("not available for a moment", "[role=alert]")
    expect(ada.find("[name=name]")).to_have_count(0)
    ada.goes("/play").sees("Ada", ".account")
    assert all("503" in each for each in ada.complaints)
    ada.complaints.clear()


def test_an_order_whose_answer_was_lost_is_given_once(visit: Visit, served: str) -> None:
    table = Table.of(served)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("menu").click()
    ada.find("summary:has-text('Orders in advance')").click()
    ada.find("[name=order-kind]").select_option("only_action")
    lose_first(ada, "**/orders")
    ada.keyed("give-order").click()
    ada.sees("The service does not answer")
    ada.keyed("give-order").click()
    expect(ada.find("[data-key=orders] .rows li")).to_have_count(1)
    assert len(body_of(table.players[0].get(f"/games/{table.game}/orders"), 200)["orders"]) == 1


def test_a_recovery_whose_answer_was_lost_signs_in_at_the_next_press(visit: Visit, served: str) -> None:
    made = body_of(Client(served).post("/players", {"name": "Ada", "recovery_codes": True}), 201)
    ada = visit().goes("/play#/recover")
    ada.find(".recover [name=handle]").fill(made["handle"])
    ada.find(".recover [name=code]").fill(made["recovery_codes"][0])
    lose_first(ada, "**/v1/recoveries")
    ada.keyed("recover").click()
    ada.sees("The service does not answer", "[role=alert]")
    ada.keyed("recover").click()
    ada.sees("Ada", ".account")


def test_a_recovery_whose_answer_was_lost_signs_in_in_the_next_tab_and_leaves_no_code_on_the_device(
    visit: Visit, served: str
) -> None:
    made = body_of(Client(served).post("/players", {"name": "Ada", "recovery_codes": True}), 201)
    ada, code = visit().goes("/play#/recover"), made["recovery_codes"][0]
    lose_first(ada, "**/v1/recoveries")
    beside = ada.page.context.new_page()
    beside.goto(f"{served}/play#/recover")
    for page, handle, typed in ((ada.page, made["handle"], code), (beside, f"@{made['handle']}", f" {code.lower()}")):
        page.locator(".recover [name=handle]").fill(handle)
        page.locator(".recover [name=code]").fill(typed)
        page.locator("[data-key=recover]").click()
        if page == ada.page:
            ada.sees("The service does not answer", "[role=alert]")
            assert code not in ada.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    expect(beside.locator(".account")).to_contain_text("Ada")


def test_a_link_to_sign_in_whose_answer_was_lost_signs_in_in_the_next_tab(visit: Visit, served: str) -> None:
    player = Player(served, "Ada")
    owner, phone = visit(player.token), visit()
    owner.goes("/play#/me").keyed("make-link").click()
    address = owner.keyed("sign-in-link").input_value()
    phone.page.route("**/rotation", lose_answer, times=1)
    phone.goes(address.removeprefix(owner.base))
    phone.sees("The service does not answer", "[role=alert]")
    assert address.partition("#/sign-in/")[2] not in phone.page.evaluate("JSON.stringify({...localStorage})")
    beside = phone.page.context.new_page()
    beside.goto(address)
    expect(beside.locator(".account")).to_contain_text("Ada")
    assert len(body_of(player.get("/me/tokens"), 200)["tokens"]) == 2


def test_a_link_to_sign_in_that_reached_nobody_can_be_used_without_opening_it_again(visit: Visit, served: str) -> None:
    owner, phone = visit(Player(served, "Ada").token), visit()
    owner.goes("/play#/me").keyed("make-link").click()
    phone.page.route("**/rotation", cut, times=1)
    phone.goes(owner.keyed("sign-in-link").input_value().removeprefix(owner.base))
    phone.sees("The service does not answer", "[role=alert]")
    phone.keyed("use-link").click()
    phone.sees("Ada", ".account")


def test_a_link_to_sign_in_whose_answer_was_lost_signs_in_at_the_next_press(visit: Visit, served: str) -> None:
    player = Player(served, "Ada")
    owner, phone = visit(player.token), visit()
    owner.goes("/play#/me").keyed("make-link").click()
    phone.page.route("**/rotation", lose_answer, times=1)
    phone.goes(owner.keyed("sign-in-link").input_value().removeprefix(owner.base))
    phone.sees("The service does not answer", "[role=alert]")
    phone.keyed("use-link").click()
    phone.sees("Ada", ".account")
    assert len(body_of(player.get("/me/tokens"), 200)["tokens"]) == 2


def test_an_account_and_a_table_whose_answers_were_lost_are_those_of_the_next_tab(visit: Visit, served: str) -> None:
    new, lost = visit().goes("/play"), list[str]()
    for address, begins in (("**/v1/players", "[name=name]"), ("**/v1/games", None)):
        new.page.route(address, lambda route: lose_thing(route, lost), times=1)
        if begins:
            new.find(begins).fill("Ada")
            new.button("Begin").click()
        else:
            new.keyed(f"quick:{CARTA}").click()
        new.sees("The service does not answer", "[role=alert]")
        beside = new.page.context.new_page()
        new.page.close()
        new.page = beside
        new.goes("/play")
        if begins:
            new.find(begins).fill("Ada")
            new.button("Begin").click()
            new.sees("Ada", ".account")
    new.keyed(f"quick:{CARTA}").click()
    new.sees("Your hand", ".hand")
    token = new.page.evaluate("localStorage.getItem('cartulary-token')")
    assert [body_of(Client(served, token).get("/me"), 200)["id"], *games_of(served, new)] == lost


def test_a_link_to_sign_in_whose_answer_was_lost_signs_in_after_a_reload(visit: Visit, served: str) -> None:
    player = Player(served, "Ada")
    owner, phone = visit(player.token), visit()
    owner.goes("/play#/me").keyed("make-link").click()
    phone.page.route("**/rotation", lose_answer, times=1)
    phone.goes(owner.keyed("sign-in-link").input_value().removeprefix(owner.base))
    phone.sees("The service does not answer", "[role=alert]")
    phone.page.reload()
    phone.sees("Ada", ".account")
    assert len(body_of(player.get("/me/tokens"), 200)["tokens"]) == 2


def test_a_game_whose_seat_was_not_answered_before_a_reload_is_the_one_that_the_same_press_leads_to(
    visit: Visit, served: str
) -> None:
    new = visit().goes("/")
    new.page.route(re.compile("/seats$"), lose_answer, times=1)
    with new.page.expect_event("requestfailed", lambda request: request.url.endswith("/seats")):
        new.keyed(f"quick:{CARTA}").click()
    new.page.reload()
    new.keyed(f"quick:{CARTA}").click()
    new.sees("Your hand", ".hand")
    assert len(games_of(served, new)) == 1


@pytest.mark.parametrize(("key", "address"), [("make-link", "**/me/tokens"), ("make-calendar", "**/me/calendar")])
def test_a_secret_address_whose_answer_was_lost_is_made_once(visit: Visit, served: str, key: str, address: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/me")
    lost = lose_first(ada, address)
    if key == "make-calendar":
        ada.keyed("calendar").locator("summary").click()
    ada.keyed(key).click()
    ada.sees("The service does not answer", "[role=alert]")
    ada.keyed(key).click()
    made = ada.find("input.link").first.input_value()
    secret = json.loads(lost[0])
    assert (secret.get("token") or secret["path"].removeprefix("/v1")) in made


def test_new_recovery_codes_whose_answer_was_lost_are_those_of_the_next_press(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/me")
    lost = lose_first(ada, "**/recovery-codes")
    ada.keyed("make-codes").click()
    ada.sees("The service does not answer", "[role=alert]")
    ada.keyed("make-codes").click()
    expect(ada.find("[data-key=codes] code")).to_have_text(json.loads(lost[0])["codes"])


def test_a_private_table_has_one_link_however_often_it_is_asked_for(visit: Visit, served: str) -> None:
    player = Player(served, "Ada")
    game = player.new_game(2, private=True)
    body_of(player.sit(game, seat=0), 201)
    ada = visit(player.token).goes(f"/play#/game/{game}")
    lose_first(ada, "**/invites")
    ada.button("Copy an invitation").click()
    ada.sees("The service does not answer", "[role=alert]")
    ada.button("Copy an invitation").click()
    expect(ada.keyed("link")).to_have_value(re.compile("/game/"))
    ada.button("Copy an invitation").click()
    assert len(body_of(player.get(f"/games/{game}/invites"), 200)["invites"]) == 1


def test_a_delegation_whose_answer_was_lost_is_given_once(visit: Visit, served: str) -> None:
    player, other = Player(served, "Ada"), Player(served, "Boris")
    ada = visit(player.token).goes("/play#/me")
    lose_first(ada, "**/delegations")
    ada.find("[name=delegate-handle]").fill(other.handle)
    ada.keyed("delegate-now").click()
    ada.sees("The service does not answer", "[role=alert]")
    ada.keyed("delegate-now").click()
    ada.sees("Boris")
    assert len(body_of(player.get("/me/delegations"), 200)["given"]) == 1


def test_a_bot_whose_answer_was_lost_is_seated_without_another_press(visit: Visit, served: str) -> None:
    new = visit().goes("/")
    new.page.route(re.compile("/seats$"), cut, times=1)
    new.keyed(f"quick:{CARTA}").click()
    new.sees("Your hand", ".hand")
    assert len(games_of(served, new)) == 1


def test_a_page_that_was_opened_before_somebody_signed_up_beside_it_makes_no_second_account(
    visit: Visit, served: str
) -> None:
    new = visit().goes("/")
    beside = new.page.context.new_page()
    beside.goto(f"{served}/play")
    beside.locator("[name=name]").fill("Ada")
    beside.get_by_role("button", name="Begin").click()
    expect(beside.locator(".account").filter(has_text="Ada")).to_be_attached()
    new.keyed(f"quick:{CARTA}").click()
    new.sees("Your hand", ".hand")
    new.sees("Ada", ".account")


def test_codes_whose_answer_was_lost_are_not_said_to_be_left(visit: Visit, served: str) -> None:
    made = body_of(Client(served).post("/players", {"name": "Ada", "recovery_codes": True}), 201)
    ada = visit(made["token"]).goes("/play#/me")
    ada.sees("You have 8 codes left.")
    lose_first(ada, "**/recovery-codes")
    ada.keyed("make-codes").click()
    ada.sees("The codes that you kept may have ended", "[aria-labelledby=recovery-codes]")
    ada.keyed("make-codes").click()
    expect(ada.keyed("codes").locator("li")).to_have_count(8)
    ada.sees("You have 8 codes left.")


def refuse_posted(route: Route) -> None:
    """Refuse a POST, as by a token that was revoked."""
    if route.request.method == "POST":
        route.fulfill(status=401, content_type="application/problem+json", body="{}")
    else:
        route.continue_()


def test_a_message_after_the_sign_in_has_ended_elsewhere_waits_for_its_writer(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("tab:chat").click()
    ada.page.route("**/chat", refuse_posted)
    ada.find("[name=said]").fill("Precious")
    ada.find("[name=said]").press("Enter")
    ada.sees("Sign in first.", "[role=alert]")
    ada.complaints.clear()
    ada.page.unroute_all()
    ada.page.reload()
    ada.keyed("tab:chat").click()
    ada.sees("Precious", ".log.chat")
