"""The pages are served whole, run nothing but what the service serves, and show what they find in a browser."""

import gzip
import logging
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urljoin

import pytest
from flask import Flask, Response
from playwright.sync_api import Browser, expect
from werkzeug.serving import make_server

from cartulary.audit.log_proofs import list_due
from cartulary.catalogue import CATALOGUE
from cartulary.signing.notes import Signer
from cartulary_service import web
from cartulary_service.config import Config
from cartulary_service.http import compression
from cartulary_service.subjects import SUBJECTS
from tests.cases import cases
from tests.patience import PATIENCE
from tests.web.operator_log import OperatorLog
from tests.web.verifiers import GAME_ID, SIGNER, bundle_of, changed, table_of
from tests.web.visitor import CHROMIUM

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
EVERY_PAGE = pytest.mark.parametrize("path", [*web.GAME_PAGES, web.EMBED_PAGE])
OTHER = Signer(b"somebody else".ljust(32))
OTHER_ID = GAME_ID[:-1] + "2"
RUN = {
    "everything": True,
    "started_at": "2026-01-31T12:00:00.000Z",
    "finished_at": "2026-01-31T12:00:04.000Z",
    "games": 21,
    "events": 4001,
    "mismatches": 1,
}
INTEGRITY: dict[str, Any] = {
    "games": {"open": 1, "playing": 2, "finished": 17, "abandoned": 1},
    "events": 4001,
    "checked": {"games": 21, "events": 4001},
    "last_run": RUN,
    "running": None,
    "redaction": {"finished_at": "2026-11-24T03:10:02.331Z", "games": 20, "events": 3_900, "leaks": 0},
    "mismatches": [],
    "keys": [{"key": SIGNER.public.text(), "fingerprint": SIGNER.public.fingerprint}],
}
MISMATCH = {
    "game": GAME_ID,
    "version": 9,
    "outcome": "broken",
    "position": None,
    "checked_at": "2026-01-31T12:00:03.000Z",
}


DROP = """
async ([url, keys]) => {
  document.getElementById('keys').value = keys;
  const game = new File([await (await fetch(url)).blob()], 'game.ndjson');
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(game);
  document.dispatchEvent(new DragEvent('drop', {dataTransfer, cancelable: true}));
}
"""
"""Drops a file onto the page on which it is checked."""


def pages() -> Flask:
    """The pages alone."""
    app = Flask(__name__)
    app.extensions["cartulary"] = {"subjects": SUBJECTS, "config": Config(database_url="")}
    compression.init_app(app)
    web.init_app(app)
    return app


