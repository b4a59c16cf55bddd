"""What happens and what lies where can be told in words, in every language, to whoever may see it."""

import re
from json import loads
from string import Formatter

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.codec import fields_of
from domain.kernel.game import LANGUAGES
from domain.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from domain.kernel.words import LANGUAGES as SPOKEN
from domain.kernel.words import Speech, sentence, view_lines
from tests.domain.table import Table
from tests.domain.test_audit import table_of

EVERY_GAME = pytest.mark.parametrize("id", CATALOGUE)
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
PLAYERS = ("ANN", "BEN", "CID")


def speech_of(id: str, language: str) -> Speech:
    return Speech(language, CATALOGUE[id].names(language), PLAYERS)


def told(table: Table, audience: Audience, language: str) -> list[str]:
    """The whole game in words, as an audience may know it."""
    game, speech = table.game, speech_of(table.game.id, language)
    said = [
        sentence(game.phrases(), speech, loads(row.public), loads(row.private or "{}"))
        for row in table.part(table.rows, audience)
    ]
    return [each for each in said if each is not None]


def test_the_languages_are_those_of_the_catalogue() -> None:
    assert SPOKEN == LANGUAGES


@EVERY_GAME
def test_every_event_has_a_phrase_in_every_language_with_nothing_but_its_own_fields(id: str) -> None:
    game = CATALOGUE[id]
    phrases = game.phrases()
    assert {key.rstrip("?") for key in phrases} == {name for name, _ in game.event_types}
    for (name, _), kind in game.event_types.items():
        declared = {each.wire: each.secrecy for each in fields_of(kind)}
        for key in {name, f"{name}?"} & phrases.keys():
            hidden = {wire for wire, secrecy in declared.items() if secrecy} if key.endswith("?") else set()
            fields = [{field for _, field, _, _ in Formatter().parse(each) if field} for each in phrases[key]]
            assert all(each == fields[0] for each in fields), key
            assert fields[0] <= declared.keys() - hidden, key


@EVERY_GAME
def test_an_event_that_some_may_see_whole_has_a_phrase_for_the_others(id: str) -> None:
    game = CATALOGUE[id]
    for kind in game.events:
        secret = [each for each in fields_of(kind) if each.secrecy and each.secrecy.viewers]
        used = {field for each in game.words[kind.NAME] for _, field, _, _ in Formatter().parse(each) if field}
        if used & {each.wire for each in secret}:
            assert f"{kind.NAME}?" in game.words, kind.NAME


@EVERY_GAME
@EVERY_LANGUAGE
def test_a_whole_game_is_told_to_everybody_without_a_name_that_is_missing(id: str, language: str) -> None:
    table = table_of(id)
    for audience in (EVERYTHING, SPECTATOR, 0, 1, 2):
        lines = told(table, audience, language)
        assert len(lines) > 30
        for line in lines:
            assert not re.search(r"[{}]|None|[a-z]+_[a-z]+|[a-z]+-[123]", line), line


@EVERY_GAME
def test_who_may_not_see_a_card_is_not_told_of_it(id: str) -> None:
    table = table_of(id)
    assert told(table, 0, "en") != told(table, SPECTATOR, "en")
    for one, other in zip(told(table, 0, "en"), told(table, SPECTATOR, "en"), strict=True):
        if one != other:
            assert one.startswith(other.partition(":")[0])


@EVERY_GAME
@EVERY_LANGUAGE
def test_a_view_is_told_with_every_member_of_it_named(id: str, language: str) -> None:
    table, speech = table_of(id), speech_of(id, language)
    for version in (len(table.rows) // 3, len(table.rows)):
        for audience in (0, SPECTATOR):
            match = table.as_seen(audience, version)
            view = match.game.view(match.state, audience if isinstance(audience, int) else None)
            lines = view_lines(speech, match.game.all_labels(), view)
            for player in PLAYERS:
                assert player in lines
            for line in lines:
                label = line.partition(":")[0].strip()
                assert not re.search(r"[a-z]+_[a-z]+|[{}]", line), line
                assert language == "en" or not re.search(r"[a-z]{3}", line), line
                assert label
