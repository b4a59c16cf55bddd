"""Players read no words that only operators, auditors and programmers know, in any language."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES
from cartulary_service.http.languages import REASONS
from tests.cases import cases
from tests.message_catalogues import FOLDERS, PAGES, ROOT, read, texts

PAGE: Final = PAGES / "page"
TOY: Final = ROOT / "tests" / "domain" / "toy_game" / "locale"
FOR_AUDITORS: Final = {
    PAGES / "record": (".*", "the pages on which a record is checked"),
    PAGE: (
        "unchecked-.+|trust-.+|on-trust|(not-)?vouched|signed-moves|none-signed|authority[.].+|(no-)?bundle(-help)?",
        "the details of a proof beside a replay, and a record out of a file: folded until somebody looks for them",
    ),
    REASONS: ("key[.]malformed|order[.]version", "what the page never sends: only programs name keys and versions"),
}
"""The keys of texts that players do not meet, and why they do not."""
ON_THE_TABLE: Final = ("culture token", "문화 토큰")
"""What lies on the table and is called so in its rules."""
WORDS: Final = {
    "en": (
        r"\b(ply|plies|lit|stacked)\b|\b(version|token|handle|audit(?!ors\b)|bundle|receipt|witness|operator|seed|commit|entropy"
        r"|ed25519|fork|fingerprint|checkpoint|webhook|delegat|mismatch|leak|standing order|greed|client|touch)"
        r"|front end|\bcommand cartulary|seat resigns"
    ),
    "ru": (
        r"\b(токен|верси|псевдоним|аудит|квитанц|свидетел|оператор|зерн|фиксир|энтропи|ed25519|ответвл|отпечат|вебхук"
        r"|доверенн|жадн|клиент|косн|подсве)|команд[аыу] cartulary"
    ),
    "uk": (
        r"\b(токен|верс[іи]|псевдонім|аудит|квитанц|свідк|свідок|оператор|зерн|фіксу|ентропі|ed25519|відгалу|відбит"
        r"|вебхук|довірен|жадіб|клієнт|торкн|підсві)|команд[аиу] cartulary"
    ),
    "ko": (
        r"토큰|버전|핸들|감사 파일|영수증|증인|운영자|시드(?! 마이어)|약속한|엔트로피|ed25519|분기|지문|체크포인트|웹훅"
        r"|위임|대리인|욕심|클라이언트|켜졌|cartulary \w+ 명령"
    ),
}
"""Stems of what no player of other sites says."""


@cases("language", LANGUAGES)
def test_players_read_none_of_the_words_of_operators_auditors_and_programmers(language: str) -> None:
    found = {
        f"{folder.parent.name}/{folder.name} {'.'.join(key)}": text
        for folder in FOLDERS
        if folder != TOY
        for key, text in shown(folder, language)
        if re.search(WORDS[language], text, re.IGNORECASE)
    }
    assert found == {}


def shown(folder: Path, language: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the texts that players meet, by key, without placeholders and what lies on the table."""
    hidden, _ = FOR_AUDITORS.get(folder, ("", ""))
    for key, text in texts(read(folder, language)).items():
        if not re.fullmatch(hidden, ".".join(key)):
            whole = text if isinstance(text, str) else " ".join(text.values())
            yield key, re.sub("|".join(("{[^}]*}", *ON_THE_TABLE)), "", whole, flags=re.IGNORECASE)


def test_the_rules_name_no_file_of_the_code() -> None:
    pages = [*(ROOT / "docs" / "rules").glob("*.md")]
    assert len(pages) == len(CATALOGUE) * len(LANGUAGES)
    named = r"\b[\w/-]+[.](?:py|js|json|yaml|toml|sql)\b"
    assert {page.name: found for page in pages if (found := re.findall(named, page.read_text()))} == {}


def test_what_is_kept_from_players_is_there() -> None:
    for folder, (hidden, _) in FOR_AUDITORS.items():
        keys = [".".join(key) for key in texts(read(folder, LANGUAGES[0]))]
        for each in hidden.split("|"):
            assert [key for key in keys if re.fullmatch(each, key)], (folder, each)


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {"ko"}))
@pytest.mark.parametrize("game", sorted(CATALOGUE))
def test_each_long_name_on_a_card_has_syllables_between_which_it_may_be_parted(game: str, language: str) -> None:
    lists = [each for each in CATALOGUE[game].describe(language).items() if isinstance(each[1], list)]
    names = [entry["name"] for about, entries in lists if about != "editions" for entry in entries]
    words = {word for each in names for word in re.findall(r"[^\W\d_]{8,}", each)}
    # A word that is not the first of its name has the space before it to break at.
    long = {word for word in words if len(word) > 8 or word.istitle()}
    parted = {each.replace("-", "") for each in read(PAGE, language)["syllables"].split()}
    assert long - parted == set()


def test_land_has_one_word_in_english() -> None:
    found = {key: text for folder in FOLDERS for key, text in shown(folder, "en") if "territor" in text.lower()}
    assert found == {}
