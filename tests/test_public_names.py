"""Only public names of libraries: a private name belongs to the folder that defines it."""

import ast
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("bench", "domain", "examples", "packages", "service")
OF_TUPLES: Final = frozenset(("_replace", "_asdict", "_fields", "_make", "_field_defaults"))
"""Public names of named tuples, for all their looks."""
DOCUMENTED: Final = frozenset(("_deserialize", "_format_error", "_accumulate_rewards", "_was_dead_step", "_exit"))
"""Methods that marshmallow and PettingZoo document for those who write fields and environments, and `os._exit`."""


def trees(folder: str) -> dict[str, ast.AST]:
    """The files of a folder, each as it is parsed."""
    paths = (path for path in sorted((ROOT / folder).rglob("*.py")) if "node_modules" not in path.parts)
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in OF_TUPLES | DOCUMENTED


def defined_in(tree: ast.AST) -> set[str]:
    """The private names that a file defines: of functions, and those that it sets."""
    found = {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
            found.add(each.attr)
    return found


def foreign(tree: ast.AST, own: set[str]) -> list[str]:
    """Return the private names that a file takes from elsewhere."""
    found = list[str]()
    for each in ast.walk(tree):
        if isinstance(each, ast.ImportFrom):
            named = [*(each.module or "").split("."), *(alias.name for alias in each.names)]
            found += [f"line {each.lineno}: {name}" for name in named if is_private(name)]
        elif isinstance(each, ast.Attribute) and is_private(each.attr) and each.attr not in own:
            found.append(f"line {each.lineno}: {ast.unparse(each)}")
    return found


def test_a_file_uses_no_private_name_that_its_folder_does_not_define() -> None:
    for folder in FOLDERS:
        parsed = trees(folder)
        own = set[str]().union(*map(defined_in, parsed.values()))
        found = {name: foreign(tree, own) for name, tree in parsed.items()}
        assert {name: each for name, each in found.items() if each} == {}


def test_private_names_of_libraries_are_found() -> None:
    tree = ast.parse("from flask.globals import _cv\nimport gunicorn\ngunicorn.arbiter._sock\nself._own")
    assert foreign(tree, {"_own"}) == ["line 1: _cv", "line 3: gunicorn.arbiter._sock"]
