"""Standing orders: what a seat has asked for beforehand, when it is done, and why it is not."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, Literal, NamedTuple, get_args

from cartulary.kernel.codec import action_json, decode_record, record_json
from cartulary.kernel.messages import Action, Event
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.action_limits import NO_MOVE
from cartulary.match.decide import decide
from cartulary.match.decision import Decision
from cartulary.match.events import BACKWARD
from cartulary.match.events.administration import DelegateActed, OrderFired
from cartulary.match.events.clock import ClockStarted, ClockStopped
from cartulary.match.events.signing import ActionSigned, OrderSigned
from cartulary.match.evolve import Timeline
from cartulary.match.history import History
from cartulary.match.state import Match
from cartulary.record.decode import log_entries
from cartulary.record.event import RecordedEvent

Kind = Literal["version", "action", "only_action", "end_turn"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LASTING: Final = ("only_action", "end_turn")
"""Conditions that stand until they are withdrawn; the others hold once."""


class Condition(NamedTuple):
    """Condition of an order. The order acts only while the game waits for its seat.

    `version`: the game has reached that version. `action`: another seat does that action, or any, before the game
    waits for the order's seat again. `only_action`: a single action is legal, which everybody can see. `end_turn`:
    that single action ends the turn.
    """

    kind: Kind
    version: int | None = None
    seat: Seat | None = None
    action: str | None = None


class Order(NamedTuple):
    """A standing order of a seat."""

    id: str
    seat: Seat
    condition: Condition
    action: Action | None
    """None where the condition says what is done."""
    met: bool = False
    """Whether what it waits for has come, so that it is done as soon as the game waits for its seat."""


class Cancelled(NamedTuple):
    """The game has taken another course than the order was meant for."""

    rule: str
    reason: str


Verdict = Order | Action | Cancelled
"""An order that still waits, the action to take now, or the reason for cancelling."""


BESIDE: Final = (DelegateActed, OrderFired, ActionSigned, OrderSigned, ClockStarted, ClockStopped)
"""Events of a ply that are not its action's own."""


class Ply(NamedTuple):
    """A ply as a seat sees it."""

    before: Match
    after: Match
    events: Sequence[Event]

    def done(self) -> tuple[Seat, str] | None:
        """Return the seat and the name of its action, or None if the ply was no action of the game."""
        own = [event for event in self.events if not isinstance(event, BESIDE)]
        if not own or type(own[0]) not in self.before.game.events:
            return None
        seat, action = self.before.game.infer_action(self.before.state, own)
        return seat, action.NAME


def require_possible(match: Match, order: Order) -> None:
    """The order can be given now. Raises Rejected."""
    if match.status != "playing" or order.seat not in match.game.remaining(match.state):
        raise Rejected("order.not_playing", "Orders are for games that are being played, to those who play.")
    require_sense(match, order)


def require_sense(match: Match, order: Order) -> None:
    """The order says what it waits for and what is to be done then, and nothing else. Raises Rejected."""
    condition, seats = order.condition, range(match.setup.seats)
    if (order.action is None) != (condition.kind in LASTING):
        wanted = "no action: the condition says which" if condition.kind in LASTING else "the action that is to be done"
        raise Rejected("order.action", f"With {condition.kind} an order has {wanted}.")
    if order.action is not None and type(order.action) not in match.game.actions:
        raise Rejected("order.action", "Only actions of the game itself can be ordered.")
    if (condition.version is None) == (condition.kind == "version"):
        raise Rejected("order.version", "With version, and only then, a condition names the version to be reached.")
    if condition.kind == "action" and (condition.seat not in seats or condition.seat == order.seat):
        raise Rejected("order.seat", "Name another seat whose action is waited for.")
    if condition.kind != "action" and (condition.seat, condition.action) != (None, None):
        raise Rejected("order.seat", f"With {condition.kind} a condition names neither a seat nor an action.")
    if condition.action is not None and condition.action not in match.game.action_types:
        raise Rejected("order.seat", f"This game has no action {condition.action}.")


def judge(order: Order, now: Match, plies: Sequence[Ply]) -> Verdict:
    """Return the fate of an order after these plies; `now` is the current match as its seat sees it."""
    if now.status != "playing" or order.seat not in now.game.remaining(now.state):
        return Cancelled("order.over", "The game is over, or you have left it.")
    for ply in plies:
        after = after_ply(order, ply)
        if isinstance(after, Cancelled):
            return after
        order = after
    if order.condition.kind == "version" and now.version >= (order.condition.version or 0):
        order = order._replace(met=True)
    if order.seat not in now.to_act() or order.seat in now.bot_seats():
        return order
    return due(order, now)


def after_ply(order: Order, ply: Ply) -> Order | Cancelled:
    """Apply one more ply to a waiting order."""
    condition, seat = order.condition, order.seat
    if condition.kind in LASTING:
        return order
    if any(event.NAME in BACKWARD for event in ply.events):
        return Cancelled("order.taken_back", "What led here was taken back.")
    done = ply.done()
    if done is not None and done[0] == seat and order.met:
        return Cancelled("order.acted", "You have acted yourself.")
    if condition.kind != "action":
        return order._replace(met=ply.after.version >= (condition.version or 0))
    if done is not None and done[0] == condition.seat and condition.action in (None, done[1]):
        return order._replace(met=True)
    if not order.met and seat in ply.after.to_act() and seat not in ply.before.to_act():
        return Cancelled("order.other_course", f"Seat {condition.seat} did not do it before it was your turn again.")
    return order


