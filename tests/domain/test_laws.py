"""Laws that hold in every game of the catalogue, checked in games that Hypothesis plays.

A game is its setup, a seed, the sorts of action that are avoided in it, and a number for each move, which says who
moves and what; it stops at the number 0, or where a law breaks. Smaller numbers are simpler moves, so what Hypothesis
shows is a short game, with its moves listed.
GAMES says how many games each law gets; without it they are few, and always the same.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain, product
from random import Random
from typing import Any, Final, NamedTuple, TypeVar, cast

from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria.cards import multiset as carta_multiset
from cartulary.games.civilization_the_card_game.cards import multiset as civilization_multiset
from cartulary.kernel.canonical import canonical
from cartulary.kernel.codec import action_json, decode_action, fields_of
from cartulary.kernel.forms import Form
from cartulary.kernel.forms import forms_json as on_the_wire
from cartulary.kernel.messages import Action
from cartulary.kernel.randomness import Chance
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR
from cartulary.match.actions import Resign
from cartulary.match.decision import Decision, decide_in_game
from cartulary.match.events.ending import GameEnded
from cartulary.match.evolve import fold
from cartulary.match.game import Game, Setup
from cartulary.match.snapshot import dump_state, load_state
from cartulary.match.state import Match, chance_of
from cartulary.record.decode import decode
from cartulary.record.encode import parts
from cartulary.record.redact import redact_event, redact_row
from tests.domain.offers import completed, is_offered
from tests.domain.table import Table

T = TypeVar("T")

GAMES: Final = int(os.environ.get("GAMES", "25"))
WRITTEN_OUT: Final = 3_000
"""More actions than this are not written out to look for one that is listed twice."""
NUMBERS: Final = 1 << 24
RESIGNING: Final = NUMBERS - NUMBERS // 333
"""From this number on a move is to resign."""
AVOIDABLE: Final = 24
DRAWN: Final = 60
"""Ways to choose the options, for each edition and number of seats."""
ELSEWHERE: Final = 4
"""Games from which actions are taken that are listed at other times."""


# What is known of each game


class Known(NamedTuple):
    """What the laws ask of a game's state; a new game gets a line in `KNOWN`."""

    zones: Callable[[Any], list[list[int]]]
    """All cards, as lists of numbers."""
    hands: Callable[[Any], list[Mapping[str, int]]]
    """What each seat holds, as a view would count it."""
    nobody_left: Callable[[Any], bool]
    """Whether all cards are still in the game."""
    turn: Callable[[Any], object]
    """What stays the same as long as a turn lasts."""
    longest_turn: int
    """The most actions of one turn."""
    longest_game: int
    """More actions than any game takes."""
    begins_within: int = 0
    """The laws begin to look after so many moves at most; games that are long are not looked at from the start."""
    looks_at: int | None = None
    """How many moves the laws look at, if not at all."""
    never_avoided: tuple[str, ...] = ()
    """The sorts of action without which a game need not end."""


def carta_zones(state: Any) -> list[list[int]]:
    draft = state.draft
    dealt = [*draft.packets, *draft.kept, *draft.arriving, draft.centre] if draft else []
    markers = [[sum(each) for each in state.democracy], [len(each) for each in state.embargoes]]
    return [*state.hands, *state.areas, *markers, state.discard, [len(state.deck)], *dealt]


def civilization_zones(state: Any) -> list[list[int]]:
    battles = state.war.battles if state.war else []
    fighting = [units for each in battles for units in (each.attacking, each.stopped, each.defending)]
    standing = [len(plot.buildings) for plots in state.plots for plot in plots]
    plots = [len(each) for each in (*state.plots, state.open_plots, state.plot_deck)]
    technologies = [*map(sum, state.technologies), len(state.open_technologies), len(state.technology_deck)]
    sizes = [len(state.deck), *standing, *plots, *technologies]
    return [*state.hands, state.discard, sizes, *fighting]


