"""Playing by clicks, as people do."""

from playwright.sync_api import Locator, expect

from tests.service.client import Client
from tests.web.visitor import Visitor


def turn_of(visitors: list[Visitor]) -> Visitor:
    """Who is to act, once the page shows the game as it is now."""
    game = Client(visitors[0].base).see(visitors[0].game())
    acting: Visitor = visitors[game["to_act"][0]]
    expect(acting.find(f'.board[data-version="{game["version"]}"]')).to_be_attached()
    return acting


def acts(visitor: Visitor, *preferred: str) -> None:
    """Do the first preferred action that is offered, else the first of all, and wait until the page shows what came of
    it; what an action leaves open is chosen from the top.
    """
    expect(visitor.keyed("form:").or_(visitor.find(".actions summary")).first).to_be_visible()
    before = visitor.find(".board").get_attribute("data-version")
    offered(visitor, *preferred).click()
    chooses = visitor.keyed("go-on")
    asks = visitor.keyed("confirm")
    done = visitor.find(f'.board:not([data-version="{before}"])')
    expect(chooses.or_(asks).or_(done).first).to_be_visible()
    if chooses.count():
        while chooses.is_disabled():
            visitor.page.locator('[data-key^="more:"]:not(:disabled)').first.click()
        chooses.click()
        expect(asks.or_(done).first).to_be_visible()
    if asks.count():
        asks.click()
    expect(done).to_be_attached()


def offered(visitor: Visitor, *preferred: str) -> Locator:
    """The button of the first of these kinds of action that is offered, else of the first action."""
    kinds = (kind for kind in preferred if visitor.keyed(f"form:{kind}:").count())
    button = visitor.keyed(f"form:{next(kinds, '')}").first
    if not button.is_visible():
        visitor.find(".actions details").filter(has=button).locator("summary").click()
    return button
