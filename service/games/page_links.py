"""Addresses of pages, for links in messages and invitations."""

from typing import Final
from urllib.parse import quote

RECOVERY_PAGE: Final = "/play#/recover"


def game_page(game_id: str, invite: str | None = None, player: str | None = None) -> str:
    """Return the path of a game's page: with the code of an invitation, and for the account that is told."""
    code = "" if invite is None else f"/{quote(invite, safe='')}"
    account = "" if player is None else f"?for={player}"
    return f"/play#/game/{game_id}{code}{account}"


def unsubscription_page(code: str) -> str:
    """Return the path of the page with which a reader stops the mails."""
    return f"/unsubscribe/{quote(code, safe='')}"
