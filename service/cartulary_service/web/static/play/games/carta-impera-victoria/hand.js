/** Cards that lie open before their owner and can be chosen: the hand, the draft, the discard pile. */

import {spread, total} from '../../cards/counts.js';
import {h} from '../../dom.js';
import {handCard} from '../../table/hand.js';
import {movedKey} from '../../table/motion.js';
import {isLit, tapCard, zoneOf} from './intent.js';
import {lookOf} from './faces.js';

/** The cards of a zone, one by one. */
export function cardsOf(ctx, counts, zone, width) {
  return spread(counts, ctx.catalogue.kinds).map(([kind, nth]) =>
    chosenCard(ctx, kind, zone, `${zone}:${kind}:${nth}`, width, zone === 'hand' && ctx.moved?.has(movedKey(`hand:${ctx.you}`, kind, counts[kind] - 1 - nth))),
  );
}

function chosenCard(ctx, kind, zone, key, width = 'hand', isMoved = false) {
  const move = ctx.move ?? null;
  return handCard(ctx, {
    key,
    kind,
    width,
    look: lookOf(ctx, kind),
    lit: isLit(move, zone, kind, key),
    picked: move?.isPicked(key) ?? false,
    reason: zone === 'hand' ? ctx.reasons?.[kind] : null,
    isNew: zone === 'hand' && ctx.fresh?.has(key),
    isMoved,
    choose: () => ctx.tap(() => tapCard(move, zone, kind, key, ctx.go)),
  });
}

/** The reader's hand, with the cards that the move in the making takes to it. */
export function handCards(ctx) {
  const taken = (ctx.move?.picks ?? []).filter(({field}) => field === 'take');
  return [
    ...cardsOf(ctx, ctx.game.state.seats[ctx.you].hand ?? {}, 'hand'),
    ...(zoneOf(ctx.move ?? null) === 'hand' || ctx.move?.ready
      ? taken.map(({item, key}) => chosenCard(ctx, item, 'hand', `taken:${key}`))
      : []),
  ];
}

/** The draft: the packet, what was kept, and the centre. */
export function draft(ctx) {
  const {
    words,
    game: {
      state: {
        draft: {round, packet, kept, centre},
      },
    },
  } = ctx;
  const part = (title, cards, zone) =>
    cards &&
    total(cards) > 0 &&
    h(
      'section',
      {'data-key': `draft:${zone}`},
      h('h3', {}, title),
      h('ul', {class: 'spread'}, cardsOf(zone === 'kept' ? {...ctx, move: null} : ctx, cards, zone)),
    );
  const title = round === 'centre' ? words.t('carta.draft-centre') : words.t('carta.draft', {round});
  return h(
    'div',
    {class: 'draft'},
    h('h2', {}, title),
    part(words.t('carta.packet'), packet, 'packet'),
    part(words.t('carta.centre'), centre, 'centre'),
    part(words.t('carta.kept'), kept, 'kept'),
  );
}

/** The discard pile, spread by spheres. */
export function discardPile(ctx) {
  const {state} = ctx.game;
  return [
    h('h2', {}, `${ctx.names.discard}: ${total(state.discard)}`),
    h('ul', {class: 'spread'}, cardsOf(ctx, state.discard, 'discard', 84)),
  ];
}
