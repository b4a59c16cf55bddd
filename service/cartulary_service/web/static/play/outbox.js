/** Chat messages that wait for the connection: of all games, until the window is closed, also once their table is left. */

import {Away, newKey} from './api.js';
import {inWindow, WAITING} from './storage.js';

class Outbox {
  constructor() {
    this.isSending = false;
    /** Who shows the messages of a path: {changed, away, refused}. */
    this.shown = new Map();
  }

  all() {
    return inWindow.readJson(WAITING) ?? [];
  }

  /** What a player has said at a path, and the service has not taken yet. */
  of(player, path) {
    return this.all().filter((each) => each.player === player && each.path === path);
  }

  add(player, path, text) {
    this.keep([...this.all(), {player, path, text, key: newKey()}]);
  }

  keep(messages) {
    if (messages.length > 0) inWindow.write(WAITING, JSON.stringify(messages));
    else inWindow.remove(WAITING);
  }

  /** Send what a player has said, one message after another, each under its key; without a connection once it is back. */
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

  /** Send one message, again and again as long as there is no connection; answers whether it waits no longer. */
  async send(service, {player, path, text, key}) {
    try {
      await service.post(path, {text}, {'Idempotency-Key': key});
    } catch (error) {
      if (error instanceof Away) {
        this.shown.get(path)?.away();
        while (!(await service.answers()));
        return this.send(service, {player, path, text, key});
      }
      return this.refuse(error, player, path);
    }
    this.keep(this.all().filter((each) => each.key !== key));
    this.shown.get(path)?.changed();
    return true;
  }

  /** Give what was refused back to its writer; where no table shows it, it waits for one. */
  refuse(error, player, path) {
    const shown = this.shown.get(path);
    if (shown === undefined) return false;
    const texts = this.of(player, path).map(({text}) => text);
    this.keep(this.all().filter((each) => each.player !== player || each.path !== path));
    shown.refused(error, texts);
    return true;
  }
}

export const outbox = new Outbox();
