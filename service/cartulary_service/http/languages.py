"""The language of an answer, and the reasons of the rules in it."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from flask import request

from cartulary.i18n.catalogues import LANGUAGES

REASONS: Final = Path(__file__).parent / "locale" / "reasons"


def language() -> str:
    """The first of ours by Accept-Language, whatever the region."""
    wanted = (tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality)
    return next((each for each in wanted if each in LANGUAGES), LANGUAGES[0])


def reason_of(rule: str | None) -> str | None:
    """Why a rule refuses something, for players; None without Accept-Language, or where no text is written."""
    return reasons(language()).get(rule or "") if request.accept_languages else None


@cache
def reasons(chosen: str) -> Mapping[str, str]:
    """The reasons in a language, by rule."""
    found: dict[str, str] = json.loads((REASONS / f"{chosen}.json").read_text(encoding="utf-8"))
    return found