KNOWN: Final = {
    "carta-impera-victoria": Known(
        zones=carta_zones,
        hands=lambda state: [carta_multiset(hand) for hand in state.hands],
        nobody_left=lambda state: all(state.present),
        turn=lambda state: state.turn,
        # The draft of four seats. A turn has at most 14: a play, five permanent and five discard effects, two of them
        # in two actions, and the end.
        longest_turn=16,
        longest_game=600,
    ),
    "civilization-the-card-game": Known(
        zones=civilization_zones,
        hands=lambda state: [civilization_multiset(hand) for hand in state.hands],
        nobody_left=lambda state: all(state.present),
        turn=lambda state: state.turn,
        longest_turn=600,
        longest_game=6_000,
        begins_within=600,
        looks_at=50,
        never_avoided=("draw", "buy_technology"),
    ),
}


# Games


@dataclass
class Move:
    """One action of a game, already done."""

    before: Match
    seat: int
    action: Action
    forms: list[Form]
    """All that was listed."""
    number: int
    decision: Decision
    table: Table
    previous: "Move | None"

    @cached_property
    def worlds(self) -> list[tuple[int | None, Any, Any]]:
        """What each audience saw before the move, and a world that is possible for it."""
        game, version = self.before.game, self.before.version
        seen = [(audience, self.table.as_seen(audience, version).state) for audience in self.table.audiences]
        return [
            (audience if isinstance(audience, int) else None, state, game.determinize(state, Random(version)))
            for audience, state in seen
        ]

    def own(self) -> Match:
        """What the seat had seen before."""
        return self.table.as_seen(self.seat, self.before.version)

    def some(self, most: int) -> list[Action]:
        """Some of the actions that were listed."""
        choices = Random(self.number)
        return [completed(form, choices) for form in choices.sample(self.forms, min(most, len(self.forms)))]


def setups(game: Game[Any]) -> Iterator[Setup]:
    """Yield every edition and number of seats with the defaults, and with options drawn: all together are too many."""
    choices = Random(game.id)
    for edition, seats, number in product(game.editions, game.seats, range(DRAWN + 1)):
        options = {each.name: choices.choice(each.values) for each in game.options} if number else {}
        try:
            yield game.setup(edition, seats, options)
        except Rejected:
            continue


SETUPS: Final = {game.id: [(game, setup) for setup in setups(game)] for game in CATALOGUE.values()}


def chosen(number: int, options: Sequence[T]) -> tuple[T, int]:
    """One of the options, and what is left of the number for further choices."""
    left, index = divmod(number, len(options))
    return options[index], left


def chosen_action(number: int, forms: list[Form]) -> Action:
    """By every other number a sort of action first, else any that is listed, what is listed last being first."""
    backwards = forms[::-1]
    sorts: dict[str, list[Form]] = {}
    for each in backwards:
        sorts.setdefault(each.action.NAME, []).append(each)
    among, left = chosen(number, [[*sorts.values()], [backwards]])
    of_sort, left = chosen(left, among)
    form, left = chosen(left, of_sort)
    return completed(form, Random(left))


def listed(match: Match, seat: int) -> list[Form]:
    """What a seat may do."""
    return list(match.game.legal_actions(match.state, seat))


def seated(game: Game[Any], setup: Setup, seed: int) -> Table:
    """A game seated and dealt."""
    source = Random(seed)
    entropy = [source.randbytes(32) for _ in range(setup.seats)]
    return Table(game, setup, source.randbytes(32), entropy)


