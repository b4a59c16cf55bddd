"""OAuth over HTTP: this server is a resource server, and the service is its authorization server (RFC 9728)."""

import time
from collections import OrderedDict
from datetime import datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Final

import httpx2
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings

from cartulary_mcp.refusals import Refusal
from cartulary_mcp.service_client import Json, ServiceClient

METADATA: Final = "/.well-known/oauth-authorization-server"
SCOPES: Final = ("read", "play")
SECONDS_TRUSTED: Final = 30
TOKENS_KEPT: Final = 1_000


class ServiceTokens(TokenVerifier):
    """Verifies tokens by asking the service whose they are."""

    def __init__(self, http: httpx2.AsyncClient) -> None:
        self._http = http
        self._known: OrderedDict[bytes, tuple[AccessToken, float]] = OrderedDict()

    async def verify_token(self, token: str) -> AccessToken | None:
        # The service checks the token once more with each request, so a short memory lets nobody in.
        digest = sha256(token.encode()).digest()
        known = self._known.get(digest)
        if known is not None and known[1] > time.monotonic():
            return known[0]
        self._known.pop(digest, None)
        try:
            access = describe_token(token, await ServiceClient(self._http, token, b"").get("/v1/me"))
        except Refusal as error:
            # A service that is away says nothing about the token.
            if error.status != HTTPStatus.UNAUTHORIZED:
                raise
            return None
        self._known[digest] = access, time.monotonic() + SECONDS_TRUSTED
        if len(self._known) > TOKENS_KEPT:
            self._known.popitem(last=False)
        return access


def describe_token(token: str, me: Json) -> AccessToken:
    """Return what the service says of a token."""
    said = me["token"]
    expires = said["expires_at"]
    return AccessToken(
        token=token,
        client_id=str(said["consent"] or said["id"]),
        scopes=said["scopes"],
        expires_at=None if expires is None else int(datetime.fromisoformat(expires).timestamp()),
        subject=me["id"],
    )


async def auth_settings(http: httpx2.AsyncClient, address: str) -> AuthSettings:
    """Return the settings of a server at a public address. Raises Refusal."""
    metadata = await ServiceClient(http, None, b"").get(METADATA)
    # Validated from strings, which keep an issuer without a path as it is: clients compare it exactly (RFC 8414).
    return AuthSettings.model_validate(
        {
            "issuer_url": metadata["issuer"],
            "resource_server_url": address,
            "required_scopes": [*SCOPES],
            # The tokens are the service's own, for which this server is another door.
            "validate_token_resource": False,
        }
    )
