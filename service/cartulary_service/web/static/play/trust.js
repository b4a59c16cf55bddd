/** On what it rests that a record is the one that was played: one sentence, with a badge. */

import {h} from './dom.js';

/** How many plies nobody has signed, in words; null if somebody has signed all. */
export function unsignedWords({authority}, words) {
  const sum = (...names) => authority.reduce((all, each) => names.reduce((more, name) => more + each[name], all), 0);
  const unsigned = sum('bot', 'unsigned');
  return unsigned === 0 ? null : words.t('on-trust', {unsigned, plies: unsigned + sum('own', 'delegate', 'order')});
}

/** The badge and the sentence for the report on a record that verifies. */
export function trust(report, words) {
  const level = report.receipt === null ? 'word' : 'kept';
  return h('p', {class: `trust ${level}`}, h('strong', {class: 'badge'}, words.t(`trust-badge-${level}`)), ' ', words.t(`trust-${level}`));
}
