"""Names that others have chosen make no links in mail and chats; texts of our own stay as they are."""

import re
from json import loads
from pathlib import Path

from cartulary_service.subjects.notices.foreign_text import leave_out_addresses, leave_out_foreign_addresses
from cartulary_service.subjects.notices.payloads import chat
from tests.cases import cases
from tests.message_catalogues import ROOT

PAGES = (
    "evil.example",
    "evil.example/login",
    "https://1.2.3.4",
    "1.2.3.4/login",
    "www.evil.example",
    "someone@evil.example",
    "(@evil.example)",
    "\u0437\u043b\u043e.\u0440\u0444",
    "evil\u3002example",
    "javascript://evil",
    "mailto:x",
    "localhost:80",
    "//evil/login",
    "[::1]",
    "evil\u2027com/login",
    "evil\u0589com",
    "evil\ufe52com",
)


@cases("name", PAGES)
def test_what_reads_like_an_address_is_left_out(name: str) -> None:
    assert leave_out_addresses(f"{name} invites you.") == "… invites you."
    assert loads(chat("discord", f"{name} invites you.", None).text)["content"] == "… invites you."


@cases(
    "name",
    [
        "Ann",
        "J.R.R. Tolkien",
        "Dr. Who",
        "ann-44",
        "Bot (search-1)",
        "3.5",
        "…",
        "A. B.",
        "12:30",
        "Next:",
        "(@bot:greedy-1)",
    ],
)
def test_other_names_stay(name: str) -> None:
    assert leave_out_addresses(f"{name} plays.") == f"{name} plays."


def test_a_link_of_the_service_stays_if_it_is_the_whole_line() -> None:
    lines = "https://games.example/play\nhttps://games.example.evil.example/play\nsee https://games.example/play"
    assert leave_out_foreign_addresses(lines, "https://games.example") == "https://games.example/play\n…\nsee …"


def catalogues() -> list[Path]:
    return sorted(
        path
        for folder in ("domain", "service/cartulary_service/notifications")
        for path in (ROOT / folder).rglob("locale/*.json")
    )


@cases("path", catalogues())
def test_texts_of_our_own_have_nothing_that_is_left_out(path: Path) -> None:
    text = re.sub(r"\{(\w+):[^}]*\}", r"{\1}", path.read_text(encoding="utf-8"))
    assert leave_out_addresses(text) == text
