"""Somebody with a browser."""

import re
import shutil
from typing import Any, Final, Self

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Route, expect

from tests.patience import PATIENCE

NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What a browser may be called, the one that costs least first."""
CHROMIUM: Final = next(filter(None, map(shutil.which, NAMES)), None)
MILLISECONDS: Final = 1_000 * PATIENCE
BETWEEN_LOOKS: Final = 25
"""Milliseconds between two looks at a page, which may draw nothing meanwhile."""
EXPECTED_TROUBLE: Final = re.compile(
    r"net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)|status of (401|404|409|412|422)"
)
DESKTOP: Final = {"width": 1440, "height": 900}
PHONE: Final = {"width": 360, "height": 740}
HAND_HELD: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SIDEWAYS: Final[dict[str, Any]] = {"viewport": {"width": 844, "height": 390}, "has_touch": True}
TWICE_AS_LARGE: Final = {"viewport": {"width": 640, "height": 400}}
"""A page of a screen of 1280 by 800 at 200 %."""
LAPTOP: Final = {"viewport": {"width": 1366, "height": 650}}
"""What the browser of a small laptop leaves of its screen."""
SHIFTS: Final = """
() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((each) => { sum += each.value; }))
        .observe({type: 'layout-shift', buffered: true});
    setTimeout(() => done(sum), 500);
})
"""
BEHIND_THE_HAND: Final = """
() => {
    const {top} = document.querySelector('.handbar').getBoundingClientRect();
    return [...document.querySelectorAll('.techs .card, .lands .land')]
        .filter((each) => each.getBoundingClientRect().bottom > top).map((each) => each.textContent);
}
"""
ON_TOP: Final = """
(each) => {
    const {top, bottom, left, right} = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}
