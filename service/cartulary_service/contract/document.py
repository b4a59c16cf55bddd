"""openapi.yaml, made from what the operations, schemas and games declare."""

from collections.abc import Iterator, Mapping, Sequence
from inspect import getdoc
from typing import Any, Final

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.messages import Action
from cartulary.match.actions import ALWAYS_ACTIONS, CLOCK_ACTIONS, FreeSeat
from cartulary.match.game import Game
from cartulary_service import __version__
from cartulary_service.api.schemas.actions import Choice
from cartulary_service.api.schemas.message_schemas import action_schema, record_schema
from cartulary_service.contract.descriptions import (
    SERVICE,
    describe_properties,
    header_texts,
    parameter_text,
    part_text,
    prefix,
    tag_texts,
    texts,
)
from cartulary_service.contract.examples import share_examples
from cartulary_service.contract.extending import extend_schemas, shared_bases
from cartulary_service.contract.legal_actions import type_legal_actions
from cartulary_service.contract.naming import name_parts
from cartulary_service.contract.openness import open_answers
from cartulary_service.contract.paths import (
    FAILURES,
    NOT_MODIFIED,
    OF_DEPRECATED,
    TABLE,
    any_of,
    failure,
    not_modified,
    operation_object,
)
from cartulary_service.contract.problem_codes import problem_codes
from cartulary_service.contract.sharing import share_parts
from cartulary_service.contract.webhooks import ANSWERS, MESSAGES, callbacks
from cartulary_service.games.page_links import CONSENT_PAGE
from cartulary_service.subjects import OPERATIONS

LICENSE: Final = {"name": "Apache-2.0"}
COMMON: Final = "AnyGame"
"""Schema of what every game has, whichever it is."""
OWN_OF_GAME: Final = ("game", "state")
"""Members that are typed by game."""
EVENT_TYPES: Final = {
    "url": "docs/guide/reference/events.schema.json",
    "description": "JSON Schema of each event, told apart by `type` and `v`, from which generators make types",
}
WIDTH: Final = 200
SHORT: Final = 1_000
"""Characters of what stands in a row, which is wrapped where it is longer than a line."""
DESCRIPTION: Final = """\
Card games over days and weeks: every action is stored as events, and every state is their fold.
Register a player, create a game, take the seats, list the legal actions, post one of them.
What a caller sees depends on the token: a seat sees its own hand, anybody else what lies open.
Errors are problem details (RFC 9457) with words that say what to do.
Seats and plots are counted from 0; events, actions, turns and versions from 1.
Every response has the header `X-Request-Id`. Responses of operations, whatever their status, have `RateLimit` and
`RateLimit-Policy` where limits are counted, and `Cache-Control` where they depend on the token, hold a secret or may be
kept. Every request may say by `Accept-Language` (en, ru, uk or ko) in which language a refusal explains itself.
"""


CONTACT: Final = {"name": "The Cartulary authors"}
SERVERS: Final = [{"url": "/", "description": "The service that serves this contract"}]
SECURITY_SCHEMES: Final[dict[str, dict[str, Any]]] = {
    "oauth": {
        "type": "oauth2",
        "description": "A token that a player lets a program have. Its scopes are those of other tokens, too.",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": CONSENT_PAGE,
                "tokenUrl": "/v1/oauth/tokens",
                "refreshUrl": "/v1/oauth/tokens",
                "scopes": {
                    "read": "See games, events and the account as the player sees them.",
                    "play": "Take seats, act, chat and write notes for the player.",
                    "manage": "Manage the account: tokens, delegations, notifications, and its deletion.",
                },
            }
        },
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of the player's own. It needs the scopes that stand at `oauth`.",
    },
}


class Dumper(yaml.CSafeDumper):
    """A YAML dumper that writes what is short, names and examples in a row, but each property on a line of its own."""

    def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> yaml.MappingNode:
        node = super().represent_mapping(tag, mapping, flow_style)
        node.flow_style = is_short([part for pair in node.value for part in pair])
        for key, value in node.value:
            if key.value == "examples" and isinstance(value, yaml.SequenceNode):
                value.value = [*map(in_a_row, value.value)]
            if key.value == "properties" and isinstance(value, yaml.MappingNode) and len(value.value) > 1:
                node.flow_style = value.flow_style = False
        return node

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> yaml.SequenceNode:
        node = super().represent_sequence(tag, sequence, flow_style)
        node.flow_style = is_short(node.value) or all(map(is_name, node.value))
        return node


