/** The clock of a game in words. */

import {icon} from '../cards/art.js';
import {h} from '../dom.js';

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** How much time each player has, and what follows when it is over. */
export function clockFact({clock}, words) {
  return h('span', {class: 'clock-fact'}, icon('clock'), ' ', clock ? clockWords(clock.terms, words) : words.t('clock-said.none'));
}

/** How much time each player has, when it passes, and what follows when it is over. */
export function clockWords({kind, seconds, increment, window, on_expiry: then}, words) {
  const time = words.t(`clock-said.${kind}`, {span: words.span(seconds)});
  const gain = increment > 0 && words.t('clock-said.gain', {span: words.span(increment)});
  const sentences = [
    [time, gain].filter(Boolean).join(', '), window && hoursIn(window, words),
    `${words.t('clock.on-expiry')}: ${words.t(`clock.${then}`)}`,
  ];
  return sentences.filter(Boolean).map((each) => `${each}.`).join(' ');
}

/** The hours of the day in which a clock runs. */
function hoursIn({zone, begins, ends, days}, words) {
  const named = DAYS.filter((day) => days.includes(day)).map((day) => weekday(DAYS.indexOf(day), words));
  const which = named.length === DAYS.length ? words.t('every-day') : words.list(named);
  return words.t('clock-said.window', {begins, ends, zone: zone.replaceAll('_', ' '), days: which});
}

/** A day of the week, 0 being Monday. */
export function weekday(nth, words) {
  return new Date(Date.UTC(2024, 0, 1 + nth)).toLocaleDateString(words.language, {weekday: 'short', timeZone: 'UTC'});
}
