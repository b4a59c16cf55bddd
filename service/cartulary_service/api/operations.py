"""An operation of the API: one declaration that routes it, checks what comes in, and documents it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from http import HTTPStatus
from inspect import getdoc
from typing import Any, Final, NamedTuple

from flask import Blueprint, Request, Response, current_app, g, request
from marshmallow import Schema

from cartulary_service.api.deprecation import Deprecation
from cartulary_service.api.game_view import Texts
from cartulary_service.api.idempotency import is_repeat, own_key_for, refuse_key
from cartulary_service.api.inputs import Lines, read_body, read_form, read_lines, read_query
from cartulary_service.api.kept_changes import KeptChanges
from cartulary_service.api.replies import BASE, JSON
from cartulary_service.config import Config
from cartulary_service.errors import Problem, bad_parameters, missing_scope, not_found
from cartulary_service.games.commands import GameCommands
from cartulary_service.http.addresses import client_of
from cartulary_service.http.media_types import choose_media_type
from cartulary_service.live.hub import Streams
from cartulary_service.players import references, suspensions
from cartulary_service.players.callers import SCOPES, Caller, authenticate
from cartulary_service.players.name_cache import Names
from cartulary_service.players.rate_limits import GRANTS, MAILS, ORDERS, Allowance, Limits, Rule
from cartulary_service.players.skeletons import skeleton
from cartulary_service.process_pool import ProcessPool
from cartulary_service.store.database import Database
from cartulary_service.subject import PersonalData, Subject
from cartulary_service.trust.keys import Keys

OF_PROGRAMS: Final = (GRANTS, MAILS, ORDERS)
"""Rate limits that count each program apart from its player."""
OPERATIONS: Final[list["Operation"]] = []


class Access(NamedTuple):
    """The scopes that a caller's token needs, and whether there has to be a token."""

    scopes: tuple[str, ...]
    required: bool


PUBLIC: Final = Access((), False)
READ: Final = Access(("read",), False)
"""Anybody; with a token one sees what that player may see."""
OWN: Final = Access(("read",), True)
PLAY: Final = Access(("play",), True)
MANAGE: Final = Access(("manage",), True)
MANAGE_AND_READ: Final = Access(("manage", "read"), True)
"""Sending a player's view elsewhere requires the right to read it."""
MANAGE_AND_PLAY: Final = Access(("manage", "play"), True)
"""Delegating play requires the right to play."""
EVERYTHING: Final = Access(SCOPES, True)
"""What gives every right requires every right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """An operation of the API: a method and a path."""

    blueprint: str
    method: str
    path: str
    name: str
    summary: str
    description: str
    access: Access
    answers: Mapping[int, Any]
    """Status -> schema of the body, or None."""
    body: Any = None
    takes_form: bool = False
    """Whether the body is a form instead of JSON."""
    max_bytes: int | None = None
    """Largest body that is taken; None for the setting `MAX_BODY_BYTES`."""
    query: type[Schema] = Schema
    """Schema of the query parameters. The default takes none and refuses all."""
    request_headers: Mapping[str, str] = field(default_factory=dict)
    response_headers: tuple[str, ...] = ()
    """Headers of a successful response besides those of every response."""
    media_types: tuple[str, ...] = (JSON,)
    stream: Mapping[str, type[Schema]] = field(default_factory=dict)
    """Names of the messages of the event stream, with the schemas of their data."""
    takes_key: bool = False
    """Whether a POST happens once for each `Idempotency-Key`."""
    ends_token: bool = False
    """Whether a POST can end the token that it comes with, with which it is answered again under its key."""
    repeatable: bool = False
    """Whether a POST that is sent twice does no more than one, so that a key does no harm."""
    tagged: bool = True
    """Whether the answer to a GET has an entity tag. One that is sent piece by piece has none."""
    deprecated: Deprecation | None = None
    rate: Rule | None = None
    """Rate limit of this operation for a player, or for an address without one, besides the limits on all requests."""
    rate_of_handle: Rule | None = None
    """Rate limit for the handle that the body names, whoever sends it."""
    registers: bool = False
    """Whether an address adds accounts or programs by it; all such operations share a limit."""

    @property
    def is_conditional(self) -> bool:
        """Whether a client may ask with `If-None-Match`, and gets a 304 for what it has already."""
        return self.method == "GET" and HTTPStatus.OK in self.answers and self.tagged

    @property
    def depends_on_token(self) -> bool:
        """Whether its answer may be another for each caller."""
        return self.method == "GET" and bool(self.access.scopes)

    @property
    def has_body(self) -> bool:
        """Whether there is something in its answer for which the client's `Accept` counts."""
        return JSON not in self.media_types or any(self.answers.values())

    def openapi_path(self) -> str:
        """The path in the words of OpenAPI."""
        return BASE + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", self.path)


class Call(NamedTuple):
    """A request that has been checked."""

    caller: Caller | None
    media_type: str
    """The form of the answer that the client likes best."""
    path: Mapping[str, Any]
    query: Mapping[str, Any]
    body: Any
    database: Database
    table: GameCommands
    names: Names
    keys: Keys
    config: Config
    streams: Streams
    texts: Texts
    changes: KeptChanges
    processes: ProcessPool[Any]
    personal_data: Sequence[PersonalData]
    subjects: Sequence[Subject]
    """Those that run."""
    limits: Limits
    allowances: list[Allowance]
    """What is left of the limits that the request has spent from."""
    payer: str
    """Who is charged for what the request costs: the caller, or the address of somebody without a token."""

    @property
    def player(self) -> str:
        """The caller, where one is required."""
        assert self.caller is not None
        return self.caller.player

    def spend(self, rule: Rule, subject: str, tokens: int = 1) -> None:
        """Take tokens from the bucket of the payer, or of something that the request names. Raises Problem 429."""
        self.limits.spend(rule, subject, self.allowances, tokens)

    @property
    def viewer(self) -> str | None:
        """Return the caller's id, if known."""
        return self.caller.player if self.caller else None

    @property
    def game_id(self) -> str:
        """The match that the path names."""
        return str(self.path["id"])


