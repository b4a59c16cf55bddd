"""Legal actions, and taking one."""

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, request

from cartulary.kernel.canonical import canonical
from cartulary.kernel.codec import action_json, decode_action
from cartulary.kernel.forms import forms_json
from cartulary.kernel.messages import Action, Event
from cartulary.kernel.rejected import Rejected
from cartulary.match.actions import CLOCK_ACTIONS, FreeSeat, NameDelegate, SignWith
from cartulary.match.state import Match
from cartulary.record.encode import parts
from cartulary_service.api.changes import event_text
from cartulary_service.api.computing import Sources, Work, compute
from cartulary_service.api.entity_tags import tag_header, version_of
from cartulary_service.api.games import NO_CACHE, seat_of
from cartulary_service.api.idempotency import key_for
from cartulary_service.api.inputs import AnyAction
from cartulary_service.api.operations import OWN, PLAY, Call, operation
from cartulary_service.api.receipts import RECEIPT, receipt_header
from cartulary_service.api.replies import BASE, reply, text_reply
from cartulary_service.api.schemas import actions as s
from cartulary_service.api.schemas.message_schemas import validate_action
from cartulary_service.errors import Problem
from cartulary_service.games.commands import ReadsAction
from cartulary_service.games.ply_writer import Accepted
from cartulary_service.games.preconditions import Versions, legal_forms
from cartulary_service.games.signatures import Signature, read_signature
from cartulary_service.players.callers import require_manage, require_player

SIGNATURE = "Action-Signature"
GRANTS = (SignWith.NAME, NameDelegate.NAME)
"""Actions that say who acts for a seat."""
MOST_ACTIONS = 1_000
FORM = ("json", "prices")
"""In the tag of the legal actions. Answers that clients stored before there were prices do not count as current."""

blueprint = Blueprint("actions", __name__)


def expand(sources: Sources, game_id: str, player: str) -> tuple[list[dict[str, Any]], bool]:
    """Return complete legal actions of a player on the wire, and whether there are more."""
    match, audience = sources.queries.read(game_id, player)
    assert isinstance(audience, int)
    complete, truncated = match.game.expand(match.state, audience, MOST_ACTIONS)
    return [action_json(each) for each in complete], truncated


EXPANSION: Final = Work(expand, 0.00005)
"""For each item that is chosen in an action."""


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/actions",
    access=OWN,
    query=s.LegalQuery,
    answers={200: s.LegalActions},
)
def list_actions(call: Call) -> Response:
    """List the caller's legal actions, and what things would cost the caller.

    An action is ready to post, or a form to complete. `resign` is always legal and never listed. Prices are told while
    others act, too.
    """
    match, audience = call.table.read(call.game_id, call.player)
    seat, truncated, prices = seat_of(audience), False, None
    actions: list[dict[str, Any]] = []
    if seat is not None and match.status == "playing":
        prices = match.game.price_list(match.state, seat)
        forms = legal_forms(match, seat)
        if call.query["expand"]:
            items = MOST_ACTIONS * (1 + max((each.size() for each in forms), default=0))
            actions, truncated = compute(call, EXPANSION, items, match.id, call.player)
        else:
            actions = forms_json(forms)
    body = {"version": match.version, "seat": seat, "actions": actions, "truncated": truncated, "prices": prices}
    form = (*FORM, "expanded") if call.query["expand"] else FORM
    return reply(body, headers=tag_header(match, seat, *form) | NO_CACHE)


@operation(
    blueprint,
    "POST",
    "/games/<uuid:id>/actions",
    access=PLAY,
    body=AnyAction,
    query=s.ActQuery,
    answers={201: s.Accepted, 200: s.DryRun},
    request_headers={
        "Accept-Language": "en, ru, uk or ko",
        "If-Match": "The ETag that the caller has seen; 412 if the game has gone on.",
        SIGNATURE: "A seat that has given a key (`sign_with`): version, key and Ed25519 signature, parted by blanks.",
    },
    takes_key=True,
    response_headers=("ETag", RECEIPT),
)
def act(call: Call) -> Response:
    """Take an action.

    The answer holds the events that the action caused, and the game after them. With `dry_run=true` nothing is stored,
    and the answer shows what would happen. The catalogue describes the actions of each game.
    """
    text = canonical(call.body)
    if call.query["dry_run"]:
        return look_ahead(call, reading(call.body))
    assert call.caller is not None
    if isinstance(call.body, dict) and call.body.get("type") in GRANTS:
        require_player(call.caller)
        require_manage(call.caller)
    accepted = call.table.act(
        call.game_id,
        call.player,
        reading(call.body),
        read_if_match(),
        key_for(call.player, text),
        find_signature(call.body),
    )
    return render_accepted(accepted, call)


def render_accepted(accepted: Accepted, call: Call) -> Response:
    """The events as they are stored, and the game after them."""
    match = accepted.match
    events = ",".join(event_text(row) for row in accepted.rows)
    game = call.texts.of(match, accepted.seat, call.names)
    body = f'{{"version":{match.version},"ply":{match.ply},"events":[{events}],"game":{game.text}}}'
    location = {"Location": f"{BASE}/games/{match.id}/states/{match.version}"}
    return text_reply(body, HTTPStatus.CREATED, game.headers | location | receipt_header(call, match))


def look_ahead(call: Call, action: ReadsAction) -> Response:
    """Answer with what the action would cause; nothing is stored."""
    match, seat, events = call.table.dry_run(call.game_id, call.player, action, read_if_match())
    shown = [describe_event(match, position, event) for position, event in enumerate(events, match.version + 1)]
    reveals = any(event.REVEALS for event in events)
    body = {"version": match.version, "reveals": reveals, "events": shown}
    return reply(body, headers=tag_header(match, seat, "dry-run"))


def describe_event(match: Match, position: int, event: Event) -> dict[str, Any]:
    """An event that has not happened, as far as it was decided on what the caller sees."""
    data, hidden = parts(event)
    public = {
        "data": data,
        "ply": match.ply + 1,
        "position": position,
        "seat": getattr(event, "seat", None),
        "secrets": {each.wire: None for each, _ in hidden if each.secrecy and each.secrecy.committed},
        "type": event.NAME,
        "v": event.VERSION,
    }
    return {"public": public, "private": {each.wire: value for each, value in hidden if value is not None}}


def reading(body: Any) -> ReadsAction:
    """Return the function that reads a body as an action of the match's game.

    It raises ValidationError by field, and Rejected for what only a clock could allow.
    """

    def read(match: Match) -> Action:
        types = match.action_types()
        if isinstance(body, dict) and body.get("type") in NEED_A_CLOCK and match.clocks is None:
            raise Rejected("clock.none", "This game has no clock.")
        return decode_action(types, validate_action(types, body, ""))

    return read


NEED_A_CLOCK: Final = tuple(each.NAME for each in (*CLOCK_ACTIONS, FreeSeat))


def find_signature(action: dict[str, Any]) -> Signature | None:
    """Return the player's signature of the action, if one was sent. Raises Problem 422."""
    header = request.headers.get(SIGNATURE)
    return None if header is None else read_signature(header, action)


def read_if_match() -> Versions | None:
    """The versions that If-Match names, or None for any. Proxies weaken tags, and a weak one names its version too."""
    header = request.headers.get("If-Match")
    if header is None or request.if_match.star_tag:
        return None
    versions = [version_of(tag or "") for tag in request.if_match.as_set(include_weak=True)]
    if not versions or None in versions:
        detail = 'If-Match names no version. Send the ETag as it came, or a version, like If-Match: "12".'
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-if-match", detail)
    return frozenset(version for version in versions if version is not None)
