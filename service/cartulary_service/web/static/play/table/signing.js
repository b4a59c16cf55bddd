/** Signatures of one's moves, by a key of this browser that no script can read out. */

import {newKey} from '../api.js';
import {base64url, bytesOf, digest, utf8} from '../encoding.js';
import {hasWebCrypto} from '../secure-context.js';
import {prefers} from './preferences.js';

const DATABASE = 'cartulary-signing';
const STORE = 'keys';
const OWN = 'own';
const ED25519 = {name: 'Ed25519'};

/** Whether the reader's moves at a table are signed: by wish, or since the seat has given a key. */
export function signsAt(game) {
  return game.you !== null && ((prefers('sign-moves') && hasWebCrypto()) || hasKey(game));
}

/** The key of this browser, made at first: {text, pair}. Throws an error where there is no Ed25519. */
export async function ownKey(words) {
  if (!hasWebCrypto()) throw new Error(words.t('sign-moves-insecure'));
  const database = await opened();
  const pair = (await asked(database, 'readonly', (store) => store.get(OWN))) ?? (await made(database));
  database.close();
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  return {text: base64url(raw), pair};
}

/** Whether the seat of the reader has given a key. */
export function hasKey(game) {
  return game.keys.some(({seat}) => seat === game.you);
}

/** Whether the seat of the reader has given this key. */
export function isGiven(game, key) {
  return game.keys.some(({seat, key: text}) => seat === game.you && text === key.text);
}

/** The header that signs an action, or an order, on a view of the game. */
export async function signatureOf(game, said, key, what = 'action') {
  const message = await digest(what, utf8(game.id), utf8(String(game.version)), bytesOf(game.head), utf8(canonical(said)));
  const signature = new Uint8Array(await crypto.subtle.sign(ED25519, key.pair.privateKey, message));
  return `${game.version} ${key.text} ${base64url(signature)}`;
}

/** What shows others a signed move that was not taken in time: two lines, the action and its header. */
export function publication(action, signature) {
  return `${canonical(action)}\n${signature}\n`;
}

/**
 * The header that signs an order, by a key that the seat is given now if it has none; none where it does not sign, or by
 * the key of another browser.
 */
export async function orderHeaders(service, words, seen, order) {
  if (!signsAt(seen)) return {};
  const key = await ownKey(words);
  if (hasKey(seen) && !isGiven(seen, key)) return {};
  const gift = {type: 'sign_with', key: key.text};
  const game = hasKey(seen) ? seen : (await service.post(`/games/${seen.id}/actions`, gift, {'Idempotency-Key': newKey()})).game;
  return {'Action-Signature': await signatureOf(game, {action: null, ...order}, key, 'order')};
}

/** Let a delegate, who does not sign, act for the reader's seat in a game, if the seat signs. */
export async function nameDelegate(service, words, id, delegate) {
  const game = await service.get(`/games/${id}`);
  if (game.status !== 'playing' || !hasKey(game)) return;
  const key = await ownKey(words);
  const action = {type: 'name_delegate', delegate, key: null};
  const signature = isGiven(game, key) ? {'Action-Signature': await signatureOf(game, action, key)} : {};
  await service.post(`/games/${id}/actions`, action, {'Idempotency-Key': newKey(), ...signature});
}

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function asked(database, mode, ask) {
  return new Promise((resolve, reject) => {
    const request = ask(database.transaction(STORE, mode).objectStore(STORE));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function made(database) {
  const pair = await crypto.subtle.generateKey(ED25519, false, ['sign', 'verify']);
  await asked(database, 'readwrite', (store) => store.put(pair, OWN));
  return pair;
}

/** JSON in the only spelling that is signed: members by their names, no blanks. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).filter(([, each]) => each !== undefined).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`;
}
