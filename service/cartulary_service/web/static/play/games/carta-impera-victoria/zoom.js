/** A card, an effect or a sphere, looked at closely: each effect with its sentence. */

import {h} from '../../dom.js';
import {card} from '../../cards/card.js';
import {effectsOf, lookOf} from './faces.js';
import {whyUnusable} from './lanes.js';

/** Content of the zoom for a thing on the table: {title, inside}; null where there is nothing to show. */
export function zoomOf(ctx, what, id) {
  if (what === 'card' && ctx.kinds[id]) return {title: ctx.kinds[id].name, inside: card(lookOf(ctx, id), 240)};
  if (what === 'effect' && ctx.effects[id]) {
    const why = whyUnusable(ctx, id);
    return {title: ctx.effects[id].name, inside: [h('p', {}, ctx.help[id]), why && h('p', {class: 'lacks'}, why)]};
  }
  if (what === 'sphere') return {title: ctx.names[id], inside: sphere(ctx, id)};
  return null;
}

/** Tell of a sphere and each of its effects. */
function sphere(ctx, id) {
  return [
    h('p', {}, ctx.help[id]),
    effectsOf(ctx, id).map((effect) => h('p', {}, h('b', {}, effect.name), ' – ', ctx.help[effect.id])),
  ];
}
