// The open parts of events, by their types; `data` holds what happened.
// Made from the contract by `make openapi`.

/** Members of the open part of every event. */
export interface EventHead {
  /** Time in UTC, RFC 3339 to the millisecond. */
  at: string;
  /** Number of the action that caused the event, counted from 1. */
  ply: number;
  /** Position of the event in its game, counted from 1. */
  position: number;
  /** Seat that acts, counted from 0; null where the event belongs to none. */
  seat: number | null;
  /** Commitments to the hidden fields, by name. */
  secrets: Record<string, string>;
}

export interface CartaImperaVictoriaAreaDiscarded extends EventHead {
  type: "AreaDiscarded";
  v: 1;
  data: { cards: Array<"military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3">; effect: string };
}

export interface CartaImperaVictoriaAreaSetMarker {
  card: "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3";
  sphere: "military" | "religion" | "economy" | "science" | "culture" | "utopia";
}

export interface CartaImperaVictoriaAreaSet extends EventHead {
  type: "AreaSet";
  v: 1;
  data: { area: Array<"military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3">; democracy: Array<"military" | "religion" | "economy" | "science" | "culture" | "utopia">; embargoes: Array<CartaImperaVictoriaAreaSetMarker> };
}

export interface CartaImperaVictoriaAreaTaken extends EventHead {
  type: "AreaTaken";
  v: 1;
  data: { cards: Array<"military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3">; effect: string };
}

export interface CartaImperaVictoriaAttackMadeLoss {
  card: "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3";
  seat: number;
}

export interface CartaImperaVictoriaAttackMade extends EventHead {
  type: "AttackMade";
  v: 1;
  data: { given_up: "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3"; losses: Array<CartaImperaVictoriaAttackMadeLoss>; paid: "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3"; sphere: "military" | "religion" | "economy" | "science" | "culture" | "utopia" };
}

export interface CartaImperaVictoriaBreakthroughBegun extends EventHead {
  type: "BreakthroughBegun";
  v: 1;
  data: { count: number; paid: "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3" };
}

export interface CartaImperaVictoriaBreakthroughDiscarded extends EventHead {
  type: "BreakthroughDiscarded";
  v: 1;
  data: { cards: Array<"military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3"> };
}

export interface CartaImperaVictoriaCardExposed extends EventHead {
  type: "CardExposed";
  v: 1;
  data: { card: "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3" | null };
}

export interface CartaImperaVictoriaCardPlayed extends EventHead {
  type: "CardPlayed";
  v: 1;
  data: { card: "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3" };
}

export interface CartaImperaVictoriaCardsDealtBacks {
  "1": number;
  "2": number;
  "3": number;
}

export interface CartaImperaVictoriaCardsDealt extends EventHead {
  type: "CardsDealt";
  v: 1;
  data: { backs: CartaImperaVictoriaCardsDealtBacks };
}

export interface CartaImperaVictoriaCardsDrawnBacks {
  "1": number;
  "2": number;
  "3": number;
}

export interface CartaImperaVictoriaCardsDrawn extends EventHead {
  type: "CardsDrawn";
  v: 1;
  data: { backs: CartaImperaVictoriaCardsDrawnBacks };
}

export interface CartaImperaVictoriaCardsPlayed extends EventHead {
  type: "CardsPlayed";
  v: 1;
  data: { cards: Array<"military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3"> };
}

export interface CartaImperaVictoriaCentreCardTaken extends EventHead {
  type: "CentreCardTaken";
  v: 1;
  data: { card: "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3" };
}

export interface CartaImperaVictoriaCentreOpened extends EventHead {
  type: "CentreOpened";
  v: 1;
  data: { picks: Array<number> };
}

export interface CartaImperaVictoriaCultureTokenLost extends EventHead {
  type: "CultureTokenLost";
  v: 1;
  data: { to: number | null };
}

export interface CartaImperaVictoriaCultureTokenSet extends EventHead {
  type: "CultureTokenSet";
  v: 1;
  data: { sphere: "military" | "religion" | "economy" | "science" | "culture" | "utopia" | null; target: number | null };
}

