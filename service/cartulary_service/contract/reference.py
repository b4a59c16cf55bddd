"""docs/reference: what the code declares of events, actions and refusals, as pages to read."""

from collections.abc import Iterator, Sequence
from inspect import cleandoc
from json import dumps
from typing import Any, Final

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES
from cartulary.kernel.messages import Action, Event
from cartulary.match.actions import ALWAYS_ACTIONS, CLOCK_ACTIONS, FreeSeat
from cartulary.match.events import MATCH_EVENTS
from cartulary.match.game import Game
from cartulary_service.api.event_schemas import REVEALS, VISIBLE_TO, json_schema, schema_of_stored
from cartulary_service.api.replies import BASE
from cartulary_service.api.schemas.message_schemas import action_schema
from cartulary_service.contract import event_types
from cartulary_service.contract.refusals import SHARED, UNKNOWN, Refusal, refusals_in

MADE: Final = "This page is made from the code by `make openapi`."
MOST_NAMED: Final = 8
"""Enumerations longer than this show only their first and last value."""
EVERYBODY: Final = "everybody"
STORED: Final = """\
An event is stored, and sent, in the version that it had when it happened; [the record](../record.md) says what stands
around its fields, and [versioning](../versioning.md) that no version ever changes. A hidden field does not stand in
`public.data` but in `private`, for those who may see it, with a commitment in `public.secrets`; once a game is over,
everybody sees everything.
"""
REFUSED: Final = f"""\
What the rules refuse is answered as a [problem](problems.md) with its `rule`, a name that does not change; `detail`
says it in words, which may. Here are all, with {UNKNOWN} for what depends on the game, and the rulings that decide.
"""
TYPES: Final = {
    "string": "text",
    "integer": "whole number",
    "boolean": "true or false",
    "object": "object",
    "array": "list",
    "null": "null",
}
Schema = dict[str, Any]


def pages() -> dict[str, str]:
    """Each page of the reference, by the name of its file."""
    found = {"events.md": overview(), "events-every-game.md": events_page("every game", "{game}", MATCH_EVENTS)}
    found["refusals.md"] = refusals_page()
    every = (*CLOCK_ACTIONS, FreeSeat, *ALWAYS_ACTIONS)
    found["actions-every-game.md"] = actions_page("every game", every)
    for game in CATALOGUE.values():
        found[f"events-{game.id}.md"] = events_page(name_of(game), game.id, game.events)
        found[f"actions-{game.id}.md"] = actions_page(name_of(game), tuple(game.action_types.values()))
    found["events.schema.json"] = event_types.document()
    return found


def name_of(game: Game[Any]) -> str:
    """Return the English name of a game."""
    return str(game.describe(LANGUAGES[0])["name"])


def overview() -> str:
    """Every event with its versions, and where it is described."""
    owners: list[tuple[str, str, Sequence[type[Event]]]] = [("every game", "every-game", tuple(MATCH_EVENTS))]
    owners += [(name_of(game), game.id, tuple(game.events)) for game in CATALOGUE.values()]
    parts = [
        f"# Events\n\n{MADE}\n",
        STORED,
    ]
    for title, file, events in owners:
        rows = [
            [
                f"[{each.NAME}](events-{file}.md#{each.NAME.lower()}-version-{each.VERSION})",
                str(each.VERSION),
                hides(each),
            ]
            for each in by_name(events)
        ]
        parts.append(f"## Of {title}\n\n{table(('event', 'version', 'hides'), rows)}")
    return "\n".join(parts)


def by_name(events: Sequence[type[Event]]) -> list[type[Event]]:
    """Events in the order of their names, older versions first."""
    return sorted(events, key=lambda each: (each.NAME, each.VERSION))


def hides(event: type[Event]) -> str:
    """The fields that an event hides."""
    return ", ".join(f"`{name}`" for name in members_of(schema_of_stored(event), "private")) or "nothing"


def events_page(title: str, game: str, events: Sequence[type[Event]]) -> str:
    """The events of a game, each with its fields and who sees them."""
    head = f"# Events of {title}\n\n{MADE} [All events](events.md) says what stands around these fields.\n"
    return "\n".join([head, *(event_section(each, game) for each in by_name(events))])


