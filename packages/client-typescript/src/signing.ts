// Keys by which a player signs actions, so that nobody can invent a move in that player's name.

import { digest } from "./entropy.js";
import { base64url, bytesOf } from "./receipts.js";
import type { Game, TableSignWith } from "./types.js";

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8. */
const PKCS8 = "MC4CAQAwBQYDK2VwBCIEIA==";
const encoder = new TextEncoder();

/** An Ed25519 key; `text` is what the seat gives with `sign_with`. */
export class ActionKey {
  private constructor(
    readonly text: string,
    readonly pair: CryptoKey,
  ) {}

  /** The key for a game: the same again from the same secret. */
  static async ofGame(secret: Uint8Array, game: string): Promise<ActionKey> {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const own = await crypto.subtle.importKey("raw", secret as BufferSource, algorithm, false, ["sign"]);
    const seed = new Uint8Array(await crypto.subtle.sign("HMAC", own, encoder.encode(`key of ${game}`)));
    const pair = await crypto.subtle.importKey("pkcs8", new Uint8Array([...bytesOf(PKCS8), ...seed]), "Ed25519", true, ["sign"]);
    const { x = "" } = await crypto.subtle.exportKey("jwk", pair);
    return new ActionKey(x, pair);
  }

  /** Sign an action on a view of the game, for the header `Action-Signature`. */
  sign(game: Game, action: unknown): Promise<string> {
    return this.#sign("action", game, action);
  }

  /** Sign a standing order on a view of the game, for the header `Action-Signature`. */
  signOrder(game: Game, { condition, action = null }: { condition: object; action?: unknown }): Promise<string> {
    const named = Object.entries(condition).filter(([, value]) => value !== null);
    return this.#sign("order", game, { action, condition: Object.fromEntries(named) });
  }

  async #sign(what: string, game: Game, said: unknown): Promise<string> {
    const head = bytesOf(`${game.head.replaceAll("-", "+").replaceAll("_", "/")}=`);
    const [id, version, text] = [game.id, String(game.version), canonical(said)].map((each) => encoder.encode(each));
    const message = await digest(what, id as Uint8Array, version as Uint8Array, head, text as Uint8Array);
    const signature = await crypto.subtle.sign("Ed25519", this.pair, message as BufferSource);
    return `${game.version} ${this.text} ${base64url(new Uint8Array(signature))}`;
  }

  /** Whether the caller's seat has given this key. */
  isGiven(game: Game): boolean {
    return game.keys.some(({ seat, key }) => seat === game.you && key === this.text);
  }

  /** The action that gives the key to the seat. */
  gift(): TableSignWith {
    return { type: "sign_with", key: this.text };
  }
}

/** The file that shows a move which was not taken in time, from what `ActionKey.sign` gave for it. */
export function publication(action: unknown, signature: string): string {
  return `${canonical(action)}\n${signature}\n`;
}

/** JSON in the only spelling that is signed: members by their names, no blanks. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  const sorted = members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(",")}}`;
}