export interface CartaImperaVictoriaDemocracyPlaced extends EventHead {
  type: "DemocracyPlaced";
  v: 1;
  data: { sphere: "military" | "religion" | "economy" | "science" | "culture" | "utopia"; target: number };
}

export interface CartaImperaVictoriaDiscardTaken extends EventHead {
  type: "DiscardTaken";
  v: 1;
  data: { cards: Array<"military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3">; effect: string };
}

export interface CartaImperaVictoriaDraftEnded extends EventHead {
  type: "DraftEnded";
  v: 1;
  data: Record<string, unknown>;
}

export interface CartaImperaVictoriaDraftKept extends EventHead {
  type: "DraftKept";
  v: 1;
  data: Record<string, unknown>;
}

export interface CartaImperaVictoriaDraftRoundBegan extends EventHead {
  type: "DraftRoundBegan";
  v: 1;
  data: { round: number };
}

export interface CartaImperaVictoriaEffectCopied extends EventHead {
  type: "EffectCopied";
  v: 1;
  data: { effect: string; sphere: "military" | "religion" | "economy" | "science" | "culture" | "utopia"; target: number };
}

export interface CartaImperaVictoriaEmbargoLaid extends EventHead {
  type: "EmbargoLaid";
  v: 1;
  data: { card: "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3"; sphere: "military" | "religion" | "economy" | "science" | "culture" | "utopia"; target: number; turns: number };
}

export interface CartaImperaVictoriaFinalRoundBegan extends EventHead {
  type: "FinalRoundBegan";
  v: 1;
  data: Record<string, unknown>;
}

export interface CartaImperaVictoriaGameStartedPile {
  epoch: number;
  size: number;
}

export interface CartaImperaVictoriaGameStarted extends EventHead {
  type: "GameStarted";
  v: 1;
  data: { first: number; piles: Array<CartaImperaVictoriaGameStartedPile> };
}

export interface CartaImperaVictoriaHandDiscarded extends EventHead {
  type: "HandDiscarded";
  v: 1;
  data: { cards: Array<"military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3">; effect: string };
}

export interface CartaImperaVictoriaHandLimitChosen extends EventHead {
  type: "HandLimitChosen";
  v: 1;
  data: { limit: number };
}

export interface CartaImperaVictoriaHandRevealed extends EventHead {
  type: "HandRevealed";
  v: 1;
  data: { cards: Array<"military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3"> | null };
}

export interface CartaImperaVictoriaHandSetBacks {
  "1": number;
  "2": number;
  "3": number;
}

export interface CartaImperaVictoriaHandSet extends EventHead {
  type: "HandSet";
  v: 1;
  data: { backs: CartaImperaVictoriaHandSetBacks };
}

export interface CartaImperaVictoriaInquisitionBegunBacks {
  "1": number;
  "2": number;
  "3": number;
}

export interface CartaImperaVictoriaInquisitionBegun extends EventHead {
  type: "InquisitionBegun";
  v: 1;
  data: { backs: CartaImperaVictoriaInquisitionBegunBacks; paid: "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3"; target: number };
}

export interface CartaImperaVictoriaInquisitionExchangedBacks {
  "1": number;
  "2": number;
  "3": number;
}

export interface CartaImperaVictoriaInquisitionExchanged extends EventHead {
  type: "InquisitionExchanged";
  v: 1;
  data: { backs: CartaImperaVictoriaInquisitionExchangedBacks; target: number };
}

export interface CartaImperaVictoriaPacketDealtBacks {
  "1": number;
  "2": number;
  "3": number;
}

export interface CartaImperaVictoriaPacketDealt extends EventHead {
  type: "PacketDealt";
  v: 1;
  data: { backs: CartaImperaVictoriaPacketDealtBacks };
}

export interface CartaImperaVictoriaPacketPassed extends EventHead {
  type: "PacketPassed";
  v: 1;
  data: { source: number };
}

export interface CartaImperaVictoriaPlaySkipped extends EventHead {
  type: "PlaySkipped";
  v: 1;
  data: Record<string, unknown>;
}

export interface CartaImperaVictoriaPositionSetPile {
  epoch: number;
  size: number;
}

