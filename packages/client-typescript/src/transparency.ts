// The transparency log of a service: of two checkpoints the larger has to go on from the smaller.

import { Distrust } from "./errors.js";
import { bytesOf, hasAnySigned, UNSIGNED } from "./receipts.js";

const HASH_BYTES = 32;
const WIDTH = 256;

/** How large a log is, and its root; `note` is the signed text. */
interface Checkpoint {
  origin: string;
  size: number;
  root: Bytes;
  note: string;
}

type Bytes = Uint8Array<ArrayBuffer>;
type ReadTile = (path: string) => Promise<Bytes>;

/**
 * Check that the larger of two checkpoints goes on from the smaller, and answer the larger. Throws Distrust, with both
 * as the proof where both are signed and contradict each other; without one where nothing is proven.
 */
export async function requireGrowth(kept: string, later: string, readTile: ReadTile, keys: string[]): Promise<string> {
  const [one, other] = [readCheckpoint(kept), readCheckpoint(later)];
  const [old, now] = one.size <= other.size ? [one, other] : [other, one];
  if (old.origin !== now.origin) throw new Distrust("The checkpoints are of two logs.");
  for (const each of [old, now]) {
    if (!(await hasSignedCheckpoint(keys, each.note))) throw new Distrust(UNSIGNED);
  }
  if (!(await goesOn(old, now, readTile))) {
    throw new Distrust("The service has changed the past of its log of games.", [kept, later]);
  }
  return now.note;
}

function readCheckpoint(note: string): Checkpoint {
  const [origin = "", size = "", root = ""] = note.split("\n");
  if (!/^\d+$/.test(size) || !Number.isSafeInteger(Number(size))) throw new Distrust("This is no checkpoint of a log.");
  return { origin, size: Number(size), root: bytesOf(root), note };
}

/** Whether one of these keys has signed a checkpoint, under the name of its log. Throws Distrust. */
export function hasSignedCheckpoint(keys: string[], note: string): Promise<boolean> {
  const { origin } = readCheckpoint(note);
  return hasAnySigned(keys.map((key) => [origin, ...key.split("+").slice(1)].join("+")), note);
}

/** Whether the tree of the larger checkpoint begins with that of the smaller. Throws Distrust for other tiles. */
async function goesOn(old: Checkpoint, now: Checkpoint, readTile: ReadTile): Promise<boolean> {
  if (old.size === now.size) return same(old.root, now.root);
  if (old.size === 0) return true;
  const tree = new Subtrees(now.size, readTile);
  if (!same(await tree.hash(0, now.size), now.root)) throw new Distrust("The tiles of the log are not those of its checkpoint.");
  return same(await tree.hash(0, old.size), old.root);
}

/** The hashes of the subtrees in a log of so many entries, from its tiles. */
class Subtrees {
  readonly #tiles = new Map<string, Promise<Bytes>>();

  constructor(
    readonly size: number,
    readonly readTile: ReadTile,
  ) {}

  /** The hash of the entries from `start` to before `end`, which are a subtree. */
  async hash(start: number, end: number): Promise<Bytes> {
    const count = end - start;
    const half = split(count);
    if (count === 1 || 2 * half === count) return this.#full(Math.round(Math.log2(count)), start / count);
    const middle = start + half;
    return hashNode(await this.hash(start, middle), await this.hash(middle, end));
  }

  async #full(height: number, index: number): Promise<Bytes> {
    const level = Math.floor(height / 8);
    const count = 2 ** (height % 8);
    const first = index * count;
    const tile = await this.#tile(level, Math.floor(first / WIDTH));
    let hashes = Array.from({ length: count }, (_, at) => tile.slice(((first % WIDTH) + at) * HASH_BYTES).slice(0, HASH_BYTES));
    while (hashes.length > 1) {
      const lefts = hashes.filter((_, at) => at % 2 === 0);
      hashes = await Promise.all(lefts.map((left, at) => hashNode(left, hashes[2 * at + 1] as Bytes)));
    }
    return hashes[0] as Bytes;
  }

  async #tile(level: number, index: number): Promise<Bytes> {
    const width = Math.min(WIDTH, Math.floor(this.size / WIDTH ** level) - index * WIDTH);
    const path = tilePath(level, index, width);
    const tile = this.#tiles.get(path) ?? this.readTile(path);
    this.#tiles.set(path, tile);
    if ((await tile).length !== width * HASH_BYTES) throw new Distrust("A tile of the log has another length.");
    return tile;
  }
}

/** The path of a tile, as C2SP tlog-tiles has it. */
function tilePath(level: number, index: number, width: number): string {
  const groups = [String(index % 1000).padStart(3, "0")];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, "0")}`);
  }
  return `${level}/${groups.join("/")}${width < WIDTH ? `.p/${width}` : ""}`;
}

/** The largest power of 2 below a whole number; logarithms are not exact from 2 ** 49 on. */
function split(size: number): number {
  let half = 1;
  while (2 * half < size) half *= 2;
  return half;
}

async function hashNode(left: Bytes, right: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.of(1, ...left, ...right)));
}

function same(one: Bytes, other: Bytes): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
