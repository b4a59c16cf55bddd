// Receipts: signed heads of games that the service has given, kept so that no history can be written anew.

import { digest } from "./entropy.js";
import { Distrust, Problem } from "./errors.js";
import type { Request } from "./request.js";

export const HEADER = "Receipt";
const RECEIPT = "cartulary-receipt/v1";
const SHOWS_ENTROPY = /^\/games\/([0-9a-f-]{36})\/(?:seats|openings)$/;
const LEAVES = /^\/games\/([0-9a-f-]{36})\/seats\/([0-9]+)$/;
const OF_GAME = /^\/games\/([0-9a-f-]{36})(?:\/|$)/;
export const UNSIGNED = "No known key of the service has signed this.";
const encoder = new TextEncoder();

/** This machine cannot check signatures. */
class NoEd25519 extends Distrust {}

/** What a signed note says, and the note. */
export interface Receipt {
  game: string;
  version: number;
  head: string;
  note: string;
}

/**
 * What is kept of a game: its first and last receipt, by version, and that from right before the caller's bytes were
 * first shown (`before`), what the caller's seat added, in hexadecimal, and the seats that the caller has left, whose
 * bytes went with them.
 */
export interface KeptGame {
  receipts: Map<number, Receipt>;
  before?: number;
  entropy?: string;
  left: Set<number>;
  /** Whether the service has refused the bytes, as where a seat was taken: then no record has them. */
  isRefused?: boolean;
}

/** A body that may add to a shuffle. */
interface Contribution {
  entropy?: string | null;
  commitment?: string | null;
}

/** The receipts of a client, by game, and the keys that may have signed them; those shown first are pinned. */
export class Receipts {
  readonly games = new Map<string, KeptGame>();
  /** Sentences on what proves nothing and yet speaks against trust; each is also written to the console, once. */
  readonly doubts: string[] = [];
  readonly #areGiven: boolean;

  constructor(public keys: string[] = []) {
    this.#areGiven = keys.length > 0;
  }

  /**
   * Pin the keys that the service lists. Keys that the caller gave are the only ones. A list that lacks a pinned key is
   * not taken up. A key that is listed beside all pinned ones is taken up, with a doubt.
   */
  pin(listed: string[]): void {
    if (this.#areGiven || !this.keys.every((key) => listed.includes(key))) return;
    const added = this.keys.length === 0 ? [] : listed.filter((key) => !this.keys.includes(key));
    for (const key of added) this.doubt(`The service shows a key that this client did not know. Nobody vouched for it: ${key}`);
    this.keys = [...listed];
  }

  /** Note a doubt, once. */
  doubt(sentence: string): void {
    if (this.doubts.includes(sentence)) return;
    this.doubts.push(sentence);
    console.warn(sentence);
  }

  /** Whether an answer has a receipt that no pinned key has signed. */
  async hasUnknownSigner(headers: Headers): Promise<boolean> {
    const note = noteIn(headers);
    return note !== null && (await this.isSigned(note)) === false;
  }

  /** Whether a pinned key has signed a note; null where this machine has no Ed25519. */
  async isSigned(note: string): Promise<boolean | null> {
    try {
      return await hasAnySigned(this.keys, note);
    } catch (error) {
      return error instanceof NoEd25519 ? null : false;
    }
  }

  /**
   * Keep the receipt of an answer on one of these games, if a pinned key has signed it; else note a doubt. Throws Distrust
   * for a second head of one version.
   */
  async keepFrom(headers: Headers, games: string[]): Promise<void> {
    if (headers.get(HEADER) === null) return;
    const note = noteIn(headers);
    const isSigned = note !== null && (await this.isSigned(note));
    if (note === null || isSigned === false || !games.includes(readReceipt(note).game)) {
      this.doubt("The service gave a receipt that no known key has signed for this game. It is not kept.");
    } else {
      if (isSigned === null) this.doubt("This machine has no Ed25519: receipts are kept unchecked, and prove nothing here.");
      await this.keep(note);
    }
  }

  /**
   * Keep the first, the last and that from before the shuffle of its game; check its signature if a key is pinned. Throws
   * Distrust for a note that no pinned key has signed, and for a second head of one version.
   */
  async keep(note: string): Promise<void> {
    const isChecked = this.keys.length > 0;
    const isSigned = isChecked ? await this.isSigned(note) : null;
    need(isSigned !== false, UNSIGNED);
    const receipt = readReceipt(note);
    const known = this.games.get(receipt.game)?.receipts.get(receipt.version);
    if (known && known.head !== receipt.head) {
      const isProof = isSigned === true && (await this.isSigned(known.note)) === true;
      if (isProof) throw new Distrust(`The service has signed two histories of game ${receipt.game}.`, [known.note, note]);
      need(isSigned === true, `Two notes, whose signatures are not checked here, tell two histories of game ${receipt.game}.`);
    }
    const { receipts, before } = this.#of(receipt.game);
    receipts.set(receipt.version, receipt);
    const versions = [...receipts.keys()];
    const wanted = [Math.min(...versions), before, Math.max(...versions)];
    for (const version of versions) if (!wanted.includes(version)) receipts.delete(version);
  }

  /** The first note of a game. */
  earliest(game: string): string | undefined {
    const kept = this.games.get(game)?.receipts ?? new Map<number, Receipt>();
    return kept.get(Math.min(...kept.keys()))?.note;
  }

  /** The note from right before the caller's bytes were shown, for `cartulary verify --receipt`. */
  beforeShuffle(game: string): string | undefined {
    const { receipts, before } = this.games.get(game) ?? {};
    return before === undefined ? undefined : receipts?.get(before)?.note;
  }

  /**
   * The game of which a receipt has to be asked for before a request adds to its shuffle. For a commitment any one will
   * do. Bytes are shown after a new one: it fixes what all others have added.
   */
  gameToAskFor(request: Request<unknown>): string | undefined {
    const game = gameOf(request);
    const { entropy, commitment } = (request.body ?? {}) as Contribution;
    if (!game) return undefined;
    if (entropy) return this.#hasShown(game, entropy) ? undefined : game;
    return commitment && !this.earliest(game) ? game : undefined;
  }

  #hasShown(game: string, entropy: string): boolean {
    const kept = this.games.get(game);
    return kept?.before !== undefined && kept.entropy === entropy;
  }