export interface CartaImperaVictoriaPositionSet extends EventHead {
  type: "PositionSet";
  v: 1;
  data: { active: number; discard: Array<"military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3">; final_round: boolean; first: number; piles: Array<CartaImperaVictoriaPositionSetPile>; step: string; turn: number; used_discard: Array<"military" | "religion" | "economy" | "science" | "culture" | "utopia">; used_permanent: Array<"military" | "religion" | "economy" | "science" | "culture" | "utopia"> };
}

export interface CartaImperaVictoriaSeatResigned extends EventHead {
  type: "SeatResigned";
  v: 1;
  data: { first: number };
}

export interface CartaImperaVictoriaTurnBegan extends EventHead {
  type: "TurnBegan";
  v: 1;
  data: { turn: number };
}

export interface CartaImperaVictoriaTurnEndedMarker {
  card: "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3";
  sphere: "military" | "religion" | "economy" | "science" | "culture" | "utopia";
}

export interface CartaImperaVictoriaTurnEnded extends EventHead {
  type: "TurnEnded";
  v: 1;
  data: { lapsed: Array<CartaImperaVictoriaTurnEndedMarker> };
}

export interface CivilizationTheCardGameAttackLaid extends EventHead {
  type: "AttackLaid";
  v: 1;
  data: { target: number; units: Array<"archer" | "axeman" | "spearman" | "swordsman" | "chariot" | "catapult"> };
}

export interface CivilizationTheCardGameBattleBegan extends EventHead {
  type: "BattleBegan";
  v: 1;
  data: Record<string, unknown>;
}

export interface CivilizationTheCardGameBattleEnded extends EventHead {
  type: "BattleEnded";
  v: 1;
  data: Record<string, unknown>;
}

export interface CivilizationTheCardGameBattleResumed extends EventHead {
  type: "BattleResumed";
  v: 1;
  data: Record<string, unknown>;
}

export interface CivilizationTheCardGameBonusUsed extends EventHead {
  type: "BonusUsed";
  v: 1;
  data: { card: "commerce-2" | "commerce-3" | "production-2" | "production-3" | "food-2" | "food-3" | "red-1" | "red-2"; resources: Record<string, number> };
}

export interface CivilizationTheCardGameBuildingBuilt extends EventHead {
  type: "BuildingBuilt";
  v: 1;
  data: { building: "walls" | "temple" | "colosseum" | "barracks" | "granary" | "forge" | "market" | "monastery" | "library" | "hanging_gardens" | "colossus" | "great_library" | "great_wall" | "pyramids"; paid: number; plot: number };
}

export interface CivilizationTheCardGameBuildingReturned extends EventHead {
  type: "BuildingReturned";
  v: 1;
  data: { building: "walls" | "temple" | "colosseum" | "barracks" | "granary" | "forge" | "market" | "monastery" | "library" | "hanging_gardens" | "colossus" | "great_library" | "great_wall" | "pyramids"; plot: number };
}

export interface CivilizationTheCardGameBuildingTornDown extends EventHead {
  type: "BuildingTornDown";
  v: 1;
  data: { building: "walls" | "temple" | "colosseum" | "barracks" | "granary" | "forge" | "market" | "monastery" | "library" | "hanging_gardens" | "colossus" | "great_library" | "great_wall" | "pyramids"; plot: number };
}

export interface CivilizationTheCardGameCardBought extends EventHead {
  type: "CardBought";
  v: 1;
  data: { paid: Record<string, number> };
}

export interface CivilizationTheCardGameCardStolen extends EventHead {
  type: "CardStolen";
  v: 1;
  data: { target: number };
}

export interface CivilizationTheCardGameCardsDiscarded extends EventHead {
  type: "CardsDiscarded";
  v: 1;
  data: { cards: Array<"archer" | "axeman" | "spearman" | "swordsman" | "chariot" | "catapult" | "walls" | "temple" | "colosseum" | "barracks" | "granary" | "forge" | "market" | "monastery" | "library" | "hanging_gardens" | "colossus" | "great_library" | "great_wall" | "pyramids" | "commerce-2" | "commerce-3" | "production-2" | "production-3" | "food-2" | "food-3" | "red-1" | "red-2"> };
}

