"""The engine and the reference side by side: the same actions to both, everything compared after each."""

from collections.abc import Mapping
from typing import Any

from domain.carta_impera_victoria.cards import KINDS, SPHERES, multiset
from domain.carta_impera_victoria.events import GameStarted
from domain.carta_impera_victoria.rules import hand_limit, to_act, wins_at
from domain.carta_impera_victoria.state import State
from domain.carta_impera_victoria.view import kept_by, pending_view, token_view
from domain.catalogue import CATALOGUE
from domain.kernel.codec import action_json, decoded_action
from domain.kernel.decider import Unfolding
from domain.kernel.game import Game, Setup
from domain.kernel.lifecycle import GameEnded, Resign
from domain.kernel.messages import Event
from domain.kernel.randomness import Chance
from tests.reference.carta_impera_victoria import Reference, canonical, in_order

GAME: Game[State] = CATALOGUE["carta-impera-victoria"]
LISTS = ("discard", "play", "take", "return")
LIMIT = 200_000
Json = dict[str, Any]


def setup_for(seats: int, edition: str = "ru", deal: str = "basic", teams: bool = False) -> Setup:
    """A set-up with all options named."""
    return GAME.setup(edition, seats, {"deal": deal, "teams": teams})


def begun(setup: Setup, seed: bytes) -> tuple[Unfolding[State], Reference]:
    """The same deal for both: the reference gets the deck and the first seat that the engine drew."""
    unfolding = GAME.begin(setup, Chance(seed, "reference", ()))
    started = next(event for event in unfolding.events if isinstance(event, GameStarted))
    assert started.deck is not None
    deck = [KINDS[kind] for kind in started.deck]
    draft, teams = setup.options["deal"] == "draft", setup.options["teams"]
    return unfolding, Reference(setup.seats, setup.edition, draft, teams, deck, started.first)


def set_up(setup: Setup, position: Json) -> tuple[Unfolding[State], Reference]:
    """The same position for both."""
    reference = Reference.from_position(position, setup.edition, setup.options["teams"])
    return GAME.begin_from(setup, position), reference


def spelled(action: Json) -> str:
    """An action in the reference's spelling."""
    ordered = {name: in_order(value) if name in LISTS else value for name, value in action.items()}
    return canonical(ordered)


def engine_legal(state: State, seat: int) -> set[str]:
    """Every complete action that the engine offers."""
    actions, more = GAME.expanded(state, seat, LIMIT)
    assert not more
    spellings = [spelled(action_json(each)) for each in actions]
    assert len(set(spellings)) == len(spellings), "an action is offered twice"
    return set(spellings)


def engine_act(state: State, seat: int, action: Mapping[str, Any]) -> Unfolding[State]:
    """Let a seat act in the engine."""
    if action["type"] == "resign":
        return GAME.apply(state, seat, Resign())
    return GAME.apply(state, seat, decoded_action(dict(GAME.action_types), dict(action)))


def engine_result(events: list[Event]) -> Json | None:
    """How the game ended, if one of the events says so."""
    for event in events:
        if isinstance(event, GameEnded):
            points = None if event.points is None else {str(each.seat): each.points for each in event.points}
            out = {"kind": event.kind, "winners": list(event.winners), "points": points}
            return out | {"decided_by": list(event.decided_by)}
    return None


