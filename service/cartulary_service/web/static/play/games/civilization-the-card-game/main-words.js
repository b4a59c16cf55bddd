/** What the main action says: {label, small, hint, idle}; at rest also the action that it stands for. */

import {token} from '../../cards/art.js';
import {wordOf} from '../../narration.js';
import {targetsOf} from './intent.js';
import {bonusOf, coinIntent, paidOf, presetPayment, RESOURCES} from './payment.js';
import {buildingPrice, technologyPrice} from './prices.js';

/** Fields that are chosen on the table, counted in words. */
const COUNTED = new Set(['units', 'cards', 'plots', 'take', 'resources', 'hills', 'river', 'forest', 'pyramids']);
/** What the main action stands for while nothing is chosen, the first that is listed. */
const AT_REST = ['draw', 'fight', 'let_through'];
/** What "buy, build or use" means. */
const PURCHASES = ['build', 'buy_technology', 'buy_plot', 'buy_population', 'use_bonus', 'bank', 'pottery', 'code_of_laws'];

export function mainWords(ctx) {
  return ctx.move.begun ? begunWords(ctx) : restWords(ctx);
}

function restWords(ctx) {
  const {move, names, words} = ctx;
  const hint = hintAtRest(ctx);
  const type = AT_REST.find((each) => move.offers(each));
  if (type === 'let_through') return {type, label: wordOf(names, 'let_through', 'action'), small: lossOf(ctx), hint};
  if (type) return {type, label: type === 'draw' ? words.t('civ.do-draw') : wordOf(names, type, 'action'), small: '', hint};
  const nothing = move.of('discard').find(({choose}) => !choose);
  if (nothing) return {type: 'discard', action: nothing, label: words.t('civ.do-discard-nothing'), small: '', hint: ''};
  return {label: null, small: '', hint: '', idle: hint};
}

/** What gets through unless another unit is stopped. */
function lossOf({outcomes, words, names}) {
  const end = outcomes?.let_through?.find(({type}) => type === 'DefenceEnded');
  if (!end) return '';
  const lost = ['population', 'buildings']
    .filter((each) => end[each] > 0)
    .map((each) => `${names[each === 'buildings' ? 'building' : each]} ${end[each]}`);
  return lost.length > 0 ? words.t('civ.you-lose', {what: words.list(lost)}) : words.t('civ.you-lose-nothing');
}

/** What to touch next. */
function hintAtRest({move, words, game}) {
  const first = ['take_plot', 'settle', 'collect', 'send_back', 'give_up_building', 'discard', 'defend', 'fight', 'let_through'];
  const type = first.find((each) => move.offers(each));
  switch (type) {
    case 'take_plot':
      return words.t('civ.pick-plot');
    case 'settle':
      return words.t('civ.pick-own-plot');
    case 'send_back':
      return words.t('civ.pick-send-back');
    case 'give_up_building':
      return words.t('civ.pick-building');
    case 'discard':
      return discardWords({move, words});
    case 'defend':
    case 'let_through':
      return words.t('civ.pick-defender');
    case 'fight':
      return words.t('civ.pick-units');
    default:
      return words.t(purchaseHint(move, game.state.step));
  }
}

function purchaseHint(move, step) {
  if (step === 'draw') return 'civ.buying-over';
  if (PURCHASES.some((each) => move.offers(each))) return 'civ.pick-purchase';
  return move.offers('attack') ? 'civ.attack-or-draw' : 'civ.nothing-to-buy';
}

/** How many cards are to be discarded. */
function discardWords({move, words}) {
  return words.t('civ.pick-discard', {count: move.of('discard')[0].choose.cards.count});
}

function begunWords(ctx) {
  const {move, words, help} = ctx;
  const hint = help[move.settled.building ?? move.settled.technology ?? move.type] ?? '';
  return {label: labelOf(ctx), small: choiceOf(ctx) ?? costOf(ctx), hint: move.type === 'collect' ? words.t('civ.pick-resources') : hint};
}