class Tags(HTMLParser):
    """The tags of a page, with what stands in its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] in ("script", "style"):
            self.scripts += data.strip()


@EVERY_PAGE
def test_a_page_runs_nothing_but_what_the_service_serves(path: str) -> None:
    client = pages().test_client()
    with client.get(path) as response:
        assert (response.status_code, response.mimetype) == (200, "text/html")
        policy = response.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert ("frame-ancestors 'none'" in policy) is (path != web.EMBED_PAGE)
        assert "unsafe" not in policy
        page = Tags(response.get_data(as_text=True))
    assert page.scripts == ""
    for tag, attributes in page.tags:
        assert tag != "style"
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        for address in (attributes.get("src"), attributes.get("href")):
            if address is not None:
                with client.get(address) as response:
                    assert response.status_code == 200, address


def test_pages_with_a_token_let_no_text_become_a_script() -> None:
    for path in (*web.GAME_PAGES, web.EMBED_PAGE):
        with pages().test_client().get(path) as response:
            policy = response.headers["Content-Security-Policy"].split("; ")
            made_scripts = "trusted-types cartulary-offline" if path == "/play" else "trusted-types 'none'"
            assert {"script-src 'self'", "require-trusted-types-for 'script'", made_scripts} <= {*policy}


def test_the_service_leads_to_the_lobby() -> None:
    assert pages().test_client().get("/").location == "/play"


@EVERY_PAGE
def test_a_slash_after_the_address_of_a_page_leads_to_the_page(path: str) -> None:
    assert pages().test_client().get(f"{path}/?game={GAME_ID}").location == f"{path}?game={GAME_ID}"


@cases(("path", "mimetype"), (web.PARTS | web.GAME_PARTS).items())
def test_a_part_of_a_page_is_served_with_its_type(path: str, mimetype: str) -> None:
    with pages().test_client().get(path) as response:
        assert (response.status_code, response.mimetype) == (200, mimetype)


@cases("path", [path for path in web.PARTS | web.GAME_PARTS if path.endswith(".js")])
def test_a_module_imports_only_what_is_served_and_writes_no_markup(path: str) -> None:
    text = (web.STATIC / path[1:]).read_text(encoding="utf-8")
    imported = re.findall(r"from '(\.[^']+)'", text)
    assert text.count("import ") == len(imported)
    assert {urljoin(path, each) for each in imported} <= {*web.PARTS, *web.GAME_PARTS, "/verify.js"}
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text)


def imported(path: str) -> set[str]:
    """The modules that a module imports at its beginning, and those that they do."""
    found, open_ones = set[str](), [path]
    while open_ones:
        module = open_ones.pop()
        text = (web.STATIC / module[1:]).read_text(encoding="utf-8")
        new = {urljoin(module, each) for each in re.findall(r"from '(\.[^']+)'", text)} - found
        found |= new
        open_ones += new
    return found


@EVERY_PAGE
def test_a_page_asks_for_all_its_modules_at_once(path: str) -> None:
    at_once, _, _ = pages().test_client().get(path).get_data(as_text=True).partition("<template")
    tags = Tags(at_once).tags
    (script,) = [attributes["src"] for tag, attributes in tags if tag == "script"]
    asked = [attributes["href"] for tag, attributes in tags if attributes.get("rel") == "modulepreload"]
    assert sorted(f"/{each}" for each in asked) == sorted(imported(f"/{script}"))


@pytest.mark.parametrize(
    ("path", "script", "late"),
    [
        ("/play", "/play/play.js", "/play/table/table.js"),
        ("/replay", "/play/replay/replay.js", "/play/replay/viewer.js"),
    ],
)
def test_a_page_lists_the_modules_that_a_game_shown_later_needs(path: str, script: str, late: str) -> None:
    text = pages().test_client().get(path).get_data(as_text=True)
    found = re.findall(r'<template id="modules-of-([^"]+)">(.*?)</template>', text, re.DOTALL)
    listed = {name: re.findall(r'href="([^"]+)"', links) for name, links in found}
    known = imported(script)
    of_any = needed(late, known)
    games = {each: needed(f"/play/games/{each}/index.js", known | of_any) for each in CATALOGUE}
    assert {name: {f"/{each}" for each in links} for name, links in listed.items()} == {"any-game": of_any} | games


def test_the_head_of_all_pages_is_written_once() -> None:
    folder = web.STATIC.parent
    written = [path for path in folder.rglob("*") if path.suffix in (".html", ".py") and "<head>" in path.read_text()]
    assert written == [folder / "templates" / "base.html"]


def needed(module: str, known: set[str]) -> set[str]:
    """A module and those that it imports, but for those that are there."""
    return {module, *imported(module)} - known


def test_a_client_that_unpacks_gets_a_packed_file_under_a_tag_of_its_own() -> None:
    client = pages().test_client()
    packed = client.get("/play/play.js", headers={"Accept-Encoding": "gzip, compress"})
    plain = client.get("/play/play.js")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert all("Accept-Encoding" in each.vary for each in (packed, plain))


@cases("encodings", ["gzip", "gzip;q=0, identity", "identity"])
def test_a_current_representation_is_not_sent_again(encodings: str) -> None:
    client = pages().test_client()
    wanted = {"Accept-Encoding": encodings}
    first = client.get("/play", headers=wanted)
    again = client.get("/play", headers=wanted | {"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert ("Content-Encoding" in first.headers) is (encodings == "gzip")
    other = "identity" if encodings == "gzip" else "gzip"
    changed = client.get("/play", headers={"Accept-Encoding": other, "If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200


# In a browser


def luminance(colour: str) -> float:
    """Of a colour, as WCAG 2 has it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_all_that_is_written_stands_out_in_light_and_dark() -> None:
    style = (web.STATIC / "pages.css").read_text(encoding="utf-8")
    themes = [dict(re.findall(r"--(\w+): (#\w{6})", block)) for block in re.findall(r":root {(.*?)}", style, re.DOTALL)]
    assert len(themes) == 2
    for theme in themes:
        for behind in ("paper", "field"):
            for name in ("ink", "faint", "link", "good", "bad", "open"):
                dark, light = sorted((luminance(theme[name]), luminance(theme[behind])))
                assert (light + 0.05) / (dark + 0.05) >= 4.5, (name, behind)


