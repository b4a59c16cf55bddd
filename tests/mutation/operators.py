"""Mutations that Cosmic Ray doesn't bring along: a statement left out, another text, another constant."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

Place = tuple[int, int]
Span = tuple[Place, Place]
CONSTANT: Final = re.compile(r"[A-Z][A-Z_0-9]+")
PLAIN_TEXT: Final = re.compile(r"""(["'])[^\s"'\\]+\1""")
LEFT_OUT: Final = {"expr_stmt", "atom_expr", "raise_stmt", "del_stmt"}
"""Kinds of statements that can be left out; without one that returns or imports something nothing would work."""


def in_import(node: Any) -> bool:
    """Whether a node only says what is imported."""
    return any(node.search_ancestor(kind) for kind in ("import_from", "import_name"))


class Mutation:
    """What Cosmic Ray asks of an operator besides its places and what it does there."""

    @classmethod
    def arguments(cls) -> Sequence[object]:
        """It has none."""
        return ()


class RemoveStatement(Mutation):
    """Leave out a statement of a function."""

    def mutation_positions(self, node: Any) -> Iterator[Span]:
        if node.type == "simple_stmt" and node.search_ancestor("funcdef"):
            first = node.children[0]
            if first.type in LEFT_OUT and not self.names_a_value(first):
                yield first.start_pos, first.end_pos

    def names_a_value(self, statement: Any) -> bool:
        """Whether it only gives a name to something, without which the next line would fail."""
        return (
            statement.type == "expr_stmt"
            and statement.children[0].type in ("name", "testlist_star_expr")
            and (statement.children[1].type == "annassign" or statement.children[1].value == "=")
        )

    def mutate(self, node: Any, index: int) -> Any:
        first = node.children[0]
        prefix = first.get_first_leaf().prefix
        node.children[0] = type(node.get_last_leaf())("pass", first.start_pos, prefix)
        return node


class ChangeText(Mutation):
    """Change a text that is no sentence: a name, a code, a key."""

    def mutation_positions(self, node: Any) -> Iterator[Span]:
        if node.type == "string" and PLAIN_TEXT.fullmatch(node.value) and node.parent.type != "simple_stmt":
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        node.value = f"{node.value[:-1]}_{node.value[-1]}"
        return node


class ReplaceConstant(Mutation):
    """Put the next constant, in alphabetical order, of all that the module names, for one of them."""

    def mutation_positions(self, node: Any) -> Iterator[Span]:
        if (
            node.type == "name"
            and CONSTANT.fullmatch(node.value)
            and not node.is_definition()
            and node.parent.type not in ("trailer", "argument")
            and not in_import(node)
            and len(self.constants(node)) > 1
        ):
            yield node.start_pos, node.end_pos

    def constants(self, node: Any) -> list[str]:
        """All constants that the module has, its own and imported ones."""
        names = node.get_root_node().get_used_names()
        return sorted(name for name, uses in names.items() if CONSTANT.fullmatch(name) and self.names_one(uses))

    def names_one(self, uses: Sequence[Any]) -> bool:
        """Whether the module defines or imports it, rather than asking something for it."""
        return any(in_import(use) or (use.search_ancestor("expr_stmt") and use.is_definition()) for use in uses)

    def mutate(self, node: Any, index: int) -> Any:
        constants = self.constants(node)
        node.value = constants[(constants.index(node.value) + 1) % len(constants)]
        return node


OPERATORS: Final = {each.__name__: each for each in (RemoveStatement, ChangeText, ReplaceConstant)}
