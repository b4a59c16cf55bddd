/** The clocks of a game, and what a seat may do with them. */

import {button, field, h, select} from '../dom.js';
import {icon} from '../cards/art.js';
import {clockWords} from '../pages/clock-words.js';
import {now} from '../server-time.js';
import {secondsOf} from './seat-clock.js';

const MINUTE = 60;
const HOUR = 3600;
/** Seconds that a seat may be given at a table where people sit together, up to so many for each, and at others. */
const LIVE = 3 * HOUR;
const GIFTS_LIVE = [MINUTE, 5 * MINUTE, 15 * MINUTE];
const GIFTS = [HOUR, 12 * HOUR, 24 * HOUR, 72 * HOUR, 168 * HOUR];

/** How each seat's clock stands, and one's own pause, vacation and gifts of time; `act` does an action. */
export function clockPanel({game, words, players}, act) {
  const {clock, you} = game;
  const own = clock.seats[you];
  const others = game.seats.map(({seat}) => seat).filter((seat) => seat !== you && game.state.seats[seat].present);
  return h('details', {class: 'panel clocks', 'data-key': 'clocks'}, h('summary', {}, icon('clock'), ' ', words.t('clock')),
    h('p', {}, clockWords(clock.terms, words)),
    h('ul', {class: 'rows'}, clock.seats.map((each) => standing(each, players, words))),
    own.vacation_days > 0 && vacation(own, words, act),
    others.length > 0 && gift(others, clock.terms.seconds <= LIVE, players, words, act),
    !clock.paused && h('div', {class: 'buttons'}, button(words.t('pause'), () => act({type: 'pause'}), {'data-key': 'pause'})));
}

/** How a seat's clock stands. */
function standing(clock, players, words) {
  const {seat, running, away_until: away, vacation_days: days} = clock;
  return h('li', {}, h('b', {}, players[seat]), ' ', h('span', {}, words.span(secondsOf(clock))),
    running && h('span', {class: 'tag acts'}, words.t('clock-runs')),
    away && new Date(away) > now() && h('span', {class: 'tag'}, words.t('away-until', {at: words.moment(away)})),
    days > 0 && h('span', {class: 'tag'}, words.t('vacation-left', {count: days})));
}

/** A form to go on vacation. */
function vacation({vacation_days: days}, words, act) {
  const input = h('input', {type: 'number', name: 'vacation', min: 1, max: days, value: 1, required: true, 'data-key': 'vacation', 'data-keep': true});
  return h('form', {class: 'row', onsubmit: (event) => submitted(event, () => act({type: 'take_vacation', days: Number(input.value)}))},
    field(words.t('vacation-days', {count: days}), input),
    h('button', {type: 'submit', 'data-key': 'take-vacation'}, words.t('take-vacation')));
}

/** A form to give another seat more time. */
function gift(others, isLive, players, words, act) {
  const to = select('give-to', others.map((seat) => [String(seat), players[seat]]), String(others[0]));
  const much = select('give-much', (isLive ? GIFTS_LIVE : GIFTS).map((each) => [String(each), words.span(each)]), String(isLive ? MINUTE : 24 * HOUR));
  for (const each of [to, much]) each.setAttribute('data-keep', '');
  const give = () => act({type: 'give_time', seat: Number(to.value), seconds: Number(much.value)});
  return h('form', {class: 'row', onsubmit: (event) => submitted(event, give)},
    field(words.t('give-to'), to), field(words.t('give-much'), much),
    h('button', {type: 'submit', 'data-key': 'give-time'}, words.t('give-time')));
}

function submitted(event, what) {
  event.preventDefault();
  what();
}
