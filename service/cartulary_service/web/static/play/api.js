/** The service, through its public API and nothing else. */

import {digestOf} from './encoding.js';
import {keepReceiptOf} from './receipts.js';
import {randomHex} from './secure-context.js';
import {noteDate} from './server-time.js';
import {inWindow, onDevice} from './storage.js';

const TOKEN = /^cart_[\w-]{20,100}$/;
const KEPT = 'cartulary-token';
/** Beside a token that is kept until the window is closed, if it was to be kept for longer. */
const FOR_LONG = 'cartulary-token-for-long';
const SILENCE = 45_000;
const SOON = 1_000;
const AGAIN = 3_000;
const LATER = 15_000;
const UNANSWERED = 'cartulary-unanswered-';
/** After so long a wish is a new one. The service remembers the key of an account for as long. */
const MEMORY_OF_KEYS = 10 * 60_000;
/** Answers that are awaited, by what was asked for. */
const underWay = new Map();

/** What the service answered when it refused, as problem details; `reason` says it in the reader's language, or is null. */
export class Refused extends Error {
  constructor(status, problem, reason = null) {
    super(problem.detail ?? problem.title ?? String(status));
    Object.assign(this, {status, problem, reason});
  }
}

/** The service did not answer at all. */
export class Away extends Error {}

/** Whether an error leaves open if the request was carried out: the service said nothing, or a proxy spoke in its place. */
export function isUnanswered(error) {
  return error instanceof Away || [502, 503, 504].includes(error.status);
}

/** Where the API is: the page says so, so that it can be hosted anywhere. */
export function base() {
  const said = document.querySelector('meta[name="cartulary-api"]')?.content ?? 'v1';
  return new URL(said, document.baseURI).href.replace(/\/$/, '');
}

/** A token that was kept here; anything else that lies in its place is not taken for one. */
export function keptToken() {
  const kept = inWindow.read(KEPT) ?? onDevice.read(KEPT);
  return kept !== null && TOKEN.test(kept) ? kept : null;
}

/** Keep a token, on this device or only until the window is closed; null forgets it. */
export function keepToken(token, forLong = true) {
  for (const each of [inWindow, onDevice]) each.remove(KEPT);
  inWindow.remove(FOR_LONG);
  if (token === null || !TOKEN.test(token)) return;
  if (forLong && onDevice.write(KEPT, token)) return;
  inWindow.write(KEPT, token);
  if (forLong) inWindow.write(FOR_LONG, 'yes');
}

/** With what the token is lost though it was to be kept for longer: the page, or the window; null if it is not. */
export function tokenPassesWith() {
  if (inWindow.isPassing(KEPT)) return 'page';
  return inWindow.read(FOR_LONG) === null ? null : 'window';
}

/** Whether this could be a token. */
export function looksLikeToken(text) {
  return TOKEN.test(text);
}

/** 32 random bytes, as hexadecimal digits. */
export function entropy() {
  return randomHex(32);
}

/** A new idempotency key. */
export function newKey() {
  return randomHex(16);
}

/** What was asked for before under a name without an answer, and its key; else this, under a new key. */
function wishOf(name, body) {
  const kept = onDevice.readJson(name);
  if (Date.now() - kept?.at < MEMORY_OF_KEYS) return kept;
  const wish = {key: newKey(), at: Date.now(), body};
  onDevice.write(name, JSON.stringify(wish));
  return wish;
}

/** Asks the service, as somebody or nobody, in a language. */
export class Service {
  constructor(language, token = keptToken()) {
    this.language = language;
    this.token = token;
    /** Called once, when an answer says that the token is no longer good. */
    this.whenEnded = () => {};
    this.catalogues = new Map();
  }

  headers(more = {}) {
    const own = {'Accept-Language': this.language, ...more};
    return this.token === null ? own : {...own, Authorization: `Bearer ${this.token}`};
  }

