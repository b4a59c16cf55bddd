"""The pages look up texts that are in their message catalogue."""

import re

from cartulary_service import web
from tests.message_catalogues import PAGES, read

PLAY = web.STATIC / "play"
ALWAYS_CHECKED = {"positions", "heads", "note", "seats"}
"""Checks that are never left out for want of something."""
NOT_ON_PAGES = {"actions", "keys", "witnesses"}
"""Checks of what only programs are given."""
OF_RUNNING_GAMES = {"commitments", "deal", "fork", "seed"}
"""Checks that the end makes possible: a replay is of a game that is over."""


def test_every_unchecked_point_of_the_verifier_has_words() -> None:
    report = (web.STATIC / "verifier" / "report.js").read_text(encoding="utf-8")
    names = set(re.findall(r"\['(\w+)', (?:\(\) => )?check", report))
    for catalogue, prefix, never in (("page", "unchecked-", OF_RUNNING_GAMES), ("record", "unchecked.", set())):
        texts = {key.removeprefix(prefix) for key in read(PAGES / catalogue, "en") if key.startswith(prefix)}
        assert texts == names - ALWAYS_CHECKED - NOT_ON_PAGES - never


def test_no_text_is_asked_for_that_is_not_there() -> None:
    texts = read(PAGES / "page", "en") | read(PAGES / "record", "en")
    asked = {
        key for path in PLAY.rglob("*.js") for key in re.findall(r"\bt\('([^']+)'", path.read_text(encoding="utf-8"))
    }
    assert asked <= texts.keys()
    assert len(asked) > 100
