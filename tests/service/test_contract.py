"""openapi.yaml says what the code does, and the lock files name no place to fetch from."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from flask import Flask
from openapi_spec_validator import OpenAPIV31SpecValidator

from cartulary.catalogue import CATALOGUE
from cartulary_service.application import create_app
from cartulary_service.config import Config
from cartulary_service.contract import descriptions, document
from cartulary_service.contract.descriptions import own_properties
from cartulary_service.contract.openness import reach, references
from tests.cases import cases
from tests.released.contract import MAPS, parsed
from tests.service.client import (
    CONTRACT,
    FORMS_OF_OAUTH,
    JSON,
    PROBLEM,
    closed,
    compiled,
    contract,
    streams_and_webhooks,
)

ROOT = Path(__file__).parents[2]
LOCK_FILES = ("requirements.lock", "requirements-dev.lock")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class Content(NamedTuple):
    """A body that the contract describes."""

    operation: str
    what: str
    media_type: str
    described: dict[str, Any]


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, path and description of every operation."""
    for path, methods in contract()["paths"].items():
        for method, each in methods.items():
            yield method.upper(), path, each


def answers() -> Iterator[Content]:
    """Every answer with a body."""
    for _, _, each in operations():
        for status, answer in each["responses"].items():
            for media_type, described in answer.get("content", {}).items():
                yield Content(each["operationId"], status, media_type, described)


def exemplary() -> list[Content]:
    """Every body that needs an example: what is sent, and what comes back as JSON when all went well."""
    sent = [
        Content(each["operationId"], "request", media_type, described)
        for _, _, each in operations()
        for media_type, described in each.get("requestBody", {}).get("content", {}).items()
    ]
    return sent + [each for each in answers() if each.what.startswith("2") and each.media_type == JSON]


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(Config(database_url="postgresql://nowhere.invalid/none"))


def test_openapi_yaml_is_what_the_code_makes() -> None:
    assert CONTRACT.read_text() == document.document(), "run: make openapi"


def test_it_is_valid_openapi_3_1() -> None:
    assert contract()["openapi"].startswith("3.1.")
    assert [error.message for error in OpenAPIV31SpecValidator(contract()).iter_errors()] == []


def test_its_operations_are_the_routes(app: Flask) -> None:
    routed = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/v1")
        for method in (rule.methods or set()) & set(METHODS)
    }
    assert {(method, path) for method, path, _ in operations()} == routed


def test_it_begins_by_saying_what_it_is() -> None:
    assert CONTRACT.read_text().startswith("openapi: 3.1.")


OWN_OF_GAME: Final = ("game", "state")
"""Members that tell a kind of game from the others, as the description of its schema says."""
KINDS_OF_GAMES: Final = ("CartaImperaVictoriaGame", "CivilizationTheCardGameGame")


def undescribed() -> Iterator[tuple[str, ...]]:
    """Tags, operations, parameters, headers, responses, schemas and properties without a description."""
    whole = contract()
    yield from (("tag", each["name"]) for each in whole["tags"] if not each.get("description"))
    for kind in ("headers", "responses", "schemas"):
        yield from ((kind, name) for name, each in whole["components"][kind].items() if not each.get("description"))
    for schemas in (whole["components"]["schemas"], streams_and_webhooks()["components"]["schemas"]):
        for name, schema in schemas.items():
            properties = own_properties(schema).items()
            told = OWN_OF_GAME if name in KINDS_OF_GAMES else ()
            yield from ((name, key) for key, each in properties if not each.get("description") and key not in told)
    for _, _, each in operations():
        parts = [("operation", each), *((value["name"], value) for value in each.get("parameters", ()))]
        yield from ((each["operationId"], name) for name, part in parts if not part.get("description"))


def test_everything_in_it_is_described() -> None:
    assert [*undescribed()] == []