  /** Expect no bytes in a record any more: others are about to be added. */
  forgetEntropy(game: string): void {
    this.#of(game).entropy = undefined;
  }

  /** Remember what a request adds to a shuffle, and which seat it leaves. */
  noteEntropy(request: Request<unknown>): void {
    const [, leaves, seat] = (request.method === "DELETE" && LEAVES.exec(request.path)) || [];
    if (leaves) this.#of(leaves).left.add(Number(seat));
    const game = gameOf(request);
    const { entropy } = (request.body ?? {}) as Contribution;
    if (!game || !entropy) return;
    const kept = this.#of(game);
    kept.isRefused = false;
    if (this.#hasShown(game, entropy)) return;
    kept.entropy = entropy;
    if (kept.receipts.size > 0) kept.before = Math.max(...kept.receipts.keys());
  }

  /** Remember that the service has refused what a request would add to a shuffle. */
  noteRefusal(request: Request<unknown>, failure: unknown): void {
    const game = gameOf(request);
    const { entropy } = (request.body ?? {}) as Contribution;
    if (game && entropy && failure instanceof Problem && failure.status < 500) this.#of(game).isRefused = true;
  }

  /**
   * Hold a game's audit bundle against what is kept, and keep its note. Throws Distrust. It checks the chain, the
   * signature, the server's commitment to its seed, all receipts and the caller's own entropy. `cartulary verify`
   * checks everything else.
   */
  async check(game: string, bundle: string): Promise<void> {
    const [header, ...rest] = bundle.trimEnd().split("\n").map((line) => JSON.parse(line));
    const { note } = rest.pop() ?? {};
    const publics = rest.map((each) => each.public as string);
    const events = publics.map((text) => JSON.parse(text));
    const heads = await headsOf(game, publics);
    need(header.id === game && events.length > 0, "The bundle is that of another game.");
    need(Boolean(events[0].data.server_commit), "The server has committed to no seed.");
    const receipt = readReceipt(String(note));
    await this.#requireSignature(header.key, receipt);
    const kept = this.#of(game);
    for (const [version, each] of kept.receipts) if (!(await this.isSigned(each.note))) kept.receipts.delete(version);
    // A record without an end may be older than a receipt, and than one's own bytes.
    const isOver = events.at(-1).type === "GameEnded";
    const within = [...kept.receipts.values()].filter(({ version }) => isOver || version <= events.length);
    for (const each of [receipt, ...within]) {
      need(each.version < heads.length, `The game ended before version ${each.version}, which was signed.`);
      const stands = heads[each.version] === each.head && each.game === game;
      need(stands, `The history has another head at version ${each.version} than was signed.`);
    }
    if (within.length === kept.receipts.size) requireOwn(kept, events);
    await this.keep(receipt.note);
  }

  /** Check the signature of a note by a pinned key, or pin the one that the bundle names. Throws Distrust. */
  async #requireSignature(named: string, { note }: Receipt): Promise<void> {
    if (this.keys.length === 0) this.keys = [named];
    need(await hasAnySigned(this.keys, note), UNSIGNED);
  }

  #of(game: string): KeptGame {
    const kept = this.games.get(game) ?? { receipts: new Map<number, Receipt>(), left: new Set<number>() };
    this.games.set(game, kept);
    return kept;
  }
}

