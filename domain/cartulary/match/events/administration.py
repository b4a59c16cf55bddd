"""Events beside play: delegates, standing orders, rules that change, corrections by the operator."""

from typing import Any

from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Secret


@event()
class DelegateActed(Event):
    """The rest of this ply was done by a delegate of the seat's player."""

    seat: Seat
    delegate: str
    owner: str


@event()
class OrderFired(Event):
    """The rest of this ply was done by a standing order of the seat's player."""

    seat: Seat
    order: str
    condition: Secret[dict[str, Any]]
    """The condition of the order."""


@event()
class RulesAgreed(Event):
    """A seat agrees to go on by a newer revision of the rules."""

    seat: Seat
    revision: int
    rules_sha256: str | None


@event()
class RulesMoved(Event):
    """All seats have agreed: from here on the game is played by that revision."""

    revision: int
    rules_sha256: str | None


@event()
class GameCorrected(Event):
    """The operator takes the game back: what came after `back_to` stays in the record and does not count any more."""

    by: str
    reason: str
    back_to: int
    """The version from which the game goes on."""
