/** Faces of Sid Meier's Civilization: The Card Game: units, buildings, wonders, technologies, resource cards, land. */

import {drawing, icon, token} from '../../cards/art.js';
import {h, unseen} from '../../dom.js';

const GROUNDS = {unit: 'bg-1', building: 'bg-2', wonder: 'bg-3'};
const RESOURCES = ['food', 'production', 'commerce'];
const MOST_FIGURES = 3;

/** The look of a card of the deck. */
export function lookOf(ctx, kind) {
  const {sort} = ctx.kinds[kind];
  return sort === 'bonus'
    ? bonusLook(ctx, kind)
    : {
        ...ctx.kinds[kind],
        classes: sort,
        art: kind,
        box: '0 0 64 64',
        ground: GROUNDS[sort],
        text: says(ctx.help[kind]),
        extra: [price('production', ctx.kinds[kind].cost), points(ctx.kinds[kind])],
      };
}

/** A resource card: so many of one resource, or of any. */
function bonusLook(ctx, kind) {
  const {name, resource, value} = ctx.kinds[kind];
  const sort = resource ?? 'any';
  return {
    name,
    title: ctx.names[sort] ?? name,
    classes: `bonus-${sort}`,
    ground: 'bg-3',
    value: h('span', {class: 'value'}, h('b', {}, value ?? kind.split('-').at(-1)), token(sort)),
  };
}

/** The look of a technology, a tablet with its price. */
export function technologyLook(ctx, id, cost = ctx.technologies[id].cost) {
  return {
    name: ctx.names[id],
    classes: 'technology',
    art: id,
    box: '0 0 48 48',
    text: says(ctx.help[id]),
    extra: price('commerce', cost),
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

/** A land with who lives there and what stands on it; `tag` is a button where it can be chosen. */
export function land(
  ctx,
  terrain,
  {
    population = 0,
    buildings = [],
    room = 0,
    name = ctx.names[terrain],
    tag = 'span',
    inside = null,
    classes = '',
    ...attributes
  } = {},
) {
  const {yield: gives} = ctx.terrains[terrain];
  const figures =
    population > MOST_FIGURES
      ? [token('population', ''), ` ×${population}`]
      : Array.from({length: population}, () => token('population', ''));
  return h(
    tag,
    {class: `land ${classes}`, ...attributes},
    h(
      'span',
      {class: 'scene'},
      drawing(`t-${terrain}`, '', '0 0 120 80', {preserveAspectRatio: 'xMidYMid slice'}),
      population > 0 &&
        h('span', {class: 'people'}, figures, unseen(ctx.words.t('civ.population', {count: population}))),
      h(
        'span',
        {class: 'stands'},
        buildings.map((id) =>
          h('span', {class: `house ${ctx.kinds[id].sort}`}, drawing(id, '', '0 0 64 64'), h('span', {}, ctx.names[id])),
        ),
        Array.from({length: room}, () => h('span', {class: 'site'}, ctx.words.t('civ.room'))),
      ),
    ),
    h(
      'span',
      {class: 'foot'},
      h('b', {}, name),
      h(
        'span',
        {class: 'yield'},
        RESOURCES.flatMap((each) => Array.from({length: gives[each] ?? 0}, () => token(each))),
        unseen(
          RESOURCES.filter((each) => gives[each] > 0)
            .map((each) => `${ctx.names[each]} ${gives[each]}`)
            .join(', '),
        ),
      ),
    ),
    inside,
  );
}
