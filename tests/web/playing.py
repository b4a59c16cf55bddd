"""Playing by touches, clicks or keys, as people do: what is lit, then the main action."""

from collections.abc import Callable
from typing import Any, Final, Protocol

from tests.service.client import Client
from tests.web.visitor import Visitor

MOST_TOUCHES: Final = 40
"""More touches than any action needs."""
READY: Final = """
(version) => {
    const shown = document.querySelector('.board')?.dataset.version;
    return shown && (version === null || shown === String(version))
        && document.querySelector('.play-table .yours') !== null;
}
"""
"""Whether a page shows that version, and something can be done there."""
NEXT: Final = """
(shown) => {
    const now = document.querySelector('.board')?.dataset.version ?? shown;
    if (now !== shown) return 'done';
    if (document.querySelector('.doing[aria-busy=true]')) return false;
    const seen = (each) => each.getClientRects().length > 0;
    const lit = ['[data-key="confirm"]', '[data-key="go"]:not([aria-disabled])', '.aim-seat:not([aria-pressed=true])',
        'button.target', '.aim.target', '.sheet:popover-open .card.can', '.over.can', '.house.can', '.coin.can',
        '.duel .can', '.stall .can', '.card.can', '.option'];
    for (const each of lit) {
        const found = [...document.querySelectorAll(`.play-table ${each}`)].filter(seen).at(0);
        if (found) return found.dataset.card ?? found.dataset.key;
    }
    return false;
}
"""
"""What to touch next on a table with cards: the main action, else what is lit; `done` once another version is shown."""


LIT: Final = """
(selector) => [...document.querySelectorAll(`.play-table ${selector}`)].find((each) =>
    each.matches('.can, .target') && each.getClientRects().length > 0)?.dataset.key ?? null
"""
"""The first that is lit of what a selector names."""


class Watched(Protocol):
    """A page in any browser."""

    def asks(self, what: str, about: Any = None) -> Any:
        """Return what a function of JavaScript says of that now."""

    def awaits(self, what: str, about: Any = None) -> Any:
        """Return what a function of JavaScript says of that once it is no longer nothing."""


Touch = Callable[[Any, str], None]


def touch(visitor: Visitor, key: str) -> None:
    """Touch something near its upper left corner, which shows also where cards overlap."""
    found = visitor.find(f'[data-card="{key}"]').or_(visitor.find(f'[data-key="{key}"]:not([data-card])'))
    found = found.locator("visible=true").last
    # A technology is an arch, which has no corner.
    corner: Any = None if key.startswith("technology:") else {"x": 12, "y": 8}
    if visitor.has_touch:
        found.tap(position=corner)
    else:
        found.click(position=corner)


def press(visitor: Visitor, key: str) -> None:
    """Reach something by keys alone: the main action by Space, cards by arrows, all else that is lit by E."""
    keys = visitor.page.keyboard
    if key == "go":
        visitor.page.evaluate("document.activeElement.blur()")
        keys.press("Space")
        return
    step = "ArrowRight" if key.startswith("hand:") else "e"
    focused = "document.activeElement.dataset.key"
    if key == "confirm":
        # A question has the focus at its answer.
        visitor.awaits(f"() => {focused} === 'confirm'")
        keys.press("Enter")
        return
    # A hand of Civilization has no limit: fifty cards were met.
    for _ in range(MOST_TOUCHES + visitor.find(".hand button.card").count()):
        keys.press(step)
        if visitor.page.evaluate(focused) == key:
            keys.press("Enter")
            return
    raise AssertionError(f"{key} cannot be reached by keys")


def turn_of(visitors: list[Visitor]) -> Visitor:
    """Who is to act, once the page shows the game as it is now."""
    game = Client(visitors[0].base).see(visitors[0].game())
    acting: Visitor = visitors[game["to_act"][0]]
    acting.awaits(READY, game["version"])
    return acting


def acts(player: Watched, *preferred: str, touch: Touch = touch) -> None:
    """Do one thing, and wait until the page shows what came of it.

    Preferred are selectors of what is touched first if it is lit; then the main action is, or what it lights up.
    """
    player.awaits(READY)
    shown = player.asks("() => document.querySelector('.board').dataset.version")
    for selector in preferred:
        key = player.asks(LIT, selector)
        if key is not None:
            touch(player, key)
            break
    for _ in range(MOST_TOUCHES):
        key = player.awaits(NEXT, shown)
        if key == "done":
            return
        touch(player, key)
    raise AssertionError("no action came of all that was touched")
