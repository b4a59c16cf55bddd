/** Proofs that the transparency log holds a game, and cosignatures of witnesses. */

import {base64url, bytes32, fromBase64, hex, joined, same, utf8} from './bytes.js';
import {canonical} from './canonical.js';
import {whyUnchecked} from './ed25519.js';
import {beginningOf, hasEnded, ofType, VOID} from './events.js';
import {digest, sha256} from './hashing.js';
import {countKeys, keysOf, readKey, readNote, signersOf, signingKey} from './notes.js';
import {counted, need, outcome, Unchecked} from './outcome.js';

/** What is said of a checkpoint that may be sound, by a key that is not known. */
export const UNKNOWN_KEY = 'a checkpoint of the log is not signed with a known key';
/** How the words end of what is wrong by the reader's clock. */
export const BY_CLOCK = ['by the clock of this machine its time is yet to come', 'more than a day after its time by the clock of this machine'];
/** How they end of an entry that names its game, or hides it, otherwise than the record says. */
export const OTHERWISE = ['names its game, which the record says is private', 'hides its game, which the record says is public: check-log would not see it'];
const PROOF = 'c2sp.org/tlog-proof@v1';
const SECONDS_TO_LOG = 86_400;
const SECONDS_OF_SKEW = 60;

/** {index, path: [bytes], note} of a proof, a text of C2SP tlog-proof. */
function readProof(text) {
  const gap = text.indexOf('\n\n');
  const [format, place, ...path] = gap < 0 ? [] : text.slice(0, gap).split('\n');
  const [, index] = /^index (0|[1-9]\d{0,18})$/.exec(place ?? '') ?? [];
  need(format === PROOF && index !== undefined, `a proof of the log is not of the form ${PROOF}`);
  return {index: BigInt(index), path: path.map(readHash), note: text.slice(gap + 2)};
}

/** The 32 bytes of a hash in base64. */
function readHash(text) {
  const bytes = fromBase64(text);
  need(bytes?.length === 32, 'a hash of the log is no base64 of 32 bytes');
  return bytes;
}

/** {origin, size, root, text, signatures} of a signed checkpoint; its size is a BigInt, since a log may sign any. */
export function readCheckpoint(note) {
  const {text, signatures} = readNote(note);
  const lines = text.split('\n');
  need(lines.length >= 4 && lines[0] && lines.at(-1) === '' && /^(0|[1-9]\d{0,18})$/.test(lines[1]), 'a checkpoint of the log is none');
  return {origin: lines[0], size: BigInt(lines[1]), root: readHash(lines[2]), text, signatures};
}

/** RFC 6962: the hashes that a path shows of the entries `[from, to]`, the last not among them, in which this leaf stands at `index`: by `from-to`. */
async function hashesWith(leaf, index, [from, to], path) {
  need(from <= index && index < to && (to - from > 1n) === (path.length > 0), 'a path of the log has a wrong length');
  if (to - from === 1n) return new Map([[`${from}-${to}`, leaf]]);
  const middle = from + split(to - from);
  const isLeft = index < middle;
  const hashes = await hashesWith(leaf, index, isLeft ? [from, middle] : [middle, to], path.slice(0, -1));
  hashes.set(isLeft ? `${middle}-${to}` : `${from}-${middle}`, path.at(-1));
  return hashes.set(`${from}-${to}`, await hashNode(hashes.get(`${from}-${middle}`), hashes.get(`${middle}-${to}`)));
}

export function hashNode(left, right) {
  return sha256(joined([Uint8Array.of(1), left, right]));
}

/** The largest power of 2 below a BigInt. */
export function split(size) {
  return 1n << BigInt((size - 1n).toString(2).length - 1);
}

/** The leaf of a head: the hash of the entry, which names a public game. */
async function leafOf(game, version, head, salt) {
  const entry = salt === undefined
    ? {game, head: base64url(head), version}
    : {blinded: base64url(await digest('leaf', game, version, head, bytes32(salt, 'the salt of a proof')))};
  return sha256(joined([Uint8Array.of(0), utf8(canonical(entry))]));
}

