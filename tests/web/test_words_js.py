"""The pages look up texts that are in their message catalogue."""

import re

from cartulary_service import web
from tests.message_catalogues import PAGES, read

PLAY = web.STATIC / "play"
ALWAYS_CHECKED = {"positions", "heads", "note", "seats"}
"""Checks that are never left out for want of something."""
NOT_ON_PAGES = {"actions", "witnesses"}
"""Checks of what only programs are given."""


def test_every_unchecked_point_of_the_verifier_has_words() -> None:
    report = (web.STATIC / "verifier" / "report.js").read_text(encoding="utf-8")
    names = set(re.findall(r"\['(\w+)', (?:\(\) => )?check", report))
    texts = {key.removeprefix("unchecked-") for key in read(PAGES / "page", "en") if key.startswith("unchecked-")}
    assert texts == names - ALWAYS_CHECKED - NOT_ON_PAGES


def test_no_text_is_asked_for_that_is_not_there() -> None:
    texts = read(PAGES / "page", "en") | read(PAGES / "record", "en")
    asked = {
        key for path in PLAY.rglob("*.js") for key in re.findall(r"\bt\('([^']+)'", path.read_text(encoding="utf-8"))
    }
    assert asked <= texts.keys()
    assert len(asked) > 100
