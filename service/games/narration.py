"""Matches in words, in the reader's language: what lies where, and what has happened since he last looked."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from json import loads
from typing import Any, Final

from domain.catalogue import CATALOGUE
from domain.kernel.seats import Seat
from domain.kernel.words import Speech, sentence, view_lines
from domain.match.game import LANGUAGES
from domain.match.state import Match
from domain.record.event import Recorded, recorded_at
from service.players.handles import Named, distinguish

HEADINGS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "open": ("waiting for players", "ждёт игроков", "чекає на гравців", "참가자를 기다리는 중"),
    "playing": ("being played", "идёт", "триває", "진행 중"),
    "finished": ("finished", "окончена", "завершена", "종료"),
    "abandoned": ("void", "не состоялась", "не відбулася", "무효"),
    "to_act": ("To act", "Ждут хода", "Черга", "차례"),
    "deadline": ("Until", "До", "До", "기한"),
    "you": ("You", "Вы", "Ви", "당신"),
    "winners": ("Winners", "Победа", "Перемога", "승자"),
    "your_turn": ("Your turn", "Ваш ход", "Ваш хід", "당신 차례"),
    "nobody": ("a free seat", "свободное место", "вільне місце", "빈자리"),
}


@cache
def names(game: str, language: str) -> dict[str, str]:
    """What everything of a game is called."""
    return CATALOGUE[game].names(language)


def heading(key: str, language: str) -> str:
    """A word of the text around a game."""
    return HEADINGS[key][LANGUAGES.index(language)]


def speech_of(match: Match, players: Mapping[str, Named], language: str) -> Speech:
    """Who plays, and what things are called."""
    named = distinguish([players[each] if each else None for each in match.players])
    seated = [each or heading("nobody", language) for each in named]
    return Speech(language, names(match.game.id, language), seated)


def text_of(match: Match, you: Seat | None, players: Mapping[str, Named], language: str) -> str:
    """The whole view of a seat, or of a spectator, as lines of text."""
    speech = speech_of(match, players, language)
    title = f"{names(match.game.id, language)[match.game.id]}, {heading(match.status, language)}, {match.version}"
    lines = [title]
    if you is not None:
        lines.append(f"{heading('you', language)}: {speech.seat(you)}")
    if match.to_act():
        lines.append(f"{heading('to_act', language)}: {speech.seat(match.to_act())}")
    if match.deadline is not None:
        lines.append(f"{heading('deadline', language)}: {match.deadline}")
    if match.result is not None:
        lines.append(f"{heading('winners', language)}: {speech.seat([*match.result.winners])}")
    if match.state is not None:
        lines += ["", *view_lines(speech, match.game.all_labels(), match.game.view(match.state, you))]
    return "\n".join(lines) + "\n"


def told(match: Match, rows: Sequence[Recorded], players: Mapping[str, Named], language: str) -> list[dict[str, Any]]:
    """What these events tell, as far as they are given, by plies; plies that are not worth telling are left out."""
    speech, phrases = speech_of(match, players, language), match.game.phrases()
    plies: list[dict[str, Any]] = []
    for ply, group in groupby(rows, key=lambda row: row.ply):
        events = list(group)
        said = [sentence(phrases, speech, loads(row.public), loads(row.private or "{}")) for row in events]
        words = [each for each in said if each is not None]
        if words:
            plies.append({"ply": ply, "version": events[-1].position, "at": recorded_at(events[0]), "words": words})
    return plies
