"""The guide in a browser: readable on a phone and by everybody; and the front end of its tutorial plays."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.service.test_guide_blocks import ROOT, WRITTEN, blocks
from tests.web.conftest import Visit
from tests.web.visitor import MILLISECONDS, PHONE

TABLE = ROOT / "docs" / "tutorial" / "front-end.md"
SHOWN = ["", "tutorial/first-game", "reference/events-every-game", "rules/civilization-the-card-game"]
"""One page of each sort: lists, blocks of code, wide tables, rulings."""


@pytest.mark.parametrize(("scheme", "paths"), [("light", SHOWN), ("dark", SHOWN[1:2])])
def test_axe_finds_nothing_wrong_with_the_guide(visit: Visit, scheme: str, paths: list[str]) -> None:
    reader = visit(color_scheme=scheme)
    for path in paths:
        reader.page.goto(f"{reader.base}/docs/guide/{path}")
        assert reader.obstacles() == [], path


def test_axe_finds_nothing_wrong_with_the_contract_and_an_open_operation(visit: Visit) -> None:
    reader = visit()
    reader.page.goto(f"{reader.base}/docs/")
    expect(reader.find(".opblock").first).to_be_visible()
    assert reader.obstacles() == []
    reader.find("#operations-games-read_game .opblock-summary").click()
    expect(reader.find("#operations-games-read_game .microlight").first).to_be_visible()
    assert reader.obstacles() == []


def test_in_the_contract_a_lock_stands_at_what_needs_a_token_and_at_nothing_else(visit: Visit) -> None:
    reader = visit()
    reader.page.goto(f"{reader.base}/docs/")
    needs = reader.find("#operations-games-create_game .authorization__btn")
    expect(needs).to_have_count(1)
    for without in ("games-list_games", "players-create_player"):
        expect(reader.find(f"#operations-{without}")).to_have_count(1)
        expect(reader.find(f"#operations-{without} .authorization__btn")).to_have_count(0)


def test_on_a_phone_no_page_is_wider_than_the_window(visit: Visit) -> None:
    reader = visit(viewport=PHONE)
    for path in SHOWN:
        reader.page.goto(f"{reader.base}/docs/guide/{path}")
        assert reader.overflows() == 0, path


def test_the_contents_are_one_step_away_on_a_phone(visit: Visit) -> None:
    reader = visit(viewport=PHONE)
    reader.page.goto(f"{reader.base}/docs/guide/concepts")
    reader.page.get_by_role("link", name="Contents").click()
    expect(reader.page.get_by_role("navigation", name="Contents")).to_be_in_viewport()


def test_the_front_end_of_the_tutorial_plays(browser: Browser, served: str, tmp_path: Path) -> None:
    (table,) = [each for each in blocks(TABLE) if each.language == "html"]
    file = tmp_path / table.file
    file.write_text(table.text.replace(WRITTEN, served), encoding="utf-8")
    page = browser.new_page()
    page.set_default_timeout(MILLISECONDS)
    page.goto(file.as_uri())
    expect(page.get_by_role("status")).to_have_text(re.compile("Waiting for seat"))
    for _ in range(2):
        page.get_by_role("button", name='"play"').first.click()
        page.get_by_role("button", name='"end_turn"').click()
    expect(page.locator("#seats li").first).to_contain_text(":")
    page.close()