Handler = Callable[[Call], Response]


def operation(blueprint: Blueprint, method: str, path: str, **declaration: Any) -> Callable[[Handler], Handler]:
    """Route a handler, and keep what is declared of it for openapi.yaml."""

    def declare(handler: Handler) -> Handler:
        name = handler.__name__
        summary, _, description = (getdoc(handler) or "").partition("\n\n")
        declared = Operation(
            blueprint=blueprint.name,
            method=method,
            path=path,
            name=name,
            summary=summary,
            description=description,
            **declaration,
        )
        OPERATIONS.append(declared)

        @wraps(handler)
        def route(**path_values: Any) -> Response:
            g.operation = declared
            return handler(check_request(declared, path_values))

        blueprint.add_url_rule(path, name, route, methods=[method])
        return handler

    return declare


def check_request(declared: Operation, path_values: Mapping[str, Any]) -> Call:
    """Authenticate the caller and validate the request."""
    service = current_app.extensions["cartulary"]
    config: Config = service["config"]
    database: Database = service["database"]
    limits: Limits = service["limits"]
    address = client_of(request)
    g.allowances = left = list[Allowance]()
    limits.spend(limits.address, address, left)
    media_type = choose_media_type(request, declared.media_types) if declared.has_body else JSON
    caller = identify(request, database, declared)
    spend_rates(declared, limits, caller, address, left)
    if declared.method == "POST" and not (declared.takes_key or declared.repeatable):
        refuse_key(request)
    path = references.resolve(database, path_values, not_found)
    query = references.resolve(database, read_query(request, declared.query), unknown_handle)
    body = read_declared_body(request, declared, largest_body(request, declared, config))
    if declared.rate_of_handle is not None:
        limits.spend(declared.rate_of_handle, skeleton(body["handle"]), left)
    return Call(
        caller and with_key(caller, declared, path, body),
        media_type,
        path,
        query,
        body,
        database,
        service["table"],
        service["names"],
        service["keys"],
        config,
        service["streams"],
        service["texts"],
        service["changes"],
        service["processes"],
        service["personal_data"],
        service["subjects"],
        limits,
        left,
        caller.player if caller else address,
    )


def with_key(caller: Caller, declared: Operation, path: Mapping[str, Any], body: Any) -> Caller:
    """Return the caller with the key under which the request is answered once. Raises Problem 400."""
    return (
        caller._replace(key=own_key_for(caller.player, [declared.name, path, body])) if declared.takes_key else caller
    )


def unknown_handle(name: str) -> Problem:
    """422: a parameter that names no player."""
    return bad_parameters({name: ["No player has this handle. Send a handle as it is now, or the id of a player."]})


def spend_rates(
    declared: Operation, limits: Limits, caller: Caller | None, address: str, left: list[Allowance]
) -> None:
    """Take from the rate limits of the token, and of the operation. Raises Problem 429."""
    if caller is not None:
        limits.spend(limits.token, caller.token, left)
    if declared.rate is not None:
        limits.spend(declared.rate, subject_of(declared.rate, caller, address), left)
    if declared.registers:
        limits.spend(limits.players, address, left)


def subject_of(rule: Rule, caller: Caller | None, address: str) -> str:
    """Return whose requests a rate limit counts: a program does not use up what its player may do."""
    if caller is None:
        return address
    return caller.consent if caller.consent and rule in OF_PROGRAMS else caller.player


def identify(asked: Request, database: Database, declared: Operation) -> Caller | None:
    """Return the caller.

    Raises Problem: 401 if a token is required and missing, 403 if it lacks the scope or its player is suspended.
    """
    access = declared.access
    if not access.scopes:
        return None
    token = bearer_token(asked)
    if token is None:
        if not access.required:
            return None
        detail = "Send a token: Authorization: Bearer <token>. POST /v1/players registers a player and returns one."
        raise Problem(HTTPStatus.UNAUTHORIZED, "no-token", detail)
    caller = authenticate(database, token, is_repeat(declared.ends_token))
    if missing := [scope for scope in access.scopes if scope not in caller.scopes]:
        detail = f"This token lacks the scope {', '.join(missing)}. Create one that has it with POST /v1/me/tokens."
        raise missing_scope(access.scopes, detail)
    if caller.suspension is not None and declared.method != "GET" and declared.name not in suspensions.ALLOWED:
        raise suspensions.refuse_suspended(caller.suspension)
    return caller


def bearer_token(asked: Request) -> str | None:
    """The token of the Authorization header."""
    scheme, _, token = asked.headers.get("Authorization", "").partition(" ")
    if not scheme:
        return None
    if scheme.lower() != "bearer" or not token.strip():
        detail = "The Authorization header is not understood; send Authorization: Bearer <token>."
        raise Problem(HTTPStatus.UNAUTHORIZED, "no-token", detail)
    return token.strip()


def largest_body(asked: Request, declared: Operation, config: Config) -> int:
    """Return how many bytes a body may have. A long one tells its length: each byte in chunks can be a chunk."""
    most = declared.max_bytes or config.max_body_bytes
    return most if asked.content_length is not None else min(most, config.max_body_bytes)


def read_declared_body(asked: Request, declared: Operation, most: int) -> Any:
    """The body in the form that the operation takes."""
    if declared.body is None:
        return None
    if declared.body is Lines:
        return read_lines(asked, most)
    return read_form(asked, declared.body, most) if declared.takes_form else read_body(asked, declared.body, most)