/**
 * The log holds the heads that the proofs say, in checkpoints that the service has signed, and all that it has to
 * hold. `askedAt` is when the proofs were asked for, in milliseconds; a day after an event its entry has to be there,
 * and no event may be at a time that was yet to come.
 */
export async function checkLog(bundle, heads, {key: given, askedAt, witnesses}) {
  const proven = [];
  for (const each of bundle.log) proven.push(await checkProof(bundle, heads, each, given));
  const names = new Set(proven.map(({origin}) => origin));
  need(names.size <= 1, 'the proofs are of more than one log');
  requireOneLog(proven);
  const versions = [...new Set(bundle.log.map(({version}) => version))];
  const alone = witnesses.length > 0 ? '' : '; no witness was given, so others may be shown another log';
  const shown = versions.length > 0 ? `the log ${quoted([...names][0])} holds ${versions.length === 1 ? 'the head of version' : 'heads of versions'} ${versions.join(', ')}` : 'the file has no proofs of the log';
  const words = `${shown}${alone}`;
  const missing = versionsDue(bundle).filter((each) => !versions.includes(each));
  const late = missing.filter((each) => askedAt - Date.parse(bundle.events[each - 1].fields.at) > SECONDS_TO_LOG * 1000);
  const early = askedAt && bundle.events.find(({fields}) => Date.parse(fields.at) > askedAt + SECONDS_OF_SKEW * 1000);
  need(!early, `event ${early?.fields.position}: ${words}; ${BY_CLOCK[0]}`);
  need(late.length === 0, `${words}; of version ${late.join(', ')} the file has none, ${BY_CLOCK[1]}`);
  if (missing.length > 0) throw new Unchecked(`${words}; of version ${missing.join(', ')} the file has none`);
  return words;
}

/**
 * The versions that the log has to hold: creation, full seats once the game has begun, and its end. A game that became
 * void may have been so before the log looked at its seats.
 */
function versionsDue({events}) {
  const end = ofType(events, 'GameEnded');
  const isVoid = end[0]?.fields.data.kind === VOID;
  const taken = isVoid || !beginningOf(events) ? [] : ofType(events, 'SeatTaken').slice(-1);
  return [1, ...[...taken, ...end].map(({fields}) => fields.position)];
}

/** The name of a log so that it can be told from the words around it. */
function quoted(name) {
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return /^[!-~]+$/.test(name) ? name : JSON.stringify(name).replaceAll(/[^ -~]/g, escaped);
}

/** One of them: {origin, size, root, hashes} of the checkpoint and of the tree. */
async function checkProof(bundle, heads, {version, proof, salt}, given) {
  need(version > 0 && version < heads.length, `a proof is for version ${version}, which the bundle has not`);
  const {index, path, note} = readProof(proof);
  const {origin, size, root, text, signatures} = readCheckpoint(note);
  const {keys} = await keysOf(bundle, given);
  const named = await Promise.all(keys.map((key) => calledAs(key, origin)));
  const key = await signingKey(named, {text, signatures});
  if (key === null) throw new Unchecked(whyUnchecked());
  need(key, UNKNOWN_KEY);
  const leaf = await leafOf(bundle.header.id, version, heads[version], salt);
  const hashes = await hashesWith(leaf, index, [0n, size], path);
  need(same(hashes.get(`0-${size}`), root), `the proof does not show this head in the log for version ${version}`);
  const isPrivate = bundle.events[0].fields.data.private;
  need((salt !== undefined) === isPrivate, `the entry for version ${version} ${OTHERWISE[isPrivate ? 0 : 1]}`);
  return {origin, size, root, hashes};
}

/** Proofs of logs of one name are not of two: no range of entries has two hashes. */
function requireOneLog(proven) {
  const [roots, known] = [new Map(), new Map()];
  for (const {size, root, hashes} of proven) {
    need(same(roots.get(size) ?? root, root), `the proofs are not of one log: of ${size} entries two roots are signed`);
    roots.set(size, root);
    for (const [range, hash] of hashes) {
      const [from, to] = range.split('-').map(BigInt);
      const words = to - from === 1n ? `two entries stand at its place ${from}` : `its entries ${from} to ${to - 1n} are not the same`;
      need(same(known.get(range) ?? hash, hash), `the proofs are not of one log: ${words}`);
      known.set(range, hash);
    }
  }
}

