"""A browser for all tests, and the service that its pages belong to."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.service.conftest import own_database, serve, served
from tests.web.visitor import CHROMIUM, Visitor

__all__ = ["browser", "own_database", "serve", "served", "visit"]

Visit = Callable[..., Visitor]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium; each visitor has a context of their own. While it is open, no other event loop may run."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser, served: str) -> Iterator[Visit]:
    """Let somebody come to the pages; at the end nobody's page may have complained."""
    visitors: list[Visitor] = []

    def comes(token: str | None = None, **context: Any) -> Visitor:
        visitors.append(Visitor(browser, served, token, **context))
        return visitors[-1]

    yield comes
    for each in visitors:
        each.leave()
