/** A card in the hand bar, or in another place out of which cards are chosen. */

import {card, parted, reason, ribbon} from '../cards/card.js';
import {h} from '../dom.js';

/**
 * A card that can be touched. `lit` and `picked` say how it stands; `reason`, {text, url, ruling, isPrice}, why it cannot be
 * played; `choose` is done at a touch. A card that cannot be chosen, or paid, can still be looked at.
 */
export function handCard(
  ctx,
  {key, kind, width = 'hand', look, lit, picked, reason: why = null, isNew = false, isMoved = false, choose},
) {
  const {words} = ctx;
  const isUp = picked || Boolean(ctx.kept?.isPicked(key));
  const classes = [
    lit && 'can',
    isUp && 'picked',
    why && 'cannot',
    isMoved && 'moved',
  ]
    .filter(Boolean)
    .join(' ');
  const touched = (event) => (lit || picked ? ctx.tapCard(choose, event) : why && !why.isPrice ? ctx.explain(why) : ctx.zoom?.(event.currentTarget));
  const said = [look.name, why && why.text, isNew && words.t('new-card')].filter(Boolean).join('. ');
  return h(
    'li',
    {class: isUp ? 'up' : '', 'data-key': `slot:${key}`},
    card(look, width, {
      tag: 'button',
      type: 'button',
      classes,
      'data-key': key,
      'data-kind': kind,
      'data-zoom': `card:${kind}`,
      'aria-label': said,
      'aria-pressed': lit || isUp ? String(isUp) : null,
      'data-drag': lit || picked ? 'yes' : null,
      onclick: touched,
      inside: [why && reason(parted(why.text, words)), isNew && ribbon(words.t('new-card'))],
    }),
  );
}

/** More cards than these are not seen side by side on a narrow screen, and on any screen. */
const MANY = 5;
const CROWD = 18;

/** The hand as a fan. Cards that have no room side by side overlap, and a crowd is scrolled. */
export function fan(cards) {
  const size = cards.length > CROWD ? 'many crowd' : cards.length > MANY ? 'many' : '';
  return h('ul', {class: `fan ${size}`, 'data-key': 'fan'}, cards);
}