@dataclass
class Played:
    """A game, played as its moves are asked for."""

    offer: tuple[Game[Any], Setup] = field(repr=False)
    seed: int
    avoided: int
    """The sorts of action whose bits are set are chosen only where there are no others; so games differ more."""
    skipped: int
    """Moves that are made before the laws look, in a game that is long."""
    choices: Random = field(repr=False)

    def moves(self) -> Iterator[Move]:
        """Play to the end."""
        game, setup = self.offer
        move = None
        note(f"{game.id}, {setup.edition}, {setup.seats} seats, {canonical(dict(setup.options))}, seed {self.seed}")
        table, known = seated(game, setup, self.seed), KNOWN[game.id]
        for _ in range(self.skipped % (known.begins_within + 1)):
            if table.match.status == "playing":
                self.move(table, self.choices.randrange(1, NUMBERS))
        for _ in range(known.looks_at or known.longest_game):
            if table.match.status != "playing" or not (number := self.choices.randrange(NUMBERS)):
                return
            move = self.move(table, number, move)
            yield move
        if known.looks_at is None:
            raise AssertionError(f"no end after {known.longest_game} actions")

    def played_out(self) -> Match:
        """The whole game, looked at only when it is over."""
        game, setup = self.offer
        table, choices = seated(game, setup, self.seed), Random(self.seed)
        for _ in range(KNOWN[game.id].longest_game):
            if table.match.status != "playing":
                return table.match
            self.move(table, choices.randrange(1, NUMBERS))
        raise AssertionError("no end")

    def move(self, table: Table, number: int, previous: Move | None = None) -> Move:
        """Any seat's next move, now and then to resign."""
        seat, left = chosen(number - 1, table.match.to_act())
        forms = listed(table.match, seat)
        action = Resign() if number >= RESIGNING else chosen_action(left, self.liked(forms))
        note(f"seat {seat}: {canonical(action_json(action))}")
        before = table.match
        return Move(before, seat, action, forms, number, table.act(seat, action), table, previous)

    def liked(self, forms: list[Form]) -> list[Form]:
        """What is listed but for what is avoided, if anything is left then."""
        game = self.offer[0]
        kept = KNOWN[game.id].never_avoided
        return [
            each
            for each in forms
            if each.action.NAME in kept or not self.avoided >> game.actions.index(each.action) % AVOIDABLE & 1
        ] or forms


