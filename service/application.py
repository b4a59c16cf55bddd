"""Flask as it is needed here."""

from collections.abc import Callable
from typing import Any

from flask import Flask


class Application(Flask):
    """Knows that no handler and no hook is a coroutine, and does not ask each of them at each request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func
