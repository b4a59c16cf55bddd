"""The generated modules of the TypeScript package."""

from clients.generator.contract import Contract
from clients.generator.typescript_calls import methods, operations
from clients.generator.typescript_types import events, types


def write(contract: Contract) -> dict[str, str]:
    """Return the modules by their names."""
    return {
        "types.ts": types(contract),
        "events.ts": events(contract),
        "operations.ts": operations(contract),
        "methods.ts": methods(contract),
    }
