"""The plug that a game fills in; services, bots and tests reach a game through nothing else."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from cartulary.i18n.catalogues import SHARED, load_catalogue
from cartulary.i18n.phrases import ACCUSATIVE, SENSES, Localizer, Phrases
from cartulary.kernel.canonical import canonical
from cartulary.kernel.declarations import require_declared
from cartulary.kernel.forms import Form
from cartulary.kernel.game_decision import Evolutions, GameDecision
from cartulary.kernel.messages import Action, Event
from cartulary.kernel.randomness import Chance
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Viewer
from cartulary.match.actions import Resign
from cartulary.match.events import MATCH_EVENTS
from cartulary.match.observation import Observation
from cartulary.match.tableau import Tableau
from cartulary.record.decode import EventTypes

S = TypeVar("S")


class Option(NamedTuple):
    """A choice that is made when a game is created; the first value is the default."""

    name: str
    values: tuple[str | int, ...]
    since: int = 1
    """The revision of the rules that brought the option."""
    formerly: str | int | None = None
    """The value by which games of earlier revisions are played."""

    def value_in(self, setup: "Setup") -> Any:
        """Return the value by which a game is played, whether or not its set-up names one."""
        played = self.values[0] if setup.revision >= self.since else self.formerly
        return setup.options.get(self.name, played)


FAIRNESS = Option("fairness", ("entropy", "commit"))
"""Whether seats add to the shuffle openly when they sit down, or commit to it first. Every game has this option; it
stands in a set-up only if it was chosen."""
TEAM_CHAT = Option("team_chat", (False, True))
"""Whether partners have a chat of their own. It stands in a set-up only if it was chosen, like the one before."""
OF_EVERY_GAME = (FAIRNESS, TEAM_CHAT)
"""Options of every game, whatever its rules."""


class Setup(NamedTuple):
    """The set-up of a match."""

    edition: str
    seats: int
    options: Mapping[str, Any]
    revision: int = 1
    """Revision of the rules."""


Tableaux = Callable[[Mapping[str, Any], Seat, Mapping[str, Any], Localizer], Tableau]
"""From a view, a seat, the game's entry in the catalogue, and what words it."""


def no_prices(_state: Any, _seat: Seat) -> None:
    """The price list of a game in which nothing is paid for."""


