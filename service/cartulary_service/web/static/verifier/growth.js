/** Proofs that the transparency log only grows. */

import {same} from './bytes.js';
import {calledAs, hashNode, readCheckpoint, split} from './log.js';
import {readKey, signingKey} from './notes.js';
import {need, Wrong} from './outcome.js';

/**
 * Whether the larger of two checkpoints of a log goes on from the smaller: {holds, words}. `holds` is false only where
 * both are signed and contradict each other, and null where nothing is proven. `readTile` answers the bytes of a tile
 * by its path below `tile/`; `keys` are lines of the service's keys. What `readTile` throws is thrown on.
 */
export async function verifyGrowth(earlier, later, readTile, keys) {
  try {
    const holds = await goesOn(earlier, later, readTile, keys);
    return {holds, words: holds ? 'the log goes on as it was' : 'the log does not go on as it was'};
  } catch (error) {
    if (error instanceof Wrong) return {holds: null, words: error.message};
    throw error;
  }
}

/** Whether the tree of the larger checkpoint begins with that of the smaller. */
async function goesOn(earlier, later, readTile, keys) {
  const [old, now] = [readCheckpoint(earlier), readCheckpoint(later)].sort((one, other) => Number(one.size - other.size));
  need(old.origin === now.origin, 'the checkpoints are of two logs');
  const named = await Promise.all(keys.map(async (key) => calledAs(await readKey(key), now.origin)));
  for (const each of [old, now]) need((await signingKey(named, each)) !== undefined, 'a checkpoint of the log is not signed with a known key');
  if (old.size === now.size) return same(old.root, now.root);
  if (old.size === 0n) return true;
  const tree = new Tree(now.size, readTile);
  need(same(await tree.hash(0n, now.size), now.root), 'the tiles are not those of the checkpoint');
  return same(await tree.hash(0n, old.size), old.root);
}

/** The hashes of a log's subtrees, from its tiles. */
class Tree {
  constructor(size, readTile) {
    Object.assign(this, {size, readTile, tiles: new Map()});
  }

  /** The hash of the entries from `start` to before `end`, which are a subtree; both are BigInts. */
  async hash(start, end) {
    const size = end - start;
    const height = size.toString(2).length - 1;
    if (size === 1n << BigInt(height)) return this.node(height, start / size);
    const middle = start + split(size);
    return hashNode(await this.hash(start, middle), await this.hash(middle, end));
  }

  async node(height, index) {
    const level = Math.floor(height / 8);
    const width = 2 ** (height % 8);
    const place = index * BigInt(width);
    const tile = await this.tile(level, place / 256n);
    const first = Number(place % 256n);
    let hashes = Array.from({length: width}, (_, nth) => tile.slice((first + nth) * 32, (first + nth + 1) * 32));
    while (hashes.length > 1) hashes = await Promise.all(hashes.filter((_, place) => place % 2 === 0).map((left, place) => hashNode(left, hashes[2 * place + 1])));
    return hashes[0];
  }

  async tile(level, index) {
    const there = (this.size >> BigInt(8 * level)) - index * 256n;
    const width = there < 256n ? Number(there) : 256;
    const groups = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0').match(/.{3}/g);
    const path = `${level}/${groups.map((each, place) => (place < groups.length - 1 ? `x${each}` : each)).join('/')}${width < 256 ? `.p/${width}` : ''}`;
    if (!this.tiles.has(path)) this.tiles.set(path, await this.readTile(path));
    need(this.tiles.get(path).length === width * 32, `the tile ${path} has another length`);
    return this.tiles.get(path);
  }
}
