"""Playing by clicks, as people do: on a table with cards, or out of a list of actions."""

from typing import Any, Final

from playwright.sync_api import Locator

from tests.service.client import Client
from tests.web.visitor import Visitor

BETWEEN_LOOKS: Final = 25
"""Milliseconds between two looks at a page, which may draw nothing meanwhile."""
MOST_TOUCHES: Final = 30
"""More touches than any action needs."""
Offered = tuple[str, str, bool]
"""An action on a page: its key, its words, and whether it is folded away."""
OFFERED: Final = """
(version) => {
    const shown = document.querySelector('.board')?.dataset.version;
    const buttons = [...document.querySelectorAll('.actions [data-key^="form:"]:not(:disabled)')];
    const folded = (each) => each.closest('details:not([open])') !== null;
    const actions = buttons.map((each) => [each.dataset.key, each.textContent, folded(each)]);
    return shown && (version === null || shown === String(version)) && actions.length > 0 && {shown, actions};
}
"""
"""What a page lists, once it shows that version or, where none is given, as it is."""
COMES: Final = """
([shown, keys]) => {
    const now = document.querySelector('.board')?.dataset.version ?? shown;
    if (now !== shown) return 'done';
    return keys.find((key) => document.querySelector(`.actions [data-key="${key}"]`) !== null);
}
"""
"""Which of these keys is there, or `done` once the page shows another version than it did."""
WANTED: Final = """
() => document.querySelector('[data-key="go-on"]:disabled') !== null
    && document.querySelector('[data-key^="more:"]:not(:disabled)')?.dataset.key
"""
"""What there can be one more of, as long as something is still to be chosen."""
READY: Final = """
(version) => {
    const shown = document.querySelector('.board')?.dataset.version;
    return shown && (version === null || shown === String(version))
        && document.querySelector('main:not(.plain) .yours, .actions [data-key^="form:"]:not(:disabled)') !== null;
}
"""
"""Whether a page shows that version, and something can be done there."""
NEXT: Final = """
(shown) => {
    const now = document.querySelector('.board')?.dataset.version ?? shown;
    if (now !== shown) return 'done';
    if (document.querySelector('.doing[aria-busy=true]')) return false;
    const seen = (each) => each.getClientRects().length > 0;
    const lit = ['[data-key="confirm"]', '[data-key="go"]:not([aria-disabled])', '.aim-seat', 'button.target',
        '.aim.target', '.option', '.sheet:popover-open .card.can', '.card.can'];
    for (const each of lit) {
        const found = [...document.querySelectorAll(`.play-table ${each}`)].filter(seen).at(0);
        if (found) return found.dataset.card ?? found.dataset.key;
    }
    return false;
}
"""
"""What to touch next on a table with cards: the main action, else what is lit; `done` once another version is shown."""


def turn_of(visitors: list[Visitor]) -> Visitor:
    """Who is to act, once the page shows the game as it is now."""
    game = Client(visitors[0].base).see(visitors[0].game())
    acting: Visitor = visitors[game["to_act"][0]]
    awaited(acting, READY, game["version"])
    return acting


def acts(visitor: Visitor, *preferred: str) -> None:
    """Do one thing, and wait until the page shows what came of it. Preferred are effects on a table with cards, which
    are begun if they are lit; in a list of actions, kinds of action and words that they stand with.
    """
    awaited(visitor, READY, None)
    if visitor.find(".play-table.plain").count():
        acts_by_list(visitor, *preferred)
    else:
        touches(visitor, *preferred)


def touches(visitor: Visitor, *preferred: str) -> None:
    """Touch what is lit until the version changes."""
    shown = visitor.find(".board").get_attribute("data-version")
    for effect in preferred:
        line = visitor.find(f'.effect.can[data-key="effect:{effect}"]')
        if line.count():
            line.click()
            break
    for _ in range(MOST_TOUCHES):
        key = awaited(visitor, NEXT, shown)
        if key == "done":
            return
        touch(visitor, key)
    raise AssertionError("no action came of all that was touched")


def touch(visitor: Visitor, key: str) -> None:
    """Touch something near its upper left corner, which shows also where cards overlap."""
    found = visitor.find(f'[data-card="{key}"]').or_(visitor.find(f'[data-key="{key}"]:not([data-card])'))
    found = found.locator("visible=true").last
    corner: Any = {"x": 12, "y": 8}
    if visitor.has_touch:
        found.tap(position=corner)
    else:
        found.click(position=corner)


def acts_by_list(visitor: Visitor, *preferred: str) -> None:
    """Do the first preferred action of a list, else the first of all; what it leaves open is chosen from the top."""
    offered = awaited(visitor, OFFERED, None)
    key, _, folded = most_preferred(offered["actions"], preferred)
    if folded:
        visitor.find(".actions details").filter(has=visitor.keyed(key)).locator("summary").click()
    keyed(visitor, key).click()
    later = ["go-on", "confirm"]
    while (comes := awaited(visitor, COMES, [offered["shown"], later])) != "done":
        while comes == "go-on" and (more := visitor.page.evaluate(WANTED)):
            keyed(visitor, more).click()
        keyed(visitor, comes).click()
        del later[: later.index(comes) + 1]


def most_preferred(actions: list[Offered], preferred: tuple[str, ...]) -> Offered:
    """The first action of the first preferred sort that there is."""
    for kind, *words in map(str.split, preferred):
        for action in actions:
            if action[0].startswith(f"form:{kind}:") and all(word in action[1] for word in words):
                return action
    return actions[0]


def keyed(visitor: Visitor, key: str) -> Locator:
    """The button with that key."""
    return visitor.find(f'.actions [data-key="{key}"]')


def awaited(visitor: Visitor, what: str, about: Any) -> Any:
    """What a page says once that is no longer nothing."""
    return visitor.page.wait_for_function(what, arg=about, polling=BETWEEN_LOOKS).json_value()
