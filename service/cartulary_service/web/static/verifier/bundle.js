/** Reading a bundle. */

import {equal, isObject, parsed, requireFields} from './canonical.js';
import {BACKWARD} from './events.js';
import {GAMES} from './games.js';
import {need, Wrong} from './outcome.js';
import {EVENT_FIELDS, requireDeclared, requireKinds, requireShape} from './shapes.js';

const BUNDLE = 'cartulary-audit/v1';
const HEADER_FIELDS = ['edition', 'format', 'game', 'id', 'key', 'rules_sha256'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SEATS = ['target', 'to', 'expired', 'active'];

export const AN_EXPORT = 'this is an export of bundles: check each by itself';

/** Whether a line is one of an export. */
function isOfExport(line) {
  try {
    return 'bundle' in JSON.parse(line);
  } catch {
    return false;
  }
}

/** {header, events: [{text, fields, hidden}], note, log} of a bundle; nothing is checked but its form. */
export function read(text) {
  const lines = linesOf(text);
  need(!isOfExport(lines[0]), AN_EXPORT);
  need(lines.length >= 3, 'a bundle has a header, events and a note');
  const header = readHeader(lines[0]);
  const game = GAMES[header.game];
  const events = lines.slice(1, -1).map((line, index) => readEvent(game, line, `line ${index + 2}`));
  const last = parsed(lines[lines.length - 1], 'the last line');
  requireFields(last, 'log' in last ? ['log', 'note'] : ['note'], 'the last line');
  need(typeof last.note === 'string', 'the note is no text');
  const {note, log = []} = last;
  requireProofs(log);
  requireOneBeginning(events, game);
  requireCorrections(events);
  return {header, events, note, log};
}

/** The proofs that the log holds the game: {version, proof, salt?} each. */
function requireProofs(log) {
  need(Array.isArray(log), 'the proofs of the log are no list');
  for (const each of log) {
    need(isObject(each), 'a proof of the log is no object');
    requireFields(each, 'salt' in each ? ['proof', 'salt', 'version'] : ['proof', 'version'], 'a proof of the log');
    need(Number.isInteger(each.version) && typeof each.proof === 'string' && typeof (each.salt ?? '') === 'string' && each.salt !== null, 'a proof of the log has other members');
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

/** A game is created once, first of all, and nothing follows its end. */
function requireOneBeginning(events, game) {
  const places = (type) => events.flatMap(({fields}, index) => (fields.type === type ? [index] : []));
  need(equal(places('GameCreated'), [0]), 'the first event, and no other, creates the game');
  need(places('GameEnded').every((place) => place === events.length - 1), 'something follows the end of the game');
  const {seats} = events[0].fields.data;
  need(Number.isInteger(seats) && seats > 0, 'the game has no number of seats');
  for (const {fields} of events) {
    const named = [...SEATS, ...game.seats].map((name) => fields.data[name]).filter((each) => typeof each === 'number');
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
