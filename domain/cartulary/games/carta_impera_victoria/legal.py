"""Legal actions as forms, each effect with the choices that the rules leave."""

from collections.abc import Iterable, Sequence
from itertools import compress, pairwise

from cartulary.games.carta_impera_victoria import actions as a
from cartulary.games.carta_impera_victoria.cards import (
    CULTURE,
    ECONOMY,
    EVERY_KIND,
    MILITARY,
    RELIGION,
    SCIENCE,
    SPHERE_OF,
    SPHERES,
    UTOPIA,
    Cards,
    Sphere,
    add_all,
    counts_of_known,
)
from cartulary.games.carta_impera_victoria.effects import EFFECT_OF
from cartulary.games.carta_impera_victoria.rules import (
    HAND_LIMITS,
    copyable,
    draws_at,
    gift_effects,
    hand_limits,
    has_raised_limit,
    is_embargoed,
    leads_culture,
    left_after_paying,
    markable,
    marker_targets,
    others,
    playable,
    seats_to_choose,
)
from cartulary.games.carta_impera_victoria.state import Discarding, Draft, Exchange, State, fork
from cartulary.kernel.forms import Choice, Dependent, Form, fixed_form
from cartulary.kernel.seats import Seat

MOST_SEATS = 4
KEEPS = [fixed_form(a.DraftKeep(card=kind)) for kind in EVERY_KIND]
PICKS = [fixed_form(a.DraftPick(card=kind)) for kind in EVERY_KIND]
PLAYS = [fixed_form(a.Play(card=kind)) for kind in EVERY_KIND]
ATTACKS = [fixed_form(a.Attack(sphere=sphere)) for sphere in range(len(SPHERES))]
INQUISITIONS = [fixed_form(a.Inquisition(seat=seat)) for seat in range(MOST_SEATS)]
EMBARGOES = [[fixed_form(a.Embargo(seat=seat, sphere=s)) for s in range(len(SPHERES))] for seat in range(MOST_SEATS)]
DEMOCRACIES = [
    [fixed_form(a.Democracy(seat=seat, sphere=s)) for s in range(len(SPHERES))] for seat in range(MOST_SEATS)
]
END_TURN_AT = {limit: fixed_form(a.EndTurn(limit=limit)) for limit in HAND_LIMITS}
SKIP_PLAY, BREAKTHROUGH, END_TURN = fixed_form(a.SkipPlay()), fixed_form(a.Breakthrough()), fixed_form(a.EndTurn())
ONLY_COPIED = {kind: fixed_form(kind()) for kind in (a.HolyBook, a.DivineRight)}


def legal_actions(state: State, seat: Seat) -> Sequence[Form]:
    """Return the legal actions of `seat`, except `resign`, which is always legal."""
    if state.draft:
        return draft_forms(state, state.draft, seat)
    if seat != state.active or state.step == "over":
        return []
    if state.pending:
        return [pending_form(state, state.pending)]
    if state.step == "play":
        return play_forms(state)
    forms = [*permanent_forms(state), *inspiration_forms(state), *discard_effect_forms(state), END_TURN]
    return [*forms, *lower_limit_forms(state)] if has_raised_limit(state) else forms


def is_openly_forced(state: State, seat: Seat) -> bool:
    """Whether `seat` has a single action whatever cards it holds; `state` shows what everybody sees."""
    if state.draft:
        return is_forced_in_draft(state.draft, seat)
    held = sum(state.hands[seat])
    if state.pending:
        number = sum(state.pending.taken) if isinstance(state.pending, Exchange) else state.pending.number
        return held == number
    if state.step == "play":
        return held <= 1
    return legal_actions(with_fittest_hand(state, seat), seat) == [END_TURN]


def is_forced_in_draft(draft: Draft, seat: Seat) -> bool:
    """Whether one card is left in the packet, or one kind in the centre, which lies open."""
    if draft.picks is None:
        return sum(draft.packets[seat]) == 1
    return len(counts_of_known(draft.centre)) == 1


def with_fittest_hand(state: State, seat: Seat) -> State:
    """Return the state with a hand of as many cards that allows whatever any such hand does: no Embargo bars it."""
    fittest, hand = fork(state), [0] * len(state.hands[seat])
    kind = next((kind for kind in EVERY_KIND if not is_embargoed(state, seat, SPHERE_OF[kind])), EVERY_KIND[0])
    hand[kind] = sum(state.hands[seat])
    fittest.hands[seat] = hand
    return fittest


def draft_forms(state: State, draft: Draft, seat: Seat) -> list[Form]:
    """Return the forms for keeping a card of the packet, or picking one of the centre.

    Rulings A-07, A-08, A-09, A-10, A-11.
    """
    if seat not in seats_to_choose(state):
        return []
    if draft.picks is None:
        return [KEEPS[kind] for kind in counts_of_known(draft.packets[seat])]
    return [PICKS[kind] for kind in counts_of_known(draft.centre)]


