/** Civilization: The Card Game: where its cards lie, and what each event does with them. */

import {equal} from '../../canonical.js';
import {need} from '../../outcome.js';
import {bySeat, cardsOf, copies, remove, sorted} from '../../table.js';
import {SHAPES} from './shapes.js';

const RESOURCES = ['food', 'production', 'commerce'];

const TECHNOLOGIES = [
  'agriculture', 'mining', 'monotheism', 'literature', 'the_wheel', 'writing', 'mathematics', 'iron_working',
  'sailing', 'pottery', 'masonry', 'currency', 'engineering', 'code_of_laws', 'astronomy',
];

const TERRAINS = ['grassland', 'mountains', 'coast', 'hills', 'river', 'forest'];

const CARDS = [
  ['archer', 7], ['axeman', 6], ['spearman', 5], ['swordsman', 5], ['chariot', 7], ['catapult', 4],
  ['walls', 3], ['temple', 3], ['colosseum', 2], ['barracks', 2], ['granary', 2], ['forge', 2], ['market', 2],
  ['monastery', 2], ['library', 3], ['hanging_gardens', 1], ['colossus', 1], ['great_library', 1], ['great_wall', 1],
  ['pyramids', 1], ['commerce-2', 5], ['commerce-3', 2], ['production-2', 5], ['production-3', 3], ['food-2', 4],
  ['food-3', 4], ['red-1', 4], ['red-2', 3],
];

const KINDS = CARDS.map(([name]) => name);

/** Cards in the order of the kinds. */
function inOrder(cards) {
  return [...cards].sort((one, other) => KINDS.indexOf(one) - KINDS.indexOf(other));
}

/** Units of the battle against a seat: those that attack it, those of them that were stopped, and its own. */
function battleOf(table, seat) {
  table.war[seat] ??= {attacking: [], stopped: [], defending: []};
  return table.war[seat];
}

/** The buildings on a plot of a seat. */
function plotOf(table, seat, plot, position) {
  const found = table.area(seat)[plot];
  need(found, `event ${position}: seat ${seat} has no plot ${plot}`);
  return found.buildings;
}

/** Plots come to a seat. */
function settle(table, seat, terrains) {
  table.area(seat).push(...terrains.map((terrain) => ({terrain, buildings: []})));
}

/** A building leaves a plot. */
function raze(table, seat, plot, building, position) {
  remove(plotOf(table, seat, plot, position), [building], `event ${position}: on plot ${plot} does not stand`);
}

/** Resources come to a seat, or leave it, which must have them. */
function gain(table, seat, amounts, sign, position) {
  table.resources[seat] ??= {food: 0, production: 0, commerce: 0};
  for (const [name, number] of Object.entries(amounts)) {
    table.resources[seat][name] += sign * number;
    need(table.resources[seat][name] >= 0, `event ${position}: seat ${seat} has less ${name} than it pays`);
  }
}

/** A seat gets cards from the deck. */
function handTaken(what) {
  return (table, {seat, count, cards}, position) => {
    need(cards?.length === count, `event ${position}: not ${count} cards but ${cards?.length}`);
    table.take(what, 'deck', cards, position);
    table.hand(seat).push(...cards);
  };
}

