/** Receipts: the signed heads of games that this browser has been given, against which their records are checked. */

import {base64url, bytesOf, bytesOfHex} from './encoding.js';
import {onDevice} from './storage.js';

const KEPT = 'cartulary-receipts';
const PINNED = 'cartulary-keys';
/** Games beyond these are forgotten, the one first that was heard of longest ago. */
const MOST = 300;

/** What lies under a name, or `none` where it is not there or cannot be read. */
function read(name, none) {
  try {
    return JSON.parse(onDevice.read(name)) ?? none;
  } catch {
    return none;
  }
}

/** What is kept of a game: its first and last note, two that contradict each other, and what one's seat added. */
export function keptOf(game) {
  return read(KEPT, {})[game] ?? null;
}

function keep(game, news) {
  const {[game]: known = {}, ...others} = read(KEPT, {});
  const all = Object.entries({...others, [game]: {...known, ...news}});
  onDevice.write(KEPT, JSON.stringify(Object.fromEntries(all.slice(-MOST))));
}

/** The game and the version of a note. */
function placeOf(note) {
  const [, game, version] = note.split('\n');
  return {game, version: Number(version)};
}

/** What a note says, without its signature. */
const textOf = (note) => note.slice(0, note.indexOf('\n\n'));

/** Keep a note. Two of one version with different heads prove that the service has signed two histories. */
export function keepReceipt(note) {
  const {game, version} = placeOf(note);
  const {first = note, last = note} = keptOf(game) ?? {};
  const other = [first, last].find((each) => placeOf(each).version === version && textOf(each) !== textOf(note));
  keep(game, {
    first: version < placeOf(first).version ? note : first,
    last: version >= placeOf(last).version ? note : last,
    ...(other ? {proof: [other, note]} : {}),
  });
}

/** The note in the header of an answer. */
export function noteOf(header) {
  return new TextDecoder().decode(bytesOf(header));
}

/**
 * The bytes to add to the shuffle of a table, drawn once as it stands and kept before they are first sent. An operator
 * who refuses the seat until a deal pleases gets the same again. Once somebody has sat down or left, knowing them, they
 * are drawn anew.
 */
export function drawOnce({id, version}, draw) {
  const {drawn} = keptOf(id) ?? {};
  if (drawn?.version === version) return drawn.bytes;
  const bytes = draw();
  keep(id, {drawn: {version, bytes}});
  return bytes;
}

/** Keep what one's own seat has added to the shuffle, in hexadecimal. */
export function keepEntropy(game, seat, entropy) {
  keep(game, {seat, entropy});
}

/** Forget what one's own seat has added: one has left it. */
export function forgetEntropy(game) {
  keep(game, {seat: undefined, entropy: undefined});
}

/** The keys by which notes are checked: those that this browser saw first, and others that came beside them. */
export async function pinnedKeys(service) {
  const pinned = read(PINNED, []);
  const listed = (await service.get('/catalogue')).keys.map(({key}) => key);
  if (!pinned.every((key) => listed.includes(key))) return pinned;
  onDevice.write(PINNED, JSON.stringify(listed));
  return listed;
}

/** The version of the last note that is kept of a game, or null. */
export function lastKept(game) {
  const {last} = keptOf(game) ?? {};
  return last === undefined ? null : placeOf(last).version;
}

/** What this browser knows of a game, as the verifier takes it. */
export function evidenceOf(game) {
  const {first, last, seat, entropy} = keptOf(game) ?? {};
  return {receipt: [...new Set([first, last])].filter(Boolean), entropy: entropy === undefined ? {} : {[seat]: entropy}};
}

/**
 * Hold a note on a table before one adds to its shuffle: it fixes the seed to which the server has committed. Throws an
 * error where the record that the service shows does not bear it out.
 */
export async function requireReceipt(service, game, words, invite = null) {
  if (keptOf(game)?.first) return;
  const query = invite === null ? '' : `?invite=${encodeURIComponent(invite)}`;
  const bundle = await (await service.ask(`/games/${game}/audit${query}`)).text();
  const {verify} = await import('../verify.js');
  const report = await verify(bundle, {key: await pinnedKeys(service)});
  if (!report.verified || report.game !== game) throw new Error(words.t('no-receipt'));
  keepReceipt(JSON.parse(bundle.trimEnd().split('\n').at(-1)).note);
}

/** Whether the record has other bytes for one's own seat than were sent, or none. */
export function isEntropyReplaced(game, events) {
  const {seat, entropy} = keptOf(game.id) ?? {};
  if (entropy === undefined || game.you !== seat) return false;
  const isCommitted = game.options.fairness === 'commit';
  const shown = events.findLast(({type, actor}) => type === (isCommitted ? 'EntropyOpened' : 'SeatTaken') && actor === seat);
  return shown !== undefined && shown.entropy !== base64url(bytesOfHex(entropy));
}
