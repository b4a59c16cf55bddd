/** What is lit on the table for the move in the making, and what a tap there does. Nothing is lit that is not listed. */

import {presetPayment} from './payment.js';

/** The field into which cards of the hand are picked one after the other, by the action. */
const PICKED = {attack: 'units', discard: 'cards'};
/** Actions that name a card of the hand, with the field in which they do. */
const NAMED = [
  ['build', 'building'],
  ['use_bonus', 'card'],
  ['defend', 'unit'],
];
/** Actions that spread population or walls over one's plots. */
const SPREAD = new Set(['give_up_population', 'resettle', 'return_walls']);
/** Actions that are possible beside what the turn waits for. */
const ANY_TIME = new Set(['tear_down', 'give']);
/** Actions with nothing else to begin beside them. */
const ALONE = new Set(['collect', 'discard', ...SPREAD]);

/** Actions of which the only one that is listed is chosen. */
const SINGLE = new Set(['take_plot', 'settle']);

/** The action that begins by itself, because there is no other, with what alone can be chosen: {type, settled}. */
export function begunByItself(move) {
  const [{type, choose, ...settled} = {}, ...others] = move.forms.filter((form) => !ANY_TIME.has(form.type));
  if (others.length === 0 && SINGLE.has(type)) return {type, settled};
  return ALONE.has(type) && others.every((form) => form.type === type) ? {type} : null;
}

/** The action that a card of the hand begins: {type, settled}; null where it begins none. */
export function actionOfCard(move, kind) {
  if (!move) return null;
  const picked = move.forms.find(({type, choose}) => choose?.[PICKED[type]]?.from[kind]);
  if (picked) return {type: picked.type, settled: {}};
  for (const [type, field] of NAMED)
    if (move.of(type).some((form) => form[field] === kind)) return {type, settled: {[field]: kind}};
  return null;
}

/** Choose a card of the hand. Choosing it again does it, or puts it back where several can be picked. */
export function tapCard(ctx, kind, key) {
  const {move} = ctx;
  const {type, settled} = actionOfCard(move, kind);
  if (PICKED[type]) pickCard(move, type, kind, key);
  else if (move.key === key) ctx.go();
  else move.begin(type, settled, key);
}

/** Pick one card more, or put it back. Where no more may be picked, it takes the place of the first. */
function pickCard(move, type, kind, key) {
  if (move.type !== type) move.begin(type);
  const field = PICKED[type];
  const {count} = move.of(type)[0].choose[field];
  if (move.isPicked(key)) move.picks = move.picks.filter((pick) => pick.key !== key);
  else move.picks = [...move.picks.slice(move.picks.length < count ? 0 : 1), {field, item: kind, key}];
  if (type === 'attack' && move.picks.length === 0) move.putBack();
}

/** The forms that a value of the move leaves, whatever was chosen for the value itself. */
function formsBut(move, name) {
  const others = Object.entries(move.settled).filter(([field]) => field !== name);
  return move.of(move.type).filter((form) => others.every(([field, value]) => form[field] === value));
}

/** The seats among which the move has to choose: [{seat, chosen}]. */
export function targetsOf({move}) {
  if (!move?.begun) return [];
  const seats = [...new Set(formsBut(move, 'seat').map(({seat}) => seat))].filter((seat) => seat !== undefined);
  return seats.map((seat) => ({seat, chosen: seats.length === 1 || move.settled.seat === seat}));
}

/** Choose a rival. */
export function tapSeat(ctx, {seat, chosen}) {
  const {move} = ctx;
  if (chosen) return ctx.go();
  move.settle({seat});
  move.picks = move.picks.filter(({field}) => field !== 'take');
  return undefined;
}

/** What a tap on one of one's plots does: {look: can, target or chosen, count, tap}; null where it only shows the plot. */
export function plotIntent(ctx, number) {
  const {move} = ctx;
  if (!move) return null;
  if (SPREAD.has(move.type)) return spreadIntent(move, number);
  if (move.type === 'build') return buildIntent(ctx, number);
  const form = move.forms.find(({type, plot}) => ['settle', 'buy_population'].includes(type) && plot === number);
  if (!form || (move.begun && move.type !== form.type)) return null;
  const chosen = move.begun && move.settled.plot === number;
  const tap = () => (chosen ? ctx.go() : move.begin(form.type, {plot: number}, `plot:${number}`));
  return {type: form.type, look: chosen ? 'chosen' : 'can', tap};
}

function buildIntent(ctx, number) {
  const {move} = ctx;
  const forms = formsBut(move, 'plot');
  if (!forms.some(({plot}) => plot === number)) return null;
  const chosen = forms.length === 1 || move.settled.plot === number;
  return {
    type: 'build',
    look: chosen ? 'chosen' : 'target',
    tap: () => (chosen ? ctx.go() : move.settle({plot: number})),
  };
}

/** Each tap counts one more of the plot, and as many as there are begin anew with none. */
function spreadIntent(move, number) {
  const item = String(number);
  const count = move.picked('plots').filter((each) => each === item).length;
  const more = move.takes(item);
  if (!more && count === 0) return null;
  const tap = () => {
    if (more) move.pick(item, `plot:${item}:${count}`);
    else move.picks = move.picks.filter((pick) => pick.item !== item);
  };
  return {type: move.type, look: count > 0 ? 'chosen' : 'target', count, tap};
}

/** What a tap on a building of one's own does where the war destroys it; null where it does nothing. */
export function houseIntent(ctx, plot, building) {
  const {move} = ctx;
  const listed = move?.of('give_up_building').some((form) => form.plot === plot && form.building === building);
  return listed ? singleIntent(ctx, 'give_up_building', {plot, building}, `house:${plot}:${building}`) : null;
}

/** What a tap on a technology or a plot of the market does; null where it does nothing. */
export function offerIntent(ctx, field, id, key) {
  const type = ctx.move?.forms.find((form) => form[field] === id)?.type;
  return type ? singleIntent(ctx, type, {[field]: id}, key) : null;
}

/** What a tap on a unit of the attacker does: it is stopped by the picked unit, or sent back; null where neither. */
export function attackerIntent(ctx, unit, key) {
  const {move} = ctx;
  if (move?.offers('send_back')) {
    const listed = move.of('send_back').some((form) => form.unit === unit);
    return listed ? singleIntent(ctx, 'send_back', {unit}, key) : null;
  }
  if (move?.type !== 'defend') return null;
  const stopped = formsBut(move, 'stops').map(({stops}) => stops);
  if (!stopped.includes(unit)) return null;
  const chosen = stopped.length === 1 || move.settled.stops === unit;
  return {look: chosen ? 'chosen' : 'target', tap: () => (chosen ? ctx.go() : move.settle({stops: unit}))};
}

function singleIntent(ctx, type, settled, key) {
  const {move} = ctx;
  // A move that began by itself has no key, and is the only one.
  const chosen = move.key === key || (move.type === type && move.key === null);
  const tap = () => {
    if (chosen) return ctx.go();
    move.begin(type, settled, key);
    return presetPayment(move);
  };
  return {type, look: chosen ? 'chosen' : 'can', tap};
}
