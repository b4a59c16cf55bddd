"""Given, when, then: a game of Carta Impera Victoria told in positions and actions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any, Final, Self

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import EndTurn
from cartulary.games.carta_impera_victoria.cards import KINDS
from cartulary.games.carta_impera_victoria.state import State
from cartulary.kernel.canonical import canonical
from cartulary.kernel.codec import decode_action
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.messages import Action, Event
from cartulary.kernel.randomness import Chance
from cartulary.kernel.rejected import Rejected
from cartulary.match.actions import Resign
from cartulary.match.events.ending import GameEnded
from tests.domain.notation import (
    EVERY_ACTION,
    LETTERS,
    SPHERE_NAMES,
    Snapshot,
    bare,
    expected,
    in_order,
    missing_kinds,
    names_payment,
    position,
    resolved,
    result_of,
    snapshot,
    written_action,
)

NO_OPTIONS: Final[Mapping[str, str]] = {}


@dataclass
class Story:
    """A game as it goes on; the state given is never changed, each action makes the next."""

    state: State
    compared: Snapshot = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    refused: Rejected | None = None

    def __post_init__(self) -> None:
        self.compared = self.snapshot()

    # what can be seen

    def wire(self, viewer: int | None = None) -> dict[str, Any]:
        """The state on the wire as a seat or a spectator would see it."""
        return GAME.view(self.state, viewer)

    def hands(self) -> dict[int, dict[str, int]]:
        """Every seat's hand."""
        return {seat: self.wire(seat)["seats"][seat]["hand"] for seat in range(len(self.state.hands))}

    def deck(self) -> list[str]:
        """The deck, top card first."""
        return [KINDS[kind] for kind in reversed(self.state.deck)]

    def snapshot(self) -> Snapshot:
        """All zones by letters."""
        return snapshot(self.wire(), self.hands(), self.deck())

    def offered(self, seat: int | None = None) -> list[Action]:
        """Every complete action that is listed for a seat, by default the active one."""
        actions, truncated = GAME.expand(self.state, self.acting(seat), EVERY_ACTION)
        assert not truncated
        return actions

    def acting(self, seat: int | None) -> int:
        """That seat, or the active one."""
        return int(self.wire()["active"]) if seat is None else seat

    # when

    def when(self, action: Action, by: int | None = None) -> Self:
        """Let a seat, by default the active one, try an action; lists and decisions must agree on it."""
        self._require_accepted()
        seat = self.acting(by)
        data = resolved(written_action(action), self.wire(seat), seat)
        asked = decode_action(dict(GAME.action_types), data)
        before = canonical(self.wire(seat))
        try:
            decision = GAME.apply(self.state, seat, asked)
        except Rejected as refusal:
            self.refused = refusal
            assert names_payment(asked) or in_order(asked) not in self.offered(seat), f"{data} is listed, and refused"
        else:
            assert isinstance(asked, Resign) or in_order(bare(asked)) in self.offered(seat), f"{data} is not listed"
            assert canonical(self.wire(seat)) == before, "the state that was given has changed"
            again = GAME.apply(self.state, *GAME.infer_action(self.state, decision.events))
            assert again.events == decision.events, "what happened does not tell what was asked for"
            self.state, self.events = decision.state, decision.events
        return self

    def turn_of(self, *actions: Action) -> Self:
        """A seat's actions up to the end of its turn; with none it plays nothing, or any card, and ends."""
        for action in actions or self.idle_turn():
            self.when(action)
        return self.when(EndTurn())

    def idle_turn(self) -> list[Action]:
        """The first thing that the play step allows, if it is still to be done."""
        return [*islice(self.offered(), 1)] if self.wire()["step"] == "play" else []

    def _require_accepted(self) -> None:
        if self.refused:
            raise self.refused

    # then

    def then(self, text: str) -> Self:
        """The position is now as the text says."""
        self._require_accepted()
        assert self.snapshot() == expected(text, self.compared)
        assert missing_kinds(text, self.wire(), self.hands()) == []
        if result := result_of(text):
            self.then_result(*result)
        self.compared = self.snapshot()
        return self

    def then_nothing_changed(self) -> Self:
        """All zones, markers and the token are as they were at the last comparison."""
        self._require_accepted()
        assert self.snapshot() == self.compared
        return self

    def then_rejected(self, rule: str, ruling: str | None = None) -> Self:
        """The last action was refused by that rule; the game goes on as if it had not been tried."""
        assert self.refused is not None, "the action was accepted"
        assert self.refused.rule == rule
        if ruling is not None:
            assert self.refused.ruling == ruling
        self.refused = None
        return self

    def then_offered(self, *names: str, by: int | None = None) -> Self:
        """A seat has actions of each of these names."""
        self._require_accepted()
        assert set(names) <= {each["type"] for each in map(written_action, self.offered(by))}
        return self

    def then_not_offered(self, *names: str, by: int | None = None) -> Self:
        """A seat has no action of these names."""
        self._require_accepted()
        assert not set(names) & {each["type"] for each in map(written_action, self.offered(by))}
        return self

    def then_only_offered(self, *names: str, by: int | None = None) -> Self:
        """A seat has actions of these names and no others."""
        self._require_accepted()
        assert {each["type"] for each in map(written_action, self.offered(by))} == set(names)
        return self

    def then_copyable(self, *pairs: tuple[int, str]) -> Self:
        """Inspiration can copy these effects of these seats, and nothing else."""
        self._require_accepted()
        listed = [each for each in map(written_action, self.offered()) if each["type"] == "inspiration"]
        assert {(each["seat"], each["effect"]) for each in listed} == set(pairs)
        return self

    def then_turn(self, seat: int, step: str = "play") -> Self:
        """It is that seat's turn, in that step."""
        self._require_accepted()
        assert (self.wire()["active"], self.wire()["step"]) == (seat, step)
        return self

    def then_hand_limit(self, seat: int, limit: int) -> Self:
        """A seat's hand limit now."""
        self._require_accepted()
        assert self.wire()["seats"][seat]["hand_limit"] == limit
        return self

    def then_wins_at(self, seat: int, letter: str, number: int) -> Self:
        """How many cards of a sphere a seat needs to dominate."""
        self._require_accepted()
        assert self.wire()["seats"][seat]["wins_at"][SPHERE_NAMES[LETTERS.index(letter)]] == number
        return self

    def then_used(self, *, permanent: str = "", discard: str = "") -> Self:
        """The spheres that have given the active seat an effect this turn."""
        self._require_accepted()
        used = self.wire()["seats"][self.wire()["active"]]["used"]
        names = {
            kind: [SPHERE_NAMES[LETTERS.index(each)] for each in spheres.split()]
            for kind, spheres in {"permanent": permanent, "discard": discard}.items()
        }
        assert {kind: sorted(spheres) for kind, spheres in used.items()} == {
            kind: sorted(spheres) for kind, spheres in names.items()
        }
        return self

    def then_result(
        self,
        kind: str,
        winners: Sequence[int],
        *,
        points: Mapping[int, int] | None = None,
        decided_by: Sequence[str] | None = None,
    ) -> Self:
        """The game is over, and so; nothing is left to be done."""
        self._require_accepted()
        ends = [each for each in self.events if isinstance(each, GameEnded)]
        assert [(each.kind, [*each.winners]) for each in ends] == [(kind, [*winners])]
        assert self.wire()["step"] == "over"
        assert not GAME.to_act(self.state)
        if points is not None:
            assert dict(ends[0].points or ()) == points
        if decided_by is not None:
            assert [*ends[0].decided_by] == [*decided_by]
        return self

    def then_goes_on(self) -> Self:
        """The game isn't over."""
        self._require_accepted()
        assert self.wire()["step"] != "over"
        assert not any(isinstance(each, GameEnded) for each in self.events)
        return self

    def then_happened(self, *names: str) -> Self:
        """The last action's events include these, in this order."""
        self._require_accepted()
        happened = [each.NAME for each in self.events]
        assert names in [*combinations([each for each in happened if each in names], len(names))], happened
        return self


