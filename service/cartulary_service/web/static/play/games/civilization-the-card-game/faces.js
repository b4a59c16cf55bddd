/** Faces of Sid Meier's Civilization: The Card Game: units, buildings, wonders, technologies, resource cards, land. */

import {drawing, icon, token} from '../../cards/art.js';
import {parted} from '../../cards/card.js';
import {h, unseen} from '../../dom.js';
import {RESOURCES} from './payment.js';
import {buildingPrice, technologyPrice} from './prices.js';

const GROUNDS = {unit: 'bg-1', building: 'bg-2', wonder: 'bg-3'};
const MOST_FIGURES = 3;

/** The look of a card of the deck or of a technology; a price is what the reader pays. */
export function lookOf(ctx, kind) {
  if (ctx.technologies[kind]) return technologyLook(ctx, kind);
  const {sort, cost} = ctx.kinds[kind];
  return sort === 'bonus'
    ? bonusLook(ctx, kind)
    : {
        ...ctx.kinds[kind],
        title: parted(ctx.kinds[kind].name, ctx.words),
        classes: sort,
        art: kind,
        box: '0 0 64 64',
        ground: GROUNDS[sort],
        text: says(ctx.help[kind]),
        says: ctx.help[kind],
        extra: [cost > 0 && price('production', buildingPrice(ctx, kind)), points(ctx.kinds[kind])],
      };
}

/** A resource card: so many of one resource, or of any. */
function bonusLook(ctx, kind) {
  const {name, resource, value} = ctx.kinds[kind];
  const sort = resource ?? 'any';
  return {
    name,
    title: parted(ctx.names[sort] ?? name, ctx.words),
    classes: `bonus-${sort}`,
    ground: 'bg-3',
    value: h('span', {class: 'value'}, h('b', {}, value ?? kind.split('-').at(-1)), token(sort)),
  };
}

/** The look of a technology, a tablet with its price. */
export function technologyLook(ctx, id) {
  return {
    name: ctx.names[id],
    title: parted(ctx.names[id], ctx.words),
    classes: 'technology',
    art: id,
    box: '0 0 48 48',
    text: says(ctx.help[id]),
    says: ctx.help[id],
    extra: price('commerce', technologyPrice(ctx, id)),
  };
}

/** The back of the deck. */
export function backOf() {
  return {classes: 'civ-back', art: 'back-2', sign: icon('war')};
}

function says(text) {
  return text && h('span', {class: 'text says'}, text);
}

/** A price, with the sign of what it is paid in. */
function price(resource, cost) {
  return (
    cost > 0 &&
    h('span', {class: 'cost'}, drawing(`cost-${resource}`, 'token'), token(resource, 'sort'), h('b', {}, cost))
  );
}

function points({happiness = 0, culture = 0}) {
  const signs = [...Array(happiness).fill('happiness'), ...Array(culture).fill('culture-point')];
  return (
    signs.length > 0 &&
    h(
      'span',
      {class: 'points'},
      signs.map((each) => token(each, '')),
    )
  );
}

/** What is printed on a plot. */
function yieldOf(ctx, terrain) {
  const {yield: gives} = ctx.terrains[terrain];
  return h(
    'span',
    {class: 'yield'},
    RESOURCES.flatMap((each) => Array.from({length: gives[each] ?? 0}, () => token(each, ''))),
    unseen(
      RESOURCES.filter((each) => gives[each] > 0)
        .map((each) => `${ctx.names[each]} ${gives[each]}`)
        .join(', '),
    ),
  );
}

/** Who lives on a plot. */
function people(ctx, population) {
  if (population === 0) return null;
  const figures =
    population > MOST_FIGURES
      ? [token('population', ''), ` ×${population}`]
      : Array.from({length: population}, () => token('population', ''));
  return h('span', {class: 'people'}, figures, unseen(ctx.words.t('civ.population', {count: population})));
}

/** A building on a plot; `tag` is a button where it can be touched. */
export function house(ctx, id, {tag = 'span', classes = '', ...attributes} = {}) {
  return h(
    tag,
    {class: `house ${ctx.kinds[id].sort} ${classes}`, ...attributes},
    drawing(id, '', '0 0 64 64'),
    h('span', {}, parted(ctx.names[id], ctx.words)),
  );
}

/** A plot: its scene with who lives there and what stands there, its name, what it gives; `tag` is a button to touch. */
export function land(
  ctx,
  terrain,
  {
    population = 0,
    stands = [],
    name = ctx.names[terrain],
    foot = null,
    tag = 'span',
    inside = null,
    classes = '',
    ...attributes
  } = {},
) {
  return h(
    tag,
    {class: `land ${classes}`, ...attributes},
    h('span', {class: 'scene'}, scene(terrain), people(ctx, population), h('span', {class: 'stands'}, stands)),
    h('span', {class: 'foot'}, h('b', {}, name), foot, yieldOf(ctx, terrain)),
    inside,
  );
}

/** The picture of a terrain. */
export function scene(terrain) {
  return drawing(`t-${terrain}`, '', '0 0 120 80', {preserveAspectRatio: 'xMidYMid slice'});
}

/** A plot of somebody else, small. */
export function thumbnail(ctx, {terrain, population, buildings}, zoom) {
  const said = [ctx.names[terrain], ...buildings.map((id) => ctx.names[id])].join(', ');
  return h(
    'span',
    {class: 'miniland', 'data-zoom': zoom},
    scene(terrain),
    h('span', {class: 'foot'}, h('b', {'aria-hidden': 'true'}, ctx.names[terrain]), yieldOf(ctx, terrain)),
    people(ctx, population),
    h(
      'span',
      {class: 'stands'},
      buildings.map((id) => house(ctx, id)),
    ),
    unseen(said),
  );
}
