/** The standing of a seat: points, counts, leader cards, resources; one's own tokens can be touched. */

import {icon, token} from '../../cards/art.js';
import {h, unseen} from '../../dom.js';
import {coinIntent, RESOURCES} from './payment.js';

/** Something with a sign, a word that is read, and a number. */
function fact(sign, words, value) {
  return h('span', {class: 'fact', title: words}, sign, unseen(`${words}: `), h('b', {}, value));
}

/** The points of a seat. */
export function score(ctx, seat) {
  const {points} = ctx.game.state.seats[seat];
  return h('span', {class: 'score', title: ctx.words.t('civ.points')}, h('b', {}, points), h('small', {}, ctx.words.t('civ.points-label', {count: points})));
}

/** How many technologies, wonders and population a seat has. */
export function counts(ctx, seat) {
  const {plots, technologies} = ctx.game.state.seats[seat];
  const wonders = plots.flatMap(({buildings}) => buildings).filter((id) => ctx.kinds[id].sort === 'wonder').length;
  const people = plots.reduce((sum, {population}) => sum + population, 0);
  return h(
    'span',
    {class: 'counts'},
    fact(icon('tech'), ctx.words.t('civ.known-technologies'), technologies.length),
    fact(icon('wonder'), ctx.names.wonder, wonders),
    fact(token('population', ''), ctx.names.population, people),
  );
}

/** The leader cards that a seat holds. */
export function leaderCards(ctx, seat) {
  const {leaders} = ctx.game.state;
  return ['happiness', 'culture']
    .filter((each) => leaders[each] === seat)
    .map((each) => {
      const name = ctx.names[`${each}_leader`];
      return h(
        'span',
        {class: 'leader', title: name},
        token(each === 'culture' ? 'culture-point' : each),
        h('span', {}, name),
      );
    });
}

/** The resources of a seat, to look at. */
export function resources(ctx, seat) {
  const own = ctx.game.state.seats[seat].resources;
  return h(
    'span',
    {class: 'purse'},
    RESOURCES.map((each) => fact(token(each, ''), ctx.names[each], own[each])),
  );
}

/** One's own resources, whose tokens are touched to pay or choose with them. */
export function purse(ctx) {
  return h(
    'span',
    {class: 'purse own', role: 'group', 'aria-label': ctx.words.t('civ.resources')},
    RESOURCES.map((each) => coin(ctx, each)),
  );
}

function coin(ctx, resource) {
  const have = ctx.game.state.seats[ctx.you].resources[resource];
  const intent = coinIntent(ctx, resource);
  const change = intent?.change ?? 0;
  const inside = [
    token(resource, ''),
    h('b', {}, have),
    change !== 0 && h('em', {}, change > 0 ? `+${change}` : `−${-change}`),
  ];
  const said = [`${ctx.names[resource]}: ${have}`, change !== 0 && (change > 0 ? `+${change}` : `−${-change}`)];
  const place = {
    class: `coin ${intent?.look ?? ''}`,
    'data-key': `coin:${resource}`,
    title: ctx.names[resource],
  };
  if (!intent?.look) return h('span', {...place, role: 'img', 'aria-label': said.filter(Boolean).join(', ')}, inside);
  return h(
    'button',
    {
      ...place,
      type: 'button',
      'aria-label': said.filter(Boolean).join(', '),
      'aria-pressed': intent.look === 'chosen' ? 'true' : null,
      onclick: () => ctx.tap(intent.tap),
    },
    inside,
  );
}

/** What stands in the heading of one's own mat. */
export function ownStanding(ctx) {
  return [score(ctx, ctx.you), counts(ctx, ctx.you), leaderCards(ctx, ctx.you), h('span', {class: 'space'}), purse(ctx)];
}
