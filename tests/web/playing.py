"""Playing by clicks, as people do."""

from typing import Any, Final

from playwright.sync_api import Locator

from tests.service.client import Client
from tests.web.visitor import Visitor

BETWEEN_LOOKS: Final = 25
"""Milliseconds between two looks at a page, which may draw nothing meanwhile."""
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
"""What a page offers, once it shows that version or, where none is given, as it is."""
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


def turn_of(visitors: list[Visitor]) -> Visitor:
    """Who is to act, once the page shows the game as it is now."""
    game = Client(visitors[0].base).see(visitors[0].game())
    acting: Visitor = visitors[game["to_act"][0]]
    awaited(acting, OFFERED, game["version"])
    return acting


def acts(visitor: Visitor, *preferred: str) -> None:
    """Do the first preferred action that is offered, else the first of all, and wait until the page shows what came of
    it; what an action leaves open is chosen from the top. Preferred is a kind of action, and words that it stands with.
    """
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
