// Objects of the API: what requests carry and responses hold.
// Made from the contract by `make openapi`.

import type { PublicPart } from "./events.js";

export type { PublicPart };

/** A field of the request's body that is refused, by its JSON Pointer (RFC 6901). */
export interface Pointer {
  /** JSON Pointer of the field in the body; empty for the body as a whole. */
  pointer: string;
  /** Message about the field. */
  detail: string;
  /** What is wrong. */
  code: "required" | "unknown" | "null" | "choice" | "range" | "pattern" | "length" | "type" | "blank" | "characters" | "url" | "invalid" | (string & {});
}

/** Problem details (RFC 9457). An action that the rules refuse has `rule`, `ruling`, and the `legal` actions. */
export interface Problem {
  /** Type of the problem: an absolute URI whose last part is `code`. It leads to a description. */
  type: string;
  /** Stable name of the problem, the last part of `type`. Absent where a proxy or the edge refuses a request. */
  code?: "bad-authorization" | "bad-code" | "bad-cosignature" | "bad-cursor" | "bad-delegation" | "bad-fields" | "bad-form" | "bad-if-match" | "bad-json" | "bad-key" | "bad-lines" | "bad-mute" | "bad-recovery-code" | "bad-redirect-uri" | "bad-request" | "bad-signature" | "bad-token" | "busy" | "cannot-leave" | "consent-ended" | "content-too-large" | "database-away" | "delegated-already" | "disabled" | "game-started" | "handle-taken" | "illegal" | "internal" | "kept-apart" | "key-not-taken" | "key-reused" | "lost-race" | "method-not-allowed" | "no-mail" | "no-seat" | "no-token" | "not-a-form" | "not-acceptable" | "not-confirmed" | "not-consented" | "not-creator" | "not-found" | "not-implemented" | "not-json" | "not-lines" | "not-main-token" | "not-of-program" | "not-over" | "not-ready" | "not-verified" | "not-whole" | "order-fired" | "outlives-token" | "reliability-too-low" | "reserved-name" | "scope-missing" | "seat-not-free" | "stale" | "suspended" | "tag-taken" | "too-many" | "too-many-analyses" | "too-many-games" | "too-many-requests" | "too-many-returns" | "too-many-streams" | "too-much-at-once" | "unsupported-media-type" | (string & {});
  /** Name of the status; `code` tells the kind of problem. */
  title: string;
  /** HTTP status of the response. */
  status: number;
  /** Explanation of this problem, with what to do about it, by `Accept-Language`. `Content-Language` names a language that is written for players; all else is English. */
  detail: string;
  /** Address to which the browser goes next. */
  redirect_to?: string;
  /** Right path below the address of the service, for a request with a slash too many. */
  address?: string;
  /** Names of wrong fields, each with a list of what is wrong with it. */
  errors?: AnyObject;
  /** The same as `errors`, with a code in place of each message. */
  codes?: AnyObject;
  /** The `errors` by JSON Pointer (RFC 6901) in your language; only for a body. */
  pointers?: Array<Pointer>;
  /** Stable code of the rule that refuses the action. */
  rule?: string;
  /** Number of the ruling that decides, in the rules of the game; null where none does. */
  ruling?: string | null;
  /** Address of the page that explains the ruling. */
  ruling_url?: string;
  /** Legal actions instead, in the form of `GET /v1/games/{id}/actions`. */
  legal?: Array<LegalAction>;
  /** Version of the game on which the action was decided. */
  version?: number;
  /** Time until which the player is `suspended`; null for until further notice. */
  until?: string | null;
  /** Reason for which the player is `suspended`, if the operators have given one. */
  reason?: string | null;
  /** Place in `tables`, counted from 0, of the table that is refused. */
  table?: number;
  /** Players for whom the request is refused. */
  players?: Array<string>;
}

/** Keep one card of the packet. */
export interface CartaImperaVictoriaDraftKeep {
  /** Name. */
  type: "draft_keep";
  /** Kind of card. */
  card: CartaImperaVictoriaKind;
}

/** Take one card of the centre into the area. */
export interface CartaImperaVictoriaDraftPick {
  /** Name. */
  type: "draft_pick";
  /** Kind of card. */
  card: CartaImperaVictoriaKind;
}

/** Play a card from hand into the area. */
export interface CartaImperaVictoriaPlay {
  /** Name. */
  type: "play";
  /** Kind of card. */
  card: CartaImperaVictoriaKind;
}

/** Skip the play, which is allowed only when nothing can be played. */
export interface CartaImperaVictoriaSkipPlay {
  /** Name. */
  type: "skip_play";
}

/** Military, level 1: discard a card from hand. */
export interface CartaImperaVictoriaAssassination {
  /** Name. */
  type: "assassination";
  /** Card to discard from hand. */
  discard: Array<CartaImperaVictoriaKind>;
}

/** Military, level 2: discard two cards from hand. */
export interface CartaImperaVictoriaPurge {
  /** Name. */
  type: "purge";
  /** Two cards to discard from hand. */
  discard: Array<CartaImperaVictoriaKind>;
}

/** Military, discard effect: pay a military card, give up a card of a sphere, and the others lose one of it. */
export interface CartaImperaVictoriaAttack {
  /** Name. */
  type: "attack";
  /** Sphere. */
  sphere: CartaImperaVictoriaSphere;
  /** Card to pay with; null for the one of the lowest epoch. */
  pay?: CartaImperaVictoriaKind | null;
  /** Card of the chosen sphere to lose; null for the one of the lowest epoch. */
  give_up?: CartaImperaVictoriaKind | null;
}

/** Religion, discard effect: take another seat's hand. */
export interface CartaImperaVictoriaInquisition {
  /** Name. */
  type: "inquisition";
  /** Seat whose hand is taken. */
  seat: number;
  /** Card to pay with; null for the one of the lowest epoch. */
  pay?: CartaImperaVictoriaKind | null;
}

/** Give back as many cards as were taken. */
export interface CartaImperaVictoriaInquisitionExchange {
  /** Name. */
  type: "inquisition_exchange";
  /** Cards to give back, as many as were taken. */
  return: Array<CartaImperaVictoriaKind>;
}

/** Economy, level 1: discard a card from the area, then play one. */
export interface CartaImperaVictoriaDevelopment {
  /** Name. */
  type: "development";
  /** Card to discard from the area. */
  discard: Array<CartaImperaVictoriaKind>;
  /** Card to play from hand. */
  play: Array<CartaImperaVictoriaKind>;
}

/** Economy, level 2: discard two cards from the area, then play two. */
export interface CartaImperaVictoriaMonopoly {
  /** Name. */
  type: "monopoly";
  /** Two cards to discard from the area. */
  discard: Array<CartaImperaVictoriaKind>;
  /** Two cards to play from hand. */
  play: Array<CartaImperaVictoriaKind>;
}

/** Economy, discard effect: bar a seat from playing cards of a sphere. */
export interface CartaImperaVictoriaEmbargo {
  /** Name. */
  type: "embargo";
  /** Seat that may not play the sphere. */
  seat: number;
  /** Sphere. */
  sphere: CartaImperaVictoriaSphere;
  /** Card to pay with; null for the one of the lowest epoch. */
  pay?: CartaImperaVictoriaKind | null;
}

/** Science, level 1: take a card from the area to hand, then play one. */
export interface CartaImperaVictoriaExperiment {
  /** Name. */
  type: "experiment";
  /** Card to take from the area to hand. */
  take: Array<CartaImperaVictoriaKind>;
  /** Card to play from hand. */
  play: Array<CartaImperaVictoriaKind>;
}

/** Science, level 2: take two cards from the area to hand, then play two. */
export interface CartaImperaVictoriaResearch {
  /** Name. */
  type: "research";
  /** Two cards to take from the area to hand. */
  take: Array<CartaImperaVictoriaKind>;
  /** Two cards to play from hand. */
  play: Array<CartaImperaVictoriaKind>;
}

/** Science, discard effect: draw five cards. */
export interface CartaImperaVictoriaBreakthrough {
  /** Name. */
  type: "breakthrough";
  /** Card to pay with; null for the one of the lowest epoch. */
  pay?: CartaImperaVictoriaKind | null;
}

/** Discard as many cards as the Breakthrough drew. */
export interface CartaImperaVictoriaBreakthroughDiscard {
  /** Name. */
  type: "breakthrough_discard";
  /** Cards to discard from hand, as many as were drawn. */
  discard: Array<CartaImperaVictoriaKind>;
}

/** Utopia, level 1: take a card from the discard pile. */
export interface CartaImperaVictoriaOligarchy {
  /** Name. */
  type: "oligarchy";
  /** Card to take from the discard pile. */
  take: Array<CartaImperaVictoriaKind>;
}

/** Utopia, level 2: take two cards from the discard pile. */
export interface CartaImperaVictoriaRepublic {
  /** Name. */
  type: "republic";
  /** Two cards to take from the discard pile. */
  take: Array<CartaImperaVictoriaKind>;
}

/** Utopia, discard effect: raise what a seat needs to win in a sphere. */
export interface CartaImperaVictoriaDemocracy {
  /** Name. */
  type: "democracy";
  /** Seat on whose sphere the card is placed. */
  seat: number;
  /** Sphere. */
  sphere: CartaImperaVictoriaSphere;
}

/** Culture: copy a permanent effect of another seat. */
export interface CartaImperaVictoriaInspiration {
  /** Name. */
  type: "inspiration";
  /** Seat whose effect is copied. */
  seat: number;
  /** Permanent effect to copy. */
  effect: "assassination" | "purge" | "holy_book" | "divine_right" | "development" | "monopoly" | "experiment" | "research" | "oligarchy" | "republic";
  /** Cards to discard, where the copied effect asks for them. */
  discard?: Array<CartaImperaVictoriaKind> | null;
  /** Cards to play, where the copied effect asks for them. */
  play?: Array<CartaImperaVictoriaKind> | null;
  /** Cards to take, where the copied effect asks for them. */
  take?: Array<CartaImperaVictoriaKind> | null;
}

/** Draw up to the hand limit and pass the turn on. Without `limit` the highest limit applies that Religion has given in this turn. `limit` names a lower one, 3 or 5; such forms are listed only where they draw fewer cards. */
export interface CartaImperaVictoriaEndTurn {
  /** Name. */
  type: "end_turn";
  /** Hand limit to draw up to, 3 or 5; null for the highest. */
  limit?: number | null;
}

/** Leave the game for good. */
export interface CartaImperaVictoriaResign {
  /** Name. */
  type: "resign";
}

/** Any of these actions. */
export type CartaImperaVictoriaAction = CartaImperaVictoriaDraftKeep | CartaImperaVictoriaDraftPick | CartaImperaVictoriaPlay | CartaImperaVictoriaSkipPlay | CartaImperaVictoriaAssassination | CartaImperaVictoriaPurge | CartaImperaVictoriaAttack | CartaImperaVictoriaInquisition | CartaImperaVictoriaInquisitionExchange | CartaImperaVictoriaDevelopment | CartaImperaVictoriaMonopoly | CartaImperaVictoriaEmbargo | CartaImperaVictoriaExperiment | CartaImperaVictoriaResearch | CartaImperaVictoriaBreakthrough | CartaImperaVictoriaBreakthroughDiscard | CartaImperaVictoriaOligarchy | CartaImperaVictoriaRepublic | CartaImperaVictoriaDemocracy | CartaImperaVictoriaInspiration | CartaImperaVictoriaEndTurn | CartaImperaVictoriaResign;

/** An effect half done: the action that finishes it, of which seat, with how many cards. */
export interface CartaImperaVictoriaStatePending {
  /** Name of the action that finishes the effect. */
  type: "inquisition_exchange" | "breakthrough_discard" | (string & {});
  /** Seat that has to finish the effect. */
  seat: number;
  /** Seat that the effect is aimed at; null for none. */
  target: number | null;
  /** Number of cards to give back or to discard. */
  count: number;
}

/** The draft; packet and kept are one's own, null for a spectator, the packet also once one has chosen. */
export interface CartaImperaVictoriaStateDraftView {
  /** Round of the draft, 1 to 3, or `centre` while the seats choose from the centre. */
  round: 1 | 2 | 3 | (string & {}) | "centre" | (string & {});
  /** Cards from which the caller has to keep one, by kind; null where there is nothing to choose. */
  packet: Counts | null;
  /** Cards that the caller has kept so far, by kind; null for a spectator. */
  kept: Counts | null;
  /** Cards that lie open in the centre, by kind. */
  centre: Counts;
}

/** Number of cards left, and the back of the top one. */
export interface CartaImperaVictoriaStateDeck {
  /** Number of cards left. */
  count: number;
  /** Back of the top card, which shows its epoch, 1 to 3; null for an empty deck. */
  top_back: number | null;
}

/** The sphere on which the culture token lies. */
export interface CartaImperaVictoriaStateOn {
  /** Seat that acts or is meant. */
  seat: number;
  /** Sphere. */
  sphere: "military" | "religion" | "economy" | "science" | "culture" | "utopia" | (string & {});
}

/** Holder and place of the culture token. */
export interface CartaImperaVictoriaStateTokenView {
  /** Seat that acts or is meant. */
  seat: number;
  /** Sphere on which the token lies; null where it lies on none. */
  on: CartaImperaVictoriaStateOn | null;
}

/** Number of cards with each back. */
export interface CartaImperaVictoriaStateBacks {
  /** Number of cards whose back shows epoch 1. */
  "1": number;
  /** Number of cards whose back shows epoch 2. */
  "2": number;
  /** Number of cards whose back shows epoch 3. */
  "3": number;
}

/** The spheres whose effects the active seat has used this turn. */
export interface CartaImperaVictoriaStateUsedView {
  /** Spheres whose permanent effects are used this turn. */
  permanent: Array<"military" | "religion" | "economy" | "science" | "culture" | "utopia" | (string & {})>;
  /** Spheres whose discard effects are used this turn. */
  discard: Array<"military" | "religion" | "economy" | "science" | "culture" | "utopia" | (string & {})>;
}

