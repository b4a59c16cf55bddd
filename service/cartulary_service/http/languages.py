"""The language of an answer, and the reasons of the rules in it."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from flask import request

from cartulary.i18n.catalogues import LANGUAGES

REASONS: Final = Path(__file__).parent / "locale" / "reasons"
PAGES: Final = Path(__file__).parents[1] / "web" / "static" / "locale" / "page"
"""What the pages say of problems, by `problem.` and a code or one of these statuses."""
SAID_BY_STATUS: Final = frozenset((401, 404, 412, 413, 429, 500, 503))


def language() -> str:
    """The first of ours by Accept-Language, whatever the region."""
    wanted = (tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality)
    return next((each for each in wanted if each in LANGUAGES), LANGUAGES[0])


def reason_of(rule: str | None, said: str) -> str | None:
    """Return why a rule refuses something, for players; None without Accept-Language, or where no text is written.

    `said` is the sentence for developers, of which the numbers are told, too.
    """
    if not request.accept_languages or (written := reasons(language()).get(rule or "")) is None:
        return None
    return fill(written, NUMBER.findall(said))


def words_of(code: str, status: int) -> str | None:
    """Return what the pages say of a problem without a rule; None in English, which is written for developers."""
    if not request.accept_languages or language() == LANGUAGES[0]:
        return None
    words = pages(language())
    return words.get(f"problem.{code}") or (words.get(f"problem.{int(status)}") if status in SAID_BY_STATUS else None)


@cache
def pages(chosen: str) -> Mapping[str, str]:
    """The words of the pages in a language, by key."""
    found: dict[str, str] = json.loads((PAGES / f"{chosen}.json").read_text(encoding="utf-8"))
    return found


NUMBER: Final = re.compile(r"(?<![\w-])\d+(?![\w-])")
"""A number in a sentence; those in ids such as `military-1` are none."""
PLACE: Final = re.compile(r"{(\d)}")


def fill(written: str, numbers: Sequence[str]) -> str | None:
    """Return the alternative, between bars, that tells of so many numbers, or else one that tells of none."""
    by_count = {max([-1, *map(int, PLACE.findall(each))]) + 1: each for each in written.split(" | ")}
    chosen = by_count.get(len(numbers), by_count.get(0))
    return chosen and chosen.format(*numbers)


@cache
def reasons(chosen: str) -> Mapping[str, str]:
    """The reasons in a language, by rule."""
    found: dict[str, str] = json.loads((REASONS / f"{chosen}.json").read_text(encoding="utf-8"))
    return found
