"""Many cases in one test: an entry for each would take longer to collect, set up and report than to run."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any


def cases(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for each value, like `pytest.mark.parametrize`; a failure names its case."""
    parameters = [each.strip() for each in names.split(",")] if isinstance(names, str) else [*names]
    rows = [dict(zip(parameters, each if len(parameters) > 1 else (each,), strict=True)) for each in values]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def each_of_them(**fixtures: Any) -> None:
            for row in rows:
                try:
                    test(**fixtures, **row)
                except BaseException as error:
                    error.add_note(f"in the case {row!r:.500}")
                    raise

        signature = inspect.signature(test)
        left = [each for name, each in signature.parameters.items() if name not in parameters]
        each_of_them.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return each_of_them

    return decorate