/** A seat in a view: of another seat's hand only the backs, and cards that were shown. */
export interface CartaImperaVictoriaStateSeatView {
  /** Cards in hand, by kind; null where the caller may not see them. */
  hand: Counts | null;
  /** Cards of the hand that the caller was shown; empty for an open hand. */
  known: Counts;
  /** Numbers of cards with each back; the back shows the epoch, 1 to 3. */
  backs: CartaImperaVictoriaStateBacks;
  /** Number of cards up to which the seat would draw now. */
  hand_limit: number;
  /** Cards that lie open in front of the seat, by kind. */
  area: Counts;
  /** Number of Democracy markers on each of the seat's spheres. */
  democracy: Counts;
  /** Number of Embargo markers on each of the seat's spheres. */
  embargo: Counts;
  /** Number of cards that the seat needs in each sphere for a Domination. */
  wins_at: Counts;
  /** Spheres used this turn. */
  used: CartaImperaVictoriaStateUsedView;
  /** Whether the seat is still in the game. */
  present: boolean;
}

/** The state of a game as a seat or a spectator sees it. */
export interface CartaImperaVictoriaState {
  /** Number of the turn; 0 before the first. */
  turn: number;
  /** Seat whose turn it is. */
  active: number;
  /** Seat that counts as the first. */
  first: number;
  /** Step of the turn. */
  step: "draft" | "play" | "effects" | "over" | (string & {});
  /** Effect that is half done and has to be finished first; null for none. */
  pending: CartaImperaVictoriaStatePending | null;
  /** Draft; null once it is over, or in a game without one. */
  draft: CartaImperaVictoriaStateDraftView | null;
  /** Deck. */
  deck: CartaImperaVictoriaStateDeck;
  /** Cards of the discard pile, by kind. */
  discard: Counts;
  /** Whether the last round of turns has begun. */
  final_round: boolean;
  /** Holder of the culture token and where it lies; null in the supply. */
  culture_token: CartaImperaVictoriaStateTokenView | null;
  /** Seats, in order. */
  seats: Array<CartaImperaVictoriaStateSeatView>;
}

/** Cards and markers of a seat. */
export interface CartaImperaVictoriaSeatPosition {
  /** Cards in hand, by kind. */
  hand?: Counts;
  /** Cards that lie open in front of the seat, by kind. */
  area?: Counts;
  /** Number of Democracy markers on each of the seat's spheres. */
  democracy?: Counts;
  /** Number of Embargo markers on each of the seat's spheres. */
  embargo?: Counts;
}

/** The sphere on which the culture token lies. */
export interface CartaImperaVictoriaTokenOn {
  /** Seat that acts or is meant. */
  seat: number;
  /** Sphere. */
  sphere: CartaImperaVictoriaSphere;
}

/** Holder and place of the culture token. */
export interface CartaImperaVictoriaTokenPosition {
  /** Seat that acts or is meant. */
  seat: number;
  /** Sphere on which the token lies; null where it lies on none. */
  on?: CartaImperaVictoriaTokenOn | null;
}

/** Spheres whose effects the active seat has used this turn. */
export interface CartaImperaVictoriaUsed {
  /** Spheres whose permanent effects are used this turn. */
  permanent?: Array<CartaImperaVictoriaSphere>;
  /** Spheres whose discard effects are used this turn. */
  discard?: Array<CartaImperaVictoriaSphere>;
}

/** The shape of a position; cards not mentioned are out of the game. */
export interface CartaImperaVictoriaPosition {
  /** Seat whose turn it is. */
  active: number;
  /** Seat that counts as the first. */
  first: number;
  /** Step of the turn. */
  step: "play" | "effects";
  /** Seats, in order. */
  seats: Array<CartaImperaVictoriaSeatPosition>;
  /** Number of the turn. */
  turn?: number;
  /** Kinds of the cards in the deck, top card first. */
  deck?: Array<CartaImperaVictoriaKind>;
  /** Cards of the discard pile, by kind. */
  discard?: Counts;
  /** Whether the last round has begun; null to let the deck decide. */
  final_round?: boolean | null;
  /** Holder of the culture token and where it lies; null in the supply. */
  culture_token?: CartaImperaVictoriaTokenPosition | null;
  /** Spheres used this turn. */
  used?: CartaImperaVictoriaUsed;
}

/** At the start: take one of the open plots. */
export interface CivilizationTheCardGameTakePlot {
  /** Name. */
  type: "take_plot";
  /** Terrain of the plot. */
  terrain: CivilizationTheCardGameTerrainKind;
}

/** Place the free population on one of the own plots. */
export interface CivilizationTheCardGameSettle {
  /** Name. */
  type: "settle";
  /** Number of the own plot. */
  plot: number;
}

/** Choose what population on plots with two types, and Pyramids, give; leave out fields without a choice. */
export interface CivilizationTheCardGameCollect {
  /** Name. */
  type: "collect";
  /** Resources that population on hills gives. */
  hills?: CivilizationTheCardGameAmounts | null;
  /** Resources that population on rivers gives. */
  river?: CivilizationTheCardGameAmounts | null;
  /** Resources that population on forests gives. */
  forest?: CivilizationTheCardGameAmounts | null;
  /** Resources that the Pyramids give. */
  pyramids?: CivilizationTheCardGameAmounts | null;
}

/** Buy a plot of the market with resources of any types. */
export interface CivilizationTheCardGameBuyPlot {
  /** Name. */
  type: "buy_plot";
  /** Terrain of the plot. */
  terrain: CivilizationTheCardGameTerrainKind;
  /** Resources to pay with; null where there is no choice. */
  pay?: CivilizationTheCardGameAmounts | null;
}

/** Buy population for a plot with food. */
export interface CivilizationTheCardGameBuyPopulation {
  /** Name. */
  type: "buy_population";
  /** Number of the own plot. */
  plot: number;
}

/** Build a building or wonder from hand on a plot, with production. */
export interface CivilizationTheCardGameBuild {
  /** Name. */
  type: "build";
  /** Building or wonder. */
  building: CivilizationTheCardGameBuildingKind;
  /** Number of the own plot. */
  plot: number;
}

/** Discard a building of one's own, or a wonder where the house rules let one. */
export interface CivilizationTheCardGameTearDown {
  /** Name. */
  type: "tear_down";
  /** Building or wonder. */
  building: CivilizationTheCardGameBuildingKind;
  /** Number of the own plot. */
  plot: number;
}

/** Buy a technology of the market with commerce; Writing and Code of Laws name a seat, Code of Laws what to take. */
export interface CivilizationTheCardGameBuyTechnology {
  /** Name. */
  type: "buy_technology";
  /** Technology. */
  technology: CivilizationTheCardGameTechnologyKind;
  /** Seat to take from; for Writing and Code of Laws, null for others. */
  seat?: number | null;
  /** Resources to take with Code of Laws; null for others. */
  take?: CivilizationTheCardGameAmounts | null;
}

/** Take resources from another seat, where the house rules let the technology do so in every turn. */
export interface CivilizationTheCardGameCodeOfLaws {
  /** Name. */
  type: "code_of_laws";
  /** Seat to take from. */
  seat: number;
  /** Resources to take. */
  take?: CivilizationTheCardGameAmounts | null;
}

/** Turn a bonus card into its resources; for a red one name the type. */
export interface CivilizationTheCardGameUseBonus {
  /** Name. */
  type: "use_bonus";
  /** Kind of card. */
  card: CivilizationTheCardGameBonusKind;
  /** Resource to take, for a bonus card that leaves the choice; null for others. */
  resource?: CivilizationTheCardGameResource | null;
}

/** Change three resources of a type, with Sailing two, for one of another. */
export interface CivilizationTheCardGameBank {
  /** Name. */
  type: "bank";
  /** Resource to hand in at the bank. */
  give: CivilizationTheCardGameResource;
  /** Resource to take from the bank. */
  take: CivilizationTheCardGameResource;
}

/** Hand resources to the partner. */
export interface CivilizationTheCardGameGive {
  /** Name. */
  type: "give";
  /** Resources to hand to the partner. */
  resources: CivilizationTheCardGameAmounts;
}

/** Lay down units against a neighbour. */
export interface CivilizationTheCardGameAttack {
  /** Name. */
  type: "attack";
  /** Neighbour that is attacked. */
  seat: number;
  /** Units, by kind. */
  units: Array<CivilizationTheCardGameUnitKind>;
}

/** Attack nobody else: the battles begin. */
export interface CivilizationTheCardGameFight {
  /** Name. */
  type: "fight";
}

/** Defender: take back the Walls that Catapults return, from these plots. */
export interface CivilizationTheCardGameReturnWalls {
  /** Name. */
  type: "return_walls";
  /** Walls to take back from each plot, by number of the plot. */
  plots: CivilizationTheCardGamePlotCounts;
}

/** Defender behind walls: send an attacking unit back. */
export interface CivilizationTheCardGameSendBack {
  /** Name. */
  type: "send_back";
  /** Kind of unit. */
  unit: CivilizationTheCardGameUnitKind;
}

/** Defender: play a unit from hand that stops an attacking one. */
export interface CivilizationTheCardGameDefend {
  /** Name. */
  type: "defend";
  /** Kind of unit. */
  unit: CivilizationTheCardGameUnitKind;
  /** Attacking unit that is stopped. */
  stops: CivilizationTheCardGameUnitKind;
}

/** Defender: stop no more attackers. */
export interface CivilizationTheCardGameLetThrough {
  /** Name. */
  type: "let_through";
}

/** Defender: hand over the population that is taken, from these plots. */
export interface CivilizationTheCardGameGiveUpPopulation {
  /** Name. */
  type: "give_up_population";
  /** Population to give up on each plot, by number of the plot. */
  plots: CivilizationTheCardGamePlotCounts;
}

/** Defender: take a destroyed building back to hand. */
export interface CivilizationTheCardGameGiveUpBuilding {
  /** Name. */
  type: "give_up_building";
  /** Building or wonder. */
  building: CivilizationTheCardGameBuildingKind;
  /** Number of the own plot. */
  plot: number;
}

/** Attacker: place the population that was taken on own plots. */
export interface CivilizationTheCardGameResettle {
  /** Name. */
  type: "resettle";
  /** Population to place on each plot, by number of the plot. */
  plots: CivilizationTheCardGamePlotCounts;
}

/** Buy and attack no more: draw cards. */
export interface CivilizationTheCardGameDraw {
  /** Name. */
  type: "draw";
}

/** Pay any three resources for one more card. */
export interface CivilizationTheCardGamePottery {
  /** Name. */
  type: "pottery";
  /** Resources to pay with; null where there is no choice. */
  pay?: CivilizationTheCardGameAmounts | null;
}

/** Discard cards: two at the start of the game; after the draw, which ends the turn. */
export interface CivilizationTheCardGameDiscard {
  /** Name. */
  type: "discard";
  /** Cards to discard from hand. */
  cards: Array<CivilizationTheCardGameKind>;
}

/** Leave the game for good. */
export interface CivilizationTheCardGameResign {
  /** Name. */
  type: "resign";
}

/** Any of these actions. */
export type CivilizationTheCardGameAction = CivilizationTheCardGameTakePlot | CivilizationTheCardGameSettle | CivilizationTheCardGameCollect | CivilizationTheCardGameBuyPlot | CivilizationTheCardGameBuyPopulation | CivilizationTheCardGameBuild | CivilizationTheCardGameTearDown | CivilizationTheCardGameBuyTechnology | CivilizationTheCardGameCodeOfLaws | CivilizationTheCardGameUseBonus | CivilizationTheCardGameBank | CivilizationTheCardGameGive | CivilizationTheCardGameAttack | CivilizationTheCardGameFight | CivilizationTheCardGameReturnWalls | CivilizationTheCardGameSendBack | CivilizationTheCardGameDefend | CivilizationTheCardGameLetThrough | CivilizationTheCardGameGiveUpPopulation | CivilizationTheCardGameGiveUpBuilding | CivilizationTheCardGameResettle | CivilizationTheCardGameDraw | CivilizationTheCardGamePottery | CivilizationTheCardGameDiscard | CivilizationTheCardGameResign;

/** The decision that the game waits for besides a turn: action, seat, and number. */
export interface CivilizationTheCardGameStatePendingView {
  /** Name of the action that the seat has to take; `end` within the ply that ends a battle, where nobody has to act. */
  type: "take_plot" | "discard" | "settle" | "collect" | "attack" | "return_walls" | "send_back" | "defend" | "give_up_population" | "resettle" | "give_up_building" | "end" | (string & {});
  /** Seat that has to decide. */
  seat: number;
  /** Number of cards, Walls, population or buildings that the decision is about; null where it has none. */
  count: number | null;
}

/** Cards and effects that the active seat has used this turn. */
export interface CivilizationTheCardGameStateUsedView {
  /** Whether the active seat has used Pottery this turn. */
  pottery: boolean;
  /** Whether the active seat has used Code of Laws this turn. */
  code_of_laws: boolean;
}

/** Number of cards left. */
export interface CivilizationTheCardGameStateDeck {
  /** Number of cards left. */
  count: number;
}

/** Technologies for sale, and how many come after them. */
export interface CivilizationTheCardGameStateTechnologyMarket {
  /** Cards that lie open for sale. */
  open: Array<"agriculture" | "mining" | "monotheism" | "literature" | "the_wheel" | "writing" | "mathematics" | "iron_working" | "sailing" | "pottery" | "masonry" | "currency" | "engineering" | "code_of_laws" | "astronomy" | (string & {})>;
  /** Number of technologies that come after. */
  deck: number;
}

