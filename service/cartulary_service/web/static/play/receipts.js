/** Receipts: the signed heads of games that this browser has been given, against which their records are checked. */

import {h} from './dom.js';
import {base64url, bytesOf, bytesOfHex} from './encoding.js';
import {keptKeys, pinnedKeys} from './keys.js';
import {onDevice} from './storage.js';

const KEPT = 'cartulary-receipts';
/** Games beyond these are forgotten, the one first that was heard of longest ago. */
const MOST = 300;

/**
 * What is kept of a game: its first and last note, that from before one's bytes were shown, two that contradict each
 * other, and what one's seat added.
 */
export function keptOf(game) {
  return onDevice.readJson(KEPT)?.[game] ?? null;
}

/** Keep more of a game. */
export function keep(game, news) {
  const {[game]: known = {}, ...others} = onDevice.readJson(KEPT) ?? {};
  const all = Object.entries({...others, [game]: {...known, ...news}});
  onDevice.write(KEPT, JSON.stringify(Object.fromEntries(all.slice(-MOST))));
}

/** The game and the version of a note. */
export function placeOf(note) {
  const [, game, version] = note.split('\n');
  return {game, version: Number(version)};
}

/** What a note says, without its signature. */
const textOf = (note) => note.slice(0, note.indexOf('\n\n'));

/** Whether one of these keys has signed a note; null where this browser has no Ed25519, or no key is known. */
async function isSignedBy(lines, note) {
  if (lines.length === 0) return null;
  const {readKey, signingKey} = await import('../verifier/notes.js');
  const key = await signingKey(await Promise.all(lines.map((line) => readKey(line))), note);
  return key === null ? null : key !== undefined;
}

/** Whether a note is a receipt of a game, signed by a key of the service; null where its signature cannot be checked. */
async function isReceipt(service, note, game) {
  try {
    const {readNote, readReceipt} = await import('../verifier/notes.js');
    const read = readNote(note);
    if (readReceipt(read.text).game !== game) return false;
    return (await isSignedBy(keptKeys(), read)) || (await isSignedBy(await pinnedKeys(service), read));
  } catch {
    return false;
  }
}

/** Of what is kept of a game, a note that contradicts this one: of the same version, with another head, and signed. */
function contradictionOf(note, {first, shuffle, last, unchecked = []}) {
  const {version} = placeOf(note);
  const isOther = (each) => placeOf(each).version === version && textOf(each) !== textOf(note) && !unchecked.includes(each);
  return [first, shuffle, last].filter(Boolean).find(isOther);
}

/** The note at the end of a bundle. */
export const noteOf = (bundle) => JSON.parse(bundle.trimEnd().split('\n').at(-1)).note;

/**
 * Two notes that prove that the service has signed two histories of a game: those that are kept, or one that is kept
 * and the note of a bundle, which then are kept too; null if there are none.
 */
export async function proofWith(service, bundle, game) {
  const {proof = null, ...kept} = keptOf(game) ?? {};
  if (proof !== null || kept.first === undefined) return proof;
  let note;
  try {
    note = noteOf(bundle);
    if (!(await isReceipt(service, note, game))) return null;
  } catch {
    return null;
  }
  const other = contradictionOf(note, kept);
  if (other === undefined) return null;
  keep(game, {proof: [other, note]});
  return [other, note];
}

/** The link by which a text on a game is saved as a file. */
export function saveLink(game, text, label) {
  return h('a', {class: 'button', download: `${game}.txt`, href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}, label);
}

/** The link by which two notes that contradict each other are saved. */
export function proofLink(game, proof, words) {
  return saveLink(game, proof.join('\n'), words.t('save-proof'));
}

/**
 * Keep a note on a game, if a key of the service has signed it. Two of one version with different heads then prove that
 * the service has signed two histories. Where no signature can be checked it is kept unchecked, and proves nothing here.
 */
export async function keepReceipt(service, note, game) {
  const isSigned = await isReceipt(service, note, game);
  if (isSigned === false) return;
  const {version} = placeOf(note);
  const {first = note, shuffle, last = note, unchecked = []} = keptOf(game) ?? {};
  const other = isSigned && contradictionOf(note, {first, shuffle, last, unchecked});
  const kept = {first: version < placeOf(first).version ? note : first, last: version >= placeOf(last).version ? note : last};
  keep(game, {
    ...kept,
    unchecked: [...unchecked, ...(isSigned ? [] : [note])].filter((each) => each === shuffle || Object.values(kept).includes(each)),
    ...(other ? {proof: [other, note]} : {}),
  });
}

/** Keep the note in the header of an answer, if it is on the game in the path that was asked for, or in the answer. */
export async function keepReceiptOf(service, path, answer) {
  const header = answer.headers.get('Receipt');
  if (header === null) return;
  try {
    const note = new TextDecoder().decode(bytesOf(header));
    const {game} = placeOf(note);
    const isAskedFor = path.split(/[/?]/)[2] === game || (await answer.clone().json()).id === game;
    if (isAskedFor) await keepReceipt(service, note, game);
  } catch {
    // What is no note is none: nothing is kept.
  }
}

/** The version of the last note that is kept of a game, or null. */
export function lastKept(game) {
  const {last} = keptOf(game) ?? {};
  return last === undefined ? null : placeOf(last).version;
}

/** What this browser knows of a game, as the verifier takes it. */
export function evidenceOf(game) {
  const {first, shuffle, last, seat, entropy} = keptOf(game) ?? {};
  return {receipt: [...new Set([first, shuffle, last])].filter(Boolean), entropy: entropy === undefined ? {} : {[seat]: entropy}};
}

/** How the record has other bytes for one's own seat than were sent, or none: `left`, if it was left since; `replaced`; or null. */
export function howEntropyWent(game, events) {
  const {seat, entropy, first} = keptOf(game.id) ?? {};
  if (entropy === undefined || game.you !== seat) return null;
  const own = base64url(bytesOfHex(entropy));
  const isCommitted = game.options.fairness === 'commit';
  const shown = events.findLast(({type, actor}) => type === (isCommitted ? 'EntropyOpened' : 'SeatTaken') && actor === seat);
  if (shown === undefined || shown.entropy === own) return null;
  // What was committed to, nobody sees: a receipt from before says when at the earliest.
  const sat = isCommitted ? placeOf(first).version : events.find((event) => event.type === 'SeatTaken' && event.actor === seat && event.entropy === own)?.position;
  const hasLeft = events.some(({type, actor, position}) => ['SeatLeft', 'SeatCleared'].includes(type) && actor === seat && position > sat);
  return hasLeft ? 'left' : 'replaced';
}
