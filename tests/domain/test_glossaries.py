"""The texts of both games keep to the words of the glossaries."""

import re
from collections.abc import Iterator
from typing import Final

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES
from tests.cases import cases
from tests.message_catalogues import FOLDERS, ROOT

TRANSLATIONS: Final = tuple(each for each in LANGUAGES if each != "en")


def avoided_words(language: str) -> list[list[str]]:
    """Return the words that a glossary avoids, by its tables: the first game, the second, both."""
    tables = (ROOT / "docs" / f"glossary.{language}.md").read_text(encoding="utf-8").split("\n## ")[1:]
    return [
        [word.strip() for row in table.splitlines()[4:] for word in row.split("|")[3].split(",") if word.strip()]
        for table in tables
    ]


def uses(text: str, word: str, language: str) -> bool:
    """Whether a text uses a word, in Russian and Ukrainian in whatever case."""
    if language == "ko":
        return word in text
    stem = re.escape(re.sub("[аоеиіыуья]$", "", word))
    return re.search(rf"(?<!\w){stem}\w{{0,2}}(?!\w)", text, re.IGNORECASE) is not None


def texts_of(game_id: str, language: str) -> Iterator[str]:
    """Yield the rules page of a game, its names, and what its events and views say."""
    yield (ROOT / "docs" / "rules" / f"{game_id}.{language}.md").read_text(encoding="utf-8")
    phrases = CATALOGUE[game_id].phrases(language)
    yield from (*phrases.names.values(), *phrases.events.values())


def catalogues(language: str) -> list[str]:
    """Return all message catalogues in a language."""
    return [(folder / f"{language}.json").read_text(encoding="utf-8") for folder in FOLDERS]


@cases("language", TRANSLATIONS)
def test_no_text_uses_a_word_that_the_glossary_avoids(language: str) -> None:
    first, second, both = avoided_words(language)
    carta, civilization = (list(texts_of(game, language)) for game in CATALOGUE)
    everywhere = [*carta, *civilization, *catalogues(language)]
    found = [
        f"{word}: {next(line for line in text.splitlines() if uses(line, word, language))}"
        for words, texts in ((first, carta), (second, civilization), (both, everywhere))
        for word in words
        for text in texts
        if any(uses(line, word, language) for line in text.splitlines())
    ]
    assert found == []


@cases(
    ("text", "word", "language"),
    [
        ("усіх сфер", "сфера", "uk"),
        ("На круге", "круг", "ru"),
        ("из игры", "из игры", "ru"),
        ("구매와 사기", "사기", "ko"),
    ],
)
def test_a_word_is_found_in_its_cases(text: str, word: str, language: str) -> None:
    assert uses(text, word, language)


@cases(("text", "word"), [("колода", "коло"), ("вокруг", "круг"), ("з грилю", "з гри")])
def test_a_word_is_not_found_within_another(text: str, word: str) -> None:
    assert not uses(text, word, "uk")
