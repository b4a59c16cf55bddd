/** Rivals: points, counts, leader cards and resources of a seat, and its plots as thumbnails. */

import {icon, seal} from '../../cards/art.js';
import {h, unseen} from '../../dom.js';
import {isBot, nameOf} from '../../players.js';
import {openHand} from '../../table/open-hand.js';
import {aimButton, openButton} from '../../table/rival-buttons.js';
import {seatClock} from '../../table/seat-clock.js';
import {scene, thumbnail} from './faces.js';
import {tapSeat} from './intent.js';
import {counts, leaderCards, resources, score} from './purse.js';

/** Tags of a seat: its team, a bot, one who has left, how long it cannot be attacked. */
export function tagsOf(ctx, seat) {
  const {words, game} = ctx;
  const {player, team} = game.seats[seat];
  const {present, protected: turns} = game.state.seats[seat];
  return [
    team !== null && h('span', {class: 'tag'}, words.t('team', {team: team + 1})),
    player && isBot(player) && h('span', {class: 'tag bot'}, icon('bot'), h('span', {}, words.t('bot'))),
    !present && h('span', {class: 'tag'}, words.t('gone')),
    turns > 0 && h('span', {class: 'tag', title: words.t('civ.protected')}, icon('shield'), unseen(words.t('civ.protected')), turns),
  ];
}

/** How many cards a seat holds. */
export function handOf(ctx, seat) {
  return h(
    'span',
    {class: 'minihand', 'data-place': `hand:${seat}`, title: ctx.names.hand},
    icon('hand'),
    unseen(`${ctx.names.hand}: `),
    ctx.game.state.seats[seat].hand_count,
  );
}

/** The plots of a seat, small. */
export function thumbnails(ctx, seat) {
  return h(
    'span',
    {class: 'minilands', 'data-place': `plots:${seat}`},
    ctx.game.state.seats[seat].plots.map((plot, number) => thumbnail(ctx, plot, `plot:${seat},${number}`)),
  );
}

/** On a narrow screen: how many plots a seat has, and that they are a tap away. */
function toLands({game}, seat) {
  return h('span', {class: 'to-lands', 'aria-hidden': 'true'}, scene(game.state.seats[seat].plots[0]?.terrain ?? 'hills'), game.state.seats[seat].plots.length, icon('right'));
}

/** The panel of a rival, which is a target as a whole where a seat is to be chosen. */
export function rival(ctx, seat) {
  const {game, players, words} = ctx;
  const target = ctx.targets?.find((each) => each.seat === seat);
  const acts = game.to_act?.includes(seat);
  const classes = ['rival', 'empire', target && 'target', target?.chosen && 'chosen', acts && 'acting'];
  return h(
    'section',
    {class: classes.filter(Boolean).join(' '), 'data-key': `rival:${seat}`, 'aria-label': ctx.openRival && players[seat]},
    h(
      'header',
      {},
      seal(seat),
      h('h2', {class: 'who'}, nameOf(ctx, seat)),
      seatClock(ctx, seat),
      score(ctx, seat),
      counts(ctx, seat),
      acts && h('span', {class: 'tag acts'}, words.t('to-act')),
      tagsOf(ctx, seat),
      h('span', {class: 'space'}),
      leaderCards(ctx, seat),
      resources(ctx, seat),
      handOf(ctx, seat),
      ctx.openRival && toLands(ctx, seat),
      openButton(ctx, seat),
      target && aimButton(ctx, seat, () => ctx.tap(() => tapSeat(ctx, target)), target.chosen),
    ),
    h('div', {class: 'holdings'}, thumbnails(ctx, seat), openHand(ctx, seat)),
  );
}

/** The panels of the rivals, from the left of the reader. */
export function rivals(ctx) {
  const seats = ctx.game.seats.map(({seat}) => seat);
  return [...seats.slice(ctx.you + 1), ...seats.slice(0, ctx.you)].map((seat) => rival(ctx, seat));
}
