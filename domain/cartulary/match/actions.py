"""Actions that every game has: resigning, the clock, undo."""

from typing import Literal

from cartulary.kernel.messages import Action, action, unlimited
from cartulary.kernel.seats import Seat

EndKind = Literal["draw", "abort", "score"]


@action
class Resign(Action):
    """Leave the game for good."""


@action
class Pause(Action):
    """Agree to a pause, which begins once all seats have."""


@unlimited("Only a paused game goes on again, and pauses are limited.")
@action
class Resume(Action):
    """End the pause."""


@unlimited("Each takes days from an allowance.")
@action
class TakeVacation(Action):
    """Stop one's own clock for so many days of one's allowance."""

    days: int


@action
class GiveTime(Action):
    """Give another seat so many seconds more."""

    seat: Seat
    seconds: int


@unlimited("The other seat resigns by it.")
@action
class ClaimTime(Action):
    """Wait no longer for a seat whose time has run out: it resigns."""

    seat: Seat


@unlimited("A clock has to run out before each.")
@action
class ComeBack(Action):
    """Take over again from the bot that plays for one's seat."""


@action
class AgreeEnd(Action):
    """Agree to end the game, which ends once all have: as a draw, without a result, or scored as it stands."""

    how: EndKind


@action
class OfferSeat(Action):
    """Offer one's seat to a substitute, and play on until one takes it."""


@unlimited("It takes back an offer, and offers are limited.")
@action
class KeepSeat(Action):
    """Offer one's seat no longer."""


@unlimited("A seat votes once for each seat whose time has run out.")
@action
class FreeSeat(Action):
    """Agree to a substitute for a seat whose time has run out, who may come once all others agree."""

    seat: Seat


@action
class TakeBack(Action):
    """Go back to a version, the end of an earlier ply; by default by one ply."""

    version: int | None = None


@action
class SignWith(Action):
    """Sign one's actions with this key from now on: an Ed25519 public key, as base64url."""

    key: str


@action
class NameDelegate(Action):
    """Let a delegate act for one's seat though it signs: by this Ed25519 key, as base64url, or unsigned."""

    delegate: str
    key: str | None = None


SUBSTITUTION_ACTIONS = (OfferSeat, KeepSeat, FreeSeat)
ALWAYS_ACTIONS = (AgreeEnd, OfferSeat, KeepSeat, SignWith, NameDelegate, TakeBack)
"""Actions that every game has besides `Resign`, with or without a clock."""
CLOCK_ACTIONS = (Pause, Resume, TakeVacation, GiveTime, ClaimTime, ComeBack)
"""Actions that a clock adds to those of the game."""
