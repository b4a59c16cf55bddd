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
    ada.goes(f"/play#/game/{table.game}").sees("Your hand", ".hand")
    expect(ada.find(".own-notes")).to_have_count(0)
    expect(ada.find("[data-key^='order']")).to_have_count(0)
    table.act(0, {"type": "resign"})
    ada.goes(f"/replay?game={table.game}")
    expect(ada.keyed("copy").first).to_be_attached()
    for key in ("fork", "opinion-ask"):
        expect(ada.keyed(key)).to_have_count(0)
    ada.goes("/replay")
    expect(ada.find("input[type=file]")).to_be_attached()
    expect(ada.find("input[name=player]")).to_have_count(0)
    assert ada.complaints == []


def test_the_settings_show_nothing_of_what_is_left_out(browser: Browser, core: str) -> None:
    ada = Visitor(browser, core, Player(core).token)
    ada.goes("/play#/me").sees("Recovery codes", "#recovery-codes")
    expect(ada.find("#mutes")).not_to_be_empty()
    for part in ("ratings", "organisers", "notices"):
        expect(ada.find(f"#{part}")).to_have_count(0)
    guest = Visitor(browser, core)
    guest.goes("/play#/recover")
    expect(guest.keyed("recover")).to_be_attached()
    expect(guest.keyed("mail-recovery")).to_have_count(0)
    assert ada.complaints + guest.complaints == []


def test_without_notices_the_settings_still_offer_a_calendar(browser: Browser, serve: Serve, own_database: str) -> None:
    base = serve(DATABASE_URL=own_database, SUBJECTS="calendars")
    ada = Visitor(browser, base, Player(base).token)
    ada.goes("/play#/me").sees("Recovery codes", "#recovery-codes")
    expect(ada.keyed("calendar")).to_be_attached()
    for key in ("save-notices", "chats", "push-begin"):
        expect(ada.keyed(key)).to_have_count(0)
    assert ada.complaints == []
