/**
 * A second verifier of audit bundles, written from docs/verify.md and docs/record.md, without the first one's code.
 * It runs in Node (`node verify.js FILE [--key K]… [--receipt R] [--json]`) and in a browser (`import {verify}`).
 */

const BUNDLE = 'cartulary-audit/v1';
const RECEIPT = 'cartulary-receipt/v1';
const RECORD = 'cartulary/v1';
const HEADER_FIELDS = ['edition', 'format', 'game', 'id', 'key', 'rules_sha256'];
const EVENT_FIELDS = ['at', 'data', 'ply', 'position', 'seat', 'secrets', 'type', 'v'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const FORK = ['SeatSaw', 'ForkBegan'];
const BEGINNINGS = ['GameStarted', 'PositionSet', FORK[0]];
const BACKWARD = ['GameCorrected', 'ActionsTakenBack'];
const SITTING = ['SeatTaken', 'SeatLeft', 'TableExpired'];
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

/** The value of a text, which must be canonical JSON. */
function parsed(text, where) {
  let value;
  let again;
  try {
    value = JSON.parse(text);
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

/** {header, events: [{text, fields, hidden}], note} of a bundle; nothing is checked but its form. */
function read(text) {
  const lines = linesOf(text);
  need(lines.length >= 3, 'a bundle has a header, events and a note');
  const header = readHeader(lines[0]);
  const events = lines.slice(1, -1).map((line, index) => readEvent(line, `line ${index + 2}`));
  const last = parsed(lines[lines.length - 1], 'the last line');
  requireFields(last, ['note'], 'the last line');
  need(typeof last.note === 'string', 'the note is no text');
  requireOneBeginning(events);
  requireCorrections(events);
  return {header, events, note: last.note};
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
  return header;
}

/** One event of a bundle. */
function readEvent(line, where) {
  const {public: text, private: hidden, ...rest} = parsed(line, where);
  need(typeof text === 'string' && isObject(hidden) && equal(rest, {}), `${where} has not the fields private, public`);
  const fields = parsed(text, `the event of ${where}`);
  requireFields(fields, EVENT_FIELDS, `the event of ${where}`);
  requireKinds(fields, where);
  requireDeclared(fields, hidden, where);
  return {text, fields, hidden};
}

/** The fields of an event are what they have to be. */
function requireKinds({at, data, ply, position, seat, secrets, type, v}, where) {
  need(typeof at === 'string' && TIME.test(at), `the time of ${where} is not in UTC with milliseconds`);
  need(isObject(data) && isObject(secrets), `data or secrets of ${where} is no object`);
  const counts = [ply, position, v].every((each) => Number.isInteger(each) && each > 0);
  need(counts, `ply, position or v of ${where} does not count from 1`);
  need(seat === null || (Number.isInteger(seat) && seat >= 0), `the seat of ${where} is none`);
  need(typeof type === 'string', `the type of ${where} is no text`);
  for (const commitment of Object.values(secrets)) bytes32(commitment, `a commitment of ${where}`);
}

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
  need(events.every(({fields}) => fields.seat === null || fields.seat < seats), 'there is no seat of that number');
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
  const note = receipt.startsWith('{') ? parsed(receipt.trimEnd(), 'the receipt').note : receipt;
  return `${String(note).replaceAll('\r\n', '\n').trimEnd()}\n`;
}

/** One line of signature. */
function readSignature(line) {
  const [, name, coded] = /^\u2014 ([^\s+]+) (\S+)$/u.exec(line) ?? [];
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

/** {line, name, id, bytes} of a key, a line name+id+base64(0x01 ‖ key). */
async function readKey(text) {
  const line = String(text).trim();
  const [, name, id, coded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(line) ?? [];
  const bytes = coded ? fromBase64(coded) : null;
  need(bytes && bytes.length === 33 && bytes[0] === 1, 'the key is not of the form name+id+base64');
  const digested = (await sha256(joined([utf8(`${name}\n`), bytes]))).slice(0, 4);
  need(hex(digested) === id, 'the id of the key is that of another');
  return {line, name, id: digested, bytes: bytes.slice(1)};
}

/** The keys that were given, in lines; without any the one that the bundle names, which nobody vouched for. */
async function keysOf({header}, given) {
  const lines = [given ?? []].flat();
  const keys = await Promise.all((lines.length > 0 ? lines : [header.key]).map(readKey));
  return {keys, whose: lines.length > 0 ? 'was given' : 'the bundle names, which nobody vouched for'};
}

/** The key with which a note is signed, or undefined; null where this machine has no Ed25519. */
async function signingKey(keys, note) {
  for (const key of keys) {
    const holds = await signedWith(key, note);
    if (holds === null) return null;
    if (holds) return key;
  }
  return undefined;
}

/** Whether a note is signed with a key; null where this machine has no Ed25519. */
async function signedWith(key, {text, signatures}) {
  let imported;
  try {
    imported = await crypto.subtle.importKey('raw', key.bytes, {name: 'Ed25519'}, false, ['verify']);
  } catch {
    return null;
  }
  for (const {name, id, signature} of signatures) {
    const ours = name === key.name && same(id, key.id);
    if (ours && (await crypto.subtle.verify({name: 'Ed25519'}, imported, signature, utf8(text)))) return true;
  }
  return false;
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

/** The head of the earlier receipt stands in the chain at its version, and one of the keys signed it. */
async function checkReceipt(bundle, heads, receipt, given) {
  if (receipt === undefined) throw new Unchecked('no earlier receipt was given');
  const {header, events} = bundle;
  const {keys} = await keysOf(bundle, given);
  const note = readNote(noteIn(receipt));
  const {game, version, head} = readReceipt(note.text);
  need(game === header.id, 'the receipt is about another game');
  need(version <= events.length, `the receipt is about version ${version}, the bundle is older`);
  need(head === base64url(heads[version]), `at version ${version} the receipt has another head`);
  const key = await signingKey(keys, note);
  if (key === null) throw new Unchecked(`version ${version} is what the receipt says; this machine has no Ed25519`);
  need(key, 'the receipt is not signed with the key');
  return `version ${version} is what the receipt says`;
}

/** The server committed first, then every seat was taken once and all was opened, then the first card came. */
async function checkSeats({header, events}) {
  const created = events[0].fields.data;
  bytes32(created.server_commit, 'what the server committed to');
  const gathering = new Gathering(header.id, created, isCommitting(events));
  let before = events[0].fields;
  for (const {fields} of events.slice(1)) {
    if (gathering.begun) requireGathered(fields, gathering.begun);
    else await gathering.follow(before, fields);
    before = fields;
  }
  return gathering.words();
}

/** What belongs before the first card does not come after it. */
function requireGathered({type, data, position, ply}, begun) {
  const isVoid = type === 'GameEnded' && data.kind === VOID;
  const forking = FORK.includes(type) && begun.type === FORK[0] && begun.ply === ply;
  const late = isVoid || Object.hasOwn(GATHERED, type) || [...BEGINNINGS, ...FORK].includes(type);
  need(!late || forking, `event ${position}: ${type} comes after the game began`);
}

/** Who sits, what they have committed to and opened, and until when that had to be. */
class Gathering {
  constructor(game, {seats, open_until: openUntil}, committing) {
    Object.assign(this, {game, seats, openUntil, committing, until: null, begun: null});
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
    if (type === 'SeatTaken' && seated) return {types: BEGINNINGS, within: true};
    if (type === 'EntropyCommitted' && seated) return {types: ['OpeningsAwaited'], within: true};
    if (type === 'EntropyOpened' && this.unopened().length === 0) return {types: BEGINNINGS, within: true};
    if (type === 'OpeningsExpired' || type === 'TableExpired') return {types: ['GameEnded'], within: true};
    return {types: this.until === null ? SITTING : OPENINGS, within: false};
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
    need(gathering.taken.delete(seat), 'a seat was left on which nobody sat');
    gathering.commitments.delete(seat);
  },
  TableExpired(gathering, {data, at}) {
    need(data.until === gathering.openUntil, 'another deadline expired than was set');
    need(at >= gathering.openUntil, 'the table expired before the deadline');
  },
  OpeningsAwaited(gathering, {data}) {
    need(typeof data.until === 'string' && TIME.test(data.until), 'the deadline for the openings is no time');
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
    if (fields.type === 'SeatLeft') shown[fields.seat] = null;
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

/** The note is signed with one of the keys. */
async function checkSignature(bundle, given) {
  const {keys, whose} = await keysOf(bundle, given);
  const key = await signingKey(keys, readNote(bundle.note));
  if (key === null) throw new Unchecked('signature: not checked, for this machine has no Ed25519');
  need(key, 'the note is not signed with the key');
  return `signed with the key that ${whose}: ${key.line}`;
}

// The deal

/** What is followed of a game's cards: decks top first, hands, piles, and how much was compared. */
class Table {
  constructor(bundle, seed) {
    Object.assign(this, {seats: bundle.events[0].fields.data.seats, seed});
    Object.assign(this, {decks: {}, hands: {}, discard: [], war: {}, attacker: null, reshuffles: 0, order: []});
    Object.assign(this, {kept: new Map(), compared: new Map()});
  }

  /** Keep what lies where at a version, to which the game will be taken back. */
  keep(version) {
    const {decks, hands, discard, war, attacker, reshuffles, order} = this;
    this.kept.set(version, structuredClone({decks, hands, discard, war, attacker, reshuffles, order}));
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
    this.compare(what, cards, this.decks[deck].splice(0, cards.length), position);
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

  /** Cards leave a hand. */
  leave(seat, cards, position) {
    remove(this.hand(seat), cards, `event ${position}: seat ${seat} does not hold`);
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

/** Each name as often as there are copies, from [[name, copies], …]. */
function copies(counts) {
  return counts.flatMap(([name, number]) => Array(number).fill(name));
}

const SPHERES = ['military', 'religion', 'economy', 'science', 'culture', 'utopia'];
const EPOCHS = {1: [8, 8, 4, 4, 4, 0], 2: [8, 8, 4, 8, 4, 0], 3: [4, 0, 8, 8, 8, 16]};

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

/** A seat of Carta Impera Victoria gets cards from the deck. */
function cartaTaken(what) {
  return (table, {seat, cards, backs}, position) => {
    table.take(what, 'deck', cards, position);
    need(equal(backs, backsOf(cards)), `event ${position}: the backs are not those of the cards`);
  };
}

/** A seat of Carta Impera Victoria gets its first cards. */
function cartaDealt(what, size) {
  const taken = cartaTaken(what);
  return (table, event, position) => {
    table.dealTo(event.seat, position);
    need(event.cards.length === size, `event ${position}: ${event.cards.length} cards are dealt, not ${size}`);
    taken(table, event, position);
  };
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
  PositionSet(table, {deck}) {
    table.decks = {deck: [...deck]};
  },
  CardsDealt: cartaDealt('hands dealt', 3),
  PacketDealt: cartaDealt('packets dealt', 4),
  CardsDrawn: cartaTaken('draws'),
};

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

/** Units of the battle against a seat: those that attack it, and its own. */
function battleOf(table, seat) {
  table.war[seat] ??= {attacking: [], defending: []};
  return table.war[seat];
}

/** A seat gets cards from the deck. */
function handTaken(what) {
  return (table, {seat, count, cards}, position) => {
    need(cards.length === count, `event ${position}: not ${count} cards but ${cards.length}`);
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
  PositionSet(table, {technologies, plots, deck, discard}) {
    table.decks = {technologies: [...technologies], plots: [...plots], deck: [...deck]};
    table.discard = [...discard];
  },
  HandSet(table, {seat, cards}) {
    table.hands[seat] = [...cards];
  },
  PlotsDealt(table, {seat, plots}, position) {
    table.dealTo(seat, position);
    need(plots.length === 2, `event ${position}: ${plots.length} plots are dealt, not 2`);
    table.take('plots', 'plots', plots, position);
  },
  PlotsOpened(table, {plots}, position) {
    table.take('plots', 'plots', plots, position);
  },
  MarketOpened(table, {plots, technologies}, position) {
    table.take('plots', 'plots', plots, position);
    table.take('technologies', 'technologies', technologies, position);
  },
  PlotOffered(table, {terrain}, position) {
    table.take('plots', 'plots', [terrain], position);
  },
  TechnologyOffered(table, {technology}, position) {
    table.take('technologies', 'technologies', [technology], position);
  },
  HandDealt: handTaken('hands dealt'),
  CardsDrawn: handTaken('draws'),
  CardsDiscarded(table, {seat, cards}, position) {
    table.leave(seat, cards, position);
    table.discard.push(...cards);
  },
  BonusUsed(table, {seat, card}, position) {
    table.leave(seat, [card], position);
    table.discard.push(card);
  },
  BuildingBuilt(table, {seat, building}, position) {
    table.leave(seat, [building], position);
  },
  BuildingTornDown(table, {building}) {
    table.discard.push(building);
  },
  BuildingReturned(table, {seat, building}) {
    table.hand(seat).push(building);
  },
  AttackLaid(table, {seat, target, units}, position) {
    table.leave(seat, units, position);
    table.attacker = seat;
    battleOf(table, target).attacking.push(...units);
  },
  WallsReturned(table, {seat, plots}) {
    table.hand(seat).push(...plots.map(() => 'walls'));
  },
  UnitSentBack(table, {seat, unit}, position) {
    remove(battleOf(table, seat).attacking, [unit], `event ${position}: nobody attacks with`);
    table.hand(table.attacker).push(unit);
  },
  UnitStopped(table, {seat, unit}, position) {
    table.leave(seat, [unit], position);
    battleOf(table, seat).defending.push(unit);
  },
  BattleEnded(table, {seat}) {
    const {attacking, defending} = battleOf(table, seat);
    table.discard.push(...attacking, ...defending);
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
  },
  HandRevealed(table, {seat, cards}, position) {
    table.compare('hands shown', inOrder(cards), inOrder(table.hand(seat)), position);
  },
};

const GAMES = {'carta-impera-victoria': CARTA, 'civilization-the-card-game': CIVILIZATION};

/** The seed that all chance of a game comes from. */
async function chanceOf(bundle) {
  const key = await macKey(seedOf(bundle));
  return mac(key, 'deck', bundle.header.id, ...entropyOf(bundle.events));
}

/** Every shuffle and draw is the one that follows from the seed and from what the seats added. */
async function checkDeal(bundle) {
  endOf(bundle.events);
  const followed = GAMES[bundle.header.game];
  if (!followed) throw new Unchecked(`it is not known here how ${bundle.header.game} is dealt`);
  const table = new Table(bundle, await chanceOf(bundle));
  const back = bundle.events.filter(({fields}) => BACKWARD.includes(fields.type));
  const wanted = new Set(back.map(({fields}) => fields.data.back_to));
  for (const [index, event] of bundle.events.entries()) {
    if (BACKWARD.includes(event.fields.type)) requireTakenBack(bundle.events, index);
    await followEvent(table, followed, event);
    if (wanted.has(index + 1)) table.keep(index + 1);
  }
  return compared(bundle, table);
}

/** To go back begins a ply or follows a consent, takes at least one back, and not further than the beginning. */
function requireTakenBack(events, index) {
  const ply = (version) => events[version - 1]?.fields.ply;
  const version = index + 1;
  const {type, data} = events[index].fields;
  const {back_to: back} = data;
  const consented = type === 'ActionsTakenBack' && events[index - 1].fields.type === 'TakeBackAgreed';
  need(consented || ply(index) !== ply(version), `event ${version} begins no ply`);
  const rest = events.slice(version).filter(({fields}) => fields.ply === ply(version));
  need(rest.every(({fields}) => fields.type === 'ClockStarted'), `event ${version} does not end its ply`);
  const isEnd = back < index && ply(back) !== ply(back + 1);
  need(isEnd, `event ${version}: version ${back} is not the end of a ply before the last`);
  need(back > events.indexOf(beginningOf(events)), `event ${version}: at version ${back} the game had not begun`);
}

/** Let one event move the cards. */
async function followEvent(table, followed, {fields: {type, data, seat, position}, hidden}) {
  if (BACKWARD.includes(type)) table.goBackTo(data.back_to);
  else if (Object.hasOwn(followed, type)) await followed[type](table, {...data, ...hidden, seat}, position);
}

/** What was compared with the events, in words. */
function compared({events}, table) {
  const begun = beginningOf(events);
  const set = begun && begun.fields.type === 'PositionSet' ? ', from a position whose decks nobody shuffled' : '';
  const counts = [...table.compared].map(([what, count]) => `${what} ${count}`);
  return `what the seed makes${set}: ${counts.join(', ') || 'nothing, for nothing was dealt'}`;
}

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
async function checksOf(bundle, heads, {key, receipt}, format) {
  return [
    format,
    await outcome('positions', () => checkPositions(bundle)),
    await outcome('heads', () => checkHeads(bundle, heads)),
    await outcome('note', () => checkNote(bundle, heads)),
    await outcome('receipt', () => checkReceipt(bundle, heads, receipt, key)),
    await outcome('seats', () => checkSeats(bundle)),
    await outcome('seed', () => checkSeed(bundle)),
    await outcome('commitments', () => checkCommitments(bundle)),
    await outcome('deal', () => checkDeal(bundle)),
    await outcome('signature', () => checkSignature(bundle, key)),
  ];
}

/**
 * Check an audit bundle, a text or its bytes, against a key or a list of keys, and an earlier receipt:
 * {verified, complete, game, version, head, status, fairness, corrections,
 *  checks: [{check, holds: true|false|null, words}]}.
 */
export async function verify(text, {key, receipt} = {}) {
  if (!globalThis.crypto?.subtle) throw new Error('There is no WebCrypto here; a page has it over https only.');
  let bundle;
  const format = await outcome('format', () => {
    bundle = read(text);
    return `${bundle.events.length} events in canonical JSON`;
  });
  const nothing = {game: '', version: 0, head: '', status: '', fairness: '', corrections: 0};
  if (!format.holds) return report(nothing, [format]);
  const heads = await headsOf(bundle);
  const about = {
    game: bundle.header.id,
    version: bundle.events.length,
    head: base64url(heads[heads.length - 1]),
    status: statusOf(bundle),
    fairness: fairnessOf(bundle),
    corrections: ofType(bundle.events, 'GameCorrected').length,
  };
  return report(about, await checksOf(bundle, heads, {key, receipt}, format));
}

// The command line of Node

const USAGE = 'node verify.js FILE [--key K]… [--receipt R] [--json]';

/** The report as lines to read. */
function worded({verified, complete, game, status, version, fairness, corrections, checks}) {
  const verdicts = {true: 'ok', false: 'WRONG', null: 'not checked'};
  const times = corrections === 1 ? '1 time' : `${corrections} times`;
  const corrected = corrections > 0 ? `, corrected ${times} by the operator` : '';
  const about = game ? [`Game ${game}, ${status}, version ${version}, fairness ${fairness}${corrected}`] : [];
  const lines = checks.map(({check, holds, words}) => `${verdicts[holds].padStart(11)}  ${check}: ${words}`);
  const verdict = verified ? `Verified${complete ? '' : '; some of it could not be checked'}.` : 'NOT verified.';
  return [...about, ...lines, verdict].join('\n');
}

/** Check the bundle that is named: exit status 0 if nothing is wrong, 1 if something is, 2 if it cannot be read. */
async function main(args) {
  const {readFile} = await import('node:fs/promises');
  const {parseArgs} = await import('node:util');
  const options = {key: {type: 'string', multiple: true}, receipt: {type: 'string'}, json: {type: 'boolean'}};
  try {
    const {values, positionals} = parseArgs({args, options, allowPositionals: true});
    if (positionals.length !== 1) throw new Error(`Usage: ${USAGE}`);
    const receipt = values.receipt === undefined ? undefined : await readFile(values.receipt, 'utf8');
    const found = await verify(await readFile(positionals[0]), {key: values.key, receipt});
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
