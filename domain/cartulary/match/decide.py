"""The one door for actions of seats: whatever an action concerns, it is decided here."""

from typing import Final

from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.action_limits import require_within_limits
from cartulary.match.actions import (
    CLOCK_ACTIONS,
    SUBSTITUTION_ACTIONS,
    AgreeEnd,
    NameDelegate,
    Resign,
    SignWith,
    TakeBack,
)
from cartulary.match.agreed_end import agree_to_end
from cartulary.match.clock.decide import decide_clock_action
from cartulary.match.decision import Decision, decide_in_game, happen
from cartulary.match.events.administration import DelegateActed, OrderFired
from cartulary.match.events.signing import ActionSigned, OrderSigned
from cartulary.match.history import History
from cartulary.match.signing import (
    name_delegate,
    require_named,
    require_signed,
    require_signed_order,
    sign_with,
)
from cartulary.match.state import Match, require_playing
from cartulary.match.substitution import decide_substitution
from cartulary.match.undo import take_back

ONLY_OF_PLAYERS: Final = (Resign, AgreeEnd, SignWith, NameDelegate, TakeBack, *SUBSTITUTION_ACTIONS)
"""Actions that no delegate may take."""


def decide(
    match: Match,
    seat: Seat,
    action: Action,
    at: str,
    history: History,
    acting_for: DelegateActed | OrderFired | None = None,
    signed: ActionSigned | OrderSigned | None = None,
) -> Decision:
    """Decide any action: a game's own, a clock's, undo, resignation, an agreed end, a substitute. Raises Rejected.

    `acting_for` says that a delegate or a standing order acts for the seat; `signed` that the action is signed, or the
    order that acts.
    """
    require_within_limits(match, seat, action, history)
    if acting_for is not None or signed is not None:
        require_playing(match)
    if acting_for is not None:
        require_authority(match, action, acting_for, signed, history)
    if isinstance(signed, ActionSigned):
        require_signed(match, signed, history, by_delegate=isinstance(acting_for, DelegateActed))
    announcements = [each for each in (acting_for, signed) if each is not None]
    if not announcements:
        return decide_itself(match, seat, action, at, history)
    announced = announce(match, *announcements)
    return announced.then(decide_itself(announced.after, seat, action, at, history))


def require_authority(
    match: Match,
    action: Action,
    acting_for: DelegateActed | OrderFired,
    signed: ActionSigned | OrderSigned | None,
    history: History,
) -> None:
    """Check that a delegate or an order may take an action, and that a seat that signs lets it. Raises Rejected."""
    if isinstance(acting_for, OrderFired):
        if type(action) not in match.game.actions:
            raise Rejected("order.action", "Only actions of the game itself can be ordered.")
        require_signed_order(match, acting_for, signed, history)
        return
    if isinstance(action, ONLY_OF_PLAYERS):
        raise Rejected(
            "delegate.resign",
            "Only the player can resign, take back, give up the seat or agree to an end, and no delegate.",
        )
    require_named(match, acting_for, signed)


def decide_itself(match: Match, seat: Seat, action: Action, at: str, history: History) -> Decision:
    """Decide what an action concerns, whoever acts. Raises Rejected."""
    if isinstance(action, TakeBack):
        return take_back(match, history(), seat, action.version, at)
    if isinstance(action, AgreeEnd):
        return agree_to_end(match, seat, action.how)
    if isinstance(action, SignWith):
        return sign_with(match, seat, action)
    if isinstance(action, NameDelegate):
        return name_delegate(match, seat, action)
    if isinstance(action, SUBSTITUTION_ACTIONS):
        return decide_substitution(match, seat, action)
    if isinstance(action, CLOCK_ACTIONS):
        return decide_clock_action(match, seat, action, at)
    return decide_in_game(match, seat, action)


def announce(match: Match, *announcements: DelegateActed | OrderFired | ActionSigned | OrderSigned) -> Decision:
    """Say who acts for the seat, and what was signed; the action itself is decided as many versions later."""
    announced = happen(match, *announcements)
    announced.after.version += len(announcements)
    return announced
