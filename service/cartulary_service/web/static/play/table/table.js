/** The table: reads the game and what one may do in it, hears what happens, and keeps the move in the making. */

import {openIfAwaited} from '../pages/waiting-room.js';
import {kindAtTable, playersOf} from '../game.js';
import {flat, placeOf, substitutesOf} from '../narration.js';
import {Away} from '../api.js';
import {runs} from '../subjects.js';
import {Acting} from './acting.js';
import {Chat} from './chat.js';
import {beforeLeaving} from './ending.js';
import {Log} from './log.js';
import {backWords} from './last-ply.js';
import {Move} from './move.js';
import {Notes} from './notes.js';
import {Orders} from './orders.js';
import {outcomesOf} from './outcomes.js';
import {reasonsFor} from './reasons.js';
import {Sounds} from './sounds.js';
import {TableView} from './view.js';

const REPLAYED = 700;
const RETRIED = 3000;

/** Shows one game until it is closed. */
export class Table {
  constructor(page, id, invite = null) {
    Object.assign(this, page, {id, invite});
    this.aborts = new AbortController();
    this.events = [];
    this.invited = {link: null, copied: null};
    this.latest = 0;
    this.offline = false;
    this.reasons = {};
    this.outcomes = {};
    this.prices = null;
    this.again = null;
    this.retry = null;
    this.declined = new Set();
  }

  async open() {
    this.game = await this.service.get(this.address());
    this.kind = await kindAtTable(this.service, this.words, this.game);
    this.log = new Log(this.words);
    this.chat = runs('chat') ? new Chat(this) : null;
    this.teamChat = this.chat && this.game.options.team_chat === true && this.game.you !== null ? new Chat(this, true) : null;
    const own = {service: this.service, words: this.words, id: this.id, me: this.me, kind: this.kind, notices: this.notices,
      signal: this.aborts.signal, placeOf: (version) => placeOf(version, this.events, this.words)};
    this.notes = runs('notes') && this.me ? new Notes(own) : null;
    this.orders = runs('standing_orders') && this.sits() ? new Orders(own) : null;
    this.sounds = new Sounds();
    this.acting = new Acting(this);
    this.view = new TableView(this);
    await this.view.guide.open();
    await this.refresh(this.game);
    this.follow();
    this.chat?.open();
    this.teamChat?.open();
    this.notes?.open();
    this.acting.sendUnsent();
  }

  /** The address of the game; an invitation counts until one sits. */
  address() {
    const invited = this.invite && (this.game?.you ?? null) === null;
    return invited ? `/games/${this.id}?invite=${encodeURIComponent(this.invite)}` : `/games/${this.id}`;
  }

  /** Whether one sits there oneself, and does not act for another. */
  sits() {
    const {game, me} = this;
    return game.you !== null && game.seats[game.you].player?.id === me?.id;
  }

  /** Go on at a vacant seat, as a substitute. */
  async takeOver(seat) {
    await this.service.create(`/games/${this.id}/seats`, {seat, ...(this.invite ? {invite: this.invite} : {})});
    await this.refresh();
  }

  close() {
    this.aborts.abort();
    this.again?.abort();
    this.view?.close();
  }

  /** Hear what happens, from the beginning, so that all of it can be told. */
  follow() {
    let due = null;
    const heard = (event) => {
      if (event.data === undefined) return;
      this.hear([JSON.parse(event.data)]);
      due ??= setTimeout(() => {
        due = null;
        this.catchUp();
      }, 60);
    };
    const state = (connected) => this.connected(connected);
    this.service
      .follow(`/games/${this.id}/events`, this.events.at(-1)?.position ?? 0, {heard, state, signal: this.aborts.signal})
      .then(() => this.aborts.signal.aborted || this.refresh());
    document.addEventListener('visibilitychange', () => document.hidden || this.refresh(), {
      signal: this.aborts.signal,
    });
  }

  /** Read the game if something has happened since it was read; an own action under way is answered with the game. */
  catchUp() {
    if (this.acting.busy) return;
    const position = this.events.at(-1)?.position ?? 0;
    if (!this.drawn || position > this.game.version) this.refresh();
    else if (this.untold) {
      this.tell();
      // While a table waits, only its log says what has happened.
      if (this.game.state !== null) this.view.draw(this.game.version);
    }
  }

  /** Tell in the log what was heard. */
  tell() {
    this.untold = false;
    this.log.add(this.events, this.speech());
  }

  /** Take up events on the wire, each once. */
  hear(rows) {
    const last = this.events.at(-1)?.position ?? 0;
    const news = rows.map((row) => flat(row, this.kind.catalogue)).filter(({position}) => position > last);
    this.events.push(...news);
    this.untold ||= news.length > 0;
  }

  connected(yes) {
    const cut = this.offline;
    this.offline = !yes;
    if (yes && cut) {
      this.acting.sendUnsent();
      this.chat?.deliver();
      this.teamChat?.deliver();
      this.refresh();
    } else if (!yes) this.retry ??= setTimeout(() => this.tryAgain(), RETRIED);
    if (yes === cut && this.drawn) this.view.draw();
  }

  /** Read the game after a request that failed: the stream may never have noticed that the connection was gone. */
  async tryAgain() {
    this.retry = null;
    if (!this.aborts.signal.aborted) await this.refresh();
  }

