/** Cards as both games show them: to look at, or to choose. */

import {about} from '../table/card-help.js';
import {h, unseen} from '../dom.js';
import {icon} from './icons.js';
import {named} from '../players.js';

/** A multiset as [kind, number] in the order of the catalogue. */
export function ordered(counts, kinds) {
  return kinds.map(({id}) => [id, counts?.[id] ?? 0]).filter(([, number]) => number > 0);
}

/** How many there are in all. */
export function total(counts) {
  return Object.values(counts ?? {}).reduce((sum, each) => sum + each, 0);
}

/** A card that can be chosen where there is a choice to be made; `key` tells it from its likes. */
export function card(face, {kind, zone, nth = 0, number = 1}, ctx) {
  const key = `${zone}:${kind}:${nth}`;
  const tells = face.tells && about(face.name, face.tells, ctx.words, key);
  const inside = [face.mark, h('span', {class: 'card-name'}, face.name), face.detail,
    number > 1 && h('span', {class: 'times'}, `×${number}`)];
  const classes = `card ${face.classes ?? ''}`;
  if (!ctx.chosen?.can(kind)) return h('li', {class: classes, title: tells ? null : face.title}, inside, tells);
  const chosen = ctx.chosen.has(key);
  return h('li', {class: `${classes} choosable`}, h('button', {
    type: 'button',
    title: tells ? null : face.title,
    'aria-pressed': String(chosen),
    'data-key': key,
    'data-kind': kind,
    onclick: () => ctx.chosen.toggle(key, kind),
  }, inside), tells);
}

/** A pile of cards, each on its own so that one can be chosen. */
export function spread(counts, zone, ctx, face) {
  const cards = ordered(counts, ctx.catalogue.kinds).flatMap(([kind, number]) =>
    Array.from({length: number}, (_, nth) => card(face(kind), {kind, zone, nth}, ctx)));
  return h('ul', {class: 'cards'}, cards);
}

/** A pile of cards by kinds, with how many there are of each. */
export function heap(counts, zone, ctx, face) {
  const cards = ordered(counts, ctx.catalogue.kinds).map(([kind, number]) => card(face(kind), {kind, zone, number}, ctx));
  return h('ul', {class: 'cards heap'}, cards);
}

/** Something with a mark, a word that is read, and a value. */
export function fact(mark, words, value, className = '') {
  return h('span', {class: `fact ${className}`, title: words}, icon(mark), unseen(`${words}: `), h('b', {}, value));
}

/** Who sits there, with what is to be known of the seat. */
export function seatHead(ctx, seat, ...facts) {
  const {game, words} = ctx;
  const {player} = game.seats[seat];
  const bot = game.bots?.find((each) => each.seat === seat);
  const acts = game.to_act?.includes(seat);
  const marks = [
    seat === ctx.you && h('span', {class: 'tag'}, words.t('you')),
    game.seats[seat].team !== null && h('span', {class: 'tag'}, words.t('team', {team: game.seats[seat].team + 1})),
    bot && h('span', {class: 'tag'}, icon('bot'), words.t('bot')),
    !game.state.seats[seat].present && h('span', {class: 'tag'}, words.t('gone')),
    acts && h('span', {class: 'tag acts'}, icon('turn'), words.t('to-act')),
  ];
  return h('header', {class: 'seat-head'}, h('h3', {}, player ? named(player) : ctx.players[seat], ' ', marks), h('p', {class: 'facts'}, facts));
}
