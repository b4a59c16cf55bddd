/** Sid Meier's Civilization: The Card Game on the page: the parts of its table, and every seat for the replay. */

import {icon, seal, token} from '../../cards/art.js';
import {card, lookedAt} from '../../cards/card.js';
import {ordered, spread, total} from '../../cards/counts.js';
import {h} from '../../dom.js';
import {nameOf} from '../../players.js';
import {seatClock} from '../../table/seat-clock.js';
import {handOf, tagsOf, thumbnails} from './empires.js';
import {backOf, lookOf, technologyLook} from './faces.js';
import {flights} from './flights.js';
import {handCards} from './hand.js';
import {ownLands} from './lands.js';
import {market} from './market.js';
import {measures} from './measures.js';
import {counts, leaderCards, resources, score} from './purse.js';
import {signOf} from './signs.js';
import * as table from './table.js';
import {war} from './war.js';
import {zoomOf} from './zoom.js';

export {backOf, flights, lookOf, measures, signOf, table, zoomOf};

/** The market, a war if there is one, and all seats, as a replay and a spectator see them. */
export function board(ctx) {
  const {words, names, game} = ctx;
  const {state} = game;
  return [
    h('h2', {class: 'unseen'}, words.t('middle')),
    h(
      'p',
      {class: 'facts'},
      h('span', {class: 'tag'}, words.t('turn', {turn: state.turn})),
      h('span', {class: 'tag'}, icon('deck'), h('b', {}, state.deck.count), ' ', names.deck),
      h('span', {class: 'tag'}, icon('discard'), h('b', {}, total(state.discard)), ' ', names.discard),
    ),
    market({...ctx, move: null}),
    state.war && war({...ctx, move: null}),
    seatsOf(ctx),
  ];
}

/** The seats as the reader has them at the table, the rivals first; a spectator sees all alike. */
function seatsOf(ctx) {
  const {game, you} = ctx;
  if (you === null) return h('div', {class: 'seats'}, game.seats.map(({seat}) => row(ctx, seat)));
  return h('div', {class: 'seats'}, h('div', {class: 'rivals'}, table.rivals(ctx)), row(ctx, you));
}

/** A seat with its plots, the reader's as at the table, with its technologies, and with its hand if that is open. */
function row(ctx, seat) {
  const {words, game, players} = ctx;
  const {hand, known, technologies, happiness, culture} = game.state.seats[seat];
  return h(
    'section',
    {
      class: `seat empire ${game.to_act?.includes(seat) ? 'acting' : ''}`,
      'data-key': `seat:${seat}`,
      'aria-label': players[seat],
    },
    h(
      'header',
      {},
      seal(seat),
      h('h3', {class: 'who'}, nameOf(ctx, seat)),
      seatClock(ctx, seat),
      score(ctx, seat),
      counts(ctx, seat),
      h('span', {class: 'tag', title: ctx.names.happiness}, token('happiness'), happiness),
      h('span', {class: 'tag', title: ctx.names.culture}, token('culture-point'), culture),
      leaderCards(ctx, seat),
      resources(ctx, seat),
      handOf(ctx, seat),
      tagsOf(ctx, seat),
      hand === null &&
        total(known) > 0 &&
        h('p', {class: 'known'}, words.t('known'), ' ', words.list(ordered(known, ctx.catalogue.kinds).map(([kind, number]) => `${ctx.kinds[kind].name}${number > 1 ? ` ×${number}` : ''}`))),
    ),
    seat === ctx.you ? ownLands(ctx) : thumbnails(ctx, seat),
    (hand !== null || technologies.length > 0) &&
      h(
        'ul',
        {class: 'open'},
        technologies.map((id) => h('li', {'data-key': id}, card(technologyLook(ctx, id), 44, lookedAt(ctx, `card:${id}`)))),
        hand !== null &&
          seat !== ctx.you &&
          spread(hand, ctx.catalogue.kinds).map(([kind, nth]) =>
            h('li', {'data-key': `${kind}:${nth}`}, card(lookOf(ctx, kind), 44, lookedAt(ctx, `card:${kind}`))),
          ),
      ),
  );
}

/** A hand, large. */
export function hand(ctx) {
  return h('ul', {class: 'spread'}, handCards({...ctx, move: null}, 108));
}
