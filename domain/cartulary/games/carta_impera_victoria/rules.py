"""Questions about a state; numbers in brackets name the rulings."""

from functools import lru_cache
from typing import Final

from cartulary.games.carta_impera_victoria.actions import PermanentEffect
from cartulary.games.carta_impera_victoria.cards import (
    CULTURE,
    MOST_KEPT,
    RELIGION,
    SPHERE_OF,
    Sphere,
    Zone,
)
from cartulary.games.carta_impera_victoria.effects import EFFECT_OF, EFFECTS, LADDER, Effect
from cartulary.games.carta_impera_victoria.events import Marker
from cartulary.games.carta_impera_victoria.state import State
from cartulary.kernel.seats import Seat, following, in_order

THRESHOLDS: Final = {2: (3, 5), 3: (3, 5), 4: (2, 4)}
"""Cards of a sphere that give its permanent effect of level 1 and 2, by the seats the game began with."""
HAND_LIMITS: Final = (3, 5, 7)
"""Without Religion, with Holy Book, with Divine Right (A-48)."""
DOMINATION: Final = {2: 8, 3: 7, 4: 7}
BREAKTHROUGH_CARDS: Final = 5
TEAM_SEATS: Final = 4


def seats(state: State) -> int:
    """The number of seats that the game began with."""
    return len(state.present)


def remaining(state: State) -> list[Seat]:
    """The seats still in the game."""
    return [seat for seat, present in enumerate(state.present) if present]


def others(state: State, seat: Seat) -> list[Seat]:
    """The other seats still in the game, partners too (A-109)."""
    return [other for other, present in enumerate(state.present) if present and other != seat]


def team(teams: bool, seat: Seat) -> int | None:
    """Seats 0 and 2 play against 1 and 3 (A-121)."""
    return seat % 2 if teams else None


def sides(state: State) -> list[list[Seat]]:
    """The seats still in the game, partners together."""
    left = remaining(state)
    if not state.teams:
        return [[seat] for seat in left]
    return [side for side in ([seat for seat in left if seat % 2 == each] for each in (0, 1)) if side]


def side_of(state: State, seat: Seat) -> list[Seat]:
    """Return the seats that win together with a seat."""
    return next(side for side in sides(state) if seat in side)


def level(state: State, seat: Seat, sphere: Sphere) -> int:
    """The level of the permanent effect that a seat's cards of a sphere give now: 0, 1 or 2."""
    return level_of(len(state.present), state.face_up[seat][sphere])


def level_of(seats: int, cards: int) -> int:
    """The level that so many cards of a sphere give: 0, 1 or 2."""
    first, second = THRESHOLDS[seats]
    return (cards >= first) + (cards >= second)


def wins_at(state: State, seat: Seat) -> tuple[int, ...]:
    """Cards of each sphere with which a seat dominates: one more for each Democracy marker (A-57, A-85, A-86)."""
    return dominating(len(state.present), state.democracy[seat])


@lru_cache(MOST_KEPT)
def dominating(seats: int, markers: tuple[int, ...]) -> tuple[int, ...]:
    """Cards of each sphere that dominate with these markers on the spheres."""
    return tuple([DOMINATION[seats] + each for each in markers])


def list_dominations(state: State, seat: Seat) -> list[Sphere]:
    """The spheres that a seat dominates in its own area (A-55, A-56, A-58)."""
    counts = state.face_up[seat]
    if max(counts) < DOMINATION[len(state.present)]:
        return []
    return [sphere for sphere, wanted in enumerate(wins_at(state, seat)) if counts[sphere] >= wanted]


def hand_limit(state: State, seat: Seat) -> int:
    """Return the hand limit that applies now, by own Religion or by a copy, never their sum.

    Rulings A-44, A-45, A-46, A-47, A-48, A-49, A-97.
    """
    religion = state.face_up[seat][RELIGION]
    if seat != state.active:
        return HAND_LIMITS[level_of(len(state.present), religion)]
    if state.rules.hand_limit == "chosen":
        most = max(religion, state.most_religion)
        return HAND_LIMITS[max(level_of(len(state.present), most), state.copied_limit)]
    own, copied = level_of(len(state.present), religion), state.copied_limit
    return HAND_LIMITS[copied if copied > own and does_copied_religion_hold(state) else own]


def has_raised_limit(state: State) -> bool:
    """Whether Religion, own or copied, has raised the hand limit in this turn (A-44, A-97)."""
    return state.copied_limit > 0 or state.most_religion >= THRESHOLDS[len(state.present)][0]


def hand_limits(state: State) -> list[int]:
    """The limits with which the active seat may end its turn now, the highest first (A-45)."""
    highest = hand_limit(state, state.active)
    if state.rules.hand_limit == "standing":
        return [highest]
    return [each for each in reversed(HAND_LIMITS) if each <= highest]


def draws_at(state: State, limit: int) -> int:
    """Count the cards that the active seat draws up to a limit (A-50, A-51b)."""
    return max(0, min(limit - sum(state.hands[state.active]), len(state.deck)))


def does_copied_religion_hold(state: State) -> bool:
    """Whether the token still lies on a sphere, by then Religion, that gives the copied level (A-97)."""
    token = state.token
    return token is not None and token.target is not None and level(state, token.target, RELIGION) >= state.copied_limit


def is_embargoed(state: State, seat: Seat, sphere: Sphere) -> bool:
    """Whether a seat may not play cards of a sphere, by whatever means (A-64, A-66)."""
    return sphere in is_barred(state, seat)


