"""A program of a player that signs in with the SDK's OAuth client, and consents as the page does."""

from urllib.parse import parse_qs, urlsplit

from mcp.client.auth import OAuthClientProvider, TokenStorage
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl

from tests.service.client import Player, body_of

BACK = "http://127.0.0.1:9/back"
SENT_BY_THE_PAGE = (
    "response_type",
    "client_id",
    "redirect_uri",
    "scope",
    "state",
    "code_challenge",
    "code_challenge_method",
)


class Memory(TokenStorage):
    """Tokens for as long as the test runs."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client_info: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client_info

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client_info = client_info


class Consent:
    """A player who lets a program in."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._answer: dict[str, list[str]] = {}
        self.memory = Memory()

    async def open(self, address: str) -> None:
        """Do what the consent page does when its player agrees."""
        asked = parse_qs(urlsplit(address).query)
        wish = {name: asked[name][0] for name in SENT_BY_THE_PAGE if name in asked}
        back = body_of(self._player.post("/me/consents", wish), 201)["redirect_to"]
        self._answer = parse_qs(urlsplit(back).query)

    async def come_back(self) -> AuthorizationCodeResult:
        code, state, issuer = (self._answer[name][0] for name in ("code", "state", "iss"))
        return AuthorizationCodeResult(code=code, state=state, iss=issuer)

    def sign_in(self, address: str) -> OAuthClientProvider:
        """Return what signs this player in to an MCP server."""
        wish = OAuthClientMetadata(client_name="Model by Boris", redirect_uris=[AnyUrl(BACK)])
        return OAuthClientProvider(address, wish, self.memory, self.open, self.come_back)
