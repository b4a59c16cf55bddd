/** The replay of a game: any position, as any seat saw it, with a link to exactly that. */

import {Refused, Service} from '../api.js';
import {button, field, h, redraw, select} from '../dom.js';
import {pageHead} from '../pages/page-header.js';
import {kindOfGame, playersOf, pointsOf, resultWords} from '../game.js';
import {icon, loadArt} from '../cards/art.js';
import {Log} from '../table/log.js';
import {Notes} from '../table/notes.js';
import {chart, seatMark} from '../charts.js';
import {Notices} from '../problems.js';
import {helpPanel} from '../table/help-panel.js';
import {sentence} from '../narration.js';
import {loadWords, wantedLanguage} from '../words.js';
import {framesOf} from './frames.js';
import {BundleFile, StoredGame} from './source.js';

const PACE = [2000, 1000, 500, 200];
const KEYS = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', ' ', 'PageUp', 'PageDown']);
const OWN = 'own';
const OPEN = 'everything';
const MOMENTS = new Set(['TurnBegan', 'FinalRoundBegan', 'GameEnded', 'SeatResigned', 'AttackMade', 'InquisitionBegun',
  'BattleBegan', 'TechnologyBought', 'LeaderChanged', 'ActionsTakenBack', 'GameCorrected', 'DemocracyPlaced', 'EffectCopied',
  'DraftEnded', 'BreakthroughBegun', 'EmbargoLaid', 'BuildingBuilt']);

/** Shows a replay. */
class Replay {
  constructor(page) {
    Object.assign(this, page);
    const asked = new URLSearchParams(location.search);
    this.asked = {game: asked.get('game'), version: asked.get('version'), as: asked.get('as')};
    this.spoilers = asked.get('spoilers') === 'yes';
    this.pace = 1;
    this.playing = null;
    this.board = h('div', {class: 'board'});
    this.controls = h('section', {class: 'controls', 'aria-label': this.words.t('controls')});
    this.pictures = h('section', {class: 'pictures'});
    this.verdict = h('section', {class: 'panel'});
    this.now = h('p', {class: 'status', role: 'status'});
  }

  async open() {
    const {words} = this;
    this.stage = h('div', {});
    redraw(this.place, h('h1', {}, words.t('replay')), this.notices.place, this.stage, this.loader());
    document.addEventListener('keydown', (event) => this.pressed(event), {signal: this.aborts.signal});
    if (this.asked.game === null) return;
    await this.show(await StoredGame.open(this.service, this.asked.game));
  }

  close() {
    this.aborts.abort();
    clearInterval(this.playing);
  }

  /** Open another game, by its number or out of a file. */
  loader() {
    const {words} = this;
    const file = h('input', {type: 'file', accept: '.ndjson,application/x-ndjson', onchange: () => this.load(file.files[0])});
    return h('details', {class: 'panel', open: this.asked.game === null}, h('summary', {}, words.t('load')),
      field(words.t('bundle'), file, words.t('bundle-help')));
  }

  async load(file) {
    if (!file) return;
    this.notices.clear();
    Object.assign(this.asked, {game: null, version: null, as: null});
    let source;
    try {
      source = BundleFile.open(this.service, await file.text(), this.words);
    } catch {
      this.notices.say(this.words.t('no-bundle'), 'bad');
      return;
    }
    await this.notices.trying(() => this.show(source));
  }

