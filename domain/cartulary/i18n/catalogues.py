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
    """Return the texts of a folder in one language, by section and key.

    A name whose accusative differs from it has both, as `Наука|Науку`: the section `accusatives` has the second.
    """
    sections: dict[str, Texts] = loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    names = {key: text.split("|") for key, text in sections.get("names", {}).items()}
    nominatives = {key: forms[0] for key, forms in names.items()}
    return sections | {"names": nominatives, "accusatives": {key: forms[-1] for key, forms in names.items()}}