/** What is followed: by the type of an event, (table, its fields, its position). */
const FOLLOWS = {
  async GameStarted(table, event, position) {
    table.decks = {
      technologies: await table.stream('technologies').shuffled(TECHNOLOGIES),
      plots: await table.stream('plots').shuffled(copies(TERRAINS.map((terrain) => [terrain, 5]))),
      deck: await table.stream('deck').shuffled(copies(CARDS)),
    };
    for (const [name, cards] of Object.entries(table.decks)) table.compare('decks', event[name], cards, position);
    table.compare('dealers', event.dealer, await table.stream('dealer').below(table.seats), position);
    table.order = table.clockwise((event.dealer + 1) % table.seats);
  },
  PositionSet(table, event, position) {
    const {technologies, plots, deck, discard} = event;
    need([technologies, plots, deck].every(Array.isArray), `event ${position}: its decks are not told`);
    const sizes = [event.technologies_left, event.plots_left, event.cards_left];
    need(equal(sizes, [technologies.length, plots.length, deck.length]), `event ${position}: the decks are of other sizes`);
    table.decks = {technologies: [...technologies], plots: [...plots], deck: [...deck]};
    table.discard = [...discard];
    table.market = {plots: [...event.open_plots], technologies: [...event.open_technologies]};
  },
  EmpireSet(table, {seat, plots, resources}, position) {
    table.areas[seat] = plots.map(({terrain, buildings}) => ({terrain, buildings: [...buildings]}));
    gain(table, seat, resources, 1, position);
  },
  HandSet(table, {seat, count, cards}, position) {
    need(cards?.length === count, `event ${position}: not ${count} cards but ${cards?.length}`);
    table.hands[seat] = [...cards];
  },
  PlotsDealt(table, {seat, plots}, position) {
    table.dealTo(seat, position);
    need(plots.length === 2, `event ${position}: ${plots.length} plots are dealt, not 2`);
    table.take('plots', 'plots', plots, position);
    settle(table, seat, plots);
  },
  PlotsOpened(table, {plots, picks}, position) {
    need(plots?.length === picks.length, `event ${position}: there are not as many plots as seats that take one`);
    table.take('plots', 'plots', plots, position);
    table.market.plots = [...plots];
  },
  PlotTaken(table, {seat, terrain}, position) {
    remove(table.market.plots, [terrain], `event ${position}: there is no open plot of`);
    settle(table, seat, [terrain]);
  },
  MarketOpened(table, {plots, technologies}, position) {
    table.take('plots', 'plots', plots, position);
    table.take('technologies', 'technologies', technologies, position);
    table.market = {plots: [...(plots ?? [])], technologies: [...(technologies ?? [])]};
  },
  PlotOffered(table, {terrain}, position) {
    table.take('plots', 'plots', [terrain], position);
    table.market.plots.push(terrain);
  },
  TechnologyOffered(table, {technology}, position) {
    table.take('technologies', 'technologies', [technology], position);
    table.market.technologies.push(technology);
  },
  ResourcesCollected(table, {seat, resources}, position) {
    gain(table, seat, resources, 1, position);
  },
  ResourcesGained(table, {seat, resources}, position) {
    gain(table, seat, resources, 1, position);
  },
  ResourcesTaken(table, {seat, target, resources}, position) {
    gain(table, target, resources, -1, position);
    gain(table, seat, resources, 1, position);
  },
  ResourcesGiven(table, {seat, target, resources}, position) {
    gain(table, seat, resources, -1, position);
    gain(table, target, resources, 1, position);
  },
  ResourcesExchanged(table, {seat, given, taken}, position) {
    gain(table, seat, given, -1, position);
    gain(table, seat, {[taken]: 1}, 1, position);
  },
  PlotBought(table, {seat, terrain, paid}, position) {
    gain(table, seat, paid, -1, position);
    remove(table.market.plots, [terrain], `event ${position}: there is for sale no plot of`);
    settle(table, seat, [terrain]);
  },
  PopulationSettled(table, {seat, plot}, position) {
    plotOf(table, seat, plot, position);
  },
  PopulationBought(table, {seat, plot, paid}, position) {
    plotOf(table, seat, plot, position);
    gain(table, seat, {food: paid}, -1, position);
  },
  TechnologyBought(table, {seat, technology, paid}, position) {
    gain(table, seat, {commerce: paid}, -1, position);
    remove(table.market.technologies, [technology], `event ${position}: there is not for sale`);
  },
  CardBought(table, {seat, paid}, position) {
    gain(table, seat, paid, -1, position);
  },
  HandDealt: handTaken('hands dealt'),
  CardsDrawn: handTaken('draws'),
  CardsDiscarded(table, {seat, cards}, position) {
    table.leave(seat, cards, position);
    table.discard.push(...cards);
  },
  BonusUsed(table, {seat, card, resources}, position) {
    table.leave(seat, [card], position);
    table.discard.push(card);
    gain(table, seat, resources, 1, position);
  },
  BuildingBuilt(table, {seat, building, plot, paid}, position) {
    gain(table, seat, {production: paid}, -1, position);
    table.leave(seat, [building], position);
    plotOf(table, seat, plot, position).push(building);
  },
  BuildingTornDown(table, {seat, building, plot}, position) {
    raze(table, seat, plot, building, position);
    table.discard.push(building);
  },
  BuildingReturned(table, {seat, building, plot}, position) {
    raze(table, seat, plot, building, position);
    table.hand(seat).push(building);
  },
  AttackLaid(table, {seat, target, units}, position) {
    table.leave(seat, units, position);
    table.attacker = seat;
    battleOf(table, target).attacking.push(...units);
  },
  WallsReturned(table, {seat, plots}, position) {
    for (const plot of plots) raze(table, seat, plot, 'walls', position);
    table.hand(seat).push(...plots.map(() => 'walls'));
  },
  UnitSentBack(table, {seat, unit}, position) {
    remove(battleOf(table, seat).attacking, [unit], `event ${position}: nobody attacks with`);
    table.hand(table.attacker).push(unit);
  },
  UnitStopped(table, {seat, unit, stopped}, position) {
    const battle = battleOf(table, seat);
    table.leave(seat, [unit], position);
    battle.defending.push(unit);
    remove(battle.attacking, [stopped], `event ${position}: nobody attacks with`);
    battle.stopped.push(stopped);
  },
  BattleEnded(table, {seat}) {
    const {attacking, stopped, defending} = battleOf(table, seat);
    table.discard.push(...attacking, ...stopped, ...defending);
    delete table.war[seat];
    if (Object.keys(table.war).length === 0) table.attacker = null;
  },
  async DeckReshuffled(table, {count, deck}, position) {
    table.reshuffles += 1;
    need(table.decks.deck.length === 0, `event ${position}: the deck is shuffled before it is empty`);
    const order = await table.stream(`reshuffle-${table.reshuffles}`).shuffled(inOrder(table.discard));
    table.compare('reshuffles', deck, order, position);
    need(count === order.length, `event ${position}: ${order.length} cards are shuffled, not ${count}`);
    table.decks.deck = order;
    table.discard = [];
  },
  async CardStolen(table, {seat, target, card}, position) {
    const hand = inOrder(table.hand(target));
    need(hand.length > 0, `event ${position}: a card is stolen from an empty hand`);
    table.compare('steals', card, hand[await table.stream(`steal-${position}`).below(hand.length)], position);
    table.leave(target, [card], position);
    table.hand(seat).push(card);
  },
  SeatResigned(table, {seat}) {
    table.hands[seat] = [];
    table.areas[seat] = [];
    delete table.resources[seat];
  },
  HandRevealed(table, {seat, cards}, position) {
    table.compare('hands shown', sorted(cards ?? []), sorted(table.hand(seat)), position);
  },
};