def pending_form(state: State, pending: Exchange | Discarding) -> Form:
    """The second half of an effect, with nothing else allowed before it (A-30)."""
    hand = counts_of_known(state.hands[pending.seat])
    match pending:
        case Exchange():
            return Form(a.InquisitionExchange, {}, {"give_back": Choice(hand, sum(pending.taken))})
        case Discarding():
            return Form(a.BreakthroughDiscard, {}, {"discard": Choice(hand, pending.number)})


def play_forms(state: State) -> list[Form]:
    """Return the forms for a card that no Embargo bars, or for the skip if there is none (A-17, A-18, A-19)."""
    return [*compress(PLAYS, playable(state, state.active, state.hands[state.active]))] or [SKIP_PLAY]


def lower_limit_forms(state: State) -> list[Form]:
    """The end of the turn with each lower hand limit that draws fewer cards than the one above it (A-45)."""
    steps = pairwise(hand_limits(state))
    return [END_TURN_AT[low] for high, low in steps if draws_at(state, low) < draws_at(state, high)]


def permanent_forms(state: State) -> list[Form]:
    """Return the effects that the seat's own cards give and whose sphere has given none this turn.

    Rulings A-24, A-25, A-26, A-27, A-28.
    """
    given = gift_effects(state, state.active)
    return [form for kind in given if kind not in ONLY_COPIED for form in effect_forms(state, kind)]


def inspiration_forms(state: State) -> list[Form]:
    """Return the effects that other seats' cards give, for the seat that leads Culture.

    Rulings A-90, A-91, A-92, A-93, A-94, A-95, A-96.
    """
    if state.used_permanent[CULTURE] or not leads_culture(state, state.active):
        return []
    return [
        Form(a.Inspiration, {"seat": source, "effect": form})
        for source, kind in copyable(state, state.active)
        for form in effect_forms(state, kind)
    ]


def effect_forms(state: State, kind: type[a.PermanentEffect]) -> Iterable[Form]:
    """Return the ways to carry out an effect to its end; none if that cannot be done.

    Rulings A-31, A-32, A-33, A-60, A-61, A-62.
    """
    number = EFFECT_OF[kind].level
    hand, area = state.hands[state.active], state.areas[state.active]
    if kind in ONLY_COPIED:
        return (ONLY_COPIED[kind],)
    if kind in (a.Assassination, a.Purge):
        return complete(kind, discard=Choice(counts_of_known(hand), number))
    if kind in (a.Oligarchy, a.Republic):
        return complete(kind, take=Choice(counts_of_known(state.discard), number))
    if kind in (a.Development, a.Monopoly):
        can_play = counts_of_known(playable(state, state.active, hand))
        return complete(kind, discard=Choice(counts_of_known(area), number), play=Choice(can_play, number))
    return rework_forms(state, kind, Choice(counts_of_known(area), number))


def rework_forms(state: State, kind: type[a.PermanentEffect], takes: Choice) -> Iterable[Form]:
    """Return the forms of an effect that takes cards and plays one of a hand with them (A-69, A-70, A-71)."""

    def plays(take: Cards) -> Choice:
        hand = state.hands[state.active][:]
        add_all(hand, take)
        return Choice(counts_of_known(playable(state, state.active, hand)), takes.number)

    if not state.embargoes[state.active]:
        if enough(takes):
            yield Form(kind, {}, {"take": takes}, dependent=Dependent("play", "take", plays))
        return
    for take in takes.combinations():
        if enough(choice := plays(take)):
            yield Form(kind, {"take": take}, {"play": choice})


def complete(kind: type[a.PermanentEffect], **choices: Choice) -> tuple[Form, ...]:
    """The form of an effect, if there is enough to choose from for each of its fields."""
    return (Form(kind, {}, choices),) if all(map(enough, choices.values())) else ()


def enough(choice: Choice) -> bool:
    """Whether there is enough to choose from."""
    return sum(choice.source.values()) >= choice.number


def discard_effect_forms(state: State) -> list[Form]:
    """Effects paid with a card of the area, whose sphere has given none this turn (A-24, A-37)."""
    seat, used, forms = state.active, state.used_discard, list[Form]()
    mine = state.face_up[seat]
    if mine[MILITARY] and not used[MILITARY]:
        forms += compress(ATTACKS, left_after_paying(state, seat, MILITARY))
    if mine[RELIGION] and not used[RELIGION]:
        forms += [INQUISITIONS[other] for other in others(state, seat)]
    if mine[ECONOMY] and not used[ECONOMY]:
        forms += marker_forms(state, ECONOMY, EMBARGOES)
    if mine[SCIENCE] and not used[SCIENCE]:
        forms.append(BREAKTHROUGH)
    if mine[UTOPIA] and not used[UTOPIA]:
        forms += marker_forms(state, UTOPIA, DEMOCRACIES)
    return forms


def marker_forms(state: State, paid: Sphere, forms: list[list[Form]]) -> list[Form]:
    """The forms, by seat and sphere, of laying a marker where a card would be left for it to lie on."""
    seat = state.active
    targets = marker_targets(state, seat)
    return [form for each in targets for form in compress(forms[each], markable(state, seat, paid, each))]
