/** Signed notes, their keys, and receipts. */

import {fromBase64, hex, joined, same, utf8} from './bytes.js';
import {parsed} from './canonical.js';
import {imported, isSignedBy, requireSoundKey} from './ed25519.js';
import {sha256} from './hashing.js';
import {need} from './outcome.js';

const RECEIPT = 'cartulary-receipt/v1';
/** What is said of a receipt that is not one note. */
export const NOT_ONE = 'the file of the receipt holds no note of a game, or several: give each note in a file of its own';
/** What is said of a note to which somebody added a false line in the name of a key that is known. */
export const FALSE_LINE = 'a signature by the key does not hold';
const NAME = '([^\\x00-\\x20\\x7f-\\xa0\\u1680\\u2000-\\u200f\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff+]+)';
const SIGNATURE = new RegExp(`^\\u2014 ${NAME} ([A-Za-z0-9+/=]+)$`, 'u');
const KEY = new RegExp(`^${NAME}\\+([0-9a-f]{8})\\+([A-Za-z0-9+/=]+)$`, 'u');

/** {text, signatures: [{name, id, signature}]} of a signed note. */
export function readNote(note) {
  const gap = note.lastIndexOf('\n\n');
  if (gap < 0) return {text: note, signatures: []};
  const lines = note.slice(gap + 2).split('\n');
  need(lines.pop() === '', 'the note does not end with a line feed');
  return {text: note.slice(0, gap + 1), signatures: lines.map(readSignature)};
}

/** The note of a receipt, which was kept as the last line of a bundle or as the note in it. */
export function noteIn(receipt) {
  const kept = receipt.replace(/[ \t\r\n]+$/, '');
  const note = kept.startsWith('{') ? noteOfLine(kept) : kept;
  const lines = note.replaceAll('\r\n', '\n').replace(/[ \t\r\n]+$/, '').split('\n');
  need(lines[0] === RECEIPT && lines.lastIndexOf(RECEIPT) === 0, NOT_ONE);
  return `${lines.join('\n')}\n`;
}

/** The note in the last line of a bundle. */
function noteOfLine(line) {
  try {
    return String(parsed(line, 'the receipt').note);
  } catch {
    return '';
  }
}

/** One line of signature. */
function readSignature(line) {
  const [, name, coded] = SIGNATURE.exec(line) ?? [];
  const bytes = coded ? fromBase64(coded) : null;
  need(bytes && bytes.length > 4, 'a line of the note is no signature');
  return {name, id: bytes.slice(0, 4), signature: bytes.slice(4)};
}

/** {game, version, head} of a receipt's text. */
export function readReceipt(text) {
  const [format, game, version, head, end, ...rest] = text.split('\n');
  const isOne = format === RECEIPT && end === '' && rest.length === 0 && /^(0|[1-9]\d{0,14})$/.test(version) && /^[A-Za-z0-9_-]{43}$/.test(head);
  need(isOne, `the receipt is no note of the form ${RECEIPT}`);
  need(version !== '0', 'the note is for no version of a game, for these count from 1');
  return {game, version: Number(version), head};
}

/** The version of a receipt. */
export function versionOf(receipt) {
  return readReceipt(readNote(noteIn(receipt)).text).version;
}

/** {line, name, id, bytes} of a key, a line name+id+base64(kind ‖ key); the kind is 1, and 4 for a witness. */
export async function readKey(text, kind = 1) {
  need(typeof text === 'string', 'the key is no text');
  const line = text.trim();
  const [, name, id, coded] = KEY.exec(line) ?? [];
  const bytes = coded ? fromBase64(coded) : null;
  need(bytes && bytes.length === 33 && bytes[0] === kind, 'the key is not of the form name+id+base64');
  const digested = (await sha256(joined([utf8(`${name}\n`), bytes]))).slice(0, 4);
  need(hex(digested) === id, 'the id of the key is that of another');
  requireSoundKey(bytes.slice(1));
  return {line, name, id: digested, bytes: bytes.slice(1)};
}

/** The number of different keys in these lines: one under two names is one. */
export function countKeys(lines) {
  return new Set(lines.map((line) => line.trim().split('+').slice(2).join('+'))).size;
}

/**
 * The keys that were given, in lines, and in words by whom: `shownBy` where it was not the reader. Without any the one
 * that the bundle names, which nobody vouched for.
 */
export async function keysOf({header}, given, shownBy) {
  const lines = [given ?? []].flat();
  const named = await readKey(header.key);
  need(named.line === header.key, 'the key that the bundle names is spelled otherwise than it can be');
  const keys = await Promise.all(lines.map((line) => readKey(line)));
  if (keys.length === 0) return {keys: [named], whose: 'the bundle names, which nobody vouched for'};
  return {keys, whose: shownBy === undefined ? 'was given' : `${shownBy} showed`};
}

/** The first of the keys with which a note is signed, or undefined; null where this machine has no Ed25519. */
export async function signingKey(keys, {text, signatures}) {
  const isAble = await Promise.all(keys.map(({bytes}) => imported(bytes))).then(() => true, () => false);
  if (!isAble) return null;
  const signers = [];
  for (const each of signatures) signers.push(...await signersOf(each, keys, text, FALSE_LINE));
  return keys.find((key) => signers.includes(key));
}

/** Which of the keys of its name and id have made a signature of a text: if there are some, one has to. */
export async function signersOf({name, id, signature}, keys, text, otherwise) {
  const named = keys.filter((key) => key.name === name && same(key.id, id));
  const made = await Promise.all(named.map(async ({bytes}) => isSignedBy(await imported(bytes), signature, utf8(text))));
  need(named.length === 0 || made.includes(true), otherwise);
  return named.filter((_, place) => made[place]);
}
