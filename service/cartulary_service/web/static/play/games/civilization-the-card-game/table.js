/** The parts of the table of Sid Meier's Civilization: The Card Game; the shell puts them in their places. */

import {back, card} from '../../cards/card.js';
import {ordered, total} from '../../cards/counts.js';
import {h} from '../../dom.js';
import {wordOf} from '../../narration.js';
import {countWords, marginOf} from '../../results.js';
import {begunBy} from '../../table/plies.js';
import {rival, rivals, tagsOf} from './empires.js';
import {backOf, lookOf} from './faces.js';
import {listed} from './flights.js';
import {discardPile, handCards} from './hand.js';
import {actionOfCard, begunByItself, targetsOf} from './intent.js';
import {ownLands, plotSheet} from './lands.js';
import {mainWords, options} from './main-words.js';
import {market, marketSheet} from './market.js';
import {ownStanding} from './purse.js';
import {war} from './war.js';

export {begunByItself, discardPile, handCards, mainWords, options, ownStanding, rival, rivals, targetsOf};

/** What opens over the table at a tap. */
export const sheets = {market: marketSheet, plot: plotSheet};

/** Every action is ordinary: a card drawn and the next technology of the market surprise nobody. */
export const ORDINARY = new Set([
  ...['take_plot', 'settle', 'collect', 'buy_plot', 'buy_population', 'build', 'tear_down', 'buy_technology'],
  ...['code_of_laws', 'use_bonus', 'bank', 'give', 'attack', 'fight', 'return_walls', 'send_back', 'defend'],
  ...['let_through', 'give_up_population', 'give_up_building', 'resettle', 'draw', 'pottery', 'discard'],
]);

/** What the draw passes over, since it ends buying and war alike. */
const PASSED_OVER = ['code_of_laws', 'buy_population', 'build', 'buy_technology', 'buy_plot', 'attack'];
/** Says what else could still be done. */
export const STILL = 'still-open';

/** What could still be done before an action, in words: only the draw forgoes anything. */
export function leftLit({move, kind: {names}}, {type}) {
  const left = type === 'draw' ? PASSED_OVER.filter((each) => move.offers(each)) : [];
  return left.map((each) => wordOf(names, each, 'action')).map((name) => name[0].toLowerCase() + name.slice(1));
}

/** Events that do not end what counts as newly drawn. */
const BESIDE_DRAWING = new Set(['CardsDiscarded', 'DiscardStepBegan', 'LeaderChanged', 'TurnBegan', 'ResourcesCollected']);
const STEPS = ['collect', 'buy', 'war', 'draw'];

/** What lies between the rivals and one's own mat: the market, or the war. */
export function middle(ctx) {
  return ctx.game.state.war ? war(ctx) : market(ctx);
}

/** One's own plots. */
export function mat(ctx) {
  return ownLands(ctx);
}

/** What stands beside one's own name. */
export function ownTags(ctx) {
  return [
    h('span', {class: 'tag'}, ctx.words.t('civ.cards', {count: ctx.game.state.seats[ctx.you].hand_count})),
    tagsOf(ctx, ctx.you),
  ];
}

/** On a narrow screen the market takes this place. */
export function tray() {
  return [];
}

/** Deck and discard pile. */
export function piles(ctx) {
  const {names} = ctx;
  const {deck, discard} = ctx.game.state;
  const [top] = ordered(discard, ctx.catalogue.kinds).at(-1) ?? [null];
  return [
    h(
      'div',
      {class: 'heap', 'data-key': 'deck', 'data-place': 'deck'},
      deck.count === 0 ? h('span', {class: 'empty w84'}) : back(backOf(), 84),
      h('p', {}, h('b', {}, deck.count), ' ', names.deck),
    ),
    h(
      'button',
      {type: 'button', class: 'heap', 'data-key': 'discard', 'data-place': 'discard', onclick: () => ctx.openPile()},
      top === null ? h('span', {class: 'empty w84'}) : card(lookOf(ctx, top), 84, {'aria-hidden': 'true'}),
      h('span', {}, h('b', {}, total(discard)), ' ', names.discard),
    ),
  ];
}

