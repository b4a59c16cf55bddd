"""The results of all checks of a bundle, and what it contains."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from cartulary.kernel.seats import Seat

HISTORY: Final = "history"
"""The check that signed bundles of one game in an export tell one history."""


class Outcome(NamedTuple):
    """Result of one check: holds, does not hold, or could not be made (None), and the reason."""

    check: str
    holds: bool | None
    words: str


@dataclass
class Report:
    """Results of all checks of a bundle, and what the bundle contains."""

    outcomes: list[Outcome] = field(default_factory=list)
    game: str = ""
    version: int = 0
    head: str = ""
    status: str = ""
    fairness: str = ""
    """A: every seat committed to what it added to the shuffle; B: every seat added openly; partly B: some did; C: the
    server's seed alone."""
    dealt: bool = False
    """Whether the game has begun: before that the level is about no deck."""
    begun_from: str | None = None
    """`position` or `fork` of a game that began from one: with decks that nobody shuffled."""
    receipt: int | None = None
    """Version of the earliest receipt that was given and holds."""
    vouched_seats: list[Seat] = field(default_factory=list)
    """Seats that showed their entropy after it, so that the seed was not chosen to suit it."""
    shuffle_receipt: int | None = None
    """Version of the receipt that was given and has most deciding seats."""
    deciding_seats: list[Seat] = field(default_factory=list)
    """Seats that showed their entropy after that, when that of all others was fixed: one honest one, and nobody chose
    the deck."""
    players: list[Mapping[str, Any]] = field(default_factory=list)
    """Who the record says played for which `seat`, by which `key`, from which event (`position`) on, and
    whether a `bot` sat there."""
    witnessed: int = 0
    """Number of the witnesses given that have cosigned every checkpoint of the log in the bundle."""
    signed: list[Mapping[str, int]] = field(default_factory=list)
    """Of each seat the number of plies that no bot made, and how many of them its own key has signed."""
    authority: list[Mapping[str, int]] = field(default_factory=list)
    """Of each seat how many plies its own key signed (`own`), a `delegate` or an `order` that it signed made, a `bot`
    made, or are `unsigned`."""
    withheld: int = 0
    """Number of the signatures among them that the bundle hides, and so nobody has checked."""
    expired: list[Mapping[str, int]] = field(default_factory=list)
    """Whose time ran out, at which event, and how many plies a `bot` made for the seat from then on."""
    restored: list[Mapping[str, Any]] = field(default_factory=list)
    """At which event the service gave which `seats` how many `seconds`."""
    corrections: int = 0
    """Number of corrections by the operator; the record holds their reasons."""
    proof: tuple[str, str] | None = None
    """Two signed notes of one version with different heads: the operator has told two histories."""
    proof_keys: tuple[str, str] | None = None
    """Fingerprints of the keys that have signed them."""

    def holds(self, check: str) -> bool:
        """Whether a check was made and holds."""
        return any(each.holds for each in self.outcomes if each.check == check)

    @property
    def verified(self) -> bool:
        """Whether nothing that could be checked is wrong."""
        return all(outcome.holds is not False for outcome in self.outcomes)

    @property
    def complete(self) -> bool:
        """Whether everything could be checked."""
        return all(outcome.holds for outcome in self.outcomes)
