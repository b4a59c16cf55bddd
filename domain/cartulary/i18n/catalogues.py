"""Message catalogues: the texts that people read, in JSON files, one for each language and place."""

from collections.abc import Mapping
from functools import cache
from json import loads
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "ru", "uk", "ko")
"""Every catalogue exists in these; English is the default and the original."""
SHARED: Final = Path(__file__).parent / "locale"
"""The catalogues of what every game shares."""

Texts = Mapping[str, str]
"""A text for each key; its placeholders stand in braces."""


@cache
def load_catalogue(folder: Path, language: str) -> Mapping[str, Texts]:
    """Return the texts of a folder in one language, by section and key."""
    sections: dict[str, Texts] = loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return sections