export interface CivilizationTheCardGameCardsDrawn extends EventHead {
  type: "CardsDrawn";
  v: 1;
  data: { count: number };
}

export interface CivilizationTheCardGameCodeOfLawsUsed extends EventHead {
  type: "CodeOfLawsUsed";
  v: 1;
  data: Record<string, unknown>;
}

export interface CivilizationTheCardGameDeckReshuffled extends EventHead {
  type: "DeckReshuffled";
  v: 1;
  data: { count: number };
}

export interface CivilizationTheCardGameDefenceEnded extends EventHead {
  type: "DefenceEnded";
  v: 1;
  data: { buildings: number; population: number };
}

export interface CivilizationTheCardGameDiscardStepBegan extends EventHead {
  type: "DiscardStepBegan";
  v: 1;
  data: { count: number };
}

export interface CivilizationTheCardGameEmpireSetPlotSet {
  buildings: Array<"walls" | "temple" | "colosseum" | "barracks" | "granary" | "forge" | "market" | "monastery" | "library" | "hanging_gardens" | "colossus" | "great_library" | "great_wall" | "pyramids">;
  population: number;
  terrain: "grassland" | "mountains" | "coast" | "hills" | "river" | "forest";
}

export interface CivilizationTheCardGameEmpireSet extends EventHead {
  type: "EmpireSet";
  v: 1;
  data: { plots: Array<CivilizationTheCardGameEmpireSetPlotSet>; protected: number; resources: Record<string, number>; technologies: Array<"agriculture" | "mining" | "monotheism" | "literature" | "the_wheel" | "writing" | "mathematics" | "iron_working" | "sailing" | "pottery" | "masonry" | "currency" | "engineering" | "code_of_laws" | "astronomy"> };
}

export interface CivilizationTheCardGameGameStarted extends EventHead {
  type: "GameStarted";
  v: 1;
  data: { dealer: number };
}

export interface CivilizationTheCardGameHandDealt extends EventHead {
  type: "HandDealt";
  v: 1;
  data: { count: number };
}

export interface CivilizationTheCardGameHandRevealed extends EventHead {
  type: "HandRevealed";
  v: 1;
  data: { cards: Array<"archer" | "axeman" | "spearman" | "swordsman" | "chariot" | "catapult" | "walls" | "temple" | "colosseum" | "barracks" | "granary" | "forge" | "market" | "monastery" | "library" | "hanging_gardens" | "colossus" | "great_library" | "great_wall" | "pyramids" | "commerce-2" | "commerce-3" | "production-2" | "production-3" | "food-2" | "food-3" | "red-1" | "red-2"> | null };
}

export interface CivilizationTheCardGameHandSet extends EventHead {
  type: "HandSet";
  v: 1;
  data: { count: number };
}

export interface CivilizationTheCardGameLeaderChanged extends EventHead {
  type: "LeaderChanged";
  v: 1;
  data: { leader: string; to: number | null };
}

export interface CivilizationTheCardGameMarketOpened extends EventHead {
  type: "MarketOpened";
  v: 1;
  data: { plots: Array<"grassland" | "mountains" | "coast" | "hills" | "river" | "forest"> | null; technologies: Array<"agriculture" | "mining" | "monotheism" | "literature" | "the_wheel" | "writing" | "mathematics" | "iron_working" | "sailing" | "pottery" | "masonry" | "currency" | "engineering" | "code_of_laws" | "astronomy"> | null };
}

export interface CivilizationTheCardGamePlotBought extends EventHead {
  type: "PlotBought";
  v: 1;
  data: { paid: Record<string, number>; terrain: "grassland" | "mountains" | "coast" | "hills" | "river" | "forest" };
}

export interface CivilizationTheCardGamePlotOffered extends EventHead {
  type: "PlotOffered";
  v: 1;
  data: { terrain: "grassland" | "mountains" | "coast" | "hills" | "river" | "forest" | null };
}

export interface CivilizationTheCardGamePlotTaken extends EventHead {
  type: "PlotTaken";
  v: 1;
  data: { terrain: "grassland" | "mountains" | "coast" | "hills" | "river" | "forest" };
}