def engine_open(state: State) -> Json:
    """All that the engine holds, in the shape of the reference's open state."""
    seats = range(len(state.present))
    picking = state.draft is not None and bool(state.draft.picks)
    named = {
        kind: [name for name, used in zip(SPHERES, slots, strict=True) if used]
        for kind, slots in (("permanent", state.used_permanent), ("discard", state.used_discard))
    }
    out = {
        "turn": state.turn,
        "first": state.first,
        "step": state.step,
        "active": to_act(state)[0] if picking else state.active,
        "pending": pending_view(state),
        "deck": [KINDS[kind] for kind in reversed(state.deck)],
        "discard": multiset(state.discard),
        "culture_token": token_view(state),
        "final_round": state.final_round,
        "used": named,
        "draft": engine_draft(state),
        "seats": [
            {
                "hand": multiset(state.hands[seat]),
                "area": multiset(state.areas[seat]),
                "democracy": {name: n for name, n in zip(SPHERES, state.democracy[seat], strict=True) if n},
                "embargo": embargoes(state, seat),
                "hand_limit": hand_limit(state, seat),
                "wins_at": {name: wins_at(state, seat, sphere) for sphere, name in enumerate(SPHERES)},
                "present": state.present[seat],
            }
            for seat in seats
        ],
    }
    if nobody_active(out):
        out["active"] = None
    return out


def embargoes(state: State, seat: int) -> dict[str, int]:
    """The markers before a seat by sphere."""
    counts: dict[str, int] = {}
    for marker in state.embargoes[seat]:
        counts[SPHERES[marker.sphere]] = counts.get(SPHERES[marker.sphere], 0) + 1
    return counts


def engine_draft(state: State) -> Json | None:
    """The draft; a card chosen in this round no longer counts to the packet."""
    draft = state.draft
    if draft is None:
        return None
    seats = range(len(state.present))
    chosen = [seat for seat in seats if draft.chosen[seat] is not None]
    packets = [multiset(packet) for packet in draft.packets]
    for seat in chosen:
        card = draft.chosen[seat]
        assert card is not None
        packets[seat][KINDS[card]] -= 1
    return {
        "round": draft.round if draft.picks is None else "centre",
        "packets": [{kind: n for kind, n in packet.items() if n} for packet in packets],
        "kept": [multiset(kept_by(draft, seat)) for seat in seats],
        "centre": multiset(draft.centre),
        "chosen": chosen,
    }


def reference_open(reference: Reference) -> Json:
    """The reference's open state."""
    out = reference.open_state()
    if nobody_active(out):
        out["active"] = None
    return out


def nobody_active(shown: Json) -> bool:
    """Before the first turn it is nobody's, but for the picks of the centre."""
    return bool(shown["turn"] == 0 and not (shown["draft"] and shown["draft"]["round"] == "centre"))


def engine_view(state: State, audience: int | None) -> Json:
    """What the engine shows, less what an audience remembers."""
    view = GAME.view(state, audience)
    for seat in view["seats"]:
        del seat["known"]
    return view


def differences(expected: Any, found: Any, path: str = "") -> list[str]:
    """Where two JSON values differ: the reference's first."""
    if isinstance(expected, dict) and isinstance(found, dict):
        names = sorted(set(expected) | set(found))
        return [line for name in names for line in differences(expected.get(name), found.get(name), f"{path}/{name}")]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for number, (one, other) in pairs for line in differences(one, other, f"{path}/{number}")]
    return [] if expected == found else [f"{path}: reference {expected!r}, engine {found!r}"]


def state_differences(state: State, reference: Reference) -> list[str]:
    """Zones, markers, flags, limits."""
    return differences(reference_open(reference), engine_open(state))


def view_differences(state: State, reference: Reference) -> list[str]:
    """What each seat and a spectator may know."""
    out = []
    for audience in (None, *range(reference.seats)):
        wanted, shown = reference.entitled(audience), engine_view(state, audience)
        if state.turn == 0:
            del wanted["active"], shown["active"]
        out += differences(wanted, shown, f"view of {audience}: ")
    return out


def legal_differences(state: State, reference: Reference, seat: int) -> list[str]:
    """Actions that only one of the two allows."""
    ours, theirs = reference.legal(seat), engine_legal(state, seat)
    missing = [f"seat {seat}: only the reference allows {each}" for each in sorted(ours - theirs)]
    return missing + [f"seat {seat}: only the engine allows {each}" for each in sorted(theirs - ours)]
