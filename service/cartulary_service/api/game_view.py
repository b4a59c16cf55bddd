"""A game on the wire, as an audience sees it."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from cartulary.kernel.canonical import base64url
from cartulary.kernel.codec import record_json
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Everything, Viewer
from cartulary.match.clock.state import Clocks, RunningClock
from cartulary.match.rules_change import list_changes
from cartulary.match.state import Match
from cartulary_service.api.entity_tags import entity_tag, names_digest
from cartulary_service.games.game_row import result_json
from cartulary_service.games.narration import title_of
from cartulary_service.json_output import json_text
from cartulary_service.players.handles import Named
from cartulary_service.players.name_cache import Names

TEXTS_KEPT = 2_000
UNNAMED = Named("", None)
"""Stands for every player where names would outlive their erasure."""


class Representation(NamedTuple):
    """A game as JSON for one audience, with the names that its players had then."""

    name_of: Mapping[str, Named]
    text: str
    tag: str
    """Its entity tag."""

    @property
    def headers(self) -> dict[str, str]:
        return {"ETag": self.tag}


class Texts:
    """A cache of representations, by head and viewer; one whose names have changed is rendered anew."""

    def __init__(self) -> None:
        self._texts: OrderedDict[tuple[bytes, Viewer], Representation] = OrderedDict()

    def of(self, match: Match, viewer: Viewer, names: Names) -> Representation:
        """Return a match as JSON; `match` is folded from what the viewer may see."""
        key, you = (match.head, viewer), viewer if isinstance(viewer, int) else None
        name_of = names.of([*match.all_players(), *match.terms.reserved], match.id)
        kept = self._texts.get(key)
        if kept is not None and kept.name_of == name_of:
            self._texts.move_to_end(key)
            return kept
        text = json_text(game_json(match, you, name_of, state_json(match, viewer)))
        tag = entity_tag(match, you, "json", *marks_of(viewer), names_digest(name_of))
        made = Representation(name_of, text, tag)
        self._texts[key] = made
        if len(self._texts) > TEXTS_KEPT:
            self._texts.popitem(last=False)
        return made

    def immutable(self, match: Match, viewer: Viewer) -> str:
        """Return a match as JSON without anything that can change while the version stays, such as players' names."""
        you = viewer if isinstance(viewer, int) else None
        return json_text(game_json(match, you, None, state_json(match, viewer)))


def marks_of(viewer: Viewer) -> tuple[str, ...]:
    """Return what an entity tag adds for the view of all hands, which is neither a seat's nor a spectator's."""
    return ("as-everything",) if isinstance(viewer, Everything) else ()


def state_json(match: Match, viewer: Viewer) -> dict[str, Any] | None:
    return None if match.state is None else match.game.view(match.state, viewer)


def game_json(
    match: Match, you: Seat | None, name_of: Mapping[str, Named] | None, state: dict[str, Any] | None
) -> dict[str, Any]:
    """Return a match as a JSON object; `match` is folded from what `you` may see.

    Without `name_of` it holds nothing that can change while the version stays: no names, title or newest revision.
    """
    return {
        "id": match.id,
        "game": match.game.id,
        "title": title_of(match, name_of or {}),
        "edition": match.setup.edition,
        "options": match.game.options_of(match.setup),
        "sandbox": match.sandbox,
        "private": match.terms.private,
        "status": match.status,
        "version": match.version,
        "ply": match.ply,
        "seats": [seat_json(match, seat, name_of) for seat in range(len(match.players))],
        "creator": match.terms.creator,
        "bots": [{"seat": seat, "strategy": strategy} for seat, strategy in sorted(match.bots.items())],
        "reserved": [player_json(player, name_of) for player in match.terms.reserved],
        "rematch_of": match.terms.rematch_of,
        "starts_at": match.starts_at if match.status == "open" else None,
        "forked_from": match.terms.forked_from and match.terms.forked_from._asdict(),
        "deadline": match.deadline,
        "to_act": match.to_act(),
        "vacant_seats": match.vacant_seats(),
        "you": you,
        "state": state,
        "head": base64url(match.head),
        "result": result_json(match),
        "clock": clock_json(match),
        "openings": openings_json(match),
        "rules": past_rules_json(match) if name_of is None else rules_json(match),
        "takes_back": [{"seat": seat, "back_to": back_to} for seat, back_to in sorted(match.takes_back.items())],
        "wants_end": [{"seat": seat, "how": how} for seat, how in sorted(match.wants_end.items())],
        "keys": [{"seat": seat, "key": base64url(key)} for seat, key in enumerate(match.keys) if key is not None],
        "vacancy_votes": [{"seat": voter, "freed": seat} for voter, seat in sorted(match.vacancies.votes)],
        "former_players": [{"seat": seat, "player": player_json(player, name_of)} for seat, player in match.former],
        "corrections": [{"by": each.by, "reason": each.reason, "back_to": each.back_to} for each in match.corrections],
    }


def seat_json(match: Match, seat: Seat, name_of: Mapping[str, Named] | None) -> dict[str, Any]:
    player, team = match.players[seat], match.game.team(match.setup, seat)
    return {"seat": seat, "player": player_json(player, name_of), "team": team}


def player_json(player: str | None, name_of: Mapping[str, Named] | None) -> dict[str, Any] | None:
    if not player:
        return None
    return (UNNAMED if name_of is None else name_of[player]).json(player)


def past_rules_json(match: Match) -> dict[str, Any]:
    """Return the revision by which a game was played, as the newest too: which one that is changes with the service."""
    return {"revision": match.setup.revision, "newest": match.setup.revision, "agreed": [], "changes": []}


def rules_json(match: Match) -> dict[str, Any]:
    """Return the rules that a game is played by, the seats that agree to the newest, and what these would change."""
    agreed = sorted(seat for seat, wanted in match.agreed.items() if wanted == match.game.revision)
    newer = match.game.revision > match.setup.revision
    changes = [each._asdict() for each in list_changes(match)] if newer else []
    return {"revision": match.setup.revision, "newest": match.game.revision, "agreed": agreed, "changes": changes}


def clock_json(match: Match) -> dict[str, Any] | None:
    """The clock of a game, if it has one; once the game is over none runs."""
    clocks = match.clocks
    if clocks is None:
        return None
    running = clocks.running if match.status == "playing" else {}
    return {
        "terms": record_json(clocks.settings),
        "paused": clocks.paused,
        "wants_pause": sorted(clocks.wants_pause),
        "seats": [seat_clock_json(clocks, seat, running.get(seat)) for seat in range(len(clocks.left))],
    }


def seat_clock_json(clocks: Clocks, seat: Seat, running: RunningClock | None) -> dict[str, Any]:
    """Return the state of a seat's clock, and the origin of its deadline."""
    return {
        "seat": seat,
        "running": running is not None,
        "left": clocks.left[seat],
        "since": running.since if running else None,
        "until": running.until if running else None,
        "away_until": clocks.away_until[seat],
        "vacation_days": clocks.vacation[seat],
        "expired": seat in clocks.expired,
        "bot": seat in clocks.bots,
    }


def openings_json(match: Match) -> dict[str, Any] | None:
    """Return the deadline for revealing committed entropy, and the seats that are awaited."""
    if match.status != "open" or match.openings_until is None:
        return None
    return {"until": match.openings_until, "awaited": match.seats_to_open()}
