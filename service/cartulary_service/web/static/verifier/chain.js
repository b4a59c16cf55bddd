/** Positions, heads, note and receipts. */

import {base64url, hex} from './bytes.js';
import {equal} from './canonical.js';
import {whyUnchecked} from './ed25519.js';
import {hasEnded, isAbsent} from './events.js';
import {digest, sha256} from './hashing.js';
import {keysOf, noteIn, readKey, readNote, readReceipt, signingKey, versionOf} from './notes.js';
import {need, outcome, Unchecked} from './outcome.js';
import {contributions, SEAT_FREED} from './seating.js';

/** How it begins what is said of a note that is not about the game that the header names. */
export const ANOTHER_GAME = 'the signed note is about game';
/** What is said of a note that no key which is known has signed. */
export const BY_OTHERS = 'the note is not signed with the key';

/** How the words begin of a receipt which, if the file is signed too, shows that the signer told two histories. */
export const CONTRADICTS = 'the receipt, which the key has signed,';

/** Positions count from 1, plies by one, times never go back. */
export function checkPositions({events}) {
  let before = {position: 0, ply: 0, at: ''};
  for (const {fields} of events) {
    need(fields.position === before.position + 1, `after position ${before.position} comes ${fields.position}`);
    const next = before.ply + 1;
    need([before.ply, next].includes(fields.ply), `after ply ${before.ply} comes ${fields.ply}`);
    need(fields.at >= before.at, `the time goes back at position ${fields.position}`);
    before = fields;
  }
  return `positions 1 to ${before.position}, plies 1 to ${before.ply}`;
}

/** The heads of a bundle, of the empty chain first. */
export async function headsOf({header, events}) {
  const heads = [await digest('genesis', header.id)];
  for (const {text} of events) heads.push(await digest('event', heads[heads.length - 1], text));
  return heads;
}

/** The header tells of the game that the events tell. */
export function checkHeads({header, events}, heads) {
  const {data} = events[0].fields;
  for (const name of ['game', 'edition', 'rules_sha256']) {
    need(equal(header[name], data[name] ?? null), `the header tells of another ${name} than the events`);
  }
  return `chained to ${base64url(heads[heads.length - 1])}`;
}

/** The note is about this game, version and head. */
export async function checkNote({header, events, note}, heads, {key, keyShownBy}) {
  const {keys} = await keysOf({header}, key, keyShownBy);
  const opened = readNote(note);
  const signer = await signingKey(keys, opened).catch(() => undefined);
  if (signer === undefined) throw new Unchecked('no note whose signature holds');
  const {game, version, head} = readReceipt(opened.text);
  need(game === header.id, `${ANOTHER_GAME} ${game}, and the header names ${header.id}: nothing else was looked at`);
  need(version === events.length, `the note is about version ${version}, the bundle has ${events.length}`);
  need(head === base64url(heads[version]), 'the note is about another head');
  return `about version ${version}`;
}

/** The heads of earlier receipts stand in the chain at their versions, and the keys have signed them. */
export async function checkReceipts(bundle, heads, receipts, given) {
  if (receipts.length === 0) throw new Unchecked('no earlier receipt was given');
  let unsigned = false;
  for (const each of receipts) unsigned = !(await checkReceipt(bundle, heads, each, given)) || unsigned;
  const versions = [...new Set(receipts.map(versionOf))].sort((one, other) => one - other);
  const words = `version ${versions.join(', ')} ${versions.length === 1 ? 'is' : 'are'} as the ${versions.length === 1 ? 'receipt says' : 'receipts say'}`;
  if (unsigned) throw new Unchecked(`${words}; this machine has no Ed25519`);
  return words;
}

/** The versions of the receipts that stand in the chain and are signed, whatever the others are. */
export async function fittingVersions(bundle, heads, receipts, given) {
  const checked = await Promise.all(receipts.map((each) => outcome('receipt', () => checkReceipts(bundle, heads, [each], given))));
  return receipts.filter((_, place) => checked[place].holds).map(versionOf).sort((one, other) => one - other);
}