PLAYED: Final = st.builds(
    Played,
    st.sampled_from([*CATALOGUE]).flatmap(lambda game: st.sampled_from(SETUPS[game])),
    st.integers(0, 9999),
    st.integers(0, (1 << AVOIDABLE) - 1),
    st.integers(0, 9999),
    st.randoms(use_true_random=False),
)
OF_LAWS: Final = settings(
    max_examples=GAMES,
    phases=(Phase.reuse, Phase.generate, Phase.shrink),
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


LAWS: Final[list[Callable[[Move], None]]] = []


def law(check: Callable[[Move], None]) -> Callable[[Move], None]:
    """Declare what holds of every move."""
    LAWS.append(check)
    return check


@OF_LAWS
@given(PLAYED)
def test_every_law_holds_of_every_move(played: Played) -> None:
    for move in played.moves():
        for check in LAWS:
            check(move)


def test_the_laws_know_every_game_and_every_way_in_which_it_is_offered() -> None:
    assert set(KNOWN) == set(CATALOGUE)
    for game in CATALOGUE.values():
        mine = [setup for _, setup in SETUPS[game.id]]
        assert {setup.edition for setup in mine} == set(game.editions)
        assert {setup.seats for setup in mine} == set(game.seats)
        for option in game.options:
            assert {option.value_in(setup) for setup in mine} == set(option.values), option.name


def test_every_event_that_a_game_may_record_today_does_something_known_to_its_state() -> None:
    for game in CATALOGUE.values():
        assert set(game.evolutions) == {each for each in game.events if each.UPCAST is None} | {GameEnded}


# What is listed is accepted, and nothing else


@law
def what_is_listed_is_accepted(move: Move) -> None:
    assert move.forms
    for action in move.some(6):
        move.before.game.apply(move.before.state, move.seat, action)


@law
def nothing_is_listed_twice(move: Move) -> None:
    written_out = move.before.game.expand(move.before.state, move.seat, WRITTEN_OUT)[0]
    assert len(set(written_out)) == len(written_out)


@law
def a_seat_that_everybody_sees_to_be_forced_has_one_action_in_every_world(move: Move) -> None:
    game, shown = move.before.game, move.before.game.mask(move.before.state, None)
    assert game.is_openly_forced(shown, move.seat) == openly_forced_by(game, move.own().state, move.seat)
    if game.is_openly_forced(shown, move.seat):
        for state in (move.before.state, *(game.determinize(shown, Random(seed)) for seed in range(3))):
            actions, more = game.expand(state, move.seat, 1)
            assert (len(actions), more) == (1, False)


def openly_forced_by(game: Game[Any], seen: Any, seat: int) -> bool:
    """What a standing order of the seat goes by, from what the seat itself sees."""
    return game.is_openly_forced(game.mask(seen, None), seat)


@cache
def listed_elsewhere(game_id: str) -> list[list[Action]]:
    """Of each sort, actions that are listed at some time in some games."""
    found: dict[str, dict[Action, None]] = {}
    for index in range(ELSEWHERE):
        choices = Random(index)
        table = seated(*choices.choice(SETUPS[game_id]), index)
        while table.match.status == "playing":
            seat = choices.choice(table.match.to_act())
            forms = listed(table.match, seat)
            for form in choices.sample(forms, min(9, len(forms))):
                found.setdefault(form.action.NAME, {})[completed(form, choices)] = None
            table.act(seat, chosen_action(choices.randrange(NUMBERS), forms))
    return [[*each] for each in found.values()]


def attempted(match: Match, seat: int, action: Action) -> tuple[Any, Rejected | None]:
    """The state after an action, or its refusal."""
    try:
        return match.game.apply(match.state, seat, action).state, None
    except Rejected as refusal:
        return None, refusal


@law
def what_is_not_listed_is_refused_or_comes_to_what_is(move: Move) -> None:
    """Tried are actions that are listed in other games or were just before, and those of other seats."""
    match = move.before
    before = move.previous.some(3) if move.previous else []
    known = before + [of_sort[match.ply % len(of_sort)] for of_sort in listed_elsewhere(match.game.id)]
    others = [seat for seat in range(match.setup.seats) if seat not in match.to_act()]
    tried = [(move.seat, each) for each in known] + [(seat, move.action) for seat in others]
    for seat, action in tried:
        if isinstance(action, Resign) or is_offered(listed(match, seat), action):
            continue
        after, refused = attempted(match, seat, action)
        if refused is not None:
            assert refused.rule
            assert refused.reason
            continue
        alike = [form.only for form in listed(match, seat) if form.only and form.action is type(action)]
        assert after in [match.game.apply(match.state, seat, each).state for each in alike]


@law
def what_a_seat_is_offered_while_the_game_does_not_wait_for_it_is_accepted_and_changes_nobodys_turn(move: Move) -> None:
    match, choices = move.before, Random(move.number)
    for seat in range(match.setup.seats):
        if seat not in match.to_act():
            for form in listed(match, seat):
                after = match.game.apply(match.state, seat, completed(form, choices)).state
                assert match.game.to_act(after) == match.to_act()


@law
def a_listed_form_says_in_json_what_it_expands_to(move: Move) -> None:
    forms = move.before.game.legal_actions(move.before.state, move.seat)
    for form in (form for each in forms for form in each.spread()):
        data = form.json()
        for name, choice in data.get("choose", {}).items():
            assert 0 < choice.get("at_least", 1) <= choice["count"] <= sum(choice["from"].values()), name
        first = action_json(next(form.actions()))
        assert {*data, *data.get("choose", {})} - {"choose"} == set(first)
        for name, value in data.items():
            assert name == "choose" or first[name] == value


# States, events and the record


@law
def an_action_leaves_the_given_state_as_it_was(move: Move) -> None:
    before = deepcopy(move.before.state)
    for action in move.some(1):
        move.before.game.apply(move.before.state, move.seat, action)
    assert move.before.state == before


@law
def folding_the_events_of_an_action_gives_the_state_it_was_decided_on(move: Move) -> None:
    before = deepcopy(move.before.state)
    assert move.before.game.fold(move.before.state, move.decision.events) == move.decision.after.state
    assert move.before.state == before


@law
def the_events_of_a_ply_tell_the_action_that_caused_them(move: Move) -> None:
    before, happened = move.before, move.decision.events
    seat, action = before.game.infer_action(before.state, happened)
    assert seat == move.seat
    assert before.game.apply(before.state, seat, action, chance_of(before), before.version).events == happened


@law
def replaying_the_record_ends_where_the_game_did(move: Move) -> None:
    table = move.table
    assert table.match.state == move.decision.after.state
    if table.match.status == "finished":
        again = fold(table.game, table.match.id, table.rows)
        assert again == table.match
        middle = len(table.rows) // 2
        assert fold(table.game, table.match.id, table.rows[:middle]).version == middle


@law
def redacting_an_event_is_the_same_as_decoding_its_redacted_row(move: Move) -> None:
    types = move.table.game.event_types
    for row in move.table.rows[move.before.version :]:
        for audience in (EVERYTHING, *move.table.audiences):
            redacted = decode(types, redact_row(types, row, audience))
            assert redact_event(decode(types, row), audience) == redacted


@law
def every_event_survives_json(move: Move) -> None:
    types = move.before.game.event_types
    rows = move.table.rows[-len(move.decision.events) :]
    for event, row in zip(move.decision.events, rows, strict=True):
        if not isinstance(event, GameEnded):
            assert decode(types, row) == event
        assert (row.type, row.v) == (event.NAME, event.VERSION)


@law
def what_is_stored_of_an_event_is_its_json_in_canonical_form(move: Move) -> None:
    rows = move.table.rows[-len(move.decision.events) :]
    for event, row in zip(move.decision.events, rows, strict=True):
        data, hidden = parts(event)
        private = {each.wire: value for each, value in hidden}
        if not isinstance(event, GameEnded):
            assert row.private == (canonical(private) if private else None)
            assert json.loads(row.public)["data"] == data
        assert row.public == canonical(json.loads(row.public))


@law
def every_action_survives_json(move: Move) -> None:
    for action in [move.action, *move.some(5)]:
        assert decode_action(dict(move.before.game.action_types), action_json(action)) == action


@law
def the_positions_of_a_record_are_its_rows_and_each_action_is_one_ply(move: Move) -> None:
    rows = move.table.rows
    assert [row.position for row in rows[-3:]] == [len(rows) - 2, len(rows) - 1, len(rows)]
    new = rows[-len(move.decision.events) :]
    assert {row.ply for row in new} == {move.before.ply + 1}
    assert (move.table.match.version, move.table.match.ply) == (len(rows), move.before.ply + 1)


# Cards, turns and ends


@law
def cards_are_conserved_and_no_zone_has_less_than_nothing(move: Move) -> None:
    """Once a seat has left, cards may leave with it, or go to it."""
    known = KNOWN[move.before.game.id]
    before, after = known.zones(move.before.state), known.zones(move.decision.after.state)
    assert min(chain.from_iterable(after)) >= 0
    total, had = sum(chain.from_iterable(after)), sum(chain.from_iterable(before))
    assert total == had if known.nobody_left(move.decision.after.state) else total <= had


@law
def every_turn_ends(move: Move) -> None:
    known, earlier, actions = KNOWN[move.before.game.id], cast(Move | None, move), 0
    while earlier is not None and known.turn(earlier.before.state) == known.turn(move.before.state):
        actions, earlier = actions + 1, earlier.previous
    assert actions <= known.longest_turn


@OF_LAWS
@given(PLAYED)
def test_every_game_ends_with_winners_of_its_seats(played: Played) -> None:
    match = played.played_out()
    assert match.status == "finished"
    assert match.result is not None
    assert match.result.winners
    assert set(match.result.winners) <= set(range(match.setup.seats))
    assert match.to_act() == []
    assert [listed(match, seat) for seat in range(match.setup.seats)] == [[]] * match.setup.seats


@law
def a_game_that_has_not_ended_has_no_result_and_waits_for_somebody(move: Move) -> None:
    match = move.table.match
    assert (match.result is None) == bool(match.to_act()) == (match.status == "playing")


# What one may see


def without_known(view: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, int]]]:
    """A view, and apart from it what it claims to know of hands."""
    seats = [dict(each) for each in view.get("seats", [])]
    known = [each.pop("known", {}) for each in seats]
    return view | {"seats": seats}, known