/** A public event, as far as it tells of entropy. */
interface Shown {
  type: string;
  seat: number;
  data: { entropy?: string | null };
}

/** The bytes that the caller's seat has added stand, unless the caller has left it. Throws Distrust. */
function requireOwn({ entropy, left }: KeptGame, events: Shown[]): void {
  if (!entropy) return;
  const own = base64url(Uint8Array.from(entropy.match(/../g) ?? [], (pair) => parseInt(pair, 16)));
  const standing = new Map<number, string | null | undefined>();
  let hasLeft = false;
  for (const { type, seat, data } of events) {
    if (type === "SeatTaken" || type === "EntropyOpened") standing.set(seat, data.entropy);
    if (type === "SeatLeft") hasLeft ||= standing.get(seat) === own && left.has(seat);
    if (type === "SeatLeft" || type === "SeatCleared") standing.delete(seat);
  }
  const otherwise =
    "What goes into the shuffle lacks the bytes that your seat has added. If you have not left it elsewhere, and were " +
    "not removed from the table, do not trust this game.";
  need(hasLeft || [...standing.values()].includes(own), otherwise);
}

function gameOf(request: Request<unknown>): string | undefined {
  return request.method === "POST" ? SHOWS_ENTROPY.exec(request.path)?.[1] : undefined;
}

/** Read the text of a note. Throws Distrust. */
function readReceipt(note: string): Receipt {
  const [format, game = "", version, head = "", gap] = note.split("\n");
  need(format === RECEIPT && gap === "", "This is no receipt.");
  return { game, version: Number(version), head, note };
}

const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** Whether bytes are a point of Ed25519 in its only spelling, and none of small order, by which anybody can sign. */
export function isSoundKey(key: Uint8Array): boolean {
  const y = key.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n) & (2n ** 255n - 1n);
  const square = (y * y) % P;
  const isPoint = y < P && power((square - 1n) * (D * square + 1n), P / 2n) === 1n;
  return key.length === 32 && isPoint && (y * (D * square * square + 2n * square - 1n)) % P !== 0n;
}

/** A power modulo P. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % P;
    if (bit === "1") result = (result * base) % P;
  }
  return result < 0n ? result + P : result;
}

/** Whether a key has signed a note in the form of C2SP. Throws Distrust for a key by which anybody can sign. */
export async function hasSigned(key: string, note: string): Promise<boolean> {
  const [name = "", , ...rest] = key.split("+");
  const raw = bytesOf(rest.join("+")).slice(1);
  need(isSoundKey(raw), "The key of the service is none, or one by which anybody can sign.");
  const known = await crypto.subtle?.importKey("raw", raw, "Ed25519", false, ["verify"]).catch(() => undefined);
  if (known === undefined) throw new NoEd25519("This machine has no Ed25519, so no signature can be checked.");
  const end = note.lastIndexOf("\n\n");
  const text = encoder.encode(note.slice(0, end + 1));
  for (const line of note.slice(end + 2).trimEnd().split("\n")) {
    const [, signer, signature = ""] = line.split(" ");
    if (signer === name && (await crypto.subtle.verify("Ed25519", known, bytesOf(signature).slice(4), text))) return true;
  }
  return false;
}

/** Whether one of these keys has signed a note. Throws Distrust. */
export async function hasAnySigned(keys: string[], note: string): Promise<boolean> {
  return (await Promise.all(keys.map((key) => hasSigned(key, note)))).includes(true);
}

/** The note in the headers of an answer; null if there is none that can be read. */
function noteIn(headers: Headers): string | null {
  try {
    return new TextDecoder().decode(bytesOf(headers.get(HEADER) ?? "")) || null;
  } catch {
    return null;
  }
}

/** The note of a bundle; an empty text if there is none. */
export function noteOf(bundle: string): string {
  try {
    return String(JSON.parse(bundle.trimEnd().split("\n").at(-1) ?? "").note);
  } catch {
    return "";
  }
}

/** The game that a request names, and the one that its answer is. */
export function gamesOf({ path }: Request<unknown>, answer: unknown): string[] {
  const made = (answer as { id?: string } | undefined)?.id;
  return [OF_GAME.exec(path)?.[1], made].filter((each) => each !== undefined);
}

/** The head of each version, from 0, of these public parts. */
async function headsOf(game: string, publics: string[]): Promise<string[]> {
  let head = await digest("genesis", encoder.encode(game));
  const heads = [base64url(head)];
  for (const text of publics) {
    head = await digest("event", head, encoder.encode(text));
    heads.push(base64url(head));
  }
  return heads;
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
}

/** Bytes as the record writes them. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function need(holds: boolean, otherwise: string): void {
  if (!holds) throw new Distrust(otherwise);
}
