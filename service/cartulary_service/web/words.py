"""The words of the pages, for those that the service itself writes."""

import json
from functools import cache
from pathlib import Path
from typing import Final

PAGES: Final = Path(__file__).parent / "static" / "locale" / "page"


@cache
def words(language: str) -> dict[str, str]:
    """Return the texts of the pages of the service in a language, by key."""
    found: dict[str, str] = json.loads((PAGES / f"{language}.json").read_text(encoding="utf-8"))
    return found