def no_opening(_event: Event) -> None:
    """The opening of a game that has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """One game's rules: pure functions, except those that are given a `GameDecision` or a state to evolve."""

    id: str
    seats: tuple[int, ...]
    editions: tuple[str, ...]
    options: tuple[Option, ...]
    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]
    require_offered: Callable[[Setup], None]
    """Refuse a combination of options that is not offered."""
    initial: Callable[[Setup], S]
    evolutions: Evolutions[S]
    fork: Callable[[S], S]
    start: Callable[[GameDecision[S], Setup, Chance], None]
    """Shuffle and deal."""
    start_from: Callable[[GameDecision[S], Mapping[str, Any]], None]
    """Begin from a position; refuse an impossible one."""
    decide: Callable[[GameDecision[S], Seat, Action], None]
    """Decide an action that is as it declares itself: `apply` checks that, and legal actions are so."""
    infer_action: Callable[[S, Sequence[Event]], tuple[Seat, Action]]
    """Infers the seat and action that caused these events of a ply. Raises LookupError if no action does."""
    legal_actions: Callable[[S, Seat], Sequence[Form]]
    """Returns all legal actions of a seat except `resign`, which is always legal."""
    is_openly_forced: Callable[[S, Seat], bool]
    """Whether a seat has one complete action, whatever it holds: asked of a state as a spectator sees it."""
    to_act: Callable[[S], Sequence[Seat]]
    team: Callable[[Setup, Seat], int | None]
    remaining: Callable[[S], Sequence[Seat]]
    """Returns the seats that have not resigned."""
    adopt: Callable[[S, Setup], None]
    """Go on by the revision of the rules that this set-up names, and work out whatever else follows from it."""
    public_view: Callable[[S], dict[str, Any]]
    """Returns the public part of a view, on the wire. It is equal for every audience's fold."""
    own_view: Callable[[S, Viewer], dict[str, Any]]
    """Returns the part of a view that depends on the viewer; `seats` has members in both parts."""
    determinize: Callable[[S, Random], S]
    """Returns a possible whole state for the seat that sees this one: unknown cards are drawn at random."""
    mask: Callable[[S, Seat | None], S]
    """A whole state as it looks to a seat, or to a spectator, who has not seen how it came about."""
    score: Callable[[GameDecision[S]], None]
    """Count what stands, and end the game."""
    begins_turn: type[Event]
    """The event that begins a turn."""
    ends_turn: type[Action]
    """The action by which a seat does nothing more in its turn."""
    worth: Callable[[S, Seat], float]
    """Scores a seat's position as far as the seat can see; greedy bots maximise it."""
    describe: Callable[[str], dict[str, Any]]
    """Return the game's entry in the catalogue, in a language."""
    locale: Path
    """The folder of its message catalogues; their sections are names, events and labels."""
    state: type[Any]
    """The shape of a view, a typed dictionary."""
    position: type[Any]
    """The shape of a position, a named tuple."""
    price_list: Callable[[S, Seat], dict[str, Any] | None] = no_prices
    """Returns what a seat would pay for things now, on the wire; None where it can pay for nothing."""
    tableau: Tableaux | None = None
    """Returns what a seat has, for a picture; without it pictures show the seats alone."""
    observation: Observation | None = None
    """How a seat's view is written as numbers, for agents that learn; None in a game without environments."""
    prices: type[Any] | None = None
    """The shape of a price list, a typed dictionary; None in a game without prices."""
    opening: Callable[[Event], tuple[Seat, str] | None] = no_opening
    """Returns a seat and the name of what it opens by; of a seat's openings the first counts. None for other events."""
    of_active: tuple[type[Event], ...] = ()
    """Events that begin a ply of the seat whose turn it is, and are about another seat or about none."""
    revision: int = 1
    """The newest revision of the rules; older ones stay playable."""
    event_types: EventTypes = field(init=False)
    action_types: Mapping[str, type[Action]] = field(init=False)

    def __post_init__(self) -> None:
        every_event: tuple[type[Event], ...] = (*MATCH_EVENTS, *self.events)
        every_action: tuple[type[Action], ...] = (*self.actions, Resign)
        object.__setattr__(self, "event_types", EventTypes(every_event))
        object.__setattr__(self, "action_types", {each.NAME: each for each in every_action})

    @property
    def default_edition(self) -> str:
        """The edition that is played where none is named."""
        return self.editions[0]

    def setup(self, edition: str | None, seats: int, options: Mapping[str, Any], revision: int | None = None) -> Setup:
        """Return a complete set-up: defaults filled in, by the newest revision if none is named. Raises Rejected."""
        revision = self.revision if revision is None else revision
        of_revision = [each for each in self.options if each.since <= revision]
        chosen = {each.name: options.get(each.name, each.values[0]) for each in of_revision}
        chosen |= {each.name: options[each.name] for each in OF_EVERY_GAME if each.name in options}
        setup = Setup(self.default_edition if edition is None else edition, seats, chosen, revision)
        if setup.edition not in self.editions:
            raise Rejected(
                "setup.unknown_edition",
                f"There is no edition {setup.edition!r}; there are {', '.join(self.editions)}.",
            )
        if seats not in self.seats:
            raise Rejected("setup.seats", f"This game has {self.seats[0]} to {self.seats[-1]} seats.")
        offered = {each.name: each for each in (*of_revision, *OF_EVERY_GAME)}
        for name, wanted in chosen.items():
            values = offered[name].values
            if not any(value == wanted and type(value) is type(wanted) for value in values):
                raise Rejected("setup.option", f"{name} is one of {', '.join(map(canonical, values))}.")
        if unknown := sorted(set(options) - set(chosen)):
            raise Rejected(
                "setup.option", f"This game has no option {', '.join(unknown)}; it has {', '.join(offered)}."
            )
        self.require_offered(setup)
        if chosen.get(TEAM_CHAT.name) and self.team(setup, 0) is None:
            raise Rejected("setup.team_chat", "Without teams there are no partners who could have a chat of their own.")
        return setup

    def chat_team(self, setup: Setup, seat: Seat) -> int | None:
        """Return the number of the team whose chat a seat shares; None where partners have no chat of their own."""
        return self.team(setup, seat) if setup.options.get(TEAM_CHAT.name) else None

    def options_of(self, setup: Setup) -> dict[str, Any]:
        """Return every option by which a game is played, also those that came after its creation."""
        return {each.name: each.value_in(setup) for each in self.options} | dict(setup.options)

    def phrases(self, language: str) -> Phrases:
        """Return the game's texts in a language, with those that every game shares."""
        shared, own = load_catalogue(SHARED, language), load_catalogue(self.locale, language)
        events, labels = ({**shared[section], **own[section]} for section in ("events", "labels"))
        senses = {
            id + mark: name
            for section, mark in SENSES.items()
            for texts in (shared, own)
            for id, name in texts.get(section, {}).items()
        }
        return Phrases(events, labels, labels | self._names(language) | senses, shared["values"])

    def _names(self, language: str) -> dict[str, str]:
        """Return the name of everything that has an id in the description of the game."""
        description = self.describe(language)
        lists = [each for each in description.values() if isinstance(each, list)]
        listed = {str(each["id"]): str(each["name"]) for entries in lists for each in entries if "id" in each}
        names: dict[str, str] = listed | description["names"]
        return names | self._accusatives(names, language)

    def _accusatives(self, names: Mapping[str, str], language: str) -> dict[str, str]:
        """Return the accusatives that differ from the names, also of cards called by a name and a number."""
        own = load_catalogue(self.locale, language)
        found = {}
        for id, name in names.items():
            base = id if id in own["accusatives"] else id.rpartition("-")[0]
            if base in own["accusatives"] and own["accusatives"][base] != own["names"][base]:
                found[id + ACCUSATIVE] = name.replace(own["names"][base], own["accusatives"][base], 1)
        return found

    def view(self, state: S, viewer: Viewer) -> dict[str, Any]:
        """Return the view of a state, folded from what the viewer may see, on the wire."""
        public, own = self.public_view(state), self.own_view(state, viewer)
        seats = [mine | shown for mine, shown in zip(own["seats"], public["seats"], strict=True)]
        return public | own | {"seats": seats}

    def begin(self, setup: Setup, chance: Chance) -> GameDecision[S]:
        """Deal a new game."""
        decision = GameDecision(self.initial(setup), self.evolutions)
        self.start(decision, setup, chance)
        return decision

    def begin_from(self, setup: Setup, position: Mapping[str, Any]) -> GameDecision[S]:
        """Set up a position."""
        decision = GameDecision(self.initial(setup), self.evolutions)
        self.start_from(decision, position)
        return decision

    def apply(
        self, state: S, seat: Seat, action: Action, chance: Chance | None = None, version: int = 0
    ) -> GameDecision[S]:
        """Decide an action; `state` stays unchanged. Raises Rejected.

        Without `chance`, cards that are drawn stay unknown.
        """
        require_declared(action)
        decision = GameDecision(self.fork(state), self.evolutions, chance, version)
        self.decide(decision, seat, action)
        return decision

    def score_now(self, state: S, chance: Chance | None, version: int) -> GameDecision[S]:
        """Decide the end of a game that is scored as it stands; `state` stays unchanged."""
        decision = GameDecision(self.fork(state), self.evolutions, chance, version)
        self.score(decision)
        return decision

    def fold(self, state: S, events: Iterable[Event]) -> S:
        """The state after the events; `state` stays as it is."""
        after = self.fork(state)
        for event in events:
            self.evolutions[type(event)](after, event)
        return after

    def expand(self, state: S, seat: Seat, limit: int) -> tuple[list[Action], bool]:
        """Complete legal actions, at most `limit`, and whether there are more."""
        every: Iterator[Action] = chain.from_iterable(form.actions() for form in self.legal_actions(state, seat))
        actions = list(islice(every, limit + 1))
        return actions[:limit], len(actions) > limit
