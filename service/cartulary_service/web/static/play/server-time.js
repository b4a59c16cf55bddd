/** The time of the service. The clock of a device may be hours off; each answer says what time it is there. */

/** Milliseconds that the service's clock is ahead of this device's: at least and at most. */
let least = -Infinity;
let most = Infinity;

/** Learn from the `Date` of an answer to a request that was sent at `sent`; a date is in whole seconds. */
export function noteDate(answer, sent) {
  const date = Date.parse(answer.headers.get('Date'));
  if (Number.isNaN(date)) return;
  const [low, high] = [date - Date.now(), date + 1000 - sent];
  const isSame = low <= most && high >= least;
  least = isSame ? Math.max(low, least) : low;
  most = isSame ? Math.min(high, most) : high;
}

/** The present moment by this device's clock, in milliseconds: no service sets it. */
export function deviceTime() {
  return Date.now();
}

/** The present moment by the service's clock, in milliseconds; by this device's as long as that may be right. */
export function now() {
  if (least <= 0 && most >= 0) return Date.now();
  return Date.now() + (least + most) / 2;
}
