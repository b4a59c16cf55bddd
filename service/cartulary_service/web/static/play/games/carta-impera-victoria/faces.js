/** Faces and backs of the cards of CIV: Carta Impera Victoria. */

import {badge, drawing, icon} from '../../cards/art.js';
import {parted} from '../../cards/card.js';
import {h} from '../../dom.js';
import {cardsFor} from './thresholds.js';

export const ROMAN = {1: 'I', 2: 'II', 3: 'III'};

/** The look of a kind of card. `open` shows the sentence of each effect, as on a card that is looked at closely. */
export function lookOf(ctx, kind) {
  const {sphere, epoch, name} = ctx.kinds[kind];
  return {
    name,
    title: parted(ctx.names[sphere], ctx.words),
    classes: sphere,
    art: `${sphere}-${epoch}`,
    ground: `bg-${epoch}`,
    corner: badge(sphere),
    epoch: ROMAN[epoch],
    text: h(
      'span',
      {class: 'text'},
      effectsOf(ctx, sphere).map((effect) => effectLine(ctx, effect)),
    ),
  };
}

/** The look of a back. */
export function backOf(epoch) {
  return {classes: `e${epoch}`, art: `back-${epoch}`, sign: h('b', {'aria-hidden': 'true'}, ROMAN[epoch])};
}

/** The effects of a sphere in the order of its board: level 1, level 2, discard effect. */
export function effectsOf(ctx, sphere) {
  return ctx.catalogue.effects
    .filter((each) => each.sphere === sphere)
    .sort((one, other) => Number(one.kind === 'discard') - Number(other.kind === 'discard') || one.level - other.level);
}

/** The sign of an effect's condition: a number of cards, the most Culture, or a card to discard. */
export function needOf(ctx, effect) {
  if (effect.kind === 'discard') return icon('discard', '');
  if (effect.level === null) return icon('crown', '');
  return String(cardsFor(ctx, effect));
}

function effectLine(ctx, effect) {
  return h(
    'span',
    {class: `fx ${effect.kind === 'discard' ? 'pay' : ''}`},
    h('i', {}, needOf(ctx, effect)),
    h('span', {}, effect.name, h('small', {}, ctx.help[effect.id])),
  );
}

/** The marker of an effect that lies on a lane. */
export function marker(sign, classes, text, title) {
  return h(
    'span',
    {class: `marker ${classes}`, title},
    sign === 'token' ? drawing('i-token', 'i token') : icon(sign),
    text,
  );
}