def given(
    text: str,
    *,
    edition: str = "ru",
    teams: bool = False,
    active: str = "A",
    first: str = "A",
    step: str = "effects",
    used: Mapping[str, Sequence[str]] | None = None,
    **options: str,
) -> Story:
    """A game set up from a text, its seats being those written."""
    data = position(text, active=active, first=first, step=step, used=used)
    return given_position(data, edition, teams=teams, options=options)


def given_position(
    data: Mapping[str, Any],
    edition: str = "ru",
    *,
    teams: bool = False,
    seats: int = 0,
    options: Mapping[str, str] = NO_OPTIONS,
) -> Story:
    """A game set up from a position as it is posted."""
    setup = GAME.setup(edition, seats or len(data["seats"]), {"teams": teams, **options})
    decision: GameDecision[State] = GAME.begin_from(setup, data)
    return Story(decision.state, events=decision.events)


def dealt(seats: int, *, deal: str = "basic", edition: str = "ru", teams: bool = False, seed: int = 1) -> Story:
    """A game dealt from a shuffled deck."""
    chance = Chance(seed.to_bytes(32, "big"), f"00000000-0000-7000-8000-{seed:012d}", [b""] * seats)
    return begun(seats, chance, deal=deal, edition=edition, teams=teams)


def begun(seats: int, chance: Chance, *, deal: str = "basic", edition: str = "ru", teams: bool = False) -> Story:
    """A game dealt with that chance."""
    decision: GameDecision[State] = GAME.begin(GAME.setup(edition, seats, {"deal": deal, "teams": teams}), chance)
    return Story(decision.state, events=decision.events)
