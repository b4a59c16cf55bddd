"""The codes of problems, listed from the calls that make them, as refusals are."""

import ast
import re
from http import HTTPStatus
from pathlib import Path
from typing import Final

SERVICE: Final = Path(__file__).parents[1]
BY_STATUS: Final = {
    "bad-request": 400,
    "method-not-allowed": 405,
    "content-too-large": 413,
    "unsupported-media-type": 415,
}
"""Problems of the framework, which are named by their status."""
VARIABLES: Final = {"status": HTTPStatus.UNPROCESSABLE_ENTITY}
"""Statuses that stand in a variable."""


def problem_codes() -> dict[str, set[int]]:
    """Return the codes with their statuses; not those of gunicorn, which have no code of their own."""
    found: dict[str, set[int]] = {code: {status} for code, status in BY_STATUS.items()}
    for path in SERVICE.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in ("Problem", "render") and len(call.args) > 2:
                status, code = map(ast.unparse, call.args[:2])
                if re.fullmatch(r"'[a-z-]+'", code):
                    number = VARIABLES.get(status) or HTTPStatus[status.removeprefix("HTTPStatus.")]
                    found.setdefault(code[1:-1], set()).add(number)
    return dict(sorted(found.items()))