"""
"""Whether nothing lies over an element."""
AXE: Final = """
async (options) => (await axe.run({resultTypes: ['violations'], ...options})).violations
    .map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(({html}) => html.slice(0, 120))}`)
"""
CONTRAST: Final = {"runOnly": ["color-contrast"]}
expect.set_options(timeout=MILLISECONDS)


def refuse_posts(page: Page) -> None:
    """Let no action leave a page, while all that it reads still arrives."""

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.abort("internetdisconnected")
        else:
            route.continue_()

    page.route("**/actions", refuse)


class Visitor:
    """A browser context with one page, which keeps what the page complains of."""

    def __init__(self, browser: Browser, base: str, token: str | None = None, **context: Any) -> None:
        self.base = base
        self.has_touch = bool(context.get("has_touch"))
        self.complaints: list[str] = []
        kept = [] if token is None else [{"name": "cartulary-token", "value": token}]
        given = {"viewport": DESKTOP, "locale": "en-US", "timezone_id": "Europe/Berlin"} | context
        given["storage_state"] = {"cookies": [], "origins": [{"origin": base, "localStorage": kept}]}
        self.context = browser.new_context(**given)
        self.page: Page = self.context.new_page()
        # Where the first route is set once a service worker has taken a page over, about one page in forty heeds no
        # route from then on (6 of 250 against none of 300, Chromium): so one that fits nothing is set before.
        self.page.route("**/nothing-of-this-name", lambda route: route.continue_())
        self.page.set_default_timeout(MILLISECONDS)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not EXPECTED_TROUBLE.search(message.text):
            self.complaints.append(message.text)

    def goes(self, path: str) -> Self:
        """Open a page and wait until it stands."""
        self.page.goto("about:blank")
        self.page.goto(self.base + path)
        return self.waits()

    def waits(self) -> Self:
        """Wait until the page stands."""
        self.page.wait_for_selector("body[data-ready=yes]")
        return self

    def sees(self, text: str | re.Pattern[str], place: str = "body") -> None:
        """Wait until a place, or one of several, shows a text."""
        expect(self.page.locator(place).filter(has_text=text).first).to_be_attached()

    def find(self, selector: str) -> Locator:
        """What the page has of that."""
        return self.page.locator(selector)

    def asks(self, what: str, about: Any = None) -> Any:
        """Return what a function of JavaScript says of that now."""
        return self.page.evaluate(what, about)

    def awaits(self, what: str, about: Any = None) -> Any:
        """Return what a function of JavaScript says of that once it is no longer nothing."""
        return self.page.wait_for_function(what, arg=about, polling=BETWEEN_LOOKS).json_value()

    def keyed(self, key: str) -> Locator:
        """What has a key, or several whose keys begin so."""
        return self.page.locator(f'[data-key^="{key}"]')

    def button(self, name: str) -> Locator:
        """A button by its words."""
        return self.page.get_by_role("button", name=name, exact=True)

    def prefers_to_look_ahead(self) -> None:
        """Have shown what would happen before each action, in this browser."""
        self.page.evaluate("localStorage.setItem('cartulary-ask-always', 'yes')")

    def ends_turns_unasked(self) -> None:
        """Turn off the question before the end of a turn, in this browser."""
        self.page.evaluate("localStorage.setItem('cartulary-ask-at-end', 'no')")

    def agrees(self) -> str:
        """Agree to what the page asks, and return the question."""
        question = self.find("dialog[open] p").text_content()
        self.find("dialog[open] [data-key=confirm]").click()
        return str(question)

    def game(self) -> str:
        """The game that the address names."""
        found = re.search(r"[0-9a-f]{8}-[0-9a-f-]{27}", self.page.url)
        assert found is not None, self.page.url
        return found[0]

    def unfolds(self) -> None:
        """Open all that can be unfolded."""
        self.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")

    def overflows(self) -> int:
        """By how much the page is wider than the window."""
        wide: int = self.page.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth")
        return wide

    def lies_open(self, selector: str) -> bool:
        """Whether nothing lies over the middle of an element."""
        lies: bool = self.find(selector).evaluate(ON_TOP)
        return lies

    def drags(self, card: Locator, target: Locator) -> None:
        """Drag a card with a finger: up out of the hand, then to the middle of the target."""
        finger = self.context.new_cdp_session(self.page)
        start, end = card.bounding_box(), target.bounding_box()
        assert start is not None
        assert end is not None
        way = [
            (start["x"] + 14, start["y"] + 20),
            (start["x"] + 14, start["y"] - 40),
            (end["x"] + end["width"] / 2, end["y"] + end["height"] / 2),
        ]
        for kind, (x, y) in zip(("touchStart", "touchMove", "touchMove"), way, strict=True):
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def holds(self, card: Locator, until: Locator) -> None:
        """Hold a finger on a card until something is seen, and lift it."""
        finger, box = self.context.new_cdp_session(self.page), card.bounding_box()
        assert box is not None
        at = {"x": box["x"] + 14, "y": box["y"] + 20}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        expect(until).to_be_visible()
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def shift(self) -> float:
        """How much has moved by itself since the page was opened: its cumulative layout shift."""
        moved: float = self.page.evaluate(SHIFTS)
        return moved

    def behind_the_hand(self) -> list[str]:
        """The plots and technologies of a table that lie lower than the upper edge of the hand."""
        found: list[str] = self.page.evaluate(BEHIND_THE_HAND)
        return found

    def obstacles(self) -> list[str]:
        """What axe finds wrong."""
        return self._axe({})

    def obstacles_by_day_and_night(self) -> list[str]:
        """What axe finds wrong on light and on dark: only contrasts differ."""
        self.page.emulate_media(color_scheme="light")
        by_day = self._axe({})
        self.page.emulate_media(color_scheme="dark")
        return by_day + self._axe(CONTRAST)

    def _axe(self, options: dict[str, Any]) -> list[str]:
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        found: list[str] = self.page.evaluate(AXE, options)
        return found

    def leave(self) -> None:
        """Close the page, which may not have complained."""
        self.context.close()
        assert not self.complaints, self.complaints
