"""The front end in one file: it plays by what the API lists, from another origin, and its types hold."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.patience import PATIENCE
from tests.service.client import CONTRACT, Player, body_of
from tests.web.positions import LAST_CARD

PAGE = Path(__file__).parents[2] / "examples" / "table.html"
NODE_MODULES = PAGE.parents[1] / "build" / "generated" / "typescript" / "node_modules"
MOST_LINES = 200

Opened = Callable[[str], Page]


def is_complaint(said: ConsoleMessage) -> bool:
    """Whether a message of the console is an error. A 412, for acting just after a bot, makes the page read anew."""
    return said.type == "error" and "status of 412" not in said.text


@pytest.fixture
def opened(browser: Browser, served: str) -> Iterator[Opened]:
    """The page as a file, which belongs to no origin; at the end it may not have complained."""
    context, complaints = browser.new_context(), list[str]()

    def opens(query: str = "") -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
        page.goto(f"{PAGE.as_uri()}?api={served}{query}")
        return page

    yield opens
    context.close()
    assert complaints == []


def test_somebody_plays_against_a_bot(opened: Opened) -> None:
    page = opened("")
    page.get_by_role("button", name="Sit down").click()
    for turns in range(3):
        expect(page.get_by_role("status")).to_have_text("Your turn.", timeout=1_000 * PATIENCE)
        while page.locator("#log li").count() <= 2 * turns:
            page.locator("#actions button").first.click()
            expect(
                page.locator("#actions button").or_(page.get_by_text("Waiting for the others.")).first
            ).to_be_visible()
    assert page.locator("#seats li").count() == 2
    expect(page.locator("#seats")).to_contain_text("(you)")


def test_a_game_is_played_to_its_end_with_somebody_else(opened: Opened, served: str) -> None:
    ann = Player(served)
    game = ann.new_game(position=LAST_CARD)
    body_of(ann.sit(game, seat=1), 201)
    page = opened(f"&game={game}")
    page.get_by_role("button", name="Sit down").click()
    over = page.get_by_text(re.compile("^Over by "))
    while not over.is_visible():
        if 1 in ann.see(game)["to_act"]:
            body_of(ann.act(game, ann.legal(game)[0]), 201)
        elif page.locator("#actions button").count():
            page.locator("#actions button").last.click()
        expect(over.or_(page.locator("#actions button")).or_(page.get_by_text("Waiting for")).first).to_be_visible()
    assert ann.see(game)["status"] == "finished"


@pytest.mark.skipif(not NODE_MODULES.exists(), reason="typescript is missing: make generated-clients")
def test_its_types_hold_against_those_of_the_contract(tmp_path: Path) -> None:
    (script,) = re.findall(r"<script type=\"module\">\n(.*?)</script>", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "table.js").write_text(script, encoding="utf-8")
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    shutil.copy(NODE_MODULES.parent / "package.json", tmp_path)
    tools = NODE_MODULES / ".bin"
    subprocess.run([tools / "openapi-typescript", CONTRACT, "-o", "cartulary.d.ts"], cwd=tmp_path, check=True)
    options = (
        "--noEmit --checkJs --strict --noUncheckedIndexedAccess --target es2022 --module nodenext --lib es2022,dom"
    )
    checked = subprocess.run(
        [tools / "tsc", *options.split(), "table.js"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert checked.stdout == ""


def test_it_is_short() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) < MOST_LINES
