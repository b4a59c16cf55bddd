"""Waiting times in a browser: opens each page with empty caches, and acts at both tables."""

import random
import re
import statistics
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

import click
from playwright.sync_api import Browser, sync_playwright

from bench.results import Comparison
from bench.services import folder_of_run, service
from tests.service.client import CIVILIZATION, Table, body_of
from tests.web.playing import LIT, NEXT, touch
from tests.web.positions import EMPIRES, MIDDLE
from tests.web.visitor import CHROMIUM, Visitor

TIMES: Final = 10
SLOWER: Final = 4
PLIES: Final = 120
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


STEPS: Final = """
async (many) => {
    const taken = [];
    for (let nth = 0; nth < many; nth += 1) {
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
        const began = performance.now();
        document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
        document.body.getBoundingClientRect();
        taken.push(performance.now() - began);
    }
    return taken;
}
"""


class Opening(NamedTuple):
    """An opening of a page: milliseconds until first paint, largest paint and until ready; layout shift; bytes."""

    painted: float
    largest: float
    stands: float
    shifted: float
    bytes: int


class Waits(NamedTuple):
    """Openings by page, and milliseconds of each click by table and of each step of a replay."""

    openings: dict[str, list[Opening]]
    clicks: dict[str, list[float]]
    steps: list[float]


@click.command()
@click.option("--times", default=TIMES, show_default=True, help="How often each page is opened, and each action done.")
@click.option("--slower", default=SLOWER, show_default=True, help="By how much the processor is slowed for openings.")
def main(times: int, slower: int) -> None:
    """Measure how soon the pages are there, and how soon a click has its board."""
    waits = measure_waits(times, slower)
    for name, opened in waits.openings.items():
        print(tell_openings(name, opened))
    for name, taken in waits.clicks.items():
        print(f"{name:12} a click has its board after {statistics.median(taken):.0f} ms, at most {max(taken):.0f}")
    print(f"{'replay':12} a step takes {statistics.median(waits.steps):.1f} ms, at most {max(waits.steps):.0f}")


def figures() -> Iterator[Comparison]:
    """Yield what a visitor waits for."""
    waits = cache(lambda: measure_waits(5, SLOWER))
    for page in ("start page", "lobby", "Carta", "Civilization", "replay"):
        largest = partial(lambda page: statistics.median(each.largest for each in waits().openings[page]), page)
        yield Comparison(f"largest_paint_of_{page.lower().replace(' ', '_')}", "ms", largest, None, "≤ 1500")
    for table in ("Carta", "Civilization"):
        click = partial(lambda table: statistics.median(waits().clicks[table]), table)
        yield Comparison(f"click_to_board_of_{table.lower()}", "ms", click, None, "≤ 100")
    yield Comparison("replay_step_of_civilization", "ms", lambda: statistics.median(waits().steps), None, "≤ 16")


def measure_waits(times: int, slower: int) -> Waits:
    """Open each page, act at both tables and step through a replay, some times."""
    with (
        folder_of_run() as folder,
        service(folder, 1) as (url, _),
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
        opened = {name: [*openings(browser, url, token, path, times, slower)] for name, (token, path) in pages.items()}
        clicks = {
            "Carta": clicks_at(browser, url, carta, "hand:science-3", times),
            "Civilization": clicks_at(browser, url, empires, "hand:granary", times),
        }
        steps = steps_of(browser, url, play_civilization(url))
        browser.close()
    return Waits(opened, clicks, steps)


def play_civilization(url: str) -> str:
    """A game of Civilization that was played for a while and ended by agreement."""
    table, chance = Table.of(url, 2, game=CIVILIZATION, edition=None), random.Random(3)
    for _ in range(PLIES):
        seat = table.see()["to_act"][0]
        actions = body_of(table.players[seat].get(f"/games/{table.game}/actions?expand=true"), 200)["actions"]
        table.act(seat, chance.choice(actions))
    for seat in range(2):
        table.act(seat, {"type": "agree_end", "how": "score"})
    return table.game


def steps_of(browser: Browser, url: str, game: str) -> list[float]:
    """Step through a replay; milliseconds of each step until the page is laid out."""
    visitor = Visitor(browser, url).goes(f"/replay?game={game}")
    visitor.page.wait_for_selector(".board > *")
    taken: list[float] = visitor.page.evaluate(STEPS, PLIES - 1)
    visitor.leave()
    return taken


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
    while (key := visitor.awaits(NEXT, shown)) != "go":
        touch(visitor, key)


def tell_openings(name: str, opened: Sequence[Opening]) -> str:
    """The figures of a page in a line."""
    painted, largest, stands, shifted = (statistics.median(each) for each in [*zip(*opened, strict=True)][:4])
    return (
        f"{name:12} first paint {painted:4.0f} ms, largest {largest:4.0f}, stands after {stands:4.0f}; "
        f"shifts by {shifted:.3f}; {opened[0].bytes / 1000:5.1f} kB"
    )


if __name__ == "__main__":
    main()
