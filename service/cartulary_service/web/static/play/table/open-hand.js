/** Cards of a rival's hand that lie open to the reader: all of it at the end of a game, else those that were shown. */

import {card, lookedAt} from '../cards/card.js';
import {spread, total} from '../cards/counts.js';
import {h} from '../dom.js';

/** The cards of a seat's hand that the reader knows, as counts. */
export function openCards(ctx, seat) {
  const {hand, known} = ctx.game.state.seats[seat];
  return hand ?? known;
}

/** These cards, small, each to be looked at; null where none is open. */
export function openHand(ctx, seat) {
  const {words, players, layout, game} = ctx;
  const cards = openCards(ctx, seat);
  if (total(cards) === 0) return null;
  const isWhole = game.state.seats[seat].hand !== null;
  return h(
    'ul',
    {class: 'open-hand', 'data-key': `open-hand:${seat}`, 'aria-label': isWhole ? words.t('hand-of', {player: players[seat]}) : words.t('known')},
    spread(cards, ctx.catalogue.kinds).map(([kind, nth]) =>
      h('li', {'data-key': `${kind}:${nth}`}, card(layout.lookOf(ctx, kind), 26, lookedAt(ctx, `card:${kind}`))),
    ),
  );
}
