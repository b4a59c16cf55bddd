"""The one edition, of 2006, and what nobody published about it: house rules, each an option with its default first."""

from dataclasses import dataclass
from typing import Final

from cartulary.match.game import Option, Setup

EDITIONS: Final = ("2006",)

OPTIONS: Final = (
    Option("teams", (False, True)),
    Option("seating", ("opposite", "side_by_side")),
    Option("free_population", ("setup", "first_turn")),
    Option("masonry_wonders", (True, False)),
    Option("discounts", ("all", "largest")),
    Option("lowest_price", (1, 0)),
    Option("code_of_laws_every_turn", (False, True)),
    Option("worked_catapult_returns", (True, False)),
    Option("barracks_add", (False, True)),
    Option("colossus_turns", (2, 1, 3)),
    Option("leader_tie", ("clockwise", "nobody")),
    Option("end", ("at_once", "end_of_turn")),
    Option("supply", ("unlimited", "kit")),
    Option("multipliers", ("printed_yield", "with_population")),
    Option("last_hand_of_three", (8, 9)),
    Option("turn_order", ("one_way", "alternating")),
    Option("tearing_down", ("any_moment", "own_steps")),
    Option("torn_down_wonders", (False, True)),
    Option("bonus_cards", ("every_step", "buy_step")),
    Option("war_phases", ("together", "one_by_one")),
)
HOUSE_RULES: Final = tuple(each.name for each in OPTIONS[2:])
"""The options that stand for what the printed rules leave open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Options of a table, as the rules read them."""

    teams: bool
    seating: str
    free_population: str
    """Time of placing the free population: in the `setup`, or on a seat's `first_turn` (C-08)."""
    masonry_wonders: bool
    """Whether Masonry makes wonders cheaper too (C-29)."""
    discounts: str
    """Whether `all` add up, or the `largest` counts (C-30)."""
    lowest_price: int
    """Below which no discount goes (C-30)."""
    code_of_laws_every_turn: bool
    """Whether it takes in every turn instead of once (C-36)."""
    worked_catapult_returns: bool
    """Whether a Catapult that has returned Walls can be sent back (C-45)."""
    barracks_add: bool
    """Whether a second Barracks adds to the first (C-49)."""
    colossus_turns: int
    """At the start of which of its owner's next turns the protection ends (C-55)."""
    leader_tie: str
    """Leader if several seats pass the holder at once: the first `clockwise`, or `nobody` (C-72)."""
    end: str
    """Whether the game ends `at_once`, or at the `end_of_turn` (C-80)."""
    supply: str
    """Whether population and resources are `unlimited`, or as many as the printed `kit` holds (C-17)."""
    multipliers: str
    """Whether a Granary, Forge or Market counts the `printed_yield`, or that `with_population` (C-12)."""
    last_hand_of_three: int
    """Cards that the last of three seats is dealt (C-06)."""
    turn_order: str
    """Whether turns go `one_way`, or `alternating` between both ways round (C-09)."""
    tearing_down: str
    """Whether buildings are torn down at `any_moment`, or in the owner's `own_steps` only (C-26)."""
    torn_down_wonders: bool
    """Whether wonders can be torn down too (C-26)."""
    bonus_cards: str
    """Whether they give resources in `every_step` in which the bank is open, or in the `buy_step` only (C-31)."""
    war_phases: str
    """Whether the battles of a war go through their phases `together`, or are fought `one_by_one` (C-43)."""


def rules_of(setup: Setup) -> Rules:
    """Return the rules that a game's options choose."""
    return Rules(**{each.name: each.value_in(setup) for each in OPTIONS})
