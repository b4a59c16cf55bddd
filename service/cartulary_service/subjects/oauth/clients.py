"""OAuth clients: programs that players may let act for them (RFC 7591). All are public: none has a secret."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit
from uuid import UUID

from authlib.oauth2.rfc6749 import ClientMixin, scope_to_list

from cartulary_service.errors import Problem, not_found
from cartulary_service.players import handles
from cartulary_service.store.database import Database, connection

GRANT_TYPES: Final = ("authorization_code", "refresh_token")
RESPONSE_TYPES: Final = ("code",)
AUTH_METHOD: Final = "none"
DEFAULT_SCOPE: Final = "read play"
"""Scopes of a request that names none."""
LOOPBACK: Final = frozenset(("127.0.0.1", "::1", "localhost"))
PRIVATE_SCHEME: Final = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+")
"""A scheme that an application owns, such as `com.example.app` (RFC 8252, section 7.1)."""
PRINTABLE: Final = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]+")
"""A URI that may stand in an error (RFC 6749, section 5.2)."""
KEPT_DAYS: Final = 30
"""Days for which a client is kept that no player has let act."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthClient(ClientMixin):
    """A registered client."""

    id: str
    name: str
    uri: str | None
    redirect_uris: tuple[str, ...]

    def get_client_id(self) -> str:
        return self.id

    def get_default_redirect_uri(self) -> None:
        """Return none: OAuth 2.1 wants the redirect URI in every request."""

    def get_allowed_scope(self, scope: str | None) -> str:
        return " ".join(scope_to_list(scope or DEFAULT_SCOPE))

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return any(is_same_redirect(redirect_uri, known) for known in self.redirect_uris)

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == AUTH_METHOD

    def check_response_type(self, response_type: str) -> bool:
        return response_type in RESPONSE_TYPES

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type in GRANT_TYPES

    def json(self) -> dict[str, Any]:
        return {"id": self.id, "name": self.name, "uri": self.uri}


def register(database: Database, name: str, uri: str | None, redirect_uris: Sequence[str]) -> tuple[OAuthClient, int]:
    """Add a client; return it with the time of its registration in seconds since 1970.

    Raises Problem 422 for a reserved name, one that reads like an address, or a redirect URI to which a code must not
    be sent.
    """
    handles.require_name(name)
    for each in redirect_uris:
        require_redirect(each)
    with connection(database.serving) as c:
        row = c.execute(
            """
            insert into oauth_clients (name, uri, redirect_uris) values (%s, %s, %s)
            returning id::text, extract(epoch from created_at)::bigint
            """,
            (name, uri, [*redirect_uris]),
        ).fetchone()
    assert row is not None
    return OAuthClient(id=row[0], name=name, uri=uri, redirect_uris=tuple(redirect_uris)), row[1]


def find(database: Database, client_id: str) -> OAuthClient | None:
    """Return a client by its id, none for an unknown one."""
    try:
        key = UUID(client_id)
    except ValueError:
        return None
    with connection(database.serving) as c:
        row = c.execute("select name, uri, redirect_uris from oauth_clients where id = %s", (key,)).fetchone()
    return None if row is None else OAuthClient(id=str(key), name=row[0], uri=row[1], redirect_uris=tuple(row[2]))


def read(database: Database, client_id: str) -> OAuthClient:
    """Return a client by its id. Raises Problem 404."""
    client = find(database, client_id)
    if client is None:
        raise not_found("program")
    return client


def require_redirect(uri: str) -> None:
    """Refuse a redirect URI that others could read or that runs as a script. Raises Problem 422."""
    parts = split(uri)
    if parts is None or parts.fragment or "#" in uri or not is_safe(parts):
        detail = (
            f"{uri} can be no redirect URI. Use https, http for a loopback address, or a scheme of your own such as "
            "com.example.app, without a fragment."
        )
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-redirect-uri", detail)


def is_safe(parts: SplitResult) -> bool:
    match parts.scheme:
        case "https":
            return bool(parts.hostname) and parts.username is None
        case "http":
            return is_loopback(parts) and parts.username is None
        case scheme:
            return PRIVATE_SCHEME.fullmatch(scheme) is not None


def is_same_redirect(uri: str, known: str) -> bool:
    """Whether a URI is a registered one; the port of a loopback address is free (RFC 8252, section 7.3)."""
    if uri == known:
        return True
    ours, theirs = split(known), split(uri)
    if ours is None or theirs is None or ours.scheme != "http" or not is_loopback(ours):
        return False
    return without_port(ours) == without_port(theirs)


def split(uri: str) -> SplitResult | None:
    """Return the parts of a URI, none for a malformed one."""
    try:
        parts = urlsplit(uri)
        _ = parts.port
    except ValueError:
        return None
    return parts if PRINTABLE.fullmatch(uri) else None


def is_loopback(parts: SplitResult) -> bool:
    return parts.hostname in LOOPBACK


def without_port(parts: SplitResult) -> tuple[str | None, ...]:
    return parts.scheme, parts.username, parts.hostname, parts.path, parts.query, parts.fragment


def forget_unused(database: Database) -> None:
    """Delete clients that no player has let act for a month."""
    with connection(database.serving) as c:
        c.execute(
            """
            delete from oauth_clients k where created_at < now() - make_interval(days => %s)
            and not exists (select from oauth_consents where client_id = k.id)
            """,
            (KEPT_DAYS,),
        )
