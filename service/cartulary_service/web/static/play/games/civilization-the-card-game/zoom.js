/** A card or a plot of Civilization, looked at closely. */

import {card} from '../../cards/card.js';
import {h} from '../../dom.js';
import {lookOf} from './faces.js';
import {lackWords} from './prices.js';

/** Content of the zoom for a thing on the table: {title, inside}; null where there is nothing to show. */
export function zoomOf(ctx, what, id) {
  const {kinds, technologies, names, help, words} = ctx;
  if (what === 'card' && (kinds[id] || technologies[id])) {
    const why = ctx.reasons?.[id];
    const text = why && (lackWords(ctx, id) ?? why.text);
    return {title: names[id], inside: [card(lookOf(ctx, id), 240), text && h('p', {class: 'lacks'}, text)]};
  }
  if (what === 'plot') {
    const [seat, number] = id.split(',').map(Number);
    const plot = ctx.game.state.seats[seat].plots[number];
    const told = plot.buildings
      .filter((each) => help[each])
      .map((each) => h('p', {}, h('b', {}, names[each]), ` – ${help[each]}`));
    return told.length > 0
      ? {title: words.t('civ.plot', {number: number + 1, terrain: names[plot.terrain]}), inside: told}
      : null;
  }
  return null;
}
