"""A match: the state folded from its (possibly redacted) events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from cartulary.kernel.messages import Action
from cartulary.kernel.randomness import Chance
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.actions import ALWAYS_ACTIONS, CLOCK_ACTIONS, EndKind, FreeSeat
from cartulary.match.clock.state import Clocks
from cartulary.match.events.administration import GameCorrected
from cartulary.match.events.ending import GameEnded
from cartulary.match.game import FAIRNESS, Game, Setup
from cartulary.match.terms import Terms
from cartulary.match.vacancies import NONE, FormerPlayer, Vacancies

Status = Literal["open", "playing", "finished", "abandoned"]


class TimeLoss(NamedTuple):
    """The last seat that the clock made resign, and the seats that were in the game before."""

    seat: Seat
    before: frozenset[Seat]


@dataclass(slots=True)
class Match:
    """A match at one version. Once handed out it is not changed any more."""

    id: str
    game: Game[Any]
    setup: Setup
    head: bytes
    server_commit: bytes = b""
    seed: bytes | None = None
    sandbox: bool = False
    terms: Terms = field(default_factory=Terms)
    status: Status = "open"
    version: int = 0
    ply: int = 0
    players: list[str | None] = field(default_factory=list)
    entropy: list[bytes] = field(default_factory=list)
    commitments: list[bytes] = field(default_factory=list)
    openings_until: str | None = None
    """Before this time what was committed to is to be opened; None where that is not awaited, or not yet."""
    starts_at: str | None = None
    """Time at which a table that has filled begins to play; None where it begins at once, or has begun."""
    bots: dict[Seat, str] = field(default_factory=dict)
    """Seats at which a bot sits, with its strategy."""
    takes_back: dict[Seat, int] = field(default_factory=dict)
    """To which version a seat would go back; forgotten when the game goes on."""
    wants_end: dict[Seat, EndKind] = field(default_factory=dict)
    """How a seat would end the game; forgotten when the game goes on."""
    agreed: dict[Seat, int] = field(default_factory=dict)
    """To which revision of the rules a seat would go on."""
    corrections: tuple[GameCorrected, ...] = ()
    clocks: Clocks | None = None
    """None without a clock."""
    state: Any = None
    result: GameEnded | None = None
    time_loss: TimeLoss | None = None
    vacancies: Vacancies = NONE
    keys: tuple[bytes | None, ...] = ()
    """The key by which the player of each seat signs, if any."""
    delegates: dict[tuple[Seat, str], bytes | None] = field(default_factory=dict)
    """The key of each delegate whom a seat has named; None for one who does not sign."""
    former: tuple[FormerPlayer, ...] = ()
    """In the order in which substitutes came."""

    def to_act(self) -> list[Seat]:
        """The seats that the game waits for."""
        if self.status == "open" and self.openings_until is not None:
            return self.seats_to_open()
        return list(self.game.to_act(self.state)) if self.status == "playing" else []

    @property
    def deadline(self) -> str | None:
        """Return the time at which a clock acts unless players do so before, if any."""
        if self.status == "open":
            return self.starts_at or self.openings_until or self.terms.open_until
        return self.clocks.earliest_deadline() if self.clocks and self.status == "playing" else None

    def bot_seats(self) -> set[Seat]:
        """Seats for which bots act: from the beginning, or since their time has run out."""
        return {*self.bots, *(self.clocks.bots if self.clocks else ())}

    def people(self) -> set[Seat]:
        """The seats still in the game at which somebody has to be asked."""
        return set(self.game.remaining(self.state)) - self.bot_seats()

    def out_of_time(self) -> set[Seat]:
        """The seats whose time has run out: they may be claimed, or a bot plays for them."""
        return self.clocks.expired | (self.clocks.bots - self.bots.keys()) if self.clocks else set()

    def vacant_seats(self) -> list[Seat]:
        """The seats that a substitute may take."""
        if self.status != "playing" or self.vacancies == NONE:
            return []
        vacant = self.vacancies.offered | (self.vacancies.freed & self.out_of_time())
        return sorted(vacant & set(self.game.remaining(self.state)))

    @property
    def result_kind(self) -> str | None:
        """How it ended; `time` where the clock made the last seat resign, and no player did."""
        if self.result is None:
            return None
        ended, loss = self.result.kind, self.time_loss
        if ended != "resignation" or loss is None:
            return ended
        return "time" if set(self.game.remaining(self.state)) == loss.before - {loss.seat} else ended

    def action_types(self) -> Mapping[str, type[Action]]:
        """Return the types of actions that seats can take here, by name."""
        added = (*CLOCK_ACTIONS, FreeSeat, *ALWAYS_ACTIONS) if self.clocks else ALWAYS_ACTIONS
        return {**self.game.action_types, **{each.NAME: each for each in added}}

    def admits(self, player: str | None) -> bool:
        """Whether that player may look on without an invitation."""
        known = {self.terms.creator, *self.all_players(), *self.terms.reserved} - {None}
        return not self.terms.private or player in known

    def lets_invite(self, player: str) -> bool:
        """Whether that player may invite others: to a private game its creator and those who hold a seat.

        Who has given up a seat may not.
        """
        is_former = any(each.player == player for each in self.former)
        return not self.terms.private or player in self.players or (player == self.terms.creator and not is_former)

    @property
    def committing(self) -> bool:
        """Whether seats commit to their entropy, and open it when all sit."""
        return self.setup.options.get(FAIRNESS.name) == "commit"

    def seats_to_open(self) -> list[Seat]:
        """The seats that have not opened what they committed to."""
        return [seat for seat, opened in enumerate(self.entropy) if not opened]

    def all_players(self) -> list[str | None]:
        """The player of each seat, then those who have given up their seats."""
        return [*self.players, *(each.player for each in self.former)]

    def seat_of(self, player: str) -> Seat | None:
        """Return the player's seat, if any."""
        return self.players.index(player) if player in self.players else None

    def free_seats(self) -> list[Seat]:
        """The seats that nobody has taken."""
        return [seat for seat, player in enumerate(self.players) if player is None]

    def free_to(self, player: str) -> list[Seat]:
        """The free seats that are not kept for somebody else."""
        kept = self.terms.reserved or [""] * self.setup.seats
        return [seat for seat in self.free_seats() if kept[seat] in ("", player)]


