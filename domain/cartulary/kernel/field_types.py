"""Type hints of messages and states; every reader of declarations gets them here."""

import typing
from typing import Any


def hints_of(record: type[Any]) -> dict[str, Any]:
    """The annotations of a class by name, with their marks."""
    return typing.get_type_hints(record, include_extras=True)