/** Plots that lie open, and how many come after them. */
export interface CivilizationTheCardGameStatePlotMarket {
  /** Cards that lie open for sale. */
  open: Array<"grassland" | "mountains" | "coast" | "hills" | "river" | "forest" | (string & {})>;
  /** Number of plots that come after. */
  deck: number;
}

/** Holders of the leader cards. */
export interface CivilizationTheCardGameStateLeadersView {
  /** Seat that holds the happiness leader; null for nobody. */
  happiness: number | null;
  /** Seat that holds the culture leader; null for nobody. */
  culture: number | null;
}

/** The attack on a seat: units still attacking, stopped ones, and those that stopped them. */
export interface CivilizationTheCardGameStateBattleView {
  /** Seat that is attacked. */
  defender: number;
  /** Units that still attack, by kind. */
  attacking: Counts;
  /** Attacking units that were stopped, by kind. */
  stopped: Counts;
  /** Units that the defender has played, by kind. */
  defending: Counts;
  /** Population that the defender still has to give up. */
  population: number;
  /** Population that the attacker still has to place. */
  captives: number;
  /** Number of buildings that the defender still has to take back. */
  buildings: number;
}

/** A war, the current battle first. */
export interface CivilizationTheCardGameStateWarView {
  /** Seat that attacks. */
  attacker: number;
  /** Whether the battles have begun, so that no further seat can be attacked. */
  begun: boolean;
  /** Battles of the war, the current one first. */
  battles: Array<CivilizationTheCardGameStateBattleView>;
}

/** A plot; how many buildings and wonders it holds. */
export interface CivilizationTheCardGameStatePlotView {
  /** Terrain of the plot. */
  terrain: "grassland" | "mountains" | "coast" | "hills" | "river" | "forest" | (string & {});
  /** Population. */
  population: number;
  /** Buildings and wonders. */
  buildings: Array<"walls" | "temple" | "colosseum" | "barracks" | "granary" | "forge" | "market" | "monastery" | "library" | "hanging_gardens" | "colossus" | "great_library" | "great_wall" | "pyramids" | (string & {})>;
  /** Number of buildings and wonders that the plot can hold. */
  capacity: number;
}

/** A seat in a view: of another seat's hand only the number of cards, and cards that were shown. */
export interface CivilizationTheCardGameStateSeatView {
  /** Cards in hand, by kind; null where the caller may not see them. */
  hand: Counts | null;
  /** Cards of the hand that the caller was shown; empty for an open hand. */
  known: Counts;
  /** Number of cards in hand. */
  hand_count: number;
  /** Number of resources of each type. */
  resources: Counts;
  /** Plots. */
  plots: Array<CivilizationTheCardGameStatePlotView>;
  /** Technologies. */
  technologies: Array<"agriculture" | "mining" | "monotheism" | "literature" | "the_wheel" | "writing" | "mathematics" | "iron_working" | "sailing" | "pottery" | "masonry" | "currency" | "engineering" | "code_of_laws" | "astronomy" | (string & {})>;
  /** Happiness. */
  happiness: number;
  /** Culture. */
  culture: number;
  /** Victory points so far, with those of a partner. */
  points: number;
  /** Number of the seat's turns that must begin before it can be attacked; 0 if it can be. */
  protected: number;
  /** Whether the seat is still in the game. */
  present: boolean;
}

/** The state of a game as a seat or a spectator sees it. */
export interface CivilizationTheCardGameState {
  /** Number of the turn; 0 before the first. */
  turn: number;
  /** Seat whose turn it is. */
  active: number;
  /** Seat that dealt the cards. */
  dealer: number;
  /** Step of the turn. */
  step: "plots" | "discards" | "settle" | "collect" | "buy" | "war" | "draw" | "discard" | "over" | (string & {});
  /** Decision that the game waits for besides the turn; null for none. */
  pending: CivilizationTheCardGameStatePendingView | null;
  /** Number of cards that the active seat has to discard now; 0 outside that step. */
  to_discard: number;
  /** Effects that the active seat has used this turn. */
  used: CivilizationTheCardGameStateUsedView;
  /** Deck. */
  deck: CivilizationTheCardGameStateDeck;
  /** Cards of the discard pile, by kind. */
  discard: Counts;
  /** Technologies. */
  technologies: CivilizationTheCardGameStateTechnologyMarket;
  /** Plots. */
  plots: CivilizationTheCardGameStatePlotMarket;
  /** Holders of the leader cards. */
  leaders: CivilizationTheCardGameStateLeadersView;
  /** War that is fought; null for none. */
  war: CivilizationTheCardGameStateWarView | null;
  /** Seats, in order. */
  seats: Array<CivilizationTheCardGameStateSeatView>;
}

/** A plot with what is on it. */
export interface CivilizationTheCardGamePlotPosition {
  /** Terrain of the plot. */
  terrain: CivilizationTheCardGameTerrainKind;
  /** Population. */
  population?: number;
  /** Buildings and wonders. */
  buildings?: Array<CivilizationTheCardGameBuildingKind>;
}

/** Holdings of one seat. */
export interface CivilizationTheCardGameSeatPosition {
  /** Plots. */
  plots: Array<CivilizationTheCardGamePlotPosition>;
  /** Cards in hand, by kind. */
  hand?: Counts;
  /** Technologies. */
  technologies?: Array<CivilizationTheCardGameTechnologyKind>;
  /** Number of resources of each type. */
  resources?: Counts;
  /** Number of the seat's turns that must begin before it can be attacked; 0 if it can be. */
  protected?: number;
}

/** Technologies for sale, and those that come after them, top first. */
export interface CivilizationTheCardGameTechnologiesPosition {
  /** Technologies that lie open for sale. */
  open: Array<CivilizationTheCardGameTechnologyKind>;
  /** Technologies that come after, the next one first. */
  deck?: Array<CivilizationTheCardGameTechnologyKind>;
}

/** Plots for sale, and those that come after them, top first. */
export interface CivilizationTheCardGamePlotsPosition {
  /** Plots that lie open for sale. */
  open?: Array<CivilizationTheCardGameTerrainKind>;
  /** Plots that come after, the next one first. */
  deck?: Array<CivilizationTheCardGameTerrainKind>;
}

/** Holders of the leader cards. */
export interface CivilizationTheCardGameLeadersPosition {
  /** Seat that holds the happiness leader; null for nobody. */
  happiness?: number | null;
  /** Seat that holds the culture leader; null for nobody. */
  culture?: number | null;
}

/** The shape of a position; what is not mentioned is out of the game. */
export interface CivilizationTheCardGamePosition {
  /** Seat whose turn it is. */
  active: number;
  /** Seat that dealt the cards. */
  dealer: number;
  /** Step of the turn. */
  step: "collect" | "buy" | "draw";
  /** Seats, in order. */
  seats: Array<CivilizationTheCardGameSeatPosition>;
  /** Technologies. */
  technologies: CivilizationTheCardGameTechnologiesPosition;
  /** Plots. */
  plots?: CivilizationTheCardGamePlotsPosition;
  /** Number of the turn. */
  turn?: number;
  /** Kinds of the cards in the deck, top card first. */
  deck?: Array<CivilizationTheCardGameKind>;
  /** Cards of the discard pile, by kind. */
  discard?: Counts;
  /** Holders of the leader cards. */
  leaders?: CivilizationTheCardGameLeadersPosition | null;
}

/** Resources that one more of a building would add to each collection, for each plot of the seat in order. */
export interface CivilizationTheCardGameGains {
  /** Food that a Granary would add on each plot; null where a choice decides. */
  granary: Array<number | null>;
  /** Production that a Forge would add on each plot; null where a choice decides. */
  forge: Array<number | null>;
  /** Commerce that a Market would add on each plot; null where a choice decides. */
  market: Array<number | null>;
}

/** Prices for a seat now, discounts included, and yields that some buildings would add. */
export interface CivilizationTheCardGamePriceList {
  /** Price of each technology in commerce, whether or not it is for sale. */
  technologies: Counts;
  /** Price of each building and wonder in production, whether or not it is in hand. */
  buildings: Counts;
  /** Price of the next plot, in resources of any types. */
  plot: number;
  /** Price of one more population on each of the caller's plots, in food, in the order of the plots. */
  population: Array<number>;
  /** Number of resources of one type that the bank takes for one of another. */
  bank: number;
  /** Price of a card with Pottery, in resources of any types. */
  pottery: number;
  /** Resources that Granaries, Forges and Markets would add. */
  gains: CivilizationTheCardGameGains;
}

/** Agree to a pause, which begins once all seats have. */
export interface TablePause {
  /** Name. */
  type: "pause";
}

/** End the pause. */
export interface TableResume {
  /** Name. */
  type: "resume";
}

/** Stop one's own clock for so many days of one's allowance. */
export interface TableTakeVacation {
  /** Name. */
  type: "take_vacation";
  /** Days of vacation to take. */
  days: number;
}

/** Give another seat so many seconds more. */
export interface TableGiveTime {
  /** Name. */
  type: "give_time";
  /** Seat that gets the time. */
  seat: number;
  /** Seconds to give. */
  seconds: number;
}

/** Wait no longer for a seat whose time has run out: it resigns. */
export interface TableClaimTime {
  /** Name. */
  type: "claim_time";
  /** Seat whose time has run out. */
  seat: number;
}

/** Take over again from the bot that plays for one's seat. */
export interface TableComeBack {
  /** Name. */
  type: "come_back";
}

/** Agree to a substitute for a seat whose time has run out, who may come once all others agree. */
export interface TableFreeSeat {
  /** Name. */
  type: "free_seat";
  /** Seat to free for a substitute. */
  seat: number;
}

/** Agree to end the game, which ends once all have: as a draw, without a result, or scored as it stands. */
export interface TableAgreeEnd {
  /** Name. */
  type: "agree_end";
  /** `draw`, `abort` (without a result), or `score` (counted as it stands). */
  how: "draw" | "abort" | "score";
}

/** Offer one's seat to a substitute, and play on until one takes it. */
export interface TableOfferSeat {
  /** Name. */
  type: "offer_seat";
}

/** Offer one's seat no longer. */
export interface TableKeepSeat {
  /** Name. */
  type: "keep_seat";
}

/** Sign one's actions with this key from now on: an Ed25519 public key, as base64url. */
export interface TableSignWith {
  /** Name. */
  type: "sign_with";
  /** Ed25519 public key of 32 bytes, as base64url. */
  key: string;
}

/** Let a delegate act for one's seat though it signs: by this Ed25519 key, as base64url, or unsigned. */
export interface TableNameDelegate {
  /** Name. */
  type: "name_delegate";
  /** Id of the player who may act for the caller's seat. */
  delegate: string;
  /** Ed25519 public key of 32 bytes by which the delegate signs, as base64url; null if they do not sign. */
  key?: string | null;
}

/** Go back to a version, the end of an earlier ply; by default by one ply. */
export interface TableTakeBack {
  /** Name. */
  type: "take_back";
  /** Version to go back to, the end of a ply; null for that before the last ply. */
  version?: number | null;
}

/** Any of these actions. */
export type TableAction = TablePause | TableResume | TableTakeVacation | TableGiveTime | TableClaimTime | TableComeBack | TableFreeSeat | TableAgreeEnd | TableOfferSeat | TableKeepSeat | TableSignWith | TableNameDelegate | TableTakeBack;

/** The open part of a field: items, of which some are to be chosen. */
export interface Choice {
  /** Items to choose from, each with how often it may be chosen. */
  from: Numbers;
  /** Number of items to choose, at most where there is an `at_least`. */
  count: number;
  /** Least number of items; without it, exactly `count` are to be chosen. */
  at_least?: number;
}

/** A change of a view: an operation of JSON Patch (RFC 6902). */
export interface Change {
  /** `add`, `remove` or `replace`. */
  op: "add" | "remove" | "replace" | (string & {});
  /** JSON Pointer to the place that changes. */
  path: string;
  /** New value there; absent for `remove`. */
  value?: unknown;
}

/** An event: its public part, and the hidden fields that the caller may see. */
export interface Event {
  /** Public part of the event, which the hash chain covers. */
  public: PublicPart;
  /** Hidden fields that the caller may see, by name. */
  private: AnyObject;
  /** Changes that lead from the caller's view at the version before to that at this one, as JSON Patch (RFC 6902); only with `changes=true`. Views are those of `GET /v1/games/{id}/states/{version}`; the first event begins with a whole view. */
  changes?: Array<Change>;
  /** Whether the event is the last of its ply; only with `changes=true`. */
  last?: boolean;
}

/** Events that one action caused; `seat` is the receiver's, null for a spectator. */
export interface Ply {
  /** Id of the game. */
  game: string;
  /** Number of the game's events, which names its state. */
  version: number;
  /** Seat; null for none. */
  seat: number | null;
  /** Whether the game begins to wait for the receiver by this. */
  your_turn: boolean;
  /** Events, in the order in which they happened. */
  events: Array<Event>;
  /** Sentences in the language asked for, one for each event worth telling. */
  words: Array<string>;
}

/** Message to a webhook of the standard format, one for each ply. */
export interface PlyMessage {
  /** Type of the message. */
  type: "game.events" | (string & {});
  /** Time of the message. */
  timestamp: string;
  /** What the message tells. */
  data: Ply;
}

/** A game that waits for the receiver's seat, and until when. */
export interface NearDeadline {
  /** Id of the game. */
  game: string;
  /** Number of the game's events, which names its state. */
  version: number;
  /** Seat of the receiver, for which the game waits. */
  seat: number;
  /** Time by which the seat must act. */
  deadline: string;
}

/** Reminder to a webhook of the standard format, once before a deadline. */
export interface DeadlineMessage {
  /** Type of the message. */
  type: "game.deadline" | (string & {});
  /** Time of the message. */
  timestamp: string;
  /** What the message tells. */
  data: NearDeadline;
}

