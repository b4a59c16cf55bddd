"""The open parts of events, by their types; `data` holds what happened.

Made from the contract by `make openapi`.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class EventHead(TypedDict):
    """Members of the open part of every event."""

    at: str
    """Time in UTC, RFC 3339 to the millisecond."""
    ply: int
    """Number of the action that caused the event, counted from 1."""
    position: int
    """Position of the event in its game, counted from 1."""
    seat: int | None
    """Seat that acts, counted from 0; null where the event belongs to none."""
    secrets: dict[str, str]
    """Commitments to the hidden fields, by name."""


class CartaImperaVictoriaAreaDiscardedData(TypedDict):
    cards: list[
        Literal[
            "military-1",
            "military-2",
            "military-3",
            "religion-1",
            "religion-2",
            "economy-1",
            "economy-2",
            "economy-3",
            "science-1",
            "science-2",
            "science-3",
            "culture-1",
            "culture-2",
            "culture-3",
            "utopia-3",
        ]
    ]
    effect: str


class CartaImperaVictoriaAreaDiscarded(EventHead):
    type: Literal["AreaDiscarded"]
    v: Literal[1]
    data: CartaImperaVictoriaAreaDiscardedData


class CartaImperaVictoriaAreaSetMarker(TypedDict):
    card: Literal[
        "military-1",
        "military-2",
        "military-3",
        "religion-1",
        "religion-2",
        "economy-1",
        "economy-2",
        "economy-3",
        "science-1",
        "science-2",
        "science-3",
        "culture-1",
        "culture-2",
        "culture-3",
        "utopia-3",
    ]
    sphere: Literal["military", "religion", "economy", "science", "culture", "utopia"]


class CartaImperaVictoriaAreaSetData(TypedDict):
    area: list[
        Literal[
            "military-1",
            "military-2",
            "military-3",
            "religion-1",
            "religion-2",
            "economy-1",
            "economy-2",
            "economy-3",
            "science-1",
            "science-2",
            "science-3",
            "culture-1",
            "culture-2",
            "culture-3",
            "utopia-3",
        ]
    ]
    democracy: list[Literal["military", "religion", "economy", "science", "culture", "utopia"]]
    embargoes: list[CartaImperaVictoriaAreaSetMarker]


class CartaImperaVictoriaAreaSet(EventHead):
    type: Literal["AreaSet"]
    v: Literal[1]
    data: CartaImperaVictoriaAreaSetData


class CartaImperaVictoriaAreaTakenData(TypedDict):
    cards: list[
        Literal[
            "military-1",
            "military-2",
            "military-3",
            "religion-1",
            "religion-2",
            "economy-1",
            "economy-2",
            "economy-3",
            "science-1",
            "science-2",
            "science-3",
            "culture-1",
            "culture-2",
            "culture-3",
            "utopia-3",
        ]
    ]
    effect: str


class CartaImperaVictoriaAreaTaken(EventHead):
    type: Literal["AreaTaken"]
    v: Literal[1]
    data: CartaImperaVictoriaAreaTakenData


class CartaImperaVictoriaAttackMadeLoss(TypedDict):
    card: Literal[
        "military-1",
        "military-2",
        "military-3",
        "religion-1",
        "religion-2",
        "economy-1",
        "economy-2",
        "economy-3",
        "science-1",
        "science-2",
        "science-3",
        "culture-1",
        "culture-2",
        "culture-3",
        "utopia-3",
    ]
    seat: int


class CartaImperaVictoriaAttackMadeData(TypedDict):
    given_up: Literal[
        "military-1",
        "military-2",
        "military-3",
        "religion-1",
        "religion-2",
        "economy-1",
        "economy-2",
        "economy-3",
        "science-1",
        "science-2",
        "science-3",
        "culture-1",
        "culture-2",
        "culture-3",
        "utopia-3",
    ]
    losses: list[CartaImperaVictoriaAttackMadeLoss]
    paid: Literal[
        "military-1",
        "military-2",
        "military-3",
        "religion-1",
        "religion-2",
        "economy-1",
        "economy-2",
        "economy-3",
        "science-1",
        "science-2",
        "science-3",
        "culture-1",
        "culture-2",
        "culture-3",
        "utopia-3",
    ]
    sphere: Literal["military", "religion", "economy", "science", "culture", "utopia"]


class CartaImperaVictoriaAttackMade(EventHead):
    type: Literal["AttackMade"]
    v: Literal[1]
    data: CartaImperaVictoriaAttackMadeData


class CartaImperaVictoriaBreakthroughBegunData(TypedDict):
    count: int
    paid: Literal[
        "military-1",
        "military-2",
        "military-3",
        "religion-1",
        "religion-2",
        "economy-1",
        "economy-2",
        "economy-3",
        "science-1",
        "science-2",
        "science-3",
        "culture-1",
        "culture-2",
        "culture-3",
        "utopia-3",
    ]


class CartaImperaVictoriaBreakthroughBegun(EventHead):
    type: Literal["BreakthroughBegun"]
    v: Literal[1]
    data: CartaImperaVictoriaBreakthroughBegunData


class CartaImperaVictoriaBreakthroughDiscardedData(TypedDict):
    cards: list[
        Literal[
            "military-1",
            "military-2",
            "military-3",
            "religion-1",
            "religion-2",
            "economy-1",
            "economy-2",
            "economy-3",
            "science-1",
            "science-2",
            "science-3",
            "culture-1",
            "culture-2",
            "culture-3",
            "utopia-3",
        ]
    ]


class CartaImperaVictoriaBreakthroughDiscarded(EventHead):
    type: Literal["BreakthroughDiscarded"]
    v: Literal[1]
    data: CartaImperaVictoriaBreakthroughDiscardedData


class CartaImperaVictoriaCardExposedData(TypedDict):
    card: (
        Literal[
            "military-1",
            "military-2",
            "military-3",
            "religion-1",
            "religion-2",
            "economy-1",
            "economy-2",
            "economy-3",
            "science-1",
            "science-2",
            "science-3",
            "culture-1",
            "culture-2",
            "culture-3",
            "utopia-3",
        ]
        | None
    )


class CartaImperaVictoriaCardExposed(EventHead):
    type: Literal["CardExposed"]
    v: Literal[1]
    data: CartaImperaVictoriaCardExposedData


class CartaImperaVictoriaCardPlayedData(TypedDict):
    card: Literal[
        "military-1",
        "military-2",
        "military-3",
        "religion-1",
        "religion-2",
        "economy-1",
        "economy-2",
        "economy-3",
        "science-1",
        "science-2",
        "science-3",
        "culture-1",
        "culture-2",
        "culture-3",
        "utopia-3",
    ]


class CartaImperaVictoriaCardPlayed(EventHead):
    type: Literal["CardPlayed"]
    v: Literal[1]
    data: CartaImperaVictoriaCardPlayedData


CartaImperaVictoriaCardsDealtBacks = TypedDict(
    "CartaImperaVictoriaCardsDealtBacks", {"1": "int", "2": "int", "3": "int"}
)


class CartaImperaVictoriaCardsDealtData(TypedDict):
    backs: CartaImperaVictoriaCardsDealtBacks


class CartaImperaVictoriaCardsDealt(EventHead):
    type: Literal["CardsDealt"]
    v: Literal[1]
    data: CartaImperaVictoriaCardsDealtData


CartaImperaVictoriaCardsDrawnBacks = TypedDict(
    "CartaImperaVictoriaCardsDrawnBacks", {"1": "int", "2": "int", "3": "int"}
)


class CartaImperaVictoriaCardsDrawnData(TypedDict):
    backs: CartaImperaVictoriaCardsDrawnBacks


class CartaImperaVictoriaCardsDrawn(EventHead):
    type: Literal["CardsDrawn"]
    v: Literal[1]
    data: CartaImperaVictoriaCardsDrawnData


class CartaImperaVictoriaCardsPlayedData(TypedDict):
    cards: list[
        Literal[
            "military-1",
            "military-2",
            "military-3",
            "religion-1",
            "religion-2",
            "economy-1",
            "economy-2",
            "economy-3",
            "science-1",
            "science-2",
            "science-3",
            "culture-1",
            "culture-2",
            "culture-3",
            "utopia-3",
        ]
    ]


class CartaImperaVictoriaCardsPlayed(EventHead):
    type: Literal["CardsPlayed"]
    v: Literal[1]
    data: CartaImperaVictoriaCardsPlayedData


class CartaImperaVictoriaCentreCardTakenData(TypedDict):
    card: Literal[
        "military-1",
        "military-2",
        "military-3",
        "religion-1",
        "religion-2",
        "economy-1",
        "economy-2",
        "economy-3",
        "science-1",
        "science-2",
        "science-3",
        "culture-1",
        "culture-2",
        "culture-3",
        "utopia-3",
    ]


class CartaImperaVictoriaCentreCardTaken(EventHead):
    type: Literal["CentreCardTaken"]
    v: Literal[1]
    data: CartaImperaVictoriaCentreCardTakenData


class CartaImperaVictoriaCentreOpenedData(TypedDict):
    picks: list[int]


class CartaImperaVictoriaCentreOpened(EventHead):
    type: Literal["CentreOpened"]
    v: Literal[1]
    data: CartaImperaVictoriaCentreOpenedData


class CartaImperaVictoriaCultureTokenLostData(TypedDict):
    to: int | None


class CartaImperaVictoriaCultureTokenLost(EventHead):
    type: Literal["CultureTokenLost"]
    v: Literal[1]
    data: CartaImperaVictoriaCultureTokenLostData


class CartaImperaVictoriaCultureTokenSetData(TypedDict):
    sphere: Literal["military", "religion", "economy", "science", "culture", "utopia"] | None
    target: int | None


class CartaImperaVictoriaCultureTokenSet(EventHead):
    type: Literal["CultureTokenSet"]
    v: Literal[1]
    data: CartaImperaVictoriaCultureTokenSetData


class CartaImperaVictoriaDemocracyPlacedData(TypedDict):
    sphere: Literal["military", "religion", "economy", "science", "culture", "utopia"]
    target: int


class CartaImperaVictoriaDemocracyPlaced(EventHead):
    type: Literal["DemocracyPlaced"]
    v: Literal[1]
    data: CartaImperaVictoriaDemocracyPlacedData


class CartaImperaVictoriaDiscardTakenData(TypedDict):
    cards: list[
        Literal[
            "military-1",
            "military-2",
            "military-3",
            "religion-1",
            "religion-2",
            "economy-1",
            "economy-2",
            "economy-3",
            "science-1",
            "science-2",
            "science-3",
            "culture-1",
            "culture-2",
            "culture-3",
            "utopia-3",
        ]
    ]
    effect: str


class CartaImperaVictoriaDiscardTaken(EventHead):
    type: Literal["DiscardTaken"]
    v: Literal[1]
    data: CartaImperaVictoriaDiscardTakenData


CartaImperaVictoriaDraftEndedData: TypeAlias = dict[str, Any]


class CartaImperaVictoriaDraftEnded(EventHead):
    type: Literal["DraftEnded"]
    v: Literal[1]
    data: CartaImperaVictoriaDraftEndedData


CartaImperaVictoriaDraftKeptData: TypeAlias = dict[str, Any]


class CartaImperaVictoriaDraftKept(EventHead):
    type: Literal["DraftKept"]
    v: Literal[1]
    data: CartaImperaVictoriaDraftKeptData


class CartaImperaVictoriaDraftRoundBeganData(TypedDict):
    round: int


class CartaImperaVictoriaDraftRoundBegan(EventHead):
    type: Literal["DraftRoundBegan"]
    v: Literal[1]
    data: CartaImperaVictoriaDraftRoundBeganData


class CartaImperaVictoriaEffectCopiedData(TypedDict):
    effect: str
    sphere: Literal["military", "religion", "economy", "science", "culture", "utopia"]
    target: int


class CartaImperaVictoriaEffectCopied(EventHead):
    type: Literal["EffectCopied"]
    v: Literal[1]
    data: CartaImperaVictoriaEffectCopiedData


class CartaImperaVictoriaEmbargoLaidData(TypedDict):
    card: Literal[
        "military-1",
        "military-2",
        "military-3",
        "religion-1",
        "religion-2",
        "economy-1",
        "economy-2",
        "economy-3",
        "science-1",
        "science-2",
        "science-3",
        "culture-1",
        "culture-2",
        "culture-3",
        "utopia-3",
    ]
    sphere: Literal["military", "religion", "economy", "science", "culture", "utopia"]
    target: int
    turns: int


class CartaImperaVictoriaEmbargoLaid(EventHead):
    type: Literal["EmbargoLaid"]
    v: Literal[1]
    data: CartaImperaVictoriaEmbargoLaidData


CartaImperaVictoriaFinalRoundBeganData: TypeAlias = dict[str, Any]


class CartaImperaVictoriaFinalRoundBegan(EventHead):
    type: Literal["FinalRoundBegan"]
    v: Literal[1]
    data: CartaImperaVictoriaFinalRoundBeganData


class CartaImperaVictoriaGameStartedPile(TypedDict):
    epoch: int
    size: int


class CartaImperaVictoriaGameStartedData(TypedDict):
    first: int
    piles: list[CartaImperaVictoriaGameStartedPile]


class CartaImperaVictoriaGameStarted(EventHead):
    type: Literal["GameStarted"]
    v: Literal[1]
    data: CartaImperaVictoriaGameStartedData


class CartaImperaVictoriaHandDiscardedData(TypedDict):
    cards: list[
        Literal[
            "military-1",
            "military-2",
            "military-3",
            "religion-1",
            "religion-2",
            "economy-1",
            "economy-2",
            "economy-3",
            "science-1",
            "science-2",
            "science-3",
            "culture-1",
            "culture-2",
            "culture-3",
            "utopia-3",
        ]
    ]
    effect: str


class CartaImperaVictoriaHandDiscarded(EventHead):
    type: Literal["HandDiscarded"]
    v: Literal[1]
    data: CartaImperaVictoriaHandDiscardedData


class CartaImperaVictoriaHandLimitChosenData(TypedDict):
    limit: int


class CartaImperaVictoriaHandLimitChosen(EventHead):
    type: Literal["HandLimitChosen"]
    v: Literal[1]
    data: CartaImperaVictoriaHandLimitChosenData


class CartaImperaVictoriaHandRevealedData(TypedDict):
    cards: (
        list[
            Literal[
                "military-1",
                "military-2",
                "military-3",
                "religion-1",
                "religion-2",
                "economy-1",
                "economy-2",
                "economy-3",
                "science-1",
                "science-2",
                "science-3",
                "culture-1",
                "culture-2",
                "culture-3",
                "utopia-3",
            ]
        ]
        | None
    )


class CartaImperaVictoriaHandRevealed(EventHead):
    type: Literal["HandRevealed"]
    v: Literal[1]
    data: CartaImperaVictoriaHandRevealedData


CartaImperaVictoriaHandSetBacks = TypedDict("CartaImperaVictoriaHandSetBacks", {"1": "int", "2": "int", "3": "int"})


class CartaImperaVictoriaHandSetData(TypedDict):
    backs: CartaImperaVictoriaHandSetBacks


class CartaImperaVictoriaHandSet(EventHead):
    type: Literal["HandSet"]
    v: Literal[1]
    data: CartaImperaVictoriaHandSetData


CartaImperaVictoriaInquisitionBegunBacks = TypedDict(
    "CartaImperaVictoriaInquisitionBegunBacks", {"1": "int", "2": "int", "3": "int"}
)


class CartaImperaVictoriaInquisitionBegunData(TypedDict):
    backs: CartaImperaVictoriaInquisitionBegunBacks
    paid: Literal[
        "military-1",
        "military-2",
        "military-3",
        "religion-1",
        "religion-2",
        "economy-1",
        "economy-2",
        "economy-3",
        "science-1",
        "science-2",
        "science-3",
        "culture-1",
        "culture-2",
        "culture-3",
        "utopia-3",
    ]
    target: int


class CartaImperaVictoriaInquisitionBegun(EventHead):
    type: Literal["InquisitionBegun"]
    v: Literal[1]
    data: CartaImperaVictoriaInquisitionBegunData


CartaImperaVictoriaInquisitionExchangedBacks = TypedDict(
    "CartaImperaVictoriaInquisitionExchangedBacks", {"1": "int", "2": "int", "3": "int"}
)


class CartaImperaVictoriaInquisitionExchangedData(TypedDict):
    backs: CartaImperaVictoriaInquisitionExchangedBacks
    target: int


class CartaImperaVictoriaInquisitionExchanged(EventHead):
    type: Literal["InquisitionExchanged"]
    v: Literal[1]
    data: CartaImperaVictoriaInquisitionExchangedData


CartaImperaVictoriaPacketDealtBacks = TypedDict(
    "CartaImperaVictoriaPacketDealtBacks", {"1": "int", "2": "int", "3": "int"}
)


class CartaImperaVictoriaPacketDealtData(TypedDict):
    backs: CartaImperaVictoriaPacketDealtBacks


class CartaImperaVictoriaPacketDealt(EventHead):
    type: Literal["PacketDealt"]
    v: Literal[1]
    data: CartaImperaVictoriaPacketDealtData


class CartaImperaVictoriaPacketPassedData(TypedDict):
    source: int


class CartaImperaVictoriaPacketPassed(EventHead):
    type: Literal["PacketPassed"]
    v: Literal[1]
    data: CartaImperaVictoriaPacketPassedData


CartaImperaVictoriaPlaySkippedData: TypeAlias = dict[str, Any]


class CartaImperaVictoriaPlaySkipped(EventHead):
    type: Literal["PlaySkipped"]
    v: Literal[1]
    data: CartaImperaVictoriaPlaySkippedData


class CartaImperaVictoriaPositionSetPile(TypedDict):
    epoch: int
    size: int


class CartaImperaVictoriaPositionSetData(TypedDict):
    active: int
    discard: list[
        Literal[
            "military-1",
            "military-2",
            "military-3",
            "religion-1",
            "religion-2",
            "economy-1",
            "economy-2",
            "economy-3",
            "science-1",
            "science-2",
            "science-3",
            "culture-1",
            "culture-2",
            "culture-3",
            "utopia-3",
        ]
    ]
    final_round: bool
    first: int
    piles: list[CartaImperaVictoriaPositionSetPile]
    step: str
    turn: int
    used_discard: list[Literal["military", "religion", "economy", "science", "culture", "utopia"]]
    used_permanent: list[Literal["military", "religion", "economy", "science", "culture", "utopia"]]


class CartaImperaVictoriaPositionSet(EventHead):
    type: Literal["PositionSet"]
    v: Literal[1]
    data: CartaImperaVictoriaPositionSetData


class CartaImperaVictoriaSeatResignedData(TypedDict):
    first: int


class CartaImperaVictoriaSeatResigned(EventHead):
    type: Literal["SeatResigned"]
    v: Literal[1]
    data: CartaImperaVictoriaSeatResignedData


class CartaImperaVictoriaTurnBeganData(TypedDict):
    turn: int


class CartaImperaVictoriaTurnBegan(EventHead):
    type: Literal["TurnBegan"]
    v: Literal[1]
    data: CartaImperaVictoriaTurnBeganData


class CartaImperaVictoriaTurnEndedMarker(TypedDict):
    card: Literal[
        "military-1",
        "military-2",
        "military-3",
        "religion-1",
        "religion-2",
        "economy-1",
        "economy-2",
        "economy-3",
        "science-1",
        "science-2",
        "science-3",
        "culture-1",
        "culture-2",
        "culture-3",
        "utopia-3",
    ]
    sphere: Literal["military", "religion", "economy", "science", "culture", "utopia"]


class CartaImperaVictoriaTurnEndedData(TypedDict):
    lapsed: list[CartaImperaVictoriaTurnEndedMarker]


class CartaImperaVictoriaTurnEnded(EventHead):
    type: Literal["TurnEnded"]
    v: Literal[1]
    data: CartaImperaVictoriaTurnEndedData


class CivilizationTheCardGameAttackLaidData(TypedDict):
    target: int
    units: list[Literal["archer", "axeman", "spearman", "swordsman", "chariot", "catapult"]]


class CivilizationTheCardGameAttackLaid(EventHead):
    type: Literal["AttackLaid"]
    v: Literal[1]
    data: CivilizationTheCardGameAttackLaidData


CivilizationTheCardGameBattleBeganData: TypeAlias = dict[str, Any]


class CivilizationTheCardGameBattleBegan(EventHead):
    type: Literal["BattleBegan"]
    v: Literal[1]
    data: CivilizationTheCardGameBattleBeganData


CivilizationTheCardGameBattleEndedData: TypeAlias = dict[str, Any]


class CivilizationTheCardGameBattleEnded(EventHead):
    type: Literal["BattleEnded"]
    v: Literal[1]
    data: CivilizationTheCardGameBattleEndedData


CivilizationTheCardGameBattleResumedData: TypeAlias = dict[str, Any]


class CivilizationTheCardGameBattleResumed(EventHead):
    type: Literal["BattleResumed"]
    v: Literal[1]
    data: CivilizationTheCardGameBattleResumedData


class CivilizationTheCardGameBonusUsedData(TypedDict):
    card: Literal["commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"]
    resources: dict[str, int]


class CivilizationTheCardGameBonusUsed(EventHead):
    type: Literal["BonusUsed"]
    v: Literal[1]
    data: CivilizationTheCardGameBonusUsedData


class CivilizationTheCardGameBuildingBuiltData(TypedDict):
    building: Literal[
        "walls",
        "temple",
        "colosseum",
        "barracks",
        "granary",
        "forge",
        "market",
        "monastery",
        "library",
        "hanging_gardens",
        "colossus",
        "great_library",
        "great_wall",
        "pyramids",
    ]
    paid: int
    plot: int


class CivilizationTheCardGameBuildingBuilt(EventHead):
    type: Literal["BuildingBuilt"]
    v: Literal[1]
    data: CivilizationTheCardGameBuildingBuiltData


class CivilizationTheCardGameBuildingReturnedData(TypedDict):
    building: Literal[
        "walls",
        "temple",
        "colosseum",
        "barracks",
        "granary",
        "forge",
        "market",
        "monastery",
        "library",
        "hanging_gardens",
        "colossus",
        "great_library",
        "great_wall",
        "pyramids",
    ]
    plot: int


class CivilizationTheCardGameBuildingReturned(EventHead):
    type: Literal["BuildingReturned"]
    v: Literal[1]
    data: CivilizationTheCardGameBuildingReturnedData


class CivilizationTheCardGameBuildingTornDownData(TypedDict):
    building: Literal[
        "walls",
        "temple",
        "colosseum",
        "barracks",
        "granary",
        "forge",
        "market",
        "monastery",
        "library",
        "hanging_gardens",
        "colossus",
        "great_library",
        "great_wall",
        "pyramids",
    ]
    plot: int


class CivilizationTheCardGameBuildingTornDown(EventHead):
    type: Literal["BuildingTornDown"]
    v: Literal[1]
    data: CivilizationTheCardGameBuildingTornDownData


class CivilizationTheCardGameCardBoughtData(TypedDict):
    paid: dict[str, int]


class CivilizationTheCardGameCardBought(EventHead):
    type: Literal["CardBought"]
    v: Literal[1]
    data: CivilizationTheCardGameCardBoughtData


class CivilizationTheCardGameCardStolenData(TypedDict):
    target: int


class CivilizationTheCardGameCardStolen(EventHead):
    type: Literal["CardStolen"]
    v: Literal[1]
    data: CivilizationTheCardGameCardStolenData


class CivilizationTheCardGameCardsDiscardedData(TypedDict):
    cards: list[
        Literal[
            "archer",
            "axeman",
            "spearman",
            "swordsman",
            "chariot",
            "catapult",
            "walls",
            "temple",
            "colosseum",
            "barracks",
            "granary",
            "forge",
            "market",
            "monastery",
            "library",
            "hanging_gardens",
            "colossus",
            "great_library",
            "great_wall",
            "pyramids",
            "commerce-2",
            "commerce-3",
            "production-2",
            "production-3",
            "food-2",
            "food-3",
            "red-1",
            "red-2",
        ]
    ]


class CivilizationTheCardGameCardsDiscarded(EventHead):
    type: Literal["CardsDiscarded"]
    v: Literal[1]
    data: CivilizationTheCardGameCardsDiscardedData


class CivilizationTheCardGameCardsDrawnData(TypedDict):
    count: int


class CivilizationTheCardGameCardsDrawn(EventHead):
    type: Literal["CardsDrawn"]
    v: Literal[1]
    data: CivilizationTheCardGameCardsDrawnData


CivilizationTheCardGameCodeOfLawsUsedData: TypeAlias = dict[str, Any]


class CivilizationTheCardGameCodeOfLawsUsed(EventHead):
    type: Literal["CodeOfLawsUsed"]
    v: Literal[1]
    data: CivilizationTheCardGameCodeOfLawsUsedData


class CivilizationTheCardGameDeckReshuffledData(TypedDict):
    count: int


class CivilizationTheCardGameDeckReshuffled(EventHead):
    type: Literal["DeckReshuffled"]
    v: Literal[1]
    data: CivilizationTheCardGameDeckReshuffledData


class CivilizationTheCardGameDefenceEndedData(TypedDict):
    buildings: int
    population: int


class CivilizationTheCardGameDefenceEnded(EventHead):
    type: Literal["DefenceEnded"]
    v: Literal[1]
    data: CivilizationTheCardGameDefenceEndedData


class CivilizationTheCardGameDiscardStepBeganData(TypedDict):
    count: int


class CivilizationTheCardGameDiscardStepBegan(EventHead):
    type: Literal["DiscardStepBegan"]
    v: Literal[1]
    data: CivilizationTheCardGameDiscardStepBeganData


class CivilizationTheCardGameEmpireSetPlotSet(TypedDict):
    buildings: list[
        Literal[
            "walls",
            "temple",
            "colosseum",
            "barracks",
            "granary",
            "forge",
            "market",
            "monastery",
            "library",
            "hanging_gardens",
            "colossus",
            "great_library",
            "great_wall",
            "pyramids",
        ]
    ]
    population: int
    terrain: Literal["grassland", "mountains", "coast", "hills", "river", "forest"]


class CivilizationTheCardGameEmpireSetData(TypedDict):
    plots: list[CivilizationTheCardGameEmpireSetPlotSet]
    protected: int
    resources: dict[str, int]
    technologies: list[
        Literal[
            "agriculture",
            "mining",
            "monotheism",
            "literature",
            "the_wheel",
            "writing",
            "mathematics",
            "iron_working",
            "sailing",
            "pottery",
            "masonry",
            "currency",
            "engineering",
            "code_of_laws",
            "astronomy",
        ]
    ]


class CivilizationTheCardGameEmpireSet(EventHead):
    type: Literal["EmpireSet"]
    v: Literal[1]
    data: CivilizationTheCardGameEmpireSetData


class CivilizationTheCardGameGameStartedData(TypedDict):
    dealer: int


class CivilizationTheCardGameGameStarted(EventHead):
    type: Literal["GameStarted"]
    v: Literal[1]
    data: CivilizationTheCardGameGameStartedData


class CivilizationTheCardGameHandDealtData(TypedDict):
    count: int


class CivilizationTheCardGameHandDealt(EventHead):
    type: Literal["HandDealt"]
    v: Literal[1]
    data: CivilizationTheCardGameHandDealtData


class CivilizationTheCardGameHandRevealedData(TypedDict):
    cards: (
        list[
            Literal[
                "archer",
                "axeman",
                "spearman",
                "swordsman",
                "chariot",
                "catapult",
                "walls",
                "temple",
                "colosseum",
                "barracks",
                "granary",
                "forge",
                "market",
                "monastery",
                "library",
                "hanging_gardens",
                "colossus",
                "great_library",
                "great_wall",
                "pyramids",
                "commerce-2",
                "commerce-3",
                "production-2",
                "production-3",
                "food-2",
                "food-3",
                "red-1",
                "red-2",
            ]
        ]
        | None
    )


class CivilizationTheCardGameHandRevealed(EventHead):
    type: Literal["HandRevealed"]
    v: Literal[1]
    data: CivilizationTheCardGameHandRevealedData


class CivilizationTheCardGameHandSetData(TypedDict):
    count: int


class CivilizationTheCardGameHandSet(EventHead):
    type: Literal["HandSet"]
    v: Literal[1]
    data: CivilizationTheCardGameHandSetData


class CivilizationTheCardGameLeaderChangedData(TypedDict):
    leader: str
    to: int | None


class CivilizationTheCardGameLeaderChanged(EventHead):
    type: Literal["LeaderChanged"]
    v: Literal[1]
    data: CivilizationTheCardGameLeaderChangedData


class CivilizationTheCardGameMarketOpenedData(TypedDict):
    plots: list[Literal["grassland", "mountains", "coast", "hills", "river", "forest"]] | None
    technologies: (
        list[
            Literal[
                "agriculture",
                "mining",
                "monotheism",
                "literature",
                "the_wheel",
                "writing",
                "mathematics",
                "iron_working",
                "sailing",
                "pottery",
                "masonry",
                "currency",
                "engineering",
                "code_of_laws",
                "astronomy",
            ]
        ]
        | None
    )


class CivilizationTheCardGameMarketOpened(EventHead):
    type: Literal["MarketOpened"]
    v: Literal[1]
    data: CivilizationTheCardGameMarketOpenedData


class CivilizationTheCardGamePlotBoughtData(TypedDict):
    paid: dict[str, int]
    terrain: Literal["grassland", "mountains", "coast", "hills", "river", "forest"]


class CivilizationTheCardGamePlotBought(EventHead):
    type: Literal["PlotBought"]
    v: Literal[1]
    data: CivilizationTheCardGamePlotBoughtData


class CivilizationTheCardGamePlotOfferedData(TypedDict):
    terrain: Literal["grassland", "mountains", "coast", "hills", "river", "forest"] | None


class CivilizationTheCardGamePlotOffered(EventHead):
    type: Literal["PlotOffered"]
    v: Literal[1]
    data: CivilizationTheCardGamePlotOfferedData


class CivilizationTheCardGamePlotTakenData(TypedDict):
    terrain: Literal["grassland", "mountains", "coast", "hills", "river", "forest"]


class CivilizationTheCardGamePlotTaken(EventHead):
    type: Literal["PlotTaken"]
    v: Literal[1]
    data: CivilizationTheCardGamePlotTakenData


class CivilizationTheCardGamePlotsDealtData(TypedDict):
    plots: list[Literal["grassland", "mountains", "coast", "hills", "river", "forest"]]


class CivilizationTheCardGamePlotsDealt(EventHead):
    type: Literal["PlotsDealt"]
    v: Literal[1]
    data: CivilizationTheCardGamePlotsDealtData


class CivilizationTheCardGamePlotsOpenedData(TypedDict):
    picks: list[int]
    plots: list[Literal["grassland", "mountains", "coast", "hills", "river", "forest"]] | None


class CivilizationTheCardGamePlotsOpened(EventHead):
    type: Literal["PlotsOpened"]
    v: Literal[1]
    data: CivilizationTheCardGamePlotsOpenedData


class CivilizationTheCardGamePopulationBoughtData(TypedDict):
    paid: int
    plot: int


class CivilizationTheCardGamePopulationBought(EventHead):
    type: Literal["PopulationBought"]
    v: Literal[1]
    data: CivilizationTheCardGamePopulationBoughtData


class CivilizationTheCardGamePopulationResettledData(TypedDict):
    plots: list[int]


class CivilizationTheCardGamePopulationResettled(EventHead):
    type: Literal["PopulationResettled"]
    v: Literal[1]
    data: CivilizationTheCardGamePopulationResettledData


class CivilizationTheCardGamePopulationSettledData(TypedDict):
    plot: int


class CivilizationTheCardGamePopulationSettled(EventHead):
    type: Literal["PopulationSettled"]
    v: Literal[1]
    data: CivilizationTheCardGamePopulationSettledData


class CivilizationTheCardGamePopulationTakenData(TypedDict):
    plots: list[int]


class CivilizationTheCardGamePopulationTaken(EventHead):
    type: Literal["PopulationTaken"]
    v: Literal[1]
    data: CivilizationTheCardGamePopulationTakenData


class CivilizationTheCardGamePositionSetData(TypedDict):
    active: int
    cards_left: int
    dealer: int
    discard: list[
        Literal[
            "archer",
            "axeman",
            "spearman",
            "swordsman",
            "chariot",
            "catapult",
            "walls",
            "temple",
            "colosseum",
            "barracks",
            "granary",
            "forge",
            "market",
            "monastery",
            "library",
            "hanging_gardens",
            "colossus",
            "great_library",
            "great_wall",
            "pyramids",
            "commerce-2",
            "commerce-3",
            "production-2",
            "production-3",
            "food-2",
            "food-3",
            "red-1",
            "red-2",
        ]
    ]
    open_plots: list[Literal["grassland", "mountains", "coast", "hills", "river", "forest"]]
    open_technologies: list[
        Literal[
            "agriculture",
            "mining",
            "monotheism",
            "literature",
            "the_wheel",
            "writing",
            "mathematics",
            "iron_working",
            "sailing",
            "pottery",
            "masonry",
            "currency",
            "engineering",
            "code_of_laws",
            "astronomy",
        ]
    ]
    plots_left: int
    step: str
    technologies_left: int
    turn: int


class CivilizationTheCardGamePositionSet(EventHead):
    type: Literal["PositionSet"]
    v: Literal[1]
    data: CivilizationTheCardGamePositionSetData


class CivilizationTheCardGameProtectionSetData(TypedDict):
    turns: int


class CivilizationTheCardGameProtectionSet(EventHead):
    type: Literal["ProtectionSet"]
    v: Literal[1]
    data: CivilizationTheCardGameProtectionSetData


class CivilizationTheCardGameResourcesCollectedData(TypedDict):
    resources: dict[str, int]


class CivilizationTheCardGameResourcesCollected(EventHead):
    type: Literal["ResourcesCollected"]
    v: Literal[1]
    data: CivilizationTheCardGameResourcesCollectedData


class CivilizationTheCardGameResourcesExchangedData(TypedDict):
    given: dict[str, int]
    taken: Literal["food", "production", "commerce"]


class CivilizationTheCardGameResourcesExchanged(EventHead):
    type: Literal["ResourcesExchanged"]
    v: Literal[1]
    data: CivilizationTheCardGameResourcesExchangedData


class CivilizationTheCardGameResourcesGainedData(TypedDict):
    resources: dict[str, int]


class CivilizationTheCardGameResourcesGained(EventHead):
    type: Literal["ResourcesGained"]
    v: Literal[1]
    data: CivilizationTheCardGameResourcesGainedData


class CivilizationTheCardGameResourcesGivenData(TypedDict):
    resources: dict[str, int]
    target: int


class CivilizationTheCardGameResourcesGiven(EventHead):
    type: Literal["ResourcesGiven"]
    v: Literal[1]
    data: CivilizationTheCardGameResourcesGivenData


class CivilizationTheCardGameResourcesTakenData(TypedDict):
    resources: dict[str, int]
    target: int


class CivilizationTheCardGameResourcesTaken(EventHead):
    type: Literal["ResourcesTaken"]
    v: Literal[1]
    data: CivilizationTheCardGameResourcesTakenData


CivilizationTheCardGameSeatResignedData: TypeAlias = dict[str, Any]


class CivilizationTheCardGameSeatResigned(EventHead):
    type: Literal["SeatResigned"]
    v: Literal[1]
    data: CivilizationTheCardGameSeatResignedData


class CivilizationTheCardGameSettlingBeganData(TypedDict):
    order: list[int]


class CivilizationTheCardGameSettlingBegan(EventHead):
    type: Literal["SettlingBegan"]
    v: Literal[1]
    data: CivilizationTheCardGameSettlingBeganData


class CivilizationTheCardGameStartingDiscardsBeganData(TypedDict):
    order: list[int]


class CivilizationTheCardGameStartingDiscardsBegan(EventHead):
    type: Literal["StartingDiscardsBegan"]
    v: Literal[1]
    data: CivilizationTheCardGameStartingDiscardsBeganData


class CivilizationTheCardGameTechnologyBoughtData(TypedDict):
    paid: int
    technology: Literal[
        "agriculture",
        "mining",
        "monotheism",
        "literature",
        "the_wheel",
        "writing",
        "mathematics",
        "iron_working",
        "sailing",
        "pottery",
        "masonry",
        "currency",
        "engineering",
        "code_of_laws",
        "astronomy",
    ]


class CivilizationTheCardGameTechnologyBought(EventHead):
    type: Literal["TechnologyBought"]
    v: Literal[1]
    data: CivilizationTheCardGameTechnologyBoughtData


class CivilizationTheCardGameTechnologyOfferedData(TypedDict):
    technology: (
        Literal[
            "agriculture",
            "mining",
            "monotheism",
            "literature",
            "the_wheel",
            "writing",
            "mathematics",
            "iron_working",
            "sailing",
            "pottery",
            "masonry",
            "currency",
            "engineering",
            "code_of_laws",
            "astronomy",
        ]
        | None
    )


class CivilizationTheCardGameTechnologyOffered(EventHead):
    type: Literal["TechnologyOffered"]
    v: Literal[1]
    data: CivilizationTheCardGameTechnologyOfferedData


class CivilizationTheCardGameTurnBeganData(TypedDict):
    turn: int


class CivilizationTheCardGameTurnBegan(EventHead):
    type: Literal["TurnBegan"]
    v: Literal[1]
    data: CivilizationTheCardGameTurnBeganData


class CivilizationTheCardGameUnitSentBackData(TypedDict):
    unit: Literal["archer", "axeman", "spearman", "swordsman", "chariot", "catapult"]


class CivilizationTheCardGameUnitSentBack(EventHead):
    type: Literal["UnitSentBack"]
    v: Literal[1]
    data: CivilizationTheCardGameUnitSentBackData


class CivilizationTheCardGameUnitStoppedData(TypedDict):
    stopped: Literal["archer", "axeman", "spearman", "swordsman", "chariot", "catapult"]
    unit: Literal["archer", "axeman", "spearman", "swordsman", "chariot", "catapult"]


class CivilizationTheCardGameUnitStopped(EventHead):
    type: Literal["UnitStopped"]
    v: Literal[1]
    data: CivilizationTheCardGameUnitStoppedData


class CivilizationTheCardGameWallsReturnedData(TypedDict):
    plots: list[int]


class CivilizationTheCardGameWallsReturned(EventHead):
    type: Literal["WallsReturned"]
    v: Literal[1]
    data: CivilizationTheCardGameWallsReturnedData


CivilizationTheCardGameWarEndedData: TypeAlias = dict[str, Any]


class CivilizationTheCardGameWarEnded(EventHead):
    type: Literal["WarEnded"]
    v: Literal[1]
    data: CivilizationTheCardGameWarEndedData


class ActionSignedData(TypedDict):
    key: str
    version: int


class ActionSigned(EventHead):
    type: Literal["ActionSigned"]
    v: Literal[1]
    data: ActionSignedData


class ActionsTakenBackData(TypedDict):
    back_to: int


class ActionsTakenBack(EventHead):
    type: Literal["ActionsTakenBack"]
    v: Literal[1]
    data: ActionsTakenBackData


BotTookOverData: TypeAlias = dict[str, Any]


class BotTookOver(EventHead):
    type: Literal["BotTookOver"]
    v: Literal[1]
    data: BotTookOverData


class ClockStartedData(TypedDict):
    left: int
    since: str
    until: str


class ClockStarted(EventHead):
    type: Literal["ClockStarted"]
    v: Literal[1]
    data: ClockStartedData


class ClockStoppedData(TypedDict):
    left: int


class ClockStopped(EventHead):
    type: Literal["ClockStopped"]
    v: Literal[1]
    data: ClockStoppedData


class DelegateActedData(TypedDict):
    delegate: str
    owner: str


class DelegateActed(EventHead):
    type: Literal["DelegateActed"]
    v: Literal[1]
    data: DelegateActedData


class DelegateNamedData(TypedDict):
    delegate: str
    key: str | None


class DelegateNamed(EventHead):
    type: Literal["DelegateNamed"]
    v: Literal[1]
    data: DelegateNamedData


class EndAgreedData(TypedDict):
    how: Literal["draw", "abort", "score"]


class EndAgreed(EventHead):
    type: Literal["EndAgreed"]
    v: Literal[1]
    data: EndAgreedData


class EntropyCommittedData(TypedDict):
    commitment: str


class EntropyCommitted(EventHead):
    type: Literal["EntropyCommitted"]
    v: Literal[1]
    data: EntropyCommittedData


class EntropyOpenedData(TypedDict):
    entropy: str


class EntropyOpened(EventHead):
    type: Literal["EntropyOpened"]
    v: Literal[1]
    data: EntropyOpenedData


class ForkBeganData(TypedDict):
    state: dict[str, Any]


class ForkBegan(EventHead):
    type: Literal["ForkBegan"]
    v: Literal[1]
    data: ForkBeganData


class FreeingAgreedData(TypedDict):
    freed: int


class FreeingAgreed(EventHead):
    type: Literal["FreeingAgreed"]
    v: Literal[1]
    data: FreeingAgreedData


class GameCorrectedData(TypedDict):
    back_to: int
    by: str
    reason: str


class GameCorrected(EventHead):
    type: Literal["GameCorrected"]
    v: Literal[1]
    data: GameCorrectedData


class GameCreatedWindow(TypedDict):
    begins: str
    days: NotRequired[list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]]]
    ends: str
    zone: str


class GameCreatedOrigin(TypedDict):
    game: str
    version: int


class GameCreatedClock(TypedDict):
    increment: NotRequired[int]
    kind: Literal["turn", "bank"]
    on_expiry: NotRequired[Literal["forfeit", "claim", "bot"]]
    seconds: int
    vacation_days: NotRequired[int]
    window: NotRequired[GameCreatedWindow | None]


class GameCreatedData(TypedDict):
    clock: GameCreatedClock | None
    creator: str | None
    edition: str
    forked_from: GameCreatedOrigin | None
    game: str
    open_until: str | None
    options: dict[str, Any]
    private: bool
    rematch_of: str | None
    reserved: list[str]
    revision: int
    rules_sha256: str | None
    sandbox: bool
    seats: int
    server_commit: str


class GameCreated(EventHead):
    type: Literal["GameCreated"]
    v: Literal[1]
    data: GameCreatedData


class GameEndedSeatPoints(TypedDict):
    points: int
    seat: int


class GameEndedData(TypedDict):
    decided_by: list[str]
    kind: str
    points: list[GameEndedSeatPoints] | None
    server_seed: str | None
    winners: list[int]


class GameEnded(EventHead):
    type: Literal["GameEnded"]
    v: Literal[1]
    data: GameEndedData


GamePausedData: TypeAlias = dict[str, Any]


class GamePaused(EventHead):
    type: Literal["GamePaused"]
    v: Literal[1]
    data: GamePausedData


GameResumedData: TypeAlias = dict[str, Any]


class GameResumed(EventHead):
    type: Literal["GameResumed"]
    v: Literal[1]
    data: GameResumedData


class KeyGivenData(TypedDict):
    key: str


class KeyGiven(EventHead):
    type: Literal["KeyGiven"]
    v: Literal[1]
    data: KeyGivenData


class OpeningsAwaitedData(TypedDict):
    until: str


class OpeningsAwaited(EventHead):
    type: Literal["OpeningsAwaited"]
    v: Literal[1]
    data: OpeningsAwaitedData


class OpeningsExpiredData(TypedDict):
    seats: list[int]
    until: str


class OpeningsExpired(EventHead):
    type: Literal["OpeningsExpired"]
    v: Literal[1]
    data: OpeningsExpiredData


class OrderFiredData(TypedDict):
    order: str


class OrderFired(EventHead):
    type: Literal["OrderFired"]
    v: Literal[1]
    data: OrderFiredData


class OrderSignedData(TypedDict):
    key: str


class OrderSigned(EventHead):
    type: Literal["OrderSigned"]
    v: Literal[1]
    data: OrderSignedData


PauseAgreedData: TypeAlias = dict[str, Any]


class PauseAgreed(EventHead):
    type: Literal["PauseAgreed"]
    v: Literal[1]
    data: PauseAgreedData


class RulesAgreedData(TypedDict):
    revision: int
    rules_sha256: str | None


class RulesAgreed(EventHead):
    type: Literal["RulesAgreed"]
    v: Literal[1]
    data: RulesAgreedData


class RulesMovedData(TypedDict):
    revision: int
    rules_sha256: str | None


class RulesMoved(EventHead):
    type: Literal["RulesMoved"]
    v: Literal[1]
    data: RulesMovedData


SeatClearedData: TypeAlias = dict[str, Any]


class SeatCleared(EventHead):
    type: Literal["SeatCleared"]
    v: Literal[1]
    data: SeatClearedData


SeatFreedData: TypeAlias = dict[str, Any]


class SeatFreed(EventHead):
    type: Literal["SeatFreed"]
    v: Literal[1]
    data: SeatFreedData


SeatKeptData: TypeAlias = dict[str, Any]


class SeatKept(EventHead):
    type: Literal["SeatKept"]
    v: Literal[1]
    data: SeatKeptData


SeatLeftData: TypeAlias = dict[str, Any]


class SeatLeft(EventHead):
    type: Literal["SeatLeft"]
    v: Literal[1]
    data: SeatLeftData


SeatOfferedData: TypeAlias = dict[str, Any]


class SeatOffered(EventHead):
    type: Literal["SeatOffered"]
    v: Literal[1]
    data: SeatOfferedData


SeatReturnedData: TypeAlias = dict[str, Any]


class SeatReturned(EventHead):
    type: Literal["SeatReturned"]
    v: Literal[1]
    data: SeatReturnedData


SeatSawData: TypeAlias = dict[str, Any]


class SeatSaw(EventHead):
    type: Literal["SeatSaw"]
    v: Literal[1]
    data: SeatSawData


class SeatTakenData(TypedDict):
    bot: str | None
    entropy: str | None
    player: str


class SeatTaken(EventHead):
    type: Literal["SeatTaken"]
    v: Literal[1]
    data: SeatTakenData


class StartAwaitedData(TypedDict):
    until: str


class StartAwaited(EventHead):
    type: Literal["StartAwaited"]
    v: Literal[1]
    data: StartAwaitedData


class StartReachedData(TypedDict):
    until: str


class StartReached(EventHead):
    type: Literal["StartReached"]
    v: Literal[1]
    data: StartReachedData


class SubstituteSeatedData(TypedDict):
    player: str


class SubstituteSeated(EventHead):
    type: Literal["SubstituteSeated"]
    v: Literal[1]
    data: SubstituteSeatedData


TableClosedData: TypeAlias = dict[str, Any]


class TableClosed(EventHead):
    type: Literal["TableClosed"]
    v: Literal[1]
    data: TableClosedData


class TableExpiredData(TypedDict):
    until: str


class TableExpired(EventHead):
    type: Literal["TableExpired"]
    v: Literal[1]
    data: TableExpiredData


class TakeBackAgreedData(TypedDict):
    back_to: int


class TakeBackAgreed(EventHead):
    type: Literal["TakeBackAgreed"]
    v: Literal[1]
    data: TakeBackAgreedData


class TimeClaimedData(TypedDict):
    expired: int


class TimeClaimed(EventHead):
    type: Literal["TimeClaimed"]
    v: Literal[1]
    data: TimeClaimedData


class TimeExpiredData(TypedDict):
    until: str


class TimeExpired(EventHead):
    type: Literal["TimeExpired"]
    v: Literal[1]
    data: TimeExpiredData


class TimeGivenData(TypedDict):
    seconds: int
    to: int


class TimeGiven(EventHead):
    type: Literal["TimeGiven"]
    v: Literal[1]
    data: TimeGivenData


class TimeRestoredData(TypedDict):
    by: str | None
    reason: str
    seats: list[int]
    seconds: int


class TimeRestored(EventHead):
    type: Literal["TimeRestored"]
    v: Literal[1]
    data: TimeRestoredData


class VacationTakenData(TypedDict):
    days: int
    until: str


class VacationTaken(EventHead):
    type: Literal["VacationTaken"]
    v: Literal[1]
    data: VacationTakenData


PublicPart: TypeAlias = (
    CartaImperaVictoriaAreaDiscarded
    | CartaImperaVictoriaAreaSet
    | CartaImperaVictoriaAreaTaken
    | CartaImperaVictoriaAttackMade
    | CartaImperaVictoriaBreakthroughBegun
    | CartaImperaVictoriaBreakthroughDiscarded
    | CartaImperaVictoriaCardExposed
    | CartaImperaVictoriaCardPlayed
    | CartaImperaVictoriaCardsDealt
    | CartaImperaVictoriaCardsDrawn
    | CartaImperaVictoriaCardsPlayed
    | CartaImperaVictoriaCentreCardTaken
    | CartaImperaVictoriaCentreOpened
    | CartaImperaVictoriaCultureTokenLost
    | CartaImperaVictoriaCultureTokenSet
    | CartaImperaVictoriaDemocracyPlaced
    | CartaImperaVictoriaDiscardTaken
    | CartaImperaVictoriaDraftEnded
    | CartaImperaVictoriaDraftKept
    | CartaImperaVictoriaDraftRoundBegan
    | CartaImperaVictoriaEffectCopied
    | CartaImperaVictoriaEmbargoLaid
    | CartaImperaVictoriaFinalRoundBegan
    | CartaImperaVictoriaGameStarted
    | CartaImperaVictoriaHandDiscarded
    | CartaImperaVictoriaHandLimitChosen
    | CartaImperaVictoriaHandRevealed
    | CartaImperaVictoriaHandSet
    | CartaImperaVictoriaInquisitionBegun
    | CartaImperaVictoriaInquisitionExchanged
    | CartaImperaVictoriaPacketDealt
    | CartaImperaVictoriaPacketPassed
    | CartaImperaVictoriaPlaySkipped
    | CartaImperaVictoriaPositionSet
    | CartaImperaVictoriaSeatResigned
    | CartaImperaVictoriaTurnBegan
    | CartaImperaVictoriaTurnEnded
    | CivilizationTheCardGameAttackLaid
    | CivilizationTheCardGameBattleBegan
    | CivilizationTheCardGameBattleEnded
    | CivilizationTheCardGameBattleResumed
    | CivilizationTheCardGameBonusUsed
    | CivilizationTheCardGameBuildingBuilt
    | CivilizationTheCardGameBuildingReturned
    | CivilizationTheCardGameBuildingTornDown
    | CivilizationTheCardGameCardBought
    | CivilizationTheCardGameCardStolen
    | CivilizationTheCardGameCardsDiscarded
    | CivilizationTheCardGameCardsDrawn
    | CivilizationTheCardGameCodeOfLawsUsed
    | CivilizationTheCardGameDeckReshuffled
    | CivilizationTheCardGameDefenceEnded
    | CivilizationTheCardGameDiscardStepBegan
    | CivilizationTheCardGameEmpireSet
    | CivilizationTheCardGameGameStarted
    | CivilizationTheCardGameHandDealt
    | CivilizationTheCardGameHandRevealed
    | CivilizationTheCardGameHandSet
    | CivilizationTheCardGameLeaderChanged
    | CivilizationTheCardGameMarketOpened
    | CivilizationTheCardGamePlotBought
    | CivilizationTheCardGamePlotOffered
    | CivilizationTheCardGamePlotTaken
    | CivilizationTheCardGamePlotsDealt
    | CivilizationTheCardGamePlotsOpened
    | CivilizationTheCardGamePopulationBought
    | CivilizationTheCardGamePopulationResettled
    | CivilizationTheCardGamePopulationSettled
    | CivilizationTheCardGamePopulationTaken
    | CivilizationTheCardGamePositionSet
    | CivilizationTheCardGameProtectionSet
    | CivilizationTheCardGameResourcesCollected
    | CivilizationTheCardGameResourcesExchanged
    | CivilizationTheCardGameResourcesGained
    | CivilizationTheCardGameResourcesGiven
    | CivilizationTheCardGameResourcesTaken
    | CivilizationTheCardGameSeatResigned
    | CivilizationTheCardGameSettlingBegan
    | CivilizationTheCardGameStartingDiscardsBegan
    | CivilizationTheCardGameTechnologyBought
    | CivilizationTheCardGameTechnologyOffered
    | CivilizationTheCardGameTurnBegan
    | CivilizationTheCardGameUnitSentBack
    | CivilizationTheCardGameUnitStopped
    | CivilizationTheCardGameWallsReturned
    | CivilizationTheCardGameWarEnded
    | ActionSigned
    | ActionsTakenBack
    | BotTookOver
    | ClockStarted
    | ClockStopped
    | DelegateActed
    | DelegateNamed
    | EndAgreed
    | EntropyCommitted
    | EntropyOpened
    | ForkBegan
    | FreeingAgreed
    | GameCorrected
    | GameCreated
    | GameEnded
    | GamePaused
    | GameResumed
    | KeyGiven
    | OpeningsAwaited
    | OpeningsExpired
    | OrderFired
    | OrderSigned
    | PauseAgreed
    | RulesAgreed
    | RulesMoved
    | SeatCleared
    | SeatFreed
    | SeatKept
    | SeatLeft
    | SeatOffered
    | SeatReturned
    | SeatSaw
    | SeatTaken
    | StartAwaited
    | StartReached
    | SubstituteSeated
    | TableClosed
    | TableExpired
    | TakeBackAgreed
    | TimeClaimed
    | TimeExpired
    | TimeGiven
    | TimeRestored
    | VacationTaken
)
"""The open part of any event; `type` tells which one."""
