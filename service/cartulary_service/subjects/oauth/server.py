"""The authorization server: authorization codes with PKCE, refresh tokens, and revocation, by Authlib."""

import re
import secrets
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from authlib.common.urls import add_params_to_uri
from authlib.oauth2 import AuthorizationServer, OAuth2Error, OAuth2Request
from authlib.oauth2.rfc6749 import InvalidRequestError, scope_to_list
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge

from cartulary_service.errors import Problem
from cartulary_service.players.callers import SCOPES, Caller
from cartulary_service.store.database import Database
from cartulary_service.subjects.oauth import clients, consents
from cartulary_service.subjects.oauth.clients import AUTH_METHOD, OAuthClient
from cartulary_service.subjects.oauth.consents import ACCESS_SECONDS, Consent, Wish
from cartulary_service.subjects.oauth.pairs import Pair, new_pair

CHALLENGE_METHOD: Final = "S256"
UNTOLD: Final = re.compile(r"[^\x20\x21\x23-\x5b\x5d-\x7e]")
"""Characters that an error must not quote (RFC 6749, section 5.2)."""


class Reply(NamedTuple):
    """A reply of the authorization server: a JSON body, or the address to which the browser is sent."""

    status: int
    body: Any
    headers: Any


class FieldsRequest(OAuth2Request):
    """The parameters of a request, whether of a form, a query or JSON."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        # TLS ends at the front, so the scheme that a worker sees says nothing; Authlib would refuse http.
        super().__init__("POST", "https://localhost/")
        self._fields = dict(fields)
        for name in ("response_type", "redirect_uri"):
            if value := self._fields.get(name):
                # Authlib quotes them in errors; none that we take has such characters.
                self._fields[name] = UNTOLD.sub("?", value)
        self.payload = BasicOAuth2Payload(self._fields)

    @property
    def form(self) -> dict[str, str]:
        return self._fields


class Challenge(CodeChallenge):
    """PKCE, without which there is no code (RFC 7636)."""

    SUPPORTED_CODE_CHALLENGE_METHOD = (CHALLENGE_METHOD,)

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        fields = grant.request.payload.data
        if not fields.get("code_challenge") or not fields.get("code_challenge_method"):
            raise InvalidRequestError("Send code_challenge, and code_challenge_method=S256.")
        super().validate_code_challenge(grant, redirect_uri)


class CodeGrant(AuthorizationCodeGrant):
    """A code is redeemed for tokens."""

    TOKEN_ENDPOINT_AUTH_METHODS = (AUTH_METHOD,)

    def generate_authorization_code(self) -> str:
        return secrets.token_urlsafe(32)

    def save_authorization_code(self, code: str, request: Any) -> None:
        fields = request.payload.data
        scopes = scope_to_list(request.scope)
        wish = Wish(request.client.id, scopes, fields["redirect_uri"], fields["code_challenge"])
        consents.create(self.server.database, request.user, wish, code)

    def query_authorization_code(self, code: str, client: OAuthClient) -> Consent | None:
        return consents.redeem_code(self.server.database, code, client.id)

    def delete_authorization_code(self, authorization_code: Consent) -> None:
        """Do nothing: the code is used up since it was looked up."""

    def authenticate_user(self, authorization_code: Consent) -> Consent:
        return authorization_code


class RefreshGrant(RefreshTokenGrant):
    """A refresh token is exchanged for new tokens."""

    TOKEN_ENDPOINT_AUTH_METHODS = (AUTH_METHOD,)
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token: str) -> Consent | None:
        return consents.redeem_refresh_token(self.server.database, refresh_token, self.request.client.id)

    def authenticate_user(self, refresh_token: Consent) -> Consent:
        return refresh_token

    def revoke_old_credential(self, refresh_token: Consent) -> None:
        """Do nothing: the token is used up since it was looked up."""


class Revocation(RevocationEndpoint):
    """A client that is done ends the consent (RFC 7009)."""

    CLIENT_AUTH_METHODS = (AUTH_METHOD,)

    def query_token(self, token_string: str, token_type_hint: str | None) -> Consent | None:
        return consents.find_by_token(self.server.database, token_string)

    def revoke_token(self, token: Consent, request: Any) -> None:
        consents.end(self.server.database, token)


class OAuthServer(AuthorizationServer):
    """Authlib's server over our clients and consents."""

    def __init__(self, database: Database) -> None:
        super().__init__(scopes_supported=SCOPES)
        self.database = database
        self.register_token_generator("default", generate_tokens)
        self.register_grant(CodeGrant, [Challenge(required=True)])
        self.register_grant(RefreshGrant)
        self.register_endpoint(Revocation)

    def query_client(self, client_id: str) -> OAuthClient | None:
        return clients.find(self.database, client_id)

    def save_token(self, token: dict[str, Any], request: Any) -> None:
        pair = Pair(token["access_token"], token["refresh_token"])
        issued = consents.add_tokens(self.database, request.user, scope_to_list(token["scope"]), pair)
        # A repeated request is answered what the first one was.
        token |= {"scope": " ".join(issued.scopes), "expires_in": issued.seconds}

    def create_oauth2_request(self, request: Mapping[str, str]) -> FieldsRequest:
        return FieldsRequest(request)

    def handle_response(self, status: int, body: Any, headers: Any) -> Reply:
        return Reply(status, body, headers)

    def send_signal(self, name: str, *args: Any, **more: Any) -> None:
        """Do nothing: nobody listens."""


