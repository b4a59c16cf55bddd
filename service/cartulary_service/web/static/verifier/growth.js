/** Proofs that the transparency log only grows. */

import {same} from './bytes.js';
import {calledAs, hashNode, readCheckpoint, split} from './log.js';
import {readKey, signingKey} from './notes.js';
import {need, Wrong} from './outcome.js';

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
