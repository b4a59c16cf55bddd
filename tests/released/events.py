"""The schemas of events that were released, kept in docs/events: what stands there stays as it is."""

from collections.abc import Sequence
from json import dumps, loads
from pathlib import Path
from typing import Any, Final

from cartulary.catalogue import GAMES
from cartulary.kernel.messages import Event
from cartulary.match.events import MATCH_EVENTS
from cartulary_service.api.event_schemas import schema_of_stored

FOLDER: Final = Path(__file__).parents[2] / "docs" / "events"
Schemas = dict[str, dict[str, Any]]
"""`type/v` -> schema."""
DECLARED: Final[dict[str, Sequence[type[Event]]]] = {"every-game": MATCH_EVENTS} | {
    each.id: each.events for each in GAMES
}


class Changed(Exception):
    """Schemas that were released are not what the declarations make."""


def made(events: Sequence[type[Event]]) -> Schemas:
    """The schemas as they are declared."""
    return {f"{each.NAME}/{each.VERSION}": schema_of_stored(each) for each in events}


def released(owner: str) -> Schemas:
    """The schemas as they were released; none for a game that is new."""
    file = FOLDER / f"{owner}.json"
    return loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def with_new(kept: Schemas, declared: Schemas) -> Schemas:
    """What was released, and what is new. Raises Changed for what is otherwise now, or gone."""
    if changed := sorted(name for name, schema in kept.items() if declared.get(name) != schema):
        raise Changed(
            f"{', '.join(changed)} was released, and is declared otherwise now or not at all. Declare it as it was, "
            "with what it is upcast by, and what is new as the next version."
        )
    return kept | declared


def text(schemas: Schemas) -> str:
    """A file of schemas, one a line."""
    lines = ",\n".join(f"{dumps(name)}: {dumps(schemas[name], sort_keys=True)}" for name in sorted(schemas))
    return f"{{\n{lines}\n}}\n"


def release() -> None:
    """Keep what is new. Raises Changed."""
    for owner, events in DECLARED.items():
        kept = with_new(released(owner), made(events))
        (FOLDER / f"{owner}.json").write_text(text(kept), encoding="utf-8")
