"""The three printed editions, each as its difference from the Russian one, and the options of the game."""

from dataclasses import dataclass, replace
from typing import Final

from cartulary.match.game import Option, Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The properties by which the editions differ; rules ask these, never the name."""

    name: str
    draft_direction: int
    """Direction of the centre pick: clockwise 1, counter-clockwise -1 (A-09)."""
    may_target_self: bool
    """Whether Embargo and Democracy may be laid on oneself (A-63, A-81)."""
    own_embargo_at_once: bool
    """Whether an Embargo on oneself bars the rest of the present turn too (A-63b)."""
    token_to_overtaker: bool
    """Whether the culture token goes to the seat that overtakes its holder (A-105)."""


RU: Final = Edition(
    name="ru", draft_direction=-1, may_target_self=True, own_embargo_at_once=True, token_to_overtaker=False
)
UK: Final = replace(RU, name="uk", draft_direction=1, own_embargo_at_once=False)
KO: Final = replace(RU, name="ko", may_target_self=False, token_to_overtaker=True)

EDITIONS: Final = {edition.name: edition for edition in (RU, UK, KO)}
OPTIONS: Final = (
    Option("deal", ("basic", "draft")),
    Option("teams", (False, True)),
    Option("hand_limit", ("chosen", "standing")),
    Option("own_embargo", ("as_printed", "at_once")),
    Option("copied_effect", ("same_sphere", "same_effect")),
    Option("team_tiebreak", ("best_member", "sum")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The choices in which tables differ; rules ask these, never the options."""

    edition: Edition
    hand_limit: str
    """Whether Religion raises it when it is `chosen` in a turn, or is `standing` while it lies there (A-44)."""
    own_embargo_at_once: bool
    """Whether an Embargo on oneself bars the rest of the present turn too (A-63b)."""
    copied_effect: str
    """Whether a copy bars own effects of the `same_sphere`, or of it only the `same_effect` (A-94)."""
    team_tiebreak: str
    """Whether tied teams compare the `best_member` in each sphere, or the `sum` of both (A-120)."""


def rules_of(setup: Setup) -> Rules:
    """Return the rules that a game's edition and its options choose."""
    chosen = {each.name: each.value_in(setup) for each in OPTIONS}
    edition = EDITIONS[setup.edition]
    return Rules(
        edition=edition,
        hand_limit=chosen["hand_limit"],
        own_embargo_at_once=chosen["own_embargo"] == "at_once" or edition.own_embargo_at_once,
        copied_effect=chosen["copied_effect"],
        team_tiebreak=chosen["team_tiebreak"],
    )
