"""Problems of the service as tool errors that say what to do instead."""

from collections.abc import Mapping
from json import dumps
from typing import Any, Final

from mcp.server.mcpserver.exceptions import ToolError

MOST_EXAMPLES: Final = 5
"""Legal actions that an error shows."""
ADVICE: Final[Mapping[str, str]] = {
    "no-token": "Sign in again: the token is missing.",
    "bad-token": "Sign in again: the token is unknown, revoked or expired.",
    "scope-missing": "Ask the player to sign in again and to allow reading and playing.",
    "suspended": "Stop playing and tell the player; reading still works.",
    "no-seat": "Call join_table first, or choose a table of yours with find_tables(mine=true).",
    "not-found": "Check the id: list_games lists games, find_tables tables. A private table needs its invitation.",
    "stale": "The game has gone on. Call list_actions and choose anew.",
    "lost-race": "Others acted at the same moment. Call list_actions and choose anew.",
    "seat-not-free": "Name another seat, or none for any free one.",
    "game-started": "This table takes nobody any more. Choose another with find_tables.",
    "not-over": "The game still goes on. Call wait_for_turn.",
    "bad-fields": "Correct the fields named here and call the tool again.",
    "too-many-games": "Play some of your own tables to their end first: find_tables(mine=true).",
    "reliability-too-low": "Choose another table with find_tables, or open one with open_table.",
}
RETRY: Final = "The service has trouble. Wait a few seconds and call the tool again."


class Refusal(ToolError):
    """A refusal of the service or of this server, with advice."""

    def __init__(self, message: str, code: str | None = None, status: int | None = None) -> None:
        self.code = code
        self.status = status
        super().__init__(message)


def explain(status: int, problem: Mapping[str, Any], retry_after: str | None) -> Refusal:
    """Return the error for a problem (RFC 9457)."""
    code = problem.get("code")
    detail = problem.get("detail") or problem.get("title") or f"The service answered with HTTP status {status}."
    parts = [detail, *describe_fields(problem), *describe_rule(problem), *advise(status, problem, retry_after)]
    return Refusal(" ".join(parts), code, status)


def describe_fields(problem: Mapping[str, Any]) -> list[str]:
    errors = problem.get("errors")
    return [f"Fields: {dumps(errors, ensure_ascii=False)}."] if errors else []


def describe_rule(problem: Mapping[str, Any]) -> list[str]:
    """Name the rule and the ruling that refuse an action, and where to read it."""
    parts = [f"Rule: {problem['rule']}."] if problem.get("rule") else []
    if problem.get("ruling"):
        parts.append(f'Read why with read_rules(ruling="{problem["ruling"]}").')
    return parts


def advise(status: int, problem: Mapping[str, Any], retry_after: str | None) -> list[str]:
    """Say what to do instead."""
    if retry_after is not None:
        return [f"Wait {retry_after} seconds, then call the tool again."]
    if "legal" in problem:
        return [advise_action(problem["legal"])]
    known = ADVICE.get(problem.get("code") or "")
    if known is not None:
        return [known]
    return [RETRY] if status >= 500 else []


def advise_action(legal: list[Mapping[str, Any]]) -> str:
    if not legal:
        return "You have no legal action now. Call wait_for_turn."
    shown = ", ".join(dumps(each, ensure_ascii=False) for each in legal[:MOST_EXAMPLES])
    more = f" and {len(legal) - MOST_EXAMPLES} more" if len(legal) > MOST_EXAMPLES else ""
    return f"Legal now, as forms: {shown}{more}. Call list_actions and copy one of its actions."