  /** Read the game, unless it just was, and what one may do in it; an answer that comes late is not shown. */
  async refresh(known = null) {
    this.latest += 1;
    const ours = this.latest;
    try {
      const heard = this.events.at(-1)?.position;
      const game = known ?? (await this.service.get(this.address(), heard === undefined ? {} : {'Last-Event-ID': String(heard)}));
      if (game.openings && (await openIfAwaited(this, game))) return this.refresh();
      await this.show(await beforeLeaving(this.service, game), ours);
      if (this.offline) this.connected(true);
    } catch (error) {
      if (!this.drawn) throw error;
      if (error instanceof Away) this.connected(false);
      else if (!this.aborts.signal.aborted && ours === this.latest) this.notices.problem(error);
    }
    return undefined;
  }

  /** Show a state of the game once it is known what may be done in it. */
  async show(game, ours) {
    const mine = game.you !== null && game.status === 'playing';
    const {actions: forms, prices} = mine ? await this.service.get(`/games/${this.id}/actions`) : {actions: [], prices: null};
    if (ours !== this.latest || this.aborts.signal.aborted) return;
    if (game.you !== this.game.you && this.drawn) {
      this.reload();
      return;
    }
    const before = this.drawn ? this.game.version : null;
    const sound = before !== null && before !== game.version ? soundOf(this.game, game) : null;
    if (sound) this.sounds.play(sound);
    const read = JSON.stringify([game, forms]);
    const isNews = read !== this.read || this.untold;
    if (before !== game.version || !this.move) {
      this.move = new Move(forms);
      Object.assign(this, {reasons: {}, outcomes: {}});
      this.begin();
    }
    Object.assign(this, {game, forms, prices, read, drawn: true, players: playersOf(game, this.words)});
    this.tell();
    // A button that is pressed hears of it only if it stays the same, so nothing is drawn for nothing.
    if (isNews) this.view.draw(before);
    else this.view.drawStatus();
    if (sound === 'turn' || (game.result && before !== null)) this.view.focusHand();
    this.readReasons();
  }

  /** Return what narration needs: phrases, names, players, signs. */
  speech() {
    const {
      kind,
      players,
      game: {you},
    } = this;
    const speech = {
      phrases: kind.catalogue.phrases,
      names: kind.names,
      players,
      you,
      substitutes: substitutesOf(this.game, this.events),
      sign: (event) => kind.layout.signOf?.(event, kind) ?? null,
      result: this.game.result,
    };
    return {...speech, backWords: (event) => backWords(this.events, event, speech, this.words)};
  }

  /** An effect that is half done goes on by itself, and what alone can be done is chosen. */
  begin() {
    const begun = this.kind.layout.table?.begunByItself(this.move);
    if (begun) this.move.beginByItself(begun);
  }

  /** Ask why some things cannot be done, and what others would cause. */
  async readReasons() {
    const {version} = this.game;
    if (this.explained === version) return;
    this.explained = version;
    this.foresee();
    const reasons = await reasonsFor(this);
    if (reasons === null || version !== this.game.version || this.aborts.signal.aborted) return;
    this.reasons = reasons;
    this.view.draw();
  }

  /** Ask what actions would cause that are shown with it before they are done. */
  async foresee() {
    const {version} = this.game;
    const outcomes = await outcomesOf(this);
    if (Object.keys(outcomes).length === 0 || version !== this.game.version || this.aborts.signal.aborted) return;
    Object.assign(this.outcomes, outcomes);
    this.view.draw();
  }

  /** Show what came of an action: its reply holds the game after it. */
  async accepted({events, game}) {
    this.notices.clear();
    if (!game || !Array.isArray(events)) return this.refresh();
    this.latest += 1;
    this.hear(events);
    await this.show(game, this.latest).catch(() => {});
    // A stream that was quicker has begun to read the same; the old state may not be acted on meanwhile.
    return this.game.version < game.version ? this.refresh() : undefined;
  }

  /** Change the move in the making and show it. */
  tap(change) {
    this.notices.clear();
    this.sounds.play('pick');
    change?.();
    if (this.move && !this.move.begun) this.begin();
    this.acting.forget();
    this.view.draw();
    this.foresee();
  }

  /** Play back the moves of the others since one's own last one, each for a moment. A key or a tap ends it. */
  async showAgain(since) {
    const versions = [
      ...new Map(
        since.map(({ply}) => [
          ply,
          Math.max(...this.events.filter((each) => each.ply === ply).map(({position}) => position)),
        ]),
      ).values(),
    ];
    const now = this.game;
    const stop = new AbortController();
    const isStill = () => !stop.signal.aborted && now.version === this.game.version;
    for (const type of ['keydown', 'pointerdown'])
      document.addEventListener(type, () => stop.abort(), {signal: stop.signal});
    this.again = stop;
    let shown = versions[0] - 1;
    for (const version of versions) {
      const game = await this.service.get(`/games/${this.id}/states/${version}`).catch(() => null);
      if (game === null || !isStill()) break;
      this.view.draw(shown, {...now, state: game.state, version, to_act: []});
      shown = version;
      await new Promise((done) => {
        setTimeout(done, REPLAYED);
        stop.signal.addEventListener('abort', done);
      });
    }
    stop.abort();
    this.again = null;
    if (!this.aborts.signal.aborted) this.view.draw();
  }
}

/** The sound of a change: the end, one's own turn that has come, or that something was moved. */
function soundOf(before, {result, to_act: awaited, you}) {
  if (result) return 'end';
  return awaited.includes(you) && !before.to_act.includes(you) ? 'turn' : 'move';
}
