"""A substitute for `domain.kernel.field_types` in the compiled domain: native classes keep neither marks nor fields."""

import ast
import sys
import typing
from dataclasses import make_dataclass
from pathlib import Path
from typing import Any, Final

DRESS: Final = (
    "__dataclass_fields__",
    "__dataclass_params__",
    "__match_args__",
    "__eq__",
    "__hash__",
    "__repr__",
)


def dress(native: type[Any], fields: list[Any], hashed: bool) -> None:
    """Give a native class what a dataclass of these fields has, but for the constructor."""
    model = make_dataclass(native.__name__, fields, kw_only=True, unsafe_hash=hashed)
    for name in DRESS:
        setattr(native, name, getattr(model, name))


def hints_of(record: type[Any]) -> dict[str, Any]:
    """The annotations of a class by name, with their marks; of a compiled one as its source has them."""
    module = sys.modules[record.__module__]
    if str(module.__file__).endswith(".py"):
        return typing.get_type_hints(record, include_extras=True)
    if hasattr(record, "DECLARED"):
        return {name: eval(words, vars(module)) for name, words in record.DECLARED.items()}
    source = Path(__file__).parents[2].joinpath(*module.__name__.split(".")).with_suffix(".py")
    if not source.exists():
        source = source.with_suffix("") / "__init__.py"
    named = (each for each in ast.parse(source.read_text()).body if getattr(each, "name", "") == record.__name__)
    fields = (each for each in getattr(next(named), "body", ()) if isinstance(each, ast.AnnAssign))
    written = ((ast.unparse(each.target), ast.unparse(each.annotation)) for each in fields)
    return {name: eval(words, vars(module)) for name, words in written if "ClassVar" not in words}
