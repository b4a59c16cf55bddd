"""No code of the service, and none of the domain outside its package, names a game."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cartulary.catalogue import CATALOGUE

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = ROOT / "domain" / "cartulary" / "games"
IDS: Final = {spelled for game in CATALOGUE for spelled in (game, game.replace("-", "_"))}


def files() -> Iterator[Path]:
    for folder in (ROOT / "service", ROOT / "domain", ROOT / "packages" / "mcp", ROOT / "packages" / "parquet"):
        yield from (path for path in sorted(folder.rglob("*.py")) if not path.is_relative_to(GAMES))


def names_in(tree: ast.AST) -> Iterator[str]:
    """Yield the texts and imported modules of some code; not what stands by itself, as docstrings do."""
    alone = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in alone:
            yield each.value
        elif isinstance(each, ast.ImportFrom):
            yield from ((each.module or ""), *(alias.name for alias in each.names))
        elif isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names)


def test_only_the_catalogue_knows_the_games() -> None:
    known = {
        str(path.relative_to(ROOT))
        for path in files()
        if any(id in name for name in names_in(ast.parse(path.read_text(encoding="utf-8"))) for id in IDS)
    }
    assert known == {"domain/cartulary/catalogue.py"}
