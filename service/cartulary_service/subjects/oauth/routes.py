"""OAuth 2.1: third-party front ends act for players without having seen their tokens.

Errors of the two endpoints that clients post forms to have the form of RFC 6749, section 5.2; all others are problems.
"""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response
from flask.sansio.blueprints import BlueprintSetupState

from cartulary_service.api.operations import MANAGE, PUBLIC, Call, operation
from cartulary_service.api.replies import BASE, ENDED, NEVER_KEPT, reply, reply_ended
from cartulary_service.api.schemas.visible_text import tidy_text
from cartulary_service.games.page_links import CONSENT_PAGE
from cartulary_service.http.addresses import service_url
from cartulary_service.players.callers import SCOPES
from cartulary_service.players.rate_limits import GRANTS, PROGRAMS, REFRESHES
from cartulary_service.subjects.oauth import clients, consents
from cartulary_service.subjects.oauth import schemas as s
from cartulary_service.subjects.oauth.clients import AUTH_METHOD, GRANT_TYPES, RESPONSE_TYPES
from cartulary_service.subjects.oauth.server import CHALLENGE_METHOD, Endpoints, Reply

METADATA: Final = "/.well-known/oauth-authorization-server"
OF_RESOURCE: Final = "/.well-known/oauth-protected-resource"

blueprint = Blueprint("oauth", __name__)


@blueprint.record
def route_metadata(state: BlueprintSetupState) -> None:
    """Route the metadata where RFC 8414 and RFC 9728 want it, at the root of the service."""
    state.app.add_url_rule(METADATA, "oauth-metadata", read_metadata)
    state.app.add_url_rule(OF_RESOURCE, "oauth-resource-metadata", read_resource_metadata)


def read_metadata() -> Response:
    """Describe the authorization server (RFC 8414)."""
    issuer = service_url()
    return reply(
        {
            "issuer": issuer,
            "authorization_endpoint": issuer + CONSENT_PAGE,
            "token_endpoint": f"{issuer}{BASE}/oauth/tokens",
            "revocation_endpoint": f"{issuer}{BASE}/oauth/revocations",
            "registration_endpoint": f"{issuer}{BASE}/oauth/clients",
            "scopes_supported": SCOPES,
            "response_types_supported": RESPONSE_TYPES,
            "grant_types_supported": GRANT_TYPES,
            "token_endpoint_auth_methods_supported": [AUTH_METHOD],
            "revocation_endpoint_auth_methods_supported": [AUTH_METHOD],
            "code_challenge_methods_supported": [CHALLENGE_METHOD],
            "authorization_response_iss_parameter_supported": True,
            "service_documentation": f"{issuer}/docs/guide/how-to/sign-in-with-oauth",
        }
    )


def read_resource_metadata() -> Response:
    """Describe the API as a resource that tokens of this authorization server open (RFC 9728)."""
    issuer = service_url()
    return reply(
        {
            "resource": issuer,
            "authorization_servers": [issuer],
            "scopes_supported": SCOPES,
            "bearer_methods_supported": ["header"],
            "resource_documentation": f"{issuer}/docs",
        }
    )


@operation(
    blueprint,
    "POST",
    "/oauth/clients",
    access=PUBLIC,
    body=s.NewOAuthClient,
    answers={201: s.RegisteredOAuthClient},
    rate=PROGRAMS,
    registers=True,
)
def register_client(call: Call) -> Response:
    """Register a program with OAuth.

    Dynamic client registration (RFC 7591). Programs have no secret and prove themselves by PKCE, so one that runs in a
    browser or on a phone can register. A program that no player lets act is forgotten after 30 days.
    """
    wish = call.body
    client, issued = clients.register(
        call.database, tidy_text(wish["client_name"]), wish["client_uri"], wish["redirect_uris"]
    )
    body = s.as_registered(client.id, client.name, client.uri, client.redirect_uris, issued)
    return reply(body, HTTPStatus.CREATED, {"Location": f"{BASE}/oauth/clients/{client.id}"})


