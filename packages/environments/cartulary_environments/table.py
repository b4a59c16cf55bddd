"""A game in play: whose turn it is, which tokens may follow, what each seat sees, and the result."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.forms import Form
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.messages import Action
from cartulary.kernel.randomness import Chance
from cartulary.kernel.seats import Seat
from cartulary.match.events.ending import GameEnded
from cartulary.match.game import Game, Setup
from cartulary_environments.action_space import action_space
from cartulary_environments.observation import observer
from cartulary_environments.spelling import Spelling, read

SEED_BYTES: Final = 32
MOST_STEPS: Final = 20_000
"""Tokens after which a game is broken off without a result."""

Array = NDArray[Any]


class GameTable:
    """A game of 2 to 4 seats. The same seed deals the same cards."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        edition: str | None = None,
    ) -> None:
        rules: Game[Any] = CATALOGUE[game]
        self._begin(rules, rules.setup(edition, seats, options or {}))
        chance = Chance(seed.to_bytes(SEED_BYTES, "big"), "", ())
        self._decision = rules.begin(self.setup, chance)
        self._decision.chance = chance
        self._forget_events()

    def _begin(self, game: Game[Any], setup: Setup) -> None:
        self.game, self.setup = game, setup
        self.space, self.observer = action_space(game.id), observer(game.id)
        self.result: GameEnded | None = None
        self.steps = 0
        self._spelling: Spelling | None = None
        self._openings: dict[int, list[Form]] | None = None

    @property
    def state(self) -> Any:
        """The whole state, hidden cards included."""
        return self._decision.state

    def is_over(self) -> bool:
        """Whether the game has ended, or is broken off."""
        return self.result is not None or self.steps >= MOST_STEPS

    def seat(self) -> Seat:
        """Return the seat that acts next; in a draft the first of those that have to choose."""
        return self.game.to_act(self.state)[0]

    def tokens(self) -> list[int]:
        """Return the tokens that may follow, in ascending order."""
        if self._spelling is not None:
            return self._spelling.options(self.space)
        return sorted(self._forms_by_opening())

    def mask(self) -> Array:
        """Return an array with a 1 for each token that may follow."""
        mask = np.zeros(self.space.size, np.int8)
        if not self.is_over():
            mask[self.tokens()] = 1
        return mask

    def take(self, token: int) -> None:
        """Spell on by a token. Raises ValueError if it may not follow."""
        if token not in (self._forms_by_opening() if self._spelling is None else self.tokens()):
            raise ValueError(f"The token {token} ({self.space.label(token)}) may not follow here.")
        self.steps += 1
        if self._spelling is None:
            self._open(token, self._forms_by_opening()[token])
        else:
            self._spelling.take(self.space, token)
            self._go_on(self._spelling)

    def act(self, action: Action) -> None:
        """Take a complete legal action."""
        self.game.decide(self._decision, self.seat(), action)
        last = self._decision.events[-1]
        self.result = last if isinstance(last, GameEnded) else None
        self._forget_events()
        self._spelling = self._openings = None

    def observation(self, seat: Seat) -> Array:
        """Return what a seat sees now; the parts are those of `observer`."""
        spelling = self._spelling if self._spelling is not None and self.seat() == seat else None
        return self.observer.observe(self.state, seat, None if self.is_over() else self.seat(), spelling)

    def rewards(self) -> list[float]:
        """Return the result of each seat: losers pay 1 each, which the winners share. All zero without a result."""
        seats = range(self.setup.seats)
        winners = self.result.winners if self.result else ()
        if not winners:
            return [0.0 for _ in seats]
        share = (self.setup.seats - len(winners)) / len(winners)
        return [share if seat in winners else -1.0 for seat in seats]

    def copy(self) -> "GameTable":
        """A copy that can go on by itself, with the same chance."""
        return self._with(self.game.fork(self.state), self._decision.chance, self._spelling)

    def __deepcopy__(self, _: dict[int, Any]) -> "GameTable":
        return self.copy()

    def determinize(self, seat: Seat, random: Random) -> "GameTable":
        """A table that looks the same to a seat; what it cannot see is drawn anew, the chance to come as well."""
        seen = self.game.mask(self.state, seat)
        spelling = self._spelling if self.is_over() or self.seat() == seat else None
        return self._with(self.game.determinize(seen, random), Chance(random.randbytes(SEED_BYTES), "", ()), spelling)

    def _with(self, state: Any, chance: Chance | None, spelling: Spelling | None) -> "GameTable":
        table = GameTable.__new__(GameTable)
        table._begin(self.game, self.setup)
        table.result, table.steps = self.result, self.steps
        table._decision = GameDecision(state, self.game.evolutions, chance, self._decision.version)
        if spelling:
            table._spell_again(spelling)
        return table

    def _spell_again(self, spelling: Spelling) -> None:
        """Take the tokens of another table's spelling: its forms are bound to the state of that table."""
        again = self._begin_spelling(spelling.opening, self._forms_by_opening()[spelling.opening])
        for token in spelling.taken:
            again.take(self.space, token)
        self._spelling = again

    def _begin_spelling(self, opening: int, forms: Sequence[Form]) -> Spelling:
        readings = [read(form) for form in forms]
        return Spelling(opening, readings, self.space.lists_of(readings[0].inner.action))

    def _forms_by_opening(self) -> dict[int, list[Form]]:
        if self._openings is None:
            opening, found = self.space.opening, dict[int, list[Form]]()
            for form in self.game.legal_actions(self.state, self.seat()):
                found.setdefault(opening(form), []).append(form)
            self._openings = found
        return self._openings

    def _open(self, token: int, forms: Sequence[Form]) -> None:
        if forms[0].only is not None:
            self.act(forms[0].only)
            return
        self._spelling = spelling = self._begin_spelling(token, forms)
        self._go_on(spelling)

    def _go_on(self, spelling: Spelling) -> None:
        action = spelling.advance(self.space)
        if action is not None:
            self.act(action)

    def _forget_events(self) -> None:
        self._decision.version += len(self._decision.events)
        self._decision.events.clear()
