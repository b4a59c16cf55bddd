"""Standing orders: what the caller asks for beforehand."""

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response
from marshmallow import ValidationError

from cartulary.kernel.codec import decode_action, decode_record
from cartulary.kernel.messages import Action
from cartulary.match.standing_orders import Condition, Outcome
from cartulary.match.state import Match
from cartulary_service.api.actions import SIGNATURE, find_signature
from cartulary_service.api.computing import Sources, Work, compute
from cartulary_service.api.games import NO_CACHE
from cartulary_service.api.operations import OWN, PLAY, Call, operation
from cartulary_service.api.replies import created, reply
from cartulary_service.api.schemas.message_schemas import validate_action
from cartulary_service.games.preconditions import seat_held
from cartulary_service.http.languages import reason_of
from cartulary_service.players.rate_limits import ORDERS
from cartulary_service.store.repeated_answers import find_answer
from cartulary_service.subjects.standing_orders import queries as standing_orders
from cartulary_service.subjects.standing_orders import schemas as s
from cartulary_service.subjects.standing_orders.queries import Trial

blueprint = Blueprint("orders", __name__)


@operation(blueprint, "GET", "/games/<uuid:id>/orders", access=OWN, answers={200: s.OrderList})
def list_orders(call: Call) -> Response:
    """List the caller's standing orders in a game.

    Those that wait, and what became of the last 50 that do not. Nobody else sees them.
    """
    seat_held(call.table.read(call.game_id, call.player)[0], call.player)
    orders = standing_orders.list_orders(call.database, call.game_id, call.player)
    return reply({"orders": [in_words(each) for each in orders]}, headers=NO_CACHE)


@operation(
    blueprint,
    "POST",
    "/games/<uuid:id>/orders",
    access=PLAY,
    body=s.NewOrder,
    answers={201: s.Order},
    request_headers={
        SIGNATURE: "A seat that has given a key (`sign_with`): version, key and Ed25519 signature, parted by blanks.",
    },
    takes_key=True,
    rate=ORDERS,
)
def give_order(call: Call) -> Response:
    """Give a standing order.

    A seat that has given a key signs the order. The order acts for the caller's seat within about a second after its
    condition comes true. It is cancelled with a reason when the game takes another course: events that led there are
    taken back, the caller acts, another turn begins, the seat gets another key, or the action is no longer legal.
    """
    assert call.caller is not None
    given = find_answer(call.database, call.caller.key) or standing_orders.give(
        call.database,
        call.table,
        call.game_id,
        call.caller,
        reading(call.body),
        call.body["action"],
        find_signature(call.body),
    )
    return created(given, f"/games/{call.game_id}/orders/{given['id']}")


@operation(
    blueprint,
    "DELETE",
    "/games/<uuid:id>/orders/<uuid:order>",
    access=PLAY,
    answers={204: None},
)
def withdraw_order(call: Call) -> Response:
    """Withdraw a standing order.

    An order that has been carried out cannot be withdrawn.
    """
    standing_orders.withdraw(call.database, call.game_id, call.player, str(call.path["order"]))
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(
    blueprint,
    "POST",
    "/games/<uuid:id>/trials",
    access=OWN,
    body=s.TrialOrder,
    answers={200: s.OutcomeList},
    repeatable=True,
)
def try_order(call: Call) -> Response:
    """Try a standing order on the past of a game.

    The answer lists what the order would have done since a version. Nothing is stored.
    """
    given = reading(call.body), call.body["since"]
    trial = standing_orders.prepare_trial(call.table, call.game_id, call.player, *given)
    outcomes = compute(call, TRIALS, trial.until, trial)
    return reply({"outcomes": [in_words(each._asdict()) for each in outcomes]}, headers=NO_CACHE)


def in_words(each: dict[str, Any]) -> dict[str, Any]:
    """An order or outcome with its reason in the language of the request."""
    return each | {"reason": reason_of(each["rule"], each["reason"] or "") or each["reason"]}


def list_outcomes(sources: Sources, trial: Trial) -> list[Outcome]:
    return standing_orders.list_outcomes(sources.queries, trial)


TRIALS: Final = Work(list_outcomes, 0.1)


def reading(body: dict[str, Any]) -> standing_orders.Reads:
    """Return the function that parses the body as an order in the match's game. It raises ValidationError by field."""

    def read(match: Match) -> tuple[Condition, Action | None]:
        types, wanted = dict(match.game.action_types), body["action"]
        try:
            action = None if wanted is None else decode_action(types, validate_action(types, wanted, ""))
        except ValidationError as error:
            raise ValidationError({"action": error.messages}) from error
        condition: Condition = decode_record(Condition, body["condition"])
        return condition, action

    return read
