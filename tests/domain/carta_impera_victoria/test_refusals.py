"""Every refusal names its rule and the ruling that decides it."""

from typing import Final, NamedTuple

from cartulary.games.carta_impera_victoria.actions import (
    Assassination,
    Attack,
    Breakthrough,
    BreakthroughDiscard,
    Democracy,
    Development,
    DraftKeep,
    DraftPick,
    Embargo,
    EndTurn,
    Experiment,
    Inquisition,
    InquisitionExchange,
    Inspiration,
    Monopoly,
    Oligarchy,
    Play,
    Purge,
    Republic,
    Research,
    SkipPlay,
)
from cartulary.games.carta_impera_victoria.cards import ECONOMY, KINDS, MILITARY, RELIGION
from cartulary.kernel.messages import Action
from tests.cases import cases
from tests.domain.notation import A, B, C, D, card, cards
from tests.domain.story import Story, dealt, given

BARE: Final = "A: hand W1 | B: - | C: -"
USED: Final = {"permanent": ("military", "culture"), "discard": ("military",)}


class Refusal(NamedTuple):
    """An action that is refused in a position."""

    position: str
    action: Action
    rule: str
    ruling: str | None
    edition: str = "ru"
    step: str = "effects"


OF_THE_PLAY: Final = (
    Refusal(BARE, EndTurn(), "turn.play_first", "A-22"),
    Refusal(BARE, Assassination(discard=cards("W")), "turn.play_first", "A-22"),
    Refusal(BARE, Play(card=card("R")), "hand.missing_card", "A-17"),
    Refusal(BARE, SkipPlay(), "skip_play.card_playable", "A-17"),
    Refusal("A: hand W1, embargo-on W1 | B: - | C: -", Play(card=card("W")), "play.embargoed", "A-64"),
)
OF_PERMANENT_EFFECTS: Final = (
    Refusal(BARE, Play(card=card("W")), "turn.already_played", "A-20"),
    Refusal("A: hand W1, area W2 | B: - | C: -", Assassination(discard=cards("W")), "effect.too_few_cards", "A-26"),
    Refusal("A: hand W2, area W4 | B: - | C: -", Purge(discard=cards("W2")), "effect.too_few_cards", "A-26"),
    Refusal("A: hand W1, area W3 | B: - | C: -", Assassination(discard=cards("R")), "hand.missing_card", "A-33"),
    Refusal(
        "A: hand W1, area E3 | B: - | C: -",
        Development(discard=cards("R"), play=cards("W")),
        "area.missing_card",
        "A-62d",
    ),
    Refusal(
        "A: hand W1, area E3 | B: - | C: -",
        Development(discard=cards("E"), play=cards("R")),
        "hand.missing_card",
        "A-60",
    ),
    Refusal(
        "A: hand W1, area S3 | B: - | C: -", Experiment(take=cards("R"), play=cards("W")), "area.missing_card", "A-73"
    ),
    Refusal("A: area U3 | B: - | C: -; discard W1", Oligarchy(take=cards("R")), "discard.missing_card", "A-32"),
    Refusal("A: area U5 | B: - | C: -; discard W1 R1", Republic(take=cards("W2")), "discard.missing_card", "A-32"),
)
OF_INSPIRATION: Final = (
    Refusal(
        "A: hand W1, area C1 W3 | B: - | C: -",
        Inspiration(seat=A, effect=Assassination(discard=cards("W"))),
        "inspiration.self",
        "A-90",
    ),
    Refusal(
        "A: hand W1, area C1 | B: area W2 | C: -",
        Inspiration(seat=B, effect=Assassination(discard=cards("W"))),
        "effect.too_few_cards",
        "A-91",
    ),
    Refusal(
        "A: hand W1, area C1 | B: area C1 W3 | C: -",
        Inspiration(seat=B, effect=Assassination(discard=cards("W"))),
        "inspiration.no_lead",
        "A-96",
    ),
)
OF_DISCARD_EFFECTS: Final = (
    Refusal(BARE, Attack(sphere=MILITARY), "discard_effect.nothing_to_pay", "A-37"),
    Refusal("A: area W1 | B: - | C: -", Attack(sphere=RELIGION), "attack.nothing_left", "A-42"),
    Refusal(
        "A: area W.1 W.2 | B: - | C: -",
        Attack(sphere=MILITARY, pay=card("W.1"), give_up=card("W.1")),
        "attack.nothing_left",
        "A-42",
    ),
    Refusal("A: area W2 R1 | B: - | C: -", Attack(sphere=MILITARY, pay=card("R.1")), "area.missing_card", "A-36"),
    Refusal("A: area R1 | B: hand W1 | C: -", Inquisition(seat=A), "inquisition.self", "A-51d"),
    Refusal("A: area R1 | B: hand W1 | C: -", Inquisition(seat=3), "target.no_such_seat", None),
    Refusal("A: area R1 | B: hand W1 | C: -", Inquisition(seat=-1), "target.no_such_seat", None),
    Refusal(BARE, InquisitionExchange(give_back=()), "inquisition_exchange.nothing_taken", "A-51f"),
    Refusal("A: area E1 | B: - | C: -", Embargo(seat=B, sphere=RELIGION), "embargo.empty_sphere", "A-65"),
    Refusal("A: area E2 | B: - | C: -", Embargo(seat=A, sphere=ECONOMY), "embargo.self", "A-63", edition="ko"),
    Refusal("A: area U1 | B: - | C: -", Democracy(seat=B, sphere=RELIGION), "democracy.empty_sphere", "A-82"),
    Refusal("A: area U1 E1 | B: - | C: -", Democracy(seat=A, sphere=ECONOMY), "democracy.self", "A-81", edition="ko"),
    Refusal(BARE, BreakthroughDiscard(discard=()), "breakthrough_discard.nothing_drawn", "A-74"),
    Refusal(BARE, DraftKeep(card=card("W")), "draft.over", "A-07"),
    Refusal(BARE, DraftPick(card=card("W")), "draft.over", "A-07"),
)
EVERY: Final = (
    *(each._replace(step="play") for each in OF_THE_PLAY),
    *OF_PERMANENT_EFFECTS,
    *OF_INSPIRATION,
    *OF_DISCARD_EFFECTS,
)


