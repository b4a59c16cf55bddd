/** A seat's time beside its player's name; it changes by itself. */

import {icon} from '../cards/art.js';
import {h, unseen, update} from '../dom.js';
import {now} from '../server-time.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The longest time at first of a game that is played in one sitting. */
export const LIVE = 3 * HOUR;
const CLOCKED = new Set(['ClockStarted', 'ClockStopped', 'TimeExpired']);

/** The seconds that a seat has left. */
export function secondsOf({left, until, running}) {
  return running ? Math.max(0, Math.min(left, (new Date(until) - now()) / 1000)) : left;
}

/** The seconds that a seat had left as the game ended: what ran then, the end has not stopped. */
function secondsAtEnd({seat, left}, events = []) {
  const last = events.findLast((each) => each.seat === seat && CLOCKED.has(each.type));
  const end = events.findLast(({type}) => type === 'GameEnded');
  if (last?.type !== 'ClockStarted' || !end) return left;
  return Math.max(0, Math.min(left, (new Date(last.until) - new Date(end.at)) / 1000));
}

/** The time of a seat, to stand beside its player's name; null where no clock counts for it. */
export function seatClock(ctx, seat) {
  if (!hasClock(ctx.game, seat)) return null;
  const place = h('span', {class: 'time', 'data-key': `time:${seat}`, 'data-time-of': seat});
  fill(place, ctx, seat);
  return place;
}

/** Whether a seat has a clock: while it is in the game, and at the end, when the clock stands. */
export function hasClock({clock, status, state}, seat) {
  if (!clock || seat === null) return false;
  return status === 'finished' || (status === 'playing' && state.seats[seat].present);
}

/** Let each time on the page go on. */
export function tickClocks(ctx) {
  for (const each of document.querySelectorAll('[data-time-of]')) {
    const seat = Number(each.getAttribute('data-time-of'));
    if (hasClock(ctx.game, seat)) fill(each, ctx, seat);
  }
}

function fill(place, {game: {clock, status}, events, words}, seat) {
  const own = clock.seats[seat];
  const seconds = Math.ceil(status === 'finished' ? secondsAtEnd(own, events) : secondsOf(own));
  const isLow = seconds < (clock.terms.seconds <= LIVE ? MINUTE : HOUR);
  const said = words.t('time-left', {span: words.span(seconds)});
  place.classList.toggle('runs', own.running);
  place.classList.toggle('low', isLow);
  place.setAttribute('title', own.running ? `${said}, ${words.t('until', {at: words.moment(own.until)})}` : said);
  update(place, own.running && icon('clock'), h('span', {'aria-hidden': 'true'}, isLow && h('b', {}, '! '), timer(seconds, words)), unseen(said));
}

/** Minutes and seconds within the last hour, else the two largest units. */
function timer(seconds, words) {
  if (seconds >= HOUR) return words.span(seconds, 'short');
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
}
