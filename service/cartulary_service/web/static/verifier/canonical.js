/** Canonical JSON. */

import {need, Wrong} from './outcome.js';

const MEMBER = /^[A-Za-z0-9_-]+$/;
const MOST_NESTED = 64;

/** A value in the only spelling there is (RFC 8785 without fractions). */
export function canonical(value) {
  // What is not known, such as a hidden card among others, is equal to nothing that is.
  if (value === undefined) return 'undefined';
  if (typeof value === 'number') need(Number.isSafeInteger(value), `${value} is not a whole number below 2^53`);
  if (typeof value === 'string') need(!/\p{Surrogate}/u.test(value), 'half a character');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.keys(value).sort().map((name) => `${canonical(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

/** Names are plain, and nothing is nested too deep. */
function requirePlain(value, levels = MOST_NESTED) {
  if (value === null || typeof value !== 'object') return;
  need(levels > 0, `it is nested more than ${MOST_NESTED} levels deep`);
  if (!Array.isArray(value)) need(Object.keys(value).every((name) => MEMBER.test(name)), 'a name in it is not plain');
  for (const each of Object.values(value)) requirePlain(each, levels - 1);
}

/** The value of a text, which must be canonical JSON. */
export function parsed(text, where) {
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
export function equal(one, other) {
  return canonical(one) === canonical(other);
}

/** Whether a value is an object, not null and no list. */
export function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** An object of exactly these fields. */
export function requireFields(value, names, where) {
  need(isObject(value) && equal(Object.keys(value).sort(), names), `${where} has not the fields ${names.join(', ')}`);
}