/** The steps of a turn, and the one that is on. */
export function steps(ctx) {
  const {step} = ctx.game.state;
  const at = STEPS.indexOf(step === 'discard' ? 'draw' : step);
  if (at < 0) return [];
  return STEPS.map((id, nth) => ({text: ctx.words.t(`civ.step-${id}`), now: nth === at, done: nth < at}));
}

/** The end in sight, once one technology is left: {title, text}; null before. */
export function lastRound({game: {state: {technologies}, options}, words}) {
  if (technologies.open.length + technologies.deck !== 1) return null;
  return {title: words.t('civ.last-technology'), text: words.t(`civ.last-technology-help.${options.end}`)};
}

/** How it was won: the points of each seat, and what decided between equal ones. */
export function wayOfWinning(ctx) {
  const {words, names} = ctx;
  const ties = {technologies: words.t('civ.known-technologies'), population: names.population, wonders: names.wonder};
  return countWords(ctx, words.t('civ.points'), ties);
}

/** By how much it was won. */
export function closeness({words, game}) {
  const count = marginOf(game);
  return count && words.t('civ.won-by', {count});
}

/** Nothing is chosen out of the discard pile. */
export function choosesFromPile() {
  return false;
}

/** What the reader may want and cannot have now, with the action to ask about: {kind, action}. */
export function unplayable(ctx) {
  const {move, game, you} = ctx;
  const {state} = game;
  if (you === null || state === null || !move) return [];
  const {hand, plots} = state.seats[you];
  const held = Object.keys(hand ?? {}).filter((kind) => actionOfCard(move, kind) === null);
  const sort = (kind) => ctx.kinds[kind].sort;
  if (move.offers('defend') || move.offers('let_through')) {
    const [attacker] = Object.keys(state.war.battles[0].attacking);
    return held
      .filter((kind) => sort(kind) === 'unit')
      .map((kind) => ({kind, action: {type: 'defend', unit: kind, stops: attacker}}));
  }
  if (state.step !== 'buy') return [];
  const room = Math.max(0, plots.findIndex(({buildings, capacity}) => buildings.length < capacity));
  const rival = game.seats.find(({seat}) => seat !== you).seat;
  const asked = (kind) =>
    sort(kind) === 'unit'
      ? {type: 'attack', seat: rival, units: [kind]}
      : {type: 'build', building: kind, plot: room};
  return [
    ...held.map((kind) => ({kind, action: asked(kind)})),
    ...state.technologies.open
      .filter((id) => !move.of('buy_technology').some(({technology}) => technology === id))
      .map((id) => ({kind: id, action: {type: 'buy_technology', technology: id}})),
  ];
}

/** What the defender would lose, said before they let the attackers through. */
export function foreseen({move}) {
  return move?.offers('let_through') ? [{name: 'let_through', action: {type: 'let_through'}}] : [];
}

/** The keys of the cards that one has drawn since one last did something else. */
export function freshCards(ctx, events) {
  const drawn = {};
  const own = new Set(begunBy(events, ctx.you));
  for (const event of events.toReversed()) {
    const {seat, type, cards} = event;
    if (type === 'CardsDrawn' && seat === ctx.you)
      listed(cards).forEach((kind) => {
        drawn[kind] = (drawn[kind] ?? 0) + 1;
      });
    else if (own.has(event) && !BESIDE_DRAWING.has(type)) break;
  }
  const held = ctx.game.state.seats[ctx.you].hand ?? {};
  return new Set(
    Object.entries(drawn).flatMap(([kind, number]) =>
      Array.from({length: Math.min(number, held[kind] ?? 0)}, (_, nth) => `hand:${kind}:${held[kind] - 1 - nth}`),
    ),
  );
}
