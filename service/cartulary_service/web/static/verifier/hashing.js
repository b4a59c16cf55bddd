/** The encoding of the record, and its hashes. */

import {joined, utf8} from './bytes.js';
import {hmacOf, sha256Of} from './sha256.js';

const RECORD = 'cartulary/v1';

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
export async function sha256(bytes) {
  return crypto.subtle ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)) : sha256Of(bytes);
}

/** T of docs/record.md. */
export function digest(tag, ...parts) {
  return sha256(encoded(tag, parts));
}

/** A key for `mac`. */
export async function macKey(bytes) {
  return crypto.subtle ? crypto.subtle.importKey('raw', bytes, {name: 'HMAC', hash: 'SHA-256'}, false, ['sign']) : bytes;
}

/** M of docs/record.md. */
export async function mac(key, tag, ...parts) {
  const message = encoded(tag, parts);
  return crypto.subtle ? new Uint8Array(await crypto.subtle.sign('HMAC', key, message)) : hmacOf(key, message);
}