  /** What the service answers; `body` is sent as JSON, `text` as it is. Throws Refused or Away. */
  async ask(path, {method = 'GET', body, text, headers = {}, signal} = {}) {
    const json = body === undefined ? {} : {'Content-Type': 'application/json'};
    const sent = Date.now();
    let answer;
    try {
      answer = await fetch(`${base()}${path}`, {
        method,
        headers: this.headers({...json, ...headers}),
        body: body === undefined ? text : JSON.stringify(body),
        signal,
        cache: 'no-cache',
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Away(error.message);
    }
    // The page of a network to sign in to, which answers in the service's place.
    if (answer.ok && answer.status !== 204 && answer.headers.get('Content-Type')?.startsWith('text/html')) throw new Away('text/html');
    noteDate(answer, sent);
    await keepReceiptOf(this, path, answer);
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => ({}));
    if (problem.code === 'bad-token') {
      const tell = this.whenEnded;
      this.whenEnded = () => {};
      tell();
    }
    throw new Refused(answer.status, problem, problem.rule ? problem.detail : null);
  }

  async get(path, headers = {}) {
    return (await this.ask(path, {headers})).json();
  }

  async post(path, body = undefined, headers = {}) {
    const answer = await this.ask(path, {method: 'POST', body, headers});
    return answer.status === 204 ? null : answer.json();
  }

  /**
   * Create something by a `POST` that takes an idempotency key: once, however often it is asked for. While it is under
   * way all get the same answer, and until it is answered it goes out under the same key, also after a reload. Of
   * wishes of the same name the one that was not answered goes out in place of the next. What is `use`d of the answer
   * at once belongs to it: after a reload before the end of that it is the same again. The key is kept on the device,
   * also for another tab; of a `secret` wish its digest alone.
   */
  create(path, body = {}, {name = JSON.stringify([path, body]), headers = {}, read = (answer) => answer.json(), use = () => {}, secret = false} = {}) {
    const wish = JSON.stringify([this.token, name]);
    if (!underWay.has(wish)) {
      underWay.set(wish, this.createUnderKey(path, body, name, headers, read, use, secret).finally(() => underWay.delete(wish)));
    }
    return underWay.get(wish);
  }

  async createUnderKey(path, body, called, headers, read, use, secret) {
    const name = UNANSWERED + (secret ? await digestOf(called) : called);
    const wish = wishOf(name, secret ? undefined : body);
    let made;
    try {
      made = await this.ask(path, {method: 'POST', body: wish.body ?? body, headers: {...headers, 'Idempotency-Key': wish.key}}).then(read);
    } catch (error) {
      // Neither an error of the service, or of a proxy before it, nor "not so often" says whether it was done.
      if (error instanceof Refused && error.status < 500 && error.status !== 429) onDevice.remove(name);
      throw error;
    }
    try {
      await use(made);
    } finally {
      onDevice.remove(name);
    }
    return made;
  }

  async put(path, body = undefined) {
    const answer = await this.ask(path, {method: 'PUT', body});
    return answer.status === 204 ? null : answer.json();
  }

  /** End something, and ask once more if the answer was lost: what is not there, or not open any more, has ended. */
  async remove(path) {
    const end = (...ended) => this.ask(path, {method: 'DELETE'}).catch((error) => {
      if (ended.includes(error.status)) return new Response();
      throw error;
    });
    return end(404).catch(async (error) => {
      if (!(isUnanswered(error) && await this.answers())) throw error;
      return end(404, 409);
    });
  }

  /** Do something that is done once however often it is asked for, and ask once more if the answer was lost. */
  async surely(make) {
    return make().catch(async (error) => {
      if (!(isUnanswered(error) && await this.answers())) throw error;
      return make();
    });
  }

  /** Whether the service answers, a while from now or as soon as the browser is online. */
  async answers() {
    await pause(AGAIN, new AbortController().signal);
    return this.ask('/catalogue').then(
      () => true,
      (error) => !(error instanceof Away),
    );
  }

  /** All of a game's catalogue, read once. */
  catalogue(game) {
    if (!this.catalogues.has(game)) {
      const reading = this.get(`/catalogue/${encodeURIComponent(game)}`);
      this.catalogues.set(game, reading);
      reading.catch(() => this.catalogues.delete(game));
    }
    return this.catalogues.get(game);
  }

  /**
   * Follow a stream from a place on, until it ends or is aborted: `heard` gets each event, `state` whether we are
   * connected. It is taken up again after sleep, silence and every interruption.
   */
  async follow(path, after, {heard, state, signal}) {
    let place = after;
    let wait = SOON;
    while (!signal.aborted) {
      try {
        const over = await this.listen(path, place, signal, (event) => {
          place = event.id ?? place;
          wait = Number(event.retry ?? wait);
          heard(event);
        }, () => {
          wait = SOON;
          state(true);
        });
        if (over) return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refused && error.status < 500 && error.status !== 429) return;
        state(false);
      }
      await pause(wait, signal);
      wait = Math.min(2 * wait, LATER);
    }
  }

  /** Read one connection of a stream; answers whether nothing can follow. */
  async listen(path, place, signal, heard, connected) {
    const silence = new AbortController();
    const both = AbortSignal.any([signal, silence.signal]);
    let alarm = setTimeout(() => silence.abort(), SILENCE);
    const wake = () => document.hidden || silence.abort();
    const cut = () => silence.abort();
    window.addEventListener('offline', cut);
    let hiddenSince = null;
    const seen = () => {
      if (document.hidden) hiddenSince = Date.now();
      else if (hiddenSince !== null && Date.now() - hiddenSince > SILENCE) wake();
    };
    document.addEventListener('visibilitychange', seen);
    try {
      const headers = {Accept: 'text/event-stream', ...(place === null ? {} : {'Last-Event-ID': String(place)})};
      const answer = await this.ask(path, {headers, signal: both});
      if (answer.status === 204) return true;
      connected();
      for await (const event of eventsOf(answer.body, () => {
        clearTimeout(alarm);
        alarm = setTimeout(() => silence.abort(), SILENCE);
      })) heard(event);
      return false;
    } finally {
      clearTimeout(alarm);
      window.removeEventListener('offline', cut);
      document.removeEventListener('visibilitychange', seen);
    }
  }
}

/** The server-sent events in a body: {id, type, data, retry}. */
async function* eventsOf(body, alive = () => {}) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return;
    alive();
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop();
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line)).filter((match) => match !== null);
      const event = Object.fromEntries(fields.map(([, name, said]) => [name, said]));
      const {id, event: type, data, retry} = event;
      if (id !== undefined || data !== undefined || retry !== undefined) yield {id, type, data, retry};
    }
  }
}

/** Wait so long, or until the window is online or seen again. */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