def allows_null(schema: dict[str, Any]) -> bool:
    """Whether null fits a schema, or an item or a member in it."""
    if "$ref" in schema:
        return allows_null(contract()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if not {"type", "anyOf", "oneOf", "enum"} & schema.keys() or "null" in schema.get("type", ()):
        return True
    inner = [schema.get("items"), schema.get("additionalProperties")]
    return any(map(allows_null, [*schema.get("anyOf", ()), *(each for each in inner if isinstance(each, dict))]))


def test_null_is_said_only_of_what_may_be_null() -> None:
    for name, schema in contract()["components"]["schemas"].items():
        for member, each in own_properties(schema).items():
            if "description" not in each:
                continue
            says_null = re.search(r"\bnull\b", each["description"])
            assert not says_null or allows_null(each), (name, member, each["description"])


def test_texts_name_parameters_that_exist_and_are_not_deprecated() -> None:
    for _, _, each in operations():
        name = each["operationId"]
        there = {value["name"]: value.get("deprecated", False) for value in each.get("parameters", ())}
        values = [value["description"] for value in each.get("parameters", ()) if not value.get("deprecated")]
        for text in (each.get("description", ""), *values):
            assert {*re.findall(r"`(\w+)=\w+`", text)} <= there.keys(), (name, text)
            assert not [used for used in re.findall(r"`(\w+)`", text) if there.get(used)], (name, text)
        for status, answer in each["responses"].items():
            for described in answer.get("content", {}).values() if status == "200" else ():
                schema = described["schema"].get("$ref", "").rpartition("/")[2]
                members = contract()["components"]["schemas"].get(schema, {}).get("properties", {})
                assert "next" not in members or "`cursor`" in members["next"]["description"], name


def test_a_list_has_a_next_page_or_says_that_it_is_whole_or_has_none() -> None:
    schemas = contract()["components"]["schemas"]
    for method, path, each in operations():
        found = each["responses"].get("200", {}).get("content", {}).get(JSON, {}).get("schema", {})
        schema = schemas.get(found.get("$ref", "").rpartition("/")[2], {})
        members = schema.get("properties", {})
        is_list = members and all(value.get("type") == "array" for value in members.values())
        if method == "GET" and is_list:
            assert re.search(r"^All |There are no further pages\.$", schema["description"]), path


def test_no_text_of_the_contract_stands_twice(tmp_path: Path) -> None:
    twice = tmp_path / "texts.yaml"
    twice.write_text("fields:\n  keys: Keys that sign heads.\n  keys: Keys of players.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="keys stands twice"):
        descriptions.load(twice)


def test_no_text_of_the_contract_is_left_over() -> None:
    schemas = contract()["components"]["schemas"] | streams_and_webhooks()["components"]["schemas"]
    members = {(name, member) for name, schema in schemas.items() for member in own_properties(schema)}
    named = {name: {*descriptions.files_for(name)} for name, _ in members}
    own = {(file, short, member) for name, member in members for file, short in named[name]}
    for file in (descriptions.SERVICE, *CATALOGUE):
        texts = descriptions.texts(file)
        said = {(file, short, member) for short, each in texts["schemas"].items() for member in each}
        assert said - own == set()
        assert {*texts["parts"]} - {short for name in schemas for place, short in descriptions.files_for(name)} == set()
        assert {*texts["fields"]} - {member for place, _, member in own if place == file} == set()


MOST_BYTES: Final = 320_000
"""Bytes of the contract as one file."""
MOST_BARE_BYTES: Final = 1_700
"""Bytes for each operation of the contract without texts and examples, as JSON."""


def bare(value: Any, names: bool = False) -> Any:
    """A part of the contract without texts and examples; `names` where the keys are names of the contract's own."""
    if isinstance(value, list):
        return [bare(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: bare(each, key in MAPS and not names)
        for key, each in value.items()
        if names or key not in ("description", "summary", "example", "examples")
    }


def test_it_is_small_with_and_without_texts_and_examples() -> None:
    contract = parsed(CONTRACT)
    count = sum("operationId" in each for methods in contract["paths"].values() for each in methods.values())
    assert CONTRACT.stat().st_size < MOST_BYTES
    assert len(json.dumps(bare(contract)).encode()) < count * MOST_BARE_BYTES


def test_games_are_told_apart_by_game_and_each_has_the_state_of_its_own() -> None:
    schemas = contract()["components"]["schemas"]
    apart = schemas["Game"]["discriminator"]
    assert apart["propertyName"] == "game"
    assert apart["mapping"].keys() == CATALOGUE.keys()
    for game, ref in apart["mapping"].items():
        members = schemas[ref.rpartition("/")[2]]["allOf"][-1]["properties"]
        assert members["game"]["const"] == game
        assert [*references(members["state"])] == [f"{descriptions.prefix(game)}State"]


@cases("kind", ["CartaImperaVictoriaKind", "CivilizationTheCardGameKind"])
def test_the_cards_of_a_game_are_listed_once_for_all_requests(kind: str) -> None:
    schemas = contract()["components"]["schemas"]
    sent = reach(schemas, [each.get("requestBody") for _, _, each in operations()])
    cards = json.dumps(schemas[kind]["enum"])
    assert [name for name in sent if cards in json.dumps(schemas[name])] == [kind]


def test_what_the_service_sends_by_itself_is_in_the_contract_too() -> None:
    streams = {**streams_and_webhooks()["channels"]}
    sent = contract()["paths"]["/v1/webhooks"]["post"]["callbacks"]
    assert {each["name"] for each in streams.pop("webhook")["messages"].values()} == sent.keys()
    for _, _, each in operations():
        answered = each["responses"].get("200", {}).get("content", {})
        if each["operationId"] in streams:
            told = answered["text/event-stream"]["schema"]["contentSchema"]["$ref"]
            for message in streams[each["operationId"]]["messages"].values():
                assert message["payload"]["$ref"] == f"openapi.yaml{told}"
        else:
            assert "text/event-stream" not in answered


OF_OAUTH: Final = frozenset(("NewOAuthClient", "TokenRequest", "RevocationRequest"))
"""Requests whose unknown parameters are ignored, as RFC 6749 (section 3.2) and RFC 7591 (section 2) demand."""


ACTIONS: Final = ("CartaImperaVictoriaAction", "CivilizationTheCardGameAction")
"""They are listed as they are posted."""


def test_answers_are_open_and_requests_are_strict() -> None:
    whole = contract()
    operations = [each for methods in whole["paths"].values() for each in methods.values()]
    answers = [part for each in operations for part in (each["responses"], each.get("callbacks"))]
    answered = reach(whole["components"]["schemas"], answers)
    posted = reach(whole["components"]["schemas"], [{"$ref": f"#/components/schemas/{each}"} for each in ACTIONS])
    for name, schema in whole["components"]["schemas"].items():
        text = json.dumps({key: each for key, each in schema.items() if key != "examples"})
        if name in answered - posted:
            assert '"enum"' not in text, name
            assert '"additionalProperties": false' not in text, name
        elif "properties" in schema:
            assert (schema.get("additionalProperties") is False) == (name not in OF_OAUTH), name


def test_a_secured_operation_names_the_scopes_that_it_needs() -> None:
    for _, _, each in operations():
        if each["security"]:
            scopes = [scheme["oauth"] for scheme in each["security"] if "oauth" in scheme]
            assert scopes != []
            assert all({*some} <= {"read", "play", "manage"} and some for some in scopes)


def test_every_value_in_a_path_is_described() -> None:
    for method, path, each in operations():
        described = {value["name"] for value in each.get("parameters", []) if value["in"] == "path"}
        assert described == set(re.findall(r"{(\w+)}", path)), (method, path)


def test_no_two_operations_have_the_same_id() -> None:
    ids = [each["operationId"] for _, _, each in operations()]
    assert len(ids) == len(set(ids))


def examples_of(content: Content) -> list[Any]:
    """Examples of a body: at its schema, or here where it has none of its own."""
    examples = [each["value"] for each in content.described.get("examples", {}).values()]
    examples += [content.described["example"]] if "example" in content.described else []
    return [*examples, *composed(content.described["schema"])]


def composed(schema: dict[str, Any]) -> list[Any]:
    """Examples of a schema: its own, or as many as can be made of those of its parts."""
    if "$ref" in schema and "examples" not in schema:
        return composed(contract()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "examples" in schema or "const" in schema:
        return list(schema.get("examples", [schema.get("const")]))
    if listed := schema.get("enum", schema.get("x-extensible-enum")):
        return [None] if allows_null(schema) else listed[:1]
    if "items" in schema:
        return [[each] for each in composed(schema["items"])]
    if not {"allOf", "properties"} & schema.keys() and allows_null(schema):
        return [None]
    if schema.get("type") == "boolean":
        return [False]
    parts = [composed(each) for each in schema.get("allOf", ())]
    members = {key: composed(each) for key, each in schema.get("properties", {}).items()}
    count = max(map(len, [*parts, *members.values()]), default=0)
    if not all([*parts, *(members[key] for key in schema.get("required", ()))]):
        return []
    return [
        {key: value for part in parts for key, value in part[number % len(part)].items()}
        | {key: each[number % len(each)] for key, each in members.items() if each}
        for number in range(count)
    ]


@cases("content", exemplary())
def test_every_body_has_an_example_that_fits_its_schema(content: Content) -> None:
    examples = examples_of(content)
    assert examples, "there is none"
    for example in examples:
        errors = compiled(closed(content.described["schema"])).iter_errors(example)
        assert [f"{error.instance_path}: {error.message}" for error in errors] == []


def test_every_game_has_examples_of_its_own_where_games_differ() -> None:
    shown = {content.operation for content in exemplary() if len(examples_of(content)) == len(CATALOGUE)}
    assert {"read_catalogue", "create_game", "read_game", "list_actions", "act", "list_events"} <= shown


def test_every_operation_says_how_it_fails() -> None:
    for method, path, each in operations():
        assert {"4XX", "5XX"} <= set(each["responses"]), (method, path)


def test_every_operation_and_callback_says_how_it_succeeds_and_how_the_caller_fails() -> None:
    for _, path, each in operations():
        sent = [one["post"] for address in each.get("callbacks", {}).values() for one in address.values()]
        for one in (each, *sent):
            statuses = {*one["responses"]}
            assert "4XX" in statuses, (path, one["operationId"])
            assert any(status.startswith("2") for status in statuses) or "default" in statuses, (path, each)


def test_what_a_schema_extends_is_not_repeated_in_it() -> None:
    schemas = contract()["components"]["schemas"]
    for name, schema in schemas.items():
        for part in schema.get("allOf", ()):
            if "$ref" in part:
                base = schemas[part["$ref"].rpartition("/")[2]]
                assert not own_properties(schema).keys() & own_properties(base).keys(), name
    assert schemas["ArchivedGame"]["allOf"][0] == {"$ref": "#/components/schemas/GameInList"}


def test_every_problem_is_a_problem_document() -> None:
    failures = [each for each in answers() if not each.what.startswith("2")]
    failures = [each for each in failures if each.media_type != JSON or each.operation not in FORMS_OF_OAUTH]
    assert failures
    for each in failures:
        assert (each.media_type, each.described["schema"]) == (PROBLEM, {"$ref": "#/components/schemas/Problem"}), each


def test_the_codes_of_problems_are_named_and_others_may_come() -> None:
    told = re.findall(r"^- \*\*([a-z-]+)\*\* \(", (ROOT / "docs/reference/problems.md").read_text(), re.MULTILINE)
    code = contract()["components"]["schemas"]["Problem"]["properties"]["code"]
    assert "enum" not in code
    assert code.get("x-extensible-enum") == sorted(told)


@cases("name", LOCK_FILES)
def test_a_lock_file_names_no_place_to_fetch_from_and_a_digest_for_everything(name: str) -> None:
    text = (ROOT / name).read_text()
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links", text)
    required = re.findall(r"^[A-Za-z0-9]\S*==\S+", text, re.MULTILINE)
    pinned = re.findall(r"^[A-Za-z0-9][^#\n]*==[^#\n]*\\\n    --hash=sha256:", text, re.MULTILINE)
    assert len(required) == len(pinned) > 0