@law
def a_view_folded_from_what_one_may_see_is_the_view_of_the_whole_state(move: Move) -> None:
    """What is known of a hand depends on what one was shown, so there it must only be true."""
    held = KNOWN[move.table.game.id].hands(move.decision.after.state)
    for audience in move.table.audiences:
        seen, known = without_known(move.table.view(audience))
        assert seen == without_known(move.table.whole_view(audience))[0]
        for claims, facts in zip(known, held, strict=True):
            assert all(facts.get(kind, 0) >= number for kind, number in claims.items())


@law
def what_everybody_sees_is_the_same_whoever_it_was_folded_for(move: Move) -> None:
    game, table = move.table.game, move.table
    public = game.public_view(table.match.state)
    assert all(game.public_view(table.as_seen(audience).state) == public for audience in table.audiences)


@law
def every_version_can_be_shown_those_within_a_ply_too(move: Move) -> None:
    game, state = move.before.game, move.before.state
    for event in move.decision.events:
        state = game.fold(state, [event])
        for seat in (None, *range(move.before.setup.seats)):
            assert game.view(state, seat)
        assert set(game.to_act(state)) <= set(range(move.before.setup.seats))


@law
def what_a_seat_may_do_follows_from_what_it_may_see(move: Move) -> None:
    assert on_the_wire(listed(move.own(), move.seat)) == on_the_wire(move.forms)


