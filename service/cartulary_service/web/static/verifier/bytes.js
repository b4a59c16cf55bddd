/** Bytes, and their spellings. */

import {need} from './outcome.js';

/** Text as UTF-8. */
export function utf8(text) {
  return new TextEncoder().encode(text);
}

/** Byte arrays one after another. */
export function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Whether two byte arrays are the same. */
export function same(one, other) {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Bytes as hexadecimal digits. */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes as base64. */
function base64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/** The bytes of base64 that is spelled in the only way there is, or null. */
export function fromBase64(text) {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return base64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/** Bytes as base64url without padding. */
export function base64url(bytes) {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether a text is base64url without padding, spelled in the only way there is. */
export function isBase64url(text) {
  const padded = text.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((4 - (text.length % 4)) % 4);
  return /^[A-Za-z0-9_-]*$/.test(text) && fromBase64(padded) !== null;
}

/** The 32 bytes that base64url without padding stands for. */
export function bytes32(text, what) {
  const isText = typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text);
  const bytes = isText ? fromBase64(`${text.replaceAll('-', '+').replaceAll('_', '/')}=`) : null;
  need(bytes, `${what} is not 32 bytes in base64url`);
  return bytes;
}
