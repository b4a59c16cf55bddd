/** SHA-256 and HMAC where the browser has none: Web Crypto is missing at an address of plain HTTP. */

import {joined} from './bytes.js';

const BLOCK = 64;
const PRIMES = [];
for (let each = 2; PRIMES.length < BLOCK; each += 1) if (PRIMES.every((prime) => each % prime !== 0)) PRIMES.push(each);
const CONSTANTS = PRIMES.map((prime) => firstBits(prime ** (1 / 3)));
const BEGIN = PRIMES.slice(0, 8).map((prime) => firstBits(prime ** (1 / 2)));

/** The first 32 bits of the fractional part. */
function firstBits(number) {
  return ((number % 1) * 2 ** 32) | 0;
}

function rotate(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** SHA-256 of bytes (FIPS 180-4). */
export function sha256Of(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Int32Array.from(BEGIN);
  const words = new Int32Array(BLOCK);
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, words, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setInt32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

/** Take a block into the state. */
function compress(state, words, view, at) {
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < BLOCK; i += 1) {
    const [near, far] = [words[i - 2], words[i - 15]];
    words[i] = words[i - 16] + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
      + words[i - 7] + (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < BLOCK; i += 1) {
    const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[i] + words[i]) | 0;
    const other = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + other) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((each, place) => {
    state[place] += each;
  });
}

/** HMAC-SHA-256 (RFC 2104). */
export function hmacOf(key, bytes) {
  const short = key.length > BLOCK ? sha256Of(key) : key;
  const pad = (filler) => {
    const padded = new Uint8Array(BLOCK).fill(filler);
    short.forEach((byte, place) => {
      padded[place] ^= byte;
    });
    return padded;
  };
  return sha256Of(joined([pad(0x5c), sha256Of(joined([pad(0x36), bytes]))]));
}
