// Errors that calls throw.

import type { Pointer } from "./types.js";

/** Anything that keeps a call from its answer. */
export class CartularyError extends Error {}

/** No answer came: the service cannot be reached, or the connection broke. */
export class NoAnswer extends CartularyError {
  override name = "NoAnswer";
}

/** The service has contradicted itself, or cannot show what it has promised. */
export class Distrust extends CartularyError {
  override name = "Distrust";

  constructor(
    reason: string,
    /** Two signed notes with different heads for one version; they convince anybody. */
    readonly proof: string[] = [],
  ) {
    super(reason);
  }
}

/** The members of a problem; a proxy that refuses a request sends none of them. */
export interface ProblemBody {
  code?: string;
  title?: string;
  detail?: string;
  rule?: string;
  ruling?: string | null;
  legal?: Array<Record<string, unknown>>;
  errors?: Record<string, unknown>;
  pointers?: Pointer[];
  [member: string]: unknown;
}

/** An answer that says why the service did not do it (RFC 9457). */
export class Problem extends CartularyError {
  override name = "Problem";
  /** Stable name of the problem; undefined where a proxy refused the request. */
  readonly code: string | undefined;
  readonly detail: string;
  /** Stable code of the rule by which an action is refused. */
  readonly rule: string | undefined;
  readonly ruling: string | null | undefined;
  /** Legal actions instead of a refused one. */
  readonly legal: Array<Record<string, unknown>>;
  /** Messages about refused fields, by their names. */
  readonly errors: Record<string, unknown>;

  constructor(
    readonly status: number,
    /** All members of the problem. */
    readonly body: ProblemBody,
    /** Seconds to wait before the next request; undefined where the answer does not say. */
    readonly retryAfter?: number,
  ) {
    const detail = body.detail ?? body.title ?? `HTTP status ${status}`;
    super(`${status} ${body.rule ?? body.code ?? ""}: ${detail}`);
    this.code = body.code;
    this.detail = detail;
    this.rule = body.rule;
    this.ruling = body.ruling;
    this.legal = body.legal ?? [];
    this.errors = body.errors ?? {};
  }
}

/** The problem that an answer holds; one without a code if it holds none. */
export async function problem(response: Response): Promise<Problem> {
  const waits = response.headers.get("Retry-After") ?? "";
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
  const body = isProblem ? ((await response.json().catch(() => ({}))) as ProblemBody) : {};
  return new Problem(response.status, body, /^\d+$/.test(waits) ? Number(waits) : undefined);
}
