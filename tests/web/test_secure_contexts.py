"""What browsers have at secure addresses only, and what may be blocked or full, is asked for in one place each."""

import re

import pytest

from cartulary_service import web
from cartulary_service.subjects import OPERATIONS

SCRIPTS = [path for path in web.STATIC.rglob("*.js") if path.name != "offline.js"]
"""All scripts but the service worker, which runs at secure addresses only."""


def users(pattern: str) -> set[str]:
    return {
        str(path.relative_to(web.STATIC)) for path in SCRIPTS if re.search(pattern, path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize(
    ("pattern", "allowed"),
    [
        (
            r"crypto\.subtle",
            {"play/secure-context.js", "play/table/signing.js"}
            | {f"verifier/{each}.js" for each in ("ed25519", "hashing")},
        ),
        (r"randomUUID\(", set()),
        (r"navigator\.(clipboard|serviceWorker)", {"play/secure-context.js"}),
        (r"\b(localStorage|sessionStorage)\b", {"play/storage.js"}),
        (r"Date\.now\(\)", {"play/api.js", "play/server-time.js"}),
    ],
)
def test_what_a_browser_may_lack_is_used_in_one_place(pattern: str, allowed: set[str]) -> None:
    assert users(pattern) == allowed


def test_what_takes_an_idempotency_key_is_never_posted_without_one() -> None:
    paths = [each.path for each in OPERATIONS if each.method == "POST" and each.takes_key]
    assert "/players" in paths
    places = [re.escape(re.sub(r"<[^>]+>", "@", path)).replace("@", r"\$\{[^}]+\}") for path in paths]
    posted = re.compile(rf"\.(?:post|ask)\([`'](?:{'|'.join(places)})(?:\$\{{this\.query\}})?[`'](.*)")
    for path in SCRIPTS:
        for more in posted.findall(path.read_text(encoding="utf-8")):
            assert "'Idempotency-Key'" in more, f"{path.name}: {more}"
