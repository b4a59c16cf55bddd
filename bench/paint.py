"""Loading times of the pages: opens each in a fresh browser with empty caches, against a service of its own."""

import re
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
from playwright.sync_api import Browser, sync_playwright

from bench.games import seat
from bench.services import service
from tests.web.visitor import CHROMIUM

PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
LOADED = """performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
    .map((each) => [new URL(each.name).pathname, each.transferSize])"""
OURS = re.compile(r"/play|/replay|/verify\.js")


class Opening(NamedTuple):
    """An opening of a page: milliseconds until first paint and until ready, and bytes of its files."""

    painted: float
    stands: float
    bytes: int


@click.command()
@click.option("--times", default=10, show_default=True, help="How often each page is opened.")
def main(times: int) -> None:
    """Measure how soon the pages are there."""
    with (
        TemporaryDirectory(prefix="cartulary-bench-") as folder,
        service(Path(folder), 1) as (url, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        game, _ = seat(url)
        for name, path in {"lobby": "/play", "table": f"/play#/game/{game}", "replay": f"/replay?game={game}"}.items():
            print(said(name, [*openings(browser, url + path, times)]))
        browser.close()


def openings(browser: Browser, address: str, times: int) -> Iterator[Opening]:
    """Open a page several times, each time as if for the first."""
    for _ in range(times):
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("body[data-ready=yes]")
        files = [size for path, size in page.evaluate(LOADED) if OURS.match(path)]
        yield Opening(page.evaluate(PAINTED), page.evaluate("performance.now()"), sum(files))
        context.close()


def said(name: str, opened: Sequence[Opening]) -> str:
    """The figures of a page in a line."""
    painted, stands = ([each[field] for each in opened] for field in (0, 1))
    return (
        f"{name:7} first paint {statistics.median(painted):.0f} ms, at most {max(painted):.0f}; "
        f"stands after {statistics.median(stands):.0f} ms, at most {max(stands):.0f}; {opened[0].bytes / 1000:.1f} kB"
    )


if __name__ == "__main__":
    main()