  /** Show a game from its source. */
  async show(source) {
    const {words} = this;
    this.source = source;
    this.kind = await kindOfGame(this.service, words, source.game.game);
    this.players = playersOf(source.game, words);
    this.as = this.allowed(this.asked.as);
    this.log = new Log(words);
    this.verdict.replaceChildren();
    try {
      await this.read();
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== 'not-verified') throw error;
      // A record that is false is not shown as if it were true, but the checks that it fails are.
      redraw(this.stage, h('h2', {}, this.kind.catalogue.name), this.verdict);
      this.frames = [];
      await this.check();
      return;
    }
    if (this.frames.length === 0) {
      this.notices.say(words.t('not-begun'));
      return;
    }
    const wanted = Number(this.asked.version);
    const found = this.frames.findLastIndex(({version}) => version <= wanted);
    this.at = this.asked.version === null ? 0 : Math.max(0, found);
    Object.assign(this, {furthest: this.at, checks: null});
    this.notes = this.asked.game !== null && this.service.token !== null
      ? new Notes({service: this.service, words, id: source.game.id, notices: this.notices}) : null;
    redraw(this.stage, h('h2', {}, this.kind.catalogue.name), h('p', {class: 'names'}, this.players.join(' · ')),
      this.controls, this.now,
      h('div', {class: 'table replay'}, this.board,
        h('aside', {class: 'talk'}, h('h2', {}, words.t('log')), this.log.place, this.notes && this.notes.place), this.pictures),
      helpPanel(this.kind), this.verdict);
    this.drawControls();
    this.draw();
    this.notes?.open();
    this.check();
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

  /** Read the game through the chosen eyes. */
  async read() {
    const rows = await this.source.events(this.as === OWN ? null : this.as);
    this.frames = framesOf(rows, this.kind.catalogue);
    this.viewer = this.as === OWN ? this.source.game.you : /^\d$/.test(this.as) ? Number(this.as) : null;
  }

  speech() {
    return {phrases: this.kind.catalogue.phrases, names: this.kind.names, players: this.players};
  }

  /** Buttons, slider, perspective: drawn once, then only set. */
  drawControls() {
    const {words} = this;
    const step = (name, sign, go) => button(icon(sign), go, {'aria-label': words.t(name), title: words.t(name), 'data-key': name});
    this.slider = h('input', {type: 'range', min: 0, step: 1, 'aria-label': words.t('ply-slider'),
      'data-key': 'slider', oninput: (event) => this.goTo(Number(event.target.value))});
    this.playButton = button('', () => this.toggle(), {class: 'main', 'data-key': 'play'});
    const paces = PACE.map((each, nth) => [String(nth), words.t('pace', {count: 1000 / each})]);
    redraw(this.controls,
      h('div', {class: 'buttons'}, step('first', 'back', () => this.goTo(0)), step('previous', 'left', () => this.goTo(this.at - 1)),
        this.playButton, step('next', 'right', () => this.goTo(this.at + 1)),
        step('last', 'step', () => this.goTo(this.frames.length - 1)),
        step('turn-before', 'fb', () => this.turn(-1)), step('turn-after', 'ff', () => this.turn(1))),
      this.slider,
      h('div', {class: 'fields'},
        field(words.t('perspective'), select('as', this.perspectives(), this.as, (event) => this.look(event.target.value))),
        field(words.t('jump'), this.jumps = h('select', {'data-key': 'jumps', onchange: (event) => this.goTo(Number(event.target.value))})),
        field(words.t('speed'), select('pace', paces, String(this.pace), (event) => this.setPace(Number(event.target.value))))),
      h('div', {class: 'buttons'},
        h('label', {class: 'check'}, h('input', {type: 'checkbox', checked: !this.spoilers, 'data-key': 'spoilers',
          onchange: (event) => this.spoil(!event.target.checked)}), words.t('spoiler-free')),
        this.source.game.id && this.asked.game !== null && button(words.t('copy-link'), () => this.copy(), {'data-key': 'copy'}),
        this.copied = h('span', {role: 'status'}),
        this.asked.game !== null && this.service.token !== null
          && button(words.t('fork'), () => this.fork(), {'data-key': 'fork', title: words.t('fork-help')})),
      h('p', {class: 'hint'}, words.t('keys')));
    this.drawPlay();
  }

  drawPlay() {
    const words = this.words.t(this.playing ? 'stop' : 'autoplay');
    redraw(this.playButton, words);
  }

