"""Links from what an operation creates to the operations on it: chains of requests that Schemathesis tries."""

import re
from typing import Any, Final

NAMES: Final = re.compile(r"{(\w+)}")
"""Parameters of a path."""
MADE: Final = {
    "create_game": "/games/{id}",
    "fork_game": "/games/{id}",
    "send_message": "/games/{id}/chat/{message}",
    "create_invite": "/games/{id}/invites/{invite}",
    "give_order": "/games/{id}/orders/{order}",
    "create_token": "/me/tokens/{id}",
    "create_delegation": "/me/delegations/{id}",
    "create_webhook": "/webhooks/{webhook}",
}
"""Operations on what an operation creates; `id` of its answer is the last parameter of their paths."""


def add_links(contract: dict[str, Any]) -> None:
    """Add to each operation that creates something links to the operations on that."""
    for methods in contract["paths"].values():
        for operation in methods.values():
            if place := MADE.get(operation["operationId"]):
                operation["responses"]["201"]["links"] = links(contract, f"/v1{place}")


def links(contract: dict[str, Any], place: str) -> dict[str, Any]:
    """Return links to the operations at a place, and below it where they name nothing else."""
    names = NAMES.findall(place)
    values = {name: f"$request.path.{name}" for name in names[:-1]} | {names[-1]: "$response.body#/id"}
    return {
        each["operationId"]: {"operationId": each["operationId"], "parameters": dict(values)}
        for path, methods in contract["paths"].items()
        if f"{path}/".startswith(f"{place}/") and NAMES.findall(path) == names
        for each in methods.values()
    }
