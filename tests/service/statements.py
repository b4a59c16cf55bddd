"""What the service asks of the tables with a game in every row: read from its source, and by which game it asks."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

import sqlglot
from sqlglot import exp

ROOT: Final = Path(__file__).parents[2]
KEYS: Final = {"games": "id"} | dict.fromkeys(
    (
        "analyses",
        "archive_figures",
        "audits",
        "chat",
        "chats",
        "events",
        "game_seats",
        "idempotency_keys",
        "invites",
        "milestones",
        "notes",
        "orders",
        "outbox",
        "player_games",
        "rated_games",
        "reading_cursors",
        "rematches",
        "sealed_games",
        "seen_seats",
        "tagged_games",
        "titles",
    ),
    "game_id",
)
"""The tables of which each row belongs to one game, and the column that says to which."""
STATEMENT: Final = re.compile(r"\s*(with|select|insert|update|delete)\s|\s*\(select\s")
TOUCHES: Final = re.compile(rf"\b(from|join|into|update)\s+({'|'.join(KEYS)})\b")
NAMES: Final = re.compile(rf"\"({'|'.join(KEYS)})\"")
"""A table's name as a string, of which a module may make statements."""
HOLE: Final = "\0"
"""Stands for what is put into a statement only when it is asked."""


class Statement(NamedTuple):
    """A statement as it stands in the source, and in what: `lobby.listed`, a function or a constant of a module."""

    place: str
    text: str

    def is_asked_by(self, asked: str) -> bool:
        """Whether this is what was asked."""
        pattern = ".+".join(re.escape(each) for each in plain(self.text).split(HOLE))
        return re.fullmatch(pattern, plain(asked)) is not None


def plain(text: str) -> str:
    return " ".join(text.split())


def touches(text: str) -> bool:
    """Whether a text is a statement on one of these tables."""
    return STATEMENT.match(text) is not None and TOUCHES.search(text) is not None


def statements() -> list[Statement]:
    """All statements on these tables in the source of the service."""
    return [each for path in sorted((ROOT / "service").rglob("*.py")) for each in statements_of(path)]


def statements_of(path: Path) -> Iterator[Statement]:
    name = ".".join(path.relative_to(ROOT / "service").with_suffix("").parts)
    source = path.read_text(encoding="utf-8")
    if TOUCHES.search(source) is None and NAMES.search(source) is None:
        return
    known = vars(import_module(name))
    for place, node in definitions(name.removeprefix("cartulary_service."), ast.parse(source).body):
        for text in texts(node, known):
            if touches(text):
                yield Statement(place, text)


