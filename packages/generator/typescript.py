"""The generated modules of the TypeScript package."""

from packages.generator.contract import Contract
from packages.generator.typescript_calls import methods, operations
from packages.generator.typescript_types import events, types


def write(contract: Contract) -> dict[str, str]:
    """Return the modules by their names."""
    return {
        "types.ts": types(contract),
        "events.ts": events(contract),
        "operations.ts": operations(contract),
        "methods.ts": methods(contract),
    }
