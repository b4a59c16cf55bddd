/** Chat messages and notes that wait for the connection: of all games, until the window is closed, also once their table is left. */

import {isUnanswered, newKey} from './api.js';
import {inWindow, WAITING} from './storage.js';

class Outbox {
  constructor() {
    this.isSending = false;
    /** Whether it waits for the connection. */
    this.isAway = false;
    /** Who shows the texts of a path: {changed, away, refused}. */
    this.shown = new Map();
    /** What this window put last at a path. */
    this.sent = new Map();
  }

  all() {
    return inWindow.readJson(WAITING) ?? [];
  }

  /** What a player has written at a path, and the service has not taken yet. */
  of(player, path) {
    return this.all().filter((each) => each.player === player && each.path === path);
  }

  add(player, path, text) {
    this.keep([...this.all(), {player, path, text, key: newKey()}]);
    if (this.isAway) this.shown.get(path)?.away();
  }

  /** Add a note that is to stand at a path in place of the one `before`, and of any that waits to. */
  set(player, path, text, before) {
    const [waiting] = this.of(player, path);
    this.drop(player, path);
    const own = waiting ? [...waiting.before, waiting.text] : [before];
    this.keep([...this.all(), {player, path, text, key: newKey(), replaces: true, before: own}]);
  }

  drop(player, path) {
    this.keep(this.all().filter((each) => each.player !== player || each.path !== path));
  }

  keep(texts) {
    if (texts.length > 0) inWindow.write(WAITING, JSON.stringify(texts));
    else inWindow.remove(WAITING);
  }

  /** Send what a player has written, one text after another, each under its key; without a connection once it is back. */
  async deliver(service, player) {
    if (this.isSending) return;
    this.isSending = true;
    const kept = new Set();
    const next = () => this.all().find((each) => each.player === player && !kept.has(each.path));
    try {
      for (let each = next(); each !== undefined; each = next()) if (!(await this.send(service, each))) kept.add(each.path);
    } finally {
      this.isSending = false;
    }
  }

  /** Send one text, again and again as long as it is not answered; answers whether it waits no longer. */
  async send(service, waiting) {
    const {player, path, text, key, replaces} = waiting;
    try {
      if (replaces) await this.replace(service, waiting);
      else await service.post(path, {text}, {'Idempotency-Key': key});
    } catch (error) {
      if (isUnanswered(error)) {
        this.isAway = true;
        this.shown.get(path)?.away();
        while (!(await service.answers()));
        this.isAway = false;
        // It may have been replaced or erased meanwhile.
        return !this.all().some((each) => each.key === key) || this.send(service, waiting);
      }
      if (error.status === 401) {
        // It waits until its writer is signed in again.
        this.shown.get(path)?.refused(error, []);
        return false;
      }
      return this.refuse(error, player, path);
    }
    this.keep(this.all().filter((each) => each.key !== key));
    this.shown.get(path)?.changed();
    return true;
  }

  async replace(service, waiting) {
    const text = await this.besideNewer(service, waiting);
    await service.put(waiting.path, {text});
    this.sent.set(waiting.path, text);
  }

  /** The text of a note, after what another device has written there since. */
  async besideNewer(service, {path, text, before = []}) {
    const [, list, version] = /^(.*)\/(\d+)$/.exec(path);
    const {notes} = await service.get(list);
    const standing = notes.find((each) => each.version === Number(version))?.text ?? '';
    if (['', this.sent.get(path), ...before].includes(standing)) return text;
    return standing.endsWith(text) ? standing : `${standing}\n\n${text}`;
  }

  /** Give what was refused back to its writer; where no table shows it, it waits for one. */
  refuse(error, player, path) {
    const shown = this.shown.get(path);
    if (shown === undefined) return false;
    const texts = this.of(player, path).map(({text}) => text);
    this.drop(player, path);
    shown.refused(error, texts);
    return true;
  }
}

export const outbox = new Outbox();
// What waits ends with its window: the browser asks before it closes it.
window.addEventListener('beforeunload', (event) => {
  if (inWindow.hasAny(WAITING)) event.preventDefault();
});
