"""What somebody with a browser waits for: opens each page with empty caches, and acts at both tables."""

import re
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import click
from playwright.sync_api import Browser, sync_playwright

from bench.services import service
from tests.service.client import CIVILIZATION, Table
from tests.web.playing import LIT, NEXT, awaited, touch
from tests.web.positions import EMPIRES, MIDDLE
from tests.web.visitor import CHROMIUM, Visitor

SETTLES: Final = 1_500
"""Milliseconds after which nothing that belongs to the opening of a page still comes, even slowed down."""
SEEN: Final = """
() => new Promise((done) => {
    const seen = {painted: 0, largest: 0, shifted: 0};
    const watch = (type, note) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({type, buffered: true});
    watch('paint', ({name, startTime}) => { if (name === 'first-contentful-paint') seen.painted = startTime; });
    watch('largest-contentful-paint', ({startTime}) => { seen.largest = startTime; });
    watch('layout-shift', ({value}) => { seen.shifted += value; });
    setTimeout(() => done(seen), 200);
})
"""
LOADED: Final = """performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
    .map((each) => [new URL(each.name).pathname, each.transferSize])"""
OURS: Final = re.compile(r"/play|/replay|/verify\.js|/locale")
UNTIL_NEXT_BOARD: Final = """
(selector) => new Promise((done) => {
    const shown = document.querySelector('.board').dataset.version;
    const began = performance.now();
    const look = () => document.querySelector('.board').dataset.version === shown
        ? requestAnimationFrame(look)
        : requestAnimationFrame(() => done(performance.now() - began));
    document.querySelector(selector).click();
    look();
})
"""
"""Milliseconds from a click to the frame after the one that has the next board."""


class Opening(NamedTuple):
    """An opening of a page: milliseconds until first paint, largest paint and until ready; layout shift; bytes."""

    painted: float
    largest: float
    stands: float
    shifted: float
    bytes: int


@click.command()
@click.option("--times", default=10, show_default=True, help="How often each page is opened, and each action done.")
@click.option("--slower", default=4, show_default=True, help="By how much the processor is slowed down for openings.")
def main(times: int, slower: int) -> None:
    """Measure how soon the pages are there, and how soon a click has its board."""
    with (
        TemporaryDirectory(prefix="cartulary-bench-") as folder,
        service(Path(folder), 1) as (url, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        carta = Table.of(url, 3, position=MIDDLE, edition="ru")
        empires = Table.of(url, 3, game=CIVILIZATION, edition=None, position=EMPIRES)
        over = Table.of(url, 2, position=MIDDLE | {"seats": MIDDLE["seats"][:2]})
        over.act(0, {"type": "resign"})
        ada = carta.players[0].token
        pages = {
            "start page": (None, "/play"),
            "lobby": (ada, "/play"),
            "Carta": (ada, f"/play#/game/{carta.game}"),
            "Civilization": (empires.players[0].token, f"/play#/game/{empires.game}"),
            "archive": (None, "/replay"),
            "replay": (None, f"/replay?game={over.game}"),
            "verify": (None, f"/verify?game={over.game}"),
        }
        for name, (token, path) in pages.items():
            print(tell_openings(name, [*openings(browser, url, token, path, times, slower)]))
        print(tell_clicks("Carta", clicks_at(browser, url, carta, "hand:science-3", times)))
        print(tell_clicks("Civilization", clicks_at(browser, url, empires, "hand:granary", times)))
        browser.close()


def openings(browser: Browser, url: str, token: str | None, path: str, times: int, slower: int) -> Iterator[Opening]:
    """Open a page several times, each time as if for the first."""
    for _ in range(times):
        visitor = Visitor(browser, url, token)
        tools = visitor.context.new_cdp_session(visitor.page)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        visitor.goes(path)
        stands = visitor.page.evaluate("performance.now()")
        visitor.page.wait_for_timeout(SETTLES)
        seen = visitor.page.evaluate(SEEN)
        files = [size for file, size in visitor.page.evaluate(LOADED) if OURS.match(file)]
        yield Opening(seen["painted"], seen["largest"], stands, seen["shifted"], sum(files))
        visitor.leave()


def clicks_at(browser: Browser, url: str, table: Table, card: str, times: int) -> list[float]:
    """Do something and take it back, several times; milliseconds of each click until its board."""
    visitor = Visitor(browser, url, table.players[0].token).goes(f"/play#/game/{table.game}")
    visitor.page.wait_for_selector(".board[data-version]")
    taken: list[float] = []
    for _ in range(times):
        prepare(visitor, card)
        taken.append(visitor.page.evaluate(UNTIL_NEXT_BOARD, '[data-key="go"]'))
        visitor.page.wait_for_selector('[data-key="take-back"]')
        taken.append(visitor.page.evaluate(UNTIL_NEXT_BOARD, '[data-key="take-back"]'))
    visitor.leave()
    return taken


def prepare(visitor: Visitor, card: str) -> None:
    """Pick a card, and what the table lights up for it, until the main action is ready."""
    visitor.page.wait_for_selector(f'[data-key^="{card}"].can')
    touch(visitor, visitor.page.evaluate(LIT, f'[data-key^="{card}"]'))
    shown = visitor.find(".board").get_attribute("data-version")
    while (key := awaited(visitor, NEXT, shown)) != "go":
        touch(visitor, key)


def tell_openings(name: str, opened: Sequence[Opening]) -> str:
    """The figures of a page in a line."""
    painted, largest, stands, shifted = (statistics.median(each) for each in [*zip(*opened, strict=True)][:4])
    return (
        f"{name:12} first paint {painted:4.0f} ms, largest {largest:4.0f}, stands after {stands:4.0f}; "
        f"shifts by {shifted:.3f}; {opened[0].bytes / 1000:5.1f} kB"
    )


def tell_clicks(name: str, taken: Sequence[float]) -> str:
    """The figures of a table's clicks in a line."""
    return f"{name:12} a click has its board after {statistics.median(taken):.0f} ms, at most {max(taken):.0f}"


if __name__ == "__main__":
    main()
