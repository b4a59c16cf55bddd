"""Callers of tools, and the clients by which they speak to the service."""

import hmac
from hashlib import sha256
from typing import Final, Protocol

import httpx2
from mcp.server.auth.middleware.auth_context import get_access_token

from cartulary_mcp.refusals import ADVICE, Refusal
from cartulary_mcp.service_client import ServiceClient

NO_TOKEN: Final = "no-token"


class Callers(Protocol):
    """Finds the client of whoever calls a tool."""

    def client(self) -> ServiceClient:
        """Return the caller's client. Raises Refusal."""


class OneCaller(Callers):
    """The one player of a server over stdio."""

    def __init__(self, client: ServiceClient) -> None:
        self._client = client

    def client(self) -> ServiceClient:
        return self._client


class BearersOfTokens(Callers):
    """The players of a server over HTTP: each call carries a token, which goes on to the service."""

    def __init__(self, http: httpx2.AsyncClient, secret: bytes) -> None:
        self._http = http
        self._secret = secret

    def client(self) -> ServiceClient:
        access = get_access_token()
        if access is None or access.subject is None:
            raise Refusal(ADVICE[NO_TOKEN], NO_TOKEN)
        # Each player needs a secret of their own, or partners at a table would commit to the same entropy.
        return ServiceClient(self._http, access.token, hmac.digest(self._secret, access.subject.encode(), sha256))
