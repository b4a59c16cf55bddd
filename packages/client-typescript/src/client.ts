// The client: sends requests, again where that is safe, and follows streams over as many connections as it takes.

import { Clock } from "./clock.js";
import { CartularyError, NoAnswer, problem } from "./errors.js";
import { Methods } from "./methods.js";
import * as operations from "./operations.js";
import { gamesOf, noteOf, Receipts } from "./receipts.js";
import type { Request } from "./request.js";
import { mayBeRepeated, pauseAfter, RETRIES, type Retries } from "./retries.js";
import { ofChat, ofFeed, ofGame, ofMyGames, type Stream } from "./streams.js";
import { hasSignedCheckpoint, requireGrowth } from "./transparency.js";
import type { Action, Event, FeedEvent, GameId, Message, MyEvent } from "./types.js";

const NO_CONTENT = 204;

export interface Settings {
  /** Token of a player; a spectator has none. */
  token?: string;
  /** en, ru, uk or ko. */
  language?: string;
  retries?: Partial<Retries>;
  /** Seconds to wait for an answer. */
  timeout?: number;
  /** Seconds without a heartbeat after which a stream is taken for dead. */
  silence?: number;
  /** Receipts that are held already, and the keys that may have signed them. */
  receipts?: Receipts;
  /** In place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** A player at a service, or a spectator without a token. */
export class Client extends Methods {
  readonly token: string | undefined;
  readonly retries: Retries;
  readonly receipts: Receipts;
  readonly clock = new Clock();
  readonly #base: string;
  readonly #settings: Settings;

  constructor(url: string, settings: Settings = {}) {
    super();
    this.token = settings.token;
    this.retries = { ...RETRIES, ...settings.retries };
    this.receipts = settings.receipts ?? new Receipts();
    this.#base = `${url.replace(/\/+$/, "")}/v1`;
    this.#settings = settings;
  }

  /** Register a new player; keep `token` to come back as the same one. */
  static async register(url: string, name: string, settings: Settings & { bot?: boolean } = {}): Promise<Client> {
    const { token } = await new Client(url, settings).createPlayer({ name, bot: settings.bot ?? false });
    return new Client(url, { ...settings, token });
  }

