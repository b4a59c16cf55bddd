/** Cards of the hand and of the discard pile. */

import {spread, total} from '../../cards/counts.js';
import {h} from '../../dom.js';
import {handCard} from '../../table/hand.js';
import {movedKey} from '../../table/motion.js';
import {lookOf} from './faces.js';
import {actionOfCard, tapCard} from './intent.js';
import {buildingPrice, shortOf} from './prices.js';

/** One's hand, at a width that the hand bar gives. */
export function handCards(ctx, width = 'held') {
  const hand = ctx.game.state.seats[ctx.you].hand ?? {};
  return spread(hand, ctx.catalogue.kinds).map(([kind, nth]) => {
    const key = `hand:${kind}:${nth}`;
    const move = ctx.move ?? null;
    const picked = move?.isPicked(key) ?? false;
    return handCard(ctx, {
      key,
      kind,
      width,
      look: lookOf(ctx, kind),
      lit: !picked && actionOfCard(move, kind) !== null,
      picked,
      reason: reasonOf(ctx, kind),
      isNew: ctx.fresh?.has(key),
      isMoved: ctx.moved?.has(movedKey(`hand:${ctx.you}`, kind, hand[kind] - 1 - nth)),
      choose: () => ctx.tap(() => tapCard(ctx, kind, key)),
    });
  });
}

/** Why a card cannot be used now: what is missing to its price, else as the service says. */
function reasonOf(ctx, kind) {
  const why = ctx.reasons?.[kind];
  if (!why || !ctx.kinds[kind].cost) return why ?? null;
  const count = shortOf(ctx, 'production', buildingPrice(ctx, kind));
  if (count === 0) return why;
  return {...why, text: ctx.words.t('civ.short', {count, resource: ctx.names.production}), isPrice: true};
}

/** The discard pile, spread. */
export function discardPile(ctx) {
  const {discard} = ctx.game.state;
  return [
    h('h2', {}, `${ctx.names.discard}: ${total(discard)}`),
    h(
      'ul',
      {class: 'spread'},
      spread(discard, ctx.catalogue.kinds).map(([kind, nth]) =>
        handCard(ctx, {
          key: `discard:${kind}:${nth}`,
          kind,
          width: 84,
          look: lookOf(ctx, kind),
          lit: false,
          picked: false,
        }),
      ),
    ),
  ];
}
