// The clock of the service, read from the `Date` of its answers: that of this machine may be hours off.

/** How far the service's clock is ahead of this machine's. */
export class Clock {
  #least = -Infinity;
  #most = Infinity;

  /** Learn from an answer to a request that was sent at `sent`, in milliseconds. One out of a cache says nothing. */
  note(headers: Headers, sent: number): void {
    const date = Date.parse(headers.get("Date") ?? "");
    if (Number.isNaN(date) || /max-age=[1-9]/.test(headers.get("Cache-Control") ?? "")) return;
    // A date has whole seconds.
    const [low, high] = [date - Date.now(), date + 1000 - sent];
    const fits = low <= this.#most && high >= this.#least;
    this.#least = fits ? Math.max(low, this.#least) : low;
    this.#most = fits ? Math.min(high, this.#most) : high;
  }

  /** Milliseconds that the service's clock is ahead; 0 as long as this machine's may be right. */
  get offset(): number {
    return this.#least <= 0 && this.#most >= 0 ? 0 : (this.#least + this.#most) / 2;
  }

  /** The present moment by the service's clock, to hold a deadline against. */
  now(): Date {
    return new Date(Date.now() + this.offset);
  }
}
