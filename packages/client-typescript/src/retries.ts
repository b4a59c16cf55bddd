// Retries: whether a request is sent again, and after which pause.

import { type CartularyError, NoAnswer, Problem } from "./errors.js";
import type { Request } from "./request.js";

const LOST_RACE = "lost-race";
const TOO_MANY_REQUESTS = 429;
/** Statuses that leave open whether it happened. */
const UNKNOWN = [500, 502, 503, 504];

/** How often and how long to try; times are seconds. */
export interface Retries {
  attempts: number;
  /** Each further pause is twice as long. */
  firstPause: number;
  longestPause: number;
  /** The longest `Retry-After` that is still waited for. */
  longestWait: number;
}

/** For about a minute. */
export const RETRIES: Retries = { attempts: 12, firstPause: 0.2, longestPause: 10, longestWait: 120 };

/** The seconds to wait after an attempt, counted from 1. Throws the failure after the last one. */
export function pauseAfter(retries: Retries, failure: CartularyError, attempt: number): number {
  const waits = failure instanceof Problem ? failure.retryAfter : undefined;
  if (attempt >= retries.attempts || (waits ?? 0) > retries.longestWait) throw failure;
  if (waits !== undefined) return waits;
  const pause = Math.min(retries.longestPause, retries.firstPause * 2 ** (attempt - 1));
  // Clients that failed together do not come back together.
  return pause * (0.5 + Math.random() / 2);
}

/** Whether a request may be sent again after this: nothing happened, or twice is no more than once. */
export function mayBeRepeated(request: Request<unknown>, failure: CartularyError): boolean {
  if (failure instanceof NoAnswer) return request.mayBeRepeated;
  if (!(failure instanceof Problem)) return false;
  if (failure.status === TOO_MANY_REQUESTS || failure.code === LOST_RACE) return true;
  return UNKNOWN.includes(failure.status) && request.mayBeRepeated;
}
