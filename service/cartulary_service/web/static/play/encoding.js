/** Bytes as the record writes and hashes them: base64url, and T(tag, parts…) of docs/record.md. */

export function utf8(text) {
  return new TextEncoder().encode(text);
}

/** Bytes as base64url without padding. */
export function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes that base64, or base64url without padding, stands for. */
export function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
}

/** The bytes that hexadecimal digits stand for. */
export function bytesOfHex(digits) {
  return Uint8Array.from(digits.match(/../g), (pair) => Number.parseInt(pair, 16));
}

/** What tells a text apart, and does not tell it. */
export async function digestOf(text) {
  return base64url(await digest('kept', text));
}

/** T(tag, parts…): SHA-256 over the tag and the parts, each with its length in front. The verifier has it. */
export async function digest(tag, ...parts) {
  const hashing = await import('../verifier/hashing.js');
  return hashing.digest(tag, ...parts);
}
