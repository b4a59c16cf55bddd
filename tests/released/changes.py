"""What is different between two contracts, and which of it breaks a client that kept to the older one."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

Contract = Mapping[str, Any]
METHODS: Final = ("get", "put", "post", "delete", "patch")
LEAST: Final = ("minimum", "minLength", "minItems")
MOST: Final = ("maximum", "maxLength", "maxItems")
SAME: Final = ("pattern", "format")


class Change(NamedTuple):
    """One difference."""

    breaks: bool
    where: str
    what: str

    def __str__(self) -> str:
        return f"{'**breaking** ' if self.breaks else ''}{self.where}: {self.what}"


def changes(old: Contract, new: Contract) -> list[Change]:
    """All differences, in the order of the older contract."""
    comparison = Comparison(old, new)
    return list(dict.fromkeys([*comparison.operations(), *comparison.channels()]))


class Comparison:
    """Two contracts whose references are followed, each pair of them once in each direction."""

    def __init__(self, old: Contract, new: Contract) -> None:
        self.old, self.new = old, new
        self.seen: set[tuple[str, str, bool]] = set()

    def operations(self) -> Iterator[Change]:
        """What became of the operations."""
        before, after = operations_of(self.old), operations_of(self.new)
        for name, operation in before.items():
            if name in after:
                yield from self.operation(name, operation, after[name])
            else:
                yield Change(True, name, "is gone")
        for name in after.keys() - before.keys():
            yield Change(False, name, "is new")

    def channels(self) -> Iterator[Change]:
        """What became of the streams and webhooks, and of the messages in them."""
        before, after = self.old.get("channels", {}), self.new.get("channels", {})
        for name, channel in before.items():
            if name not in after:
                yield Change(True, name, "is gone")
                continue
            if channel["address"] != after[name]["address"]:
                yield Change(True, name, "is at another address")
            yield from self.messages(name, channel["messages"], after[name]["messages"])
        for name in after.keys() - before.keys():
            yield Change(False, name, "is new")

    def messages(self, channel: str, old: Contract, new: Contract) -> Iterator[Change]:
        """What is told there; clients pass over what they do not know."""
        for key, message in old.items():
            where = f"{channel}, {key}"
            if key not in new:
                yield Change(True, where, "is not told any more")
                continue
            if message["name"] != new[key]["name"]:
                yield Change(True, where, "is called otherwise")
            for part in ("payload", "headers"):
                yield from self.schemas(where, message.get(part, {}), new[key].get(part, {}), sent=False)
        for key in new.keys() - old.keys():
            yield Change(False, f"{channel}, {key}", "is new")

    def operation(self, name: str, old: Contract, new: Contract) -> Iterator[Change]:
        """What became of one operation."""
        if new.get("deprecated") and not old.get("deprecated"):
            yield Change(False, name, "is deprecated")
        if needs_token(new) and not needs_token(old):
            yield Change(True, name, "needs a token")
        yield from self.parameters(name, old, new)
        yield from self.body(name, old, new)
        yield from self.answers(name, old["responses"], new["responses"])

    def parameters(self, name: str, old: Contract, new: Contract) -> Iterator[Change]:
        """What may be sent in path, query and headers."""
        before, after = parameters_of(old), parameters_of(new)
        for key, each in before.items():
            where = f"{name}, {key}"
            if key not in after:
                yield Change(True, where, "is not taken any more")
                continue
            if after[key].get("required") and not each.get("required"):
                yield Change(True, where, "is required")
            yield from self.schemas(where, each["schema"], after[key]["schema"], sent=True)
        for key in after.keys() - before.keys():
            required = bool(after[key].get("required"))
            yield Change(required, f"{name}, {key}", "is new and required" if required else "is new")

    def body(self, name: str, old: Contract, new: Contract) -> Iterator[Change]:
        """What is sent."""
        before, after = old.get("requestBody"), new.get("requestBody")
        if after and after.get("required") and not (before and before.get("required")):
            yield Change(True, f"{name}, request", "is required")
        if before:
            content = (after or {}).get("content", {})
            yield from self.contents(f"{name}, request", before["content"], content, sent=True)

    def answers(self, name: str, old: Contract, new: Contract) -> Iterator[Change]:
        """What may be answered; other problems than before are no surprise, other successes are."""
        for status, answer in old.items():
            if status in new:
                content = new[status].get("content", {})
                yield from self.contents(f"{name}, {status}", answer.get("content", {}), content, sent=False)
                for header in answer.get("headers", {}).keys() - new[status].get("headers", {}).keys():
                    yield Change(True, f"{name}, {status}, header {header}", "is gone")
            else:
                yield Change(succeeds(status), f"{name}, {status}", "is not answered any more")
        for status in new.keys() - old.keys():
            yield Change(succeeds(status), f"{name}, {status}", "is answered")

    def contents(self, where: str, old: Contract, new: Contract, sent: bool) -> Iterator[Change]:
        """Bodies by their media types."""
        for media, each in old.items():
            if media in new:
                yield from self.schemas(where, each["schema"], new[media]["schema"], sent)
            else:
                yield Change(True, where, f"{media} is gone")
        for media in new.keys() - old.keys():
            yield Change(False, where, f"{media} is new")

    def schemas(self, where: str, old: Any, new: Any, sent: bool) -> Iterator[Change]:
        """Two schemas: of what is sent, less may not be taken; of what is answered, less may not be said."""
        pair = (old.get("$ref", ""), new.get("$ref", ""), sent)
        if all(pair[:2]):
            if pair in self.seen:
                return
            self.seen.add(pair)
            where = pair[0].rpartition("/")[2] + (" as it is sent" if sent else "")
        old, new = one_schema(self.old, old), one_schema(self.new, new)
        if not sent and "properties" in old and "oneOf" in new:
            # Each is such an object, and says more of it.
            for one in new["oneOf"]:
                yield from self.schemas(where, old, one, sent)
            return
        yield from alternatives(where, old, new, sent, self.schemas)
        yield from types(where, old, new, sent)
        yield from values(where, old, new, sent)
        if sent:
            yield from bounds(where, old, new)
        yield from self.members(where, old, new, sent)
        for inner in ("items", "additionalProperties"):
            if isinstance(old.get(inner), dict) and isinstance(new.get(inner), dict):
                yield from self.schemas(f"{where}[]", old[inner], new[inner], sent)
        if sent and new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
            yield Change(True, where, "takes no further fields any more")

    def members(self, where: str, old: Contract, new: Contract, sent: bool) -> Iterator[Change]:
        """The fields of an object."""
        before, after = old.get("properties", {}), new.get("properties", {})
        for name, each in before.items():
            if name in after:
                yield from self.schemas(f"{where}.{name}", each, after[name], sent)
            else:
                yield Change(True, f"{where}.{name}", "is gone")
        for name in after.keys() - before.keys():
            yield Change(False, f"{where}.{name}", "is new")
        was, now = {*old.get("required", ())}, {*new.get("required", ())}
        for name in now - was if sent else (was - now) & after.keys():
            yield Change(True, f"{where}.{name}", "is required" if sent else "may be missing")


def operations_of(contract: Contract) -> dict[str, Contract]:
    """Method and path -> operation."""
    return {
        f"{method.upper()} {path}": each[method]
        for path, each in contract["paths"].items()
        for method in METHODS
        if method in each
    }


def parameters_of(operation: Contract) -> dict[str, Contract]:
    """Parameters by their place and name."""
    return {f"{each['in']} {each['name']}": each for each in operation.get("parameters", ())}


def needs_token(operation: Contract) -> bool:
    """Whether nobody may ask without one."""
    return bool(operation.get("security")) and {} not in operation["security"]


def succeeds(status: str) -> bool:
    return status.startswith("2")


def resolved(contract: Contract, schema: Contract) -> Contract:
    """A schema with its reference followed, and with the fields of what it extends."""
    while "$ref" in schema:
        schema = contract["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "allOf" not in schema:
        return schema
    parts = [schema, *(resolved(contract, each) for each in schema["allOf"])]
    fields = {name: each for part in parts for name, each in part.get("properties", {}).items()}
    required = [name for part in parts for name in part.get("required", ())]
    rest = {key: each for key, each in schema.items() if key != "allOf"}
    return {"type": "object"} | rest | {"properties": fields, "required": required}


def one_schema(contract: Contract, schema: Contract) -> Contract:
    """A schema with its reference followed, and alternatives of simple types as one schema of several types."""
    schema = resolved(contract, schema)
    each = [*simple_ones(contract, schema)] if "anyOf" in schema else []
    kinds = [one.get("type") for one in each]
    if not each or len({*map(str, kinds)}) < len(kinds) or not all(isinstance(kind, str) for kind in kinds):
        return schema
    if any("properties" in one for one in each):
        return schema
    merged = {key: value for one in each for key, value in one.items()} | {"type": kinds}
    if "enum" in merged and "null" in kinds:
        merged["enum"] = [*merged["enum"], None]
    return {key: value for key, value in schema.items() if key != "anyOf"} | merged


def simple_ones(contract: Contract, schema: Contract) -> Iterator[Contract]:
    """The alternatives of a schema, and those of its alternatives, with their references followed."""
    for one in (resolved(contract, each) for each in schema["anyOf"]):
        yield from simple_ones(contract, one) if "anyOf" in one else [one]


Compare = Callable[[str, Any, Any, bool], Iterator[Change]]


def alternatives(where: str, old: Contract, new: Contract, sent: bool, compare: Compare) -> Iterator[Change]:
    """What may stand there, of several; each goes by the name of its schema, or by its type."""
    for key in ("oneOf", "anyOf"):
        before, after = ({named(each): each for each in schema.get(key, ())} for schema in (old, new))
        if not before and after:
            # Where any object was answered, one of several is no surprise.
            yield Change(sent or not types_of(new) or "properties" in old, where, "has alternatives now")
        for name, each in before.items():
            if name in after:
                yield from compare(where, each, after[name], sent)
            else:
                yield Change(sent or not after, where, f"{name} is gone")
        for name in after.keys() - before.keys() if before else ():
            yield Change(name == "null" and not sent, where, f"{name} is new")


def named(schema: Contract) -> str:
    """What an alternative is called."""
    return str(schema.get("$ref", "")).rpartition("/")[2] or str(schema.get("type"))


def types(where: str, old: Contract, new: Contract, sent: bool) -> Iterator[Change]:
    """Types: none that was taken may go, none may be answered that was not."""
    before, after = types_of(old), types_of(new)
    unexpected = (before - after) if sent else (after - before)
    if before == after:
        return
    breaks = (bool(unexpected) or not before) if after else not sent
    words = [" or ".join(sorted(each)) or "anything" for each in (before, after)]
    yield Change(breaks, where, f"was {words[0]}, is {words[1]}")


def types_of(schema: Contract) -> set[str]:
    """The types that are named; whole numbers are numbers."""
    type = schema.get("type", ())
    found = {type} if isinstance(type, str) else {*type}
    return found | {"integer"} if "number" in found else found


def values(where: str, old: Contract, new: Contract, sent: bool) -> Iterator[Change]:
    """Enumerations. A client must expect that more is answered than it knows; see docs/versioning.md."""
    before, after = values_of(old), values_of(new)
    if before is None and after is None:
        return
    if before is None or after is None:
        yield Change(sent and after is not None, where, "any value" if after is None else "only some values")
        return
    for value in before:
        if value not in after:
            yield Change(sent, where, f"{value} is gone")
    for value in after:
        if value not in before:
            yield Change(value is None and not sent, where, f"{value} is new")


def values_of(schema: Contract) -> list[Any] | None:
    """The values that a schema names, be it closed or open to more."""
    if "const" in schema:
        return [schema["const"]]
    found: list[Any] | None = schema.get("enum", schema.get("x-extensible-enum"))
    return found


def bounds(where: str, old: Contract, new: Contract) -> Iterator[Change]:
    """What is taken may not be narrowed."""
    for key in (*LEAST, *MOST, *SAME):
        if old.get(key) == new.get(key):
            continue
        if key in SAME:
            narrower = key in new
        else:
            narrower = key in new and (key not in old or (new[key] > old[key]) == (key in LEAST))
        yield Change(narrower, where, f"{key} was {old.get(key)}, is {new.get(key)}")