def in_a_row(node: yaml.Node) -> yaml.Node:
    """Return an example with all its parts in a row, however long it is."""
    if isinstance(node, yaml.CollectionNode):
        node.flow_style = True
        for each in node.value:
            for part in each if isinstance(each, tuple) else (each,):
                in_a_row(part)
    return node


def is_name(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and " " not in node.value


def is_short(nodes: Sequence[yaml.Node]) -> bool:
    """Whether all parts of a mapping or a list fit on one line."""
    return sum(map(length, nodes)) <= SHORT


def length(node: yaml.Node) -> int:
    """Return the length of a text, or of a mapping or list on one line; too much of one that needs several."""
    if isinstance(node, yaml.ScalarNode):
        return len(node.value) + 2 if "\n" not in node.value else SHORT + 1
    if not (isinstance(node, yaml.CollectionNode) and node.flow_style):
        return SHORT + 1
    parts = [part for each in node.value for part in (each if isinstance(each, tuple) else (each,))]
    return 2 + sum(map(length, parts))


Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, "|" if "\n" in text and not text.startswith(" ") else None
    ),
)


def document() -> str:
    """The contract as YAML."""
    return as_yaml(contract())


def as_yaml(document: dict[str, Any]) -> str:
    """A contract as YAML, in the order in which it is made."""
    text: str = yaml.dump(document, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=WIDTH)
    return text


def collect(plugin: MarshmallowPlugin) -> APISpec:
    """Collect the schemas of all games and messages, and all operations."""
    spec = APISpec(
        title="Cartulary",
        version=__version__,
        openapi_version="3.1.0",
        info={"description": DESCRIPTION, "contact": CONTACT, "license": LICENSE | {"identifier": "Apache-2.0"}},
        servers=SERVERS,
        plugins=[plugin],
    )
    add_shared_parts(spec)
    for game in CATALOGUE.values():
        add_game(spec, game)
    add_actions(spec, TABLE, {each.NAME: each for each in (*CLOCK_ACTIONS, FreeSeat, *ALWAYS_ACTIONS)})
    for schema in (Choice, *(each.schema for each in MESSAGES.values()), *messages_of_streams()):
        if name_of(schema) not in spec.components.schemas:
            spec.components.schema(name_of(schema), schema=schema)
    for each in OPERATIONS:
        spec.path(each.openapi_path(), operations={each.method.lower(): operation_object(each)})
    return spec


def contract() -> dict[str, Any]:
    """Build the OpenAPI document that is published as openapi.yaml."""
    plugin = MarshmallowPlugin(schema_name_resolver=name_of)
    spec = collect(plugin)
    assert plugin.converter is not None
    refs = plugin.converter.refs
    for base in shared_bases({name: key[0] for key, name in refs.items()}):
        spec.components.schema(name_of(base), schema=base)
    classes = {name: key[0] for key, name in refs.items()}
    words = {name: getdoc(kind) for name, kind in classes.items()}
    whole = spec.to_dict()
    extend_schemas(whole, classes)
    whole = with_games(whole)
    whole["paths"]["/v1/webhooks"]["post"]["callbacks"] = callbacks()
    describe_schemas(whole["components"]["schemas"], words)
    describe_queries(whole["paths"])
    type_legal_actions(whole["components"]["schemas"])
    whole["components"]["schemas"]["Problem"]["properties"]["code"]["enum"] = [*problem_codes()]
    whole["components"]["schemas"]["Event"]["externalDocs"] = EVENT_TYPES
    name_parts(whole)
    open_answers(whole)
    share_parts(whole)
    share_examples(whole)
    join_lines(whole)
    return {"openapi": whole.pop("openapi")} | whole


def join_lines(part: Any) -> None:
    """Make one line of each description that is one paragraph: in Markdown its breaks mean nothing."""
    for each in [*part.values()] if isinstance(part, dict) else part if isinstance(part, list) else ():
        join_lines(each)
    if isinstance(part, dict) and isinstance(text := part.get("description"), str) and "\n\n" not in text:
        part["description"] = " ".join(text.split())