def refused(story: Story, action: Action, rule: str, ruling: str | None, by: int | None = None) -> None:
    """The action is refused by just that rule and ruling."""
    story.when(action, by=by)
    assert story.refused is not None
    assert (story.refused.rule, story.refused.ruling) == (rule, ruling)
    story.refused = None


@cases("each", EVERY)
def test_a_refusal_names_the_ruling_that_decides_it(each: Refusal) -> None:
    story = given(each.position, edition=each.edition, step=each.step)
    refused(story, each.action, each.rule, each.ruling)


def test_a_sphere_that_has_given_its_effect_refuses_the_next_one_by_its_ruling() -> None:
    text = "A: hand W1, area W4 C1 | B: area S3 | C: -"
    story = given(text, used=USED)
    refused(story, Assassination(discard=cards("W")), "effect.sphere_used", "A-24")
    refused(story, Attack(sphere=MILITARY), "effect.sphere_used", "A-24")
    copy = Inspiration(seat=B, effect=Experiment(take=cards("W"), play=cards("W")))
    refused(story, copy, "inspiration.used", "A-95")


def test_half_an_effect_refuses_all_else_by_its_ruling() -> None:
    story = given("A: hand W1, area R1 S1 | B: hand E1 U1 | C: -; deck W5 R5").when(Inquisition(seat=B))
    for action in (EndTurn(), Play(card=card("W")), SkipPlay(), Breakthrough()):
        refused(story, action, "turn.effect_unfinished", "A-30")
    refused(story, InquisitionExchange(give_back=cards("W")), "inquisition_exchange.wrong_number", "A-51f")
    refused(story, InquisitionExchange(give_back=cards("W2")), "hand.missing_card", "A-51f")
    story.when(InquisitionExchange(give_back=cards("W E"))).when(Breakthrough())
    for action in (EndTurn(), Play(card=card("W"))):
        refused(story, action, "turn.effect_unfinished", "A-30")
    refused(story, BreakthroughDiscard(discard=cards("W")), "breakthrough_discard.wrong_number", "A-75")
    refused(story, BreakthroughDiscard(discard=cards("C5")), "hand.missing_card", "A-74")


def test_a_copied_effect_is_checked_by_the_same_rulings_as_ones_own() -> None:
    story = given("A: hand S2, area C1 | B: area E5 S5 | C: -")
    monopoly = Monopoly(discard=cards("C2"), play=cards("S2"))
    refused(story, Inspiration(seat=B, effect=monopoly), "area.missing_card", "A-62d")
    research = Research(take=cards("C2"), play=cards("S2"))
    refused(story, Inspiration(seat=B, effect=research), "area.missing_card", "A-73")


def test_no_seat_acts_in_anothers_turn() -> None:
    for active in range(4):
        story = given("A: hand W1 | B: hand W1 | C: hand W1 | D: hand W1", active="ABCD"[active])
        for seat in {A, B, C, D} - {active}:
            refused(story, EndTurn(), "turn.not_yours", None, by=seat)


def test_the_draft_refuses_by_its_rulings() -> None:
    story = dealt(3, deal="draft")
    packets = [[KINDS.index(kind) for kind in story.wire(seat)["draft"]["packet"]] for seat in range(3)]
    absent = next(kind for kind in range(len(KINDS)) if kind not in packets[A])
    refused(story, EndTurn(), "draft.under_way", "A-07", by=A)
    refused(story, DraftPick(card=packets[A][0]), "draft.no_centre", "A-09", by=A)
    refused(story, DraftKeep(card=absent), "draft.not_in_packet", "A-08", by=A)
    story.when(DraftKeep(card=packets[A][0]), by=A)
    refused(story, DraftKeep(card=packets[A][-1]), "draft.already_kept", "A-07", by=A)


@cases("edition", ["ru", "uk"])
def test_the_centre_refuses_by_its_rulings(edition: str) -> None:
    story = dealt(4, deal="draft", edition=edition)
    while story.wire()["draft"]["round"] != "centre":
        for seat in range(4):
            story.when(story.offered(seat)[0], by=seat)
    for _ in range(4):
        centre = [KINDS.index(kind) for kind in story.wire()["draft"]["centre"]]
        (picking,) = (seat for seat in range(4) if story.offered(seat))
        absent = next(kind for kind in range(len(KINDS)) if kind not in centre)
        refused(story, DraftPick(card=absent), "draft.not_in_centre", "A-11", by=picking)
        refused(story, DraftKeep(card=centre[0]), "draft.centre", "A-09", by=picking)
        for seat in {A, B, C, D} - {picking}:
            refused(story, DraftPick(card=centre[0]), "draft.not_your_pick", "A-09", by=seat)
        story.when(DraftPick(card=centre[0]), by=picking)
    assert story.wire()["draft"] is None
