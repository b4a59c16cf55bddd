"""Standing orders on the wire."""

from marshmallow import Schema, fields, validate

from domain.match.standing_orders import KINDS
from service.api.schemas.message_schemas import Strict, StrictInteger

STATUSES = ("waiting", "fired", "cancelled")


class NewCondition(Strict):
    """What an order waits for; it is carried out when the game then waits for one's seat.

    `version`: that the game has reached `version`. `action`: that `seat`, another one, does `action`, or anything,
    before it is one's own turn again. `only_action`: that a single action is legal, which is done. `end_turn`: that
    only ending the turn is legal, which is done. The last two stand until they are withdrawn, and act only where
    everybody can see that there is no choice: where the hand alone leaves none, they wait for its player.
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


class Orders(Schema):
    """The caller's standing orders in a game, oldest first."""

    orders = fields.List(fields.Nested(Order), required=True)


class Outcome(Schema):
    """At a version the order would have done `action`, unless that was refused or it was cancelled for a reason."""

    version = fields.Integer(required=True)
    action = fields.Dict(required=True, allow_none=True)
    rule = fields.String(required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True)


class Outcomes(Schema):
    """Outcomes that an order would have had in the past, at most 100. Empty if it would still be waiting."""

    outcomes = fields.List(fields.Nested(Outcome), required=True)