def is_barred(state: State, seat: Seat) -> set[Sphere]:
    """The spheres of which a seat may play no card; its own Embargo may wait for its next turn (A-63b)."""
    at_once = state.rules.own_embargo_at_once
    return {marker.sphere for marker in state.embargoes[seat] if at_once or marker.turns == 1}


def playable(state: State, seat: Seat, cards: Zone) -> Zone:
    """Return the cards among these that a seat may play (A-18)."""
    if not state.embargoes[seat]:
        return cards
    spheres = is_barred(state, seat)
    return [0 if sphere in spheres else number for sphere, number in zip(SPHERE_OF, cards, strict=False)]


def left_after_paying(state: State, seat: Seat, paid: Sphere) -> list[int]:
    """A seat's face-up cards of each sphere once it has paid one of a sphere that it has (A-42, A-65, A-82)."""
    left = state.face_up[seat][:]
    left[paid] -= 1
    return left


def marker_targets(state: State, seat: Seat) -> list[Seat]:
    """The seats before which the edition lets a seat lay a marker (A-63, A-81)."""
    return [*others(state, seat), seat] if state.rules.edition.may_target_self else others(state, seat)


def markable(state: State, seat: Seat, paid: Sphere, target: Seat) -> list[int]:
    """Face-up cards of each sphere of the target on which a seat could lay a marker, once it is lifted (A-65, A-82)."""
    return left_after_paying(state, seat, paid) if target == seat else state.face_up[target]


def leads_culture(state: State, seat: Seat) -> bool:
    """Whether a seat has strictly more Culture than each other seat (A-96, A-109)."""
    mine = state.face_up[seat][CULTURE]
    return mine > 0 and [counts[CULTURE] >= mine for counts in state.face_up].count(True) == 1


def culture_leader(state: State) -> Seat | None:
    """The seat with strictly the most Culture, if there is one."""
    return next((seat for seat in remaining(state) if leads_culture(state, seat)), None)


def gift_effects(state: State, seat: Seat) -> list[type[PermanentEffect]]:
    """Return the effects that a seat's cards give the active seat, as own ones or as copies.

    Rulings A-24, A-25, A-26, A-27, A-28, A-94.

    With enough for level 2 level 1 is given too (A-28, A-92).
    """
    first, second = THRESHOLDS[len(state.present)]
    counts = state.face_up[seat]
    if max(counts) < first:
        return []
    given, copies = list[type[PermanentEffect]](), seat != state.active
    for sphere, level_1, level_2 in LADDER:
        if counts[sphere] >= first:
            levels = (level_1, level_2) if counts[sphere] >= second else (level_1,)
            given += [kind for kind in levels if is_unused(state, EFFECT_OF[kind], copies)]
    return given


def is_unused(state: State, effect: Effect, copies: bool) -> bool:
    """Whether the active seat may still use an effect in this turn, or copy it (A-24, A-25, A-94).

    Of a used sphere the other effect may be left: one that it copies after an own one, or an own one after a copy. Of
    a sphere that was used before a position it is not known how.
    """
    if not state.used_permanent[effect.sphere]:
        return True
    own = [name for name in state.own_effects if EFFECTS[name].sphere == effect.sphere]
    if copies:
        return own != [] and effect.name not in own
    copied = state.copied_effect
    return not own and copied is not None and EFFECTS[copied].sphere == effect.sphere and copied != effect.name


def copyable(state: State, seat: Seat) -> list[tuple[Seat, type[PermanentEffect]]]:
    """Return the effects that Inspiration could copy now, given Culture's slot and lead.

    Rulings A-90, A-91, A-92, A-93, A-94, A-99, A-100, A-101, A-102.
    """
    return [(source, kind) for source in others(state, seat) for kind in gift_effects(state, source)]


def lapsing(state: State, seat: Seat) -> tuple[Marker, ...]:
    """The Embargo markers that lapse when a seat's turn ends now (A-67, A-68)."""
    lying = state.embargoes[seat]
    return tuple([Marker(each.sphere, each.card) for each in lying if each.turns == 1]) if lying else ()


def next_seat(state: State, seat: Seat) -> Seat:
    """Return the seat whose turn follows."""
    return following(seat, state.present)


def first_after_leaving(state: State, seat: Seat) -> Seat:
    """Return the seat that counts as the first once a seat has left."""
    return following(seat, state.present) if seat == state.first else state.first


def last_round_over(state: State, after: Seat) -> bool:
    """Whether the game ends because the first seat would move after that one (A-111)."""
    return state.final_round and next_seat(state, after) == state.first


def draft_order(state: State) -> list[Seat]:
    """The order of the centre pick: from the seat at the first one's right, in the edition's direction (A-09)."""
    start = following(state.first, state.present, -1)
    return in_order(start, state.present, state.rules.edition.draft_direction)


def seats_to_choose(state: State) -> list[Seat]:
    """The seats that have still to choose in the draft: all at once, or one at the centre."""
    assert state.draft is not None
    if state.draft.picks is not None:
        return state.draft.picks[:1]
    return [seat for seat in remaining(state) if state.draft.chosen[seat] is None]


def to_act(state: State) -> list[Seat]:
    """The seats that the game waits for."""
    if state.draft:
        return seats_to_choose(state)
    return [] if state.step == "over" else [state.active]
