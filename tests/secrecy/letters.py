"""What the service says of a match to one audience, by the functions that its answers are made of."""

from collections.abc import Sequence
from json import dumps
from typing import Any

from cartulary.kernel.codec import action_json
from cartulary.kernel.visibility import SPECTATOR
from cartulary.match.state import Match
from cartulary.record.encode import parts
from cartulary.record.event import RecordedEvent
from cartulary.record.redact import redact_row
from cartulary_service.api import changes, game_view
from cartulary_service.errors import Problem
from cartulary_service.games import narration, preconditions
from cartulary_service.json_output import json_text
from cartulary_service.players.handles import Named
from tests.domain.table import AT, Table
from tests.secrecy.worlds import Acted, Audience

MOST_ACTIONS = 30


class EveryName:
    """Knows what everybody is called."""

    def of(self, players: Sequence[str | None], _game_id: str | None = None) -> dict[str, Named]:
        return {each: Named(f"Name of {each}", f"handle-of-{each}") for each in players if each}


def letters(table: Table, audience: Audience, since: int, tried: Sequence[Acted], language: str) -> dict[str, str]:
    """All that is said to an audience of the events after a position, and of the match as it is then."""
    match = table.as_seen(SPECTATOR if audience is None else audience)
    rows = [redact_row(table.game.event_types, row, SPECTATOR if audience is None else audience) for row in table.rows]
    said = said_to_all(match, audience, rows[since:], language)
    if audience is not None and match.status == "playing":
        said |= said_to_seat(table.match, match, audience, tried)
    return said


def said_to_all(match: Match, audience: Audience, rows: Sequence[RecordedEvent], language: str) -> dict[str, str]:
    """What anybody is told who may look on."""
    names: Any = EveryName()
    by_name = names.of(match.players)
    return {
        "events": "".join(changes.event_text(row) + row.hash.hex() for row in rows),
        "game": game_view.Texts().of(match, audience, names).text,
        "text": narration.render_text(match, audience, by_name, language),
        "told": json_text(narration.narrate(match, rows, by_name, language)),
    }


def said_to_seat(match: Match, seen: Match, seat: int, tried: Sequence[Acted]) -> dict[str, str]:
    """What it may do, and what it is told of things that it may do or not: really, and for a look ahead."""
    said = {
        "forms": dumps([form.json() for form in preconditions.legal_forms(seen, seat)]),
        "actions": dumps([action_json(each) for each in seen.game.expand(seen.state, seat, MOST_ACTIONS)[0]]),
    }
    for number, (_, action) in enumerate(tried):
        wanted = f"{number} {action_json(action)}"
        said[f"act {wanted}"] = answer(match, seat, action, shown=False)
        said[f"look ahead {wanted}"] = answer(seen, seat, action, shown=True)
    return said


def answer(match: Match, seat: int, action: Any, *, shown: bool) -> str:
    """What is said to an action: that it is accepted, or with what it causes, or why not."""
    try:
        caused = preconditions.decide_or_refuse(match, seat, action, AT, list).events
    except Problem as problem:
        return f"{problem.code} {problem.detail} {dumps(problem.more, sort_keys=True)}"
    return dumps([[event.NAME, *parts(event)] for event in caused], default=str) if shown else "accepted"
