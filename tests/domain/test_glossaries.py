"""All texts that people read keep to the words of the glossaries."""

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES
from tests.cases import cases
from tests.message_catalogues import FOLDERS, ROOT, read, texts

TRANSLATIONS: Final = tuple(each for each in LANGUAGES if each != "en")
PRINTED: Final = {
    "ru": ("дилер", "еда", "золото", "молотки", "монета", "сражение", "сыграть карту", "участок"),
    "uk": ("зіграти карту",),
}
"""Words that stand in the rulebooks beside those that our texts use, or instead of them."""
MASCULINE: Final = {
    "ru": "кажд(?:ый|ого|ому)|эт(?:от|ого|ому)|одного|оба|обоих|друг(?:ой|ого)",
    "uk": "кожен|кожн(?:ий|ого|ому)|ц(?:ей|ього|ьому)|одного|обидва|інш(?:ий|ого|ому)",
}
FEMININE: Final = re.compile(r"\w{2,}(?:[^т]а|[иіл]я)")
VERB: Final = re.compile("(?:ть|ти)$")
ENDING: Final = re.compile("(?:[ыи]й|[аоыіяїу][яеєю]|[аеоиіуьяыю])$")
ENDINGS: Final = (
    "[аяоеёєиыіїуюьй]|[оеє]ю|[оеєиыії][йм]|[аяоеєіїиы][мхв]|[аяиы]ми|[оеє]го|[оеє]му|[аояуиыеі][яеєю]|[оеёії]в"
)
"""Of nouns and adjectives, in Russian and Ukrainian."""


def avoided_words(language: str) -> list[list[str]]:
    """Return the words that a glossary avoids, by its tables: the first game, the second, both."""
    tables = (ROOT / "docs" / f"glossary.{language}.md").read_text(encoding="utf-8").split("\n## ")[1:]
    return [
        [word.strip() for row in table.splitlines()[4:] for word in row.split("|")[3].split(",") if word.strip()]
        for table in tables
    ]


def stem(word: str) -> str:
    """Return a pattern for a word in its cases, or for a verb in its forms."""
    if VERB.search(word):
        return re.escape(VERB.sub("", word)) + r"\w{0,4}"
    root = ENDING.sub("", word)
    if root.endswith("й"):
        return re.sub("[оі]й$", "[оі](?:й|[яюеєёиії][вмх]?|ями)", root)
    root = re.sub("([бвгґджзклмнпрстфхцчшщ])([кнцл])$", r"\1[оеиіё]?\2", root)
    return f"{root}(?:{ENDINGS})?"


def uses(text: str, word: str, language: str) -> bool:
    """Whether a text uses a word, in Russian and Ukrainian in whatever case."""
    if language == "ko":
        return word in text
    pattern = " ".join(map(stem, word.split()))
    return re.search(rf"(?<!\w)(?:{pattern})(?!\w)", text, re.IGNORECASE) is not None


def texts_of(game_id: str, language: str) -> Iterator[str]:
    """Yield the lines of a game's rules page."""
    yield from (ROOT / "docs" / "rules" / f"{game_id}.{language}.md").read_text(encoding="utf-8").splitlines()


def game_of(folder: Path, key: tuple[str, ...]) -> str | None:
    """Return the game that a text of a catalogue is about; None if it may be about either."""
    about = ".".join((folder.parent.name.replace("_", "-"), *key))
    return next((game for game, short in zip(CATALOGUE, ("carta", "civ"), strict=True) if short in about), None)


def texts_by_game(language: str) -> Iterator[tuple[str | None, str]]:
    """Yield all texts in a language, each with the game that it is about."""
    for game in CATALOGUE:
        yield from ((game, text) for text in texts_of(game, language))
    for folder in FOLDERS:
        for key, text in texts(read(folder, language)).items():
            forms = (text,) if isinstance(text, str) else text.values()
            yield from ((game_of(folder, key), form) for form in forms)


@cases("language", TRANSLATIONS)
def test_no_text_uses_a_word_that_the_glossary_avoids(language: str) -> None:
    first, second, both = avoided_words(language)
    carta, civilization = CATALOGUE
    found = [
        f"{word}: {text}"
        for game, text in texts_by_game(language)
        for word in both + first * (game != civilization) + second * (game != carta)
        if uses(text, word, language)
    ]
    assert found == []


@cases(("language", "words"), list(PRINTED.items()))
def test_no_glossary_avoids_a_word_of_the_printed_rules(language: str, words: Collection[str]) -> None:
    avoided = {word for table in avoided_words(language) for word in table}
    assert avoided & set(words) == set()


def feminine_words(language: str) -> Iterator[str]:
    """Yield the feminine nouns that a glossary prescribes."""
    page = (ROOT / "docs" / f"glossary.{language}.md").read_text(encoding="utf-8")
    prescribed = re.findall(r"^\|[^|]+\|([^|]+)\|[^|]*\|$", page, re.MULTILINE)
    yield from (word for row in prescribed for word in re.split("[;,] *", row.strip()) if FEMININE.fullmatch(word))


def misgendered(text: str, language: str) -> list[str]:
    """Return where a masculine word stands before a feminine noun, as after a change of the noun alone."""
    nouns = "|".join(map(stem, feminine_words(language)))
    return [
        each[0] for each in re.finditer(rf"(?<!\w)(?:{MASCULINE[language]}) (?:{nouns})(?!\w)", text, re.IGNORECASE)
    ]


@cases("language", tuple(MASCULINE))
def test_words_before_a_feminine_noun_are_feminine(language: str) -> None:
    found = [each for _, text in texts_by_game(language) for each in misgendered(text, language)]
    assert found == []


@cases(
    ("text", "language", "found"),
    [
        ("каждый битва ведут", "ru", ["каждый битва"]),
        ("В конце каждого битвы", "ru", ["каждого битвы"]),
        ("кожен битва", "uk", ["кожен битва"]),
        ("в каждой битве, каждый раунд", "ru", []),
    ],
)
def test_a_wrong_gender_is_found(text: str, language: str, found: list[str]) -> None:
    assert misgendered(text, language) == found


@cases(
    ("text", "word", "language"),
    [
        ("усіх сфер", "сфера", "uk"),
        ("На круге", "круг", "ru"),
        ("из игры", "из игры", "ru"),
        ("구매와 사기", "사기", "ko"),
        ("більше очок", "очки", "uk"),
        ("для всіх боїв", "бій", "uk"),
        ("за сферами", "сфера", "uk"),
        ("розіграно карту", "розіграти карту", "uk"),
        ("базовой раздачи", "базовая раздача", "ru"),
    ],
)
def test_a_word_is_found_in_its_cases(text: str, word: str, language: str) -> None:
    assert uses(text, word, language)


@cases(
    ("text", "word"), [("колода", "коло"), ("вокруг", "круг"), ("з грилю", "з гри"), ("едва", "еда"), ("любой", "бой")]
)
def test_a_word_is_not_found_within_another(text: str, word: str) -> None:
    assert not uses(text, word, "uk")