def require_not_over(match: Match) -> None:
    if match.status not in ("open", "playing"):
        raise Rejected("game.over", "The game is over.")


def require_playing(match: Match) -> None:
    """The game is being played, by rules that this program has. Raises Rejected."""
    if match.status == "open":
        raise Rejected("game.not_started", "The game begins when every seat is taken.")
    require_not_over(match)
    if match.setup.revision > match.game.revision:
        raise Rejected("rules.unknown", "This program has no rules as new as those that the game is played by.")


def chance_of(match: Match) -> Chance | None:
    """Return the match's source of chance; None if the seed is unknown."""
    return None if match.seed is None else Chance(match.seed, match.id, match.entropy)


def fork(match: Match, state: Any = None) -> Match:
    """Return an independent copy, whose game stands at `state` if one is given."""
    # By position, in the order of the declaration: by name it takes half as long again.
    return Match(
        match.id,
        match.game,
        match.setup,
        match.head,
        match.server_commit,
        match.seed,
        match.sandbox,
        match.terms,
        match.status,
        match.version,
        match.ply,
        match.players[:],
        match.entropy[:],
        match.commitments[:],
        match.openings_until,
        match.starts_at,
        dict(match.bots),
        dict(match.takes_back),
        dict(match.wants_end),
        dict(match.agreed),
        match.corrections,
        None if match.clocks is None else match.clocks.fork(),
        state if state is not None or match.state is None else match.game.fork(match.state),
        match.result,
        match.time_loss,
        match.vacancies,
        match.keys,
        dict(match.delegates),
        match.former,
    )
