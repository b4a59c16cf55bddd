/**
 * A second verifier of audit bundles, written from docs/verify.md and docs/record.md, without the first one's code.
 * It runs in Node (`node verify.js FILE [--key K]… [--receipt R]… [--entropy SEAT=HEX]… [--origin F] [--action A]…
 * [--json]`) and in a browser (`import {verify}`). It follows every card, and knows no rule: what it leaves unchecked
 * stands in its report.
 */

const BUNDLE = 'cartulary-audit/v1';
const RECEIPT = 'cartulary-receipt/v1';
const RECORD = 'cartulary/v1';
const HEADER_FIELDS = ['edition', 'format', 'game', 'id', 'key', 'rules_sha256'];
const EVENT_FIELDS = ['at', 'data', 'ply', 'position', 'seat', 'secrets', 'type', 'v'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MEMBER = /^[A-Za-z0-9_-]+$/;
const MOST_NESTED = 64;
const MOST_ITEMS = 1000;
const FORK = ['SeatSaw', 'ForkBegan'];
const BEGINNINGS = ['GameStarted', 'PositionSet', FORK[0]];
const BACKWARD = ['GameCorrected', 'ActionsTakenBack'];
/** Events after which a seat takes back within the same ply. */
const LEADS_BACK = ['TakeBackAgreed', 'ActionSigned'];
/** Events with which a ply begins that is not signed by the key of the seat, though a player has caused it. */
const UNSIGNED = ['DelegateActed', 'RulesAgreed'];
/** Events that begin a ply which no player can sign, or none yet. */
const NOT_BY_PLAYERS = ['TimeExpired', 'OrderFired', 'SeatTaken', 'SeatLeft', 'KeyGiven', 'SubstituteSeated'];
const GIVES_KEY = ['KeyGiven', 'SubstituteSeated'];
const SITTING = ['SeatTaken', 'SeatLeft', 'SeatCleared', 'TableClosed', 'TableExpired'];
const SEAT_FREED = ['SeatLeft', 'SeatCleared'];
const VOIDED = ['OpeningsExpired', 'TableClosed', 'TableExpired'];
const STARTS = ['StartReached', 'TableClosed'];
const OPENINGS = ['EntropyOpened', 'OpeningsExpired'];
const VOID = 'void';

/** Something does not hold. */
class Wrong extends Error {}

/** Something could not be checked. */
class Unchecked extends Error {}

/** Go on only if something holds. */
function need(holds, words) {
  if (!holds) throw new Wrong(words);
}

// Bytes

/** Text as UTF-8. */
function utf8(text) {
  return new TextEncoder().encode(text);
}

/** Byte arrays one after another. */
function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Whether two byte arrays are the same. */
function same(one, other) {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Bytes as hexadecimal digits. */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes as base64. */
function base64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/** The bytes of base64 that is spelled in the only way there is, or null. */
function fromBase64(text) {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return base64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/** Bytes as base64url without padding. */
function base64url(bytes) {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether a text is base64url without padding, spelled in the only way there is. */
function isBase64url(text) {
  const padded = text.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((4 - (text.length % 4)) % 4);
  return /^[A-Za-z0-9_-]*$/.test(text) && fromBase64(padded) !== null;
}

/** The 32 bytes that base64url without padding stands for. */
function bytes32(text, what) {
  const isText = typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text);
  const bytes = isText ? fromBase64(`${text.replaceAll('-', '+').replaceAll('_', '/')}=`) : null;
  need(bytes, `${what} is not 32 bytes in base64url`);
  return bytes;
}

// Canonical JSON

/** A value in the only spelling there is (RFC 8785 without fractions). */
function canonical(value) {
  if (typeof value === 'number') need(Number.isSafeInteger(value), `${value} is not a whole number below 2^53`);
  if (typeof value === 'string') need(!/\p{Surrogate}/u.test(value), 'half a character');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.keys(value).sort().map((name) => `${canonical(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

/** Names are plain, and nothing is nested too deep. */
function requirePlain(value, levels = MOST_NESTED) {
  need(levels >= 0, `it is nested more than ${MOST_NESTED} levels deep`);
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) need(Object.keys(value).every((name) => MEMBER.test(name)), 'a name in it is not plain');
  for (const each of Object.values(value)) requirePlain(each, levels - 1);
}

/** The value of a text, which must be canonical JSON. */
function parsed(text, where) {
  let value;
  let again;
  try {
    value = JSON.parse(text);
    requirePlain(value);
    again = canonical(value);
  } catch (error) {
    throw new Wrong(`${where} is not canonical JSON: ${error.message}`);
  }
  need(again === text, `${where} is not canonical JSON`);
  return value;
}

/** Whether two values are equal. */
function equal(one, other) {
  return canonical(one) === canonical(other);
}

/** Whether a value is an object, not null and no list. */
function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** An object of exactly these fields. */
function requireFields(value, names, where) {
  need(isObject(value) && equal(Object.keys(value).sort(), names), `${where} has not the fields ${names.join(', ')}`);
}

// The encoding of the record

/** A length in four bytes, big endian. */
function length(bytes) {
  const four = new Uint8Array(4);
  new DataView(four.buffer).setUint32(0, bytes.length);
  return four;
}

/** The tag and the parts, each preceded by its length; a part is text, a number or bytes. */
function encoded(tag, parts) {
  const all = [`${RECORD}/${tag}`, ...parts].map((part) => (part instanceof Uint8Array ? part : utf8(String(part))));
  return joined(all.flatMap((part) => [length(part), part]));
}

/** SHA-256 of bytes. */
async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** T of docs/record.md. */
function digest(tag, ...parts) {
  return sha256(encoded(tag, parts));
}

/** A key for `mac`. */
function macKey(bytes) {
  return crypto.subtle.importKey('raw', bytes, {name: 'HMAC', hash: 'SHA-256'}, false, ['sign']);
}

/** M of docs/record.md. */
async function mac(key, tag, ...parts) {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoded(tag, parts)));
}

// Chance

/** Numbers drawn from one labelled stream. */
class Stream {
  constructor(seed, label) {
    Object.assign(this, {seed, label, block: 0, words: []});
  }

  /** The next 32-bit word. */
  async word() {
    if (this.words.length === 0) {
      const bytes = await digest('stream', this.seed, this.label, this.block);
      const view = new DataView(bytes.buffer);
      this.words = Array.from({length: 8}, (_, index) => view.getUint32(4 * index));
      this.block += 1;
    }
    return this.words.shift();
  }

  /** A number below n. */
  async below(n) {
    const past = 2 ** 32 - (2 ** 32 % n);
    let word = await this.word();
    while (word >= past) word = await this.word();
    return word % n;
  }

  /** These cards in another order. */
  async shuffled(cards) {
    const order = [...cards];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = await this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
}

// Reading a bundle

/** {header, events: [{text, fields, hidden}], note, log} of a bundle; nothing is checked but its form. */
function read(text) {
  const lines = linesOf(text);
  need(lines.length >= 3, 'a bundle has a header, events and a note');
  const header = readHeader(lines[0]);
  const events = lines.slice(1, -1).map((line, index) => readEvent(header.game, line, `line ${index + 2}`));
  const last = parsed(lines[lines.length - 1], 'the last line');
  requireFields(last, 'log' in last ? ['log', 'note'] : ['note'], 'the last line');
  need(typeof last.note === 'string', 'the note is no text');
  requireProofs(last.log ?? []);
  requireOneBeginning(events);
  requireCorrections(events);
  return {header, events, note: last.note, log: last.log ?? []};
}

/** The proofs that the log holds the game: {version, proof, salt?} each. */
function requireProofs(log) {
  need(Array.isArray(log), 'the proofs of the log are no list');
  for (const each of log) {
    need(isObject(each), 'a proof of the log is no object');
    requireFields(each, 'salt' in each ? ['proof', 'salt', 'version'] : ['proof', 'version'], 'a proof of the log');
    need(Number.isInteger(each.version) && typeof each.proof === 'string', 'a proof of the log has other members');
  }
}

/** The lines of a text or of its bytes in UTF-8. */
function linesOf(text) {
  let whole = text;
  if (typeof text !== 'string') {
    try {
      whole = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(text);
    } catch {
      throw new Wrong('it is not UTF-8');
    }
  }
  const lines = whole.split('\n');
  return lines[lines.length - 1] === '' ? lines.slice(0, -1) : lines;
}

/** The header of a bundle. */
function readHeader(line) {
  const header = parsed(line, 'line 1');
  requireFields(header, HEADER_FIELDS, 'line 1');
  need(header.format === BUNDLE, `it is not of the format ${BUNDLE}`);
  need(typeof header.id === 'string' && UUID.test(header.id), 'the id of the game is not a lower-case UUID');
  need([header.game, header.edition].every((each) => typeof each === 'string'), 'line 1 names no game or edition');
  need(Object.hasOwn(GAMES, header.game), `the game ${header.game} is not known here`);
  return header;
}

/** One event of a bundle of a game. */
function readEvent(game, line, where) {
  const {public: text, private: hidden, ...rest} = parsed(line, where);
  need(typeof text === 'string' && isObject(hidden) && equal(rest, {}), `${where} has not the fields private, public`);
  const fields = parsed(text, `the event of ${where}`);
  requireFields(fields, EVENT_FIELDS, `the event of ${where}`);
  requireKinds(fields, where);
  requireDeclared(fields, hidden, where);
  requireShape(game, fields, hidden, where);
  return {text, fields, hidden};
}

/** The fields of an event are what they have to be. */
function requireKinds({at, data, ply, position, seat, secrets, type, v}, where) {
  need(isTime(at), `the time of ${where} is none, or not in UTC with milliseconds`);
  need(isObject(data) && isObject(secrets), `data or secrets of ${where} is no object`);
  const counts = [ply, position, v].every((each) => Number.isInteger(each) && each > 0);
  need(counts, `ply, position or v of ${where} does not count from 1`);
  need(seat === null || (Number.isInteger(seat) && seat >= 0), `the seat of ${where} is none`);
  need(typeof type === 'string', `the type of ${where} is no text`);
  for (const commitment of Object.values(secrets)) bytes32(commitment, `a commitment of ${where}`);
}

/** Whether a value is a time that there is, in UTC with milliseconds. */
function isTime(value) {
  if (typeof value !== 'string' || !TIME.test(value)) return false;
  const moment = new Date(value);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === value;
}

/** An event has the members, and values of the types, that its schema in docs/events gives it. */
function requireShape(game, {data, seat, secrets, type, v}, hidden, where) {
  const [shapes] = [SHAPES[game], SHAPES['every-game']].filter((each) => Object.hasOwn(each, `${type}/${v}`));
  need(shapes, `${where}: there is no event ${type} of version ${v}`);
  const [isSeated, shown, private_, committed] = shapes[`${type}/${v}`];
  need((seat !== null) === isSeated, `${where}: ${type} is about a seat though such an event is not, or about none`);
  need(equal(Object.keys(secrets).sort(), committed), `${where}: ${type} commits to something else than such an event`);
  need(hasShape(data, shown), `${where}: ${type} has other data than its schema gives it`);
  const known = Object.fromEntries(Object.entries(private_).map(([name, shape]) => [`${name.replace('?', '')}?`, shape]));
  need(hasShape(hidden, known), `${where}: ${type} hides something else than its schema gives it`);
}

/** Whether a value has a shape; `name` is the member that holds it. */
function hasShape(value, shape, name = '') {
  if (Array.isArray(shape)) {
    const [kind, ...rest] = shape;
    if (kind === 'one of') return rest.includes(value);
    if (kind === 'null') return value === null || hasShape(value, rest[0], name);
    return Array.isArray(value) && value.length <= MOST_ITEMS && value.every((each) => hasShape(each, rest[0], name));
  }
  if (typeof shape === 'string') return PLAIN[shape](value, name);
  const members = new Map(Object.entries(shape).map(([key, inner]) => [key.replace('?', ''), inner]));
  return isObject(value)
    && Object.keys(shape).every((key) => key.endsWith('?') || Object.hasOwn(value, key))
    && Object.entries(value).every(([key, each]) => members.has(key) && hasShape(each, members.get(key), key));
}

const COUNTS = ['count', 'size', 'seats', 'cards_left', 'plots_left', 'technologies_left', '1', '2', '3'];
const SEATS = ['target', 'source', 'to', 'expired', 'first', 'active', 'dealer'];
const TIMES = ['since', 'until', 'open_until'];
const BYTES = ['server_commit', 'server_seed', 'entropy', 'commitment'];
const RESOURCES = ['food', 'production', 'commerce'];

/** Whether a value is of a plain type; `name` is the member that holds it. */
const PLAIN = {
  integer: (value, name) => Number.isSafeInteger(value) && (!COUNTS.includes(name) || (value >= 0 && value <= MOST_ITEMS)),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => isObject(value),
  string: (value, name) => typeof value === 'string'
    && (!TIMES.includes(name) || isTime(value)) && (!BYTES.includes(name) || isBase64url(value)),
  amounts: (value) => isObject(value) && Object.entries(value).every(([name, number]) => (
    RESOURCES.includes(name) && Number.isSafeInteger(number) && number > 0 && number <= 100000)),
};

/** What is hidden is committed to, and does not stand among the data too. */
function requireDeclared({data, position, secrets}, hidden, where) {
  const declared = [...Object.keys(secrets), ...(position === 1 ? ['server_seed'] : [])];
  need(Object.keys(hidden).every((name) => declared.includes(name)), `${where} hides what it never committed to`);
  need(declared.every((name) => !Object.hasOwn(data, name)), `${where} shows what it says is hidden`);
}

/** A game is created once, first of all, and nothing follows its end. */
function requireOneBeginning(events) {
  const places = (type) => events.flatMap(({fields}, index) => (fields.type === type ? [index] : []));
  need(equal(places('GameCreated'), [0]), 'the first event, and no other, creates the game');
  need(places('GameEnded').every((place) => place === events.length - 1), 'something follows the end of the game');
  const {seats} = events[0].fields.data;
  need(Number.isInteger(seats) && seats > 0, 'the game has no number of seats');
  for (const {fields} of events) {
    const named = SEATS.map((name) => fields.data[name]).filter((each) => typeof each === 'number');
    const right = [fields.seat ?? 0, ...named].every((each) => each >= 0 && each < seats);
    need(right, `event ${fields.position}: there is no seat of that number`);
  }
}

/** Each correction takes the game back to an earlier version. */
function requireCorrections(events) {
  events.forEach(({fields: {type, data}}, before) => {
    const earlier = Number.isInteger(data.back_to) && data.back_to >= 1 && data.back_to <= before;
    need(!BACKWARD.includes(type) || earlier, `event ${before + 1} does not go back to an earlier version`);
  });
}

/** The events of a type. */
function ofType(events, type) {
  return events.filter(({fields}) => fields.type === type);
}

/** The event that begins the play, or undefined. */
function beginningOf(events) {
  return events.find(({fields}) => BEGINNINGS.includes(fields.type));
}

/** The event that ends the game; without one, what needs the seed cannot be checked. */
function endOf(events) {
  const last = events[events.length - 1];
  if (last.fields.type !== 'GameEnded') throw new Unchecked('the game has not ended, so its seed is not disclosed yet');
  return last;
}

// Notes and keys

const NAME = '([^\\x00-\\x20\\x7f-\\xa0\\u1680\\u2000-\\u200f\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff+]+)';
const SIGNATURE = new RegExp(`^\\u2014 ${NAME} ([A-Za-z0-9+/=]+)$`, 'u');
const KEY = new RegExp(`^${NAME}\\+([0-9a-f]{8})\\+([A-Za-z0-9+/=]+)$`, 'u');

/** {text, signatures: [{name, id, signature}]} of a signed note. */
function readNote(note) {
  const gap = note.lastIndexOf('\n\n');
  if (gap < 0) return {text: note, signatures: []};
  const lines = note.slice(gap + 2).split('\n');
  need(lines.pop() === '', 'the note does not end with a line feed');
  return {text: note.slice(0, gap + 1), signatures: lines.map(readSignature)};
}

/** The note of a receipt, which was kept as the last line of a bundle or as the note in it. */
function noteIn(receipt) {
  const kept = receipt.replace(/[ \t\r\n]+$/, '');
  const note = kept.startsWith('{') ? parsed(kept, 'the receipt').note : kept;
  need(typeof note === 'string', 'the receipt has no note');
  return `${note.replaceAll('\r\n', '\n').replace(/[ \t\r\n]+$/, '')}\n`;
}

/** One line of signature. */
function readSignature(line) {
  const [, name, coded] = SIGNATURE.exec(line) ?? [];
  const bytes = coded ? fromBase64(coded) : null;
  need(bytes && bytes.length > 4, 'a line of the note is no signature');
  return {name, id: bytes.slice(0, 4), signature: bytes.slice(4)};
}

/** {game, version, head} of a receipt's text. */
function readReceipt(text) {
  const [format, game, version, head, end, ...rest] = text.split('\n');
  need(format === RECEIPT && end === '' && rest.length === 0, `it is no note of the form ${RECEIPT}`);
  need(/^[1-9]\d*$/.test(version), 'the version of the note is no number');
  return {game, version: Number(version), head};
}

/** {line, name, id, bytes} of a key, a line name+id+base64(kind ‖ key); the kind is 1, and 4 for a witness. */
async function readKey(text, kind = 1) {
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

const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** A key of Ed25519 is a point in its only spelling (RFC 8032, 5.1.3), and none of small order, by which anybody can sign. */
function requireSoundKey(bytes, where = '') {
  const y = BigInt(`0x${hex([...bytes].reverse())}`) & (2n ** 255n - 1n);
  const square = (y * y) % P;
  const isPoint = y < P && power((square - 1n) * (D * square + 1n), P / 2n) === 1n;
  const isSmall = (y * (D * square * square + 2n * square - 1n)) % P === 0n;
  need(isPoint && !isSmall, `${where}anybody can sign by this key, or it is none`);
}

/** A power modulo P. */
function power(base, exponent) {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % P;
    if (bit === '1') result = (result * base) % P;
  }
  return result < 0n ? result + P : result;
}

/** The keys that were given, in lines; without any the one that the bundle names, which nobody vouched for. */
async function keysOf({header}, given) {
  const lines = [given ?? []].flat();
  const named = await readKey(header.key);
  need(named.line === header.key, 'the key that the bundle names is spelled otherwise than it can be');
  const keys = await Promise.all(lines.map((line) => readKey(line)));
  if (keys.length === 0) return {keys: [named], whose: 'the bundle names, which nobody vouched for'};
  return {keys, whose: 'was given'};
}

/** The first of the keys with which a note is signed, or undefined; null where this machine has no Ed25519. */
async function signingKey(keys, note) {
  let first;
  for (const key of keys) {
    const holds = await signedWith(key, note);
    if (holds === null) return null;
    if (holds) first ??= key;
  }
  return first;
}

/** Whether a note is signed with a key; a signature that claims to be by it has to hold. Null without Ed25519. */
async function signedWith(key, {text, signatures}) {
  let imported;
  try {
    imported = await crypto.subtle.importKey('raw', key.bytes, {name: 'Ed25519'}, false, ['verify']);
  } catch {
    return null;
  }
  const ours = signatures.filter(({name, id}) => name === key.name && same(id, key.id));
  for (const {signature} of ours) {
    const holds = await crypto.subtle.verify({name: 'Ed25519'}, imported, signature, utf8(text));
    need(holds, 'a signature by the key does not hold');
  }
  return ours.length > 0;
}

// The checks

/** Positions count from 1, plies by one, times never go back. */
function checkPositions({events}) {
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
async function headsOf({header, events}) {
  const heads = [await digest('genesis', header.id)];
  for (const {text} of events) heads.push(await digest('event', heads[heads.length - 1], text));
  return heads;
}

/** The header tells of the game that the events tell. */
function checkHeads({header, events}, heads) {
  const {data} = events[0].fields;
  for (const name of ['game', 'edition', 'rules_sha256']) {
    need(equal(header[name], data[name] ?? null), `the header tells of another ${name} than the events`);
  }
  return `chained to ${base64url(heads[heads.length - 1])}`;
}

/** The note is about this game, version and head. */
function checkNote({header, events, note}, heads) {
  const {game, version, head} = readReceipt(readNote(note).text);
  need(game === header.id, 'the note is about another game');
  need(version === events.length, `the note is about version ${version}, the bundle has ${events.length}`);
  need(head === base64url(heads[version]), 'the note is about another head');
  return `signed at version ${version}`;
}

/** The heads of earlier receipts stand in the chain at their versions, and the keys have signed them. */
async function checkReceipts(bundle, heads, receipts, given) {
  if (receipts.length === 0) throw new Unchecked('no earlier receipt was given');
  let unsigned = false;
  for (const each of receipts) unsigned = !(await checkReceipt(bundle, heads, each, given)) || unsigned;
  const versions = receipts.map(versionOf).sort((one, other) => one - other);
  const words = `version ${versions.join(', ')} ${versions.length === 1 ? 'is' : 'are'} as the ${versions.length === 1 ? 'receipt says' : 'receipts say'}`;
  if (unsigned) throw new Unchecked(`${words}; this machine has no Ed25519`);
  return words;
}

/** The version of a receipt. */
function versionOf(receipt) {
  return readReceipt(readNote(noteIn(receipt)).text).version;
}

/** One of them; false where its signature cannot be checked on this machine. */
async function checkReceipt(bundle, heads, receipt, given) {
  const {header, events} = bundle;
  const {keys} = await keysOf(bundle, given);
  const note = readNote(noteIn(receipt));
  const {game, version, head} = readReceipt(note.text);
  need(game === header.id, 'the receipt is about another game');
  need(version <= events.length, `the receipt is about version ${version}, the bundle is older`);
  need(head === base64url(heads[version]), `at version ${version} the receipt has another head`);
  const key = await signingKey(keys, note);
  if (key === null) return false;
  need(key, 'the receipt is not signed with the key');
  return true;
}

/** The seats that showed their entropy after a version: the server's seed was fixed before, and not chosen to suit it. */
function vouchedSeats({events}, version) {
  const shown = new Map();
  for (const {fields: {type, seat, data, position}} of events) {
    if (type === 'SeatLeft') shown.delete(seat);
    if ((type === 'SeatTaken' || type === 'EntropyOpened') && data.entropy) shown.set(seat, position);
  }
  return [...shown].filter(([, position]) => position > version).map(([seat]) => seat).sort();
}

/** Seats have added the bytes that their players know; `own` has them by seat, in hexadecimal. */
function checkEntropy({events}, own) {
  const shown = shownEntropy(events);
  for (const [seat, hex] of Object.entries(own)) {
    need(seat in shown, `there is no seat ${seat}`);
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    need(shown[seat] === base64url(bytes), `seat ${seat} has added other bytes than those given`);
  }
  return `the bytes given are those of seat ${Object.keys(own).join(', ')}`;
}

/** The server committed first, then every seat was taken once and all was opened, then the first card came. */
async function checkSeats({header, events}) {
  const created = events[0].fields.data;
  bytes32(created.server_commit, 'what the server committed to');
  const gathering = new Gathering(header.id, created, isCommitting(events));
  let before = events[0].fields;
  for (const {fields} of events.slice(1)) {
    if (gathering.begun) requireGathered(fields, before, gathering.begun);
    else await gathering.follow(before, fields);
    before = fields;
  }
  return gathering.words();
}

/** What belongs before the first card does not come after it. A game under way becomes void by agreement only. */
function requireGathered({type, data, position, ply}, before, begun) {
  const isAgreed = before.type === 'EndAgreed' && before.data.how === 'abort' && before.ply === ply;
  const isVoid = type === 'GameEnded' && data.kind === VOID && !isAgreed;
  const forking = FORK.includes(type) && begun.type === FORK[0] && begun.ply === ply;
  const late = isVoid || Object.hasOwn(GATHERED, type) || [...BEGINNINGS, ...FORK].includes(type);
  need(!late || forking, `event ${position}: ${type} comes after the game began`);
}

/** Who sits, what they have committed to and opened, and until when that had to be. */
class Gathering {
  constructor(game, {seats, open_until: openUntil}, committing) {
    Object.assign(this, {game, seats, openUntil, committing, until: null, start: null, begun: null});
    Object.assign(this, {commitments: new Map(), taken: new Set(), opened: new Set()});
  }

  /** The next event before the first card. */
  async follow(before, fields) {
    const {types, within} = this.next(before.type);
    const {type, position} = fields;
    need(types.includes(type), `event ${position}: ${type} comes where ${types.join(' or ')} was due`);
    const together = fields.ply === before.ply;
    need(together === within, `event ${position}: ${type} is ${within ? 'not ' : ''}in the ply of ${before.type}`);
    this.begun = BEGINNINGS.includes(type) ? fields : null;
    if (Object.hasOwn(GATHERED, type)) await GATHERED[type](this, fields, before);
    if (type === 'GameEnded') need(fields.data.kind === VOID, 'the game ends before it began, and is not void');
  }

  /** What may come after an event of this type, and whether within its ply. */
  next(type) {
    const seated = this.taken.size === this.seats;
    if (type === 'SeatTaken' && this.committing) return {types: ['EntropyCommitted'], within: true};
    if (type === 'SeatTaken' && seated) return {types: [...BEGINNINGS, 'StartAwaited'], within: true};
    if (type === 'StartReached') return {types: BEGINNINGS, within: true};
    if (type === 'EntropyCommitted' && seated) return {types: ['OpeningsAwaited'], within: true};
    if (type === 'EntropyOpened' && this.unopened().length === 0) return {types: BEGINNINGS, within: true};
    if (VOIDED.includes(type)) return {types: ['GameEnded'], within: true};
    if (this.start !== null) return {types: STARTS, within: false};
    return {types: this.until === null ? SITTING : OPENINGS, within: false};
  }

  /** A seat is free again. */
  free(seat) {
    need(this.taken.delete(seat), 'a seat was left on which nobody sat');
    this.commitments.delete(seat);
  }

  /** The seats that have not opened. */
  unopened() {
    return Array.from({length: this.seats}, (_, seat) => seat).filter((seat) => !this.opened.has(seat));
  }

  /** What was found, in words. */
  words() {
    const opened = this.committing ? `, ${this.opened.size} of ${this.seats} commitments opened` : '';
    return `committed at event 1, ${this.taken.size} of ${this.seats} seats taken after it${opened}`;
  }
}

/** What happens before the first card: by the type of an event, (gathering, the event, the one before). */
const GATHERED = {
  SeatTaken(gathering, {seat, data}) {
    need(seat !== null && !gathering.taken.has(seat), 'a seat was taken twice');
    need(!gathering.committing || data.entropy === null, `seat ${seat} shows its entropy as it sits down`);
    if (data.entropy) bytes32(data.entropy, `the entropy of seat ${seat}`);
    gathering.taken.add(seat);
  },
  EntropyCommitted(gathering, {seat, data}, before) {
    need(seat === before.seat, `seat ${before.seat} sat down, and seat ${seat} committed`);
    bytes32(data.commitment, `what seat ${seat} committed to`);
    gathering.commitments.set(seat, data.commitment);
  },
  SeatLeft(gathering, {seat}) {
    gathering.free(seat);
  },
  SeatCleared(gathering, {seat}) {
    gathering.free(seat);
  },
  /** Where it stands, `next` has checked. */
  TableClosed() {},
  TableExpired(gathering, {data, at}) {
    need(data.until === gathering.openUntil, 'another deadline expired than was set');
    need(at >= gathering.openUntil, 'the table expired before the deadline');
  },
  StartAwaited(gathering, {data}) {
    gathering.start = data.until;
  },
  StartReached(gathering, {data, at}) {
    need(data.until === gathering.start, 'another start was reached than was awaited');
    need(at >= gathering.start, 'the game began before its time');
  },
  OpeningsAwaited(gathering, {data}) {
    gathering.until = data.until;
  },
  async EntropyOpened(gathering, {seat, data, at}) {
    need(seat !== null && !gathering.opened.has(seat), `seat ${seat} opened twice`);
    need(at < gathering.until, `seat ${seat} opened after the deadline`);
    const entropy = bytes32(data.entropy, `the entropy of seat ${seat}`);
    const commitment = base64url(await digest('seat-seed', gathering.game, seat, entropy));
    need(commitment === gathering.commitments.get(seat), `seat ${seat} opened something else than it committed to`);
    gathering.opened.add(seat);
  },
  OpeningsExpired(gathering, {data, at}) {
    need(data.until === gathering.until, 'another deadline expired than was set');
    need(at >= gathering.until, 'the openings expired before the deadline');
    need(equal(data.seats, gathering.unopened()), 'other seats are named than those that did not open');
  },
};

/** Whether the seats commit to their entropy, and open it once all sit. */
function isCommitting(events) {
  return events[0].fields.data.options?.fairness === 'commit';
}

/** What each seat shows that it adds to the shuffle, null where it adds nothing, or left again. */
function shownEntropy(events) {
  const shown = Array(events[0].fields.data.seats).fill(null);
  const showing = isCommitting(events) ? 'EntropyOpened' : 'SeatTaken';
  for (const {fields} of events) {
    if (SEAT_FREED.includes(fields.type)) shown[fields.seat] = null;
    if (fields.type === showing) shown[fields.seat] = fields.data.entropy || null;
  }
  return shown;
}

/** The same as bytes, none where it adds nothing. */
function entropyOf(events) {
  return shownEntropy(events).map((text, seat) =>
    text === null ? new Uint8Array(0) : bytes32(text, `the entropy of seat ${seat}`),
  );
}

/** The seed that the end discloses. */
function seedOf({events}) {
  return bytes32(endOf(events).fields.data.server_seed, 'the disclosed seed');
}

/** The disclosed seed is the one that the server committed to. */
async function checkSeed(bundle) {
  const seed = seedOf(bundle);
  const [created] = bundle.events;
  const commit = await digest('server-seed', bundle.header.id, seed);
  need(base64url(commit) === created.fields.data.server_commit, 'the disclosed seed is not the one committed to');
  need(created.hidden.server_seed === base64url(seed), 'the first event hides another seed than the last discloses');
  return 'the disclosed seed is the one committed to';
}

/** Every hidden value is what its event committed to. */
async function checkCommitments(bundle) {
  const key = await macKey(seedOf(bundle));
  let count = 0;
  for (const event of bundle.events) {
    for (const name of Object.keys(event.fields.secrets)) {
      await requireCommitted(bundle.header.id, key, event, name);
      count += 1;
    }
  }
  return `${count} hidden values are what was committed to`;
}

/** One hidden value is what its event committed to. */
async function requireCommitted(game, key, {fields, hidden}, name) {
  const where = `${name} of event ${fields.position}`;
  need(Object.hasOwn(hidden, name), `${where} is missing`);
  const salt = await mac(key, 'salt', game, fields.position, name);
  const commitment = await digest('commit', game, fields.position, name, salt, canonical(hidden[name]));
  need(base64url(commitment) === fields.secrets[name], `${where} is not what was committed to`);
}

/** Counts what the seats have signed, and follows whose key counts and where a bot plays. */
class SignatureTally {
  constructor() {
    Object.assign(this, {keys: new Map(), bots: new Set(), last: new Map(), seats: new Map(), withheld: 0});
  }

  /** Count a ply of a seat. */
  count(seat, isSigned) {
    const {signed, plies} = this.seats.get(seat) ?? {signed: 0, plies: 0};
    this.seats.set(seat, {signed: signed + Number(isSigned), plies: plies + 1});
  }

  follow({type, seat, position, data}) {
    if (type === 'KeyGiven') requireSoundKey(bytes32(data.key, 'the key of a seat'), `event ${position}: `);
    if (GIVES_KEY.includes(type)) this.keys.set(seat, data.key ?? null);
    if (type === 'BotTookOver' || (type === 'SeatTaken' && data.bot)) this.bots.add(seat);
    else if (['SeatTaken', 'SeatReturned', 'SubstituteSeated'].includes(type)) this.bots.delete(seat);
  }

  /** Of each seat its plies, and how many are signed. */
  list() {
    return [...this.seats].sort(([one], [other]) => one - other).map(([seat, {signed, plies}]) => ({seat, signed, plies}));
  }
}

/** Every signature is by the key of its seat, on a history that the signer had seen. */
async function checkPlayers(bundle, heads) {
  const tally = await tallySignatures(bundle, heads);
  const seats = tally.list();
  const sum = (name) => seats.reduce((all, each) => all + each[name], 0);
  if (sum('signed') === 0) return "no ply is signed: who acted rests on the operator's word";
  const counts = seats.map(({seat, signed, plies}) => `seat ${seat} ${signed} of ${plies}`).join(', ');
  const words = `${sum('signed')} of ${sum('plies')} plies of players are signed: ${counts}`;
  if (tally.withheld > 0) throw new Unchecked(`${words}; ${tally.withheld} signatures are not in the bundle`);
  return words;
}

async function tallySignatures({header, events}, heads) {
  const tally = new SignatureTally();
  const begun = beginningOf(events)?.fields.ply ?? Infinity;
  let begins = null;
  let signed = null;
  for (const [index, {fields, hidden}] of events.entries()) {
    if (begins?.ply !== fields.ply) [begins, signed] = [fields, null];
    if (fields.type === 'ActionSigned') {
      const isSecond = events[index - 1]?.fields === begins && begins.type === 'DelegateActed';
      need(signed === null && (fields === begins || isSecond), `event ${fields.position}: a signature does not begin its ply`);
      signed = fields;
      await checkSigned(tally, header.id, heads, fields, hidden, isSecond);
    }
    tally.follow(fields);
    if (fields === begins && counts(tally, fields, begun)) {
      const isSigned = fields.type === 'ActionSigned';
      const isMissing = !isSigned && tally.keys.get(fields.seat) && !UNSIGNED.includes(fields.type);
      need(!isMissing, `event ${fields.position}: seat ${fields.seat} signs what it does, and has not signed this`);
      tally.count(fields.seat, isSigned);
    }
    if (fields === signed && fields !== begins && counts(tally, begins, begun)) tally.seats.get(begins.seat).signed += 1;
  }
  return tally;
}

/** Whether a ply that begins so is one that its player could have signed. */
function counts(tally, {type, seat, ply}, begun) {
  return ply > begun && seat !== null && !tally.bots.has(seat) && !NOT_BY_PLAYERS.includes(type);
}

/** One signature. */
async function checkSigned(tally, game, heads, {seat, position, data}, {action, signature}, isDelegated) {
  const where = `event ${position}: `;
  requireSoundKey(bytes32(data.key, 'the key of a seat'), where);
  need(isDelegated || data.key === tally.keys.get(seat), `${where}this is not the key of seat ${seat}`);
  const isLater = (tally.last.get(seat) ?? 0) < data.version && data.version < position;
  need(isLater, `${where}seat ${seat} has signed a later version before, or one that there was not yet`);
  tally.last.set(seat, data.version);
  if (!action || !signature) {
    tally.withheld += 1;
    return;
  }
  const holds = await hasSigned(data.key, signature, game, data.version, heads[data.version], action);
  need(holds, `${where}seat ${seat} has not signed this`);
}

/** Whether a player's key has signed an action on a version of a game. */
async function hasSigned(key, signature, game, version, head, action) {
  const message = await digest('action', game, version, head, canonical(action));
  const padded = `${signature.replaceAll('-', '+').replaceAll('_', '/')}${'='.repeat(-signature.length & 3)}`;
  const bytes = bytes32(key, 'the key of a seat');
  requireSoundKey(bytes);
  const known = await imported(bytes);
  const raw = fromBase64(padded);
  return raw?.length === 64 && crypto.subtle.verify({name: 'Ed25519'}, known, raw, message);
}

/** The record has each action that a player has published, or what the seat did instead. */
async function checkActions(bundle, heads, texts) {
  const found = [];
  for (const text of texts) found.push(await outcome('actions', () => checkAction(bundle, heads, readAction(text))));
  const words = found.map((each) => each.words).join('; ');
  need(found.every(({holds}) => holds !== false), words);
  if (found.some(({holds}) => holds === null)) throw new Unchecked(words);
  return words;
}

/** {action, version, key, signature} of two lines: canonical JSON, and the value of the header `Action-Signature`. */
function readAction(text) {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n+$/, '').split('\n');
  const header = lines.length === 2 && /^([1-9]\d*) (\S+) (\S+)$/.exec(lines[1]);
  need(header, 'a published action is two lines: canonical JSON, and its Action-Signature');
  return {action: parsed(lines[0], 'a published action'), version: Number(header[1]), key: header[2], signature: header[3]};
}

async function checkAction({header, events}, heads, {action, version, key, signature}) {
  const head = heads[version];
  need(head, `an action was published for version ${version}, and the bundle ends before`);
  const holds = await hasSigned(key, signature, header.id, version, head, action);
  need(holds, `the signature of the action published for version ${version} does not hold here`);
  const keys = new Map();
  const known = events.slice(0, version).map(({fields}) => fields).filter(({type}) => GIVES_KEY.includes(type));
  for (const {seat, data} of known) keys.set(seat, data.key ?? null);
  const [seat] = [...keys].find(([, given]) => given === key) ?? [];
  need(seat !== undefined, `no seat had the key at version ${version} by which the published action is signed`);
  const isOwn = ({fields: {type, seat: whose, ply}}, index) =>
    index >= version && whose === seat && type !== 'KeyGiven' && events[index - 1].fields.ply !== ply;
  const next = events.find(isOwn);
  const name = `the action that seat ${seat} published for version ${version}`;
  if (!next) throw new Unchecked(`the record has nothing of seat ${seat} after version ${version}`);
  const {fields: {type, position, data}, hidden} = next;
  if (type === 'ActionSigned' && data.version === version) {
    if (!hidden.action) throw new Unchecked(`what the seat signed at event ${position} is not in the bundle`);
    const stands = equal(hidden.action, action);
    return stands ? `${name} stands at event ${position}` : `instead of ${name}, the seat signed another one (event ${position})`;
  }
  need(type !== 'TimeExpired', `event ${position}: ${name} was signed, and the record says that the seat's time ran out; `
    + 'whether it was legal is not checked here');
  return `instead of ${name}, the seat did something else (event ${position}, ${type})`;
}

/** A key of Ed25519 for WebCrypto. */
async function imported(bytes) {
  try {
    return await crypto.subtle.importKey('raw', bytes, {name: 'Ed25519'}, false, ['verify']);
  } catch {
    throw new Unchecked('this machine has no Ed25519');
  }
}

/** The note is signed with one of the keys. */
async function checkSignature(bundle, given) {
  const {keys, whose} = await keysOf(bundle, given);
  const key = await signingKey(keys, readNote(bundle.note));
  if (key === null) throw new Unchecked('signature: not checked, for this machine has no Ed25519');
  need(key, 'the note is not signed with the key');
  return `signed with the key that ${whose}: ${key.line}`;
}

// The transparency log

const PROOF = 'c2sp.org/tlog-proof@v1';
const SECONDS_TO_LOG = 86_400;
const SECONDS_OF_SKEW = 60;

/** {index, path: [bytes], note} of a proof, a text of C2SP tlog-proof. */
function readProof(text) {
  const gap = text.indexOf('\n\n');
  const [format, place, ...path] = gap < 0 ? [] : text.slice(0, gap).split('\n');
  const [, index] = /^index (0|[1-9]\d{0,15})$/.exec(place ?? '') ?? [];
  need(format === PROOF && index !== undefined, `a proof of the log is not of the form ${PROOF}`);
  return {index: Number(index), path: path.map(readHash), note: text.slice(gap + 2)};
}

/** The 32 bytes of a hash in base64. */
function readHash(text) {
  const bytes = fromBase64(text);
  need(bytes?.length === 32, 'a hash of the log is no base64 of 32 bytes');
  return bytes;
}

/** {origin, size, root, text, signatures} of a signed checkpoint. */
function readCheckpoint(note) {
  const {text, signatures} = readNote(note);
  const lines = text.split('\n');
  need(lines.length >= 4 && lines[0] && lines.at(-1) === '' && /^(0|[1-9]\d{0,15})$/.test(lines[1]), 'a checkpoint of the log is none');
  return {origin: lines[0], size: Number(lines[1]), root: readHash(lines[2]), text, signatures};
}

/** RFC 6962: the root of a tree of so many leaves in which this one stands at `index`. */
async function rootWith(leaf, index, size, path) {
  need(index < size && (size > 1) === (path.length > 0), 'a path of the log has a wrong length');
  if (size === 1) return leaf;
  const rest = path.slice(0, -1);
  const sibling = path.at(-1);
  const middle = split(size);
  if (index < middle) return hashNode(await rootWith(leaf, index, middle, rest), sibling);
  return hashNode(sibling, await rootWith(leaf, index - middle, size - middle, rest));
}

function hashNode(left, right) {
  return sha256(joined([Uint8Array.of(1), left, right]));
}

/** The leaf of a head: the hash of the entry, which names a public game. */
async function leafOf(game, version, head, salt) {
  const entry = salt === undefined
    ? {game, head: base64url(head), version}
    : {blinded: base64url(await digest('leaf', game, version, head, bytes32(salt, 'the salt of a proof')))};
  return sha256(joined([Uint8Array.of(0), utf8(canonical(entry))]));
}

/** The log holds the heads that the proofs say, in checkpoints that the service has signed. */
async function checkLog(bundle, heads, given) {
  const names = new Set();
  for (const each of bundle.log) names.add(await checkProof(bundle, heads, each, given));
  need(names.size === 1, 'the proofs are of more than one log');
  const versions = bundle.log.map(({version}) => version);
  const words = `the log ${[...names][0]} holds the heads of versions ${versions.join(', ')}`;
  if (hasEnded(bundle) && !versions.includes(bundle.events.length)) throw new Unchecked(`${words}, and not that of the end yet`);
  return words;
}

/** Whether the game is over. */
function hasEnded({events}) {
  return events[events.length - 1].fields.type === 'GameEnded';
}

/** One of them; the name of its log. */
async function checkProof(bundle, heads, {version, proof, salt}, given) {
  need(version > 0 && version < heads.length, `a proof is for version ${version}, which the bundle has not`);
  const {index, path, note} = readProof(proof);
  const {origin, size, root, text, signatures} = readCheckpoint(note);
  const {keys} = await keysOf(bundle, given);
  const named = await Promise.all(keys.map((key) => calledAs(key, origin)));
  const key = await signingKey(named, {text, signatures});
  if (key === null) throw new Unchecked('this machine has no Ed25519');
  need(key, 'a checkpoint of the log is not signed by the service');
  const leaf = await leafOf(bundle.header.id, version, heads[version], salt);
  need(same(await rootWith(leaf, index, size, path), root), `the log has another head for version ${version}`);
  return origin;
}

/** A key under another name. */
async function calledAs({bytes}, name) {
  const id = (await sha256(joined([utf8(`${name}\n`), Uint8Array.of(1), bytes]))).slice(0, 4);
  return {name, id, bytes};
}

/** Enough witnesses have seen the game in the log, at about the times that the record states. */
async function checkWitnesses(bundle, {witnesses, quorum}) {
  need(bundle.log.length > 0, 'the bundle has no proofs of the log: ask for it with log=true');
  const isLogged = bundle.log.some(({version}) => version === bundle.events.length);
  need(!hasEnded(bundle) || isLogged, 'the bundle does not prove that the log holds the end of the game');
  const delays = [];
  for (const each of bundle.log) delays.push(await checkTimes(bundle, each, witnesses, quorum));
  return `${quorum} witnesses have cosigned every checkpoint, ${Math.max(...delays)} s after the time stated at most`;
}

/** How many of the witnesses have cosigned every checkpoint; none where something about that is wrong. */
async function countWitnesses(bundle, witnesses) {
  for (let quorum = new Set(witnesses).size; quorum > 0; quorum -= 1) {
    if ((await outcome('witnesses', () => checkWitnesses(bundle, {witnesses, quorum}))).holds) return quorum;
  }
  return 0;
}

/** Enough of them have cosigned one checkpoint in time; how many seconds after the time of the event. */
async function checkTimes({events}, {version, proof}, witnesses, quorum) {
  const checkpoint = readCheckpoint(readProof(proof).note);
  const times = [];
  for (const each of new Set(witnesses)) times.push(...(await timesCosigned(checkpoint, await readKey(each, 4))));
  need(times.length >= quorum, `${times.length} of the witnesses have cosigned the checkpoint for version ${version}, not ${quorum}`);
  const seen = times.sort((one, other) => one - other)[quorum - 1];
  const delay = seen - Math.floor(Date.parse(events[version - 1].fields.at) / 1000);
  need(delay >= -SECONDS_OF_SKEW, `witnesses saw version ${version} before the time stated: a clock was set forward`);
  need(delay <= SECONDS_TO_LOG, `witnesses saw version ${version} ${delay} s after the time stated: a clock was set back, or the log was late`);
  return Math.max(delay, 0);
}

/** When a witness cosigned a checkpoint: one time, or none. */
async function timesCosigned({text, signatures}, {name, id, bytes}) {
  const key = await imported(bytes);
  const times = [];
  for (const each of signatures.filter((line) => line.name === name && same(line.id, id))) {
    need(each.signature.length === 72, 'a cosignature has another length');
    const time = Number(new DataView(each.signature.buffer, each.signature.byteOffset).getBigUint64(0));
    const message = utf8(`cosignature/v1\ntime ${time}\n${text}`);
    const holds = await crypto.subtle.verify({name: 'Ed25519'}, key, each.signature.slice(8), message);
    need(holds, 'a cosignature does not hold');
    times.push(time);
  }
  return times.length > 0 ? [Math.min(...times)] : [];
}

/**
 * Whether a log goes on from a checkpoint that somebody kept: {holds, words}. `readTile` answers the bytes of a tile by
 * its path below `tile/`; `keys` are lines of the service's keys. What `readTile` throws is thrown on.
 */
export async function verifyGrowth(earlier, later, readTile, keys) {
  try {
    await requireGrowth(earlier, later, readTile, keys);
    return {holds: true, words: 'the log goes on as it was'};
  } catch (error) {
    if (error instanceof Wrong) return {holds: false, words: error.message};
    throw error;
  }
}

/** Check that a log goes on from an earlier checkpoint. */
async function requireGrowth(earlier, later, readTile, keys) {
  const [old, now] = [readCheckpoint(earlier), readCheckpoint(later)];
  need(old.origin === now.origin, 'the log has another name than before');
  const named = await Promise.all(keys.map(async (key) => calledAs(await readKey(key), now.origin)));
  for (const each of [old, now]) need((await signingKey(named, each)) !== undefined, 'a checkpoint of the log is not signed by the service');
  need(old.size <= now.size, `the log had ${old.size} entries and has ${now.size}`);
  const proof = old.size === 0 ? [] : await proveGrowth(new Tree(now.size, readTile), 0, old.size, now.size);
  const roots = old.size === 0 ? [old.root, now.root] : await rootsWith(old.size, now.size, proof, old.root);
  need(same(roots[0], old.root) && same(roots[1], now.root), 'the log does not go on as it was');
}

/** The hashes of a log's subtrees, from its tiles. */
class Tree {
  constructor(size, readTile) {
    Object.assign(this, {size, readTile, tiles: new Map()});
  }

  /** The hash of the entries from `start` to before `end`, which are a subtree. */
  async hash(start, end) {
    const size = end - start;
    const height = Math.log2(size);
    if (Number.isInteger(height)) return this.node(height, start / size);
    const middle = start + split(size);
    return hashNode(await this.hash(start, middle), await this.hash(middle, end));
  }

  async node(height, index) {
    const level = Math.floor(height / 8);
    const width = 2 ** (height % 8);
    const tile = await this.tile(level, Math.floor((index * width) / 256));
    const first = (index * width) % 256;
    let hashes = Array.from({length: width}, (_, place) => tile.slice((first + place) * 32, (first + place + 1) * 32));
    while (hashes.length > 1) hashes = await Promise.all(hashes.filter((_, place) => place % 2 === 0).map((left, place) => hashNode(left, hashes[2 * place + 1])));
    return hashes[0];
  }

  async tile(level, index) {
    const width = Math.min(256, Math.floor(this.size / 256 ** level) - index * 256);
    const groups = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0').match(/.{3}/g);
    const path = `${level}/${groups.map((each, place) => (place < groups.length - 1 ? `x${each}` : each)).join('/')}${width < 256 ? `.p/${width}` : ''}`;
    if (!this.tiles.has(path)) this.tiles.set(path, await this.readTile(path));
    need(this.tiles.get(path).length === width * 32, `the tile ${path} has another length`);
    return this.tiles.get(path);
  }
}

/** The largest power of 2 below a number. */
function split(size) {
  return 2 ** (Math.ceil(Math.log2(size)) - 1);
}

/** RFC 6962, section 2.1.2: the proof that `old` entries are the beginning of those before `end`. */
async function proveGrowth(tree, start, old, end) {
  if (old === end) return start === 0 ? [] : [await tree.hash(start, end)];
  const middle = start + split(end - start);
  if (old <= middle) return [...(await proveGrowth(tree, start, old, middle)), await tree.hash(middle, end)];
  return [...(await proveGrowth(tree, middle, old, end)), await tree.hash(start, middle)];
}

/** The roots of the first `old` and of all entries, by a proof; `known` is the old one where the proof leaves it out. */
async function rootsWith(old, size, proof, known) {
  if (old === size) {
    need(proof.length === (known === null ? 1 : 0), 'the proof has a wrong length');
    return known === null ? [proof[0], proof[0]] : [known, known];
  }
  need(proof.length > 0, 'the proof has a wrong length');
  const rest = proof.slice(0, -1);
  const other = proof.at(-1);
  const middle = split(size);
  if (old <= middle) {
    const [before, after] = await rootsWith(old, middle, rest, known);
    return [before, await hashNode(after, other)];
  }
  const [before, after] = await rootsWith(old - middle, size - middle, rest, null);
  return [await hashNode(other, before), await hashNode(other, after)];
}

// The deal

const ZONES = {
  decks: {}, hands: {}, areas: {}, discard: [], embargoes: {}, exchange: null, played: null, draft: null, gone: [],
  market: {plots: [], technologies: []}, resources: {}, war: {}, attacker: null, reshuffles: 0, order: [],
};

/** What is followed of a game: decks top first, hands, areas, piles, and how much was compared. */
class Table {
  constructor(seats, seed) {
    Object.assign(this, structuredClone(ZONES), {seats, seed, kept: new Map(), compared: new Map()});
  }

  /** Everything that lies anywhere. */
  zones() {
    return structuredClone(Object.fromEntries(Object.keys(ZONES).map((name) => [name, this[name]])));
  }

  /** Keep what lies where at a version, to which the game will be taken back. */
  keep(version) {
    this.kept.set(version, this.zones());
  }

  /** Everything lies again as it did at a version. */
  goBackTo(version) {
    Object.assign(this, structuredClone(this.kept.get(version)));
  }

  /** The stream of a label. */
  stream(label) {
    return new Stream(this.seed, label);
  }

  /** Something is what it has to be. */
  compare(what, is, shouldBe, position) {
    need(equal(is ?? null, shouldBe), `event ${position}: ${what} do not follow from the seed`);
    this.compared.set(what, (this.compared.get(what) ?? 0) + 1);
  }

  /** The topmost cards of a deck are these. */
  take(what, deck, cards, position) {
    this.compare(what, cards, (this.decks[deck] ?? []).splice(0, cards?.length ?? 0), position);
  }

  /** This seat is the next in the order of dealing. */
  dealTo(seat, position) {
    need(seat === this.order.shift(), `event ${position}: it is not seat ${seat} that is dealt to next`);
  }

  /** The hand of a seat. */
  hand(seat) {
    this.hands[seat] ??= [];
    return this.hands[seat];
  }

  /** What lies before a seat. */
  area(seat) {
    this.areas[seat] ??= [];
    return this.areas[seat];
  }

  /** Cards leave a hand. */
  leave(seat, cards, position) {
    remove(this.hand(seat), cards, `event ${position}: seat ${seat} does not hold`);
  }

  /** Cards leave an area. */
  lift(seat, cards, position) {
    remove(this.area(seat), cards, `event ${position}: before seat ${seat} does not lie`);
  }

  /** All seats clockwise, from this one on. */
  clockwise(first) {
    return Array.from({length: this.seats}, (_, offset) => (first + offset) % this.seats);
  }
}

/** Take cards out of a list that must hold them. */
function remove(list, cards, words) {
  for (const card of cards) {
    const place = list.indexOf(card);
    need(place >= 0, `${words} ${card}`);
    list.splice(place, 1);
  }
}

/** The same cards in one order. */
function sorted(cards) {
  return [...cards].sort();
}

/** Whether these are the same cards. */
function sameCards(one, other) {
  return equal(sorted(one), sorted(other));
}

/** Each name as often as there are copies, from [[name, copies], …]. */
function copies(counts) {
  return counts.flatMap(([name, number]) => Array(number).fill(name));
}

/** The names of a zone that counts each kind. */
function cardsOf(counts, names) {
  need(counts.every((number) => PLAIN.integer(number, 'count')), 'a zone counts no cards');
  return counts.flatMap((number, kind) => Array(number).fill(names[kind]));
}

/** Each seat with what it has, from a list by seat. */
function bySeat(list, read) {
  return Object.fromEntries(list.map((each, seat) => [seat, read(each, seat)]));
}

// Carta Impera Victoria

const SPHERES = ['military', 'religion', 'economy', 'science', 'culture', 'utopia'];
const EPOCHS = {1: [8, 8, 4, 4, 4, 0], 2: [8, 8, 4, 8, 4, 0], 3: [4, 0, 8, 8, 8, 16]};
const CARTA_KINDS = SPHERES.flatMap((sphere, index) =>
  [1, 2, 3].filter((epoch) => EPOCHS[epoch][index] > 0).map((epoch) => `${sphere}-${epoch}`));
const MOVED = {
  assassination: 1, purge: 2, development: 1, monopoly: 2, experiment: 1, research: 2, oligarchy: 1, republic: 2,
};

const OF_SPHERE = {
  military: ['assassination', 'purge'],
  religion: ['holy_book', 'divine_right'],
  economy: ['development', 'monopoly'],
  science: ['experiment', 'research'],
  utopia: ['oligarchy', 'republic'],
};

/** The deck of Carta Impera Victoria, top first. */
async function cartaDeck(table) {
  const deck = [];
  for (const [epoch, counts] of Object.entries(EPOCHS)) {
    const cards = copies(SPHERES.map((sphere, index) => [`${sphere}-${epoch}`, counts[index]]));
    const order = await table.stream(`epoch-${epoch}`).shuffled(cards);
    deck.push(...(table.seats < 4 ? order.slice(0, -3) : order));
  }
  return deck;
}

/** The backs of a deck as piles of the same epoch. */
function pilesOf(deck) {
  const piles = [];
  for (const epoch of deck.map((card) => Number(card.slice(-1)))) {
    if (piles.length === 0 || piles[piles.length - 1].epoch !== epoch) piles.push({epoch, size: 0});
    piles[piles.length - 1].size += 1;
  }
  return piles;
}

/** How many cards there are of each back. */
function backsOf(cards) {
  const backs = {1: 0, 2: 0, 3: 0};
  for (const card of cards) backs[card.slice(-1)] += 1;
  return backs;
}

/** Cards are known, and their backs are these. */
function requireBacks({cards, backs}, position) {
  need(Array.isArray(cards), `event ${position}: its cards are not told`);
  need(equal(backs, backsOf(cards)), `event ${position}: the backs are not those of the cards`);
}

/** Cards leave an area for the discard pile. */
function discarded(table, seat, cards, position) {
  table.lift(seat, cards, position);
  table.discard.push(...cards);
}

/** An effect moves as many cards as its level says. */
function requireMoved(effect, cards, position) {
  const right = Object.hasOwn(MOVED, effect) && cards.length === MOVED[effect];
  need(right, `event ${position}: ${effect} does not move ${cards.length} cards`);
}

/** Cards are of a sphere. */
function requireSphere(cards, sphere, position) {
  need(cards.every((card) => card.startsWith(`${sphere}-`)), `event ${position}: a card is not of the sphere ${sphere}`);
}

/** The draft while it lasts. */
function draftOf(table, position) {
  need(table.draft, `event ${position}: no draft is under way`);
  return table.draft;
}

/** What a seat has left in its packet. */
function leftOver(draft, seat, position) {
  const left = [...(draft.packets[seat] ?? [])];
  need(draft.chosen[seat], `event ${position}: seat ${seat} has kept no card`);
  remove(left, [draft.chosen[seat]], `event ${position}: in the packet of seat ${seat} there is no`);
  return left;
}

/** What is followed of Carta Impera Victoria: by the type of an event, (table, its fields, its position). */
const CARTA = {
  async GameStarted(table, {first, piles, deck}, position) {
    const right = await cartaDeck(table);
    table.compare('decks', deck, right, position);
    table.compare('piles', piles, pilesOf(right), position);
    table.compare('first seats', first, await table.stream('first').below(table.seats), position);
    Object.assign(table, {decks: {deck: right}, order: table.clockwise(first)});
  },
  PositionSet(table, {deck, piles, discard}, position) {
    need(Array.isArray(deck) && equal(piles, pilesOf(deck)), `event ${position}: the piles are not those of the deck`);
    Object.assign(table, {decks: {deck: [...deck]}, discard: [...discard]});
  },
  AreaSet(table, {seat, area, embargoes}) {
    table.areas[seat] = [...area];
    table.embargoes[seat] = embargoes.map(({sphere, card}) => ({sphere, card, turns: 1}));
  },
  HandSet(table, event, position) {
    requireBacks(event, position);
    table.hands[event.seat] = [...event.cards];
  },
  CardsDealt(table, event, position) {
    table.dealTo(event.seat, position);
    drawn('hands dealt', table, event, position);
    need(event.cards.length === 3, `event ${position}: ${event.cards.length} cards are dealt, not 3`);
  },
  PacketDealt(table, event, position) {
    table.dealTo(event.seat, position);
    requireBacks(event, position);
    need(event.cards.length === 4, `event ${position}: ${event.cards.length} cards are dealt, not 4`);
    table.take('packets dealt', 'deck', event.cards, position);
    table.draft ??= {packets: {}, kept: {}, chosen: {}, arriving: {}, centre: []};
    table.draft.arriving[event.seat] = [...event.cards];
  },
  DraftRoundBegan(table, _, position) {
    const draft = draftOf(table, position);
    Object.assign(draft, {packets: draft.arriving, arriving: {}, chosen: {}});
  },
  DraftKept(table, {seat, card}, position) {
    const draft = draftOf(table, position);
    need(!draft.chosen[seat], `event ${position}: seat ${seat} has kept a card of this packet already`);
    draft.chosen[seat] = card;
    leftOver(draft, seat, position);
  },
  PacketPassed(table, {seat, source, cards}, position) {
    const draft = draftOf(table, position);
    table.compare('packets passed', sorted(cards ?? []), sorted(leftOver(draft, source, position)), position);
    need(!draft.arriving[seat], `event ${position}: seat ${seat} gets two packets`);
    draft.arriving[seat] = [...cards];
    draft.kept[source] = [...(draft.kept[source] ?? []), draft.chosen[source]];
    draft.packets[source] = [];
  },
  CardExposed(table, {seat, card}, position) {
    const draft = draftOf(table, position);
    table.compare('cards exposed', [card], leftOver(draft, seat, position), position);
    draft.centre.push(card);
    draft.kept[seat] = [...(draft.kept[seat] ?? []), draft.chosen[seat]];
    draft.packets[seat] = [];
    delete draft.chosen[seat];
  },
  CentreCardTaken(table, {seat, card}, position) {
    remove(draftOf(table, position).centre, [card], `event ${position}: in the centre does not lie`);
    table.area(seat).push(card);
  },
  DraftEnded(table, _, position) {
    for (const [seat, cards] of Object.entries(draftOf(table, position).kept)) table.hand(seat).push(...cards);
    table.draft = null;
  },
  CardPlayed(table, {seat, card}, position) {
    table.leave(seat, [card], position);
    table.area(seat).push(card);
  },
  HandDiscarded(table, {seat, effect, cards}, position) {
    requireMoved(effect, cards, position);
    table.leave(seat, cards, position);
    table.discard.push(...cards);
  },
  AttackMade(table, {seat, sphere, paid, given_up: givenUp, losses}, position) {
    requireSphere([paid], 'military', position);
    requireSphere([givenUp, ...losses.map(({card}) => card)], sphere, position);
    discarded(table, seat, [paid, givenUp], position);
    for (const {seat: other, card} of losses) discarded(table, other, [card], position);
  },
  InquisitionBegun(table, event, position) {
    requireBacks(event, position);
    requireSphere([event.paid], 'religion', position);
    discarded(table, event.seat, [event.paid], position);
    table.compare('hands taken', sorted(event.cards), sorted(table.hand(event.target)), position);
    table.hand(event.seat).push(...event.cards);
    table.hands[event.target] = [];
    table.exchange = {seat: event.seat, target: event.target, taken: [...event.cards]};
  },
  InquisitionExchanged(table, event, position) {
    requireBacks(event, position);
    const {seat, target, taken} = table.exchange ?? {};
    const right = event.seat === seat && event.target === target && event.cards.length === taken.length;
    need(right, `event ${position}: as many cards are to be given back as were taken, and from there`);
    table.leave(seat, event.cards, position);
    if (!table.gone.includes(target)) table.hand(target).push(...event.cards);
    table.exchange = null;
  },
  AreaDiscarded(table, {seat, effect, cards}, position) {
    requireMoved(effect, cards, position);
    discarded(table, seat, cards, position);
    table.played = cards.length;
  },
  AreaTaken(table, {seat, effect, cards}, position) {
    requireMoved(effect, cards, position);
    table.lift(seat, cards, position);
    table.hand(seat).push(...cards);
    table.played = cards.length;
  },
  CardsPlayed(table, {seat, cards}, position) {
    need(cards.length === table.played, `event ${position}: ${cards.length} cards are played, not ${table.played}`);
    table.leave(seat, cards, position);
    table.area(seat).push(...cards);
    table.played = null;
  },
  EffectCopied(table, {effect, sphere}, position) {
    need(OF_SPHERE[sphere]?.includes(effect), `event ${position}: the sphere ${sphere} has no effect ${effect}`);
  },
  EmbargoLaid(table, {seat, target, sphere, card, turns}, position) {
    requireSphere([card], 'economy', position);
    table.lift(seat, [card], position);
    table.embargoes[target] = [...(table.embargoes[target] ?? []), {sphere, card, turns}];
  },
  BreakthroughBegun(table, {seat, paid}, position) {
    requireSphere([paid], 'science', position);
    discarded(table, seat, [paid], position);
  },
  BreakthroughDiscarded(table, {seat, cards}, position) {
    table.leave(seat, cards, position);
    table.discard.push(...cards);
  },
  DiscardTaken(table, {seat, effect, cards}, position) {
    requireMoved(effect, cards, position);
    remove(table.discard, cards, `event ${position}: in the discard pile does not lie`);
    table.hand(seat).push(...cards);
  },
  DemocracyPlaced(table, {seat}, position) {
    table.lift(seat, ['utopia-3'], position);
  },
  HandLimitChosen(_, {limit}, position) {
    need([3, 5, 7].includes(limit), `event ${position}: a hand limit is 3, 5 or 7, not ${limit}`);
  },
  CardsDrawn(table, event, position) {
    drawn('draws', table, event, position);
  },
  TurnEnded(table, {seat, lapsed}, position) {
    const lying = table.embargoes[seat] ?? [];
    const over = lying.filter(({turns}) => turns === 1).map(({sphere, card}) => ({sphere, card}));
    need(equal(lapsed, over), `event ${position}: other embargoes lapse than have lain long enough`);
    table.discard.push(...lapsed.map(({card}) => card));
    table.embargoes[seat] = lying.filter(({turns}) => turns > 1).map((each) => ({...each, turns: each.turns - 1}));
  },
  SeatResigned(table, {seat}) {
    const {exchange, draft} = table;
    if (exchange?.seat === seat && !table.gone.includes(exchange.target)) table.hands[exchange.target] = exchange.taken;
    if (exchange?.seat === seat) table.exchange = null;
    table.gone.push(seat);
    for (const zone of ['hands', 'areas', 'embargoes']) table[zone][seat] = [];
    for (const zone of draft ? ['packets', 'kept', 'chosen'] : []) delete draft[zone][seat];
  },
  HandRevealed(table, {seat, cards}, position) {
    table.compare('hands shown', sorted(cards ?? []), sorted(table.hand(seat)), position);
  },
};

/** A seat of Carta Impera Victoria gets cards from the deck. */
function drawn(what, table, event, position) {
  requireBacks(event, position);
  table.take(what, 'deck', event.cards, position);
  table.hand(event.seat).push(...event.cards);
}

/** What lies where in a state of Carta Impera Victoria, as docs/record.md describes it. */
function cartaZones({present, hands, areas, embargoes, discard, deck, pending, draft}) {
  const cards = (zone) => cardsOf(zone, CARTA_KINDS);
  const marker = ({sphere, card, turns}) => ({sphere: SPHERES[sphere], card: CARTA_KINDS[card], turns});
  const exchange = pending?.is === 'Exchange' ? {...pending, taken: cards(pending.taken)} : null;
  return {
    decks: {deck: deck.map((kind) => CARTA_KINDS[kind]).reverse()},
    hands: bySeat(hands, cards),
    areas: bySeat(areas, cards),
    embargoes: bySeat(embargoes, (lying) => lying.map(marker)),
    discard: cards(discard),
    exchange: exchange && {seat: exchange.seat, target: exchange.target, taken: exchange.taken},
    gone: present.flatMap((here, seat) => (here ? [] : [seat])),
    draft: draft && {
      packets: bySeat(draft.packets, cards),
      kept: bySeat(draft.kept, cards),
      chosen: Object.fromEntries(draft.chosen.flatMap((kind, seat) => (kind === null ? [] : [[seat, CARTA_KINDS[kind]]]))),
      arriving: Object.fromEntries(Object.entries(bySeat(draft.arriving, cards)).filter(([, each]) => each.length > 0)),
      centre: cards(draft.centre),
    },
  };
}

// Civilization: The Card Game

const TECHNOLOGIES = [
  'agriculture', 'mining', 'monotheism', 'literature', 'the_wheel', 'writing', 'mathematics', 'iron_working',
  'sailing', 'pottery', 'masonry', 'currency', 'engineering', 'code_of_laws', 'astronomy',
];
const TERRAINS = ['grassland', 'mountains', 'coast', 'hills', 'river', 'forest'];
const CARDS = [
  ['archer', 7], ['axeman', 6], ['spearman', 5], ['swordsman', 5], ['chariot', 7], ['catapult', 4],
  ['walls', 3], ['temple', 3], ['colosseum', 2], ['barracks', 2], ['granary', 2], ['forge', 2], ['market', 2],
  ['monastery', 2], ['library', 3], ['hanging_gardens', 1], ['colossus', 1], ['great_library', 1], ['great_wall', 1],
  ['pyramids', 1], ['commerce-2', 5], ['commerce-3', 2], ['production-2', 5], ['production-3', 3], ['food-2', 4],
  ['food-3', 4], ['red-1', 4], ['red-2', 3],
];
const KINDS = CARDS.map(([name]) => name);

/** Cards in the order of the kinds. */
function inOrder(cards) {
  return [...cards].sort((one, other) => KINDS.indexOf(one) - KINDS.indexOf(other));
}

/** Units of the battle against a seat: those that attack it, those of them that were stopped, and its own. */
function battleOf(table, seat) {
  table.war[seat] ??= {attacking: [], stopped: [], defending: []};
  return table.war[seat];
}

/** The buildings on a plot of a seat. */
function plotOf(table, seat, plot, position) {
  const found = table.area(seat)[plot];
  need(found, `event ${position}: seat ${seat} has no plot ${plot}`);
  return found.buildings;
}

/** Plots come to a seat. */
function settle(table, seat, terrains) {
  table.area(seat).push(...terrains.map((terrain) => ({terrain, buildings: []})));
}

/** A building leaves a plot. */
function raze(table, seat, plot, building, position) {
  remove(plotOf(table, seat, plot, position), [building], `event ${position}: on plot ${plot} does not stand`);
}

/** Resources come to a seat, or leave it, which must have them. */
function gain(table, seat, amounts, sign, position) {
  table.resources[seat] ??= {food: 0, production: 0, commerce: 0};
  for (const [name, number] of Object.entries(amounts)) {
    table.resources[seat][name] += sign * number;
    need(table.resources[seat][name] >= 0, `event ${position}: seat ${seat} has less ${name} than it pays`);
  }
}

/** A seat gets cards from the deck. */
function handTaken(what) {
  return (table, {seat, count, cards}, position) => {
    need(cards?.length === count, `event ${position}: not ${count} cards but ${cards?.length}`);
    table.take(what, 'deck', cards, position);
    table.hand(seat).push(...cards);
  };
}

/** What is followed of Civilization: by the type of an event, (table, its fields, its position). */
const CIVILIZATION = {
  async GameStarted(table, event, position) {
    table.decks = {
      technologies: await table.stream('technologies').shuffled(TECHNOLOGIES),
      plots: await table.stream('plots').shuffled(copies(TERRAINS.map((terrain) => [terrain, 5]))),
      deck: await table.stream('deck').shuffled(copies(CARDS)),
    };
    for (const [name, cards] of Object.entries(table.decks)) table.compare('decks', event[name], cards, position);
    table.compare('dealers', event.dealer, await table.stream('dealer').below(table.seats), position);
    table.order = table.clockwise((event.dealer + 1) % table.seats);
  },
  PositionSet(table, event, position) {
    const {technologies, plots, deck, discard} = event;
    need([technologies, plots, deck].every(Array.isArray), `event ${position}: its decks are not told`);
    const sizes = [event.technologies_left, event.plots_left, event.cards_left];
    need(equal(sizes, [technologies.length, plots.length, deck.length]), `event ${position}: the decks are of other sizes`);
    table.decks = {technologies: [...technologies], plots: [...plots], deck: [...deck]};
    table.discard = [...discard];
    table.market = {plots: [...event.open_plots], technologies: [...event.open_technologies]};
  },
  EmpireSet(table, {seat, plots, resources}, position) {
    table.areas[seat] = plots.map(({terrain, buildings}) => ({terrain, buildings: [...buildings]}));
    gain(table, seat, resources, 1, position);
  },
  HandSet(table, {seat, count, cards}, position) {
    need(cards?.length === count, `event ${position}: not ${count} cards but ${cards?.length}`);
    table.hands[seat] = [...cards];
  },
  PlotsDealt(table, {seat, plots}, position) {
    table.dealTo(seat, position);
    need(plots.length === 2, `event ${position}: ${plots.length} plots are dealt, not 2`);
    table.take('plots', 'plots', plots, position);
    settle(table, seat, plots);
  },
  PlotsOpened(table, {plots, picks}, position) {
    need(plots?.length === picks.length, `event ${position}: there are not as many plots as seats that take one`);
    table.take('plots', 'plots', plots, position);
    table.market.plots = [...plots];
  },
  PlotTaken(table, {seat, terrain}, position) {
    remove(table.market.plots, [terrain], `event ${position}: there is no open plot of`);
    settle(table, seat, [terrain]);
  },
  MarketOpened(table, {plots, technologies}, position) {
    table.take('plots', 'plots', plots, position);
    table.take('technologies', 'technologies', technologies, position);
    table.market = {plots: [...(plots ?? [])], technologies: [...(technologies ?? [])]};
  },
  PlotOffered(table, {terrain}, position) {
    table.take('plots', 'plots', [terrain], position);
    table.market.plots.push(terrain);
  },
  TechnologyOffered(table, {technology}, position) {
    table.take('technologies', 'technologies', [technology], position);
    table.market.technologies.push(technology);
  },
  ResourcesCollected(table, {seat, resources}, position) {
    gain(table, seat, resources, 1, position);
  },
  ResourcesGained(table, {seat, resources}, position) {
    gain(table, seat, resources, 1, position);
  },
  ResourcesTaken(table, {seat, target, resources}, position) {
    gain(table, target, resources, -1, position);
    gain(table, seat, resources, 1, position);
  },
  ResourcesGiven(table, {seat, target, resources}, position) {
    gain(table, seat, resources, -1, position);
    gain(table, target, resources, 1, position);
  },
  ResourcesExchanged(table, {seat, given, taken}, position) {
    gain(table, seat, given, -1, position);
    gain(table, seat, {[taken]: 1}, 1, position);
  },
  PlotBought(table, {seat, terrain, paid}, position) {
    gain(table, seat, paid, -1, position);
    remove(table.market.plots, [terrain], `event ${position}: there is for sale no plot of`);
    settle(table, seat, [terrain]);
  },
  PopulationSettled(table, {seat, plot}, position) {
    plotOf(table, seat, plot, position);
  },
  PopulationBought(table, {seat, plot, paid}, position) {
    plotOf(table, seat, plot, position);
    gain(table, seat, {food: paid}, -1, position);
  },
  TechnologyBought(table, {seat, technology, paid}, position) {
    gain(table, seat, {commerce: paid}, -1, position);
    remove(table.market.technologies, [technology], `event ${position}: there is not for sale`);
  },
  CardBought(table, {seat, paid}, position) {
    gain(table, seat, paid, -1, position);
  },
  HandDealt: handTaken('hands dealt'),
  CardsDrawn: handTaken('draws'),
  CardsDiscarded(table, {seat, cards}, position) {
    table.leave(seat, cards, position);
    table.discard.push(...cards);
  },
  BonusUsed(table, {seat, card, resources}, position) {
    table.leave(seat, [card], position);
    table.discard.push(card);
    gain(table, seat, resources, 1, position);
  },
  BuildingBuilt(table, {seat, building, plot, paid}, position) {
    gain(table, seat, {production: paid}, -1, position);
    table.leave(seat, [building], position);
    plotOf(table, seat, plot, position).push(building);
  },
  BuildingTornDown(table, {seat, building, plot}, position) {
    raze(table, seat, plot, building, position);
    table.discard.push(building);
  },
  BuildingReturned(table, {seat, building, plot}, position) {
    raze(table, seat, plot, building, position);
    table.hand(seat).push(building);
  },
  AttackLaid(table, {seat, target, units}, position) {
    table.leave(seat, units, position);
    table.attacker = seat;
    battleOf(table, target).attacking.push(...units);
  },
  WallsReturned(table, {seat, plots}, position) {
    for (const plot of plots) raze(table, seat, plot, 'walls', position);
    table.hand(seat).push(...plots.map(() => 'walls'));
  },
  UnitSentBack(table, {seat, unit}, position) {
    remove(battleOf(table, seat).attacking, [unit], `event ${position}: nobody attacks with`);
    table.hand(table.attacker).push(unit);
  },
  UnitStopped(table, {seat, unit, stopped}, position) {
    const battle = battleOf(table, seat);
    table.leave(seat, [unit], position);
    battle.defending.push(unit);
    remove(battle.attacking, [stopped], `event ${position}: nobody attacks with`);
    battle.stopped.push(stopped);
  },
  BattleEnded(table, {seat}) {
    const {attacking, stopped, defending} = battleOf(table, seat);
    table.discard.push(...attacking, ...stopped, ...defending);
    delete table.war[seat];
  },
  async DeckReshuffled(table, {count, deck}, position) {
    table.reshuffles += 1;
    need(table.decks.deck.length === 0, `event ${position}: the deck is shuffled before it is empty`);
    const order = await table.stream(`reshuffle-${table.reshuffles}`).shuffled(inOrder(table.discard));
    table.compare('reshuffles', deck, order, position);
    need(count === order.length, `event ${position}: ${order.length} cards are shuffled, not ${count}`);
    table.decks.deck = order;
    table.discard = [];
  },
  async CardStolen(table, {seat, target, card}, position) {
    const hand = inOrder(table.hand(target));
    need(hand.length > 0, `event ${position}: a card is stolen from an empty hand`);
    table.compare('steals', card, hand[await table.stream(`steal-${position}`).below(hand.length)], position);
    table.leave(target, [card], position);
    table.hand(seat).push(card);
  },
  SeatResigned(table, {seat}) {
    table.hands[seat] = [];
    table.areas[seat] = [];
    delete table.resources[seat];
  },
  HandRevealed(table, {seat, cards}, position) {
    table.compare('hands shown', sorted(cards ?? []), sorted(table.hand(seat)), position);
  },
};

/** What lies where in a state of Civilization, as docs/record.md describes it. */
function civilizationZones(state) {
  const kinds = (list) => list.map((kind) => KINDS[kind]);
  const units = (counts) => cardsOf(counts, KINDS);
  const terrains = (list) => list.map((terrain) => TERRAINS[terrain]);
  const technologies = (list) => list.map((each) => TECHNOLOGIES[each]);
  const battles = state.war?.battles ?? [];
  return {
    decks: {
      technologies: technologies(state.technology_deck).reverse(),
      plots: terrains(state.plot_deck).reverse(),
      deck: kinds(state.deck).reverse(),
    },
    hands: bySeat(state.hands, units),
    areas: bySeat(state.plots, (plots) => plots.map(({terrain, buildings}) => (
      {terrain: TERRAINS[terrain], buildings: kinds(buildings)}))),
    discard: units(state.discard),
    market: {plots: terrains(state.open_plots), technologies: technologies(state.open_technologies)},
    resources: bySeat(state.resources, ([food, production, commerce]) => ({food, production, commerce})),
    war: Object.fromEntries(battles.map(({defender, attacking, stopped, defending}) => (
      [defender, {attacking: units(attacking), stopped: units(stopped), defending: units(defending)}]))),
    attacker: battles.length > 0 ? state.active : null,
    reshuffles: state.reshuffles,
  };
}

const GAMES = {
  'carta-impera-victoria': {
    follows: CARTA,
    zonesOf: cartaZones,
    hidden: ['hands', 'deck', 'draft', 'pending'],
    backOf: (kind) => Number(CARTA_KINDS[kind]?.slice(-1) ?? kind - CARTA_KINDS.length + 1) - 1,
  },
  'civilization-the-card-game': {
    follows: CIVILIZATION,
    zonesOf: civilizationZones,
    hidden: ['hands', 'deck', 'plot_deck', 'technology_deck'],
    backOf: () => 0,
  },
};

/** The seed that all chance of a game comes from. */
async function chanceOf(bundle) {
  const key = await macKey(seedOf(bundle));
  return mac(key, 'deck', bundle.header.id, ...entropyOf(bundle.events));
}

/** Every shuffle and draw is the one that follows from the seed, and every card moves from where it lies. */
async function checkDeal(bundle) {
  endOf(bundle.events);
  const table = await followed(bundle, bundle.events.length);
  return compared(bundle, table);
}

/** The table after so many events of a bundle that has ended. */
async function followed(bundle, until) {
  const {events, header} = bundle;
  const table = new Table(events[0].fields.data.seats, await chanceOf(bundle));
  const back = events.filter(({fields}) => BACKWARD.includes(fields.type));
  const wanted = new Set(back.map(({fields}) => fields.data.back_to));
  for (const [index, event] of events.slice(0, until).entries()) {
    if (BACKWARD.includes(event.fields.type)) requireTakenBack(events, index);
    await followEvent(table, GAMES[header.game], event);
    if (wanted.has(index + 1)) table.keep(index + 1);
  }
  return table;
}

/** To go back begins a ply or follows a consent, takes at least one back, and not further than the beginning. */
function requireTakenBack(events, index) {
  const ply = (version) => events[version - 1]?.fields.ply;
  const version = index + 1;
  const {type, data} = events[index].fields;
  const {back_to: back} = data;
  const consented = type === 'ActionsTakenBack' && LEADS_BACK.includes(events[index - 1].fields.type);
  need(consented || ply(index) !== ply(version), `event ${version} begins no ply`);
  const rest = events.slice(version).filter(({fields}) => fields.ply === ply(version));
  need(rest.every(({fields}) => fields.type === 'ClockStarted'), `event ${version} does not end its ply`);
  const isEnd = back < index && ply(back) !== ply(back + 1);
  need(isEnd, `event ${version}: version ${back} is not the end of a ply before the last`);
  need(back > events.indexOf(beginningOf(events)), `event ${version}: at version ${back} the game had not begun`);
}

/** Let one event move the cards. */
async function followEvent(table, {follows, zonesOf}, {fields: {type, data, seat, position}, hidden}) {
  if (BACKWARD.includes(type)) table.goBackTo(data.back_to);
  else if (type === 'ForkBegan') Object.assign(table, zonesOf(hidden.whole));
  else if (Object.hasOwn(follows, type)) await follows[type](table, {...data, ...hidden, seat}, position);
}

/** What was compared with the events, in words. */
function compared({events}, table) {
  const begun = beginningOf(events);
  const beginnings = {PositionSet: ', from a position whose decks nobody shuffled', SeatSaw: ', from where the fork began'};
  const counts = [...table.compared].map(([what, count]) => `${what} ${count}`);
  const words = `what the seed makes${beginnings[begun?.fields.type] ?? ''}`;
  return `${words}: ${counts.join(', ') || 'nothing, for nothing was dealt'}; every card moved from where it lay`;
}

// Forks

/** A fork begins from the one position that its creation hides, and that is the same for all but for what is hidden. */
function checkFork({header, events}) {
  endOf(events);
  const {position, where} = {position: events[0].hidden.position, where: 'the position of the first event'};
  requireFields(position, ['seats', 'table', 'whole'], where);
  const saw = ofType(events, 'SeatSaw');
  const [began] = ofType(events, 'ForkBegan');
  need(began, 'the fork never begins');
  const seats = saw.map(({fields}) => fields.seat);
  need(equal(seats, position.seats.map((_, seat) => seat)), 'not every seat is shown its part of the position, in order');
  saw.forEach(({hidden}, seat) => need(equal(hidden.state, position.seats[seat]), `seat ${seat} is shown another position`));
  need(equal(began.hidden.whole, position.whole), 'the fork begins from another position than its creation hides');
  need(equal(began.fields.data.state, position.table), 'another position is shown to everybody');
  requireAlike(position.whole, position.table, GAMES[header.game]);
  return `begun by ${seats.length} seats from the position that event 1 hides`;
}

/** What everybody sees of a position is the same as it really is. */
function requireAlike(whole, seen, {hidden, backOf}) {
  for (const name of Object.keys(whole).filter((each) => !hidden.includes(each))) {
    need(equal(whole[name], seen[name] ?? null), `everybody is shown another ${name} than there is`);
  }
  const backs = (hand) => hand.reduce((sums, number, kind) => sums.with(backOf(kind), sums[backOf(kind)] + number), [0, 0, 0]);
  const shown = ({deck, hands, draft}) => {
    const {round, centre, picks} = draft ?? {};
    return [deck.length, deck.slice(-1).map(backOf), hands.map(backs), round ?? null, centre ?? null, picks ?? null];
  };
  need(equal(shown(whole), shown(seen)), 'everybody is shown another deck, other hands or another draft than there are');
}

/** The position from which a fork begins is the one in which the other game was at that version. */
async function checkOrigin({header, events}, origin, key) {
  const {forked_from: from} = events[0].fields.data;
  endOf(events);
  if (origin === undefined) throw new Unchecked(`the bundle of game ${from.game}, from which it goes on, was not given`);
  const {bundle, report: found} = await examined(origin, {key});
  need(found.verified, 'the bundle of the game from which it goes on is not right itself');
  need(bundle.header.id === from.game, 'the bundle is of another game than the one from which it goes on');
  need(bundle.header.game === header.game, 'the other game is of another kind');
  const [before, after] = [bundle.events[from.version - 1]?.fields, bundle.events[from.version]?.fields];
  need(before && after && before.ply !== after.ply, `version ${from.version} is not the end of a ply of it`);
  endOf(bundle.events);
  const {seats, edition} = bundle.events[0].fields.data;
  need(equal([seats, edition], [events[0].fields.data.seats, header.edition]), 'the other game has other seats or rules');
  const {whole} = events[0].hidden.position ?? {};
  need(whole, 'the position of the fork is withheld');
  const table = await followed(bundle, from.version);
  const zones = new Table(seats, table.seed);
  Object.assign(zones, GAMES[header.game].zonesOf(whole));
  const ended = bundle.events[bundle.events.length - 1].fields.at;
  const imagined = events[0].fields.at < ended;
  need(equal(comparable(zones, imagined), comparable(table, imagined)), 'it does not begin as the other game stood there');
  const hidden = imagined ? '; what was hidden then was drawn anew, as that game was not over' : '';
  return `begun as game ${from.game} stood at version ${from.version}${hidden}`;
}

/** What lies where in one order; only what lies open if the rest was drawn anew. */
function comparable(table, open) {
  const {decks, hands, areas, discard, embargoes, market, resources, reshuffles} = table.zones();
  const filled = (zones) => Object.fromEntries(Object.entries(zones).filter(([, each]) => each.length > 0));
  const piles = (zones) => Object.fromEntries(Object.entries(zones).map(([name, cards]) => [name, sorted(cards)]));
  const plots = (list) => list.map((each) => (each.buildings ? {...each, buildings: sorted(each.buildings)} : each));
  const lying = Object.fromEntries(Object.entries(filled(areas)).map(([seat, each]) => (
    [seat, typeof each[0] === 'string' ? sorted(each) : plots(each)])));
  const held = Object.fromEntries(Object.entries(resources).filter(([, each]) => Object.values(each).some(Boolean)));
  const shown = {areas: lying, discard: sorted(discard), embargoes: filled(embargoes), market, resources: held, reshuffles};
  const sizes = Object.entries(filled(hands)).map(([seat, cards]) => [seat, cards.length]);
  return open ? {...shown, sizes} : {...shown, decks, hands: piles(filled(hands))};
}

/** What no check here looks at. */
function checkRules() {
  throw new Unchecked(UNCHECKED_RULES);
}

const UNCHECKED_RULES = 'here nobody knows the rules: whether each move was legal and in turn, what it cost, scores, '
  + 'who won, clocks and deadlines; the verifier in Python checks them';

// Shapes of events, made of docs/events by `make released`.
const SHAPES = {
  "every-game": {
    "ActionSigned/1": [true, {"key": "string", "version": "integer"}, {"action?": ["null", "object"], "signature?": ["null", "string"]}, ["action", "signature"]],
    "ActionsTakenBack/1": [true, {"back_to": "integer"}, {}, []],
    "BotTookOver/1": [true, {}, {}, []],
    "ClockStarted/1": [true, {"left": "integer", "since": "string", "until": "string"}, {}, []],
    "ClockStopped/1": [true, {"left": "integer"}, {}, []],
    "DelegateActed/1": [true, {"delegate": "string", "owner": "string"}, {}, []],
    "EndAgreed/1": [true, {"how": ["one of", "draw", "abort", "score"]}, {}, []],
    "EntropyCommitted/1": [true, {"commitment": "string"}, {}, []],
    "EntropyOpened/1": [true, {"entropy": "string"}, {}, []],
    "ForkBegan/1": [false, {"state": "object"}, {"whole?": ["null", "object"]}, ["whole"]],
    "FreeingAgreed/1": [true, {"freed": "integer"}, {}, []],
    "GameCorrected/1": [false, {"back_to": "integer", "by": "string", "reason": "string"}, {}, []],
    "GameCreated/1": [false, {"clock": ["null", {"increment?": "integer", "kind": ["one of", "turn", "bank"], "on_expiry?": ["one of", "forfeit", "claim", "bot"], "seconds": "integer", "vacation_days?": "integer", "window?": ["null", {"begins": "string", "days?": ["list", ["one of", "mon", "tue", "wed", "thu", "fri", "sat", "sun"]], "ends": "string", "zone": "string"}]}], "creator": ["null", "string"], "edition": "string", "forked_from": ["null", {"game": "string", "version": "integer"}], "game": "string", "open_until": ["null", "string"], "options": "object", "private": "boolean", "rematch_of": ["null", "string"], "reserved": ["list", "string"], "revision": "integer", "rules_sha256": ["null", "string"], "sandbox": "boolean", "seats": "integer", "server_commit": "string"}, {"position?": ["null", "object"], "server_seed?": ["null", "string"]}, ["position"]],
    "GameEnded/1": [false, {"decided_by": ["list", "string"], "kind": "string", "points": ["null", ["list", {"points": "integer", "seat": "integer"}]], "server_seed": ["null", "string"], "winners": ["list", "integer"]}, {}, []],
    "GamePaused/1": [false, {}, {}, []],
    "GameResumed/1": [true, {}, {}, []],
    "KeyGiven/1": [true, {"key": "string"}, {}, []],
    "OpeningsAwaited/1": [false, {"until": "string"}, {}, []],
    "OpeningsExpired/1": [false, {"seats": ["list", "integer"], "until": "string"}, {}, []],
    "OrderFired/1": [true, {"order": "string"}, {"condition?": ["null", "object"]}, ["condition"]],
    "PauseAgreed/1": [true, {}, {}, []],
    "RulesAgreed/1": [true, {"revision": "integer", "rules_sha256": ["null", "string"]}, {}, []],
    "RulesMoved/1": [false, {"revision": "integer", "rules_sha256": ["null", "string"]}, {}, []],
    "SeatCleared/1": [true, {}, {}, []],
    "SeatFreed/1": [true, {}, {}, []],
    "SeatKept/1": [true, {}, {}, []],
    "SeatLeft/1": [true, {}, {}, []],
    "SeatOffered/1": [true, {}, {}, []],
    "SeatReturned/1": [true, {}, {}, []],
    "SeatSaw/1": [true, {}, {"state?": ["null", "object"]}, ["state"]],
    "SeatTaken/1": [true, {"bot": ["null", "string"], "entropy": ["null", "string"], "player": "string"}, {}, []],
    "StartAwaited/1": [false, {"until": "string"}, {}, []],
    "StartReached/1": [false, {"until": "string"}, {}, []],
    "SubstituteSeated/1": [true, {"player": "string"}, {}, []],
    "TableClosed/1": [false, {}, {}, []],
    "TableExpired/1": [false, {"until": "string"}, {}, []],
    "TakeBackAgreed/1": [true, {"back_to": "integer"}, {}, []],
    "TimeClaimed/1": [true, {"expired": "integer"}, {}, []],
    "TimeExpired/1": [true, {"until": "string"}, {}, []],
    "TimeGiven/1": [true, {"seconds": "integer", "to": "integer"}, {}, []],
    "VacationTaken/1": [true, {"days": "integer", "until": "string"}, {}, []],
  },
  "carta-impera-victoria": {
    "AreaDiscarded/1": [true, {"cards": ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]], "effect": "string"}, {}, []],
    "AreaSet/1": [true, {"area": ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]], "democracy": ["list", ["one of", "military", "religion", "economy", "science", "culture", "utopia"]], "embargoes": ["list", {"card": ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"], "sphere": ["one of", "military", "religion", "economy", "science", "culture", "utopia"]}]}, {}, []],
    "AreaTaken/1": [true, {"cards": ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]], "effect": "string"}, {}, []],
    "AttackMade/1": [true, {"given_up": ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"], "losses": ["list", {"card": ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"], "seat": "integer"}], "paid": ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"], "sphere": ["one of", "military", "religion", "economy", "science", "culture", "utopia"]}, {}, []],
    "BreakthroughBegun/1": [true, {"count": "integer", "paid": ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]}, {}, []],
    "BreakthroughDiscarded/1": [true, {"cards": ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]}, {}, []],
    "CardExposed/1": [true, {"card": ["null", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3", null]]}, {}, []],
    "CardPlayed/1": [true, {"card": ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]}, {}, []],
    "CardsDealt/1": [true, {"backs": {"1": "integer", "2": "integer", "3": "integer"}}, {"cards?": ["null", ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]]}, ["cards"]],
    "CardsDrawn/1": [true, {"backs": {"1": "integer", "2": "integer", "3": "integer"}}, {"cards?": ["null", ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]]}, ["cards"]],
    "CardsPlayed/1": [true, {"cards": ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]}, {}, []],
    "CentreCardTaken/1": [true, {"card": ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]}, {}, []],
    "CentreOpened/1": [false, {"picks": ["list", "integer"]}, {}, []],
    "CultureTokenLost/1": [true, {"to": ["null", "integer"]}, {}, []],
    "CultureTokenSet/1": [true, {"sphere": ["null", ["one of", "military", "religion", "economy", "science", "culture", "utopia", null]], "target": ["null", "integer"]}, {}, []],
    "DemocracyPlaced/1": [true, {"sphere": ["one of", "military", "religion", "economy", "science", "culture", "utopia"], "target": "integer"}, {}, []],
    "DiscardTaken/1": [true, {"cards": ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]], "effect": "string"}, {}, []],
    "DraftEnded/1": [false, {}, {}, []],
    "DraftKept/1": [true, {}, {"card?": ["null", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3", null]]}, ["card"]],
    "DraftRoundBegan/1": [false, {"round": "integer"}, {}, []],
    "EffectCopied/1": [true, {"effect": "string", "sphere": ["one of", "military", "religion", "economy", "science", "culture", "utopia"], "target": "integer"}, {}, []],
    "EmbargoLaid/1": [true, {"card": ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"], "sphere": ["one of", "military", "religion", "economy", "science", "culture", "utopia"], "target": "integer", "turns": "integer"}, {}, []],
    "FinalRoundBegan/1": [false, {}, {}, []],
    "GameStarted/1": [false, {"first": "integer", "piles": ["list", {"epoch": "integer", "size": "integer"}]}, {"deck?": ["null", ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]]}, ["deck"]],
    "HandDiscarded/1": [true, {"cards": ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]], "effect": "string"}, {}, []],
    "HandLimitChosen/1": [true, {"limit": "integer"}, {}, []],
    "HandRevealed/1": [true, {"cards": ["null", ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]]}, {}, []],
    "HandSet/1": [true, {"backs": {"1": "integer", "2": "integer", "3": "integer"}}, {"cards?": ["null", ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]]}, ["cards"]],
    "InquisitionBegun/1": [true, {"backs": {"1": "integer", "2": "integer", "3": "integer"}, "paid": ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"], "target": "integer"}, {"cards?": ["null", ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]]}, ["cards"]],
    "InquisitionExchanged/1": [true, {"backs": {"1": "integer", "2": "integer", "3": "integer"}, "target": "integer"}, {"cards?": ["null", ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]]}, ["cards"]],
    "PacketDealt/1": [true, {"backs": {"1": "integer", "2": "integer", "3": "integer"}}, {"cards?": ["null", ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]]}, ["cards"]],
    "PacketPassed/1": [true, {"source": "integer"}, {"cards?": ["null", ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]]}, ["cards"]],
    "PlaySkipped/1": [true, {}, {}, []],
    "PositionSet/1": [false, {"active": "integer", "discard": ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]], "final_round": "boolean", "first": "integer", "piles": ["list", {"epoch": "integer", "size": "integer"}], "step": "string", "turn": "integer", "used_discard": ["list", ["one of", "military", "religion", "economy", "science", "culture", "utopia"]], "used_permanent": ["list", ["one of", "military", "religion", "economy", "science", "culture", "utopia"]]}, {"deck?": ["null", ["list", ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"]]]}, ["deck"]],
    "SeatResigned/1": [true, {"first": "integer"}, {}, []],
    "TurnBegan/1": [true, {"turn": "integer"}, {}, []],
    "TurnEnded/1": [true, {"lapsed": ["list", {"card": ["one of", "military-1", "military-2", "military-3", "religion-1", "religion-2", "economy-1", "economy-2", "economy-3", "science-1", "science-2", "science-3", "culture-1", "culture-2", "culture-3", "utopia-3"], "sphere": ["one of", "military", "religion", "economy", "science", "culture", "utopia"]}]}, {}, []],
  },
  "civilization-the-card-game": {
    "AttackLaid/1": [true, {"target": "integer", "units": ["list", ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult"]]}, {}, []],
    "BattleBegan/1": [true, {}, {}, []],
    "BattleEnded/1": [true, {}, {}, []],
    "BattleResumed/1": [true, {}, {}, []],
    "BonusUsed/1": [true, {"card": ["one of", "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"], "resources": "amounts"}, {}, []],
    "BuildingBuilt/1": [true, {"building": ["one of", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids"], "paid": "integer", "plot": "integer"}, {}, []],
    "BuildingReturned/1": [true, {"building": ["one of", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids"], "plot": "integer"}, {}, []],
    "BuildingTornDown/1": [true, {"building": ["one of", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids"], "plot": "integer"}, {}, []],
    "CardBought/1": [true, {"paid": "amounts"}, {}, []],
    "CardStolen/1": [true, {"target": "integer"}, {"card?": ["null", ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids", "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2", null]]}, ["card"]],
    "CardsDiscarded/1": [true, {"cards": ["list", ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids", "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"]]}, {}, []],
    "CardsDrawn/1": [true, {"count": "integer"}, {"cards?": ["null", ["list", ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids", "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"]]]}, ["cards"]],
    "CodeOfLawsUsed/1": [true, {}, {}, []],
    "DeckReshuffled/1": [false, {"count": "integer"}, {"deck?": ["null", ["list", ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids", "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"]]]}, ["deck"]],
    "DefenceEnded/1": [true, {"buildings": "integer", "population": "integer"}, {}, []],
    "DiscardStepBegan/1": [true, {"count": "integer"}, {}, []],
    "EmpireSet/1": [true, {"plots": ["list", {"buildings": ["list", ["one of", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids"]], "population": "integer", "terrain": ["one of", "grassland", "mountains", "coast", "hills", "river", "forest"]}], "protected": "integer", "resources": "amounts", "technologies": ["list", ["one of", "agriculture", "mining", "monotheism", "literature", "the_wheel", "writing", "mathematics", "iron_working", "sailing", "pottery", "masonry", "currency", "engineering", "code_of_laws", "astronomy"]]}, {}, []],
    "GameStarted/1": [false, {"dealer": "integer"}, {"deck?": ["null", ["list", ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids", "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"]]], "plots?": ["null", ["list", ["one of", "grassland", "mountains", "coast", "hills", "river", "forest"]]], "technologies?": ["null", ["list", ["one of", "agriculture", "mining", "monotheism", "literature", "the_wheel", "writing", "mathematics", "iron_working", "sailing", "pottery", "masonry", "currency", "engineering", "code_of_laws", "astronomy"]]]}, ["deck", "plots", "technologies"]],
    "HandDealt/1": [true, {"count": "integer"}, {"cards?": ["null", ["list", ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids", "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"]]]}, ["cards"]],
    "HandRevealed/1": [true, {"cards": ["null", ["list", ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids", "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"]]]}, {}, []],
    "HandSet/1": [true, {"count": "integer"}, {"cards?": ["null", ["list", ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids", "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"]]]}, ["cards"]],
    "LeaderChanged/1": [false, {"leader": "string", "to": ["null", "integer"]}, {}, []],
    "MarketOpened/1": [false, {"plots": ["null", ["list", ["one of", "grassland", "mountains", "coast", "hills", "river", "forest"]]], "technologies": ["null", ["list", ["one of", "agriculture", "mining", "monotheism", "literature", "the_wheel", "writing", "mathematics", "iron_working", "sailing", "pottery", "masonry", "currency", "engineering", "code_of_laws", "astronomy"]]]}, {}, []],
    "PlotBought/1": [true, {"paid": "amounts", "terrain": ["one of", "grassland", "mountains", "coast", "hills", "river", "forest"]}, {}, []],
    "PlotOffered/1": [false, {"terrain": ["null", ["one of", "grassland", "mountains", "coast", "hills", "river", "forest", null]]}, {}, []],
    "PlotTaken/1": [true, {"terrain": ["one of", "grassland", "mountains", "coast", "hills", "river", "forest"]}, {}, []],
    "PlotsDealt/1": [true, {"plots": ["list", ["one of", "grassland", "mountains", "coast", "hills", "river", "forest"]]}, {}, []],
    "PlotsOpened/1": [false, {"picks": ["list", "integer"], "plots": ["null", ["list", ["one of", "grassland", "mountains", "coast", "hills", "river", "forest"]]]}, {}, []],
    "PopulationBought/1": [true, {"paid": "integer", "plot": "integer"}, {}, []],
    "PopulationResettled/1": [true, {"plots": ["list", "integer"]}, {}, []],
    "PopulationSettled/1": [true, {"plot": "integer"}, {}, []],
    "PopulationTaken/1": [true, {"plots": ["list", "integer"]}, {}, []],
    "PositionSet/1": [false, {"active": "integer", "cards_left": "integer", "dealer": "integer", "discard": ["list", ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids", "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"]], "open_plots": ["list", ["one of", "grassland", "mountains", "coast", "hills", "river", "forest"]], "open_technologies": ["list", ["one of", "agriculture", "mining", "monotheism", "literature", "the_wheel", "writing", "mathematics", "iron_working", "sailing", "pottery", "masonry", "currency", "engineering", "code_of_laws", "astronomy"]], "plots_left": "integer", "step": "string", "technologies_left": "integer", "turn": "integer"}, {"deck?": ["null", ["list", ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult", "walls", "temple", "colosseum", "barracks", "granary", "forge", "market", "monastery", "library", "hanging_gardens", "colossus", "great_library", "great_wall", "pyramids", "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"]]], "plots?": ["null", ["list", ["one of", "grassland", "mountains", "coast", "hills", "river", "forest"]]], "technologies?": ["null", ["list", ["one of", "agriculture", "mining", "monotheism", "literature", "the_wheel", "writing", "mathematics", "iron_working", "sailing", "pottery", "masonry", "currency", "engineering", "code_of_laws", "astronomy"]]]}, ["deck", "plots", "technologies"]],
    "ProtectionSet/1": [true, {"turns": "integer"}, {}, []],
    "ResourcesCollected/1": [true, {"resources": "amounts"}, {}, []],
    "ResourcesExchanged/1": [true, {"given": "amounts", "taken": ["one of", "food", "production", "commerce"]}, {}, []],
    "ResourcesGained/1": [true, {"resources": "amounts"}, {}, []],
    "ResourcesGiven/1": [true, {"resources": "amounts", "target": "integer"}, {}, []],
    "ResourcesTaken/1": [true, {"resources": "amounts", "target": "integer"}, {}, []],
    "SeatResigned/1": [true, {}, {}, []],
    "SettlingBegan/1": [false, {"order": ["list", "integer"]}, {}, []],
    "StartingDiscardsBegan/1": [false, {"order": ["list", "integer"]}, {}, []],
    "TechnologyBought/1": [true, {"paid": "integer", "technology": ["one of", "agriculture", "mining", "monotheism", "literature", "the_wheel", "writing", "mathematics", "iron_working", "sailing", "pottery", "masonry", "currency", "engineering", "code_of_laws", "astronomy"]}, {}, []],
    "TechnologyOffered/1": [false, {"technology": ["null", ["one of", "agriculture", "mining", "monotheism", "literature", "the_wheel", "writing", "mathematics", "iron_working", "sailing", "pottery", "masonry", "currency", "engineering", "code_of_laws", "astronomy", null]]}, {}, []],
    "TurnBegan/1": [true, {"turn": "integer"}, {}, []],
    "UnitSentBack/1": [true, {"unit": ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult"]}, {}, []],
    "UnitStopped/1": [true, {"stopped": ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult"], "unit": ["one of", "archer", "axeman", "spearman", "swordsman", "chariot", "catapult"]}, {}, []],
    "WallsReturned/1": [true, {"plots": ["list", "integer"]}, {}, []],
    "WarEnded/1": [true, {}, {}, []],
  },
};
// End of the shapes.

// The report

/** One line of the report: {check, holds: true|false|null, words}. */
async function outcome(check, work) {
  try {
    return {check, holds: true, words: await work()};
  } catch (error) {
    if (error instanceof Unchecked) return {check, holds: null, words: error.message};
    if (error instanceof Wrong) return {check, holds: false, words: error.message};
    return {check, holds: false, words: `it cannot be made: ${error.message}`};
  }
}

/** Who had a hand in the shuffle: A, B, partly B or C. */
function fairnessOf({events}) {
  const given = shownEntropy(events).filter((text) => text !== null).length;
  const all = given === events[0].fields.data.seats;
  if (isCommitting(events)) return all ? 'A' : 'C';
  if (given === 0) return 'C';
  return all ? 'B' : 'partly B';
}

/** Whether the game is open, playing, finished or abandoned. */
function statusOf({events}) {
  const {type, data} = events[events.length - 1].fields;
  if (type === 'GameEnded') return data.kind === VOID ? 'abandoned' : 'finished';
  return beginningOf(events) ? 'playing' : 'open';
}

/** The report with what all checks together say. */
function report(about, checks) {
  const verified = checks.every(({holds}) => holds !== false);
  return {verified, complete: checks.every(({holds}) => holds === true), ...about, checks};
}

/** The checks of a bundle that can be read, in order. */
async function checksOf(bundle, heads, {key, receipts, entropy = {}, origin, actions = [], witnesses = [], quorum = witnesses.length}, format) {
  const isFork = Boolean(bundle.events[0].fields.data.forked_from);
  const checks = [
    ['positions', () => checkPositions(bundle)],
    ['heads', () => checkHeads(bundle, heads)],
    ['note', () => checkNote(bundle, heads)],
    ['receipt', () => checkReceipts(bundle, heads, receipts, key)],
    ['seats', () => checkSeats(bundle)],
    ['seed', () => checkSeed(bundle)],
    ['commitments', () => checkCommitments(bundle)],
    ...(Object.keys(entropy).length > 0 ? [['entropy', () => checkEntropy(bundle, entropy)]] : []),
    ...(isFork ? [['fork', () => checkFork(bundle)], ['origin', () => checkOrigin(bundle, origin, key)]] : []),
    ...(actions.length > 0 ? [['actions', () => checkActions(bundle, heads, actions)]] : []),
    ...(bundle.log.length > 0 ? [['log', () => checkLog(bundle, heads, key)]] : []),
    ...(quorum > 0 ? [['witnesses', () => checkWitnesses(bundle, {witnesses, quorum})]] : []),
    ['signatures', () => checkPlayers(bundle, heads)],
    ['deal', () => checkDeal(bundle)],
    ['rules', checkRules],
    ['signature', () => checkSignature(bundle, key)],
  ];
  const outcomes = [format];
  for (const [name, check] of checks) outcomes.push(await outcome(name, check));
  return outcomes;
}

/** {bundle, report} of a text or its bytes; the bundle is undefined where it cannot be read. */
async function examined(text, given) {
  let bundle;
  const format = await outcome('format', () => {
    bundle = read(text);
    return `${bundle.events.length} events in canonical JSON`;
  });
  const nothing = {game: '', version: 0, head: '', status: '', fairness: '', corrections: 0, receipt: null, vouched_seats: [], witnessed: 0, signed: []};
  if (!format.holds) return {report: report(nothing, [format])};
  const heads = await headsOf(bundle);
  const receipts = [given.receipt ?? []].flat();
  const checks = await checksOf(bundle, heads, {...given, receipts}, format);
  const isVouched = checks.find(({check}) => check === 'receipt').holds === true;
  const receipt = isVouched ? Math.min(...receipts.map(versionOf)) : null;
  const about = {
    game: bundle.header.id,
    version: bundle.events.length,
    head: base64url(heads[heads.length - 1]),
    status: statusOf(bundle),
    fairness: fairnessOf(bundle),
    corrections: ofType(bundle.events, 'GameCorrected').length,
    receipt,
    vouched_seats: receipt === null ? [] : vouchedSeats(bundle, receipt),
    witnessed: await countWitnesses(bundle, given.witnesses ?? []),
    signed: checks.find(({check}) => check === 'signatures').holds ? (await tallySignatures(bundle, heads)).list() : [],
  };
  return {bundle, report: report(about, checks)};
}

/**
 * Check an audit bundle, a text or its bytes, against a key or a list of keys, an earlier receipt or a list of them,
 * what seats have added to the shuffle (`entropy`, hexadecimal by seat), the bundle of the game that it goes on from,
 * texts of signed `actions` that players have published, and keys of witnesses, of which `quorum` (by default all) must
 * have cosigned the checkpoints of the transparency log:
 * {verified, complete, game, version, head, status, fairness, corrections, receipt, vouched_seats, witnessed, signed,
 *  checks: [{check, holds: true|false|null, words}]}.
 * `complete` is never true, for the rules are not checked here: `holds` is null for whatever was not.
 */
export async function verify(text, given = {}) {
  if (!globalThis.crypto?.subtle) throw new Error('There is no WebCrypto here; a page has it over https only.');
  return (await examined(text, given)).report;
}

// The command line of Node

const USAGE = 'node verify.js FILE [--key K]… [--receipt R]… [--entropy SEAT=HEX]… [--origin F] [--action A]… [--witness K]… [--quorum N] [--json]';

/** The report as lines to read. */
function worded({verified, complete, game, status, version, fairness, receipt, vouched_seats: seats, corrections, checks}) {
  const verdicts = {true: 'ok', false: 'WRONG', null: 'not checked'};
  const times = corrections === 1 ? '1 time' : `${corrections} times`;
  const corrected = corrections > 0 ? `, corrected ${times} by the operator` : '';
  const assured = seats.length > 0
    ? `given a receipt from before seats ${seats.join(', ')} showed their entropy (version ${receipt})`
    : "which rests on the operator's word: no receipt is from before the seats showed their entropy";
  const about = game ? [`Game ${game}, ${status}, version ${version}, fairness ${fairness}${corrected}, ${assured}`] : [];
  const lines = checks.map(({check, holds, words}) => `${verdicts[holds].padStart(11)}  ${check}: ${words}`);
  const unchecked = checks.filter(({holds}) => holds === null).map(({check}) => check).join(', ');
  const verdict = verified ? `Verified${complete ? '' : `, except for what was not checked: ${unchecked}`}.` : 'NOT verified.';
  return [...about, ...lines, verdict].join('\n');
}

/** Check the bundle that is named: exit status 0 if nothing is wrong, 1 if something is, 2 if it cannot be read. */
async function main(args) {
  const {readFile} = await import('node:fs/promises');
  const {parseArgs} = await import('node:util');
  const text = {type: 'string'};
  const options = {key: {...text, multiple: true}, receipt: {...text, multiple: true}, entropy: {...text, multiple: true}, origin: text, action: {...text, multiple: true}, witness: {...text, multiple: true}, quorum: text, json: {type: 'boolean'}};
  try {
    const {values, positionals} = parseArgs({args, options, allowPositionals: true});
    if (positionals.length !== 1) throw new Error(`Usage: ${USAGE}`);
    const receipt = await Promise.all((values.receipt ?? []).map((path) => readFile(path, 'utf8')));
    const entropy = Object.fromEntries((values.entropy ?? []).map((each) => each.split('=')));
    const actions = await Promise.all((values.action ?? []).map((path) => readFile(path, 'utf8')));
    const origin = values.origin === undefined ? undefined : await readFile(values.origin);
    const found = await verify(await readFile(positionals[0]), {key: values.key, receipt, entropy, origin, actions, witnesses: values.witness, quorum: values.quorum && Number(values.quorum)});
    console.log(values.json ? JSON.stringify(found, null, 2) : worded(found));
    return found.verified ? 0 : 1;
  } catch (error) {
    console.error(error.message);
    return 2;
  }
}

/** Whether Node was started with this file. */
async function isProgram() {
  const script = globalThis.process?.argv?.[1];
  if (!script) return false;
  const {existsSync, realpathSync} = await import('node:fs');
  const {pathToFileURL} = await import('node:url');
  return existsSync(script) && import.meta.url === pathToFileURL(realpathSync(script)).href;
}

if (await isProgram()) process.exitCode = await main(process.argv.slice(2));
