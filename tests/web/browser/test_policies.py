"""The content security policy of every page, in a browser: what the page does it allows, and nothing else."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from cartulary_service import web
from tests.service.client import Table

WATCH = """
window.violations = [];
addEventListener('securitypolicyviolation', ({violatedDirective, blockedURI, sourceFile}) =>
  window.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`));
"""
INJECTED = """
() => {
  const script = document.createElement('script');
  try {
    script.text = 'window.injected = true';
    document.body.append(script);
  } catch (error) {
    return !(error instanceof TypeError);
  }
  return window.injected === true;
}
"""
ELSEWHERE = "() => fetch('https://elsewhere.example/').then(() => 'sent', () => 'refused')"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that remembers what its policy has refused."""
    page = browser.new_page()
    page.add_init_script(WATCH)
    yield page
    page.close()


def violations(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.violations")
    return found


def test_the_contract_is_shown_and_tried_out_under_its_policy(page: Page, served: str) -> None:
    page.goto(f"{served}/docs/")
    expect(page.locator(".title").first).to_contain_text("Cartulary")
    operation = page.locator("#operations-catalogue-list_catalogue")
    operation.locator(".opblock-summary").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table .response-col_status").last).to_have_text(re.compile("200"))
    page.get_by_role("button", name="Authorize").first.click()
    expect(page.locator(".auth-container").first).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("path", ["/docs/", "/docs/guide/", *web.GAME_PAGES, web.EMBED_PAGE])
def test_no_page_refuses_itself_anything_and_each_refuses_a_script_and_an_address_of_others(
    page: Page, served: str, path: str
) -> None:
    page.goto(f"{served}{path}", wait_until="networkidle")
    assert violations(page) == []
    assert not page.evaluate(INJECTED)
    assert page.evaluate(ELSEWHERE) == "refused"
    assert any(each.startswith("connect-src") for each in violations(page))


@pytest.mark.parametrize("path", ["/docs/", "/docs/guide/", *web.GAME_PAGES])
def test_no_page_can_be_framed(page: Page, served: str, path: str) -> None:
    assert framed(page, served, path) == "chrome-error://chromewebdata/"
    assert framed(page, served, "/v1/catalogue") == f"{served}/v1/catalogue", "nothing can be framed here"


def test_a_replay_can_be_framed_by_its_own_address_alone(page: Page, served: str) -> None:
    assert framed(page, served, web.EMBED_PAGE) == f"{served}{web.EMBED_PAGE}"


def framed(page: Page, base: str, path: str) -> str:
    """What a page comes to show in a frame of that address."""
    # Of the same origin: a browser keeps others from this machine, whatever the policy.
    outside, url = f"{base}/frames", base + path
    page.unroute_all()
    page.route(outside, lambda route: route.fulfill(body=f"<iframe src='{url}'></iframe>", content_type="text/html"))
    page.goto(outside, wait_until="networkidle")
    return page.frames[1].url


def test_a_table_is_shown_under_its_policy(page: Page, served: str) -> None:
    table = Table.of(served)
    page.goto(f"{served}/play#/game/{table.game}")
    expect(page.locator(".seat").first).to_be_visible()
    assert violations(page) == []