export interface CivilizationTheCardGamePlotsDealt extends EventHead {
  type: "PlotsDealt";
  v: 1;
  data: { plots: Array<"grassland" | "mountains" | "coast" | "hills" | "river" | "forest"> };
}

export interface CivilizationTheCardGamePlotsOpened extends EventHead {
  type: "PlotsOpened";
  v: 1;
  data: { picks: Array<number>; plots: Array<"grassland" | "mountains" | "coast" | "hills" | "river" | "forest"> | null };
}

export interface CivilizationTheCardGamePopulationBought extends EventHead {
  type: "PopulationBought";
  v: 1;
  data: { paid: number; plot: number };
}

export interface CivilizationTheCardGamePopulationResettled extends EventHead {
  type: "PopulationResettled";
  v: 1;
  data: { plots: Array<number> };
}

export interface CivilizationTheCardGamePopulationSettled extends EventHead {
  type: "PopulationSettled";
  v: 1;
  data: { plot: number };
}

export interface CivilizationTheCardGamePopulationTaken extends EventHead {
  type: "PopulationTaken";
  v: 1;
  data: { plots: Array<number> };
}

export interface CivilizationTheCardGamePositionSet extends EventHead {
  type: "PositionSet";
  v: 1;
  data: { active: number; cards_left: number; dealer: number; discard: Array<"archer" | "axeman" | "spearman" | "swordsman" | "chariot" | "catapult" | "walls" | "temple" | "colosseum" | "barracks" | "granary" | "forge" | "market" | "monastery" | "library" | "hanging_gardens" | "colossus" | "great_library" | "great_wall" | "pyramids" | "commerce-2" | "commerce-3" | "production-2" | "production-3" | "food-2" | "food-3" | "red-1" | "red-2">; open_plots: Array<"grassland" | "mountains" | "coast" | "hills" | "river" | "forest">; open_technologies: Array<"agriculture" | "mining" | "monotheism" | "literature" | "the_wheel" | "writing" | "mathematics" | "iron_working" | "sailing" | "pottery" | "masonry" | "currency" | "engineering" | "code_of_laws" | "astronomy">; plots_left: number; step: string; technologies_left: number; turn: number };
}

export interface CivilizationTheCardGameProtectionSet extends EventHead {
  type: "ProtectionSet";
  v: 1;
  data: { turns: number };
}

export interface CivilizationTheCardGameResourcesCollected extends EventHead {
  type: "ResourcesCollected";
  v: 1;
  data: { resources: Record<string, number> };
}

export interface CivilizationTheCardGameResourcesExchanged extends EventHead {
  type: "ResourcesExchanged";
  v: 1;
  data: { given: Record<string, number>; taken: "food" | "production" | "commerce" };
}

export interface CivilizationTheCardGameResourcesGained extends EventHead {
  type: "ResourcesGained";
  v: 1;
  data: { resources: Record<string, number> };
}

export interface CivilizationTheCardGameResourcesGiven extends EventHead {
  type: "ResourcesGiven";
  v: 1;
  data: { resources: Record<string, number>; target: number };
}

export interface CivilizationTheCardGameResourcesTaken extends EventHead {
  type: "ResourcesTaken";
  v: 1;
  data: { resources: Record<string, number>; target: number };
}

export interface CivilizationTheCardGameSeatResigned extends EventHead {
  type: "SeatResigned";
  v: 1;
  data: Record<string, unknown>;
}

export interface CivilizationTheCardGameSettlingBegan extends EventHead {
  type: "SettlingBegan";
  v: 1;
  data: { order: Array<number> };
}

export interface CivilizationTheCardGameStartingDiscardsBegan extends EventHead {
  type: "StartingDiscardsBegan";
  v: 1;
  data: { order: Array<number> };
}

export interface CivilizationTheCardGameTechnologyBought extends EventHead {
  type: "TechnologyBought";
  v: 1;
  data: { paid: number; technology: "agriculture" | "mining" | "monotheism" | "literature" | "the_wheel" | "writing" | "mathematics" | "iron_working" | "sailing" | "pottery" | "masonry" | "currency" | "engineering" | "code_of_laws" | "astronomy" };
}

