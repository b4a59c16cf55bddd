// The steps by which a bot sits down and takes its turns.

import type { Client } from "./client.js";
import { commitment, entropyOf, entropyAt } from "./entropy.js";
import { Problem } from "./errors.js";
import * as operations from "./operations.js";
import { hexadecimal } from "./request.js";
import { ActionKey } from "./signing.js";
import type { Action, Game, TakeSeat } from "./types.js";

/** Choose one of these actions. */
export type Choose = (game: Game, actions: Action[]) => Action | Promise<Action>;

/** Codes of problems after which the bot reads again and chooses anew. */
const OVERTAKEN = ["stale", "lost-race"];

/** Codes of problems of a token that may give the seat no key. */
const NO_KEY = ["scope-missing", "not-of-program"];

/** The steps of one bot. */
export class Turns {
  constructor(
    readonly client: Client,
    readonly secret: Uint8Array,
    private signs: boolean,
    readonly choose: Choose,
  ) {}

  /** Take a seat, unless the bot holds one already. */
  async sitDown(id: string, seat?: number, invite?: string): Promise<Game> {
    let game = await this.client.readGame(id, { invite });
    while (game.you === null) {
      try {
        game = (await this.client.takeSeat(id, await this.#contribution(game, seat, invite))).game;
      } catch (refusal) {
        // Somebody else was faster; with a commitment the seat has to be named.
        if (!(refusal instanceof Problem) || refusal.rule !== "seat.taken" || seat !== undefined) throw refusal;
        game = await this.client.readGame(id, { invite });
      }
    }
    return game;
  }

  /** Do what the game waits for: open the entropy, or act until it is somebody else's turn. */
  async takeTurns(id: string, last_event_id?: string): Promise<Game> {
    let game = await this.client.readGame(id, { last_event_id });
    for (;;) {
      if (mustOpen(game)) game = await this.#openEntropy(game);
      else if (game.you !== null && game.to_act.includes(game.you)) game = await this.#take(game);
      else return game;
    }
  }

  /** What to sit down with: entropy, or a commitment to it where the game wants one. */
  async #contribution(game: Game, seat?: number, invite?: string): Promise<TakeSeat> {
    if (game.options.fairness !== "commit") {
      return { seat, entropy: hexadecimal(await entropyAt(this.secret, game.id, game.version)), invite };
    }
    const entropy = await entropyOf(this.secret, game.id);
    const chosen = seat ?? game.seats.find((each) => each.player === null)?.seat ?? 0;
    return { seat: chosen, commitment: hexadecimal(await commitment(game.id, chosen, entropy)), invite };
  }

  /** Reveal the bytes that the seat has committed to. */
  async #openEntropy(game: Game): Promise<Game> {
    const entropy = hexadecimal(await entropyOf(this.secret, game.id));
    try {
      // Sent twice it opens once, so that it may have a key and be repeated.
      return (await this.client.send(operations.openEntropy(game.id, { entropy }).withKey())).game;
    } catch (refusal) {
      if (!(refusal instanceof Problem) || refusal.rule !== "opening.done") throw refusal;
      return this.client.readGame(game.id);
    }
  }

  /** Give the key by which the seat signs, and act from then on; unsigned if the token may not give one. */
  async #take(game: Game): Promise<Game> {
    const key = this.signs ? await ActionKey.ofGame(this.secret, game.id) : undefined;
    if (!key || key.isGiven(game)) return this.#act(game, key);
    try {
      return (await this.client.act(game.id, key.gift())).game;
    } catch (refusal) {
      if (!(refusal instanceof Problem) || !NO_KEY.includes(refusal.code ?? "")) throw refusal;
      this.signs = false;
      return this.client.readGame(game.id);
    }
  }

  /** Choose one action on this view and take it; read again if the game has gone on meanwhile. */
  async #act(game: Game, key: ActionKey | undefined): Promise<Game> {
    const legal = await this.client.listActions(game.id, { expand: true });
    if (legal.version === game.version) {
      const action = await this.choose(game, legal.actions as unknown as Action[]);
      try {
        const action_signature = await key?.sign(game, action);
        return (await this.client.act(game.id, action, { if_match: game.version, action_signature })).game;
      } catch (refusal) {
        if (!(refusal instanceof Problem) || !OVERTAKEN.includes(refusal.code ?? "")) throw refusal;
      }
    }
    return this.client.readGame(game.id);
  }
}

/** Whether the game waits for the bytes of the caller's seat. */
function mustOpen(game: Game): boolean {
  return game.you !== null && (game.openings?.awaited.includes(game.you) ?? false);
}
