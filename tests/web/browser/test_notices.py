"""Notices on the pages: where one is told, invitations by name, and what the service worker shows."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Worker, expect

from tests.service.client import Player, body_of
from tests.service.push_browser import PushBrowser
from tests.web.browser.test_done_once import lose_posted
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
ENDPOINT = "https://1.1.1.1/push/of-this-browser"
# No push service can be reached from a test, and a browser without a window refuses notifications.
SUBSCRIBED = """
(subscription) => {
    Object.defineProperty(Notification, 'permission', {get: () => 'granted'});
    const made = {endpoint: subscription.url, toJSON: () => ({endpoint: subscription.url, keys: subscription.keys}),
        unsubscribe: async () => { window.subscribed = null; }};
    PushManager.prototype.getSubscription = async () => window.subscribed ?? null;
    PushManager.prototype.subscribe = async (options) => {
        window.asked = options;
        return window.subscribed = made;
    };
}
"""
PUSHED = """
(text) => new Promise((done) => {
    registration.showNotification = async (title, options) => done({title, ...options});
    dispatchEvent(new PushEvent('push', {data: text}));
})
"""
CLICKED = """
(path) => new Promise((done) => {
    const window = {focus: async () => {}, navigate: async (address) => done(['navigate', address])};
    Clients.prototype.matchAll = async () => path.endsWith('closed') ? [] : [window];
    Clients.prototype.openWindow = async (address) => done(['open', address]);
    const event = new ExtendableEvent('notificationclick');
    event.notification = {data: path, close: () => {}};
    dispatchEvent(event);
})
"""


def webhooks(player: Player) -> list[dict[str, Any]]:
    return list(body_of(player.get("/webhooks"), 200)["webhooks"])


def with_push(visitor: Visitor) -> Visitor:
    """A visitor whose browser can subscribe."""
    subscription = str(PushBrowser().subscription(ENDPOINT)).replace("True", "true")
    visitor.page.add_init_script(f"({SUBSCRIBED})({subscription})")
    return visitor


def test_a_browser_whose_subscription_was_not_answered_is_subscribed_once(visit: Visit, served: str) -> None:
    ann = Player(served, "Ann")
    visitor = with_push(visit(ann.token)).goes("/play#/me")
    visitor.page.route("**/v1/webhooks", lose_posted)
    visitor.keyed("push-begin").click()
    visitor.sees("The service does not answer", "[role=alert]")
    visitor.page.unroute_all()
    visitor.keyed("push-begin").click()
    visitor.sees("This browser is notified, even while the page is closed.")
    assert len(webhooks(ann)) == 1


def test_one_tap_subscribes_this_browser_and_another_ends_it(visit: Visit, served: str) -> None:
    ann = Player(served, "Ann")
    visitor = with_push(visit(ann.token))
    visitor.goes("/play#/me").keyed("push-begin").click()
    visitor.sees("This browser is notified, even while the page is closed.")
    (made,) = webhooks(ann)
    assert (made["url"], made["format"], made["my_turn"]) == (ENDPOINT, "push", True)
    asked = visitor.page.evaluate("window.asked")
    assert asked == {"userVisibleOnly": True, "applicationServerKey": body_of(ann.get("/push-key"), 200)["key"]}
    visitor.keyed("push-end").click()
    expect(visitor.keyed("push-begin")).to_be_visible()
    assert webhooks(ann) == []


def test_a_push_is_shown_and_a_later_one_of_the_same_game_replaces_it(visit: Visit) -> None:
    visitor = visit().goes("/play")
    visitor.page.evaluate("navigator.serviceWorker.ready")
    worker: Worker = visitor.page.context.service_workers[0]
    text = '{"title": "Carta", "body": "Your turn.", "path": "/play#/game/g?for=p", "tag": "g"}'
    shown = worker.evaluate(PUSHED, text)
    assert (shown["title"], shown["body"], shown["tag"], shown["renotify"]) == ("Carta", "Your turn.", "g", True)
    assert shown["data"] == "/play#/game/g?for=p"
    assert worker.evaluate(PUSHED, '{"title": "Cartulary: test", "body": ""}')["data"] == "/play"


@pytest.mark.parametrize(("path", "way"), [("/play#/game/g", "navigate"), ("/play#/game/closed", "open")])
def test_a_tap_on_a_notice_leads_to_its_game(visit: Visit, served: str, path: str, way: str) -> None:
    visitor = visit().goes("/play")
    visitor.page.evaluate("navigator.serviceWorker.ready")
    worker: Worker = visitor.page.context.service_workers[0]
    assert worker.evaluate(CLICKED, path) == [way, f"{served}{path}"]


def test_reminders_and_quiet_hours_are_kept(visit: Visit, served: str) -> None:
    ann = Player(served, "Ann")
    visitor = visit(ann.token, timezone_id="Asia/Seoul").goes("/play#/me")
    expect(visitor.find("[name=quiet-from]")).to_be_hidden()
    visitor.find("[name=reminder]").select_option("180")
    visitor.find("[name=quiet]").check()
    visitor.find("[name=quiet-from]").fill("23:15")
    visitor.keyed("save-notices").click()
    expect(visitor.find("[name=quiet-from]")).to_have_value("23:15")
    visitor.page.reload()
    expect(visitor.find("[name=reminder]")).to_have_value("180")
    settings = body_of(ann.get("/me/notices"), 200)
    assert settings["quiet_hours"] == {"from": "23:15", "until": "08:00", "zone": "Asia/Seoul"}


def test_an_invitation_by_name_stands_in_the_lobby_and_leads_to_the_table(visit: Visit, served: str) -> None:
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    game = ann.new_game(private=True)
    body_of(ann.sit(game), 201)
    host = visit(ann.token).goes(f"/play#/game/{game}")
    host.keyed("more-of-table").locator("summary").click()
    host.keyed("invitee").fill("nobody-of-this-name")
    host.keyed("invite-by-name").click()
    host.sees("There is no player @nobody-of-this-name.", "[role=alert]")
    host.keyed("invitee").fill(f"@{ben.handle}")
    host.keyed("invite-by-name").click()
    host.sees("Ben is invited, and is told.")
    guest = visit(ben.token).goes("/play#/")
    guest.sees("Ann invites you to", "main")
    guest.find("[data-key^='invited:']").click()
    guest.keyed("sit:1").click()
    expect(guest.keyed("sit:1")).to_have_count(0)
    assert body_of(ann.get(f"/games/{game}"), 200)["seats"][1]["player"]["name"] == "Ben"