/** A player; `handle` is unique, and null for a player who has been deleted. */
export interface PlayerAtSeat {
  /** Id of the player. */
  id: string;
  /** Name of the player, which need not be unique. */
  name: string;
  /** Unique handle; null for a deleted player. */
  handle: string | null;
  /** Whether a program plays for this account, as its owner says. Bots of the service are among them. */
  bot: boolean;
}

/** An invitation of the receiver, by whom, and to which seat; `null` is any free seat. */
export interface InvitationToGame {
  /** Id of the game. */
  game: string;
  /** Player who invites. */
  by: PlayerAtSeat;
  /** Seat; null for none. */
  seat: number | null;
  /** Time at which it ends. */
  expires_at: string;
}

/** Message to a webhook of the standard format about an invitation by name. */
export interface InvitationMessage {
  /** Type of the message. */
  type: "game.invitation" | (string & {});
  /** Time of the message. */
  timestamp: string;
  /** What the message tells. */
  data: InvitationToGame;
}

/** The webhook that was tested. */
export interface Tested {
  /** Id of the webhook. */
  webhook: string;
}

/** Test message to a webhook of the standard format. */
export interface TestMessage {
  /** Type of the message. */
  type: "webhook.test" | (string & {});
  /** Time of the message. */
  timestamp: string;
  /** What the message tells. */
  data: Tested;
}

/** Public part of an event, its game, and its cursor in the feed of all games. */
export interface FeedEvent {
  /** Cursor of the event in the order of all events. */
  cursor: string;
  /** Id of the game. */
  game: string;
  /** Public part of the event, which the hash chain covers. */
  public: PublicPart;
}

/** A chat message, numbered from 1 in each game. One that its author or the operators have erased has no text. */
export interface Message {
  /** Number of the message in this chat, counted from 1. */
  id: number;
  /** Player who wrote the message. */
  author: PlayerAtSeat;
  /** Text; null once its author has erased it. */
  text: string | null;
  /** Whether the text has been erased, by its author or by the operators. */
  erased: boolean;
  /** Whether the operators have erased the message. */
  removed: boolean;
  /** Time at which the message was written. */
  at: string;
}

/** An event of one of the caller's games, as that game's events have it. */
export interface MyEvent extends Event {
  /** Id of the game. */
  game: string;
}

/** A place at the table. */
export interface SeatOfGame {
  /** Seat. */
  seat: number;
  /** Player; null for a free seat. */
  player: PlayerAtSeat | null;
  /** Number of the seat's team; null in a game without teams. */
  team: number | null;
}

/** Result of a game. `decided_by` names the spheres of a domination, or the tie-breaks of a majority. The kind `time` is a resignation by the clock; the event `GameEnded` says `resignation` for both. */
export interface Result {
  /** Kind of end. */
  kind: "domination" | "majority" | "technologies" | "resignation" | "time" | "draw" | "void" | (string & {});
  /** Seats that have won. */
  winners: Array<number>;
  /** Points by seat number; null where nothing was counted. */
  points: Numbers | null;
  /** Spheres of a domination, or the tie-breaks that decided a majority. */
  decided_by: Array<string>;
}

/** A finished game, and how many turns it had. */
export interface ArchivedGame extends GameInList {
  /** Number of turns that the game had. */
  turns: number;
}

/** Finished games, newest first; `next` leads to the next page. */
export interface Archive {
  /** Games, newest first. */
  games: Array<ArchivedGame>;
  /** Value of `cursor` for the next page; null on the last page. */
  next: string | null;
  /** The same as `next`, which is the word of all lists. */
  cursor: string | null;
}

/** Games and wins of a seat. */
export interface SeatFigure extends Figure {
  /** Seat. */
  seat: number;
}

/** Games of an edition, and wins of the seat that began. */
export interface EditionFigure extends Figure {
  /** Id of the edition. */
  edition: string;
}

/** Games and wins of seats with an opening. */
export interface OpeningFigure extends Figure {
  /** Name of the opening, such as the id of a sphere. */
  opening: string;
}

/** Games of a length, and wins of the seat that began. */
export interface LengthFigure extends Figure {
  /** Smallest number of turns. */
  min_turns: number;
  /** Largest number of turns. */
  max_turns: number;
}

/** Counts of finished games in groups. */
export interface Figures {
  /** Number of games that are counted. */
  games: number;
  /** Wins of each seat. */
  by_seat: Array<SeatFigure>;
  /** Wins of the seat that began, by edition. */
  by_edition: Array<EditionFigure>;
  /** Wins of seats, by opening; a seat counts once for each game in which it has one. */
  by_opening: Array<OpeningFigure>;
  /** Wins of the seat that began, by number of turns. */
  by_length: Array<LengthFigure>;
}

/** A game that is offered. */
export interface CatalogueEntry {
  /** Id of the kind of game. */
  id: string;
  /** Name of the game. */
  name: string;
  /** Numbers of seats that the game can have. */
  seats: Array<number>;
  /** Ids of the editions. */
  editions: Array<string>;
  /** Id of the edition that is played where none is named. */
  default_edition: string;
}

/** An option of a new game. */
export interface OptionOfGame {
  /** Name of the option. */
  name: string;
  /** Values to choose from. */
  values: Array<unknown>;
  /** Value that is used where none is chosen. */
  default: unknown;
}

/** A key of the service: its line for verifiers, and the SHA-256 of the raw key. */
export interface SigningKey {
  /** Public key in the form that verifiers read: name, key id and base64. */
  key: string;
  /** SHA-256 of the raw public key, in hexadecimal. */
  fingerprint: string;
}

/** All games that are offered, options that every game has besides its own, keys, witnesses, subjects. */
export interface Catalogue {
  /** Kinds of games that are offered. */
  games: Array<CatalogueEntry>;
  /** Options that every game has besides its own. */
  options: Array<OptionOfGame>;
  /** Keys that sign heads, the active one last. */
  keys: Array<SigningKey>;
  /** Keys of witnesses whose cosignatures of the transparency log the service takes, for `verify --witness`. */
  witnesses: Array<string>;
  /** Parts of the service beside its core that run here; the operations of others are 404. */
  subjects: Array<string>;
}

/** An edition, and the properties in which it differs. */
export interface EditionOfGame {
  /** Id of the edition. */
  id: string;
  /** Name of the edition. */
  name: string;
  /** Properties in which the edition differs, by name. */
  rules: AnyObject;
}

/** An event that the game may record. */
export interface EventType {
  /** Type of the event. */
  type: string;
  /** Version of the event's schema. */
  v: number;
  /** Explanation in plain words. */
  description: string;
  /** Whether it reveals hidden cards to a seat. */
  reveals: boolean;
  /** Hidden fields: for each the names of the fields that hold the seats which see it. */
  secret: AnyObject;
  /** JSON Schema of the public fields (`data`) alone. */
  schema: AnyObject;
  /** Path of the JSON Schema of the whole event below the address of the service. */
  url: string;
}

/** All about a game that is not its rules; a game may add lists of its own. */
export interface CatalogueGame {
  /** Id of the kind of game. */
  id: string;
  /** Name of the game. */
  name: string;
  /** Numbers of seats that the game can have. */
  seats: Array<number>;
  /** Editions of the game. */
  editions: Array<EditionOfGame>;
  /** Id of the edition that is played where none is named. */
  default_edition: string;
  /** Options of a new game. */
  options: Array<OptionOfGame>;
  /** Kinds of cards, each with its properties. */
  kinds: Array<AnyObject>;
  /** Names of cards, actions and other terms in the language asked for, by their ids. Look for an action at `id@action`, then at `id`; so for `@field`, `@option`, `@status`, `@step`, `@result` and `@used`. */
  names: Record<string, string>;
  /** JSON Schema of each action, by its name. */
  actions: AnyObject;
  /** Types of events that the game can record. */
  events: Array<EventType>;
  /** Sentence for each event type in the language asked for. Braces hold fields: `{cards}` names cards, `{target:seat}` a player, `{backs:sum|card|cards}` a sum with its word, `{losses:count}` a number. A key with `?` applies where the hidden fields are not known. An empty sentence tells nothing. */
  phrases: Record<string, string>;
}

/** A JSON Schema (2020-12) of an event. */
export interface EventSchema {
  /** Dialect of JSON Schema. */
  "$schema": string;
  /** Type of the event. */
  title: string;
  /** Explanation in plain words. */
  description: string;
  /** Whether the event reveals hidden cards to a seat. */
  reveals: boolean;
  /** Always `object`. */
  type: string;
  /** Properties of the event, as JSON Schema. */
  properties: AnyObject;
  /** Names of the required properties. */
  required: Array<string>;
}

/** Events of all public games; `next` is the `cursor` of the next page, null where nothing follows yet. */
export interface Feed {
  /** Events, in the order in which they happened. */
  events: Array<FeedEvent>;
  /** The `cursor` of the next page; null where nothing follows yet. */
  next: string | null;
}

/** The daily window in which the clock runs, on some days of the week, in the players' time zone. */
export interface Window {
  /** Name of the time zone in the tz database. */
  zone: string;
  /** Time of day at which the window opens, in its zone. */
  begins: string;
  /** Time of day at which the window closes, at most 24:00; if it is not later than `begins`, on the next day. */
  ends: string;
  /** Days of the week on which the window opens; all of them by default. */
  days?: Array<"mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun">;
}

/** The time that seats have. `turn`: so much each time they are awaited; `bank`: so much in all. */
export interface Clock {
  /** `turn`: so many seconds each time the seat is awaited. `bank`: so many for the whole game. */
  kind: "turn" | "bank";
  /** Seconds that a seat has, 1 to 31,622,400 (366 days). */
  seconds: number;
  /** Seconds that a bank gains by each action, by default 0; 0 for the kind `turn`. */
  increment?: number;
  /** Hours of the day in which the clock runs; null for all. */
  window?: Window | null;
  /** Days of vacation for each seat, 0 (the default) to 365, during which its own clock stands still. */
  vacation_days?: number;
  /** Consequence when a time runs out. `forfeit`, the default: the seat resigns; `claim`: another seat may claim that; `bot`: a bot plays on. */
  on_expiry?: "forfeit" | "claim" | "bot";
}

/** A game to be played; the catalogue says what there is to choose. */
export interface NewGame {
  /** Title of the table, on one line; null for none. */
  title?: string | null;
  /** Id of the kind of game. */
  game: string;
  /** Edition of the game; null for its `default_edition`, whatever the `language`. */
  edition?: string | null;
  /** Number of seats; the catalogue says how many a game can have. */
  seats: number;
  /** Options of the game by name; the catalogue lists them with their values. */
  options?: AnyObject;
  /** Settings of the clock; null for a game without deadlines. */
  clock?: Clock | null;
  /** Position to begin from, which makes the game a sandbox; null for an ordinary game. */
  position?: CartaImperaVictoriaPosition | CivilizationTheCardGamePosition | null;
  /** Whether only invited players may look and sit down. */
  private?: boolean;
  /** Reliability that others need to take a seat without an invitation by the creator; null for none. Players whose reliability is not known yet are refused. */
  min_reliability?: number | null;
  /** Language in which the players will talk; null for any. */
  language?: Language | null;
}

/** A seat at which a bot plays, and by which strategy. */
export interface BotOfGame {
  /** Seat of the bot. */
  seat: number;
  /** Strategy with which the bot was seated. */
  strategy: string;
}

/** A version of another game. */
export interface Origin {
  /** Id of the game. */
  game: string;
  /** Version of that game. */
  version: number;
}

/** The daily window in which the clock runs, on some days of the week, in the players' time zone. */
export interface CurrentWindow {
  /** Name of the time zone in the tz database. */
  zone: string;
  /** Time of day at which the window opens, in its zone. */
  begins: string;
  /** Time of day at which the window closes, at most 24:00; if it is not later than `begins`, on the next day. */
  ends: string;
  /** Days of the week on which the window opens; all of them by default. */
  days?: Array<"mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun" | (string & {})>;
}

/** The time that seats have. `turn`: so much each time they are awaited; `bank`: so much in all. */
export interface CurrentClock {
  /** `turn` or `bank`, as in `Clock`. */
  kind: "turn" | "bank" | (string & {});
  /** Seconds that a seat has, 1 to 31,622,400 (366 days). */
  seconds: number;
  /** Seconds that a bank gains by each action; 0 for the kind `turn`. */
  increment?: number;
  /** Hours of the day in which the clock runs; null for all. */
  window?: CurrentWindow | null;
  /** Days of vacation for each seat, 0 to 365, during which its own clock stands still. */
  vacation_days?: number;
  /** Consequence when a time runs out, as in `Clock`. */
  on_expiry?: "forfeit" | "claim" | "bot" | (string & {});
}

/** A seat's time: while its clock runs, `left` seconds from `since` make `until`, within the window. */
export interface SeatClock {
  /** Seat of this time. */
  seat: number;
  /** Whether the seat's clock runs. */
  running: boolean;
  /** Seconds that the seat had left at `since`, or has while its clock stands. */
  left: number;
  /** Time at which the clock started; null while it stands. */
  since: string | null;
  /** Time at which the seat's time runs out; null while its clock stands. */
  until: string | null;
  /** End of the seat's vacation; null while it takes none. */
  away_until: string | null;
  /** Days of vacation that the seat still has. */
  vacation_days: number;
  /** Whether the seat's time has run out. */
  expired: boolean;
  /** Whether a bot plays for the seat because its time ran out. */
  bot: boolean;
}

/** The terms of a game's clock, and how it stands. */
export interface GameClock {
  /** Settings of the clock. */
  terms: CurrentClock;
  /** Whether all clocks stand still because all seats agreed to a pause. */
  paused: boolean;
  /** Seats that have agreed to a pause. */
  wants_pause: Array<number>;
  /** Time of each seat, in order. */
  seats: Array<SeatClock>;
}

