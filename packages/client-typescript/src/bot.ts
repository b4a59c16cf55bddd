// Bots: a subclass says what to choose, and the rest is done here.

import { Client, type Settings } from "./client.js";
import { randomBytes } from "./request.js";
import { Turns } from "./turns.js";
import type { Action, Game } from "./types.js";

export interface BotSettings {
  /** Whether the bot signs what it does, as it does by default. */
  signs?: boolean;
  /**
   * What the bot's entropy and its key are made from. A bot that is started anew has to have the same: else it cannot open
   * what it committed to, and a service could refuse a seat until a deal pleases.
   */
  secret?: Uint8Array;
}

/** A seat to take, any free one if none is named, and an invitation to a private game. */
export interface Place {
  seat?: number;
  invite?: string;
}

/** A player that chooses by a program. Subclass it, write `choose`, and `run` it at a table. */
export abstract class Bot {
  readonly #turns: Turns;

  constructor(
    readonly client: Client,
    { secret = randomBytes(32), signs = true }: BotSettings = {},
  ) {
    this.#turns = new Turns(client, secret, signs, (game, actions) => this.choose(game, actions));
  }

  /** Register a player for the bot; `client.token` is what to come back with. */
  static async register<Kind extends Bot>(
    this: new (client: Client, settings?: BotSettings) => Kind,
    url: string,
    name: string,
    settings: Settings & BotSettings = {},
  ): Promise<Kind> {
    return new this(await Client.register(url, name, { ...settings, bot: true }), settings);
  }

  /** Choose one of these actions, by what the bot's seat sees. */
  abstract choose(game: Game, actions: Action[]): Action | Promise<Action>;

  /** Take a seat at a table, unless the bot sits there already. */
  sitDown(id: string, { seat, invite }: Place = {}): Promise<Game> {
    return this.#turns.sitDown(id, seat, invite);
  }

  /** Sit down, and play until the game is over. The record is checked at the deal and at the end. Throws Problem, NoAnswer, Distrust. */
  async run(id: string, place: Place = {}): Promise<Game> {
    await this.sitDown(id, place);
    let game = await this.#turns.takeTurns(id);
    if (game.status === "playing") await this.client.checkRecord(id);
    for await (const event of this.client.followGame(id, { after: game.version })) {
      const { position } = event.public;
      if (position > game.version) game = await this.#turns.takeTurns(id, String(position));
    }
    await this.client.checkRecord(id);
    return game;
  }
}