/** What lies where in a state, as docs/record.md describes it. */
function zonesOf(state) {
  const kinds = (list) => list.map((kind) => KINDS[kind]);
  const units = (counts) => cardsOf(counts, KINDS);
  const terrains = (list) => list.map((terrain) => TERRAINS[terrain]);
  const technologies = (list) => list.map((each) => TECHNOLOGIES[each]);
  const battles = state.war?.battles ?? [];
  return {
    decks: {
      technologies: technologies(state.technology_deck).reverse(),
      plots: terrains(state.plot_deck).reverse(),
      deck: kinds(state.deck).reverse(),
    },
    hands: bySeat(state.hands, units),
    areas: bySeat(state.plots, (plots) => plots.map(({terrain, buildings}) => (
      {terrain: TERRAINS[terrain], buildings: kinds(buildings)}))),
    discard: units(state.discard),
    market: {plots: terrains(state.open_plots), technologies: technologies(state.open_technologies)},
    resources: bySeat(state.resources, ([food, production, commerce]) => ({food, production, commerce})),
    war: Object.fromEntries(battles.map(({defender, attacking, stopped, defending}) => (
      [defender, {attacking: units(attacking), stopped: units(stopped), defending: units(defending)}]))),
    attacker: battles.length > 0 ? state.active : null,
    reshuffles: state.reshuffles,
  };
}

export const CIVILIZATION = {
  id: 'civilization-the-card-game',
  shapes: SHAPES,
  counts: ['cards_left', 'plots_left', 'technologies_left'],
  seats: ['dealer'],
  amounts: RESOURCES,
  ofActive: ['BattleBegan', 'DeckReshuffled'],
  zones: {market: {plots: [], technologies: []}, resources: {}, war: {}, attacker: null, reshuffles: 0},
  follows: FOLLOWS,
  zonesOf,
  secret: ['decks', 'hands'],
  calls: {areas: 'terrains and buildings', war: 'units at war'},
  hidden: ['hands', 'deck', 'plot_deck', 'technology_deck'],
  backOf: () => 0,
  shownOf: () => [],
};