/** Deadline by which seats reveal their committed entropy, and the seats still awaited. */
export interface Openings {
  /** Time by which the bytes must be revealed, or the game is void. */
  until: string;
  /** Seats that have not revealed their entropy yet. */
  awaited: Array<number>;
}

/** An option by which the game would be played otherwise; the catalogue names option and values. */
export interface OptionChange {
  /** Name of the option, as the catalogue lists it. */
  option: string;
  /** Value by which the game is played now. */
  before: unknown;
  /** Value by which the game would be played. */
  after: unknown;
}

/** Revision of the rules that the game is played by, the seats that agree to the newest, and what that changes. */
export interface Rules {
  /** Revision of the rules, counted from 1. */
  revision: number;
  /** Newest revision of the rules that the service has. */
  newest: number;
  /** Seats that have agreed to go on by the newest revision. */
  agreed: Array<number>;
  /** Options by which the game would be played otherwise once it goes by the newest rules; empty where nothing changes, and in earlier versions of a game. */
  changes: Array<OptionChange>;
}

/** A seat that would go back to a version; once all would, the game does. */
export interface TakesBack {
  /** Seat that has asked. */
  seat: number;
  /** Version from which the game goes on. */
  back_to: number;
}

/** A seat that would end the game, and how; once all would, it ends. */
export interface WantsEnd {
  /** Seat that would end the game. */
  seat: number;
  /** `draw`, `abort` (without a result), or `score` (counted as it stands). */
  how: "draw" | "abort" | "score" | (string & {});
}

/** The Ed25519 public key by which the player of a seat signs actions. */
export interface SeatKey {
  /** Seat that signs. */
  seat: number;
  /** Ed25519 public key of 32 bytes, as base64url. */
  key: string;
}

/** A seat that would free another one, whose time has run out, for a substitute. */
export interface VacancyVote {
  /** Seat that votes. */
  seat: number;
  /** Seat that it would free. */
  freed: number;
}

/** A player whose seat a substitute has taken; `SubstituteSeated` in the record tells when. */
export interface FormerPlayer {
  /** Seat that the player has given up. */
  seat: number;
  /** The player before the substitute. */
  player: PlayerAtSeat;
}

/** A correction: the operator who took the game back to an earlier version, and the reason. */
export interface Correction {
  /** Name of the operator who corrected the game. */
  by: string;
  /** Reason that the operator gave. */
  reason: string;
  /** Version from which the game goes on. */
  back_to: number;
}

/** A game as the caller may see it. */
export type Game = CartaImperaVictoriaGame | CivilizationTheCardGameGame;

/** A game as the lobby lists it. */
export interface GameInList extends GameSummary {
  /** Id of the kind of game. */
  game: string;
  /** Time of creation. */
  created_at: string;
  /** Time of the last event. */
  updated_at: string;
  /** Pace by the time that a seat has at first, for a turn or in its bank: `live` up to 3 hours, `daily` up to a day, `slow` for more; `none` without a clock. */
  pace: "none" | "live" | "daily" | "slow" | (string & {});
  /** Reliability that one needs to take a seat without an invitation by the creator; null where none is needed. */
  min_reliability: number | null;
  /** Language in which the players talk; null for any. */
  language: "en" | "ru" | "uk" | "ko" | null | (string & {}) | null;
  /** Tag under which an organiser created the table; null without one. */
  tag: string | null;
  /** Messages in the game's chat that others wrote since the caller last read it, at most 100; 0 where the caller holds no seat. */
  unread_messages: number;
}

/** Games, newest first; `next` leads to the next page. */
export interface GameList {
  /** Games, newest first. */
  games: Array<GameInList>;
  /** Value of `cursor` for the next page; null on the last page. */
  next: string | null;
  /** The same as `next`, which is the word of all lists. */
  cursor: string | null;
}

/** A change of a table. */
export interface ChangedGame {
  /** Title of the table, on one line; null for none. */
  title: string | null;
}

/** Legal actions of the caller. A form with `choose` is completed with `count` items out of `from` for each field. If a choice has `at_least`, any number from that to `count` is allowed. */
export interface LegalActions {
  /** Version of the game that the actions belong to. */
  version: number;
  /** Seat of the caller; null for a spectator, who may do nothing. */
  seat: number | null;
  /** Legal actions, ready to post. One with `choose` is a form: pick `count` items out of `from` for each field. */
  actions: Array<LegalAction>;
  /** Whether there are more than 1,000 complete actions, of which these are the first. */
  truncated: boolean;
  /** Prices for the caller now, in their turn or not; null where there are none. Printed prices are in the catalogue. */
  prices: CivilizationTheCardGamePriceList | null;
}

/** An accepted action: its events, and the game after it. */
export interface Accepted {
  /** Number of the game's events, which names its state. */
  version: number;
  /** Number of this action in the game. */
  ply: number;
  /** Events, in the order in which they happened. */
  events: Array<Event>;
  /** The game after the action, as the caller sees it. */
  game: Game;
}

/** An event as far as the caller can predict it. The recorded event adds its time and commitments. */
export interface ExpectedPart {
  /** Public fields of the event, which depend on its type. */
  data: AnyObject;
  /** Number of the action that caused the event. */
  ply: number;
  /** Position of the event in its game. */
  position: number;
  /** Seat that acts; null where the event belongs to none. */
  seat: number | null;
  /** Names of the hidden fields, each with null for the commitment to come. */
  secrets: Record<string, string | null>;
  /** Type of the event. */
  type: string;
  /** Version of the event's schema. */
  v: number;
}

/** An event that an action would cause; what the caller does not know yet is null or left out. */
export interface ExpectedEvent {
  /** Public part of the event, as far as the caller can predict it. */
  public: ExpectedPart;
  /** Hidden fields that the caller would see, by name. */
  private: AnyObject;
}

/** Events that an action would cause, and whether it would reveal anything hidden. */
export interface DryRun {
  /** Version on which the action was decided. */
  version: number;
  /** Whether the action would reveal something hidden, so that it could not be taken back alone. */
  reveals: boolean;
  /** Events that the action would cause, as far as the caller can predict them. */
  events: Array<ExpectedEvent>;
}

/** A move at which its seat had a choice, as the search sees it from what the seat could see. `loss` is how much the played move falls short of `best`, on a scale from 0 for a lost game to 1 for a won one. */
export interface JudgedMove {
  /** Number of actions up to here. */
  ply: number;
  /** Version of the game after the move. */
  version: number;
  /** Seat that moved. */
  seat: number;
  /** Estimated chance of each seat to win before the move. Partners win together; the chances of all sides add up to 1. */
  chances: Array<number>;
  /** Move that was played. */
  played: AnyObject;
  /** Move that the bot would have played, which the seat could know to be legal. */
  best: AnyObject;
  /** Worth of `best` less that of the played move to the seat, from 0 to 1. */
  loss: number;
  /** Number of possible games that were searched. */
  worlds: number;
}

/** The analysis of a finished game; `moves` and `turning_points` are null until it is done. */
export interface Analysis {
  /** Id of the game. */
  game: string;
  /** `queued`, `running`, `done`, or `failed`; ask again to try a failed one once more. */
  status: "queued" | "running" | "done" | "failed" | (string & {});
  /** Part of the moves that is done, from 0 to 1. */
  progress: number;
  /** Time at which somebody asked for the analysis. */
  requested_at: string;
  /** Time at which the analysis was done; null until then. */
  finished_at: string | null;
  /** SHA-256 of the rules by which the moves were judged; null until the first is. */
  rules_sha256: string | null;
  /** Moves at which a seat had a choice, in order; null until the analysis is done. */
  moves: Array<JudgedMove> | null;
  /** Plies of the moves that lost most, at most five, in order; null until the analysis is done. */
  turning_points: Array<number> | null;
}

/** Some messages, oldest first; numbers that are missing are those of players whom the caller has muted. `next` is the `cursor` of the next page: of later messages if this one was asked for by `after`, else of earlier ones; null where there is none. `place` is the `Last-Event-ID` by which a stream tells what follows. `read` is the last message that the caller has read, by `PUT /v1/games/{id}/chat-cursor`; 0 for none. */
export interface Chat {
  /** Messages, oldest first. */
  messages: Array<Message>;
  /** Value of `cursor` for the next page; null on the last page. */
  next: number | null;
  /** Number to send as `Last-Event-ID` for a stream of what follows this page. */
  place: number;
  /** Number of the last message that the caller has read; 0 for none. */
  read: number;
}

/** A chat message. */
export interface NewMessage {
  /** Text of 1 to 2,000 characters; blanks round it fall away. */
  text: string;
}

/** The message up to which the caller has read. */
export interface NewChatCursor {
  /** Number of a message in the chat, counted from 1. */
  message: number;
}

/** The version that the caller has seen. */
export interface NewCursor {
  /** Version up to which the caller has read. */
  version: number;
}

/** A page of events; `next` is the `cursor` of the next page. */
export interface EventList {
  /** Events, in the order in which they happened. */
  events: Array<Event>;
  /** Number of the game's events, which names its state. */
  version: number;
  /** The `cursor` of the next page; null on the last page. */
  next: number | null;
}

/** The version to go on from, the newest if none is named. */
export interface NewFork {
  /** Version to go on from, the end of a ply; null for the newest. */
  version?: number | null;
}

/** Who invites to a game, to which seat, and how long. Seat `null` is any free seat. */
export interface Invitation {
  /** Player who invites. */
  by: PlayerAtSeat;
  /** Seat; null for none. */
  seat: number | null;
  /** Time at which it ends. */
  expires_at: string;
}

/** An invitation to any free seat, or to that one, for whoever has the code, or for a player who is told of it. */
export interface NewInvite {
  /** Seat that the invitation reserves, 0 to 3; null for any free seat. */
  seat?: number | null;
  /** Id of the player who is invited and told; null for whoever has the code. */
  player?: string | null;
  /** Seconds for which the invitation holds, 60 to 31,536,000 (a year). */
  expires_in?: number;
}

/** A new invitation; its code, and the path of the page that leads to the table by it, are shown this once. */
export interface InviteWithCode extends Invite {
  /** Secret code, shown this once. */
  code: string;
  /** Path below the address of the service. */
  path: string;
}

/** An invitation that holds until it expires or is revoked. */
export interface Invite {
  /** Unique id. */
  id: string;
  /** Seat that the invitation reserves; null for any free seat. */
  seat: number | null;
  /** Id of the player who is invited by name; null for whoever has the code. */
  player: string | null;
  /** Time at which it ends. */
  expires_at: string;
}

/** All invitations of the caller to a game that still hold. */
export interface InviteList {
  /** Invitations that still hold. */
  invites: Array<Invite>;
}

/** A private note of the caller on a version of a game. */
export interface Note {
  /** Version of the game that the note is on. */
  version: number;
  /** Text of the note. */
  text: string;
  /** Time at which the note was written. */
  at: string;
}

/** All notes of the caller on a game, by version, at most 500. */
export interface NoteList {
  /** Notes, in the order of their versions. */
  notes: Array<Note>;
}

/** A private note of the caller on one version of a game. */
export interface NewNote {
  /** Text of 1 to 2,000 characters; blanks round it fall away. */
  text: string;
}

/** The 32 bytes that one's seat committed to. */
export interface Opening {
  /** The bytes that the seat committed to, as 64 hexadecimal digits. */
  entropy: string;
}

/** The seat that was taken, and the game. */
export interface Seated {
  /** Seat that was taken. */
  seat: number;
  /** The game after it, as the caller sees it. */
  game: Game;
}

/** Condition of a standing order. */
export interface Condition {
  /** Kind of condition, as `NewCondition` explains. */
  kind: "version" | "action" | "only_action" | "end_turn" | (string & {});
  /** Version that is awaited. */
  version?: number;
  /** Seat whose action is awaited. */
  seat?: number;
  /** Name of the awaited action; absent for any action. */
  action?: string;
}

/** An order, and what became of it; `met` once what it waits for has come, `rule` and `reason` if cancelled. */
export interface Order {
  /** Unique id. */
  id: string;
  /** Condition under which the order acts. */
  condition: Condition;
  /** Action that the order does, as it would be posted; null where it takes whatever is legal. */
  action: AnyObject | null;
  /** `waiting` for its condition, `fired` once it has acted for the last time, or `cancelled`. */
  status: "waiting" | "fired" | "cancelled" | (string & {});
  /** Whether the condition has come true. */
  met: boolean;
  /** Version at which the order was given. */
  since: number;
  /** Version at which the order acted last; null if it has not. */
  fired_at: number | null;
  /** Number of times the order has acted. */
  firings: number;
  /** Stable code of why the order was cancelled; null otherwise. */
  rule: string | null;
  /** Why the order was cancelled, in the language of `Accept-Language`; null otherwise. */
  reason: string | null;
  /** Time at which the order was given. */
  given_at: string;
}

/** All standing orders of the caller in a game that wait, and the last 50 others, oldest first. */
export interface OrderList {
  /** Standing orders, oldest first. */
  orders: Array<Order>;
}

/** Condition of a standing order. The order acts when the game then waits for its seat. `version`: the game has reached `version`. `action`: `seat`, another one, does `action`, or any action, before the game waits for the order's seat again. `only_action`: a single action is legal, and the order takes it. `end_turn`: only ending the turn is legal, and the order does so. The last two stand until the order is withdrawn, and act only if every spectator can see that there is no choice. */
export interface NewCondition {
  /** Kind of condition: `version`, `action`, `only_action` or `end_turn`. */
  kind: "version" | "action" | "only_action" | "end_turn";
  /** Version that is awaited. For the kind `version`. */
  version?: number | null;
  /** Seat whose action is awaited. For the kind `action`. */
  seat?: number | null;
  /** Name of the awaited action; null for any action. For the kind `action`. */
  action?: string | null;
}