@contextmanager
def served(integrity: dict[str, Any] = INTEGRITY) -> Iterator[str]:
    """The pages and what they ask for, from a stand-in for the service."""
    table, log = table_of(next(iter(CATALOGUE))), OperatorLog()
    log.add(table, *list_due(table.rows))
    bundle = log.bundle(bundle_of(table))
    bundles = {GAME_ID: bundle, OTHER_ID: changed(bundle, (bundle.index(b"player 1"), 1))}
    app = pages()
    app.add_url_rule("/v1/catalogue", "catalogue", lambda: {"keys": INTEGRITY["keys"]})
    app.add_url_rule("/v1/games/<id>/audit", "audit", lambda id: Response(bundles[id], mimetype="application/x-ndjson"))
    seats = [{"player": {"id": "player 0", "name": "Ada", "handle": "ada"}}, {"player": None}]
    app.add_url_rule("/v1/games/<id>", "game", lambda id: {"seats": seats})
    app.add_url_rule("/v1/integrity", "integrity-of-all", lambda: integrity)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def seen(url: str, folder: Path) -> str:
    """The page as a browser has it in the end, its text without tags."""
    command = [
        str(CHROMIUM),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--lang=en-US",
        f"--user-data-dir={folder}",
    ]
    command += ["--virtual-time-budget=20000", "--dump-dom", url]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return " ".join(re.sub(r"<[^>]*>", " ", done.stdout).split())


@needs_browser
def test_a_browser_checks_the_game_that_the_address_names(tmp_path: Path) -> None:
    with served() as url:
        good = seen(f"{url}/verify?game={GAME_ID}", tmp_path)
        bad = seen(f"{url}/verify?game={OTHER_ID}", tmp_path)
        none = seen(f"{url}/verify", tmp_path)
    assert "– Verified, except for what was not checked: whether history was rewritten since a receipt" in good
    assert "the rules, so whether each move was legal and who won: the command cartulary verify checks them." in good
    assert f"Game {GAME_ID} Status finished" in good
    assert "by the operator none Seat 1 Ada (@ada) , no key, since event 2 Seat 2 player 1 , no key," in good
    assert " Fairness B – Every seat" in good
    assert "signature holds: signed with the key that the service itself showed" in good
    assert "The service itself showed this key." in good
    assert "NOT verified: the service has answered with the record of another game." in bad
    assert "Keep this file and your receipts" in bad
    assert "heads" in bad
    assert "WRONG" in bad
    assert "Nothing has been checked yet." in none


def test_a_file_that_is_dropped_is_checked_against_the_keys_that_were_put_in(browser: Browser) -> None:
    with served() as url:
        page = browser.new_page()
        page.goto(f"{url}/verify", wait_until="networkidle")
        page.evaluate(DROP, [f"/v1/games/{GAME_ID}/audit", f"{OTHER.public.text()}\n{SIGNER.public.text()}"])
        expect(page.locator("body")).to_contain_text("Verified, except for what was not checked:")
        expect(page.locator("body")).to_contain_text(f"signed with the key that was given: {SIGNER.public.text()}")
        expect(page.locator("body")).not_to_contain_text("The service itself showed this key.")
        page.close()


@needs_browser
def test_a_browser_shows_how_sound_the_record_is(tmp_path: Path) -> None:
    running = INTEGRITY | {"running": RUN | {"finished_at": None}, "mismatches": [MISMATCH], "last_run": None}
    leaking = INTEGRITY | {"redaction": INTEGRITY["redaction"] | {"leaks": 2}}
    with served() as url:
        good = seen(f"{url}/integrity", tmp_path)
    with served(running) as url:
        bad = seen(f"{url}/integrity", tmp_path)
    with served(leaking) as url:
        assert "2 leaks found." in seen(f"{url}/integrity", tmp_path)
    assert "No mismatch in the 21 games that were checked." in good
    assert "All games 21, with 4,001 events" in good
    assert SIGNER.public.text() in good
    assert "1 mismatch found." in bad
    assert f"{GAME_ID} broken: its chain or a commitment does not hold; checked at version 9," in bad
    assert "There has been none yet." in bad
    assert "Running now" in bad
