/** CIV: Carta Impera Victoria on the page: the parts of its table, and every seat side by side for the replay. */

import {icon, seal} from '../../cards/art.js';
import {card, lookedAt} from '../../cards/card.js';
import {ordered, spread, total} from '../../cards/counts.js';
import {h} from '../../dom.js';
import {nameOf} from '../../players.js';
import {seatClock} from '../../table/seat-clock.js';
import {backOf, lookOf} from './faces.js';
import {handCards} from './hand.js';
import {handOf, tagsOf, towers} from './towers.js';
import {lanes} from './lanes.js';
import {measures} from './measures.js';
import {signOf} from './signs.js';
import * as table from './table.js';
import {flights} from './flights.js';
import {zoomOf} from './zoom.js';

export {backOf, flights, lookOf, measures, signOf, table, zoomOf};

/** The middle and all seats, as a replay and onlookers see them. */
export function board(ctx) {
  const {
    words,
    names,
    game: {state},
  } = ctx;
  const discarded = ordered(state.discard, ctx.catalogue.kinds);
  return [
    h('h2', {class: 'unseen'}, words.t('middle')),
    h(
      'section',
      {class: 'middle', 'aria-label': words.t('middle')},
      h(
        'p',
        {class: 'facts'},
        h('span', {class: 'tag'}, icon('deck'), h('b', {}, state.deck.count), ' ', names.deck),
        h('span', {class: 'tag'}, icon('discard'), h('b', {}, total(state.discard)), ' ', names.discard),
        h('span', {class: 'tag'}, words.t('turn', {turn: state.turn})),
        state.final_round && h('strong', {class: 'tag acts'}, words.t('carta.final')),
      ),
      discarded.length > 0 &&
        h(
          'details',
          {'data-key': 'discard'},
          h('summary', {}, `${names.discard} (${total(state.discard)})`),
          h('ul', {class: 'spread'}, cards(ctx, state.discard, 60)),
        ),
      state.draft && table.mat(ctx),
    ),
    seatsOf(ctx),
  ];
}

/** The seats as the reader has them at the table, the rivals first; a spectator sees all alike. */
function seatsOf(ctx) {
  const {game, you} = ctx;
  if (you === null) return h('div', {class: 'seats'}, game.seats.map(({seat}) => row(ctx, seat)));
  return h('div', {class: 'seats'}, h('div', {class: 'rivals'}, table.rivals(ctx)), row(ctx, you));
}

/** A seat with its towers, the reader's with its lanes, and with its hand if that is open. */
function row(ctx, seat) {
  const {words, game, players} = ctx;
  const {hand, known} = game.state.seats[seat];
  return h(
    'section',
    {
      class: `seat ${seat === ctx.you ? 'own' : ''} ${game.to_act?.includes(seat) ? 'acting' : ''}`,
      'data-key': `seat:${seat}`,
      'aria-label': players[seat],
    },
    h(
      'header',
      {},
      seal(seat),
      h('h3', {class: 'who'}, nameOf(ctx, seat)),
      seatClock(ctx, seat),
      handOf(ctx, seat, hand ?? {}),
      tagsOf(ctx, seat),
      hand !== null && seat !== ctx.you && h('ul', {class: 'open'}, cards(ctx, hand, 60)),
      hand === null &&
        total(known) > 0 &&
        h(
          'p',
          {class: 'known'},
          words.t('known'),
          ' ',
          words.list(
            ordered(known, ctx.catalogue.kinds).map(
              ([kind, number]) => `${ctx.kinds[kind].name}${number > 1 ? ` ×${number}` : ''}`,
            ),
          ),
        ),
    ),
    seat === ctx.you ? lanes(ctx, seat) : towers(ctx, seat),
  );
}

function cards(ctx, counts, width) {
  return spread(counts, ctx.catalogue.kinds).map(([kind, nth]) =>
    h('li', {'data-key': `${kind}:${nth}`}, card(lookOf(ctx, kind), width, lookedAt(ctx, `card:${kind}`))),
  );
}

/** A hand, large. */
export function hand(ctx) {
  return h('ul', {class: 'spread'}, handCards(ctx));
}
