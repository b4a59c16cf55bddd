/** Carta Impera Victoria: where its cards lie, and what each event does with them. */

import {equal} from '../../canonical.js';
import {need} from '../../outcome.js';
import {bySeat, cardsOf, copies, remove, sorted} from '../../table.js';
import {SHAPES} from './shapes.js';

const SPHERES = ['military', 'religion', 'economy', 'science', 'culture', 'utopia'];
const EPOCHS = {1: [8, 8, 4, 4, 4, 0], 2: [8, 8, 4, 8, 4, 0], 3: [4, 0, 8, 8, 8, 16]};

const KINDS = SPHERES.flatMap((sphere, index) =>
  [1, 2, 3].filter((epoch) => EPOCHS[epoch][index] > 0).map((epoch) => `${sphere}-${epoch}`));

const MOVED = {
  assassination: 1, purge: 2, development: 1, monopoly: 2, experiment: 1, research: 2, oligarchy: 1, republic: 2,
};

const OF_SPHERE = {
  military: ['assassination', 'purge'],
  religion: ['holy_book', 'divine_right'],
  economy: ['development', 'monopoly'],
  science: ['experiment', 'research'],
  utopia: ['oligarchy', 'republic'],
};

/** The deck, top first. */
async function shuffledDeck(table) {
  const deck = [];
  for (const [epoch, counts] of Object.entries(EPOCHS)) {
    const cards = copies(SPHERES.map((sphere, index) => [`${sphere}-${epoch}`, counts[index]]));
    const order = await table.stream(`epoch-${epoch}`).shuffled(cards);
    deck.push(...(table.seats < 4 ? order.slice(0, -3) : order));
  }
  return deck;
}

/** The backs of a deck as piles of the same epoch. */
function pilesOf(deck) {
  const piles = [];
  for (const epoch of deck.map((card) => Number(card.slice(-1)))) {
    if (piles.length === 0 || piles[piles.length - 1].epoch !== epoch) piles.push({epoch, size: 0});
    piles[piles.length - 1].size += 1;
  }
  return piles;
}

/** How many cards there are of each back. */
function backsOf(cards) {
  const backs = {1: 0, 2: 0, 3: 0};
  for (const card of cards) backs[card.slice(-1)] += 1;
  return backs;
}

/** Cards are known, and their backs are these. */
function requireBacks({cards, backs}, position) {
  need(Array.isArray(cards), `event ${position}: its cards are not told`);
  need(equal(backs, backsOf(cards)), `event ${position}: the backs are not those of the cards`);
}

/** Cards leave an area for the discard pile. */
function discarded(table, seat, cards, position) {
  table.lift(seat, cards, position);
  table.discard.push(...cards);
}

/** An effect moves as many cards as its level says. */
function requireMoved(effect, cards, position) {
  const right = Object.hasOwn(MOVED, effect) && cards.length === MOVED[effect];
  need(right, `event ${position}: ${effect} does not move ${cards.length} cards`);
}

/** Cards are of a sphere. */
function requireSphere(cards, sphere, position) {
  need(cards.every((card) => card.startsWith(`${sphere}-`)), `event ${position}: a card is not of the sphere ${sphere}`);
}

/** The draft while it lasts. */
function draftOf(table, position) {
  need(table.draft, `event ${position}: no draft is under way`);
  return table.draft;
}

/** What a seat has left in its packet. */
function leftOver(draft, seat, position) {
  const left = [...(draft.packets[seat] ?? [])];
  need(draft.chosen[seat], `event ${position}: seat ${seat} has kept no card`);
  remove(left, [draft.chosen[seat]], `event ${position}: in the packet of seat ${seat} there is no`);
  return left;
}