@operation(blueprint, "GET", "/oauth/clients/<uuid:id>", access=PUBLIC, answers={200: s.OAuthClientShown})
def read_client(call: Call) -> Response:
    """Read what a program says of itself.

    Nobody has verified the name.
    """
    return reply(clients.read(call.database, str(call.path["id"])).json())


@operation(
    blueprint, "GET", "/oauth/authorization", access=PUBLIC, query=s.AuthorizationQuery, answers={200: s.Authorization}
)
def read_authorization(call: Call) -> Response:
    """Validate an authorization request.

    For the consent page, which shows the player the program and the scopes that it asks for. Programs send the
    player's browser to the `authorization_endpoint` of the metadata instead.
    """
    endpoints, fields = endpoints_of(call), call.query
    wish = endpoints.read(fields)
    body = {"client": wish.client.json(), "scopes": [*wish.scopes], "redirect_uri": wish.redirect_uri}
    return reply(body | {"denied_to": endpoints.deny(fields)})


@operation(
    blueprint,
    "POST",
    "/me/consents",
    access=MANAGE,
    body=s.AgreedAuthorization,
    answers={201: s.Redirect},
    rate=GRANTS,
)
def create_consent(call: Call) -> Response:
    """Allow a program to act for the caller.

    The answer has the address to which the browser goes, with the code in it. Only the consent page should ask this: a
    program cannot. The consent ends with the token of this request.
    """
    assert call.caller is not None
    location = endpoints_of(call).grant(call.body, call.caller)
    headers = {"Location": f"{BASE}/me/consents", **NEVER_KEPT}
    return reply({"redirect_to": location}, HTTPStatus.CREATED, headers)


@operation(blueprint, "GET", "/me/consents", access=MANAGE, answers={200: s.ConsentList})
def list_consents(call: Call) -> Response:
    """List the programs that may act for the caller.

    Each was let in by the consent page, and may act until the caller ends it or the program is idle for 90 days.
    """
    return reply({"consents": consents.list_consents(call.database, call.player)})


@operation(
    blueprint,
    "DELETE",
    "/me/consents/<uuid:id>",
    access=MANAGE,
    answers={204: None},
    response_headers=(ENDED,),
)
def end_consent(call: Call) -> Response:
    """End what a program may do for the caller.

    Its tokens stop working at once, and all that it has made for the caller ends: delegations, webhooks, the calendar.
    A program can end its own consent only.
    """
    assert call.caller is not None
    return reply_ended(consents.revoke(call.database, call.caller, str(call.path["id"])))


@operation(
    blueprint,
    "POST",
    "/oauth/tokens",
    access=PUBLIC,
    body=s.TokenRequest,
    takes_form=True,
    answers={200: s.OAuthTokens, 400: s.OAuthError},
)
def issue_tokens(call: Call) -> Response:
    """Exchange a code or a refresh token for tokens.

    The access token is good for an hour, or until the refresh token that came with it is used. A refresh token is used
    once. Within 30 seconds it may be sent again, in case the answer was lost, and gets the same tokens; later the
    consent ends.
    """
    if (consent := consents.find_by_token(call.database, call.body.get("refresh_token", ""))) is not None:
        call.spend(REFRESHES, consent.id)
    return as_response(endpoints_of(call).issue_tokens(call.body))


@operation(
    blueprint,
    "POST",
    "/oauth/revocations",
    access=PUBLIC,
    body=s.RevocationRequest,
    takes_form=True,
    answers={200: None, 400: s.OAuthError},
    repeatable=True,
)
def revoke_oauth_token(call: Call) -> Response:
    """Revoke the tokens of a program.

    Whichever token is named, the whole consent ends (RFC 7009). An unknown token is revoked already.
    """
    answer = endpoints_of(call).revoke(call.body)
    return Response(headers=NEVER_KEPT) if answer.status == HTTPStatus.OK else as_response(answer)


def endpoints_of(call: Call) -> Endpoints:
    return Endpoints(call.database, service_url())


def as_response(answer: Reply) -> Response:
    return reply(answer.body, HTTPStatus.OK if answer.status == HTTPStatus.OK else HTTPStatus.BAD_REQUEST, NEVER_KEPT)