/** An order; with `version` and `action` it names an action as it would be posted. */
export interface NewOrder {
  /** Condition under which the order acts. */
  condition: NewCondition;
  /** Action as it would be posted; null for the kinds `only_action` and `end_turn`. */
  action?: AnyObject | null;
}

/** The revision of the rules that one agrees to, the newest. */
export interface Agreement {
  /** Revision of the rules, counted from 1. */
  revision: number;
}

/** A seat, any free one if none is named, and 32 random bytes for the shuffle; to a private game, an invitation. With the option `fairness` at `commit`, a seat has to be named, and a commitment to the bytes takes their place. */
export interface TakeSeat {
  /** Seat to take; null for any free one. */
  seat?: number | null;
  /** 32 random bytes for the shuffle, as 64 hexadecimal digits; null for none. */
  entropy?: string | null;
  /** SHA-256 that commits the seat to its entropy, 64 hexadecimal digits: `T(seat-seed, game, seat, entropy)` of the record format. */
  commitment?: string | null;
  /** Code of an invitation; needed to sit down at a private game. */
  invite?: string | null;
  /** Strategy of a bot to seat instead of the caller; null for the caller. */
  bot?: Strategy | null;
}

/** Narration of one action, a sentence for each event. */
export interface ToldPly {
  /** Number of actions up to here. */
  ply: number;
  /** Version of the game after the ply. */
  version: number;
  /** Time of the ply, UTC. */
  at: string;
  /** Sentences in the language asked for, one for each event worth telling. */
  words: Array<string>;
}

/** Events after one version up to another. The game itself may be further on. */
export interface Since {
  /** Version after which the narration begins. */
  after: number;
  /** Version up to which the narration goes. */
  until: number;
  /** Number of the game's events, which names its state. */
  version: number;
  /** Plies, each with its sentences. */
  plies: Array<ToldPly>;
}

/** An order to be tried on the past of the game, from a version on. */
export interface TrialOrder {
  /** Condition under which the order acts. */
  condition: NewCondition;
  /** Action as it would be posted; null for the kinds `only_action` and `end_turn`. */
  action?: AnyObject | null;
  /** Version from which the past is tried. */
  since?: number;
}

/** At a version the order would have done `action`, unless that was refused or it was cancelled for a reason. */
export interface Outcome {
  /** Version at which it would have happened. */
  version: number;
  /** Action that the order would have done; null where it would not have acted. */
  action: AnyObject | null;
  /** Stable code of why the order would have been cancelled; null otherwise. */
  rule: string | null;
  /** Why the order would have been cancelled, in the language of `Accept-Language`; null otherwise. */
  reason: string | null;
}

/** Outcomes that an order would have had in the past, at most 100. Empty if it would still be waiting. */
export interface OutcomeList {
  /** Outcomes, in the order of their versions. */
  outcomes: Array<Outcome>;
}

/** Number of games. */
export interface GamesByStatus {
  /** Number of tables that wait for players. */
  open: number;
  /** Number of games under way. */
  playing: number;
  /** Number of games that have ended by the rules. */
  finished: number;
  /** Number of games that ended without a result. */
  abandoned: number;
}

/** Number of games checked in their current version, and of their events. */
export interface Checked {
  /** Number of games checked in their current version. */
  games: number;
  /** Number of events in those games. */
  events: number;
}

/** A check of all games, or of those that had changed since theirs. */
export interface AuditRun {
  /** Whether all games were checked, or only those that had changed. */
  everything: boolean;
  /** Time at which the check began. */
  started_at: string;
  /** Time at which the check ended; null while it runs. */
  finished_at: string | null;
  /** Number of games that were checked. */
  games: number;
  /** Number of events that were checked. */
  events: number;
  /** Number of games that were wrong. */
  mismatches: number;
}

/** A check of a sample of finished games for what is hidden from an audience and still reaches it. */
export interface RedactionRun {
  /** Time at which the check ended. */
  finished_at: string;
  /** Number of games that were checked. */
  games: number;
  /** Number of events that were checked, each for every audience. */
  events: number;
  /** Number of events and views that show an audience what is hidden from it. */
  leaks: number;
}

/** A game that is not what chain and rules make of it, from which event on. */
export interface Mismatch {
  /** Id of the game. */
  game: string;
  /** Version of the game that was checked. */
  version: number;
  /** `differs`: the rules make something else of it. `illegal`: the rules refuse an action. `broken`: the hash chain does not hold. `projection`: the record holds, but a list, a result, a figure or an entry of the log says something else. */
  outcome: "differs" | "illegal" | "broken" | "projection" | (string & {});
  /** Position of the first event that is wrong; null where the whole game is, or what follows from it. */
  position: number | null;
  /** Time of the check that found the mismatch. */
  checked_at: string;
}

/** The state of the record: at most 100 mismatches are listed; `last_run` counts all. */
export interface Integrity {
  /** Number of all games by status. */
  games: GamesByStatus;
  /** Number of all events. */
  events: number;
  /** Games and events that were checked in their current version. */
  checked: Checked;
  /** Last complete check; null before the first one. */
  last_run: AuditRun | null;
  /** Check that runs now; null where none does. */
  running: AuditRun | null;
  /** The last check of what audiences get of finished games; null before the first. */
  redaction: RedactionRun | null;
  /** Games that are not what their chain and the rules make of them, at most 100. */
  mismatches: Array<Mismatch>;
  /** Keys that sign heads, the active one last. */
  keys: Array<SigningKey>;
}

/** A line of a witness below a checkpoint. */
export interface NewCosignature {
  /** Number of entries in the checkpoint, its second line. */
  size: number;
  /** The line of the signature, with its line feed. */
  line: string;
}

/** The token or the consent that a right came from, and with which it ends. */
export interface RightOrigin {
  /** `token`: the player's own. `consent`: that of a program. */
  kind: "token" | "consent" | (string & {});
  /** Id of the token or of the consent. */
  id: string;
  /** Label of the token, or name of the program; null for none. */
  name: string | null;
}

/** A token, without the token itself. */
export interface Token {
  /** Id of the token. */
  id: string;
  /** What it may do. */
  scopes: Array<"read" | "play" | "manage" | (string & {})>;
  /** Time of creation. */
  created_at: string;
  /** Time at which the token ends; null if it does not. */
  expires_at: string | null;
  /** Name that the owner of the token has given it; null for none. */
  label: string | null;
  /** Hour in which the token was last used, at most 15 minutes late; null if it never was. */
  used_at: string | null;
  /** Consent by which a program has the token; null for a token of the player's own. */
  consent: string | null;
  /** Token or consent with which it ends; null if none is known. */
  origin: RightOrigin | null;
}

/** The caller, and the token in use. */
export interface Me {
  /** Id of the player. */
  id: string;
  /** Name, which need not be unique. */
  name: string;
  /** Unique handle; null for a deleted player. */
  handle: string | null;
  /** Whether a program plays for this account. */
  bot: boolean;
  /** Time of creation. */
  created_at: string;
  /** Number of the caller's recovery codes that have not been used. */
  recovery_codes_left: number;
  /** Whether the player has opted in to ratings. */
  rated: boolean;
  /** Token of this request. */
  token: Token;
}

/** A change of the caller's account. What is left out stays. */
export interface ChangedMe {
  /** Name of 1 to 40 characters, which need not be unique. */
  name?: string;
  /** Handle that nobody else has; null for one that is made from the name. */
  handle?: string | null;
  /** Whether a program plays for this account; others see it. */
  bot?: boolean;
  /** Whether games count for a rating, if all their players are rated when the last seat is taken. */
  rated?: boolean;
}

/** In which language, and how long before a deadline the calendar program sounds an alarm. */
export interface NewCalendar {
  /** Language of the words. */
  language?: Language;
  /** Minutes before a deadline at which the calendar program sounds an alarm; null for none. */
  alarm_minutes?: number | null;
}

/** Path of the calendar, shown only once. */
export interface Calendar {
  /** Path below the address of the service. */
  path: string;
}

/** An authorization request that the caller agrees to. */
export interface AgreedAuthorization {
  /** Always `code`. */
  response_type: "code";
  /** Id of the program. */
  client_id: string;
  /** Address to which the browser goes with the code, one that the program has registered. */
  redirect_uri: string;
  /** Scopes with spaces between. */
  scope?: string;
  /** Text of the program's own that comes back with the code. */
  state?: string;
  /** SHA-256 of the `code_verifier` that only the program knows, in unpadded base64url (RFC 7636). */
  code_challenge: string;
  /** Always `S256`. */
  code_challenge_method: string;
}

/** The address to which the browser goes next. */
export interface Redirect {
  /** Address to which the browser goes next. */
  redirect_to: string;
}

/** A program, as players see it. Its name is what it says of itself. */
export interface OAuthClientShown {
  /** Id of the program. */
  id: string;
  /** Name that the program gives itself. Nobody has verified it. */
  name: string;
  /** Page about the program; null for none. */
  uri: string | null;
}

/** A program that may act for the caller. */
export interface Consent {
  /** Id of the consent. */
  id: string;
  /** Program that acts. */
  client: OAuthClientShown;
  /** What it may do. */
  scopes: Array<"read" | "play" | "manage" | (string & {})>;
  /** Time of creation. */
  created_at: string;
  /** Time at which the consent ends if the program is idle until then. */
  expires_at: string;
  /** Token or consent with which it ends; null if none is known. */
  origin: RightOrigin | null;
}

/** All programs that may act for the caller, at most 50. */
export interface ConsentList {
  /** Programs that may act, the oldest consent first. */
  consents: Array<Consent>;
}

/** `delegate` acts for `owner` until then, in one game or in all. */
export interface Delegation {
  /** Unique id. */
  id: string;
  /** Id of the player who owns the seat. */
  owner: string;
  /** Handle of the owner; null once deleted. */
  owner_handle: string | null;
  /** Id of the player who acts for the owner. */
  delegate: string;
  /** Handle of the delegate; null once deleted. */
  delegate_handle: string | null;
  /** Id of the game; null for all games. */
  game: string | null;
  /** Time at which the delegation ends. */
  until: string;
  /** Token or consent of the owner that it came from, and with which it ends; null where none is known, and for the delegate. */
  origin: RightOrigin | null;
}

/** All current delegations that the caller has given, and the newest 1,000 received. */
export interface Delegations {
  /** Delegations that the caller has given. */
  given: Array<Delegation>;
  /** Delegations that the caller has received. */
  received: Array<Delegation>;
}

/** Delegate of the caller until a date, in all games if none is named. */
export interface NewDelegation {
  /** Id of the player who may act for the caller. */
  player: string;
  /** Time at which the delegation ends. */
  until: string;
  /** Id of the game; null for all games. */
  game?: string | null;
}

/** An invitation to the caller by name, to a table that has not filled. */
export interface ReceivedInvite {
  /** Unique id. */
  id: string;
  /** Id of the game. */
  game: string;
  /** Id of the kind of game. */
  kind: "carta-impera-victoria" | "civilization-the-card-game" | (string & {});
  /** Seat; null for none. */
  seat: number | null;
  /** Player who invites. */
  by: PlayerAtSeat;
  /** Time at which it ends. */
  expires_at: string;
}

/** All invitations to the caller by name, the newest first. */
export interface ReceivedInvites {
  /** Invitations that still hold. */
  invites: Array<ReceivedInvite>;
}

/** A player of whom the caller reads nothing, since when, and whether they are blocked too. */
export interface Mute {
  /** Player of whom the caller reads nothing. */
  player: PlayerAtSeat;
  /** Time since which the player is muted. */
  at: string;
  /** Whether the two are kept from sitting down at one table too. */
  blocked: boolean;
}

/** All players that the caller has muted, by name, at most 1,000. */
export interface MuteList {
  /** Muted players. */
  mutes: Array<Mute>;
}

/** Whether the player is blocked too. */
export interface NewMute {
  /** Whether the two are kept from sitting down at one table too. */
  blocked?: boolean;
}

/** Hours without notices, by the clock of a time zone. */
export interface QuietHours {
  /** Time of day at which quiet hours begin. */
  from: string;
  /** Time of day at which they end. */
  until: string;
  /** Name of the time zone in the tz database. */
  zone: string;
}

/** Email address for notifications. Mail is sent to a confirmed address only. */
export interface Notices {
  /** Address for mails; null for none. */
  email: string | null;
  /** Whether the address has been confirmed by its code. */
  confirmed: boolean;
  /** Minutes over which news is gathered into one mail, 1 to 10,080. */
  digest_minutes: number;
  /** Language of the words. */
  language: "en" | "ru" | "uk" | "ko" | (string & {});
  /** Minutes from a reminder to the deadline; null for none. */
  reminder_minutes: number | null;
  /** Hours in which no notices go out to people; null for none. */
  quiet_hours: QuietHours | null;
  /** Whether a recovery code can be mailed there; not to one that a token with fewer scopes or an end has confirmed. */
  recovery: boolean;
}

/** Hours without notices, by the clock of a time zone. They may go over midnight. */
export interface NewQuietHours {
  /** Time of day at which quiet hours begin, such as 22:30. */
  from: string;
  /** Time of day at which they end. */
  until: string;
  /** Name of the time zone in the tz database, such as Europe/Kyiv. */
  zone: string;
}

/** Email address for notifications, or null, when they are gathered, and when to be quiet. */
export interface NewNotices {
  /** Address for mails, which gets a code to confirm; null for none. */
  email: string | null;
  /** Minutes over which news is gathered into one mail, 1 to 10,080. */
  digest_minutes?: number;
  /** Language of the words. */
  language?: Language;
  /** Minutes from a reminder to the deadline; null for none. */
  reminder_minutes?: number | null;
  /** Hours in which no notices go out to people; null for none. */
  quiet_hours?: NewQuietHours | null;
}

/** The code that was mailed. */
export interface Code {
  /** Code that was mailed. */
  code: string;
}

