// Event streams: what to ask for, what has come, and where to go on after a cut.

import { Request, segment } from "./request.js";
import type { Event, FeedEvent, Message, MyEvent } from "./types.js";

/** A stream of server-sent events. It outlives its connections: each begins after the last event that came. */
export class Stream<Item> {
  /** Seconds after which the service wants to be asked again. */
  pause: number | undefined;
  #block = new Block();
  #rest = "";
  #decoder = new TextDecoder();

  constructor(
    readonly path: string,
    readonly query: Record<string, unknown> = {},
    public lastEventId?: string | null,
  ) {}

  /** Begin a connection; what had come of a block is dropped. */
  request(): Request<Item> {
    this.#block = new Block();
    this.#rest = "";
    this.#decoder = new TextDecoder();
    this.pause = undefined;
    const headers = { Accept: "text/event-stream", "Last-Event-ID": this.lastEventId };
    return new Request("GET", this.path, { query: this.query, headers });
  }

  /** Yield what bytes of the connection complete. Its id counts as seen only then. */
  *read(chunk: Uint8Array): Generator<Item> {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const text = line.replace(/\r$/, "");
      if (text) {
        this.#block.read(text);
        continue;
      }
      const block = this.#block;
      this.#block = new Block();
      this.pause = block.pause ?? this.pause;
      this.lastEventId = block.id ?? this.lastEventId;
      if (block.data.length) yield JSON.parse(block.data.join("\n")) as Item;
    }
  }
}

/** The fields of one block of a stream. */
class Block {
  id: string | undefined;
  data: string[] = [];
  pause: number | undefined;

  /** Note a line; one that begins with a colon is a heartbeat. */
  read(line: string): void {
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "id") this.id = value;
    else if (name === "data") this.data.push(value);
    else if (name === "retry" && /^\d+$/.test(value)) this.pause = Number(value) / 1000;
  }
}

/** The events of a game after a position, until it ends. */
export function ofGame(id: string, after: number, changes: boolean): Stream<Event> {
  return new Stream(`/games/${segment(id)}/events`, { after, changes: changes || undefined });
}

/** The messages of a chat after a `place`; those that are still to come if there is none. */
export function ofChat(id: string, place?: number): Stream<Message> {
  return new Stream(`/games/${segment(id)}/chat`, {}, place?.toString());
}

/** The events of all public games after a cursor. */
export function ofFeed(cursor?: string): Stream<FeedEvent> {
  return new Stream("/feed", { cursor });
}

/** The events of all games in which the caller holds a seat. */
export function ofMyGames(lastEventId?: string): Stream<MyEvent> {
  return new Stream("/me/events", {}, lastEventId);
}