def definitions(within: str, body: list[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    """What a module or a class defines, by name."""
    for node in body:
        match node:
            case ast.ClassDef(name=name):
                yield from definitions(f"{within}.{name}", node.body)
            case (
                ast.FunctionDef(name=name)
                | ast.Assign(targets=[ast.Name(id=name)])
                | ast.AnnAssign(target=ast.Name(id=name))
            ):
                yield f"{within}.{name}", node
            case _:
                yield within, node


def texts(node: ast.AST, known: dict[str, object]) -> Iterator[str]:
    """The texts in a piece of source, each as whole as it is written."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(part_of(each, known) for each in parts)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from texts(child, known)


def part_of(part: ast.expr, known: dict[str, object]) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    assert isinstance(part, ast.FormattedValue)
    try:
        return str(eval(compile(ast.Expression(part.value), "part", "eval"), dict(known)))
    except (AttributeError, NameError):
        return HOLE


Key = str | None
"""A game by the parameter that names it; None where no single one is named."""
Columns = dict[str, Key]
"""What the columns of a relation that hold a game's id hold."""
Relations = dict[str, Columns]
QUERIES: Final = (exp.Select, exp.Insert, exp.Update, exp.Delete, exp.SetOperation)


class Reader:
    """Reads one statement: by which game it reaches each of the tables."""

    def __init__(self, text: str) -> None:
        self.reached: list[tuple[str, Key]] = []
        (parsed,) = sqlglot.parse(text.replace(HOLE, " true "), dialect="postgres")
        assert isinstance(parsed, exp.Expr), text
        self._unnamed = 0
        self._read(parsed, {}, {})

    def _read(self, query: exp.Expr, named: Relations, outer: Relations) -> Columns:
        """Read a query that stands in others; answers what it returns."""
        named = dict(named)
        for each in with_.expressions if isinstance(with_ := query.args.get("with_"), exp.With) else ():
            named[each.alias] = self._read(each.this, named, outer)
        if isinstance(query, exp.Insert):
            return self._read_insert(query, named, outer)
        own = [*pieces(query)]
        found = {each.alias_or_name: dict(named.get(each.name, {})) for each in own if isinstance(each, exp.Table)}
        tables = {each.alias_or_name: each.name for each in own if isinstance(each, exp.Table) and each.name in KEYS}
        inner = [each for each in own if isinstance(each, QUERIES)]
        for each in inner:
            if alias := alias_around(each):
                found[alias] = self._read(each, named, outer | found)
        self._follow(own, tables, found, outer)
        self.reached += [(name, found[alias].get(KEYS[name])) for alias, name in tables.items()]
        for each in inner:
            if not alias_around(each):
                self._read(each, named, outer | found)
        returned = query.args.get("returning") or query
        return self._returned(returned.expressions if not isinstance(query, exp.SetOperation) else [], outer | found)

    def _read_insert(self, query: exp.Insert, named: Relations, outer: Relations) -> Columns:
        target, source = query.this, query.expression
        assert isinstance(target, exp.Schema), "an insert names its columns"
        columns = [each.name for each in target.expressions]
        if isinstance(source, exp.Values):
            returned = self._returned(source.expressions[0].expressions, outer)
        else:
            returned = self._read(source, named, outer)
        name = target.this.name
        if name in KEYS:
            self.reached.append((name, returned.get(str(columns.index(KEYS[name])))))
        return {}

    def _follow(self, own: list[exp.Expr], tables: dict[str, str], found: Relations, outer: Relations) -> None:
        """Note what is equal to a game's id, and what is equal to that."""
        equal = [each for each in own if isinstance(each, exp.EQ) and is_required(each)]
        for _ in equal:
            for each in equal:
                for one, other in ((each.left, each.right), (each.right, each.left)):
                    alias = alias_of(one, tables)
                    if alias in tables and one.name == KEYS[tables[alias]] and one.name not in found[alias]:
                        key = self._key(other, outer | found)
                        found[alias] |= {} if key is None else {one.name: key}

    def _returned(self, expressions: list[exp.Expr], known: Relations) -> Columns:
        """The games' ids among what is returned, by name and by place."""
        returned: Columns = {}
        for place, each in enumerate(expressions):
            if place == 0 and isinstance(each, exp.Column) and isinstance(each.this, exp.Star):
                returned |= known.get(each.table, {})
            else:
                key = self._key(each.unalias(), known)
                returned |= {} if key is None else {str(place): key, each.alias_or_name: key}
        return returned

    def _key(self, value: exp.Expr, known: Relations) -> Key:
        while isinstance(value, exp.Cast):
            value = value.this
        if isinstance(value, exp.Placeholder):
            # Of parameters without a name each may be another game.
            if value.name != "?":
                return value.name
            self._unnamed += 1
            return f"number {self._unnamed}"
        if isinstance(value, exp.Column):
            tables = [value.table] if value.table else [*known]
            (key, *others) = {known.get(each, {}).get(value.name) for each in tables} - {None} or {None}
            return None if others else key
        return None


def pieces(query: exp.Expr) -> Iterator[exp.Expr]:
    """What a query consists of, down to the queries in it, but for those that it gives a name beforehand."""
    for child in query.iter_expressions():
        if isinstance(child, exp.With):
            continue
        yield child
        if not isinstance(child, QUERIES):
            yield from pieces(child)


def alias_around(query: exp.Expr) -> str:
    """What a query in another is called; empty where it has no name."""
    above = query.parent
    while isinstance(above, exp.Subquery | exp.Lateral):
        if above.alias:
            return above.alias
        above = above.parent
    return ""


def is_required(condition: exp.Expr) -> bool:
    """Whether a condition must hold for the rows that a query is about."""
    above = condition.parent
    while isinstance(above, exp.And | exp.Paren):
        above = above.parent
    return isinstance(above, exp.Where | exp.Join)


def alias_of(value: exp.Expr, tables: dict[str, str]) -> str | None:
    """Which of these tables a column is of; one that does not say so is that of the only one."""
    if not isinstance(value, exp.Column):
        return None
    if value.table:
        return value.table
    return next(iter(tables)) if len(tables) == 1 else None


def is_single_game(text: str) -> bool:
    """Whether a statement reaches each of these tables by the id of a game, and by the same."""
    games = {key for _, key in Reader(text).reached}
    return len(games) == 1 and None not in games
