"""Every text exists in every language, with the same placeholders and all plural forms, and is read by somebody."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES, SHARED
from cartulary.i18n.phrases import SENSES
from cartulary.match.game import OF_EVERY_GAME
from cartulary_service.http.languages import REASONS
from tests.cases import cases
from tests.message_catalogues import FOLDERS, PAGES, ROOT, read, texts

ENGLISH: Final = LANGUAGES[0]
HELP: Final = PAGES / "help"
OPTIONS: Final = PAGES / "options"


def path_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


UNSAID: Final = [["names"], *([section] for section in SENSES)]
"""Sections whose keys are ids."""
EVERY_FOLDER: Final = pytest.mark.parametrize("folder", FOLDERS, ids=path_of)
EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)
PLURALS: Final = {
    "en": ["one", "other"],
    "ru": ["one", "few", "many", "other"],
    "uk": ["one", "few", "many", "other"],
    "ko": ["other"],
}
"""Plural categories by CLDR."""
QUOTED: Final = re.compile(r"""['"]([\w.-]+)['"]""")
MEMBER: Final = re.compile(r"^    (\w+): ", re.MULTILINE)
"""Of a view, which is declared as a typed dictionary."""
EVENT: Final = re.compile(r"^class (\w+)\(Event\)", re.MULTILINE)
COMPOSED: Final = re.compile(r"`((?=[^`]*[a-z][.-]\$|[^`]*-[a-z]+`)(?:[\w.-]|\$\{[^}]+\})+)`")
"""A key that the pages compose, such as `carta.do-${type}`."""


@EVERY_FOLDER
def test_a_catalogue_exists_in_every_language(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == {f"{language}.json" for language in LANGUAGES}


@EVERY_FOLDER
@EVERY_LANGUAGE
def test_a_translation_has_the_keys_of_the_english_catalogue_in_the_same_order(folder: Path, language: str) -> None:
    assert list(texts(read(folder, language))) == list(texts(read(folder, ENGLISH)))


@EVERY_FOLDER
@EVERY_LANGUAGE
def test_a_translation_has_the_placeholders_of_the_english_text(folder: Path, language: str) -> None:
    english = texts(read(folder, ENGLISH))
    for key, text in texts(read(folder, language)).items():
        original = english[key]
        expected = placeholders(original if isinstance(original, str) else original["other"])
        forms = [text] if isinstance(text, str) else text.values()
        assert [form for form in forms if placeholders(form) != expected] == [], key
        assert bool(text) == bool(original), f"{key}: empty in one language only"


def placeholders(text: str) -> list[str]:
    """Return what is filled in, with its format; a case and the forms of a word are those of the language."""
    found = (re.sub(r":accusative}|:?\|[^}]*}", "}", each) for each in re.findall(r"{[^}]*}", text))
    return sorted(found)


@EVERY_FOLDER
@EVERY_LANGUAGE
def test_a_word_behind_a_number_has_all_forms_of_its_language_and_only_some_have_cases(
    folder: Path, language: str
) -> None:
    for key, text in texts(read(folder, language)).items():
        for form in [text] if isinstance(text, str) else text.values():
            for each in re.findall(r"{[^}]*}", form):
                assert each.count("|") in (0, len(PLURALS[language][:3])), key
                assert language in ("ru", "uk") or ":accusative" not in each, key


@EVERY_FOLDER
@EVERY_LANGUAGE
def test_a_text_with_plural_forms_has_all_those_of_its_language(folder: Path, language: str) -> None:
    english = texts(read(folder, ENGLISH))
    for key, text in texts(read(folder, language)).items():
        assert isinstance(text, dict) == isinstance(english[key], dict), key
        assert isinstance(text, str) or list(text) == PLURALS[language], key


@cases("folder", [each for each in FOLDERS if each not in (HELP, OPTIONS, REASONS)])
def test_every_text_is_used_in_the_code_beside_it(folder: Path) -> None:
    """Names of every sense are held against the ids of their game by its own tests, reasons against the rules, and what
    options mean against the options.
    """
    code = "\n".join(sources(folder))
    used = {key for pattern in (QUOTED, MEMBER, EVENT) for key in pattern.findall(code)}
    composed = [re.compile(re.sub(r"\\\$\\{.+?\\}", r"[\\w.-]+", re.escape(each))) for each in COMPOSED.findall(code)]
    keyed = [(section, re.split("[@?]", key)[0]) for *section, key in texts(read(folder, ENGLISH))]
    keys = [each for each in keyed if each[0] not in UNSAID]
    unused = [key for _, key in keys if key not in used and not any(each.fullmatch(key) for each in composed)]
    assert unused == []


def sources(folder: Path) -> Iterator[str]:
    """Yield the code that may use a catalogue: of its package, and of everything for what all games share."""
    packages, suffixes = [folder.parent], ["py", "html"]
    if folder == SHARED:
        packages = [ROOT / "domain", ROOT / "service"]
    elif folder in (PAGES / "page", PAGES / "record"):
        packages, suffixes = [PAGES.parent], ["js"]
    for package in packages:
        for path in (path for suffix in suffixes for path in package.rglob(f"*.{suffix}")):
            yield path.read_text(encoding="utf-8")


def test_all_help_is_about_a_thing_or_an_action_that_has_a_name() -> None:
    for game, help_texts in read(HELP, ENGLISH).items():
        names = CATALOGUE[game].phrases(ENGLISH).names
        things = {key.partition("@")[0] for key in help_texts}
        assert [key for key in things if key not in names and f"{key}@action" not in names] == []


def test_every_option_of_a_table_is_told_of_in_a_sentence_and_nothing_else_is() -> None:
    told = {game: set(sentences) - {"edition"} for game, sentences in read(OPTIONS, ENGLISH).items()}
    named = {game: {each.name for each in entry.options} for game, entry in CATALOGUE.items()}
    assert told == named | {"every-game": {each.name for each in OF_EVERY_GAME}}