  async send<Answer>(request: Request<Answer>): Promise<Answer> {
    const game = this.receipts.gameToAskFor(request);
    if (game) {
      this.receipts.forgetEntropy(game);
      const { invite } = request.body as { invite?: string };
      await this.#check(game, await this.send(operations.readAudit(game, { invite })));
    }
    this.receipts.noteEntropy(request);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sendOnce(request);
      } catch (failure) {
        if (!(failure instanceof CartularyError) || !mayBeRepeated(request, failure)) {
          this.receipts.noteRefusal(request, failure);
          throw failure;
        }
        await sleep(pauseAfter(this.retries, failure, attempt));
      }
    }
  }

  async *items<Item>(request: Request<unknown>, member: string): AsyncGenerator<Item> {
    for (;;) {
      const page = (await this.send(request)) as Record<string, unknown>;
      yield* page[member] as Item[];
      if (page.next === null) return;
      request = request.withCursor(page.next);
    }
  }

  /** Yield every finished game with the text of its audit bundle, the oldest end first. */
  async *iterExport({ game }: { game?: GameId } = {}): AsyncGenerator<Record<string, unknown>> {
    let request = operations.exportGames({ game });
    for (;;) {
      const lines = (await this.send(request)).split("\n").filter(Boolean);
      const found = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      if (!found.length) return;
      yield* found;
      request = request.withCursor(found.at(-1)?.cursor);
    }
  }

  /** List all that the caller may do now, each ready to be posted. */
  async legalActions(id: string): Promise<Action[]> {
    const { actions } = await this.send(operations.listActions(id, { expand: true }));
    return actions as unknown as Action[];
  }

  /** Hold a game's record against the receipts that are kept. Throws Distrust. */
  async checkRecord(id: string): Promise<void> {
    await this.#check(id, await this.readAudit(id));
  }

  /**
   * The newest checkpoint of the log of games that is known, held against the one kept: that one where the service shows
   * an older one. Throws Distrust, with a `proof` where there is one.
   */
  async followLog(kept?: string): Promise<string> {
    const later = await this.readLogCheckpoint();
    if (!(await hasSignedCheckpoint(this.receipts.keys, later))) await this.#pinKeys();
    return requireGrowth(kept ?? later, later, (path) => this.readLogTile(path), this.receipts.keys);
  }

  /** Yield the events of a game as they happen, until it ends. */
  followGame(id: string, { after = 0, changes = false } = {}): AsyncGenerator<Event> {
    return this.follow(ofGame(id, after, changes));
  }

  /** Yield the messages of a chat as they are written, for ever. */
  followChat(id: string, { place }: { place?: number } = {}): AsyncGenerator<Message> {
    return this.follow(ofChat(id, place));
  }

  /** Yield the events of all public games as they happen, for ever. */
  followFeed({ cursor }: { cursor?: string } = {}): AsyncGenerator<FeedEvent> {
    return this.follow(ofFeed(cursor));
  }

  /** Yield the events of all games in which the caller holds a seat, for ever. */
  followMyGames({ last_event_id }: { last_event_id?: string } = {}): AsyncGenerator<MyEvent> {
    return this.follow(ofMyGames(last_event_id));
  }

  /** Yield what a stream tells, over as many connections as it takes. Throws Problem, NoAnswer. */
  async *follow<Item>(stream: Stream<Item>): AsyncGenerator<Item> {
    for (let failures = 1; ; failures++) {
      let failure: CartularyError = new NoAnswer("The service closed the stream.");
      const request = stream.request();
      const connection = new AbortController();
      try {
        const response = await this.#fetch(request, connection);
        if (response.status === NO_CONTENT) return;
        if (!response.ok) throw await problem(response);
        for await (const chunk of this.#chunks(response, connection)) {
          failures = 0;
          yield* stream.read(chunk);
        }
      } catch (error) {
        if (!(error instanceof CartularyError) || !mayBeRepeated(request, error)) throw error;
        failure = error;
      } finally {
        connection.abort();
      }
      await sleep(stream.pause ?? pauseAfter(this.retries, failure, Math.max(failures, 1)));
    }
  }

  async #sendOnce<Answer>(request: Request<Answer>): Promise<Answer> {
    const connection = new AbortController();
    const response = await this.#fetch(request, connection);
    if (!response.ok) throw await problem(response);
    const given = await this.#contentOf(request, response, connection);
    // The action is done: an answer about keys that fails may not hide that.
    if (await this.receipts.hasUnknownSigner(response.headers)) await this.#pinKeys().catch(() => {});
    await this.receipts.keepFrom(response.headers, gamesOf(request, given));
    return given;
  }

  /** What an answer holds. Throws NoAnswer. */
  async #contentOf<Answer>(request: Request<Answer>, response: Response, connection: AbortController): Promise<Answer> {
    if (response.status === NO_CONTENT || response.headers.get("Content-Length") === "0") return undefined as Answer;
    try {
      return (await limited(this.#timeout, connection, contentOf(request, response))) as Answer;
    } catch (error) {
      throw new NoAnswer(String(error));
    }
  }

  /** Pin the keys that the service lists. */
  async #pinKeys(): Promise<void> {
    this.receipts.pin((await this.#sendOnce(operations.listCatalogue())).keys.map(({ key }) => key));
  }

  async #check(game: string, bundle: string): Promise<void> {
    if ((await this.receipts.isSigned(noteOf(bundle))) === false) await this.#pinKeys();
    await this.receipts.check(game, bundle);
  }

  /** The head of an answer. Throws NoAnswer. */
  async #fetch(request: Request<unknown>, connection: AbortController): Promise<Response> {
    const init = { method: request.method, headers: this.#headers(request), body: request.content, signal: connection.signal };
    const sent = Date.now();
    try {
      const response = await limited(this.#timeout, connection, (this.#settings.fetch ?? fetch)(this.#base + request.address, init));
      this.clock.note(response.headers, sent);
      return response;
    } catch (error) {
      throw new NoAnswer(String(error));
    }
  }

  #headers(request: Request<unknown>): Record<string, string> {
    const headers: Record<string, string> = {};
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    if (this.#settings.language) headers["Accept-Language"] = this.#settings.language;
    if (request.body !== undefined) headers["Content-Type"] = request.mediaType;
    return { ...headers, ...request.fields };
  }

  get #timeout(): number {
    return this.#settings.timeout ?? 30;
  }

  /** The bytes of a stream, until it is closed. Throws NoAnswer when it breaks or falls silent. */
  async *#chunks(response: Response, connection: AbortController): AsyncGenerator<Uint8Array> {
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    for (;;) {
      const part = await limited(this.#settings.silence ?? 45, connection, reader.read()).catch((error: unknown) => {
        throw new NoAnswer(String(error));
      });
      if (part.done) return;
      yield part.value;
    }
  }
}

/** The content of an answer in the form that the request says. */
async function contentOf(request: Request<unknown>, response: Response): Promise<unknown> {
  if (request.isBytes) return new Uint8Array(await response.arrayBuffer());
  return request.isText ? response.text() : response.json();
}

/** Give up the connection if it takes longer than so many seconds. */
async function limited<T>(seconds: number, connection: AbortController, awaited: Promise<T>): Promise<T> {
  const timer = setTimeout(() => connection.abort(), seconds * 1000);
  try {
    return await awaited;
  } finally {
    clearTimeout(timer);
  }
}

function sleep(seconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, seconds * 1000));
}