/** A key under another name. */
export async function calledAs({bytes}, name) {
  const id = (await sha256(joined([utf8(`${name}\n`), Uint8Array.of(1), bytes]))).slice(0, 4);
  return {name, id, bytes};
}

/** Enough witnesses have seen the game in the log, at about the times that the record states. */
export async function checkWitnesses(bundle, {key, witnesses, quorum}) {
  const {keys} = await keysOf(bundle, key);
  const known = await Promise.all(witnesses.map((each) => readKey(each, 4)));
  const isOwn = known.some(({bytes}) => keys.some((each) => same(each.bytes, bytes)));
  need(bundle.log.length > 0, 'the bundle has no proofs of the log: ask for it with log=true');
  const isLogged = bundle.log.some(({version}) => version === bundle.events.length);
  need(!hasEnded(bundle) || isLogged, 'the bundle does not prove that the log holds the end of the game');
  need(!isOwn, "a witness given has the key of the service, which is no other's eyes");
  const delays = [];
  for (const each of bundle.log) delays.push(await checkTimes(bundle, each, known, quorum));
  const versions = [...new Set(bundle.log.map(({version}) => version))].sort((one, other) => one - other);
  const others = versions.length > 1 && quorum < countKeys(witnesses) ? ', of each perhaps others,' : '';
  return `${quorum} of the witnesses given${others} saw version${versions.length === 1 ? '' : 's'} ${versions.join(', ')}, at most ${Math.max(...delays)} s after their times; of other versions nothing shows that`;
}

/** How many of the witnesses have cosigned every checkpoint; none where something about that is wrong. */
export async function countWitnesses(bundle, key, witnesses) {
  for (let quorum = countKeys(witnesses); quorum > 0; quorum -= 1) {
    if ((await outcome('witnesses', () => checkWitnesses(bundle, {key, witnesses, quorum}))).holds) return quorum;
  }
  return 0;
}

/**
 * Enough of them have cosigned one checkpoint in time; how many seconds after the time of the event. One whose time is
 * before that of the event does not count.
 */
async function checkTimes({events}, {version, proof}, known, quorum) {
  const checkpoint = readCheckpoint(readProof(proof).note);
  const byKey = new Map();
  for (const each of checkpoint.signatures) {
    const signedAt = BigInt(`0x0${hex(each.signature.slice(0, 8))}`);
    const signature = each.signature.slice(8);
    const text = `cosignature/v1\ntime ${signedAt}\n${checkpoint.text}`;
    for (const {bytes} of await signersOf({...each, signature}, known, text, 'a cosignature does not hold')) {
      const earlier = byKey.get(base64url(bytes)) ?? signedAt;
      byKey.set(base64url(bytes), earlier < signedAt ? earlier : signedAt);
    }
  }
  const stated = BigInt(Math.floor(Date.parse(events[version - 1].fields.at) / 1000));
  const delays = [...byKey.values()].map((time) => time - stated).sort((one, other) => (one < other ? -1 : 1));
  const rest = delays.filter((each) => each >= -SECONDS_OF_SKEW);
  const early = delays.length - rest.length;
  const seen = `event ${version}: by the clocks of witnesses and of the service it was seen`;
  need(early < quorum, `${seen} ${-delays[quorum - 1]} s before the time stated, so one of these clocks, or more, was wrong`);
  const before = early > 0 ? ` (${early} more did before the time stated)` : '';
  need(rest.length >= quorum, `${counted(rest.length, 'of the witnesses has', 'of the witnesses have')} cosigned the checkpoint for version ${version}${before}, not ${quorum}`);
  const delay = rest[quorum - 1];
  need(delay <= SECONDS_TO_LOG, `${seen} ${delay} s after the time stated, so the log was late, or one of these clocks was wrong`);
  return Math.max(Number(delay), 0);
}