def due(order: Order, now: Match) -> Verdict:
    """Whether an order is done now that the game waits for its seat.

    A lasting order acts only where a spectator sees that there is no choice: a firing would tell what a hand lacks.
    """
    if order.condition.kind not in LASTING:
        return order.action if order.met and order.action is not None else order
    if not now.game.is_openly_forced(now.game.mask(now.state, None), order.seat):
        return order
    return find_forced(order, now)


def find_forced(order: Order, now: Match) -> Verdict:
    """Return the only legal action if a lasting order takes it, and else the order, which goes on waiting."""
    if order.seat in now.bot_seats():
        return order
    actions, more = now.game.expand(now.state, order.seat, 1)
    if len(actions) != 1 or more:
        return order
    if order.condition.kind == "end_turn" and not isinstance(actions[0], now.game.ends_turn):
        return order
    return actions[0]


def carry_out(
    match: Match, order: Order, action: Action, at: str, history: History, signed: OrderSigned | None = None
) -> Decision:
    """Decide the action of an order, which is signed if its seat signs. Raises Rejected."""
    fired = OrderFired(seat=order.seat, order=order.id, condition=condition_json(order.condition))
    return decide(match, order.seat, action, at, history, fired, signed)


def condition_json(condition: Condition) -> dict[str, Any]:
    """A condition on the wire, in the record, and as it is signed: without members that are null."""
    return {name: value for name, value in record_json(condition).items() if value is not None}


def require_due(
    match: Match,
    record: Sequence[RecordedEvent],
    fired: OrderFired,
    action: Action,
    since: int | None,
    match_at: Callable[[int], Match],
) -> None:
    """Check in a whole record that an order fired when its condition was met. Raises Rejected.

    `since` is the version at which the order was given. Where nobody has signed that, it may be any after which the
    condition came true, and after which the seat has not acted.
    """
    condition: Condition = decode_record(Condition, dict(fired.condition or {}))
    is_lasting = condition.kind in LASTING
    order = Order(fired.order, fired.seat, condition, None if is_lasting else action)
    require_sense(match, order)
    start = latest_return(record) if since is None else since
    plies = [] if is_lasting else [*plies_of(match_at(start), record[start:], record)]
    if since is None:
        own = [number for number, ply in enumerate(plies, 1) if (done := ply.done()) and done[0] == fired.seat]
        after = [after_ply(order, ply) for ply in plies[max(own, default=0) :]]
        order, plies = order._replace(met=any(isinstance(each, Order) and each.met for each in after)), []
    # That a firing tells nothing of a hand is for the seat's sake. The order is due without that, too.
    verdict = find_forced(order, match) if is_lasting else judge(order, match, plies)
    if verdict != action:
        raise Rejected("order.not_due", "The condition of this order was not met.")


def latest_return(record: Sequence[RecordedEvent]) -> int:
    """The version from which the game was begun, or went on after it went back the last time."""
    types = [row.type for row in record]
    last = max((number for number, each in enumerate(types, 1) if each in BACKWARD), default=0)
    begun = next(row.ply for row in record if row.type not in NO_MOVE)
    return max(last, max(row.position for row in record if row.ply == begun))


def plies_of(match: Match, rows: Sequence[RecordedEvent], record: Sequence[RecordedEvent]) -> Iterator[Ply]:
    """The plies in rows that follow a match as a seat sees it; `record` is all that it sees from the beginning on."""
    timeline = Timeline(match, record)
    for _, group in groupby(rows, key=lambda row: row.ply):
        ply = list(group)
        for row in ply:
            timeline.follow(row)
        before, after = (timeline.at(version) for version in (ply[0].position - 1, ply[-1].position))
        yield Ply(before, after, [each.event for each in log_entries(match.game.event_types, ply)])


class Outcome(NamedTuple):
    """Hypothetical outcome of an order at a version."""

    version: int
    action: Mapping[str, Any] | None
    """The action; None if the order would have been cancelled."""
    rule: str | None
    reason: str | None
    """Why it was cancelled, or why what it asked for would have been refused."""


def try_order(order: Order, plies: Iterator[Ply]) -> Iterator[Outcome]:
    """Yield the outcomes that an order would have had in the past: one, or several for a lasting order."""
    for ply in plies:
        if ply.after.status != "playing" or ply.before.status != "playing":
            continue
        verdict = judge(order, ply.after, [ply])
        match verdict:
            case Order():
                order = verdict
                continue
            case Cancelled(rule, reason):
                yield Outcome(ply.after.version, None, rule, reason)
            case Action():
                yield would_do(order, verdict, ply.after)
        if order.condition.kind not in LASTING:
            return


def would_do(order: Order, action: Action, seen: Match) -> Outcome:
    """Return the outcome of an action: accepted, or refused with a reason."""
    try:
        seen.game.apply(seen.state, order.seat, action, None, seen.version)
    except Rejected as error:
        return Outcome(seen.version, action_json(action), error.rule, error.reason)
    return Outcome(seen.version, action_json(action), None, None)