/** A player at the other side of a consent, and since when. */
export interface OrganiserConsent {
  /** Organiser, or player who has consented. */
  player: PlayerAtSeat;
  /** Time since which the consent holds. */
  at: string;
}

/** All organisers whom the caller allows, and the newest 1,000 players who allow the caller, by name. */
export interface OrganiserConsents {
  /** Organisers whom the caller allows to seat them. */
  organisers: Array<OrganiserConsent>;
  /** Players who allow the caller to seat them. */
  players: Array<OrganiserConsent>;
}

/** New recovery codes, shown this once. */
export interface RecoveryCodes {
  /** Recovery codes, shown this once. Each works once. */
  codes: Array<string>;
}

/** Something that gives others a view or a hand, or could. */
export interface Right {
  /** Kind of right: a token, a consent to a program, a delegation, a webhook or push subscription, the calendar, the address for mails, recovery codes, an invitation to a game, or an organiser who may seat the player. */
  kind: "tokens" | "consents" | "delegations" | "webhooks" | "calendars" | "addresses" | "recovery_codes" | "invitations" | "organisers" | "orders" | (string & {});
  /** Id by which it is ended; null where there is one at most, and for recovery codes. */
  id: string | null;
  /** Label, program, player, URL or address by which the caller knows it; null for none. */
  name: string | null;
  /** Token or consent with which it ends; null if none is known. */
  origin: RightOrigin | null;
}

/** All rights of the caller that hold. */
export interface RightList {
  /** All of them, by kind. */
  rights: Array<Right>;
}

/** All tokens of the caller that are still good. */
export interface TokenList {
  /** Tokens that are still good. */
  tokens: Array<Token>;
}

/** A further token for the caller. */
export interface NewToken {
  /** Name of the token for its owner; null for none. */
  label?: string | null;
  /** What it may do. */
  scopes?: Array<Scope>;
  /** Time at which the token ends; null if it does not. */
  expires_at?: string | null;
  /** For a link that signs in: time at which the token ends unless it is rotated before. The new token lasts until `expires_at`. */
  rotate_by?: string | null;
}

/** A new token, shown this once. */
export interface ShownToken extends Token {
  /** Token for `Authorization: Bearer …`; shown this once. */
  token: string;
}

/** A label for the token that replaces the other. */
export interface Rotation {
  /** Name for the new token; null to keep that of the old one. */
  label?: string | null;
}

/** At most `limit` games that wait for the caller. There are no further pages. */
export interface Turns {
  /** Games that wait for the caller, the earliest deadline first. */
  games: Array<GameInList>;
}

/** An authorization request that is in order. */
export interface Authorization {
  /** Program that asks. */
  client: OAuthClientShown;
  /** What it may do. */
  scopes: Array<"read" | "play" | "manage" | (string & {})>;
  /** Address to which the browser goes with the code, one that the program has registered. */
  redirect_uri: string;
  /** Address to which the browser goes if the player refuses. */
  denied_to: string;
}

/** A program that wants to act for players (RFC 7591). */
export interface NewOAuthClient {
  /** Name of the program as the consent page shows it, 1 to 40 characters. Nobody verifies it. */
  client_name: string;
  /** Addresses to which a code may be sent; https, loopback http, or an own scheme such as com.example.app. */
  redirect_uris: Array<string>;
  /** Page about the program, by https; null for none. */
  client_uri?: string | null;
}

/** A registered program. It has no secret. */
export interface RegisteredOAuthClient {
  /** Id of the program. */
  client_id: string;
  /** Time of the registration, in seconds since 1970-01-01 UTC. */
  client_id_issued_at: number;
  /** Name of the program as the consent page shows it, 1 to 40 characters. Nobody verifies it. */
  client_name: string;
  /** Page about the program, by https; null for none. */
  client_uri: string | null;
  /** Addresses to which a code may be sent; https, loopback http, or an own scheme such as com.example.app. */
  redirect_uris: Array<string>;
  /** Always `none`, since a program has no secret. */
  token_endpoint_auth_method: "none" | (string & {});
  /** Ways to get tokens that the program may use. */
  grant_types: Array<"authorization_code" | "refresh_token" | (string & {})>;
  /** Kinds of authorization responses that the program can get. */
  response_types: Array<"code" | (string & {})>;
}

/** A form that ends what a token belongs to (RFC 7009). */
export interface RevocationRequest {
  /** Access token or refresh token. */
  token: string;
  /** Id of the program. */
  client_id?: string;
  /** `access_token` or `refresh_token`; not needed. */
  token_type_hint?: string;
}

/** An error in the form that OAuth's clients expect (RFC 6749, section 5.2). */
export interface OAuthError {
  /** Code of the error (RFC 6749). */
  error: string;
  /** Explanation of the error, in English. */
  error_description?: string;
  /** Page about the error. */
  error_uri?: string;
}

/** A form that exchanges a code, or a refresh token, for tokens (RFC 6749). */
export interface TokenRequest {
  /** `authorization_code` or `refresh_token`. */
  grant_type: string;
  /** Id of the program. */
  client_id?: string;
  /** Code that came with the redirect; good for a minute, once. */
  code?: string;
  /** Same as in the authorization request. */
  redirect_uri?: string;
  /** Secret of 43 to 128 characters that the program has made the `code_challenge` from. */
  code_verifier?: string;
  /** Token that is exchanged for new tokens, once. It is good for 90 days. */
  refresh_token?: string;
  /** With a refresh token: fewer scopes for the new access token. */
  scope?: string;
}

/** Tokens of a program, shown this once. */
export interface OAuthTokens {
  /** Token to be sent as `Authorization: Bearer …`; good for `expires_in` seconds. */
  access_token: string;
  /** Always `Bearer`. */
  token_type: string;
  /** Seconds for which the access token is good. */
  expires_in: number;
  /** Token that is exchanged for new tokens, once. It is good for 90 days. */
  refresh_token: string;
  /** Scopes with spaces between. */
  scope: string;
}

/** A frame with a replay. */
export interface OEmbed {
  /** Kind of the resource, always `rich`. */
  type: "rich" | (string & {});
  /** Version of oEmbed, always `1.0`. */
  version: "1.0" | (string & {});
  /** Name of the game, and who plays. */
  title: string;
  /** Name of the service. */
  provider_name: string;
  /** Address of the service. */
  provider_url: string;
  /** Seconds for which the answer may be kept. */
  cache_age: number;
  /** Frame that shows the replay, as HTML. */
  html: string;
  /** Width of the frame, in pixels. */
  width: number;
  /** Height of the frame, in pixels. */
  height: number;
  /** Address of a PNG of the game's box. */
  thumbnail_url: string;
  /** Width of the PNG, in pixels. */
  thumbnail_width: number;
  /** Height of the PNG, in pixels. */
  thumbnail_height: number;
}

/** The name of a new player, and a handle that nobody else has. */
export interface NewPlayer {
  /** Name of the first token for its owner; null for none. */
  label?: string | null;
  /** Name of 1 to 40 characters, which need not be unique. */
  name: string;
  /** Handle that nobody else has: letters and digits of any script, with single hyphens, underscores or dots between them; case does not count. Made from the name where it is null. */
  handle?: string | null;
  /** Whether a program plays for this account; others see it. */
  bot?: boolean;
  /** Whether the answer is to have recovery codes. */
  recovery_codes?: boolean;
}

/** A new player; the token is shown this once. */
export interface RegisteredPlayer {
  /** Id of the player. */
  id: string;
  /** Name, which need not be unique. */
  name: string;
  /** Unique handle of the player. */
  handle: string;
  /** Whether a program plays for this account. */
  bot: boolean;
  /** Token for `Authorization: Bearer …`; shown this once. */
  token: string;
  /** Recovery codes, shown this once. Each works once. Absent where none were asked for. */
  recovery_codes?: Array<string>;
}

/** At most `limit` players, in the order of their handles. There are no further pages. */
export interface PlayerList {
  /** Players, in the order of their handles. */
  players: Array<PlayerAtSeat>;
}

/** Games of one kind that a player has finished: public ones that began in the ordinary way. */
export interface PlayedGames {
  /** Id of the kind of game. */
  game: string;
  /** Number of games of this kind that the player has finished. */
  finished: number;
  /** Number of those that the player won, alone or with others. */
  won: number;
  /** Number of wins for each way of winning, by `result.kind`. */
  won_by: Numbers;
}

/** Results of a player in one kind of game with one number of seats. */
export interface SeatResults {
  /** Id of the kind of game. */
  game: string;
  /** Number of seats of those games. */
  seats: number;
  /** Number of games that the player won, alone or with others. */
  won: number;
  /** Number of games that ended as a draw with the player still in them. */
  drawn: number;
  /** Number of games that the player lost. */
  lost: number;
  /** Number of games that ended without a result. */
  void: number;
}

/** Reliability of a player, and the counts it is made of. */
export interface Reliability {
  /** From 0 to 100, the share of turns in time times the share of games neither left nor timed out. A game counts half as much for every 90 days that it ended before the newest one. Null until three games had turns by a clock. */
  value: number | null;
  /** Number of turns by a clock that the player took before it ran out. */
  turns_in_time: number;
  /** Number of deadlines that the player let pass. */
  turns_late: number;
  /** Number of those that the player left by resigning while the others played on. */
  games_left: number;
  /** Number of those in which the player ran out of time, or did not open their contribution to the shuffle. */
  games_timed_out: number;
  /** Number of public games that count, with and without a clock; the newest 500 do. */
  games_counted: number;
}

/** Rating of a player in one kind of game. */
export interface PlayerRating {
  /** Id of the kind of game. */
  game: string;
  /** Estimate of the player's skill, 1500 for a newcomer. */
  value: number;
  /** Standard deviation of the rating, 500 for a newcomer. */
  uncertainty: number;
  /** Number of rated games of this kind. */
  games: number;
}

/** A player as everybody sees them, with results, ratings and reliability in public games. */
export interface PublicPlayer extends PlayerAtSeat {
  /** Day on which the player registered, in UTC. */
  since: string;
  /** Finished games by their kind, in the order of the catalogue; kinds that the player has not finished are left out. */
  games: Array<PlayedGames>;
  /** Results of public games by kind of game and number of seats, without sandboxes. */
  results: Array<SeatResults>;
  /** How the player keeps to clocks and stays to the end, in their newest 500 public games. */
  reliability: Reliability;
  /** Ratings by kind of game, in the order of the catalogue; empty unless the player has opted in. */
  ratings: Array<PlayerRating>;
}

/** Public key of the service for Web Push, the `applicationServerKey` of a browser, in base64url. */
export interface PushKey {
  /** Public key on P-256 as an uncompressed point, in base64url. */
  key: string;
}

/** A recovery code of a player. */
export interface NewRecovery {
  /** Name of the token for its owner; null for none. */
  label?: string | null;
  /** Handle of the player, in any spelling that counts as the same. */
  handle: string;
  /** Recovery code that was kept or mailed. Case, blanks and hyphens do not count. */
  code: string;
  /** Whether all other tokens of the player and the consents to programs end. */
  revoke_others?: boolean;
}

/** The player who wants a code. */
export interface WantedRecovery {
  /** Handle of the player, in any spelling that counts as the same. */
  handle: string;
}

/** A table at which players are seated, in the order of the seats. */
export interface NewTable {
  /** Title of the table, on one line; null for none. */
  title?: string | null;
  /** Id of the kind of game. */
  game: string;
  /** Edition of the game; null for the usual one. */
  edition?: string | null;
  /** Ids of the players, in the order of the seats. The organiser may be among them. */
  seats: Array<string>;
  /** Options of the game by name; what is left out is as usual. */
  options?: AnyObject;
  /** Clock of the game; null for none. */
  clock?: Clock | null;
  /** Whether only the players and the organiser may watch. */
  private?: boolean;
  /** Reliability that all players but the organiser need; null for none. */
  min_reliability?: number | null;
  /** Language in which the players will talk; null for any. */
  language?: Language | null;
}

/** Tables to create together, the tag they get, and the time at which all games begin. */
export interface NewTables {
  /** Tag of the tables. It belongs to the organiser who used it first. */
  tag: string;
  /** Time at which all games begin, within a year; null for at once. No clock runs before. */
  starts_at?: string | null;
  /** Tables to create, at most 50. */
  tables: Array<NewTable>;
}

/** Games of the tables that were created, in their order. */
export interface CreatedTables {
  /** Tag of the tables. */
  tag: string;
  /** Ids of the games, in the order of the tables. */
  games: Array<string>;
}

/** Keys of a browser's push subscription, as it gives them, in base64url. */
export interface PushKeys {
  /** Public key of the browser on P-256, in base64url. */
  p256dh: string;
  /** Authentication secret of the browser, in base64url. */
  auth: string;
}

/** A webhook: its URL, and the games, event types and turns that it is sent. */
export interface NewWebhook {
  /** Address that messages are posted to, by https. */
  url: string;
  /** Games that send messages; null for all of the caller's. */
  games?: Array<string> | null;
  /** Types of events that messages contain; null for all. */
  events?: Array<EventName> | null;
  /** Send only messages by which a game begins to wait for the caller. */
  my_turn?: boolean;
  /** Form of the messages: `standard` is JSON by Standard Webhooks, others are words for such a service. */
  format?: "standard" | "discord" | "slack" | "ntfy" | "push";
  /** Language of the words. */
  language?: Language;
  /** Keys of the browser for the format `push`; null for any other. */
  keys?: PushKeys | null;
}

/** A new webhook; the secret is shown this once. */
export interface WebhookWithSecret extends Webhook {
  /** Secret with which messages are signed (Standard Webhooks), shown this once. */
  secret: string;
}

