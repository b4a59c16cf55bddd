/** The replay of a game: any position, as any seat saw it, with a link to exactly that. */

import {Refused} from '../api.js';
import {h, redraw, update} from '../dom.js';
import {kindAtTable, playersOf} from '../game.js';
import {formerAt, placeOf, speechAt, substitutesOf} from '../narration.js';
import {becomeGuest} from '../pages/signed-in.js';
import {USUAL_BOT, openTable} from '../pages/bots.js';
import {pointsOf, resultWords} from '../results.js';
import {copy} from '../secure-context.js';
import {runs} from '../subjects.js';
import {helpPanel} from '../table/help-panel.js';
import {backWords} from '../table/last-ply.js';
import {Log} from '../table/log.js';
import {Notes} from '../table/notes.js';
import {Rail} from '../table/rail.js';
import {Sheet} from '../table/sheet.js';
import {Zoom} from '../table/zoom.js';
import {Analysis} from './analysis.js';
import {Controls, PACES} from './controls.js';
import {framesOf} from './frames.js';
import {beginsTurn} from './moments.js';
import {Opinion} from './opinion.js';
import {Verdict} from './verdict.js';

const KEYS = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', ' ', 'PageUp', 'PageDown']);
const OWN = 'own';
const OPEN = 'everything';

/** Shows a replay. */
export class Replay {
  /** Whether it stands in a page of others, where it reads as a spectator, and does nothing else. */
  isEmbedded = false;

  constructor(page) {
    Object.assign(this, page);
    const asked = new URLSearchParams(location.search);
    this.asked = {version: asked.get('version'), as: asked.get('as')};
    this.spoilers = asked.get('spoilers') === 'yes';
    this.pace = 1;
    this.playing = null;
    this.board = h('div', {class: 'board'});
    this.analysis = new Analysis(this);
    this.opinion = new Opinion(this);
    this.verdict = new Verdict(this);
    this.aborts = new AbortController();
    document.addEventListener('keydown', (event) => this.pressed(event), {signal: this.aborts.signal});
  }

  close() {
    this.aborts.abort();
    clearInterval(this.playing);
    this.zoom?.close();
  }

