"""Why the rules refuse something: read from where `Rejected` is made, for its reasons stand there and nowhere else."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[3]
SHARED: Final = ("domain/kernel", "domain/record", "domain/match", "domain/audit", "service")
"""The folders whose refusals concern every game."""
UNKNOWN: Final = "…"
"""Stands for what is known only when something is refused."""
RULING: Final = re.compile(r"[A-Z]-\d+[a-z]?")


class Unreadable(Exception):
    """A rule whose name cannot be told from the source; says where it is made."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A rule by its stable name: what it says, in one way or another, and which rulings decide it."""

    rule: str
    reasons: dict[str, None] = field(default_factory=dict)
    rulings: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Place:
    """A call, and the function of the module that it stands in."""

    call: ast.Call
    function: ast.FunctionDef
    module: str


Values = Mapping[str, str | int]
"""Known values of expressions, by their source text."""


def refusals_in(*folders: str) -> list[Refusal]:
    """All that can be refused by the source in these folders, by name. Raises Unreadable."""
    places = [each for folder in folders for path in sorted((ROOT / folder).rglob("*.py")) for each in places_in(path)]
    found: dict[str, Refusal] = {}
    for place in places:
        if name_called(place.call) == "Rejected":
            for values in possible_values(place, places):
                rule, reason, *ruling = (str(worth(each, place, values)) for each in place.call.args)
                if UNKNOWN in rule:
                    raise Unreadable(f"{place.module}, line {place.call.lineno}")
                refusal = found.setdefault(rule, Refusal(rule))
                refusal.reasons[reason] = None
                refusal.rulings.update(dict.fromkeys(RULING.findall(" ".join(ruling))))
    return sorted(found.values(), key=lambda each: each.rule)


def places_in(path: Path) -> Iterator[Place]:
    """All calls in the functions of a file."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            for call in ast.walk(function):
                if isinstance(call, ast.Call):
                    yield Place(call, function, module)


def name_called(call: ast.Call) -> str:
    """The name of what is called."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def possible_values(place: Place, places: list[Place]) -> Iterator[Values]:
    """Yield the values of the names in a rule and its ruling, from callers or from the keys of a table."""
    rule, reason, *ruling = place.call.args
    parameters = [each.arg for each in place.function.args.args]
    holes = [each.value for each in ast.walk(rule) if isinstance(each, ast.FormattedValue)]
    asked = [*holes, *(name for each in ruling for name in ast.walk(resolve_name(each, place)))]
    if {each.id for each in asked if isinstance(each, ast.Name)} & {*parameters}:
        for caller in (each for each in places if name_called(each.call) == place.function.name):
            given = dict(zip(parameters, caller.call.args, strict=False))
            given |= {each.arg: each.value for each in caller.call.keywords if each.arg}
            yield {name: worth(value, caller, {}) for name, value in given.items()}
        return
    for hole in holes:
        for each in ast.walk(reason):
            if isinstance(each, ast.Subscript) and ast.unparse(each.slice) == ast.unparse(hole):
                for key in evaluate(each.value, place, {}):
                    yield {ast.unparse(hole): key}
                return
    yield {}


def resolve_name(part: ast.expr, place: Place) -> ast.expr:
    """Return the expression that a name was last assigned in its function; return other expressions unchanged."""
    before = (each for each in ast.walk(place.function) if isinstance(each, ast.Assign) and each.lineno < part.lineno)
    found = [each for each in before if ast.unparse(each.targets[0]) == ast.unparse(part)]
    return max(found, key=lambda each: each.lineno).value if found else part


def worth(part: ast.expr, place: Place, values: Values) -> str | int:
    """A text or number, with what is known in it."""
    if ast.unparse(part) in values:
        return values[ast.unparse(part)]
    if isinstance(part, ast.JoinedStr):
        return "".join(str(worth(each, place, values)) for each in part.values)
    if isinstance(part, ast.FormattedValue):
        return worth(part.value, place, values)
    part = resolve_name(part, place)
    try:
        value = evaluate(part, place, values)
        return value if isinstance(value, str | int) else UNKNOWN
    except NameError:
        if isinstance(part, ast.IfExp):
            return f"{worth(part.body, place, values)} or {worth(part.orelse, place, values)}"
        return UNKNOWN


def evaluate(part: ast.expr, place: Place, values: Values) -> Any:
    """Evaluate an expression with the constants of its module and known values. Raises NameError."""
    whole = Known(values).visit(ast.parse(ast.unparse(part), mode="eval"))
    constants = {name: value for name, value in vars(import_module(place.module)).items() if name.isupper()}
    return eval(compile(ast.fix_missing_locations(whole), "source", "eval"), {"__builtins__": {}}, constants)


class Known(ast.NodeTransformer):
    """Puts what is known into an expression."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def visit(self, node: ast.AST) -> Any:
        value = self.values.get(ast.unparse(node), UNKNOWN) if isinstance(node, ast.expr) else UNKNOWN
        return self.generic_visit(node) if UNKNOWN in str(value) else ast.Constant(value)
