"""The message catalogues of the project, as tests read them."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
PARTS: Final = ("domain", "service", "tests")
FOLDERS: Final = sorted({path.parent for part in PARTS for path in (ROOT / part).rglob("*locale/**/*.json")})
"""Each holds a file for each language."""
PAGES: Final = ROOT / "service" / "cartulary_service" / "web" / "static" / "locale"
Plural = dict[str, str]
"""A text for each plural category."""


def read(folder: Path, language: str) -> dict[str, Any]:
    """Return a catalogue. Raises ValueError if a key stands in it twice."""
    text = (folder / f"{language}.json").read_text(encoding="utf-8")
    catalogue: dict[str, Any] = json.loads(text, object_pairs_hook=unique)
    return catalogue


def unique(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON. Raises ValueError if a key stands in it twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{key!r} stands twice")
        found[key] = value
    return found


def texts(catalogue: Mapping[str, Any], *sections: str) -> dict[tuple[str, ...], str | Plural]:
    """Return all texts of a catalogue by section and key."""
    found: dict[tuple[str, ...], str | Plural] = {}
    for key, value in catalogue.items():
        if isinstance(value, str) or "other" in value:
            found[*sections, key] = value
        else:
            found |= texts(value, *sections, key)
    return found
