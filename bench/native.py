"""Declarations written out so that mypyc makes native classes and constants of them: it knows no decorator of ours."""

import ast
import re
from collections.abc import Iterator
from typing import Any, Final

from domain.kernel.messages import action

IMPORTS: Final = """
from typing import Any as _Any, ClassVar, Final as _Final
from domain.kernel.field_types import dress as _dressed
"""
INTERPRETED: Final = "@mypyc_attr(allow_interpreted_subclasses=True)\n"
DECLARED: Final = {"name": "name", "version": "1", "reveals": "False", "upcast": "None"}
"""Arguments of an event's declaration, with their defaults."""


def write_out(source: str) -> str:
    """A module with its messages as plain classes, and `A, B = range(2)` as constants."""
    lines = source.split("\n")
    for statement in reversed(ast.parse(source).body):
        if new := [*rewritten(statement)]:
            first = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", ()))])
            lines[first - 1 : statement.end_lineno] = new
    return with_imports("\n".join(lines))


def with_imports(source: str) -> str:
    """The same, with what was written out imported after the other imports."""
    lines = source.split("\n")
    imports = (each for each in ast.parse(source).body if isinstance(each, (ast.Import, ast.ImportFrom)))
    lines.insert(max(each.end_lineno or 0 for each in imports), IMPORTS)
    return "\n".join(lines)


def open_to_others(source: str) -> str:
    """The module of the base classes: subclasses may be interpreted, and mypy need know nothing of decorators."""
    source = re.sub(r"@dataclass_transform\(.*\)\n", "", source)
    source = re.sub(r"^(?=class (?:Event|Action):)", INTERPRETED, source, flags=re.MULTILINE)
    return source.replace("import re\n", "import re\nfrom mypy_extensions import mypyc_attr\n", 1)


def rewritten(statement: ast.stmt) -> Iterator[str]:
    """The lines that replace a statement; none where it stays."""
    match statement:
        case ast.ClassDef(decorator_list=[ast.Call(func=ast.Name("event"), keywords=keywords)]):
            given = {str(each.arg): ast.unparse(each.value) for each in keywords}
            told = DECLARED | {"name": repr(statement.name)} | given
            yield from message(statement, {name.upper(): value for name, value in told.items()}, hashed=False)
        case ast.ClassDef(decorator_list=[ast.Name("action")]):
            name: Any = action(type(statement.name, (), {}))
            yield from message(statement, {"NAME": repr(name.NAME)}, hashed=True)
        case ast.Assign(targets=[ast.Tuple(names)], value=ast.Call(func=ast.Name("range"), args=[*_, ast.Constant()])):
            numbers = eval(ast.unparse(statement.value))
            yield from (f"{ast.unparse(name)}: _Final = {n}" for name, n in zip(names, numbers, strict=True))


def message(declared: ast.ClassDef, told: dict[str, str], *, hashed: bool) -> Iterator[str]:
    """An event or action with a constructor of its own, whose fields may be None: what is hidden or missing is."""
    fields = [each for each in declared.body if isinstance(each, ast.AnnAssign)]
    names = [ast.unparse(each.target) for each in fields]
    yield f"class {declared.name}({', '.join(map(ast.unparse, declared.bases))}):"
    yield f"    {ast.get_docstring(declared)!r}"
    yield from (f"    {name}: ClassVar[_Any] = {value}" for name, value in told.items())
    yield "    __dataclass_fields__: ClassVar[dict[str, _Any]]"
    declared_as = {name: ast.unparse(each.annotation) for name, each in zip(names, fields, strict=True)}
    yield f"    DECLARED: ClassVar[_Any] = {declared_as}"
    yield from (f"    {name}: _Any" for name in names)
    defaults = [ast.unparse(each.value) if each.value else "" for each in fields]
    if fields:
        given = (f"{name}: _Any{' = ' * bool(value)}{value}" for name, value in zip(names, defaults, strict=True))
        yield f"    def __init__(self, *, {', '.join(given)}) -> None:"
        yield from (f"        self.{name} = {name}" for name in names)
    pairs = (f"({name!r}, _Any{', ' * bool(value)}{value})" for name, value in zip(names, defaults, strict=True))
    yield f"_dressed({declared.name}, [{', '.join(pairs)}], {hashed})"
