"""OAuth on the wire. Names are those of its RFCs, which want unknown parameters ignored."""

from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates

from cartulary_service.api.schemas.message_schemas import URI, Strict
from cartulary_service.api.schemas.players import LONGEST_NAME, origin_field
from cartulary_service.api.schemas.visible_text import require_visible
from cartulary_service.players.callers import SCOPES
from cartulary_service.subjects.oauth.clients import AUTH_METHOD, GRANT_TYPES, RESPONSE_TYPES

LONGEST_URI = 2_000
MOST_URIS = 10
MOST_URI_BYTES = 4_000


class Lenient(Schema):
    """An object whose unknown members are ignored."""

    class Meta:
        unknown = EXCLUDE


class NewOAuthClient(Lenient):
    """A program that wants to act for players (RFC 7591)."""

    client_name = fields.String(required=True, metadata={"minLength": 1, "maxLength": LONGEST_NAME})
    redirect_uris = fields.List(
        fields.String(validate=validate.Length(1, LONGEST_URI)), required=True, validate=validate.Length(1, MOST_URIS)
    )
    client_uri = fields.URL(
        load_default=None, allow_none=True, schemes={"https"}, validate=validate.Length(max=LONGEST_URI), metadata=URI
    )

    @validates("redirect_uris")
    def require_short(self, value: list[str], data_key: str) -> None:
        """All redirect URIs together are short: a program is registered without a token."""
        if sum(len(each.encode("utf-8", "surrogatepass")) for each in value) > MOST_URI_BYTES:
            raise ValidationError(f"All of them together are longer than {MOST_URI_BYTES} bytes. Name fewer.")

    @validates("client_name")
    def require_printable(self, value: str, data_key: str) -> None:
        """Names are short and visible."""
        require_visible(value, "name", LONGEST_NAME)


class RegisteredOAuthClient(Schema):
    """A registered program. It has no secret."""

    client_id = fields.UUID(required=True)
    client_id_issued_at = fields.Integer(required=True)
    client_name = fields.String(required=True)
    client_uri = fields.String(required=True, allow_none=True)
    redirect_uris = fields.List(fields.String(), required=True)
    token_endpoint_auth_method = fields.String(required=True, validate=validate.OneOf([AUTH_METHOD]))
    grant_types = fields.List(fields.String(validate=validate.OneOf(GRANT_TYPES)), required=True)
    response_types = fields.List(fields.String(validate=validate.OneOf(RESPONSE_TYPES)), required=True)


class AuthorizationQuery(Schema):
    """An authorization request (RFC 6749, RFC 7636)."""

    response_type = fields.String(metadata={"enum": [*RESPONSE_TYPES]})
    client_id = fields.String()
    redirect_uri = fields.String()
    scope = fields.String()
    state = fields.String()
    code_challenge = fields.String()
    code_challenge_method = fields.String()


class AgreedAuthorization(Strict):
    """An authorization request that the caller agrees to."""

    response_type = fields.String(required=True, metadata={"enum": [*RESPONSE_TYPES]})
    client_id = fields.String(required=True)
    redirect_uri = fields.String(required=True)
    scope = fields.String()
    state = fields.String()
    code_challenge = fields.String(required=True)
    code_challenge_method = fields.String(required=True)


class OAuthClientShown(Schema):
    """A program, as players see it. Its name is what it says of itself."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    uri = fields.String(required=True, allow_none=True)


class Authorization(Schema):
    """An authorization request that is in order."""

    client = fields.Nested(OAuthClientShown, required=True)
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)), required=True)
    redirect_uri = fields.String(required=True)
    denied_to = fields.String(required=True)


class Redirect(Schema):
    """The address to which the browser goes next."""

    redirect_to = fields.String(required=True)


class TokenRequest(Lenient):
    """A form that exchanges a code, or a refresh token, for tokens (RFC 6749)."""

    grant_type = fields.String(required=True)
    client_id = fields.String()
    code = fields.String()
    redirect_uri = fields.String()
    code_verifier = fields.String()
    refresh_token = fields.String()
    scope = fields.String()


class OAuthTokens(Schema):
    """Tokens of a program, shown this once."""

    access_token = fields.String(required=True)
    token_type = fields.String(required=True)
    expires_in = fields.Integer(required=True)
    refresh_token = fields.String(required=True)
    scope = fields.String(required=True)


class RevocationRequest(Lenient):
    """A form that ends what a token belongs to (RFC 7009)."""

    token = fields.String(required=True)
    client_id = fields.String()
    token_type_hint = fields.String()


class OAuthError(Schema):
    """An error in the form that OAuth's clients expect (RFC 6749, section 5.2)."""

    error = fields.String(required=True)
    error_description = fields.String()
    error_uri = fields.String()


class Nothing(Schema):
    """An empty object."""


class Consent(Schema):
    """A program that may act for the caller."""

    id = fields.UUID(required=True)
    client = fields.Nested(OAuthClientShown, required=True)
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)), required=True)
    created_at = fields.AwareDateTime(required=True)
    expires_at = fields.AwareDateTime(required=True)
    origin = origin_field()


class ConsentList(Schema):
    """All programs that may act for the caller, at most 50."""

    consents = fields.List(fields.Nested(Consent), required=True)


def as_registered(client_id: str, name: str, uri: str | None, redirect_uris: Any, issued: int) -> dict[str, Any]:
    """A registered program on the wire."""
    return {
        "client_id": client_id,
        "client_id_issued_at": issued,
        "client_name": name,
        "client_uri": uri,
        "redirect_uris": [*redirect_uris],
        "token_endpoint_auth_method": AUTH_METHOD,
        "grant_types": [*GRANT_TYPES],
        "response_types": [*RESPONSE_TYPES],
    }
