"""Narration of matches in the reader's language: the view as text, and events as sentences."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from json import loads
from typing import Any

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import SHARED, load_catalogue
from cartulary.i18n.phrases import Localizer, Phrases
from cartulary.kernel.visibility import Viewer
from cartulary.match.events.ending import GameEnded
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent, time_of
from cartulary_service.players.handles import OF_BOTS, Named, distinguish


@cache
def phrases(game: str, language: str) -> Phrases:
    """Return the texts of a game in a language."""
    return CATALOGUE[game].phrases(language)


def game_name(game: str, language: str) -> str:
    return phrases(game, language).names[game]


def text(key: str, language: str) -> str:
    """Return a text that goes with the view of a match."""
    return load_catalogue(SHARED, language)["match"][key]


def status_of(match: Match, language: str) -> str:
    return load_catalogue(SHARED, language)["statuses"][match.status]


def title_of(match: Match, name_of: Mapping[str, Named]) -> str | None:
    """Return the title of a table, which `Names` has read with the names of its players."""
    return name_of[match.id].name if match.id in name_of else None


def headline(match: Match, localizer: Localizer, language: str, title: str | None = None) -> str:
    """Return the title of the table if it has one, the name of the game, and who plays."""
    shown = "" if title is None else f"{title} · "
    return f"{shown}{game_name(match.game.id, language)} – {', '.join(localizer.players)}"


def localizer_of(match: Match, players: Mapping[str, Named], language: str) -> Localizer:
    """Return what words this match in a language."""
    return localizer_with(match.game.id, match.players, players, language)


def localizer_with(game: str, seated: Sequence[str | None], players: Mapping[str, Named], language: str) -> Localizer:
    """Return what words a match in which these players sit."""
    named = distinguish([in_words(players[each], language) if each else None for each in seated])
    return Localizer(phrases(game, language), [each or text("nobody", language) for each in named])


def in_words(player: Named, language: str) -> Named:
    """Return a player, who is called by a word of this language if it is a bot of the service."""
    kind, _, _ = (player.handle or "").rpartition("-")
    return player._replace(name=bot_names(language).get(kind, player.name))


@cache
def bot_names(language: str) -> dict[str, str]:
    """Return what bots of the service are called, by their handles without the last part."""
    return {f"{OF_BOTS}{strategy}": name for strategy, name in load_catalogue(SHARED, language)["bots"].items()}


def localizer_without_names(match: Match, language: str) -> Localizer:
    """Return what words this match with a number for each player who sits there."""
    words = [text("seat" if player else "nobody", language) for player in match.players]
    return Localizer(phrases(match.game.id, language), [each.format(number=seat) for seat, each in enumerate(words, 1)])


def render_text(match: Match, viewer: Viewer, players: Mapping[str, Named] | None, language: str) -> str:
    """Return the whole view of a seat, of a spectator or of all hands, as lines of text.

    `players` has the title of the table, if there is one, under the id of the match. Without it seats have numbers.
    """
    localizer = localizer_without_names(match, language) if players is None else localizer_of(match, players, language)
    title = title_of(match, players or {})
    lines = [] if title is None else [title]
    events = text("events", language).format(number=match.version)
    lines.append(f"{game_name(match.game.id, language)}, {status_of(match, language)}, {events}")
    if isinstance(viewer, int):
        lines.append(f"{text('you', language)}: {localizer.name_seat(viewer)}")
    if match.to_act():
        lines.append(f"{text('to_act', language)}: {localizer.name_seat(match.to_act())}")
    if match.deadline is not None:
        lines.append(f"{text('deadline', language)}: {localizer.format_field(match.deadline, 'time')}")
    if match.result is not None:
        lines.append(localizer.tell_end(match.result_kind, match.result.winners))
    if match.state is not None:
        lines += ["", *localizer.list_view(match.game.view(match.state, viewer))]
    return "\n".join(lines) + "\n"


def narrate(
    match: Match, rows: Sequence[RecordedEvent], players: Mapping[str, Named], language: str
) -> list[dict[str, Any]]:
    """Return the sentences that these events tell, by ply, without plies that are not worth telling.

    `match` is as it is after the last of them.
    """
    seated = players_before(match, rows)
    localizer = localizer_with(match.game.id, seated, players, language)
    plies: list[dict[str, Any]] = []
    for ply, group in groupby(rows, key=lambda row: row.ply):
        events = list(group)
        for each in filter(seats_substitute, events):
            assert each.seat is not None
            seated[each.seat] = loads(each.public)["data"]["player"]
            localizer = localizer_with(match.game.id, seated, players, language)
        sentences = [tell(row, match, localizer) for row in events]
        words = [each for each in sentences if each is not None]
        if words:
            plies.append({"ply": ply, "version": events[-1].position, "at": time_of(events[0]), "words": words})
    return plies


def tell(row: RecordedEvent, match: Match, localizer: Localizer) -> str | None:
    """Return the sentence for an event. That of the end is told by the result, which knows whether time ran out."""
    if row.type == GameEnded.NAME and match.result is not None:
        return localizer.tell_end(match.result_kind, match.result.winners)
    return localizer.narrate(loads(row.public), loads(row.private or "{}"))


def players_before(match: Match, rows: Sequence[RecordedEvent]) -> list[str | None]:
    """Return the players of a match before these events, the last of its record."""
    seated, came = match.players[:], [each for each in rows if seats_substitute(each)]
    for _, gone in zip(came, reversed(match.former), strict=False):
        seated[gone.seat] = gone.player
    return seated


def seats_substitute(row: RecordedEvent) -> bool:
    return row.type == SubstituteSeated.NAME
