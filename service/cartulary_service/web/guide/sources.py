"""Sources of the guide: its pages, and the files that they may link to."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from cartulary_service import web
from cartulary_service.web import contracts

PACKAGED: Final = Path(__file__).with_name("kept")
CHECKOUT: Final = Path(__file__).parents[4]
INDEX: Final = "index"
DECISIONS: Final = "decisions"
FILES: Final = (
    "bench/README.md",
    "packages/client-python/README.md",
    "packages/client-typescript/README.md",
    "deploy/nginx.conf",
    "deploy/patroni/README.md",
    "examples/analysis/games.ipynb",
    "examples/bot.py",
    "examples/match_program.py",
    "examples/round_robin.py",
    "examples/clients/play.ts",
    "examples/table.html",
)
"""Files outside docs/ that pages link to, shown as they are."""
SERVED: Final = {
    **contracts.CONTRACTS,
    "service/cartulary_service/web/static/verify.js": web.VERIFIER,
}
"""The same, where it lies elsewhere in a package."""
PARTS: Final = {
    "pages.css": web.STATIC / "pages.css",
    "tokens.css": web.STATIC / "play/styles/tokens.css",
    "head.css": web.STATIC / "play/styles/head.css",
    "guide.css": Path(__file__).with_name("guide.css"),
    "seal.svg": web.STATIC / "play/seal.svg",
}
"""Styles and the seal, most of which the other pages have too."""
TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)


def root() -> Path:
    """The folder that holds docs/: in a package, else the checkout."""
    return PACKAGED if PACKAGED.exists() else CHECKOUT


@cache
def texts() -> dict[str, str]:
    """Every page by its name, as Markdown; `index` first."""
    docs = root() / "docs"
    names = [path.relative_to(docs).with_suffix("").as_posix() for path in sorted(docs.rglob("*.md"))]
    found = {name: (docs / f"{name}.md").read_text(encoding="utf-8") for name in sorted(names, key=INDEX.__ne__)}
    return found | {DECISIONS: list_of_decisions(found)}


def list_of_decisions(found: dict[str, str]) -> str:
    """The page that leads to all decisions."""
    entries = [f"- [{title(text)}]({name}.md)" for name, text in found.items() if name.startswith(f"{DECISIONS}/")]
    return "# Why things are as they are\n\n" + "\n".join(entries) + "\n"


def title(text: str) -> str:
    """Return the title of a page: its first heading."""
    found = TITLE.search(text)
    assert found is not None, text[:80]
    return found[1]


@cache
def files_beside_pages() -> dict[str, Path]:
    """The pictures and schemas beside the pages, by name."""
    docs = root() / "docs"
    found = sorted([*docs.rglob("*.png"), *docs.rglob("*.schema.json")])
    return {path.relative_to(docs).as_posix(): path for path in found}


def file_of(name: str) -> Path:
    """A file that pages lead to, by its place in the repository. Raises KeyError."""
    if name in SERVED:
        return SERVED[name]
    if name not in FILES:
        raise KeyError(name)
    return root() / name
