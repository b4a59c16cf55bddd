"""The generated modules of the Python package."""

import subprocess
import sys

from packages.generator.contract import Contract
from packages.generator.python_calls import methods, operations
from packages.generator.python_types import events, types


def write(contract: Contract) -> dict[str, str]:
    """Return the modules by their names, formatted."""
    modules = {
        "types.py": types(contract),
        "events.py": events(contract),
        "operations.py": operations(contract),
        "methods.py": methods(contract),
    }
    return {name: format_code(text) for name, text in modules.items()}


def format_code(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--quiet", "--line-length", "120", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
