"""All languages of a text name the same numbers, and no text holds a character that nobody sees."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES
from tests.cases import cases
from tests.message_catalogues import FOLDERS, ROOT, read, texts

NUMERALS: Final = {
    "en": {3: "three|third", 4: "four|fourth", 5: "five|fifth", 6: "six|sixth", 7: "seven", 8: "eight", 9: "nine"},
    "ru": {
        3: r"три|тр[её][хм]\w*|трет\w+|трое|втроём",
        4: r"четыр\w+|четв[её]р\w+|вчетвером",
        5: r"пят\w+",
        6: r"шест\w+",
        7: r"сем[ьи]\w*",
        8: r"вос[ье]м\w*",
        9: r"девят\w+",
    },
    "uk": {
        3: r"три|трьо\w+|трет\w+|троє|[ву]трьох",
        4: r"чотир\w+|четвер\w+|[ву]чотирьох",
        5: r"п[’']ят\w+",
        6: r"ш[іео]ст\w+",
        7: r"сім|сем\w|сьом\w+",
        8: r"вісім|восьм\w+",
        9: r"дев[’']ят\w+",
    },
    "ko": {
        3: r"세(?= )|셋\w*|사흘",
        4: r"네(?= )|넷\w*",
        5: r"다섯\w*",
        6: r"여섯\w*",
        7: r"일곱\w*",
        8: r"여덟\w*",
        9: r"아홉\w*",
    },
}
"""One and two are left out: they are hidden in too many other words (a, both, double)."""
NOT_COUNTED: Final = re.compile(r"`[^`]*`|\[[AC]-\w+\]\([^)]*\)|[AC]-\d+\w?|{[^}]*}|Ed25519|5n−5")
RULING: Final = re.compile(r"^- \*\*([AC]-\w+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)
FOLDERS_OF_TEXTS: Final = (".", "bench", "deploy", "docs", "domain", "examples", "packages", "service", "tests")
SUFFIXES: Final = frozenset((".css", ".html", ".js", ".json", ".md", ".mjs", ".py", ".svg", ".toml", ".ts", ".yaml"))


def numbers(text: str, language: str) -> set[int]:
    """Return the numbers above two that a text names, in digits or words."""
    counted = NOT_COUNTED.sub(" ", text)
    in_digits = {int(each) for each in re.findall(r"\d+", counted)}
    in_words = {
        number
        for number, words in NUMERALS[language].items()
        if re.search(rf"(?<!\w)(?:{words})(?!\w)", counted, re.IGNORECASE)
    }
    return {each for each in in_digits | in_words if each > 2}


def rules_page(game_id: str, language: str) -> str:
    name = game_id if language == "en" else f"{game_id}.{language}"
    return (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")


def parts_of_rules(game_id: str, language: str) -> dict[str, str]:
    """Return the rulings of a page by number, and the rows of its tables that begin with the name of a thing."""
    page = rules_page(game_id, language)
    names = CATALOGUE[game_id].phrases(language).names
    rows = {key: line for key, name in names.items() for line in page.splitlines() if line.startswith(f"| {name} | *")}
    return dict(RULING.findall(page)) | rows


def disagreements(translations: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield the keys under which the languages name different numbers."""
    for key in translations["en"]:
        found = {language: numbers(each.get(key, ""), language) for language, each in translations.items()}
        if any(each != found["en"] for each in found.values()):
            yield f"{key}: {found}"


@cases("game_id", tuple(CATALOGUE))
def test_a_ruling_names_the_same_numbers_in_all_languages(game_id: str) -> None:
    translations = {language: parts_of_rules(game_id, language) for language in LANGUAGES}
    assert all(each.keys() == translations["en"].keys() for each in translations.values())
    assert list(disagreements(translations)) == []


@cases("folder", FOLDERS)
def test_a_text_names_the_same_numbers_in_all_languages(folder: Path) -> None:
    translations = {
        language: {
            ".".join(key): text if isinstance(text, str) else " ".join(text.values())
            for key, text in texts(read(folder, language)).items()
        }
        for language in LANGUAGES
    }
    assert list(disagreements(translations)) == []


@cases(
    ("text", "language", "named"),
    [
        ("the fifth costs 15", "en", {5, 15}),
        ("для уровня 1 и пяти, втроём", "ru", {3, 5}),
        ("п’ять карт, утрьох", "uk", {3, 5}),
        ("세 번째와 다섯째, 최대 7장", "ko", {3, 5, 7}),
        ("see [A-44](#A-44), C-06 and `limit: 5`, {count} times", "en", set()),
    ],
)
def test_numbers_are_found_in_digits_and_words(text: str, language: str, named: set[int]) -> None:
    assert numbers(text, language) == named


def written() -> Iterator[Path]:
    """Yield the files of the project that people write."""
    for folder in FOLDERS_OF_TEXTS:
        paths = (ROOT / folder).glob("*") if folder == "." else (ROOT / folder).rglob("*")
        yield from (each for each in paths if each.suffix in SUFFIXES and "node_modules" not in each.parts)


def unseen(text: str) -> list[str]:
    """Return the lines that hold a control character, or a character that was lost in reading."""
    return [line for line in text.split("\n") if any(is_unseen(each) for each in line)]


def is_unseen(character: str) -> bool:
    return character == "\ufffd" or (character != "\t" and unicodedata.category(character) == "Cc")


def test_no_file_holds_a_control_character() -> None:
    found = {str(path.relative_to(ROOT)): unseen(path.read_text(encoding="utf-8")) for path in written()}
    assert {path: lines for path, lines in found.items() if lines} == {}


@cases("text", ["\x01장", "a\x7fb", "a\ufffdb", "\x85"])
def test_a_control_character_is_found(text: str) -> None:
    assert unseen(text) == [text]