/** A webhook, without its secret. */
export interface Webhook {
  /** Id of the webhook. */
  id: string;
  /** Address to which messages are posted. */
  url: string;
  /** Games that send messages; null for all of the caller's. */
  games: Array<string> | null;
  /** Types of events that messages contain; null for all. */
  events: Array<string> | null;
  /** Send only messages by which a game begins to wait for the caller. */
  my_turn: boolean;
  /** Form of the messages. */
  format: "standard" | "discord" | "slack" | "ntfy" | "push" | (string & {});
  /** Language of the words. */
  language: "en" | "ru" | "uk" | "ko" | (string & {});
  /** Time of creation. */
  created_at: string;
  /** Whether messages are sent. */
  enabled: boolean;
  /** Time at which the webhook was disabled; null while it is enabled. */
  disabled_at: string | null;
  /** Reason for which the webhook was disabled; null while it is enabled. */
  disabled_because: string | null;
  /** Time of the first failure since the last success; null where the last delivery succeeded. */
  failing_since: string | null;
  /** Token or consent with which it ends; null if none is known. */
  origin: RightOrigin | null;
}

/** All webhooks of the caller. */
export interface WebhookList {
  /** Webhooks, oldest first. */
  webhooks: Array<Webhook>;
}

/** Fields to change. `enabled` pauses the webhook, or resumes it and forgets its failures. */
export interface ChangedWebhook {
  /** Address that messages are posted to, by https. */
  url?: string;
  /** Games that send messages; null for all of the caller's. */
  games?: Array<string> | null;
  /** Types of events that messages contain; null for all. */
  events?: Array<EventName> | null;
  /** Send only messages by which a game begins to wait for the caller. */
  my_turn?: boolean;
  /** Form of the messages: `standard` is JSON by Standard Webhooks, others are words for such a service. */
  format?: "standard" | "discord" | "slack" | "ntfy";
  /** Language of the words. */
  language?: Language;
  /** Whether messages are sent; `true` also forgets earlier failures. */
  enabled?: boolean;
}

/** A message to a webhook, sent or pending. `id` is the `webhook-id` header that the receiver gets. */
export interface Delivery {
  /** Id of the message, sent as `webhook-id`. */
  id: string;
  /** Id of the game; null for a test. */
  game: string | null;
  /** Version of the game after the ply; null for a test. */
  version: number | null;
  /** Time of the message. */
  at: string;
  /** Number of times the delivery has been tried. */
  attempts: number;
  /** Time at which the receiver accepted the message; null until then. */
  delivered_at: string | null;
  /** HTTP status of the last answer; null where there was none. */
  status: number | null;
  /** Reason why the last attempt failed; null if it did not. */
  error: string | null;
  /** Time of the next attempt; null where none follows. */
  next_try: string | null;
}

/** The newest deliveries of a webhook, at most `limit`, the newest first. There are no further pages. */
export interface DeliveryList {
  /** Deliveries, newest first. */
  deliveries: Array<Delivery>;
}

/** Games and wins of one kind of game, and the share of wins with its interval. */
export interface Figure {
  /** Id of the kind of game. */
  game: "carta-impera-victoria" | "civilization-the-card-game" | (string & {});
  /** Number of games. */
  games: number;
  /** Number of them that the seat won, one with the opening, or for editions and lengths the seat that began. */
  wins: number;
  /** Share of wins, from 0 to 1. */
  rate: number;
  /** Lower bound of the 95 % interval of the share. */
  low: number;
  /** Upper bound of the 95 % interval of the share. */
  high: number;
}

/** Summary of a game, as in every list and view. */
export interface GameSummary {
  /** Unique id. */
  id: string;
  /** Title that the creator gave the table, erased with their account; null without one, and in earlier states. */
  title: string | null;
  /** Edition of the game, which may change its rules. */
  edition: string;
  /** Options of the game, by name. */
  options: AnyObject;
  /** Whether the game began from a position or a fork, so that it counts for nothing. */
  sandbox: boolean;
  /** Whether only invited players may look and sit down. */
  private: boolean;
  /** Status. */
  status: "open" | "playing" | "finished" | "abandoned" | (string & {});
  /** Number of the game's events, which names its state. */
  version: number;
  /** Number of actions up to here. */
  ply: number;
  /** Seats, in order. */
  seats: Array<SeatOfGame>;
  /** Seats that the game waits for now. */
  to_act: Array<number>;
  /** Seats of a game under way that a substitute may take with `POST /v1/games/{id}/seats`. */
  vacant_seats: Array<number>;
  /** Time by which the next seat must act, or the table must fill; null where nothing expires. */
  deadline: string | null;
  /** Result of the game; null until it is over. */
  result: Result | null;
}

/** What every game has, whichever it is. */
export interface AnyGame extends GameSummary {
  /** Player who opened the table. */
  creator: string | null;
  /** Seats at which bots play. */
  bots: Array<BotOfGame>;
  /** Players for whom the seats are reserved, by seat; null where a seat is free for all. */
  reserved: Array<PlayerAtSeat | null>;
  /** Game that this one is a rematch of; null for others. */
  rematch_of: string | null;
  /** Time at which the game begins, once all seats are taken; null for one that begins without a time or has begun. */
  starts_at: string | null;
  /** Game and version that this sandbox goes on from; null for others. */
  forked_from: Origin | null;
  /** Seat of the caller; null for a spectator. */
  you: number | null;
  /** Hash of the last event in the chain, 43 characters of base64url. */
  head: string;
  /** Clock of the game and how it stands; null without one. */
  clock: GameClock | null;
  /** Commitments that are still to be revealed; null where none are. */
  openings: Openings | null;
  /** Rules of the game. */
  rules: Rules;
  /** Seats that have asked to take back, each with the version to go back to. */
  takes_back: Array<TakesBack>;
  /** Seats that have agreed to end the game, each with how. */
  wants_end: Array<WantsEnd>;
  /** Keys by which players sign their actions; seats that sign nothing are left out. */
  keys: Array<SeatKey>;
  /** Votes to free a seat, whose time has run out, for a substitute. */
  vacancy_votes: Array<VacancyVote>;
  /** Players whose seats substitutes have taken, in that order. */
  former_players: Array<FormerPlayer>;
  /** Corrections by the operator, oldest first. */
  corrections: Array<Correction>;
}

/** A game of `carta-impera-victoria` as the caller may see it. */
export interface CartaImperaVictoriaGame extends AnyGame {
  /** Id of the game. */
  game: "carta-impera-victoria";
  /** View of the game as the caller may see it; null before the game begins. */
  state: CartaImperaVictoriaState | null;
}

/** A game of `civilization-the-card-game` as the caller may see it. */
export interface CivilizationTheCardGameGame extends AnyGame {
  /** Id of the game. */
  game: "civilization-the-card-game";
  /** View of the game as the caller may see it; null before the game begins. */
  state: CivilizationTheCardGameState | null;
}

/** An action in which something is left to choose. It is ready to post once the fields under `choose` are filled in and `choose` is left out; its other fields are those of the action. */
export interface ActionForm {
  /** Name. */
  type: string;
  /** Fields that are left open, each with what to choose for it. */
  choose: Record<string, Choice>;
}

/** A legal action as it is posted, or a form that is ready once the fields under `choose` are filled in. */
export type LegalAction = CartaImperaVictoriaAction | CivilizationTheCardGameAction | ActionForm;

/** Resources, each as often as it is meant, as counts or as a list. */
export type CivilizationTheCardGameAmounts = Counts | Array<CivilizationTheCardGameResource>;

/** Plots by their places, each as often as it is meant, as counts or as a list. */
export type CivilizationTheCardGamePlotCounts = Counts | Array<CivilizationTheCardGamePlotCountsKey>;

/** Id of a kind of game. */
export type GameId = "carta-impera-victoria" | "civilization-the-card-game";

/** Type of an event. */
export type EventName = "ActionSigned" | "ActionsTakenBack" | "AreaDiscarded" | "AreaSet" | "AreaTaken" | "AttackLaid" | "AttackMade" | "BattleBegan" | "BattleEnded" | "BattleResumed" | "BonusUsed" | "BotTookOver" | "BreakthroughBegun" | "BreakthroughDiscarded" | "BuildingBuilt" | "BuildingReturned" | "BuildingTornDown" | "CardBought" | "CardExposed" | "CardPlayed" | "CardStolen" | "CardsDealt" | "CardsDiscarded" | "CardsDrawn" | "CardsPlayed" | "CentreCardTaken" | "CentreOpened" | "ClockStarted" | "ClockStopped" | "CodeOfLawsUsed" | "CultureTokenLost" | "CultureTokenSet" | "DeckReshuffled" | "DefenceEnded" | "DelegateActed" | "DelegateNamed" | "DemocracyPlaced" | "DiscardStepBegan" | "DiscardTaken" | "DraftEnded" | "DraftKept" | "DraftRoundBegan" | "EffectCopied" | "EmbargoLaid" | "EmpireSet" | "EndAgreed" | "EntropyCommitted" | "EntropyOpened" | "FinalRoundBegan" | "ForkBegan" | "FreeingAgreed" | "GameCorrected" | "GameCreated" | "GameEnded" | "GamePaused" | "GameResumed" | "GameStarted" | "HandDealt" | "HandDiscarded" | "HandLimitChosen" | "HandRevealed" | "HandSet" | "InquisitionBegun" | "InquisitionExchanged" | "KeyGiven" | "LeaderChanged" | "MarketOpened" | "OpeningsAwaited" | "OpeningsExpired" | "OrderFired" | "OrderSigned" | "PacketDealt" | "PacketPassed" | "PauseAgreed" | "PlaySkipped" | "PlotBought" | "PlotOffered" | "PlotTaken" | "PlotsDealt" | "PlotsOpened" | "PopulationBought" | "PopulationResettled" | "PopulationSettled" | "PopulationTaken" | "PositionSet" | "ProtectionSet" | "ResourcesCollected" | "ResourcesExchanged" | "ResourcesGained" | "ResourcesGiven" | "ResourcesTaken" | "RulesAgreed" | "RulesMoved" | "SeatCleared" | "SeatFreed" | "SeatKept" | "SeatLeft" | "SeatOffered" | "SeatResigned" | "SeatReturned" | "SeatSaw" | "SeatTaken" | "SettlingBegan" | "StartAwaited" | "StartReached" | "StartingDiscardsBegan" | "SubstituteSeated" | "TableClosed" | "TableExpired" | "TakeBackAgreed" | "TechnologyBought" | "TechnologyOffered" | "TimeClaimed" | "TimeExpired" | "TimeGiven" | "TimeRestored" | "TurnBegan" | "TurnEnded" | "UnitSentBack" | "UnitStopped" | "VacationTaken" | "WallsReturned" | "WarEnded";

/** Language of texts. */
export type Language = "en" | "ru" | "uk" | "ko";

/** Right that a token gives. */
export type Scope = "read" | "play" | "manage";

/** Strategy of a bot of the service. */
export type Strategy = "random" | "greedy" | "search-1" | "search-2" | "search-3";

/** Whose eyes a finished game is looked through. */
export type Viewpoint = "0" | "1" | "2" | "3" | "spectator" | "everything";

/** Kind of card, which is its sphere and its epoch. */
export type CartaImperaVictoriaKind = "military-1" | "military-2" | "military-3" | "religion-1" | "religion-2" | "economy-1" | "economy-2" | "economy-3" | "science-1" | "science-2" | "science-3" | "culture-1" | "culture-2" | "culture-3" | "utopia-3";

/** Sphere of cards. */
export type CartaImperaVictoriaSphere = "military" | "religion" | "economy" | "science" | "culture" | "utopia";

/** Resource. */
export type CivilizationTheCardGameResource = "food" | "production" | "commerce";

/** Place of a plot in the seat's land, counted from 0. */
export type CivilizationTheCardGamePlotCountsKey = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "13" | "14" | "15" | "16" | "17" | "18" | "19" | "20" | "21" | "22" | "23" | "24" | "25" | "26" | "27" | "28" | "29";

/** Kind of card. */
export type CivilizationTheCardGameKind = "archer" | "axeman" | "spearman" | "swordsman" | "chariot" | "catapult" | "walls" | "temple" | "colosseum" | "barracks" | "granary" | "forge" | "market" | "monastery" | "library" | "hanging_gardens" | "colossus" | "great_library" | "great_wall" | "pyramids" | "commerce-2" | "commerce-3" | "production-2" | "production-3" | "food-2" | "food-3" | "red-1" | "red-2";

/** Technology. */
export type CivilizationTheCardGameTechnologyKind = "agriculture" | "mining" | "monotheism" | "literature" | "the_wheel" | "writing" | "mathematics" | "iron_working" | "sailing" | "pottery" | "masonry" | "currency" | "engineering" | "code_of_laws" | "astronomy";

/** Building or wonder. */
export type CivilizationTheCardGameBuildingKind = "walls" | "temple" | "colosseum" | "barracks" | "granary" | "forge" | "market" | "monastery" | "library" | "hanging_gardens" | "colossus" | "great_library" | "great_wall" | "pyramids";

/** Military unit. */
export type CivilizationTheCardGameUnitKind = "archer" | "axeman" | "spearman" | "swordsman" | "chariot" | "catapult";

/** Bonus card. */
export type CivilizationTheCardGameBonusKind = "commerce-2" | "commerce-3" | "production-2" | "production-3" | "food-2" | "food-3" | "red-1" | "red-2";

/** Terrain of a plot. */
export type CivilizationTheCardGameTerrainKind = "grassland" | "mountains" | "coast" | "hills" | "river" | "forest";

/** Number of times that each name is meant. */
export type Counts = Record<string, number>;

/** A number for each name. */
export type Numbers = Record<string, number>;

/** An object whose members depend on what is described beside it. */
export type AnyObject = Record<string, unknown>;

/** Any action, of a game or of the table. */
export type Action = CartaImperaVictoriaAction | CivilizationTheCardGameAction | TableAction;