export interface CivilizationTheCardGameTechnologyOffered extends EventHead {
  type: "TechnologyOffered";
  v: 1;
  data: { technology: "agriculture" | "mining" | "monotheism" | "literature" | "the_wheel" | "writing" | "mathematics" | "iron_working" | "sailing" | "pottery" | "masonry" | "currency" | "engineering" | "code_of_laws" | "astronomy" | null };
}

export interface CivilizationTheCardGameTurnBegan extends EventHead {
  type: "TurnBegan";
  v: 1;
  data: { turn: number };
}

export interface CivilizationTheCardGameUnitSentBack extends EventHead {
  type: "UnitSentBack";
  v: 1;
  data: { unit: "archer" | "axeman" | "spearman" | "swordsman" | "chariot" | "catapult" };
}

export interface CivilizationTheCardGameUnitStopped extends EventHead {
  type: "UnitStopped";
  v: 1;
  data: { stopped: "archer" | "axeman" | "spearman" | "swordsman" | "chariot" | "catapult"; unit: "archer" | "axeman" | "spearman" | "swordsman" | "chariot" | "catapult" };
}

export interface CivilizationTheCardGameWallsReturned extends EventHead {
  type: "WallsReturned";
  v: 1;
  data: { plots: Array<number> };
}

export interface CivilizationTheCardGameWarEnded extends EventHead {
  type: "WarEnded";
  v: 1;
  data: Record<string, unknown>;
}

export interface ActionSigned extends EventHead {
  type: "ActionSigned";
  v: 1;
  data: { key: string; version: number };
}

export interface ActionsTakenBack extends EventHead {
  type: "ActionsTakenBack";
  v: 1;
  data: { back_to: number };
}

export interface BotTookOver extends EventHead {
  type: "BotTookOver";
  v: 1;
  data: Record<string, unknown>;
}

export interface ClockStarted extends EventHead {
  type: "ClockStarted";
  v: 1;
  data: { left: number; since: string; until: string };
}

export interface ClockStopped extends EventHead {
  type: "ClockStopped";
  v: 1;
  data: { left: number };
}

export interface DelegateActed extends EventHead {
  type: "DelegateActed";
  v: 1;
  data: { delegate: string; owner: string };
}

export interface DelegateNamed extends EventHead {
  type: "DelegateNamed";
  v: 1;
  data: { delegate: string; key: string | null };
}

export interface EndAgreed extends EventHead {
  type: "EndAgreed";
  v: 1;
  data: { how: "draw" | "abort" | "score" };
}

export interface EntropyCommitted extends EventHead {
  type: "EntropyCommitted";
  v: 1;
  data: { commitment: string };
}

export interface EntropyOpened extends EventHead {
  type: "EntropyOpened";
  v: 1;
  data: { entropy: string };
}

export interface ForkBegan extends EventHead {
  type: "ForkBegan";
  v: 1;
  data: { state: Record<string, unknown> };
}

export interface FreeingAgreed extends EventHead {
  type: "FreeingAgreed";
  v: 1;
  data: { freed: number };
}

export interface GameCorrected extends EventHead {
  type: "GameCorrected";
  v: 1;
  data: { back_to: number; by: string; reason: string };
}

export interface GameCreatedClock {
  increment?: number;
  kind: "turn" | "bank";
  on_expiry?: "forfeit" | "claim" | "bot";
  seconds: number;
  vacation_days?: number;
  window?: GameCreatedWindow | null;
}

export interface GameCreatedOrigin {
  game: string;
  version: number;
}

export interface GameCreatedWindow {
  begins: string;
  days?: Array<"mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun">;
  ends: string;
  zone: string;
}

export interface GameCreated extends EventHead {
  type: "GameCreated";
  v: 1;
  data: { clock: GameCreatedClock | null; creator: string | null; edition: string; forked_from: GameCreatedOrigin | null; game: string; open_until: string | null; options: Record<string, unknown>; private: boolean; rematch_of: string | null; reserved: Array<string>; revision: number; rules_sha256: string | null; sandbox: boolean; seats: number; server_commit: string };
}

export interface GameEndedSeatPoints {
  points: number;
  seat: number;
}

