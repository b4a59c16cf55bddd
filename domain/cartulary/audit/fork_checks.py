"""The checks of a fork: that it begins from one position, and that the other game stood so."""

from collections.abc import Sequence
from typing import Any, Final

from cartulary.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from cartulary.match.events.fork import ForkBegan, SeatSaw
from cartulary.match.evolve import fold
from cartulary.match.fork import SEATS, TABLE, WHOLE, Knowledge
from cartulary.match.game import Game, Setup
from cartulary.match.snapshot import dump_state, load_state
from cartulary.match.state import Match
from cartulary.record.bundle import Broken, Bundle, Unchecked
from cartulary.record.decode import decode
from cartulary.record.event import RecordedEvent, time_of

DRAWN_ANEW: Final = (
    "by these times that game was not over, so what was hidden then was drawn anew; that such cards exist, what each "
    "seat is shown, and how it was drawn rests on the operator's word"
)
WAS_OVER: Final = ", though by these times, which are the service's, that game was over and nothing was drawn anew"
NO_RECEIPT: Final = "no receipt of that game was compared"
NOT_FURTHER: Final = (
    "that game goes on from another itself, which was not compared: check it with that one as its origin"
)
FROM_A_POSITION: Final = "that game began from a position that somebody set up"


def check_fork(game: Game[Any], bundle: Bundle, match: Match) -> str:
    """Check that all begin from the position that event 1 hides, and that everybody sees of it what there is."""
    position = position_of(match)
    events = [decode(game.event_types, row) for row in bundle.rows]
    saw = [(event.seat, event.state) for event in events if isinstance(event, SeatSaw)]
    if saw != list(enumerate(position[SEATS])):
        raise Broken("not every seat is shown its part of the position, in order")
    began = next((event for event in events if isinstance(event, ForkBegan)), None)
    if began is None:
        raise Broken("the fork never begins")
    if (began.whole, began.state) != (position[WHOLE], position[TABLE]):
        raise Broken("the fork begins from another position than its creation hides")
    whole, seen = (load_state(game, match.setup, position[name]) for name in (WHOLE, TABLE))
    if game.public_view(whole) != game.public_view(seen):
        raise Broken("everybody is shown another position than there is")
    return f"begun by {len(saw)} seats from the position that event 1 hides"


def position_of(match: Match) -> Any:
    """The position that the first event hides. Raises Unchecked before the end."""
    if match.result is None:
        raise Unchecked("the game has not ended, so its position is not disclosed yet")
    position = match.terms.position
    if position is None or position.keys() != {WHOLE, SEATS, TABLE}:
        raise Broken("the position of the fork is withheld, or is none")
    return position


def check_origin(bundle: Bundle, match: Match, origin: Bundle) -> str:
    """Check that the position is how the other game stood at the version that the fork names."""
    position, source = position_of(match), match.terms.forked_from
    assert source is not None
    rows, game = origin.rows, match.game
    if origin.header["id"] != source.game or origin.header["game"] != game.id:
        raise Broken("the bundle is of another game than the one from which it goes on")
    whole = fold(game, source.game, rows)
    if whole.result is None and source.version >= len(rows):
        raise Unchecked(f"the other game's file ends at version {len(rows)}, before it ended: read it anew")
    if source.version >= len(rows):
        raise Broken(f"nothing goes on from version {source.version}: the other game ended at version {len(rows)}")
    if source.version <= 0 or rows[source.version - 1].ply == rows[source.version].ply:
        raise Broken(f"version {source.version} is not the end of a ply of the other game")
    if time_of(bundle.rows[0]) < time_of(rows[source.version - 1]):
        raise Broken(f"by these times it was created before the other game stood as at version {source.version}")
    if whole.result is None:
        raise Unchecked("the other game has not ended, so its hidden cards are not disclosed yet")
    if (whole.setup.seats, whole.setup.edition) != (match.setup.seats, match.setup.edition):
        raise Broken("the other game has other seats or another edition")
    then = rows[: source.version]
    imagined = time_of(bundle.rows[0]) < time_of(rows[-1])
    told = {TABLE: position[TABLE]} if imagined else position
    stood, setup = knowledge(match, source.game, then).position(), fold(game, source.game, then).setup
    if any(complete_state(game, setup, told[name]) != stood[name] for name in told):
        raise Broken(f"it does not begin as the other game stood there{'' if imagined else WAS_OVER}")
    further = describe_beginning(whole)
    if imagined:
        words = f"what lies open is as in game {source.game} at version {source.version}"
        raise Unchecked(f"{words}; {DRAWN_ANEW}; {NO_RECEIPT}{further}")
    words = f"begun as game {source.game} stood at version {source.version}; {NO_RECEIPT}{further}"
    if NOT_FURTHER in further:
        raise Unchecked(words)
    return words


def describe_beginning(origin: Match) -> str:
    """Return what a comparison with an origin leaves open: its own beginning, unless its cards were dealt."""
    if origin.terms.forked_from is not None:
        return f"; {NOT_FURTHER}"
    return "" if origin.terms.position is None else f"; {FROM_A_POSITION}"


def complete_state(game: Game[Any], setup: Setup, told: Any) -> Any:
    """Return a state, or several, with the parts that states have got since it was written down."""
    if isinstance(told, list):
        return [complete_state(game, setup, each) for each in told]
    return dump_state(load_state(game, setup, told))


def knowledge(match: Match, game_id: str, rows: Sequence[RecordedEvent]) -> Knowledge:
    """Return the state after these events, whole and as each seat and a spectator know it."""

    def state(audience: Audience) -> Any:
        return fold(match.game, game_id, rows, audience).state

    return Knowledge(state(EVERYTHING), [state(seat) for seat in range(match.setup.seats)], state(SPECTATOR))
