/** CIV: Carta Impera Victoria on the start page and in lists: the lid of its box, a cover, and who stands how. */

import {badge} from '../../cards/art.js';
import {card} from '../../cards/card.js';
import {h, svg} from '../../dom.js';
import {lookOf} from './faces.js';
import {isNear, spheresOf} from './standing.js';

/** All that a table or a replay shows, which start page and lists do without. */
export const loadLayout = () => import('./index.js');

/** The guided first game, which only few ask for. */
export const loadGuide = () => import('./guide.js');

const SHOWN = ['military-1', 'religion-2', 'science-3', 'culture-2', 'economy-2'];
const RAYS = Array.from({length: 13}, (_, nth) => `M300 420 ${nth * 130 - 520}-60h66z`).join('');

/** The picture on the lid, and some cards of the box. */
export function lid(ctx) {
  return [svg('svg', {class: 'scene', viewBox: '0 0 600 320', preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true'},
    svg('path', {fill: '#4c1420', d: 'M0 0h600v320H0z'}), svg('path', {fill: '#7c2630', opacity: '.5', d: RAYS})),
  SHOWN.map((kind) => card(lookOf(ctx, kind), 108))];
}

/** The drawing that stands for a game in a list: a card of the sphere in which the seat is furthest. */
export function cover(ctx, seat) {
  const {sphere} = ctx.game?.state ? furthest(ctx, seat) : {sphere: 'science'};
  const {epoch} = ctx.catalogue.kinds.findLast((kind) => kind.sphere === sphere);
  return {classes: sphere, art: `${sphere}-${epoch}`, box: '0 0 100 100', ground: `bg-${epoch}`};
}

/** How far a seat is: its longest row, beside what it needs to win. */
export function standing(ctx, seat) {
  const {name, sphere, have, wins, ...more} = furthest(ctx, seat);
  const steps = Array.from({length: Math.max(wins, have)}, (_, place) => h('i', {class: place < have ? 'on' : ''}));
  return [h('span', {class: `way ${sphere}`, title: name}, badge(sphere), h('span', {class: 'bar'}, steps)),
    h('span', {class: isNear({have, wins, ...more}) ? 'bad' : ''}, `${have} / ${wins}`)];
}

function furthest(ctx, seat) {
  return spheresOf(ctx, seat).reduce((best, each) => (best.wins - best.have <= each.wins - each.have ? best : each));
}