/** What will be done. */
function labelOf(ctx) {
  const {move, words, names, players} = ctx;
  const {type} = move;
  const sole = move.candidates().length === 1 ? move.candidates()[0] : move.settled;
  const plot = sole.plot === undefined ? null : names[ctx.game.state.seats[ctx.you].plots[sole.plot]?.terrain];
  const name = (id) => names[id] ?? ctx.kinds[id]?.name;
  switch (type) {
    case 'build':
      return plot ? words.t('civ.do-build-on', {plot}) : words.t('civ.do-build', {building: name(sole.building)});
    case 'buy_population':
      return words.t('civ.do-population', {plot});
    case 'settle':
      return words.t('civ.do-settle', {plot});
    case 'take_plot':
      return words.t('civ.do-take', {thing: name(sole.terrain)});
    case 'buy_plot':
      return words.t('civ.do-buy', {thing: name(sole.terrain)});
    case 'buy_technology':
      return words.t('civ.do-buy', {thing: name(sole.technology)});
    case 'use_bonus':
      return words.t('civ.do-use', {card: name(sole.card)});
    case 'attack':
      return sole.seat === undefined ? wordOf(names, 'attack', 'action') : words.t('civ.do-attack', {player: players[sole.seat]});
    case 'defend':
      return sole.stops ? words.t('act.defend', {unit: name(sole.unit), stops: name(sole.stops)}) : wordOf(names, 'defend', 'action');
    case 'send_back':
      return words.t('civ.do-send-back', {unit: name(sole.unit)});
    case 'tear_down':
      return words.t('civ.do-tear-down', {building: name(sole.building)});
    case 'give_up_building':
      return words.t('civ.do-give-up', {building: name(sole.building)});
    case 'bank':
      return sole.give && sole.take ? words.t('act.bank', {give: name(sole.give), take: name(sole.take)}) : wordOf(names, 'bank', 'action');
    case 'discard':
      return sole.cards ? words.t('civ.do-discard-nothing') : discardWords(ctx);
    default:
      return wordOf(names, type, 'action');
  }
}

/** What is still to be chosen; null once nothing is. */
function choiceOf(ctx) {
  const {move, words, names} = ctx;
  const values = move.values();
  if (values.includes('seat') || (targetsOf(ctx).length > 1 && move.settled.seat === undefined)) return words.t('carta.choose-rival');
  if (values.includes('plot')) return words.t('civ.choose-plot');
  if (values.includes('stops')) return words.t('civ.choose-attacker');
  if (move.type === 'bank' && move.settled.give === undefined) return words.t('civ.choose-give');
  if (values.includes('take') || values.includes('give')) return words.t('civ.choose-take');
  if (values.includes('resource')) return words.t('civ.choose-resource');
  const field = move.field() ?? move.fields().at(-1);
  if (!field || !COUNTED.has(field.name)) return null;
  return words.t('civ.progress', {what: wordOf(names, field.name, 'field'), have: field.chosen, all: field.count});
}

/** What it costs or gives, and what is left. */
function costOf(ctx) {
  const {move, names, prices} = ctx;
  const [form] = move.candidates();
  switch (form?.type) {
    case 'build':
      return left(ctx, 'production', buildingPrice(ctx, form.building));
    case 'buy_technology':
      return left(ctx, 'commerce', technologyPrice(ctx, form.technology));
    case 'buy_population':
      return left(ctx, 'food', prices.population[form.plot]);
    case 'buy_plot':
    case 'pottery':
      return amounts(ctx, form.pay ?? paidOf(move));
    case 'use_bonus':
      return `+${bonusOf(ctx)} ${names[form.resource ?? ctx.kinds[form.card].resource]}`;
    case 'bank':
      return `${prices.bank} : 1`;
    default:
      return '';
  }
}

function left(ctx, resource, price) {
  const have = ctx.game.state.seats[ctx.you].resources[resource];
  return ctx.words.t('civ.costs', {price, resource: ctx.names[resource], left: have - price});
}

/** Resources in words. */
function amounts({names}, paid) {
  return RESOURCES.filter((each) => paid[each] > 0)
    .map((each) => `${paid[each]} ${names[each]}`)
    .join(', ');
}

/** Actions that no place on the table stands for: the bank, Pottery, Code of Laws, a gift to the partner. */
export function options(ctx) {
  const {move, words, names, prices} = ctx;
  if (move.begun) return [...discardedBonus(ctx), ...resourceChoices(ctx)];
  const begin = (type, label) => ({label, choose: () => (move.begin(type), presetPayment(move))});
  return [
    move.offers('bank') && begin('bank', `${wordOf(names, 'bank', 'action')} ${prices.bank} : 1`),
    move.offers('pottery') && begin('pottery', names.pottery),
    move.offers('code_of_laws') && begin('code_of_laws', names.code_of_laws),
    move.offers('give') && begin('give', wordOf(names, 'give', 'action')),
  ].filter(Boolean);
}

/** The resources among which the move has to choose, beside what asks for one: the same as the tokens of the purse. */
function resourceChoices(ctx) {
  if (ctx.move.picked('pay').length > 0) return [];
  return RESOURCES.flatMap((resource) => {
    const intent = coinIntent(ctx, resource);
    return intent?.look === 'can' ? [{label: [token(resource, ''), ctx.names[resource]], choose: intent.tap}] : [];
  });
}

/** A resource card that is picked to be discarded can be used instead. */
function discardedBonus({move, words, kinds}) {
  if (move.type !== 'discard') return [];
  const usable = [...new Set(move.picked('cards'))].filter((kind) => move.of('use_bonus').some(({card}) => card === kind));
  return usable.map((kind) => ({
    label: words.t('civ.do-use', {card: kinds[kind].name}),
    choose: () => move.begin('use_bonus', {card: kind}, move.picks.find(({item}) => item === kind).key),
  }));
}