@law
def a_dry_run_on_a_seats_own_view_causes_the_same_events(move: Move) -> None:
    dry = decide_in_game(move.own(), move.seat, move.action)
    assert [each.NAME for each in dry.events] == [each.NAME for each in move.decision.events]


@law
def a_dry_run_leaves_open_what_a_seat_cannot_know_and_says_nothing_false(move: Move) -> None:
    dry = decide_in_game(move.own(), move.seat, move.action)
    for said, happened in zip(dry.events, move.decision.events, strict=True):
        for each in fields_of(type(said)):
            assert getattr(said, each.name) in (None, getattr(happened, each.name)), (said, happened)


@law
def spectators_get_no_private_part_before_the_end_and_seats_only_their_own(move: Move) -> None:
    table, types = move.table, move.before.game.event_types
    for row in table.rows[-len(move.decision.events) :]:
        assert table.part([row], SPECTATOR)[0].private is None
        for seat in range(table.match.setup.seats):
            part = table.part([row], seat)[0]
            assert (part.public, part.hash) == (row.public, row.hash)
            assert part.private is None or row.private is not None
            decode(types, part)


# Worlds that are possible for a seat


@law
def a_possible_world_looks_to_a_seat_as_the_game_does(move: Move) -> None:
    game, known = move.before.game, KNOWN[move.before.game.id]
    for viewer, seen, world in move.worlds:
        assert without_known(game.view(world, viewer))[0] == without_known(game.view(seen, viewer))[0]
        assert game.mask(world, viewer) == game.mask(seen, viewer)
        for had, claims in zip(known.hands(world), known.hands(seen), strict=True):
            assert all(had.get(kind, 0) >= number for kind, number in claims.items())


@law
def in_a_possible_world_nothing_is_hidden_and_no_card_is_there_twice(move: Move) -> None:
    game, known = move.before.game, KNOWN[move.before.game.id]
    for _, _, world in move.worlds:
        assert game.determinize(world, Random(0)) == world
        totals = [sum(chain.from_iterable(known.zones(each))) for each in (world, move.before.state)]
        assert totals[0] == totals[1]


@law
def a_possible_world_can_be_played_on_by_the_same_actions(move: Move) -> None:
    game = move.before.game
    world = game.determinize(move.own().state, Random(0))
    assert on_the_wire(game.legal_actions(world, move.seat)) == on_the_wire(move.forms)
    chance = Chance(b"", "", ())
    after = game.apply(world, move.seat, move.action, chance, move.before.version).state
    assert game.to_act(after) or game.view(after, None)["step"] == "over"


@law
def a_mask_hides_what_a_seat_was_never_shown_and_nothing_else(move: Move) -> None:
    game, state = move.before.game, move.before.state
    for viewer in (None, *range(move.before.setup.seats)):
        masked, whole = (
            without_known(game.view(game.mask(state, viewer), viewer)),
            without_known(game.view(state, viewer)),
        )
        assert masked[0] == whole[0]
        assert not any(masked[1]) or game.view(state, None)["step"] == "over"


@law
def a_state_survives_being_written_down(move: Move) -> None:
    game, setup = move.before.game, move.before.setup
    for _, seen, world in move.worlds:
        for state in (seen, world):
            assert load_state(game, setup, json.loads(canonical(dump_state(state)))) == state
