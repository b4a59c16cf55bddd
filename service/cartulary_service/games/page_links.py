"""Addresses of pages, for links in messages and invitations."""

from typing import Final, NamedTuple
from urllib.parse import quote, urlencode

RECOVERY_PAGE: Final = "/play#/recover"
CONSENT_PAGE: Final = "/authorize"
"""The page on which a player lets a program act."""


def game_page(game_id: str, invite: str | None = None, player: str | None = None) -> str:
    """Return the path of a game's page: with the code of an invitation, and for the account that is told."""
    code = "" if invite is None else f"/{quote(invite, safe='')}"
    account = "" if player is None else f"?for={player}"
    return f"/play#/game/{game_id}{code}{account}"


class GameLink(NamedTuple):
    """The page of a game, for the player who is told of it."""

    game_id: str
    player: str
    public_url: str | None

    @property
    def path(self) -> str:
        return game_page(self.game_id, player=self.player)

    @property
    def url(self) -> str | None:
        """None where the service does not know its public address."""
        return None if self.public_url is None else self.public_url + self.path


def unsubscription_page(code: str) -> str:
    """Return the path of the page with which a reader stops the mails."""
    return f"/unsubscribe/{quote(code, safe='')}"


def replay_page(game_id: str, version: int | None = None, eyes: str | None = None) -> str:
    """Return the path of a game's replay: at a version, and through somebody's eyes."""
    return f"/replay?{query(game=game_id, version=version, **{'as': eyes})}"


def embed_page(game_id: str, version: int | None, eyes: str | None, language: str | None) -> str:
    """Return the path of the same replay for a frame."""
    return f"/embed?{query(game=game_id, version=version, lang=language, **{'as': eyes})}"


def picture(game_id: str, version: int, eyes: str | None, language: str | None) -> str:
    """Return the path of the picture of a game at a version."""
    asked = query(lang=language, **{"as": eyes})
    return f"/v1/games/{game_id}/states/{version}.svg{asked and f'?{asked}'}"


def query(**values: str | int | None) -> str:
    """Return the values that are given as a query."""
    return urlencode({name: value for name, value in values.items() if value is not None})