export interface GameEnded extends EventHead {
  type: "GameEnded";
  v: 1;
  data: { decided_by: Array<string>; kind: string; points: Array<GameEndedSeatPoints> | null; server_seed: string | null; winners: Array<number> };
}

export interface GamePaused extends EventHead {
  type: "GamePaused";
  v: 1;
  data: Record<string, unknown>;
}

export interface GameResumed extends EventHead {
  type: "GameResumed";
  v: 1;
  data: Record<string, unknown>;
}

export interface KeyGiven extends EventHead {
  type: "KeyGiven";
  v: 1;
  data: { key: string };
}

export interface OpeningsAwaited extends EventHead {
  type: "OpeningsAwaited";
  v: 1;
  data: { until: string };
}

export interface OpeningsExpired extends EventHead {
  type: "OpeningsExpired";
  v: 1;
  data: { seats: Array<number>; until: string };
}

export interface OrderFired extends EventHead {
  type: "OrderFired";
  v: 1;
  data: { order: string };
}

export interface OrderSigned extends EventHead {
  type: "OrderSigned";
  v: 1;
  data: { key: string };
}

export interface PauseAgreed extends EventHead {
  type: "PauseAgreed";
  v: 1;
  data: Record<string, unknown>;
}

export interface RulesAgreed extends EventHead {
  type: "RulesAgreed";
  v: 1;
  data: { revision: number; rules_sha256: string | null };
}

export interface RulesMoved extends EventHead {
  type: "RulesMoved";
  v: 1;
  data: { revision: number; rules_sha256: string | null };
}

export interface SeatCleared extends EventHead {
  type: "SeatCleared";
  v: 1;
  data: Record<string, unknown>;
}

export interface SeatFreed extends EventHead {
  type: "SeatFreed";
  v: 1;
  data: Record<string, unknown>;
}

export interface SeatKept extends EventHead {
  type: "SeatKept";
  v: 1;
  data: Record<string, unknown>;
}

export interface SeatLeft extends EventHead {
  type: "SeatLeft";
  v: 1;
  data: Record<string, unknown>;
}

export interface SeatOffered extends EventHead {
  type: "SeatOffered";
  v: 1;
  data: Record<string, unknown>;
}

export interface SeatReturned extends EventHead {
  type: "SeatReturned";
  v: 1;
  data: Record<string, unknown>;
}

export interface SeatSaw extends EventHead {
  type: "SeatSaw";
  v: 1;
  data: Record<string, unknown>;
}

export interface SeatTaken extends EventHead {
  type: "SeatTaken";
  v: 1;
  data: { bot: string | null; entropy: string | null; player: string };
}

export interface StartAwaited extends EventHead {
  type: "StartAwaited";
  v: 1;
  data: { until: string };
}

export interface StartReached extends EventHead {
  type: "StartReached";
  v: 1;
  data: { until: string };
}

export interface SubstituteSeated extends EventHead {
  type: "SubstituteSeated";
  v: 1;
  data: { player: string };
}

export interface TableClosed extends EventHead {
  type: "TableClosed";
  v: 1;
  data: Record<string, unknown>;
}

export interface TableExpired extends EventHead {
  type: "TableExpired";
  v: 1;
  data: { until: string };
}

export interface TakeBackAgreed extends EventHead {
  type: "TakeBackAgreed";
  v: 1;
  data: { back_to: number };
}

export interface TimeClaimed extends EventHead {
  type: "TimeClaimed";
  v: 1;
  data: { expired: number };
}

export interface TimeExpired extends EventHead {
  type: "TimeExpired";
  v: 1;
  data: { until: string };
}

export interface TimeGiven extends EventHead {
  type: "TimeGiven";
  v: 1;
  data: { seconds: number; to: number };
}

export interface TimeRestored extends EventHead {
  type: "TimeRestored";
  v: 1;
  data: { by: string | null; reason: string; seats: Array<number>; seconds: number };
}

export interface VacationTaken extends EventHead {
  type: "VacationTaken";
  v: 1;
  data: { days: number; until: string };
}

/** The open part of any event; `type` tells which one. */
export type PublicPart =
  | CartaImperaVictoriaAreaDiscarded
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
  | VacationTaken;