def event_section(event: type[Event], game: str) -> str:
    """An event in a version."""
    schema = schema_of_stored(event)
    public, private = members_of(schema, "public"), members_of(schema, "private")
    nested = schema.get("$defs", {})
    rows = [] if public["seat"] == {"type": "null"} else [["`seat`", "seat whom it is about", EVERYBODY]]
    rows += [
        [f"`{name}`", words(each, nested), EVERYBODY] for name, each in public["data"].get("properties", {}).items()
    ]
    rows += [[f"`{name}`", words(each, nested), viewers(each)] for name, each in private.items()]
    told = [sentence(event.__doc__)]
    if schema[REVEALS]:
        told.append("By it somebody learns what was hidden from him before.")
    place = f"{BASE}/catalogue/{game}/events/{event.NAME}/{event.VERSION}"
    fields = table(("field", "holds", "who sees it"), rows) if rows else "It has no fields.\n"
    return f"## {event.NAME}, version {event.VERSION}\n\n{' '.join(told)} JSON Schema: `GET {place}`\n\n{fields}"


def members_of(event: Schema, part: str) -> Schema:
    """The members of an event's public or private part."""
    found: Schema = event["properties"][part].get("properties", {})
    return found


def viewers(schema: Schema) -> str:
    """Return the viewers of a hidden field before the end of the game."""
    seats = [f"the seat in `{name}`" for name in schema[VISIBLE_TO]]
    return " and ".join(seats) or "nobody before the end"


def actions_page(title: str, actions: Sequence[type[Action]]) -> str:
    """The actions of a game as they are posted."""
    head = (
        f"# Actions of {title}\n\n{MADE} They are posted to `{BASE}/games/{{id}}/actions`, with `type` and "
        "these fields.\n"
    )
    return "\n".join([head, *(action_section(each) for each in sorted(actions, key=lambda each: each.NAME))])


def action_section(action: type[Action]) -> str:
    """An action with its fields."""
    schema = json_schema(action_schema(action, ""))
    nested = schema.get("$defs", {})
    needed = schema.get("required", [])
    rows = [
        [f"`{name}`", words(each, nested), "yes" if name in needed else "no"]
        for name, each in schema["properties"].items()
        if name != "type"
    ]
    fields = table(("field", "holds", "needed"), rows) if rows else "It has no fields.\n"
    return f"## {action.NAME}\n\n{sentence(action.__doc__)}\n\n{fields}"


def refusals_page() -> str:
    """Every rule by which something is refused."""
    parts = [
        f"# Refusals\n\n{MADE}\n",
        REFUSED,
        refusals_section("every game", refusals_in(*SHARED)),
    ]
    for game in CATALOGUE.values():
        parts.append(
            refusals_section(name_of(game), refusals_in(f"domain/cartulary/games/{game.id.replace('-', '_')}"))
        )
    return "\n".join(parts)


def refusals_section(title: str, refusals: Sequence[Refusal]) -> str:
    """The rules of a game."""
    rows = [[f"`{each.rule}`", " Or: ".join(each.reasons), ", ".join(each.rulings)] for each in refusals]
    return f"## Of {title}\n\n{table(('rule', 'says', 'by ruling'), rows)}"


def sentence(text: str | None) -> str:
    """A docstring as one line."""
    return " ".join(cleandoc(text or "").split())


def words(schema: Schema, nested: Schema) -> str:
    """Describe a value in a few words."""
    if "$ref" in schema:
        return members(nested[schema["$ref"].rpartition("/")[2]], nested)
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(words(each, nested) for each in schema["anyOf"]))
    if "enum" in schema:
        return name_code([each for each in schema["enum"] if each is not None], None in schema["enum"])
    return " or ".join(of_type(each, schema, nested) for each in types_of(schema))


def types_of(schema: Schema) -> list[str]:
    """The types that a value may have."""
    kinds = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else kinds


def of_type(kind: str, schema: Schema, nested: Schema) -> str:
    """A value of one type."""
    if kind == "array" and "items" in schema:
        return f"list of: {words(schema['items'], nested)}"
    if kind == "object" and schema.get("additionalProperties"):
        return f"object, name to {words(schema['additionalProperties'], nested)}"
    return members(schema, nested) if kind == "object" and "properties" in schema else TYPES[kind]


def name_code(values: Sequence[Any], nullable: bool) -> str:
    """Return an enumeration in words."""
    marked = [f"`{each if isinstance(each, str) else dumps(each)}`" for each in values]
    if len(marked) > MOST_NAMED:
        marked = [f"{marked[0]} … {marked[-1]} ({len(marked)} names)"]
    return " or ".join([", ".join(marked), *(["null"] if nullable else [])])


def members(schema: Schema, nested: Schema) -> str:
    """An object with its members."""
    inside = (f"`{name}`: {words(each, nested)}" for name, each in schema["properties"].items())
    return f"object ({'; '.join(inside)})"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    return "".join(lines(head, rows))


def lines(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Its lines."""
    for cells in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(cells)} |\n"
