"""The page shows nothing of subjects that do not run."""

import pytest
from playwright.sync_api import Browser, expect

from tests.service.client import Player, Table
from tests.service.conftest import Serve
from tests.web.visitor import Visitor


@pytest.fixture(scope="module")
def core(serve: Serve, own_database: str) -> str:
    """A service of the core alone."""
    return serve(DATABASE_URL=own_database, SUBJECTS="none")


def test_a_table_and_its_replay_show_nothing_of_what_is_left_out(browser: Browser, core: str) -> None:
    table = Table.of(core)
    ada = Visitor(browser, core, table.players[0].token)
    missing = note_missing(ada)
    ada.goes("/play").sees("Turn 1", ".game .last")
    ada.goes(f"/play#/game/{table.game}").sees("Your hand", ".hand")
    assert ada.find("[role=tab]").evaluate_all("tabs => tabs.map(({id}) => id)") == ["tab-journal"]
    expect(ada.find("[data-key^='order']")).to_have_count(0)
    table.act(0, {"type": "resign"})
    ada.goes(f"/replay?game={table.game}")
    expect(ada.keyed("copy").first).to_be_attached()
    expect(ada.find(".verdict-box .checks")).to_be_attached()
    for key in ("fork", "opinion-ask"):
        expect(ada.keyed(key)).to_have_count(0)
    ada.goes("/replay")
    expect(ada.find("input[type=file]")).to_be_attached()
    expect(ada.find("input[name=player]")).to_have_count(0)
    assert (ada.complaints, missing) == ([], [])


def test_the_pages_of_a_player_show_nothing_of_what_is_left_out(browser: Browser, core: str) -> None:
    player, other = Player(core, "Ada"), Player(core, "Boris")
    ada = Visitor(browser, core, player.token)
    missing = note_missing(ada)
    ada.goes("/play#/me").sees("Settings", "h1")
    expect(ada.find("#away")).to_be_attached()
    for each in ("mutes", "programs"):
        expect(ada.find(f"#{each}")).to_have_count(0)
    ada.goes(f"/play#/player/{other.id}").sees("Boris", "h1")
    expect(ada.keyed("block")).to_have_count(0)
    ada.goes("/play#/new").sees("Set up a game", "h1")
    expect(ada.find("[name='option-fairness']")).to_be_attached()
    expect(ada.find("[name='option-team_chat']")).to_have_count(0)
    assert (ada.complaints, missing) == ([], [])


def test_the_settings_show_nothing_of_what_is_left_out(browser: Browser, core: str) -> None:
    ada = Visitor(browser, core, Player(core).token)
    ada.goes("/play#/me").sees("Recovery codes", "#recovery-codes")
    for part in ("mutes", "ratings", "organisers", "notices"):
        expect(ada.find(f"#{part}")).to_have_count(0)
    guest = Visitor(browser, core)
    guest.goes("/play#/recover")
    expect(guest.keyed("recover")).to_be_attached()
    expect(guest.keyed("mail-recovery")).to_have_count(0)
    assert ada.complaints + guest.complaints == []


@pytest.mark.parametrize("sends", [True, False])
def test_mail_is_offered_where_the_service_sends_it(
    browser: Browser, serve: Serve, own_database: str, sends: bool
) -> None:
    base = serve(
        DATABASE_URL=own_database,
        **({"SMTP_URL": "smtp://127.0.0.1:1", "MAIL_FROM": "games@example.org"} if sends else {}),
    )
    ada, guest = Visitor(browser, base, Player(base).token), Visitor(browser, base)
    ada.goes("/play#/me")
    expect(ada.keyed("save-notices")).to_be_attached()
    expect(ada.find("[name=email]")).to_have_count(int(sends))
    guest.goes("/play#/recover")
    expect(guest.keyed("recover")).to_be_attached()
    expect(guest.keyed("mail-recovery")).to_have_count(int(sends))
    assert ada.complaints + guest.complaints == []


def test_without_notices_the_settings_still_offer_a_calendar(browser: Browser, serve: Serve, own_database: str) -> None:
    base = serve(DATABASE_URL=own_database, SUBJECTS="calendars")
    ada = Visitor(browser, base, Player(base).token)
    ada.goes("/play#/me").sees("Recovery codes", "#recovery-codes")
    expect(ada.keyed("calendar")).to_be_attached()
    for key in ("save-notices", "chats", "push-begin"):
        expect(ada.keyed(key)).to_have_count(0)
    # The page says where the API is, below a path too.
    ada.page.route("**/cards/v1/**", lambda route: route.fulfill(status=201, json={"path": "/v1/calendars/code.ics"}))
    ada.page.evaluate("document.querySelector('meta[name=cartulary-api]').content = 'cards/v1'")
    ada.keyed("calendar").locator("summary").click()
    ada.keyed("make-calendar").click()
    expect(ada.keyed("calendar-link")).to_have_value(f"{base}/cards/v1/calendars/code.ics")
    assert ada.complaints == []


def note_missing(visitor: Visitor) -> list[str]:
    """Return the list that takes the addresses which the service does not have."""
    missing: list[str] = []
    visitor.page.on("response", lambda each: missing.append(each.url) if each.status == 404 else None)
    return missing