/** One of them; false where its signature cannot be checked on this machine. */
async function checkReceipt(bundle, heads, receipt, given) {
  const {header, events} = bundle;
  const {keys} = await keysOf(bundle, given);
  const note = readNote(noteIn(receipt));
  const {game, version, head} = readReceipt(note.text);
  const key = await signingKey(keys, note);
  need(key !== undefined, 'the receipt is not signed with the key');
  const require = key === null ? suppose : need;
  require(game === header.id, 'the receipt is about another game');
  const late = `for version ${version}, and the bundle ends at ${events.length}`;
  const whose = key !== null && hasEnded(bundle) ? CONTRADICTS : 'the receipt';
  require(version <= events.length, `${whose} is ${late}${hasEnded(bundle) ? ' with the game' : ''}`);
  const words = key === null ? `at version ${version} the receipt has another head` : `${CONTRADICTS} has another head for version ${version}`;
  require(head === base64url(heads[version]), words);
  return key !== null;
}

/** A receipt whose signature cannot be checked contradicts nothing: anybody could have written it. */
function suppose(holds, words) {
  if (!holds) throw new Unchecked(`${words}, but this machine has no Ed25519 to tell whether the key has signed it`);
}

/**
 * Two notes of one version of the game with different heads, the bundle's own among them, that the given keys have
 * signed, and the fingerprints of these keys: {proof, proof_keys}, null without. Whoever made a bundle can sign any
 * number of histories with the key that it names.
 */
export async function contradictionIn({header, note: own}, receipts, given) {
  const seen = new Map();
  for (const each of [own, ...receipts]) {
    const signed = await signedNote(each, given).catch(() => null);
    if (signed?.game !== header.id) continue;
    const {head, ...other} = seen.get(signed.version) ?? signed;
    if (head !== signed.head) return {proof: [other.note, signed.note], proof_keys: [other.fingerprint, signed.fingerprint]};
    seen.set(signed.version, {head, ...other});
  }
  return {proof: null, proof_keys: null};
}

/** {note, game, version, head, fingerprint} of a note that one of the given keys has signed; null for another. */
async function signedNote(receipt, given) {
  const note = noteIn(receipt);
  const read = readNote(note);
  const key = await signingKey(await Promise.all([given ?? []].flat().map((line) => readKey(line))), read);
  return key ? {note, ...readReceipt(read.text), fingerprint: hex(await sha256(key.bytes))} : null;
}

/**
 * The seats of which one honest one kept anybody from choosing the deck, if a receipt was kept: they showed their entropy
 * after it, and all others sat and stayed, with entropy that was fixed or none. Of these versions, that with most such
 * seats; null and none without.
 */
export function decidingSeats(bundle, versions) {
  const given = [...contributions(bundle.events)].map(([seat, {fixed}]) => [seat, fixed]);
  const changed = bundle.events.filter(({fields: {type}}) => ['SeatTaken', ...SEAT_FREED].includes(type))
    .map(({fields: {seat, position}}) => [seat, position]);
  const bots = new Map(bundle.events.filter(({fields: {type}}) => type === 'SeatTaken').map(({fields: {seat, data}}) => [seat, data.bot]));
  let found = {shuffle_receipt: null, deciding_seats: []};
  for (const version of versions) {
    // A bot is the operator's, and its bytes are.
    const people = vouchedSeats(bundle, version).filter((seat) => isAbsent(bots.get(seat)));
    const seats = people.filter((seat) => [...given, ...changed].every(([other, at]) => other === seat || !(at > version)));
    if (seats.length > found.deciding_seats.length) found = {shuffle_receipt: version, deciding_seats: seats};
  }
  return found;
}

/** The seats that showed their entropy after a version: the server's seed was fixed before, and not chosen to suit it. */
export function vouchedSeats({events}, version) {
  return [...contributions(events)].filter(([, {shown}]) => shown > version).map(([seat]) => seat).sort();
}

/** The note is signed with one of the keys. */
export async function checkSignature(bundle, given, shownBy) {
  const {keys, whose} = await keysOf(bundle, given, shownBy);
  const key = await signingKey(keys, readNote(bundle.note));
  if (key === null) throw new Unchecked(`signature: not checked, for ${whyUnchecked()}`);
  need(key, BY_OTHERS);
  return `signed with the key that ${whose}: ${key.line.replaceAll(/[^!-~]/gu, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`)}`;
}