def generate_tokens(scope: str, user: Consent, **_: Any) -> dict[str, Any]:
    """Return an access token and a refresh token in the form of RFC 6749, section 5.1."""
    pair = user.refresh.next_pair() if user.refresh else new_pair()
    return {
        "access_token": pair.access,
        "token_type": "Bearer",
        "expires_in": ACCESS_SECONDS,
        "refresh_token": pair.refresh,
        "scope": scope,
    }


class Authorization(NamedTuple):
    """An authorization request that is in order."""

    client: OAuthClient
    scopes: Sequence[str]
    redirect_uri: str


class Endpoints:
    """The endpoints of the authorization server at one address, its issuer."""

    def __init__(self, database: Database, issuer: str) -> None:
        self._server = OAuthServer(database)
        self._issuer = issuer

    def read(self, fields: Mapping[str, str]) -> Authorization:
        """Return what an authorization request asks for. Raises Problem 422."""
        grant = self._validate(fields)
        return Authorization(grant.request.client, scope_to_list(grant.request.scope), fields["redirect_uri"])

    def grant(self, fields: Mapping[str, str], caller: Caller) -> str:
        """Allow the client to act for the caller; return the address to which the browser goes. Raises Problem."""
        grant = self._validate(fields)
        return self._address(self._server.create_authorization_response(grant.request, caller, grant))

    def deny(self, fields: Mapping[str, str]) -> str:
        """Return the address to which the browser goes if the player refuses. Raises Problem 422."""
        grant = self._validate(fields)
        return self._address(self._server.create_authorization_response(grant.request, None, grant))

    def issue_tokens(self, fields: Mapping[str, str]) -> Reply:
        """Exchange a code or a refresh token for tokens."""
        return explain(self._server.create_token_response(fields))

    def revoke(self, fields: Mapping[str, str]) -> Reply:
        """End the consent that a token belongs to."""
        return explain(self._server.create_endpoint_response(Revocation.ENDPOINT_NAME, fields))

    def _validate(self, fields: Mapping[str, str]) -> Any:
        try:
            return self._server.get_consent_grant(fields)
        except OAuth2Error as error:
            reply = Reply(*error())
            back = {"redirect_to": self._address(reply)} if error.redirect_uri else {}
            detail = error.get_error_description() or error.error
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-authorization", detail, **back) from error

    def _address(self, reply: Reply) -> str:
        """The address of a redirect, with the issuer (RFC 9207)."""
        address: str = add_params_to_uri(dict(reply.headers)["Location"], [("iss", self._issuer)])
        return address


def explain(reply: Reply) -> Reply:
    """Return the reply, with words in an error that Authlib leaves without."""
    known = EXPLANATIONS.get(reply.body.get("error", ""))
    return reply if known is None else reply._replace(body={"error_description": known} | reply.body)


EXPLANATIONS: Final = {
    "invalid_grant": "This code or token is unknown, used, expired or revoked, or another program's. Ask the player.",
    "invalid_client": "Name the program in client_id. POST /v1/oauth/clients registers one.",
    "invalid_request": "A parameter is missing. The contract names those of this request.",
    "unsupported_token_type": "Leave token_type_hint out.",
}
