// A request as a value: the client sends it, and may send it again.

const KEY = "Idempotency-Key";
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

export interface RequestParts {
  query?: Record<string, unknown>;
  headers?: Record<string, string | null | undefined>;
  body?: unknown;
  mediaType?: string;
  isText?: boolean;
  isBytes?: boolean;
}

/** A request for an answer of that type. */
export class Request<Answer> {
  declare readonly answer?: Answer;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, string | null | undefined>;
  readonly body: unknown;
  /** Media type of the body. */
  readonly mediaType: string;
  /** Whether the answer is text, as lines of JSON are. */
  readonly isText: boolean;
  readonly isBytes: boolean;

  constructor(
    readonly method: string,
    readonly path: string,
    parts: RequestParts = {},
  ) {
    this.query = parts.query ?? {};
    this.headers = parts.headers ?? {};
    this.body = parts.body;
    this.mediaType = parts.mediaType ?? JSON_TYPE;
    this.isText = parts.isText ?? false;
    this.isBytes = parts.isBytes ?? false;
  }

  /** Whether sending it twice does no more than sending it once. */
  get mayBeRepeated(): boolean {
    return this.method === "GET" || this.method === "PUT" || KEY in this.headers;
  }

  /** The request with an idempotency key of its own. */
  withKey(): Request<Answer> {
    return new Request(this.method, this.path, { ...this, headers: { ...this.headers, [KEY]: newKey() } });
  }

  /** The request for another page of the same list. */
  withCursor(cursor: unknown): Request<Answer> {
    return new Request(this.method, this.path, { ...this, query: { ...this.query, cursor } });
  }

  /** The path with the query; what is null or undefined is left out. */
  get address(): string {
    const given = known(this.query).map(([name, value]) => [name, String(value)]);
    return given.length ? `${this.path}?${new URLSearchParams(given)}` : this.path;
  }

  /** The body in the form that its media type has: an object as JSON or as a form, or a text. */
  get content(): string | null {
    if (this.body === undefined) return null;
    if (this.mediaType === JSON_TYPE) return JSON.stringify(this.body);
    return this.mediaType === FORM ? new URLSearchParams(this.body as Record<string, string>).toString() : String(this.body);
  }

  /** The headers that are sent. */
  get fields(): Record<string, string> {
    return Object.fromEntries(known(this.headers)) as Record<string, string>;
  }
}

function known(values: Record<string, unknown>): Array<[string, unknown]> {
  return Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
}

/** A value as a part of a path. */
export function segment(value: string | number): string {
  return encodeURIComponent(value);
}

/** A version, or an `ETag` as it came, for `If-Match`. */
export function entityTag(version?: number | string | null): string | null | undefined {
  return typeof version === "number" ? `"${version}"` : version;
}

export function newKey(): string {
  return hexadecimal(randomBytes(16));
}

export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
}
