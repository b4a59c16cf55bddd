/** On what it rests that a record is the one that was played: one sentence, with a badge. */

import {h} from './dom.js';

/** How many plies nobody has signed, in words; null if somebody has signed all. */
export function unsignedWords({authority}, words) {
  const sum = (...names) => authority.reduce((all, each) => names.reduce((more, name) => more + each[name], all), 0);
  const unsigned = sum('bot', 'unsigned');
  return unsigned === 0 ? null : words.t('on-trust', {unsigned, plies: unsigned + sum('own', 'delegate', 'order')});
}

/** How far receipts bear out the record that a report is on: to its end (kept), to an earlier version (part), or not (word). */
function levelOf({receipt, version}, kept) {
  if (receipt === null) return 'word';
  return kept === version ? 'kept' : 'part';
}

/** The badge and the sentence for the report on a record that verifies; `place` describes the last version `kept`. */
export function trust(report, kept, place, words) {
  const level = levelOf(report, kept);
  return h('p', {class: `trust ${level}`}, h('strong', {class: 'badge'}, words.t(`trust-badge-${level}`)), ' ', words.t(`trust-${level}`, {place}));
}
