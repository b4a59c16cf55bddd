"""What is written out for the compiler says the same as the declarations."""

from dataclasses import fields
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from bench.compiled import CONSTANTS, DECLARATIONS, ROOT
from bench.native import write_out
from domain.kernel.messages import Action, Event

WRITTEN_OUT = (*DECLARATIONS, *CONSTANTS)


def named(path: str) -> ModuleType:
    return import_module(path.removesuffix(".py").replace("/", "."))


def interpreted(path: str) -> dict[str, Any]:
    """The members of a module as it is written out, without being compiled."""
    source = write_out((ROOT / path).read_text()).replace("domain.kernel.field_types", "bench.field_types")
    members: dict[str, Any] = {"__name__": named(path).__name__}
    exec(compile(source, path, "exec"), members)
    return members


def messages(path: str) -> list[type[Any]]:
    declared = (each for each in vars(named(path)).values() if isinstance(each, type))
    return [each for each in declared if issubclass(each, Event | Action) and each.__module__ == named(path).__name__]


@pytest.mark.parametrize("path", DECLARATIONS)
def test_a_message_keeps_its_name_its_fields_and_their_defaults(path: str) -> None:
    written = interpreted(path)
    assert messages(path)
    for declared in messages(path):
        native = written[declared.__name__]
        told = ("NAME",) if issubclass(declared, Action) else ("NAME", "VERSION", "REVEALS", "UPCAST")
        assert [getattr(native, name) for name in told] == [getattr(declared, name) for name in told]
        assert [(each.name, each.default) for each in fields(native)] == [
            (each.name, each.default) for each in fields(declared)
        ]


@pytest.mark.parametrize("path", DECLARATIONS)
def test_a_message_is_made_of_its_fields_and_equals_one_of_the_same(path: str) -> None:
    written = interpreted(path)
    for declared in messages(path):
        values = {each.name: object() for each in fields(declared)}
        one, other = (written[declared.__name__](**values) for _ in range(2))
        assert one == other
        assert {name: getattr(one, name) for name in values} == values
        assert repr(one) == repr(declared(**values))


@pytest.mark.parametrize("path", WRITTEN_OUT)
def test_a_name_that_is_counted_keeps_its_number(path: str) -> None:
    written = interpreted(path)
    numbers = {name: value for name, value in vars(named(path)).items() if isinstance(value, int)}
    assert {name: written[name] for name in numbers} == numbers