def add_shared_parts(spec: APISpec) -> None:
    """Tags, and what operations refer to: headers, parameters, responses and ways to authenticate."""
    for tag, text in tag_texts().items():
        spec.tag({"name": tag, "description": text})
    for name, described in header_texts().items():
        if name not in OF_DEPRECATED or any(each.deprecated for each in OPERATIONS):
            spec.components.header(name, {"schema": {"type": "string"}} | described)
    for name, text in texts(SERVICE)["parameters"]["header"].items():
        spec.components.parameter(name, "header", {"name": name, "schema": {"type": "string"}, "description": text})
    spec.components.response(NOT_MODIFIED, not_modified())
    for statuses, name in FAILURES.items():
        spec.components.response(name, failure(statuses))
    for name, text in ANSWERS.items():
        spec.components.response(name, {"description": text})
    for name, scheme in SECURITY_SCHEMES.items():
        spec.components.security_scheme(name, scheme)


def messages_of_streams() -> Iterator[type[Schema]]:
    return (schema for each in OPERATIONS for schema in each.stream.values())


def describe_schemas(schemas: dict[str, Any], words: Mapping[str, str | None]) -> None:
    """Add the docstring of its class to each schema, and a text to each property."""
    schemas.update({name: {"description": text} | schemas[name] for name, text in words.items() if text})
    describe_properties(schemas)


def describe_queries(paths: dict[str, Any]) -> None:
    """Add a text to every parameter of a query."""
    for each in (operation for methods in paths.values() for operation in methods.values()):
        for value in each["parameters"]:
            if value.get("in") == "query":
                # The default; left out, as everywhere else.
                if not value["required"]:
                    del value["required"]
                value.update(parameter_text("query", value["name"], each["operationId"]))


def name_of(schema: Any) -> str:
    """A schema's name is that of its class."""
    return schema.__name__ if isinstance(schema, type) else type(schema).__name__


def add_game(spec: APISpec, game: Game[Any]) -> None:
    """A game's actions, state, position and prices."""
    start = prefix(game.id)
    add_actions(spec, start, game.action_types)
    spec.components.schema(f"{start}State", schema=record_schema(game.state, start + "State"))
    spec.components.schema(f"{start}Position", schema=record_schema(game.position, start))
    if game.prices is not None:
        spec.components.schema(f"{start}PriceList", schema=record_schema(game.prices, start))


def add_actions(spec: APISpec, start: str, types: Mapping[str, type[Action]]) -> None:
    """Actions, each by itself and as one of all."""
    for kind in types.values():
        spec.components.schema(start + kind.__name__, schema=action_schema(kind, start))
    names = {name: start + kind.__name__ for name, kind in types.items()}
    spec.components.schema(f"{start}Action", {"description": "Any of these actions."} | discriminate("type", names))


def discriminate(member: str, names: Mapping[str, str]) -> dict[str, Any]:
    """Return a schema that is one of several, which are named by what the member says."""
    one_of = {value: f"#/components/schemas/{name}" for value, name in names.items()}
    return {
        "oneOf": [{"$ref": ref} for ref in one_of.values()],
        "discriminator": {"propertyName": member, "mapping": one_of},
    }


def with_games(document: dict[str, Any]) -> dict[str, Any]:
    """Return the contract with the states, positions and prices of all games where these are sent."""
    known = document["components"]["schemas"]
    known |= tell_games_apart(known["Game"])
    known["NewGame"]["properties"]["position"] = any_of(
        [f"{prefix(game.id)}Position" for game in CATALOGUE.values()], True
    )
    known["LegalActions"]["properties"]["prices"] = any_of(
        [f"{prefix(game.id)}PriceList" for game in CATALOGUE.values() if game.prices], True
    )
    return document


def tell_games_apart(whole: dict[str, Any]) -> dict[str, Any]:
    """Return `Game` as one of several, told apart by `game`: each has the state of its own and what all have."""
    base, members = whole["allOf"]
    common = {name: each for name, each in members["properties"].items() if name not in OWN_OF_GAME}
    required = [name for name in members["required"] if name not in OWN_OF_GAME]
    own = {
        f"{prefix(game)}Game": {
            "description": f"A game of `{game}` as the caller may see it.",
            "allOf": [
                {"$ref": f"#/components/schemas/{COMMON}"},
                {
                    "type": "object",
                    "properties": {
                        "game": {"type": "string", "const": game},
                        "state": any_of([f"{prefix(game)}State"], nullable=True),
                    },
                    "required": [*OWN_OF_GAME],
                },
            ],
        }
        for game in CATALOGUE
    }
    every = {
        "description": part_text(COMMON),
        "allOf": [base, {"type": "object", "properties": common, "required": required}],
    }
    return {COMMON: every} | own | {"Game": discriminate("game", dict(zip(CATALOGUE, own, strict=True)))}
