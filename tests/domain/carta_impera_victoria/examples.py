"""The worked examples of the rules as data, for whoever plays them: the domain, or a client of the service.

Cards in an action are letters; `resolved` replaces them by kinds once the state is known. `differences` compares a
state with the text that is expected.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from tests.domain.notation import A, B, C, D, differences, position, resolved, result_of

__all__ = ["EXAMPLES", "A", "B", "C", "D", "Example", "Illegal", "Step", "differences", "resolved", "result_of"]

Action = Mapping[str, Any]


class Step(NamedTuple):
    """What a seat does, and what that leads to."""

    seat: int
    action: Action
    after: str


class Illegal(NamedTuple):
    """What a seat may not do once so many steps are done, and the rule that says so."""

    seat: int
    action: Action
    rule: str
    steps: int = 0


class Example(NamedTuple):
    """A position and how it goes on."""

    id: str
    title: str
    before: str
    steps: tuple[Step, ...] = ()
    illegal: tuple[Illegal, ...] = ()
    active: str = "A"
    step: str = "effects"
    edition: str = "ru"
    teams: bool = False
    points: Mapping[int, int] | None = None

    def position(self) -> dict[str, Any]:
        """The position as it is posted; the first seat is A in all examples."""
        return position(self.before, active=self.active, first="A", step=self.step)

    def seats(self) -> int:
        """For how many seats it is."""
        return self.before.count(":")


END: Final[Action] = {"type": "end_turn"}
EXPERIMENT_E_W: Final[Action] = {"type": "experiment", "take": ["E"], "play": ["W"]}


def play(letter: str) -> Action:
    """Play a card from hand."""
    return {"type": "play", "card": letter}


EXAMPLES: Final = (
    Example(
        "E1",
        "The play of the turn cannot be declined",
        "A: hand W1 R1 E1, area R1 | B: hand -, area - | C: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                play("R"),
                "A: hand W1 E1, area R2 | B: hand -, area - | C: hand -, area - | deck R×10; discard -",
            ),
        ),
        (Illegal(A, {"type": "skip_play"}, "skip_play.card_playable"), Illegal(A, END, "turn.play_first")),
        step="play",
    ),
    Example(
        "E2",
        "A hand that embargoes bar altogether is not played from",
        "A: hand R3, area R2, embargo-on R1 | B: hand -, area - | C: hand -, area - | deck W S C; discard -",
        (
            Step(
                A,
                {"type": "skip_play"},
                "A: hand R3, area R2, embargo-on R1 | B: hand -, area - | C: hand -, area - | deck W S C; discard -",
            ),
            Step(A, END, "A: hand R3, area R2 | B: hand -, area - | C: hand -, area - | deck W S C; discard E1"),
        ),
        (Illegal(A, play("R"), "play.embargoed"),),
        step="play",
    ),
    Example(
        "E3",
        "Assassination",
        "A: hand R1 E1, area W3 | B: hand -, area - | C: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "assassination", "discard": ["R"]},
                "A: hand E1, area W3 | B: hand -, area - | C: hand -, area - | deck R×10; discard R1",
            ),
        ),
        (Illegal(A, {"type": "purge", "discard": ["R", "E"]}, "effect.too_few_cards"),),
    ),
    Example(
        "E4",
        "Purge, after which the sphere has done its part",
        "A: hand R1 E1 S1, area W4 | B: hand -, area - | C: hand -, area - | D: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "purge", "discard": ["R", "E"]},
                "A: hand S1, area W4 | B: hand -, area - | C: hand -, area - | D: hand -, area - | "
                "deck R×10; discard R1 E1",
            ),
        ),
        (Illegal(A, {"type": "assassination", "discard": ["S"]}, "effect.sphere_used", 1),),
    ),
    Example(
        "E5",
        "Attack",
        "A: hand -, area W2 C2 | B: hand -, area R1 C1 | C: hand -, area S2 | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "attack", "sphere": "culture"},
                "A: hand -, area W1 C1 | B: hand -, area R1 | C: hand -, area S2 | deck R×10; discard W1 C2",
            ),
        ),
    ),
    Example(
        "E6",
        "An attack on Military, from which markers are safe",
        "A: hand -, area W2 | B: hand -, area W3 | C: hand -, area R1, democracy-on W1 | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "attack", "sphere": "military"},
                "A: hand -, area - | B: hand -, area W2 | C: hand -, area R1, democracy-on W1 | deck R×10; discard W3",
            ),
        ),
        (Illegal(A, {"type": "attack", "sphere": "religion"}, "attack.nothing_left"),),
    ),
    Example(
        "E8",
        "Holy Book: a draw up to five",
        "A: hand W2, area R3 | B: hand -, area - | C: hand -, area - | deck S E C W; discard -",
        (
            Step(
                A,
                END,
                "A: hand W2 E1 S1 C1, area R3 | B: hand -, area - | C: hand -, area - | deck W; discard -",
            ),
        ),
    ),
    Example(
        "E9",
        "Divine Right: a draw up to seven",
        "A: hand W1, area R4 | B: hand -, area - | C: hand -, area - | D: hand -, area - | "
        "deck S E C W R S E; discard -",
        (
            Step(
                A,
                END,
                "A: hand W2 R1 E1 S2 C1, area R4 | B: hand -, area - | C: hand -, area - | D: hand -, area - | "
                "deck E; discard -",
            ),
        ),
    ),
    Example(
        "E10",
        "An Inquisition after the Holy Book",
        "A: hand W3, area R3 | B: hand E1 S1 C1, area - | C: hand -, area - | deck S E C W; discard -",
        (
            Step(
                A,
                {"type": "inquisition", "seat": B},
                "A: hand W3 E1 S1 C1, area R2 | B: hand -, area - | C: hand -, area - | deck S E C W; discard R1",
            ),
            Step(
                A,
                {"type": "inquisition_exchange", "return": ["E", "S", "C"]},
                "A: hand W3, area R2 | B: hand E1 S1 C1, area - | C: hand -, area - | deck S E C W; discard R1",
            ),
            Step(
                A,
                END,
                "A: hand W3 S1 E1, area R2 | B: hand E1 S1 C1, area - | C: hand -, area - | deck C W; discard R1",
            ),
        ),
    ),
    Example(
        "E11",
        "Inquisition",
        "A: hand E1, area R1 | B: hand S1 C1 U1, area - | C: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "inquisition", "seat": B},
                "A: hand E1 S1 C1 U1, area - | B: hand -, area - | C: hand -, area - | deck R×10; discard R1",
            ),
            Step(
                A,
                {"type": "inquisition_exchange", "return": ["E", "S", "U"]},
                "A: hand C1, area - | B: hand E1 S1 U1, area - | C: hand -, area - | deck R×10; discard R1",
            ),
        ),
        (
            Illegal(A, {"type": "inquisition", "seat": A}, "inquisition.self"),
            Illegal(A, {"type": "inquisition_exchange", "return": ["E", "S"]}, "inquisition_exchange.wrong_number", 1),
        ),
    ),
    Example(
        "E12",
        "Development",
        "A: hand S1 C1, area W1 E3 | B: hand -, area - | C: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "development", "discard": ["W"], "play": ["C"]},
                "A: hand S1, area E3 C1 | B: hand -, area - | C: hand -, area - | deck R×10; discard W1",
            ),
        ),
    ),
    Example(
        "E14",
        "Monopoly, and Experiment with what it brought",
        "A: hand R1 S2, area E5 S1 | B: hand -, area - | C: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "monopoly", "discard": ["E", "E"], "play": ["S", "S"]},
                "A: hand R1, area E3 S3 | B: hand -, area - | C: hand -, area - | deck R×10; discard E2",
            ),
            Step(
                A,
                {"type": "experiment", "take": ["E"], "play": ["R"]},
                "A: hand E1, area R1 E2 S3 | B: hand -, area - | C: hand -, area - | deck R×10; discard E2",
            ),
        ),
        (Illegal(A, {"type": "experiment", "take": ["E"], "play": ["R"]}, "effect.too_few_cards"),),
    ),
    Example(
        "E15",
        "An Embargo from the day it is laid to its end",
        "A: hand W3, area R1 E1 | B: hand W1 S2, area E3 S4 | C: hand R3, area R1 | deck R R R W W W; discard -",
        (
            Step(
                A,
                {"type": "embargo", "seat": B, "sphere": "science"},
                "A: hand W3, area R1 | B: hand W1 S2, area E3 S4, embargo-on S1 | C: hand R3, area R1 | "
                "deck R R R W W W; discard -",
            ),
            Step(
                A,
                END,
                "A: hand W3, area R1 | B: hand W1 S2, area E3 S4, embargo-on S1 | C: hand R3, area R1 | "
                "deck R R R W W W; discard -",
            ),
            Step(
                B,
                play("W"),
                "A: hand W3, area R1 | B: hand S2, area W1 E3 S4, embargo-on S1 | C: hand R3, area R1 | "
                "deck R R R W W W; discard -",
            ),
            Step(
                B,
                END,
                "A: hand W3, area R1 | B: hand R1 S2, area W1 E3 S4 | C: hand R3, area R1 | deck R R W W W; discard E1",
            ),
        ),
        (
            Illegal(B, play("S"), "play.embargoed", 2),
            Illegal(B, {"type": "skip_play"}, "skip_play.card_playable", 2),
            Illegal(B, {"type": "development", "discard": ["E"], "play": ["S"]}, "play.embargoed", 3),
            Illegal(B, {"type": "experiment", "take": ["S"], "play": ["S"]}, "play.embargoed", 3),
        ),
    ),
    Example(
        "E16",
        "No Embargo on a sphere without cards",
        "A: hand -, area E2 | B: hand -, area R1 | C: hand -, area - | deck R×10; discard -",
        (),
        (Illegal(A, {"type": "embargo", "seat": B, "sphere": "science"}, "embargo.empty_sphere"),),
    ),
    Example(
        "E17",
        "Experiment",
        "A: hand W1, area R1 S3 | B: hand -, area - | C: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "experiment", "take": ["R"], "play": ["W"]},
                "A: hand R1, area W1 S3 | B: hand -, area - | C: hand -, area - | deck R×10; discard -",
            ),
        ),
    ),
    Example(
        "E17-again",
        "Experiment, the same card played again",
        "A: hand W1, area R1 S3 | B: hand -, area - | C: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "experiment", "take": ["R"], "play": ["R"]},
                "A: hand W1, area R1 S3 | B: hand -, area - | C: hand -, area - | deck R×10; discard -",
            ),
        ),
    ),
    Example(
        "E19",
        "Research that mixes spheres",
        "A: hand C2, area W1 S4 | B: hand -, area - | C: hand -, area - | D: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "research", "take": ["S", "W"], "play": ["C", "C"]},
                "A: hand W1 S1, area S3 C2 | B: hand -, area - | C: hand -, area - | D: hand -, area - | "
                "deck R×10; discard -",
            ),
        ),
    ),
    Example(
        "E20",
        "Breakthrough from a full deck",
        "A: hand W2, area S1 | B: hand -, area - | C: hand -, area - | deck C C U R E W; discard -",
        (
            Step(
                A,
                {"type": "breakthrough"},
                "A: hand W2 C2 U1 R1 E1, area - | B: hand -, area - | C: hand -, area - | deck W; discard S1",
            ),
            Step(
                A,
                {"type": "breakthrough_discard", "discard": ["W", "W", "R", "E", "U"]},
                "A: hand C2, area - | B: hand -, area - | C: hand -, area - | deck W; discard W2 R1 E1 S1 U1",
            ),
        ),
        (Illegal(A, END, "turn.effect_unfinished", 1),),
    ),
    Example(
        "E22",
        "Oligarchy",
        "A: hand W1, area U3 | B: hand -, area - | C: hand -, area - | deck R×10; discard W2 C1",
        (
            Step(
                A,
                {"type": "oligarchy", "take": ["C"]},
                "A: hand W1 C1, area U3 | B: hand -, area - | C: hand -, area - | deck R×10; discard W2",
            ),
        ),
    ),
    Example(
        "E23",
        "One card in the discard pile: Oligarchy instead of Republic",
        "A: hand W1, area U5 | B: hand -, area - | C: hand -, area - | deck R×10; discard C1",
        (
            Step(
                A,
                {"type": "oligarchy", "take": ["C"]},
                "A: hand W1 C1, area U5 | B: hand -, area - | C: hand -, area - | deck R×10; discard -",
            ),
        ),
        (Illegal(A, {"type": "republic", "take": ["C", "C"]}, "discard.missing_card"),),
    ),
    Example(
        "E24",
        "A Democracy keeps seven from winning",
        "A: hand R3, area U1 | B: hand W1 S2, area S6 | C: hand R3, area - | deck W W W W W W; discard -",
        (
            Step(
                A,
                {"type": "democracy", "seat": B, "sphere": "science"},
                "A: hand R3, area - | B: hand W1 S2, area S6, democracy-on S1 | C: hand R3, area - | "
                "deck W W W W W W; discard -",
            ),
            Step(
                A,
                END,
                "A: hand R3, area - | B: hand W1 S2, area S6, democracy-on S1 | C: hand R3, area - | "
                "deck W W W W W W; discard -",
            ),
            Step(
                B,
                play("S"),
                "A: hand R3, area - | B: hand W1 S1, area S7, democracy-on S1 | C: hand R3, area - | "
                "deck W W W W W W; discard -",
            ),
            Step(
                B,
                END,
                "A: hand R3, area - | B: hand W2 S1, area S7, democracy-on S1 | C: hand R3, area - | "
                "deck W W W W W; discard -",
            ),
        ),
    ),
    Example(
        "E25",
        "Eight beat seven and a Democracy",
        "A: hand -, area - | B: hand W3, area S8, democracy-on S1 | C: hand -, area - | deck W; discard -",
        (
            Step(
                B,
                END,
                "A: hand -, area - | B: hand W3, area S8, democracy-on S1 | C: hand -, area - | deck W; discard - | "
                "RESULT domination: B",
            ),
        ),
        active="B",
    ),
    Example(
        "E26",
        "Seven are too few between two",
        "A: hand W3, area S7 | B: hand -, area - | deck W; discard -",
        (Step(A, END, "A: hand W3, area S7 | B: hand -, area - | deck W; discard -"),),
    ),
    Example(
        "E27",
        "Seven that are paid away",
        "A: hand R3, area W7 R1 | B: hand -, area R1 | C: hand -, area - | deck W; discard -",
        (
            Step(
                A,
                {"type": "attack", "sphere": "religion"},
                "A: hand R3, area W6 | B: hand -, area - | C: hand -, area - | deck W; discard W1 R2",
            ),
            Step(A, END, "A: hand R3, area W6 | B: hand -, area - | C: hand -, area - | deck W; discard W1 R2"),
        ),
    ),
    Example(
        "E29",
        "Nobody is inspired on a tie",
        "A: hand W1, area C2 | B: hand -, area W3 C2 | C: hand -, area - | deck R×10; discard -",
        (),
        (
            Illegal(
                A,
                {"type": "inspiration", "seat": B, "effect": "assassination", "discard": ["W"]},
                "inspiration.no_lead",
            ),
        ),
    ),
    Example(
        "E30",
        "Experiment, after which Science is not to be copied",
        "A: hand W1 R1, area E1 S3 C1 | B: hand -, area S5 | C: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                EXPERIMENT_E_W,
                "A: hand R1 E1, area W1 S3 C1 | B: hand -, area S5 | C: hand -, area - | deck R×10; discard -",
            ),
        ),
        (
            Illegal(
                A,
                {"type": "inspiration", "seat": B, "effect": "research", "take": ["W", "C"], "play": ["R", "E"]},
                "effect.sphere_used",
                1,
            ),
        ),
    ),
    Example(
        "E32",
        "The token goes with the lead",
        "A: hand W2, area E3 C1 | B: hand -, area W3 R1 | C: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "inspiration", "seat": B, "effect": "assassination", "discard": ["W"]},
                "A: hand W1, area E3 C1 | B: hand -, area W3 R1 | C: hand -, area - | deck R×10; discard W1 | "
                "token A→B's W",
            ),
            Step(
                A,
                {"type": "development", "discard": ["C"], "play": ["W"]},
                "A: hand -, area W1 E3 | B: hand -, area W3 R1 | C: hand -, area - | deck R×10; discard W1 C1",
            ),
        ),
    ),
    Example(
        "E33",
        "The last card, and the round after it",
        "A: hand R3, area W1 | B: hand W2, area R1 | C: hand R3, area E1 | deck S; discard -",
        (
            Step(
                B,
                END,
                "A: hand R3, area W1 | B: hand W2 S1, area R1 | C: hand R3, area E1 | deck empty; discard - | "
                "final round ON",
            ),
            Step(
                C,
                play("R"),
                "A: hand R3, area W1 | B: hand W2 S1, area R1 | C: hand R2, area R1 E1 | deck empty; discard - | "
                "final round ON",
            ),
            Step(
                C,
                END,
                "A: hand R3, area W1 | B: hand W2 S1, area R1 | C: hand R2, area R1 E1 | deck empty; discard - | "
                "final round ON | RESULT majority: C",
            ),
        ),
        active="B",
        points={A: 1, B: 1, C: 2},
    ),
    Example(
        "E35",
        "Three with as many points",
        "A: hand -, area W1 S3 C2 | B: hand -, area R4 E1 S2 C2 | C: hand -, area W2 E2 | "
        "deck empty; discard - | final round ON",
        (
            Step(
                C,
                END,
                "A: hand -, area W1 S3 C2 | B: hand -, area R4 E1 S2 C2 | C: hand -, area W2 E2 | "
                "deck empty; discard - | final round ON | RESULT majority: A",
            ),
        ),
        active="C",
        points={A: 2, B: 2, C: 2},
    ),
    Example(
        "E36",
        "Two whom nothing parts",
        "A: hand -, area W1 S2 | B: hand -, area W1 S2 | deck empty; discard - | final round ON",
        (
            Step(
                B,
                END,
                "A: hand -, area W1 S2 | B: hand -, area W1 S2 | deck empty; discard - | final round ON | "
                "RESULT majority: A+B",
            ),
        ),
        active="B",
        points={A: 2, B: 2},
    ),
    Example(
        "E38",
        "The token lost to a tie",
        "A: hand -, area C2 | B: hand W2 C1, area C1 | C: hand -, area W3 | deck R×10; discard - | token A→C's W",
        (
            Step(
                B,
                play("C"),
                "A: hand -, area C2 | B: hand W2, area C2 | C: hand -, area W3 | deck R×10; discard -",
            ),
        ),
        (
            Illegal(
                B,
                {"type": "inspiration", "seat": C, "effect": "assassination", "discard": ["W"]},
                "inspiration.no_lead",
                1,
            ),
        ),
        active="B",
        step="play",
    ),
    Example(
        "E38-ko",
        "The token handed to who overtakes, in the Korean edition",
        "A: hand -, area C2 | B: hand C2, area E5 C1 | C: hand -, area W3 | deck R×10; discard - | token A→C's W",
        (
            Step(
                B,
                {"type": "monopoly", "discard": ["E", "E"], "play": ["C", "C"]},
                "A: hand -, area C2 | B: hand -, area E3 C3 | C: hand -, area W3 | deck R×10; discard E2 | token B",
            ),
        ),
        active="B",
        edition="ko",
    ),
    Example(
        "E39",
        "No Purge on top of an Assassination",
        "A: hand W2 R2, area W4 E3 S1 | B: hand -, area - | C: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "assassination", "discard": ["R"]},
                "A: hand W2 R1, area W4 E3 S1 | B: hand -, area - | C: hand -, area - | deck R×10; discard R1",
            ),
            Step(
                A,
                {"type": "development", "discard": ["S"], "play": ["W"]},
                "A: hand W1 R1, area W5 E3 | B: hand -, area - | C: hand -, area - | deck R×10; discard R1 S1",
            ),
        ),
        (Illegal(A, {"type": "purge", "discard": ["W", "R"]}, "effect.sphere_used", 2),),
    ),
    Example(
        "E43",
        "A count between teams",
        "A: hand -, area W3 E2 | B: hand -, area W3 S5 | C: hand -, area R4 E2 | D: hand -, area C1 | "
        "deck empty; discard - | final round ON",
        (
            Step(
                D,
                END,
                "A: hand -, area W3 E2 | B: hand -, area W3 S5 | C: hand -, area R4 E2 | D: hand -, area C1 | "
                "deck empty; discard - | final round ON | RESULT majority: B+D",
            ),
        ),
        active="D",
        teams=True,
        points={A: 3, B: 3, C: 3, D: 3},
    ),
    Example(
        "E45",
        "A Democracy on a sphere that is gone",
        "A: hand -, area W1 E1 S1 U1 | B: hand R3, area S1, democracy-on S1 | C: hand -, area - | deck R×10; discard -",
        (
            Step(
                A,
                {"type": "attack", "sphere": "science"},
                "A: hand -, area E1 U1 | B: hand R3, area -, democracy-on S1 | C: hand -, area - | "
                "deck R×10; discard W1 S2",
            ),
        ),
        (
            Illegal(A, {"type": "democracy", "seat": B, "sphere": "science"}, "democracy.empty_sphere", 1),
            Illegal(A, {"type": "embargo", "seat": B, "sphere": "science"}, "embargo.empty_sphere", 1),
        ),
    ),
    Example(
        "E45-seven",
        "A Democracy on a sphere come back: seven are too few",
        "A: hand -, area - | B: hand W3, area S7, democracy-on S1 | C: hand -, area - | deck W; discard -",
        (
            Step(
                B,
                END,
                "A: hand -, area - | B: hand W3, area S7, democracy-on S1 | C: hand -, area - | deck W; discard -",
            ),
        ),
        active="B",
    ),
    Example(
        "E45-eight",
        "A Democracy on a sphere come back: eight are enough",
        "A: hand -, area - | B: hand W3, area S8, democracy-on S1 | C: hand -, area - | deck W; discard -",
        (
            Step(
                B,
                END,
                "A: hand -, area - | B: hand W3, area S8, democracy-on S1 | C: hand -, area - | deck W; discard - | "
                "RESULT domination: B",
            ),
        ),
        active="B",
    ),
)
