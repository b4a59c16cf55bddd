// The transparency log of a service: every checkpoint has to go on from the one that was kept.

import { Distrust } from "./errors.js";
import { bytesOf, hasSigned } from "./receipts.js";

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

/** Check that a later checkpoint goes on from the one kept. Throws Distrust, with both as the proof. */
export async function requireGrowth(kept: string, later: string, readTile: ReadTile, keys: string[]): Promise<void> {
  const [old, now] = [readCheckpoint(kept), readCheckpoint(later)];
  for (const each of [old, now]) {
    const named = keys.map((key) => [each.origin, ...key.split("+").slice(1)].join("+"));
    const signed = await Promise.all(named.map((key) => hasSigned(key, each.note)));
    if (!signed.includes(true)) throw new Distrust("No known key of the service has signed this.");
  }
  if (old.origin !== now.origin || !(await goesOn(old, now, readTile))) {
    throw new Distrust("The service has changed the past of its log of games.", [kept, later]);
  }
}

function readCheckpoint(note: string): Checkpoint {
  const [origin = "", size = "", root = ""] = note.split("\n");
  if (!/^\d+$/.test(size)) throw new Distrust("This is no checkpoint of a log.");
  return { origin, size: Number(size), root: bytesOf(root), note };
}

async function goesOn(old: Checkpoint, now: Checkpoint, readTile: ReadTile): Promise<boolean> {
  if (old.size === 0) return true;
  if (old.size >= now.size) return old.size === now.size && same(old.root, now.root);
  const proof = await prove(new Subtrees(now.size, readTile), 0, old.size, now.size);
  const [before, after] = await rootsWith(old.size, now.size, proof, old.root);
  return same(before, old.root) && same(after, now.root);
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
    const height = Math.log2(count);
    if (Number.isInteger(height)) return this.#full(height, start / count);
    const middle = start + split(count);
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

/** The proof of RFC 6962 section 2.1.2 that the first `old` entries are the beginning of all. */
async function prove(tree: Subtrees, start: number, old: number, end: number): Promise<Bytes[]> {
  if (old === end) return start === 0 ? [] : [await tree.hash(start, end)];
  const middle = start + split(end - start);
  if (old <= middle) return [...(await prove(tree, start, old, middle)), await tree.hash(middle, end)];
  return [...(await prove(tree, middle, old, end)), await tree.hash(start, middle)];
}

/** The roots of the first `old` and of all entries; `known` is the old one where the proof leaves it out. */
async function rootsWith(old: number, size: number, proof: Bytes[], known?: Bytes): Promise<[Bytes, Bytes]> {
  const last = proof.at(-1) ?? new Uint8Array();
  if (old === size) return known ? [known, known] : [last, last];
  const rest = proof.slice(0, -1);
  const middle = split(size);
  if (old <= middle) {
    const [before, after] = await rootsWith(old, middle, rest, known);
    return [before, await hashNode(after, last)];
  }
  const [before, after] = await rootsWith(old - middle, size - middle, rest);
  return [await hashNode(last, before), await hashNode(last, after)];
}

/** The largest power of 2 below a number. */
function split(size: number): number {
  return 2 ** (Math.ceil(Math.log2(size)) - 1);
}

async function hashNode(left: Bytes, right: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.of(1, ...left, ...right)));
}

function same(one: Bytes, other: Bytes): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