  /** Look through other eyes, from the same place. */
  look(as) {
    return this.notices.trying(async () => {
      this.as = as;
      const [here, seen] = [this.frames[this.at].version, this.frames[this.furthest].version];
      await this.read();
      const placeOf = (version) => Math.max(0, this.frames.findLastIndex((frame) => frame.version <= version));
      Object.assign(this, {at: placeOf(here), furthest: placeOf(seen)});
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

  toggle() {
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = null;
    } else {
      if (this.at === this.frames.length - 1) this.goTo(0);
      this.playing = setInterval(() => {
        if (this.at >= this.frames.length - 1) this.toggle();
        else this.goTo(this.at + 1);
      }, PACE[this.pace]);
    }
    this.drawPlay();
  }

  /** To the next or last beginning of a turn. */
  turn(by) {
    const place = by > 0 ? this.frames.findIndex((frame, at) => at > this.at && begins(frame))
      : this.frames.findLastIndex((frame, at) => at < this.at && begins(frame));
    this.goTo(place < 0 ? (by > 0 ? this.frames.length - 1 : 0) : place);
  }

  pressed(event) {
    if (!this.frames || !KEYS.has(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.('select, textarea, [role=log], input:not([type=range]):not([type=checkbox])')) return;
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
    if (this.asked.game === null) return address;
    address.searchParams.set('game', this.source.game.id);
    address.searchParams.set('version', this.frames[this.at].version);
    address.searchParams.set('as', this.as);
    return address;
  }

  async copy() {
    const {href} = this.address();
    await navigator.clipboard?.writeText(href).catch(() => {});
    this.copied.textContent = this.words.t('copied');
  }

  /** Go on from here at a table of one's own. */
  async fork() {
    await this.notices.trying(async () => {
      const {id} = await this.service.post(`/games/${this.source.game.id}/forks`, {version: this.frames[this.at].version});
      location.assign(new URL(`play#/game/${id}`, document.baseURI));
    });
  }

  draw() {
    const {words, kind, source, players} = this;
    const frame = this.frames[this.at];
    history.replaceState(null, '', this.address());
    this.furthest = Math.max(this.furthest, this.at);
    this.slider.max = this.lastShown();
    this.slider.value = this.at;
    this.slider.setAttribute('aria-valuetext', words.t('ply', {ply: frame.ply}));
    const {state, to_act: awaited, result} = frame.view;
    const seats = source.game.seats.map((each) => ({...each, team: each.team ?? null}));
    const game = {...source.game, seats, state, to_act: awaited};
    const ctx = {...kind, game, players, you: this.viewer, chosen: null};
    redraw(this.board, kind.layout.board(ctx),
      this.viewer !== null && state.step !== 'over' && h('section', {class: 'hand'},
        h('h2', {}, words.t('hand-of', {player: players[this.viewer]})), kind.layout.hand(ctx)));
    const points = result ? pointsOf(result).map(([seat, each]) => `${players[seat]} ${words.number(each)}`).join(', ') : '';
    redraw(this.now, h('strong', {}, words.t('ply', {ply: frame.ply})), ` · ${words.moment(frame.at)}`,
      result && [' · ', h('strong', {}, resultWords(result, players, kind)), ` ${points}`]);
    this.drawLog();
    this.drawPictures(ctx);
    this.drawJumps();
    this.notes?.at(frame.version, this.frames[this.lastShown()].version);
    this.drawChecks();
  }

  /** The last position that may be known of: how long the game is gives away when it ends. */
  lastShown() {
    return this.spoilers ? this.frames.length - 1 : this.furthest;
  }

  /** What was checked tells how long the game is. */
  drawChecks() {
    if (this.checks && this.frames.length > 0) this.checks.hidden = this.lastShown() < this.frames.length - 1;
  }

  /** What was told up to here. */
  drawLog() {
    const until = this.frames[this.at].version;
    if (this.log.last > until) {
      this.log.clear();
    }
    this.log.add(this.frames.slice(0, this.at + 1).flatMap(({events}) => events), this.speech());
    this.log.place.scrollTop = this.log.place.scrollHeight;
  }

  /** The pictures, up to here unless one wants to know how it goes on. */
  drawPictures(ctx) {
    const {words, players} = this;
    const until = this.spoilers ? this.frames.length - 1 : this.at;
    const frames = this.frames.filter((frame, at) => at === until || (at < until && (at === 0 || begins(frame))));
    const now = Math.max(0, frames.findLastIndex(({version}) => version <= this.frames[this.at].version));
    const seats = players.map((_, seat) => seat);
    redraw(this.pictures, h('h2', {}, words.t('pictures')),
      h('p', {class: 'last'}, seats.map((seat) => h('span', {}, seatMark(seat), players[seat]))),
      h('div', {class: 'charts'}, ctx.layout.measures(ctx).map(({title, of, goal}) => chart({
        title, players, words, now,
        values: seats.map((seat) => frames.map(({view}) => of(view.state, seat))),
        goal: goal?.(frames.at(-1).view.state),
      }))));
  }

  /** Turns and key moments to jump to, those that are still to come only with spoilers. */
  drawJumps() {
    const {words, frames} = this;
    const choices = frames.flatMap((frame, at) => {
      if (!this.spoilers && at > this.at) return [];
      const event = frame.events.find(({type}) => MOMENTS.has(type));
      return event ? [[at, `${frame.ply}. ${this.moment(frame)}`]] : [];
    });
    redraw(this.jumps, h('option', {value: this.at, selected: true}, words.t('jump-to')),
      choices.map(([at, text]) => h('option', {value: at}, text)));
  }

  moment(frame) {
    const speech = this.speech();
    const event = frame.events.find(({type}) => MOMENTS.has(type) && type !== 'TurnBegan') ?? frame.events.find(({type}) => type === 'TurnBegan');
    const told = sentence(event, speech) ?? '';
    return told.length > 70 ? `${told.slice(0, 69)}…` : told;
  }

  /** Let the verifier of this page check the record. */
  async check() {
    const {words, source} = this;
    const bundle = await source.bundle();
    if (bundle === null) return;
    redraw(this.verdict, h('h2', {}, words.t('verdict')), h('p', {role: 'status'}, words.t('checking')));
    const [{verify}, catalogue] = await Promise.all([import('../../verify.js'), this.service.get('/catalogue').catch(() => ({keys: []}))]);
    const keys = catalogue.keys.map(({key}) => key);
    // A file may come from another service, whose keys are not known here.
    const foreign = source.key !== undefined && !keys.includes(source.key);
    const found = await verify(bundle, foreign ? {} : {key: keys});
    const [kind, mark, said] = found.verified ? ['open', '✓', 'verdict-open'] : ['bad', '✗', 'verdict-bad'];
    const unchecked = found.checks.filter(({holds}) => found.verified && holds === null);
    redraw(this.verdict, h('h2', {}, words.t('verdict')),
      h('p', {class: `verdict ${kind}`, role: 'status'}, h('span', {'aria-hidden': 'true'}, `${mark} `), words.t(said)),
      unchecked.length > 0 && h('ul', {class: 'unchecked'}, unchecked.map(({check}) => h('li', {}, words.t(`unchecked-${check}`)))),
      h('p', {}, words.t('verdict-fairness', {level: found.fairness})),
      this.checks = h('details', {}, h('summary', {}, words.t('verdict-checks', {count: found.checks.length})),
        h('ul', {}, found.checks.map(({check, holds, words: text}) => h('li', {},
          `${{true: '✓', false: '✗', null: '?'}[holds]} `, h('b', {}, check), ` ${text}`)))),
      this.asked.game !== null && h('p', {}, h('a', {href: `verify?game=${source.game.id}`}, words.t('verify-more'))));
    this.drawChecks();
  }
}

/** Whether a turn begins with a ply. */
function begins({events}) {
  return events.some(({type}) => type === 'TurnBegan');
}

let shown = null;

/** Show the page in a language. */
async function show(language = wantedLanguage()) {
  const words = await loadWords(language);
  shown?.close();
  const notices = new Notices(words);
  const place = h('main', {id: 'main', tabindex: '-1'});
  document.body.replaceChildren(await loadArt(), pageHead(words, null, show), place);
  document.title = words.t('replay');
  document.body.dataset.ready = 'no';
  shown = new Replay({words, service: new Service(language), notices, place, aborts: new AbortController()});
  try {
    await shown.open();
  } catch (error) {
    notices.problem(error);
  }
  document.body.dataset.ready = 'yes';
}

await show();
