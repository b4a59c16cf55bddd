/** The fields of an event, and the values that its schema in docs/events allows. */

import {bytes32, isBase64url} from './bytes.js';
import {equal, isObject} from './canonical.js';
import {SHAPES} from './every-game.js';
import {need} from './outcome.js';

export const EVENT_FIELDS = ['at', 'data', 'ply', 'position', 'seat', 'secrets', 'type', 'v'];
const TIME = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MOST_ITEMS = 1000;
const COUNTS = ['count', 'seats'];
const TIMES = ['since', 'until', 'open_until'];
const BYTES = ['server_commit', 'server_seed', 'entropy', 'commitment'];

/** Whether a value counts things. */
export function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0 && value <= MOST_ITEMS;
}

/** Whether a value is of a plain type; `name` is the member of an event of a game that holds it. */
const PLAIN = {
  integer: (value, name, {counts}) => (COUNTS.includes(name) || counts.includes(name) ? isCount(value) : Number.isSafeInteger(value)),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => isObject(value),
  string: (value, name) => typeof value === 'string'
    && (!TIMES.includes(name) || isTime(value)) && (!BYTES.includes(name) || isBase64url(value)),
  amounts: (value, _, {amounts}) => isObject(value) && Object.entries(value).every(([name, number]) => (
    amounts.includes(name) && Number.isSafeInteger(number) && number > 0 && number <= 100000)),
};

/** The fields of an event are what they have to be. */
export function requireKinds({at, data, ply, position, seat, secrets, type, v}, where) {
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
export function requireShape(game, {data, seat, secrets, type, v}, hidden, where) {
  const [shapes] = [game.shapes, SHAPES].filter((each) => Object.hasOwn(each, `${type}/${v}`));
  need(shapes, `${where}: there is no event ${type} of version ${v}`);
  const [isSeated, shown, private_, committed] = shapes[`${type}/${v}`];
  need((seat !== null) === isSeated, `${where}: ${type} is about a seat though such an event is not, or about none`);
  need(equal(Object.keys(secrets).sort(), committed), `${where}: ${type} commits to something else than such an event`);
  need(hasShape(data, shown, game), `${where}: ${type} has other data than its schema gives it`);
  const known = Object.fromEntries(Object.entries(private_).map(([name, shape]) => [`${name.replace('?', '')}?`, shape]));
  need(hasShape(hidden, known, game), `${where}: ${type} hides something else than its schema gives it`);
}

/** Whether a value has a shape; `name` is the member of an event of a game that holds it. */
function hasShape(value, shape, game, name = '') {
  if (Array.isArray(shape)) {
    const [kind, ...rest] = shape;
    if (kind === 'one of') return rest.includes(value);
    if (kind === 'null') return value === null || hasShape(value, rest[0], game, name);
    return Array.isArray(value) && value.length <= MOST_ITEMS && value.every((each) => hasShape(each, rest[0], game, name));
  }
  if (typeof shape === 'string') return PLAIN[shape](value, name, game);
  const members = new Map(Object.entries(shape).map(([key, inner]) => [key.replace('?', ''), inner]));
  return isObject(value)
    && Object.keys(shape).every((key) => key.endsWith('?') || Object.hasOwn(value, key))
    && Object.entries(value).every(([key, each]) => members.has(key) && hasShape(each, members.get(key), game, key));
}

/** What is hidden is committed to, and does not stand among the data too. */
export function requireDeclared({data, position, secrets}, hidden, where) {
  const declared = [...Object.keys(secrets), ...(position === 1 ? ['server_seed'] : [])];
  need(Object.keys(hidden).every((name) => declared.includes(name)), `${where} hides what it never committed to`);
  need(declared.every((name) => !Object.hasOwn(data, name)), `${where} shows what it says is hidden`);
}
