/** Actions on their way: looked ahead where they surprise, sent once, kept while there is no connection. */

import {Refused, isUnanswered, newKey} from '../api.js';
import {deed, flat} from '../narration.js';
import {ask} from '../question.js';
import {inWindow, WAITING} from '../storage.js';
import {keepMove} from './held-move.js';
import {prefers} from './preferences.js';
import {hasKey, isGiven, ownKey, publication, signatureOf, signsAt} from './signing.js';

const UNSENT = `${WAITING}-action-`;

export class Acting {
  constructor(table) {
    this.table = table;
    this.ahead = null;
    this.busy = false;
    const kept = inWindow.readJson(UNSENT + table.id);
    this.unsent = kept !== null && kept.player === table.me?.id ? kept : null;
  }

  /** Keep what could not be sent until the window is closed, also if the table is left; null forgets it. */
  keep(unsent) {
    const {id, me} = this.table;
    this.unsent = unsent;
    if (unsent === null) inWindow.remove(UNSENT + id);
    else inWindow.write(UNSENT + id, JSON.stringify({...unsent, player: me?.id}));
  }

  /** Forget what was looked ahead to. */
  forget() {
    this.ahead = null;
  }

  get path() {
    return `/games/${this.table.id}/actions`;
  }

  /** Do what the main action says; look ahead first where something hidden would be shown, or the player has set so. */
  go(action) {
    const {layout} = this.table.kind;
    // The hints of a guided game say themselves when a turn is to end.
    const forgotten = prefers('ask-at-end') && !this.table.view.guide.leads ? layout.table.leftLit(this.table, action) : [];
    const asks = prefers('ask-always') || forgotten.length > 0;
    const ordinary = layout.table.ORDINARY.has(action.type);
    return ordinary && !asks ? this.trying(() => this.send(action)) : this.lookAhead(action, asks, forgotten);
  }

  /**
   * Ask what an action would cause; do it at once where it shows nothing hidden and nobody wants to see it first.
   * `forgotten` are the names of what could still be done before it.
   */
  lookAhead(action, always, forgotten) {
    return this.trying(async () => {
      const {kind, game: {you}} = this.table;
      const {events, reveals} = await this.table.service.post(`${this.path}?dry_run=true`, action);
      // What is left unused does not matter to who wins by it.
      const wins = events.some(({public: {type, data}}) => type === 'GameEnded' && data.winners.includes(you));
      if ((!always && !reveals) || (wins && !prefers('ask-always'))) return this.send(action);
      const speech = this.table.speech();
      const told = events.map((row) => flat(row, kind.catalogue)).map((event) => ({event, text: deed(event, speech)}));
      this.ahead = {action, reveals, forgotten, told: told.filter(({text}) => text !== null)};
      this.table.view.draw();
      this.table.view.focus('confirm');
      return undefined;
    });
  }

  /** Send an action, signed where the reader signs; the same one sent twice happens once. */
  async send(action) {
    const {table} = this;
    if (!signsAt(table.game) || !table.sits()) return this.sendAs(action, this.headers());
    const key = await ownKey(table.words);
    // Only the key of another browser could sign this one: the service says so.
    if (hasKey(table.game) && !isGiven(table.game, key)) return this.sendAs(action, this.headers());
    if (!hasKey(table.game)) await table.accepted(await table.service.post(this.path, {type: 'sign_with', key: key.text}, this.headers()));
    const signature = await signatureOf(table.game, action, key);
    keepMove(table.id, publication(action, signature));
    return this.sendAs(action, {...this.headers(), 'Action-Signature': signature});
  }

  /** Send it with these headers, at once and again. */
  async sendAs(action, headers) {
    this.unsent = null;
    try {
      const done = await this.table.service.post(this.path, action, headers);
      this.keep(null);
      this.ahead = null;
      keepMove(this.table.id, null);
      await this.table.accepted(done);
      // The focus goes on to what is to be done next, not to a twin of the card that was played.
      if (document.activeElement.closest('.hand')) document.activeElement.blur();
    } catch (error) {
      const isLost = isUnanswered(error);
      // Whether it arrived is not known: the same key sends it again, and it happens once.
      this.keep(isLost ? {action, headers} : null);
      if (!isLost) throw error;
      this.table.connected(false);
      this.table.view.draw();
    }
  }

  /** The headers of a new action: a key of its own, and the version it is meant for where nobody else may act. */
  headers() {
    const {game} = this.table;
    const alone = game.to_act.length < 2 && game.to_act.includes(game.you);
    return {'Idempotency-Key': newKey(), ...(alone ? {'If-Match': `"${game.version}"`} : {})};
  }

  /** Send what could not be sent; it is refused, and said so, where the game has gone on meanwhile. */
  async sendUnsent() {
    if (this.unsent === null) return;
    const {action, headers} = this.unsent;
    await this.trying(() => this.sendAs(action, headers));
  }

  /** Take back one's last ply: at once where that is free, else ask the others for it. */
  async takeBack({version, others}) {
    const action = {type: 'take_back', version};
    const {words} = this.table;
    let isFree = null;
    await this.trying(async () => {
      const {events} = await this.table.service.post(`${this.path}?dry_run=true`, action);
      isFree = events.some(({public: {type}}) => type === 'ActionsTakenBack');
      if (!isFree) return;
      await this.send(action);
      // The focus goes on to what is to be done next, not to taking back more.
      document.activeElement.blur();
    });
    const question = words.t(others > 0 ? 'take-back-asks-others' : 'take-back-asks', {count: others});
    if (isFree === false && await ask(question, words.t('ask-others'), words.t('cancel'))) await this.trying(() => this.send(action));
  }

  setBusy(yes) {
    this.busy = yes;
    this.table.view?.doing.setAttribute('aria-busy', String(yes));
  }

  /** Do one thing at a time, and say what was refused. */
  async trying(what) {
    if (this.busy) return;
    this.setBusy(true);
    try {
      await what();
    } catch (error) {
      this.ahead = null;
      this.table.view.refused(error);
      if (error instanceof Refused) await this.table.refresh();
    } finally {
      this.setBusy(false);
      if (this.table.drawn) this.table.view.draw();
      this.table.view.focusNext();
      this.table.catchUp();
    }
  }
}
