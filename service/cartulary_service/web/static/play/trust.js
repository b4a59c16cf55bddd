/** On what it rests that a record is the one that was played: one sentence, with a badge. */

import {h} from './dom.js';
import {evidenceOf} from './receipts.js';
import {deviceTime} from './server-time.js';
import {runs} from './subjects.js';
import {versionOf} from '../verifier/notes.js';

/** What a verifier says, with seats counted from 1 as on the pages; the record counts them from 0. */
export function withSeatsFromOne(text) {
  return text.replace(/(?<!first )\b(seats? )(\d+(?:, \d+)*)/gi, (_, noun, seats) => noun + seats.replace(/\d+/g, (seat) => Number(seat) + 1));
}

/** What this browser knows of the game of a file. Of what came after a bundle without an end, that bundle says nothing. */
export function evidenceOfFile(text) {
  try {
    const lines = text.trimEnd().split('\n');
    const {receipt, ...more} = evidenceOf(JSON.parse(lines[0]).id);
    const isOver = JSON.parse(JSON.parse(lines.at(-2)).public).type === 'GameEnded';
    return {...more, receipt: receipt.filter((each) => isOver || versionOf(each) <= lines.length - 2)};
  } catch {
    return {receipt: [], entropy: {}};
  }
}

/** When proofs of the log are asked for: by the reader's own clock, since the service, whose times are judged by it, could set its own. */
export function readersTime() {
  return runs('log') ? deviceTime() : undefined;
}

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
