/** Rivals: each of their six piles as a tower, whose height is the number of cards. */

import {back} from '../../cards/card.js';
import {badge, icon, seal, token} from '../../cards/art.js';
import {ordered} from '../../cards/counts.js';
import {h, unseen} from '../../dom.js';
import {isBot, nameOf} from '../../players.js';
import {openCards, openHand} from '../../table/open-hand.js';
import {aimButton, openButton} from '../../table/rival-buttons.js';
import {seatClock} from '../../table/seat-clock.js';
import {backOf} from './faces.js';
import {tapTarget} from './intent.js';
import {heldBy, isNear, spheresOf} from './standing.js';
import {thresholdsOf} from './thresholds.js';

const MOST_BACKS = 7;

/** A seat's six towers. */
export function towers(ctx, seat) {
  return h(
    'div',
    {class: 'towers'},
    spheresOf(ctx, seat).map((each) => tower(ctx, seat, each)),
  );
}

function tower(ctx, seat, standing) {
  const {words, players} = ctx;
  const {sphere, name, have, wins, won, democracy, embargo, token: holder} = standing;
  const [low, high] = thresholdsOf(ctx);
  const target = ctx.targets?.find((each) => each.seat === seat && each.sphere === sphere);
  const steps = Array.from({length: Math.max(wins, have)}, (_, place) =>
    h('i', {
      class: [
        place < have && 'on',
        sphere !== 'culture' && (place + 1 === low || place + 1 === high) && 'level',
        place >= wins - democracy && 'raised',
      ]
        .filter(Boolean)
        .join(' '),
    }),
  );
  const said = [
    `${name}: ${words.t('carta.progress', {have, needed: wins})}`,
    won && words.t('carta.won-here'),
    embargo > 0 && words.t('carta.embargo'),
    democracy > 0 && words.t('carta.democracy'),
    holder !== null && `${ctx.names.culture_token}: ${players[holder]}`,
  ]
    .filter(Boolean)
    .join('. ');
  const classes = [
    'tower',
    sphere,
    isNear(standing) && 'near',
    won && 'won',
    embargo > 0 && 'held',
    have === 0 && 'zero',
    target && 'target',
  ];
  const inside = [
    h('span', {class: 'stack'}, steps),
    h(
      'span',
      {class: 'side'},
      h(
        'span',
        {class: 'marks'},
        won && h('span', {class: 'crowned'}, icon('crown')),
        democracy > 0 && icon('democracy'),
        holder !== null && token('i-token'),
        embargo > 0 && icon('embargo'),
      ),
      badge(sphere),
      h('b', {}, have, h('small', {}, `/${wins}`)),
    ),
  ];
  const place = {
    class: classes.filter(Boolean).join(' '),
    'data-key': `tower:${seat}:${sphere}`,
    'data-place': `lane:${seat}:${sphere}`,
  };
  if (!target) return h('span', {...place, role: 'img', 'aria-label': said}, inside);
  return h(
    'button',
    {
      ...place,
      type: 'button',
      'aria-label': `${players[seat]}, ${said}`,
      onclick: () => ctx.tap(() => tapTarget(ctx.move, target)),
    },
    inside,
  );
}

/** The hand of a rival: backs with their epochs but for cards that lie open, and how many cards there are. */
export function handOf(ctx, seat, open) {
  const {
    words,
    game: {state},
  } = ctx;
  const {backs, hand_limit: limit} = state.seats[seat];
  const held = heldBy(ctx, seat);
  const hidden = Object.entries(backs)
    .map(([epoch, number]) => [epoch, number - ordered(open, ctx.catalogue.kinds).reduce((sum, [kind, each]) => sum + (ctx.kinds[kind].epoch === Number(epoch) ? each : 0), 0)])
    .filter(([, number]) => number > 0);
  const said = hidden.map(([epoch, count]) => words.t('carta.backs', {count, epoch: 'I'.repeat(epoch)})).join(', ');
  return h(
    'span',
    {class: 'minihand', 'data-place': `hand:${seat}`},
    h(
      'span',
      {class: 'backs', 'aria-hidden': 'true'},
      hidden
        .flatMap(([epoch, number]) => Array(number).fill(epoch))
        .slice(0, MOST_BACKS)
        .map((epoch) => back(backOf(epoch), 26)),
    ),
    icon('hand'),
    h(
      'span',
      {title: words.t('carta.hand-of')},
      unseen(`${words.t('carta.hand-of')}: `),
      words.t('carta.of', {have: held, limit}),
    ),
    unseen(` ${said}`),
  );
}

/** Warn that one card more wins; an alarm unless an Embargo holds each of these spheres. */
function nearTag(near, words) {
  const text = words.t('carta.near', {spheres: words.list(near.map(({name}) => name))});
  return h(
    'span',
    {class: `tag ${near.every(({embargo}) => embargo > 0) ? '' : 'alarm'}`, title: text},
    icon('crown'),
    h('span', {}, text),
  );
}

/** Tags of a seat: a bot, the first player, the leader in culture, one who has left, and how near to winning. */
export function tagsOf(ctx, seat) {
  const {words, game, names} = ctx;
  const {state} = game;
  const near = spheresOf(ctx, seat).filter(isNear);
  return [
    game.seats[seat].team !== null && h('span', {class: 'tag'}, words.t('team', {team: game.seats[seat].team + 1})),
    game.seats[seat].player && isBot(game.seats[seat].player) && h('span', {class: 'tag'}, icon('bot'), h('span', {}, words.t('bot'))),
    state.first === seat &&
      h('span', {class: 'tag', title: words.t('carta.first')}, icon('first'), unseen(words.t('carta.first'))),
    state.culture_token?.seat === seat &&
      h('span', {class: 'tag', title: names.culture_token}, token('i-token'), unseen(names.culture_token)),
    !state.seats[seat].present && h('span', {class: 'tag'}, words.t('gone')),
    near.length > 0 && state.step !== 'over' && nearTag(near, words),
  ];
}

/** The panel of a rival, which is a target as a whole where a seat is to be chosen. */
export function rival(ctx, seat) {
  const {game, players, words} = ctx;
  const target = ctx.targets?.find((each) => each.seat === seat && each.sphere === null);
  const acts = game.to_act?.includes(seat);
  return h(
    'section',
    {
      class: `rival ${target ? 'target' : ''} ${acts ? 'acting' : ''}`,
      'data-key': `rival:${seat}`,
      'aria-label': ctx.openRival && players[seat],
    },
    h(
      'header',
      {},
      seal(seat),
      h('h2', {class: 'who'}, nameOf(ctx, seat)),
      seatClock(ctx, seat),
      acts && h('span', {class: 'tag acts'}, words.t('to-act')),
      tagsOf(ctx, seat),
      h('span', {class: 'space'}),
      openButton(ctx, seat),
      target && aimButton(ctx, seat, () => ctx.tap(() => tapTarget(ctx.move, target))),
      openHand(ctx, seat),
      handOf(ctx, seat, openCards(ctx, seat)),
    ),
    towers(ctx, seat),
  );
}
