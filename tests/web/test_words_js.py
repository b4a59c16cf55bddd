"""The page says everything in four languages, in every plural form that they have."""

import json
import re
import subprocess
from typing import Any

import pytest

from domain.i18n.catalogues import LANGUAGES
from service import web

PLAY = web.STATIC / "play"
READ = """
const [name, part] = process.argv.slice(1);
const found = await import(name);
const plurals = new Intl.PluralRules(part).resolvedOptions().pluralCategories;
console.log(JSON.stringify({...found, plurals}));
"""


def read(part: str, language: str) -> dict[str, Any]:
    """What a module of words holds, with the plural categories of its language."""
    module = (PLAY / f"{part}-{language}.js").as_uri()
    command = ["node", "--input-type=module", "-e", READ, module, language]
    done: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return done


def fields(text: str | dict[str, str]) -> set[str]:
    """What is filled in."""
    return set(re.findall(r"{(\w+)}", text if isinstance(text, str) else text["other"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_with_its_fields(language: str) -> None:
    english, own = read("words", "en")["TEXTS"], read("words", language)["TEXTS"]
    assert own.keys() == english.keys()
    assert {key: fields(text) for key, text in own.items()} == {key: fields(text) for key, text in english.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_complete(language: str) -> None:
    found = read("words", language)
    counted = {key: text for key, text in found["TEXTS"].items() if isinstance(text, dict)}
    for key, text in counted.items():
        differing = len(set(text.values())) > 1
        assert "other" in text, key
        assert not differing or set(found["plurals"]) == set(text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_told(language: str) -> None:
    english, own = read("rules", "en")["RULES"], read("rules", language)["RULES"]
    assert {game: set(rules) for game, rules in own.items()} == {game: set(rules) for game, rules in english.items()}


ALWAYS_CHECKED = {"positions", "heads", "note", "seats"}
"""Checks that every bundle has enough for."""


def test_whatever_the_verifier_may_leave_unchecked_has_its_words() -> None:
    names = set(re.findall(r"\['(\w+)', (?:\(\) => )?check", web.VERIFIER.read_text(encoding="utf-8")))
    texts = {key.removeprefix("unchecked-") for key in read("words", "en")["TEXTS"] if key.startswith("unchecked-")}
    assert texts == names - ALWAYS_CHECKED


def test_no_text_is_asked_for_that_is_not_there() -> None:
    texts = read("words", "en")["TEXTS"]
    asked = {
        key for path in PLAY.glob("*.js") for key in re.findall(r"\bt\('([^']+)'", path.read_text(encoding="utf-8"))
    }
    assert asked <= texts.keys()
    assert len(asked) > 100
