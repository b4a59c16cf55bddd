/** Below one's lanes on a phone: the lit effects as chips, or what the move in the making will do, and who is near winning. */

import {badge, icon} from '../../cards/art.js';
import {h} from '../../dom.js';
import {effectsOf} from './faces.js';
import {isNear, spheresOf} from './standing.js';

export function tray(ctx) {
  const {move, words} = ctx;
  const hint = move?.begun ? ctx.layout.table.mainWords(ctx).hint : '';
  const sphere = move?.begun ? (ctx.effects[move.type]?.sphere ?? ctx.kinds[move.settled.card]?.sphere) : null;
  const lit =
    move && !move.begun
      ? ctx.catalogue.spheres.flatMap(({id}) => effectsOf(ctx, id)).filter(({id}) => move.offers(id))
      : [];
  return [
    lit.length > 0 &&
      h(
        'div',
        {class: 'chips', 'data-key': 'chips'},
        lit.map((effect) =>
          h(
            'button',
            {
              type: 'button',
              class: 'chip',
              'data-key': `chip:${effect.id}`,
              onclick: () => ctx.tap(() => move.begin(effect.id)),
            },
            badge(effect.sphere),
            h('span', {}, effect.name),
            effect.kind === 'discard' && icon('discard'),
          ),
        ),
      ),
    hint && h('p', {class: 'note', 'data-key': 'note'}, sphere && badge(sphere), h('span', {}, hint)),
    lit.length === 0 &&
      ctx.game.status === 'playing' &&
      ctx.game.seats.filter(({seat}) => seat !== ctx.you).flatMap(({seat}) => alarm(ctx, seat, words)),
  ];
}

function alarm(ctx, seat, words) {
  const near = spheresOf(ctx, seat).filter((each) => isNear(each) && each.embargo === 0);
  return near.length === 0
    ? []
    : [
        h(
          'p',
          {class: 'note bad', 'data-key': `near:${seat}`},
          icon('crown'),
          h(
            'span',
            {},
            h('b', {}, ctx.players[seat]),
            ' ',
            words.t('carta.near', {spheres: words.list(near.map(({name}) => name))}),
          ),
        ),
      ];
}
