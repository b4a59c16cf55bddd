"""Within /v1 nothing breaks a client that kept to the contract as it was released."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from tests.cases import cases
from tests.released.changes import changes
from tests.released.contract import CURRENT, RELEASED, bare, read, require_compatible

Edit = Callable[[Any], object]

OLD: dict[str, Any] = {
    "paths": {
        "/v1/things/{id}": {
            "get": {
                "security": [{}, {"token": []}],
                "parameters": [{"in": "query", "name": "after", "required": False, "schema": {"type": "integer"}}],
                "responses": {
                    "200": {
                        "headers": {"ETag": {"schema": {"type": "string"}}},
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Thing"}},
                            "application/x-ndjson": {"schema": {"type": "string"}},
                        },
                    },
                    "404": {"content": {}},
                },
            },
            "post": {
                "requestBody": {
                    "required": False,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}},
                },
                "responses": {"201": {}},
            },
        },
        "/v1/others": {"get": {"responses": {"200": {}}}},
    },
    "channels": {
        "follow": {
            "address": "/v1/stream",
            "messages": {
                "told": {
                    "name": "told",
                    "payload": {"$ref": "#/components/schemas/Told"},
                    "headers": {"properties": {"id": {"type": "string"}}, "required": ["id"]},
                },
                "over": {"name": "over", "payload": {"$ref": "openapi.yaml#/components/schemas/B"}},
            },
        },
        "hook": {"address": None, "messages": {}},
    },
    "components": {
        "schemas": {
            "Thing": {
                "type": "object",
                "properties": {
                    "colour": {"type": "string", "enum": ["red", "blue"], "maxLength": 9},
                    "count": {"type": "integer", "minimum": 0},
                    "inner": {"$ref": "#/components/schemas/Thing"},
                    "list": {"type": "array", "items": {"type": "string"}},
                    "open": {"type": "object"},
                    "some": {"anyOf": [{"type": "string"}, {"type": "array"}, {"type": "null"}]},
                    "kind": {"anyOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}]},
                },
                "required": ["colour"],
            },
            "A": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            "B": {"type": "object"},
            "Told": {
                "type": "object",
                "properties": {"seat": {"type": "integer"}, "open": {"type": "object"}},
                "required": ["seat"],
            },
        }
    },
}


def differs(edit: Edit) -> tuple[Any, list[bool]]:
    """What is found after an edit of the contract."""
    new = deepcopy(OLD)
    edit(new)
    found = changes(OLD, new)
    return found, [each.breaks for each in found]


def get(contract: Any) -> Any:
    return contract["paths"]["/v1/things/{id}"]["get"]


def post(contract: Any) -> Any:
    return contract["paths"]["/v1/things/{id}"]["post"]


def thing(contract: Any) -> Any:
    return contract["components"]["schemas"]["Thing"]


def member(contract: Any, name: str) -> Any:
    return thing(contract)["properties"][name]


def told(contract: Any) -> Any:
    return contract["channels"]["follow"]["messages"]["told"]


def name_two_alternatives(contract: Any) -> None:
    """Give the first two of three alternatives a schema of their own."""
    *two, null = member(contract, "some")["anyOf"]
    contract["components"]["schemas"]["Some"] = {"anyOf": two}
    member(contract, "some")["anyOf"] = [{"$ref": "#/components/schemas/Some"}, null]


def tell_apart(contract: Any, of_all: list[str]) -> None:
    """Make of what is told one of two kinds, with these fields of all."""
    schemas = contract["components"]["schemas"]
    fields = schemas["Told"]["properties"]
    common = {"type": "object", "properties": {name: fields[name] for name in of_all}, "required": of_all}
    kind = {"properties": {"open": {"$ref": "#/components/schemas/B"}}, "required": []}
    schemas |= {"Common": common, "One": kind | {"type": "object", "allOf": [{"$ref": "#/components/schemas/Common"}]}}
    schemas["Told"] = {"oneOf": [{"$ref": "#/components/schemas/One"}]}


BREAKING: dict[str, Edit] = {
    "a channel goes": lambda c: c["channels"].pop("hook"),
    "a channel moves": lambda c: c["channels"]["follow"].update(address="/v1/other"),
    "a message goes": lambda c: c["channels"]["follow"]["messages"].pop("over"),
    "a message is called otherwise": lambda c: told(c).update(name="said"),
    "a field of a message goes": lambda c: c["components"]["schemas"]["Told"]["properties"].pop("seat"),
    "a field of a message may be missing": lambda c: c["components"]["schemas"]["Told"]["required"].clear(),
    "a message says something else": lambda c: told(c).update(payload={"$ref": "#/components/schemas/A"}),
    "a header of a message goes": lambda c: told(c)["headers"]["properties"].pop("id"),
    "an operation goes": lambda c: c["paths"].pop("/v1/others"),
    "a method goes": lambda c: c["paths"]["/v1/things/{id}"].pop("post"),
    "an answer goes": lambda c: get(c)["responses"].pop("200"),
    "another success": lambda c: get(c)["responses"].update({"202": {}}),
    "a form goes": lambda c: get(c)["responses"]["200"]["content"].pop("application/x-ndjson"),
    "a header goes": lambda c: get(c)["responses"]["200"]["headers"].pop("ETag"),
    "a token is needed": lambda c: get(c).update(security=[{"token": []}]),
    "a parameter goes": lambda c: get(c)["parameters"].pop(),
    "a parameter is required": lambda c: get(c)["parameters"][0].update(required=True),
    "a new parameter is required": lambda c: get(c)["parameters"].append(
        {"in": "query", "name": "new", "required": True, "schema": {}}
    ),
    "another type of a parameter": lambda c: get(c)["parameters"][0]["schema"].update(type="string"),
    "a body is required": lambda c: post(c)["requestBody"].update(required=True),
    "no body is taken": lambda c: post(c).pop("requestBody"),
    "a field goes": lambda c: thing(c)["properties"].pop("list"),
    "a field is required": lambda c: thing(c)["required"].append("count"),
    "a new field is required": lambda c: (
        thing(c)["properties"].update(new={"type": "string"}),
        thing(c)["required"].append("new"),
    ),
    "a field may be missing": lambda c: thing(c)["required"].clear(),
    "another type": lambda c: member(c, "count").update(type="string"),
    "a type more": lambda c: member(c, "count").update(type=["integer", "null"]),
    "no type": lambda c: member(c, "count").pop("type"),
    "another type of items": lambda c: member(c, "list")["items"].update(type="integer"),
    "a narrower enumeration": lambda c: member(c, "colour")["enum"].remove("red"),
    "a null": lambda c: member(c, "colour")["enum"].append(None),
    "a new enumeration": lambda c: member(c, "list")["items"].update(enum=["red"]),
    "a higher minimum": lambda c: member(c, "count").update(minimum=1),
    "a new maximum": lambda c: member(c, "count").update(maximum=9),
    "a lower maximum": lambda c: member(c, "colour").update(maxLength=8),
    "a pattern": lambda c: member(c, "colour").update(pattern="r"),
    "no further fields": lambda c: thing(c).update(additionalProperties=False),
    "an alternative goes": lambda c: member(c, "kind")["anyOf"].pop(),
    "one of several is to be sent": lambda c: member(c, "open").update(anyOf=[{"$ref": "#/components/schemas/A"}]),
    "objects that are told apart lack a field": lambda c: tell_apart(c, []),
    "an alternative changes": lambda c: c["components"]["schemas"]["A"]["properties"].pop("a"),
}

HARMLESS: dict[str, Edit] = {
    "a channel": lambda c: c["channels"].update({"new": {"address": "/v1/new", "messages": {}}}),
    "a message": lambda c: c["channels"]["follow"]["messages"].update({"new": {"name": "new", "payload": {}}}),
    "a field of a message": lambda c: c["components"]["schemas"]["Told"]["properties"].update(new={"type": "null"}),
    "nothing": lambda _: None,
    "an operation": lambda c: c["paths"].update({"/v1/new": {"get": {"responses": {}}}}),
    "a problem": lambda c: get(c)["responses"].update({"409": {}}),
    "a problem less": lambda c: get(c)["responses"].pop("404"),
    "a form": lambda c: get(c)["responses"]["200"]["content"].update({"text/plain": {"schema": {}}}),
    "a parameter": lambda c: get(c)["parameters"].append({"in": "query", "name": "new", "schema": {}}),
    "a field": lambda c: thing(c)["properties"].update(new={"type": "string"}),
    "a value": lambda c: member(c, "colour")["enum"].append("green"),
    "a lower minimum": lambda c: member(c, "count").update(minimum=-1),
    "a higher maximum": lambda c: member(c, "colour").update(maxLength=10),
    "no maximum": lambda c: member(c, "colour").pop("maxLength"),
    "an alternative": lambda c: member(c, "kind")["anyOf"].append({"type": "string"}),
    "one of several is told": lambda c: c["components"]["schemas"]["Told"]["properties"]["open"].update(
        anyOf=[{"$ref": "#/components/schemas/A"}]
    ),
    "a name for two alternatives": name_two_alternatives,
    "objects are told apart": lambda c: tell_apart(c, ["seat"]),
    "a deprecation": lambda c: get(c).update(deprecated=True),
    "words": lambda c: get(c).update(description="Other words."),
}


@cases("edit", BREAKING.values())
def test_what_breaks_a_client_is_found(edit: Edit) -> None:
    found, breaks = differs(edit)
    assert any(breaks), found


@cases("edit", HARMLESS.values())
def test_what_breaks_no_client_is_let_through(edit: Edit) -> None:
    found, breaks = differs(edit)
    assert not any(breaks), found


def test_each_change_is_told_where_it_is() -> None:
    found, _ = differs(lambda c: (thing(c)["properties"].pop("list"), c["paths"].pop("/v1/others")))
    said = {str(each) for each in found}
    assert {"**breaking** Thing.list: is gone", "**breaking** GET /v1/others: is gone"} <= said


def test_nothing_in_v1_breaks_what_was_released() -> None:
    require_compatible(changes(read(RELEASED), read(CURRENT)))


def test_every_message_of_streams_and_webhooks_is_among_the_released() -> None:
    was, now = (
        {name: {*each["messages"]} for name, each in read(file)["channels"].items()} for file in (RELEASED, CURRENT)
    )
    assert was == now, "run: make released"


def test_the_released_contract_knows_all_that_binds() -> None:
    """What is left out of the file, words and examples, makes no difference."""
    assert changes(read(CURRENT), bare(read(CURRENT), names=False)) == []
