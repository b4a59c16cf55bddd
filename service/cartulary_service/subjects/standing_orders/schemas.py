"""Standing orders on the wire."""

from marshmallow import Schema, fields, validate

from cartulary.match.standing_orders import KINDS
from cartulary_service.api.schemas.message_schemas import Strict, StrictInteger

STATUSES = ("waiting", "fired", "cancelled")


class NewCondition(Strict):
    """Condition of a standing order. The order acts when the game then waits for its seat.

    `version`: the game has reached `version`. `action`: `seat`, another one, does `action`, or any action, before the
    game waits for the order's seat again. `only_action`: a single action is legal, and the order takes it. `end_turn`:
    only ending the turn is legal, and the order does so. The last two stand until the order is withdrawn, and act only
    if every spectator can see that there is no choice.
    """

    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    version = StrictInteger(load_default=None, allow_none=True, validate=validate.Range(1, 2**31 - 1))
    seat = StrictInteger(load_default=None, allow_none=True, validate=validate.Range(0, 3))
    action = fields.String(load_default=None, allow_none=True)


class NewOrder(Strict):
    """An order; with `version` and `action` it names an action as it would be posted."""

    condition = fields.Nested(NewCondition, required=True)
    action = fields.Dict(load_default=None, allow_none=True)


class TrialOrder(NewOrder):
    """An order to be tried on the past of the game, from a version on."""

    since = StrictInteger(load_default=1, validate=validate.Range(1, 2**31 - 1))


class Condition(Schema):
    """Condition of a standing order."""

    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    version = fields.Integer()
    seat = fields.Integer()
    action = fields.String()


class Order(Schema):
    """An order, and what became of it; `met` once what it waits for has come, `rule` and `reason` if cancelled."""

    id = fields.UUID(required=True)
    condition = fields.Nested(Condition, required=True)
    action = fields.Dict(required=True, allow_none=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    met = fields.Boolean(required=True)
    since = fields.Integer(required=True)
    fired_at = fields.Integer(required=True, allow_none=True)
    firings = fields.Integer(required=True)
    rule = fields.String(required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True)
    given_at = fields.AwareDateTime(required=True)


class OrderList(Schema):
    """All standing orders of the caller in a game that wait, and the last 50 others, oldest first."""

    orders = fields.List(fields.Nested(Order), required=True)


class Outcome(Schema):
    """At a version the order would have done `action`, unless that was refused or it was cancelled for a reason."""

    version = fields.Integer(required=True)
    action = fields.Dict(required=True, allow_none=True)
    rule = fields.String(required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True)


class OutcomeList(Schema):
    """Outcomes that an order would have had in the past, at most 100. Empty if it would still be waiting."""

    outcomes = fields.List(fields.Nested(Outcome), required=True)
