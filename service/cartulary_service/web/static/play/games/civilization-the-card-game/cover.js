/** Sid Meier's Civilization: The Card Game on the start page and in lists: the lid of its box, a cover, who stands how. */

import {card} from '../../cards/card.js';
import {h, svg} from '../../dom.js';
import {lookOf, technologyLook} from './faces.js';

/** All that a table or a replay shows, which start page and lists do without. */
export const loadLayout = () => import('./index.js');

/** The guided first game, which only few ask for. */
export const loadGuide = () => import('./guide.js');

const LAND = [
  ['#173a4a', 'M0 0h600v320H0z'],
  ['#245266', 'M0 210 90 150l54 40 66-86 96 116 70-60 90 70 134-52v140H0z'],
  ['#2f6b4a', 'M0 246Q120 200 260 236T600 214V320H0z'],
  ['#e8cf98', 'M330 250 420 150 512 250z'], ['#b48d4c', 'M420 150 512 250H440z'],
  ['#e8cf98', 'M450 250 506 188 562 250z'], ['#b48d4c', 'M506 188 562 250H520z'],
  ['#1f4f36', 'M0 280Q160 244 320 268T600 250V320H0z'],
];

/** The picture on the lid, and some cards of the box. */
export function lid(ctx) {
  const [sky, mountains, ...fields] = LAND.map(([fill, d]) => svg('path', {fill, d}));
  const sun = [svg('circle', {cx: 470, cy: 150, r: 74, fill: '#e9a24a'}), svg('circle', {cx: 470, cy: 150, r: 96, fill: '#e9a24a', opacity: '.25'})];
  return [svg('svg', {class: 'scene', viewBox: '0 0 600 320', preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true'}, sky, sun, mountains, fields),
    [card(lookOf(ctx, 'chariot'), 108), card(lookOf(ctx, 'granary'), 108), card(lookOf(ctx, 'pyramids'), 108),
      card(technologyLook(ctx, 'astronomy'), 108), card(lookOf(ctx, kindOfResource(ctx)), 108)]];
}

/** The drawing that stands for a game in a list. */
export function cover(ctx, seat) {
  const wonder = ctx.game?.state?.seats[seat].plots.flatMap(({buildings}) => buildings).find((id) => ctx.kinds[id].sort === 'wonder');
  return {classes: 'wonder', art: wonder ?? 'pyramids', box: '0 0 64 64', ground: 'bg-3'};
}

/** How far a seat is: its points, and its technologies, which end the game. */
export function standing(ctx, seat) {
  const {points, technologies} = ctx.game.state.seats[seat];
  return [h('span', {}, ctx.words.t('civ.points-count', {count: points})),
    h('span', {class: 'calm'}, ctx.words.t('civ.technologies-count', {count: technologies.length}))];
}

function kindOfResource(ctx) {
  return ctx.catalogue.kinds.find(({sort, resource}) => sort === 'bonus' && resource === 'commerce').id;
}
