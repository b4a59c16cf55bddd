"""The refusals that the rules declare where they raise them, listed as gettext lists messages: from the calls."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

ROOT: Final = Path(__file__).parents[3]
SHARED: Final = (
    "domain/cartulary/kernel",
    "domain/cartulary/record",
    "domain/cartulary/match",
    "domain/cartulary/audit",
    "service/cartulary_service",
)
"""The folders whose refusals concern every game."""
PREFIXES: Final = {
    "Rejected": ("", ""),
    "ImpossiblePosition": ("position.", "This position is impossible: "),
}
"""What each class puts before the code and the reason that it is raised with."""
UNKNOWN: Final = "…"
"""Stands in a reason for what is known only when something is refused."""
RULING: Final = re.compile(r"[A-Z]-\d+[a-z]?")


class UndeclaredRefusal(Exception):
    """A refusal whose code is neither written out nor a `Literal` parameter of its function; says where it stands."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A code, the reasons that are given with it, and the rulings that decide."""

    rule: str
    reasons: dict[str, None] = field(default_factory=dict)
    rulings: dict[str, None] = field(default_factory=dict)


def refusals_in(*folders: str) -> list[Refusal]:
    """Return all refusals that the source in these folders declares, by code. Raises UndeclaredRefusal."""
    found: dict[str, Refusal] = {}
    for path in (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))):
        for rule, reason, rulings in list_refusals_in(path):
            refusal = found.setdefault(rule, Refusal(rule))
            refusal.reasons[reason] = None
            refusal.rulings.update(dict.fromkeys(rulings))
    return sorted(found.values(), key=lambda each: each.rule)


def list_refusals_in(path: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the code, reason and rulings of each refusal in a file."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef):
            continue
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in PREFIXES:
                rule, reason, *ruling = call.args
                declared = values_in_scope(path, function)
                rules = [text for text in texts(rule, declared) if UNKNOWN not in text]
                if not rules:
                    raise UndeclaredRefusal(f"{path}, line {call.lineno}")
                written = [text for each in ruling for node in ast.walk(each) for text in texts(node, declared)]
                before_rule, before_reason = PREFIXES[call.func.id]
                for each in rules:
                    yield (
                        before_rule + each,
                        before_reason + texts(reason, declared)[0],
                        RULING.findall(" ".join(written)),
                    )


def values_in_scope(path: Path, function: ast.FunctionDef) -> dict[str, tuple[Any, ...]]:
    """Return the constants of a function's module, and what its `Literal` parameters may be."""
    module = import_module(module_of(path))
    constants = {name: (value,) for name, value in vars(module).items() if isinstance(value, str | int)}
    hints = get_type_hints(getattr(module, function.name, object))
    return constants | {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Literal}


def module_of(path: Path) -> str:
    """Return the name of the module in a file: from the folder that is a package in no other."""
    parts = [path.stem] if path.stem != "__init__" else []
    for folder in path.parents:
        if not (folder / "__init__.py").exists():
            break
        parts.insert(0, folder.name)
    return ".".join(parts)


def texts(part: ast.AST, declared: Mapping[str, tuple[Any, ...]]) -> list[str]:
    """Return the texts that an expression can come to; what is known only at run time is `…`."""
    match part:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Name(id=name) | ast.FormattedValue(value=ast.Name(id=name)) if name in declared:
            return [str(each) for each in declared[name]]
        case ast.JoinedStr(values=values):
            found = [""]
            for value in values:
                found = [start + end for start in found for end in texts(value, declared)]
            return found
    return [UNKNOWN]