  /** Show a game from its source. */
  async show(source) {
    const {words} = this;
    this.source = source;
    // Who has played the game to its end knows it already.
    this.spoilers ||= source.isOver && source.game.you !== null;
    this.opinion.found = null;
    this.kind = await kindAtTable(this.service, words, source.game);
    this.players = playersOf(source.game, words);
    this.log = new Log(words);
    this.verdict.clear();
    redraw(this.crumb, h('b', {}, words.t('replay')), h('span', {}, [source.game.title, this.kind.catalogue.name, ...this.players].filter(Boolean).join(' · ')));
    try {
      Object.assign(this, await this.read(this.allowed(this.asked.as)));
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== 'not-verified') throw error;
      return this.showFalse(error.message);
    }
    if (this.frames.length === 0) return this.notices.say(words.t(this.hasEnded ? 'void-before-start' : 'not-begun'));
    const wanted = Number(this.asked.version);
    const found = this.frames.findLastIndex(({version}) => version <= wanted);
    this.at = this.asked.version === null ? 0 : Math.max(0, found);
    this.furthest = this.at;
    this.lay();
    this.draw();
    if (location.hash === '#pictures') this.showAnalysis();
    this.notes?.open();
    this.verify(source);
  }

  /** Check the record. The board does not wait for it: a long record takes seconds. */
  verify(source) {
    this.notices.reading(() => this.verdict.check(source));
  }

  /** A record that is false is not shown as if it were true, but the checks that it fails are. */
  showFalse(reason) {
    this.frames = [];
    this.substitutes = [];
    redraw(this.stage, this.verdict.place);
    return this.verdict.check(this.source, reason);
  }

  /** Show how the game went, as the link at its end does. */
  showAnalysis() {
    this.rail.tabs.choose('pictures');
    this.opinion.place.scrollIntoView({block: 'center'});
  }

  /** Put the parts of the page into their places. */
  lay() {
    const {words} = this;
    this.notes = runs('notes') && this.source.id !== null && this.me !== null
      ? new Notes({service: this.service, words, id: this.source.id, me: this.me, notices: this.notices,
        signal: this.aborts.signal, placeOf: (version) => this.placeOf(version)}) : null;
    this.controls = new Controls(this);
    this.rail = new Rail(words, [['journal', words.t('log'), this.log.place], ['pictures', words.t('pictures'), h('div', {}, this.opinion.place, this.analysis.place)],
      ...(this.notes ? [['notes', words.t('notes'), this.notes.place]] : [])]);
    this.rail.place.removeAttribute('popover');
    this.sheet = new Sheet(words);
    this.zoom?.close();
    this.zoom = new Zoom(words, (what, id) => this.kind.layout.zoomOf(this.shown, what, id));
    this.place.classList.add('replaying');
    // It may be higher than its place, and is scrolled by keyboard then.
    for (const [name, value] of [['role', 'region'], ['tabindex', '0'], ['aria-label', this.kind.catalogue.name]]) this.board.setAttribute(name, value);
    redraw(this.stage, h('h1', {class: 'unseen'}, words.t('replay')), this.parts(), this.sheet.place);
    this.controls.open();
  }

  /** What stands on the page, from top to bottom. */
  parts() {
    return [this.verdict.place, h('div', {class: 'table replay'}, this.board, this.rail.place), this.controls.place,
      helpPanel(this.kind), h('p', {class: 'hint'}, this.words.t('keys'))];
  }

  /** Whose eyes may be looked through: everybody's once the game is over, else one's own and a spectator's. */
  perspectives() {
    const {words, source: {isOver, game}, players} = this;
    const seats = players.map((name, seat) => [String(seat), words.t('as-seat', {player: name})]);
    const own = game.you === null ? [] : [[String(game.you), words.t('as-you')]];
    const others = seats.filter(([seat]) => seat !== own[0]?.[0]);
    if (isOver) return [...own, [OPEN, words.t('as-everything')], ['spectator', words.t('as-spectator')], ...others];
    return game.you === null ? [['spectator', words.t('as-spectator')]] : [[OWN, words.t('as-you')]];
  }

  allowed(wanted) {
    const choices = this.perspectives().map(([value]) => value);
    return choices.includes(wanted) ? wanted : choices[0];
  }

  /** Read the game through somebody's eyes, and the seat that these are. */
  async read(as) {
    const rows = await this.source.events(as === OWN ? null : as);
    const viewer = as === OWN ? this.source.game.you : /^\d$/.test(as) ? Number(as) : null;
    const frames = framesOf(rows, this.kind.catalogue);
    const hasEnded = rows.at(-1)?.public.type === 'GameEnded';
    return {as, viewer, frames, hasEnded, substitutes: substitutesOf(this.source.game, frames.flatMap(({events}) => events))};
  }

  speech() {
    const sign = (event) => this.kind.layout.signOf?.(event, this.kind) ?? null;
    const {kind, players, substitutes, words} = this;
    const speech = {phrases: kind.catalogue.phrases, names: kind.names, players, substitutes, sign, result: this.source.game.result};
    return {...speech, backWords: (event) => backWords(this.frames.flatMap(({events}) => events), event, speech, words)};
  }

  /** Look through other eyes, from the same place. */
  look(as) {
    return this.notices.trying(async () => {
      const found = await this.read(as);
      const placeOf = (place) => Math.max(0, found.frames.findLastIndex(({version}) => version <= this.frames[place].version));
      Object.assign(this, {at: placeOf(this.at), furthest: placeOf(this.furthest), ...found});
      this.log.clear();
      this.draw();
    });
  }

  spoil(yes) {
    this.spoilers = yes;
    this.draw();
  }

  setPace(pace) {
    this.pace = pace;
    if (this.playing) {
      this.toggle();
      this.toggle();
    }
  }

  /** Play by itself, or stop. */
  toggle() {
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = null;
    } else {
      if (this.at === this.frames.length - 1) this.goTo(0);
      this.playing = setInterval(() => {
        if (this.at >= this.frames.length - 1) this.toggle();
        else this.goTo(this.at + 1);
      }, PACES[this.pace]);
    }
    this.controls.drawPlay();
  }

  /** To the next or last beginning of a turn. */
  turn(by) {
    const place = by > 0 ? this.frames.findIndex((frame, at) => at > this.at && beginsTurn(frame))
      : this.frames.findLastIndex((frame, at) => at < this.at && beginsTurn(frame));
    this.goTo(place < 0 ? (by > 0 ? this.frames.length - 1 : 0) : place);
  }

  pressed(event) {
    if (event.key === 'Escape' && !document.querySelector(':popover-open')) this.controls?.closeMore();
    if (!this.frames?.length || !KEYS.has(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.('select, textarea, [role=log], [role=tab], input:not([type=range]):not([type=checkbox])')) return;
    if (event.key === ' ' && event.target.closest?.('button, summary, a, input')) return;
    event.preventDefault();
    const go = {
      ArrowLeft: () => this.goTo(this.at - 1), ArrowRight: () => this.goTo(this.at + 1), Home: () => this.goTo(0),
      End: () => this.goTo(this.frames.length - 1), PageUp: () => this.turn(-1), PageDown: () => this.turn(1), ' ': () => this.toggle(),
    };
    go[event.key]();
  }

  goTo(place) {
    this.at = Math.min(Math.max(0, place), this.frames.length - 1);
    this.draw();
  }

  /** The address of exactly this. */
  address() {
    const address = new URL(location.href);
    address.search = '';
    if (this.source.id === null) return address;
    address.searchParams.set('game', this.source.id);
    address.searchParams.set('version', this.frames[this.at].version);
    address.searchParams.set('as', this.as);
    return address;
  }

  /** The address of exactly this, for a frame in a page of others. */
  embeddedAddress() {
    const address = new URL('embed', document.baseURI);
    address.search = this.address().search;
    if (this.as === OWN) address.searchParams.delete('as');
    address.searchParams.set('lang', this.words.language);
    return address;
  }

  async copy(text) {
    this.controls.sayCopied(await copy(text), text);
  }

  /** Go on from here at a private table of one's own, against bots. */
  fork() {
    return this.notices.trying(async () => {
      const {service, words} = this;
      const {sitDown} = await import('../pages/waiting-room.js');
      if (service.token === null) await becomeGuest(service, words);
      const {version, view} = this.frames[this.at];
      const mine = this.viewer ?? view.to_act[0] ?? 0;
      await openTable(service, `/games/${this.source.id}/forks`, {version}, async (game) => {
        await sitDown(this, game, mine);
        for (const {seat} of game.seats.filter(({seat: each}) => each !== mine)) await service.create(`/games/${game.id}/seats`, {seat, bot: USUAL_BOT});
      }, (id) => location.assign(new URL(`play#/game/${id}`, document.baseURI)));
    });
  }

  draw() {
    const {kind, source} = this;
    const frame = this.frames[this.at];
    const former = formerAt(this.substitutes, frame.version);
    const {players} = speechAt(this.speech(), {position: frame.version});
    const {state, to_act: awaited, result} = frame.view;
    history.replaceState(null, '', this.address());
    this.furthest = Math.max(this.furthest, this.at);
    const seats = source.game.seats.map((each) => ({...each, player: former.get(each.seat) ?? each.player, team: each.team ?? null}));
    // The record does not say how the clocks stood before: only how they stand at last is known.
    const clock = this.at === this.frames.length - 1 ? source.game.clock : null;
    const game = {...source.game, seats, state, to_act: awaited, clock};
    const ctx = {...kind, game, players, you: this.viewer, chosen: null, zoom: (element) => this.zoom.show(element), openPile: () => this.sheet.draw('pile', kind.layout.table.discardPile(ctx), false, true),
      openSheet: (name, ...about) => this.sheet.draw(name, kind.layout.table.sheets[name](ctx, ...about), false, true)};
    this.shown = ctx;
    // First, since it asks where it is scrolled to: after the board changed, that would lay out the whole page twice.
    this.drawLog();
    this.drawBoard(ctx);
    this.rail.draw(ctx);
    this.controls.draw(frame, result && this.outcome(result));
    this.analysis.draw(ctx);
    this.opinion.draw(ctx);
    this.notes?.at(frame.version, this.frames[this.lastShown()].version);
    this.verdict.hideChecks(this.lastShown() < this.frames.length - 1);
  }

  /** Draw the table from the side of a seat: the viewer's, else that of the reader, else the first; its hand if it is open. */
  drawBoard(ctx) {
    const {kind: {layout}, viewer, source, words} = this;
    const you = viewer ?? source.game.you ?? 0;
    const seated = {...ctx, you};
    const {seats} = ctx.game.state;
    update(this.board, layout.board(seated), seats[you].hand !== null && h('section', {class: 'hand', 'data-key': 'hand'},
      h('h2', {}, words.t('hand-of', {player: ctx.players[you]})), layout.hand(seated)));
  }

  placeOf(version) {
    return placeOf(version, this.frames.flatMap(({events}) => events), this.words);
  }

  /** How the game ended, with the points. */
  outcome(result) {
    const {words, players, kind} = this;
    const points = pointsOf(result).map(([seat, each]) => `${players[seat]} ${words.number(each)}`).join(', ');
    return [' ', h('strong', {}, resultWords(result, players, kind)), ` ${points}`];
  }

  /** The last position that may be known of: how long the game is gives away when it ends. */
  lastShown() {
    return this.spoilers ? this.frames.length - 1 : this.furthest;
  }

  /** What was told up to here. */
  drawLog() {
    if (this.log.last > this.frames[this.at].version) this.log.clear();
    this.log.add(this.frames.slice(0, this.at + 1).flatMap(({events}) => events), this.speech());
    this.log.place.scrollTop = this.log.place.scrollHeight;
  }
}