/** What is followed: by the type of an event, (table, its fields, its position). */
const FOLLOWS = {
  async GameStarted(table, {first, piles, deck}, position) {
    const right = await shuffledDeck(table);
    table.compare('decks', deck, right, position);
    table.compare('piles', piles, pilesOf(right), position);
    table.compare('first seats', first, await table.stream('first').below(table.seats), position);
    Object.assign(table, {decks: {deck: right}, order: table.clockwise(first)});
  },
  PositionSet(table, {deck, piles, discard}, position) {
    need(Array.isArray(deck) && equal(piles, pilesOf(deck)), `event ${position}: the piles are not those of the deck`);
    Object.assign(table, {decks: {deck: [...deck]}, discard: [...discard]});
  },
  AreaSet(table, {seat, area, embargoes}) {
    table.areas[seat] = [...area];
    table.embargoes[seat] = embargoes.map(({sphere, card}) => ({sphere, card, turns: 1}));
  },
  HandSet(table, event, position) {
    requireBacks(event, position);
    table.hands[event.seat] = [...event.cards];
  },
  CardsDealt(table, event, position) {
    table.dealTo(event.seat, position);
    drawn('hands dealt', table, event, position);
    need(event.cards.length === 3, `event ${position}: ${event.cards.length} cards are dealt, not 3`);
  },
  PacketDealt(table, event, position) {
    table.dealTo(event.seat, position);
    requireBacks(event, position);
    need(event.cards.length === 4, `event ${position}: ${event.cards.length} cards are dealt, not 4`);
    table.take('packets dealt', 'deck', event.cards, position);
    table.draft ??= {packets: {}, kept: {}, chosen: {}, arriving: {}, centre: []};
    table.draft.arriving[event.seat] = [...event.cards];
  },
  DraftRoundBegan(table, _, position) {
    const draft = draftOf(table, position);
    Object.assign(draft, {packets: draft.arriving, arriving: {}, chosen: {}});
  },
  DraftKept(table, {seat, card}, position) {
    const draft = draftOf(table, position);
    need(!draft.chosen[seat], `event ${position}: seat ${seat} has kept a card of this packet already`);
    draft.chosen[seat] = card;
    leftOver(draft, seat, position);
  },
  PacketPassed(table, {seat, source, cards}, position) {
    const draft = draftOf(table, position);
    table.compare('packets passed', sorted(cards ?? []), sorted(leftOver(draft, source, position)), position);
    need(!draft.arriving[seat], `event ${position}: seat ${seat} gets two packets`);
    draft.arriving[seat] = [...cards];
    draft.kept[source] = [...(draft.kept[source] ?? []), draft.chosen[source]];
    draft.packets[source] = [];
  },
  CardExposed(table, {seat, card}, position) {
    const draft = draftOf(table, position);
    table.compare('cards exposed', [card], leftOver(draft, seat, position), position);
    draft.centre.push(card);
    draft.kept[seat] = [...(draft.kept[seat] ?? []), draft.chosen[seat]];
    draft.packets[seat] = [];
    delete draft.chosen[seat];
  },
  CentreCardTaken(table, {seat, card}, position) {
    remove(draftOf(table, position).centre, [card], `event ${position}: in the centre does not lie`);
    table.area(seat).push(card);
  },
  DraftEnded(table, _, position) {
    for (const [seat, cards] of Object.entries(draftOf(table, position).kept)) table.hand(seat).push(...cards);
    table.draft = null;
  },
  CardPlayed(table, {seat, card}, position) {
    table.leave(seat, [card], position);
    table.area(seat).push(card);
  },
  HandDiscarded(table, {seat, effect, cards}, position) {
    requireMoved(effect, cards, position);
    table.leave(seat, cards, position);
    table.discard.push(...cards);
  },
  AttackMade(table, {seat, sphere, paid, given_up: givenUp, losses}, position) {
    requireSphere([paid], 'military', position);
    requireSphere([givenUp, ...losses.map(({card}) => card)], sphere, position);
    discarded(table, seat, [paid, givenUp], position);
    for (const {seat: other, card} of losses) discarded(table, other, [card], position);
  },
  InquisitionBegun(table, event, position) {
    requireBacks(event, position);
    requireSphere([event.paid], 'religion', position);
    discarded(table, event.seat, [event.paid], position);
    table.compare('hands taken', sorted(event.cards), sorted(table.hand(event.target)), position);
    table.hand(event.seat).push(...event.cards);
    table.hands[event.target] = [];
    table.exchange = {seat: event.seat, target: event.target, taken: [...event.cards]};
  },
  InquisitionExchanged(table, event, position) {
    requireBacks(event, position);
    const {seat, target, taken} = table.exchange ?? {};
    const right = event.seat === seat && event.target === target && event.cards.length === taken.length;
    need(right, `event ${position}: as many cards are to be given back as were taken, and from there`);
    table.leave(seat, event.cards, position);
    if (!table.gone.includes(target)) table.hand(target).push(...event.cards);
    table.exchange = null;
  },
  AreaDiscarded(table, {seat, effect, cards}, position) {
    requireMoved(effect, cards, position);
    discarded(table, seat, cards, position);
    table.played = cards.length;
  },
  AreaTaken(table, {seat, effect, cards}, position) {
    requireMoved(effect, cards, position);
    table.lift(seat, cards, position);
    table.hand(seat).push(...cards);
    table.played = cards.length;
  },
  CardsPlayed(table, {seat, cards}, position) {
    need(cards.length === table.played, `event ${position}: ${cards.length} cards are played, not ${table.played}`);
    table.leave(seat, cards, position);
    table.area(seat).push(...cards);
    table.played = null;
  },
  EffectCopied(table, {effect, sphere}, position) {
    need(OF_SPHERE[sphere]?.includes(effect), `event ${position}: the sphere ${sphere} has no effect ${effect}`);
  },
  EmbargoLaid(table, {seat, target, sphere, card, turns}, position) {
    requireSphere([card], 'economy', position);
    table.lift(seat, [card], position);
    table.embargoes[target] = [...(table.embargoes[target] ?? []), {sphere, card, turns}];
  },
  BreakthroughBegun(table, {seat, paid}, position) {
    requireSphere([paid], 'science', position);
    discarded(table, seat, [paid], position);
  },
  BreakthroughDiscarded(table, {seat, cards}, position) {
    table.leave(seat, cards, position);
    table.discard.push(...cards);
  },
  DiscardTaken(table, {seat, effect, cards}, position) {
    requireMoved(effect, cards, position);
    remove(table.discard, cards, `event ${position}: in the discard pile does not lie`);
    table.hand(seat).push(...cards);
  },
  DemocracyPlaced(table, {seat}, position) {
    table.lift(seat, ['utopia-3'], position);
  },
  HandLimitChosen(_, {limit}, position) {
    need([3, 5, 7].includes(limit), `event ${position}: a hand limit is 3, 5 or 7, not ${limit}`);
  },
  CardsDrawn(table, event, position) {
    drawn('draws', table, event, position);
  },
  TurnEnded(table, {seat, lapsed}, position) {
    const lying = table.embargoes[seat] ?? [];
    const over = lying.filter(({turns}) => turns === 1).map(({sphere, card}) => ({sphere, card}));
    need(equal(lapsed, over), `event ${position}: other embargoes lapse than have lain long enough`);
    table.discard.push(...lapsed.map(({card}) => card));
    table.embargoes[seat] = lying.filter(({turns}) => turns > 1).map((each) => ({...each, turns: each.turns - 1}));
  },
  SeatResigned(table, {seat}) {
    const {exchange, draft} = table;
    if (exchange?.seat === seat && !table.gone.includes(exchange.target)) table.hands[exchange.target] = exchange.taken;
    if (exchange?.seat === seat) table.exchange = null;
    table.gone.push(seat);
    for (const zone of ['hands', 'areas', 'embargoes']) table[zone][seat] = [];
    for (const zone of draft ? ['packets', 'kept', 'chosen'] : []) delete draft[zone][seat];
  },
  HandRevealed(table, {seat, cards}, position) {
    table.compare('hands shown', sorted(cards ?? []), sorted(table.hand(seat)), position);
  },
};

