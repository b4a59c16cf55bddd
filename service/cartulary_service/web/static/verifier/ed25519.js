/** Keys of Ed25519. */

import {hex} from './bytes.js';
import {need, Unchecked} from './outcome.js';

const ED25519 = {name: 'Ed25519'};
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** A key of Ed25519 is a point in its only spelling (RFC 8032, 5.1.3), and none of small order, by which anybody can sign. */
export function requireSoundKey(bytes, where = '') {
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

/** A key of Ed25519 for Web Crypto. */
export async function imported(bytes) {
  try {
    return await crypto.subtle.importKey('raw', bytes, ED25519, false, ['verify']);
  } catch {
    throw new Unchecked(whyUnchecked());
  }
}

/** Why this machine checks no signature. */
export function whyUnchecked() {
  return crypto.subtle ? 'this machine has no Ed25519' : 'a browser checks signatures only at an address that begins with https';
}

/** Whether a signature by a key holds for a message. */
export function isSignedBy(key, signature, message) {
  return crypto.subtle.verify(ED25519, key, signature, message);
}
