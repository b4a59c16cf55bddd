"""Everything that a seat may do, as forms, each effect with just the choices that the rules leave it."""

from collections.abc import Iterator

from domain.carta_impera_victoria import actions as a
from domain.carta_impera_victoria.cards import (
    CULTURE,
    ECONOMY,
    MILITARY,
    RELIGION,
    SCIENCE,
    UTOPIA,
    Sphere,
    zone,
)
from domain.carta_impera_victoria.effects import EFFECT_OF
from domain.carta_impera_victoria.rules import (
    attackable,
    copyable,
    count,
    democracy_targets,
    embargo_targets,
    has_effect,
    known_counts,
    leads_culture,
    others,
    playable,
    to_act,
)
from domain.carta_impera_victoria.state import Discarding, Draft, Exchange, State
from domain.kernel.forms import Choice, Form
from domain.kernel.seats import Seat

BY_NAME = {kind.NAME: kind for kind in a.PERMANENT_EFFECTS}


def legal_actions(state: State, seat: Seat) -> Iterator[Form]:
    """What `seat` may do now. Resigning, which a seat always may, is not listed."""
    if seat not in to_act(state):
        return
    if state.draft:
        yield from draft_forms(state.draft, seat)
    elif state.pending:
        yield pending_form(state, state.pending)
    elif state.step == "play":
        yield from play_forms(state)
    else:
        yield from permanent_forms(state)
        yield from inspiration_forms(state)
        yield from discard_effect_forms(state)
        yield Form(a.EndTurn)


def draft_forms(draft: Draft, seat: Seat) -> Iterator[Form]:
    """Keep a card of the packet, or pick one of the centre (A-07 to A-11)."""
    if draft.picks is None:
        yield from (Form(a.DraftKeep, {"card": kind}) for kind in known_counts(draft.packets[seat]))
    else:
        yield from (Form(a.DraftPick, {"card": kind}) for kind in known_counts(draft.centre))


def pending_form(state: State, pending: Exchange | Discarding) -> Form:
    """The second half of an effect, with nothing else allowed before it (A-30)."""
    hand = known_counts(state.hands[pending.seat])
    match pending:
        case Exchange():
            return Form(a.InquisitionExchange, {}, {"give_back": Choice(hand, sum(pending.taken))})
        case Discarding():
            return Form(a.BreakthroughDiscard, {}, {"discard": Choice(hand, pending.number)})


def play_forms(state: State) -> Iterator[Form]:
    """A card that no Embargo bars, or the skip where there is none (A-17 to A-19)."""
    cards = playable(state, state.active, state.hands[state.active])
    yield from (Form(a.Play, {"card": kind}) for kind in cards)
    if not cards:
        yield Form(a.SkipPlay)


def permanent_forms(state: State) -> Iterator[Form]:
    """Effects that the seat's own cards give and whose sphere has given none this turn (A-24 to A-28)."""
    for kind in a.PERMANENT_EFFECTS:
        effect = EFFECT_OF[kind]
        if (
            effect.sphere != RELIGION
            and not state.used_permanent[effect.sphere]
            and has_effect(state, state.active, effect)
        ):
            yield from effect_forms(state, kind)


def inspiration_forms(state: State) -> Iterator[Form]:
    """Effects that other seats' cards give, for the seat that leads Culture (A-90 to A-96)."""
    if state.used_permanent[CULTURE] or not leads_culture(state, state.active):
        return
    for source, effect in copyable(state, state.active):
        for form in effect_forms(state, BY_NAME[effect.name]):
            yield Form(a.Inspiration, {"seat": source, "effect": form})


def effect_forms(state: State, kind: type[a.PermanentEffect]) -> Iterator[Form]:
    """The ways to carry out an effect to its end; none where that can't be done (A-31 to A-33, A-60 to A-62)."""
    number = EFFECT_OF[kind].level
    hand, area = state.hands[state.active], state.areas[state.active]
    if kind in (a.HolyBook, a.DivineRight):
        yield Form(kind)
    elif kind in (a.Assassination, a.Purge):
        yield from complete(Form(kind, {}, {"discard": Choice(known_counts(hand), number)}))
    elif kind in (a.Oligarchy, a.Republic):
        yield from complete(Form(kind, {}, {"take": Choice(known_counts(state.discard), number)}))
    elif kind in (a.Development, a.Monopoly):
        can_play = playable(state, state.active, hand)
        yield from complete(
            Form(kind, {}, {"discard": Choice(known_counts(area), number), "play": Choice(can_play, number)})
        )
    else:
        yield from rework_forms(state, kind, number)


def rework_forms(state: State, kind: type[a.PermanentEffect], number: int) -> Iterator[Form]:
    """For each choice of what is taken, since what may be played depends on it (A-69 to A-71)."""
    hand, area = state.hands[state.active], state.areas[state.active]
    for take in Choice(known_counts(area), number).combinations():
        after = [held + more for held, more in zip(hand, zone(take), strict=True)]
        yield from complete(Form(kind, {"take": take}, {"play": Choice(playable(state, state.active, after), number)}))


def complete(form: Form) -> Iterator[Form]:
    """The form, if there is enough to choose from for each of its fields."""
    if all(sum(choice.source.values()) >= choice.number for choice in form.open.values()):
        yield form


def discard_effect_forms(state: State) -> Iterator[Form]:
    """Effects paid with a card of the area, whose sphere has given none this turn (A-24, A-37)."""
    seat, used = state.active, state.used_discard
    if not used[MILITARY]:
        yield from (Form(a.Attack, {"sphere": sphere}) for sphere in attackable(state, seat))
    if not used[RELIGION] and count(state, seat, RELIGION):
        yield from (Form(a.Inquisition, {"seat": other}) for other in others(state, seat))
    if not used[ECONOMY]:
        yield from marker_forms(a.Embargo, embargo_targets(state, seat))
    if not used[SCIENCE] and count(state, seat, SCIENCE):
        yield Form(a.Breakthrough)
    if not used[UTOPIA]:
        yield from marker_forms(a.Democracy, democracy_targets(state, seat))


def marker_forms(kind: type[a.Embargo | a.Democracy], targets: list[tuple[Seat, Sphere]]) -> Iterator[Form]:
    """A marker on each of these spheres."""
    return (Form(kind, {"seat": seat, "sphere": sphere}) for seat, sphere in targets)