/** A seat gets cards from the deck. */
function drawn(what, table, event, position) {
  requireBacks(event, position);
  table.take(what, 'deck', event.cards, position);
  table.hand(event.seat).push(...event.cards);
}

/** What lies where in a state, as docs/record.md describes it. */
function zonesOf({present, hands, areas, embargoes, discard, deck, pending, draft}) {
  const cards = (zone) => cardsOf(zone, KINDS);
  const marker = ({sphere, card, turns}) => ({sphere: SPHERES[sphere], card: KINDS[card], turns});
  const exchange = pending?.is === 'Exchange' ? {...pending, taken: cards(pending.taken)} : null;
  return {
    decks: {deck: deck.map((kind) => KINDS[kind]).reverse()},
    hands: bySeat(hands, cards),
    areas: bySeat(areas, cards),
    embargoes: bySeat(embargoes, (lying) => lying.map(marker)),
    discard: cards(discard),
    exchange: exchange && {seat: exchange.seat, target: exchange.target, taken: exchange.taken},
    gone: present.flatMap((here, seat) => (here ? [] : [seat])),
    draft: draft && {
      packets: bySeat(draft.packets, cards),
      kept: bySeat(draft.kept, cards),
      chosen: Object.fromEntries(draft.chosen.flatMap((kind, seat) => (kind === null ? [] : [[seat, KINDS[kind]]]))),
      arriving: Object.fromEntries(Object.entries(bySeat(draft.arriving, cards)).filter(([, each]) => each.length > 0)),
      centre: cards(draft.centre),
    },
  };
}

/** What everybody sees of the draft. */
function shownOf({draft}) {
  return [draft?.round ?? null, draft?.centre ?? null, draft?.picks ?? null];
}

export const CARTA = {
  id: 'carta-impera-victoria',
  shapes: SHAPES,
  counts: ['size', '1', '2', '3'],
  seats: ['source', 'first'],
  amounts: [],
  ofActive: [],
  zones: {embargoes: {}, exchange: null, played: null, draft: null, gone: []},
  follows: FOLLOWS,
  zonesOf,
  secret: ['decks', 'hands', 'exchange', 'draft'],
  calls: {draft: 'cards of the draft', gone: 'seats gone'},
  hidden: ['hands', 'deck', 'draft', 'pending'],
  backOf: (kind) => Number(KINDS[kind]?.slice(-1) ?? kind - KINDS.length + 1) - 1,
  shownOf,
};
