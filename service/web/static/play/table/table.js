/** The table: what lies where, what one may do, what has happened, live. */

import {Actions, Chosen} from './actions.js';
import {Refused} from '../api.js';
import {total} from '../cards/cards.js';
import {Chat} from './chat.js';
import {clockPanel} from './clock.js';
import {button, h, redraw} from '../dom.js';
import {kindOfGame, playersOf, pointsOf, resultWords} from '../game.js';
import {icon} from '../cards/icons.js';
import {Log} from './log.js';
import {Notes} from './notes.js';
import {Orders} from './orders.js';
import {openIfAwaited, waitingTable} from '../pages/waiting-room.js';
import {flat} from '../narration.js';

const ASK_ALWAYS = 'cartulary-ask-always';

/** Shows one game until it is closed. */
export class Table {
  constructor(page, id, invite = null) {
    Object.assign(this, page, {id, invite});
    this.aborts = new AbortController();
    this.status = h('p', {class: 'status', role: 'status'});
    this.connection = h('p', {class: 'connection', role: 'status'});
    this.board = h('div', {class: 'board'});
    this.hand = h('section', {class: 'hand'});
    this.doing = h('section', {class: 'actions', tabindex: '-1'});
    this.more = h('section', {class: 'more'});
    this.events = [];
    this.invited = {link: null, copied: false};
    this.latest = 0;
  }

  async open() {
    const {words} = this;
    const path = this.invite ? `/games/${this.id}?invite=${encodeURIComponent(this.invite)}` : `/games/${this.id}`;
    this.game = await this.service.get(path);
    this.kind = await kindOfGame(this.service, words, this.game.game);
    this.log = new Log(words);
    this.chat = new Chat(this);
    const own = {service: this.service, words, id: this.id, kind: this.kind, notices: this.notices};
    this.notes = this.me && new Notes(own);
    this.orders = this.sits() && new Orders(own);
    this.actions = new Actions(this.doing, {
      kind: this.kind,
      service: this.service,
      accepted: (done) => this.accepted(done),
      refused: (error, stale) => this.refused(error, stale),
    });
    this.actions.askAlways = localStorage.getItem(ASK_ALWAYS) === 'yes';
    this.actions.place.setAttribute('aria-label', words.t('actions'));
    redraw(this.place, h('p', {class: 'crumbs'}, h('a', {href: '#/'}, words.t('to-lobby'))),
      h('h1', {}, this.kind.catalogue.name), this.status, this.connection, this.notices.place,
      this.service.token === null && h('details', {}, h('summary', {}, words.t('sign-in-to-play')), this.signIn()),
      h('div', {class: 'table'},
        h('div', {class: 'mine'}, this.hand, this.doing, this.more, this.orders && this.orders.place),
        this.board,
        h('aside', {class: 'talk'}, h('h2', {}, words.t('log')), this.log.place, this.chat.place, this.notes && this.notes.place)),
      helpPanel(this.kind));
    await this.refresh();
    this.follow();
    this.chat.open();
    this.notes?.open();
  }

  /** Whether one sits there oneself, and does not act for another. */
  sits() {
    const {game, me} = this;
    return game.you !== null && game.seats[game.you].player?.id === me?.id;
  }

  close() {
    this.aborts.abort();
  }

  /** Hear what happens, from the beginning, so that all of it can be told. */
  follow() {
    let due = null;
    const heard = (event) => {
      if (event.data === undefined) return;
      this.events.push(flat(JSON.parse(event.data), this.kind.catalogue));
      due ??= setTimeout(() => {
        due = null;
        this.refresh();
      }, 60);
    };
    const state = (connected) => {
      this.connection.textContent = connected ? '' : this.words.t('offline');
      if (connected && this.cut) this.refresh();
      this.cut = !connected;
    };
    this.service.follow(`/games/${this.id}/events`, this.events.at(-1)?.position ?? 0,
      {heard, state, signal: this.aborts.signal}).then(() => this.aborts.signal.aborted || this.refresh());
    document.addEventListener('visibilitychange', () => document.hidden || this.refresh(), {signal: this.aborts.signal});
  }

  /** Read the game and what one may do in it; an answer that comes late is not shown. */
  async refresh() {
    this.latest += 1;
    const ours = this.latest;
    try {
      const path = this.invite && this.game.you === null
        ? `/games/${this.id}?invite=${encodeURIComponent(this.invite)}` : `/games/${this.id}`;
      const heard = this.events.at(-1)?.position;
      const game = await this.service.get(path, heard === undefined ? {} : {'Last-Event-ID': String(heard)});
      if (game.openings && await openIfAwaited(this.service, game)) return this.refresh();
      const forms = game.you !== null && game.status === 'playing'
        ? (await this.service.get(`/games/${this.id}/actions`)).actions : [];
      if (ours !== this.latest || this.aborts.signal.aborted) return undefined;
      this.shown(game, forms);
    } catch (error) {
      if (!this.aborts.signal.aborted && ours === this.latest) this.notices.problem(error);
    }
    return undefined;
  }

  shown(game, forms) {
    if (game.you !== this.game.you && this.drawn) return this.reload();
    const changed = game.version !== this.game.version || !this.drawn;
    const read = JSON.stringify([game, forms]);
    const news = read !== this.read;
    Object.assign(this, {game, forms, read, drawn: true, players: playersOf(game, this.words)});
    if (changed || !this.chosen) this.chosen = new Chosen(forms, () => this.draw());
    this.log.add(this.events, {phrases: this.kind.catalogue.phrases, names: this.kind.names, players: this.players});
    // What is drawn anew while it is pressed does not hear of it.
    if (news) this.draw();
    else this.drawStatus();
    return undefined;
  }

  drawStatus() {
    const {game, words, kind} = this;
    document.title = `${game.to_act.includes(game.you) && game.status === 'playing' ? `${words.t('your-turn')} – ` : ''}${kind.catalogue.name}`;
    const status = h('span', {}, this.statusWords());
    if (status.textContent !== this.status.textContent) redraw(this.status, [...status.childNodes]);
  }

  draw() {
    const {game, words, kind} = this;
    this.drawStatus();
    if (game.state === null) {
      redraw(this.board, waitingTable({...this, drawAgain: () => this.draw()}));
      return;
    }
    const ctx = {...kind, game, players: this.players, you: game.you, chosen: game.you === null ? null : this.chosen};
    redraw(this.board, kind.layout.board(ctx));
    this.board.setAttribute('data-version', game.version);
    const holds = game.you !== null && game.state.seats[game.you].present;
    redraw(this.hand, holds && game.status === 'playing' && [h('h2', {}, words.t('your-hand')),
      game.state.seats[game.you].hand && total(game.state.seats[game.you].hand) > 0 ? kind.layout.hand(ctx) : h('p', {class: 'hint'}, words.t('hand-empty'))]);
    if (holds && game.status === 'playing') this.actions.show(game, this.forms, this.chosen, this.players);
    else redraw(this.doing);
    redraw(this.more, this.furtherThings());
    this.notes?.at(game.version);
    if (this.orders) this.orders.at(game, this.players);
  }

  /** Whose turn it is, until when, or how it ended. */
  statusWords() {
    const {game, words, kind, players} = this;
    if (game.status === 'open') return words.t('status.open');
    if (game.result) {
      const points = pointsOf(game.result).map(([seat, each]) => `${players[seat]} ${words.number(each)}`).join(', ');
      return [h('strong', {}, resultWords(game.result, players, kind)), points && ` ${points}. `, ' ',
        h('a', {href: `replay?game=${game.id}&lang=${words.language}`}, words.t('watch'))];
    }
    const step = words.has(`step.${game.state.step}`) ? words.t(`step.${game.state.step}`) : game.state.step;
    const pending = game.state.pending;
    const what = pending && words.has(`action.${pending.type}`) ? words.t(`action.${pending.type}`) : step;
    const mine = game.to_act.includes(game.you);
    const who = mine ? h('strong', {class: 'yours'}, icon('turn'), words.t('your-turn'))
      : words.t('waits-for', {count: game.to_act.length, players: words.list(game.to_act.map((seat) => players[seat]))});
    return [who, ` – ${what}`, game.deadline && [' ', h('span', {class: 'tag'}, icon('clock'),
      words.t('until', {at: words.moment(game.deadline)}), ` (${words.distance(game.deadline)})`)]];
  }

  /** Taking back, resigning, clocks, a rematch. */
  furtherThings() {
    const {game, words} = this;
    if (game.you === null) return null;
    if (game.status !== 'playing') {
      return h('div', {class: 'buttons'}, button(words.t('rematch'), () => this.rematch(), {'data-key': 'rematch'}));
    }
    const act = (action) => this.notices.trying(async () => this.accepted(await this.service.post(`/games/${this.id}/actions`, action)));
    const ask = h('input', {type: 'checkbox', checked: this.actions.askAlways, 'data-key': 'ask', onchange: (event) => {
      this.actions.askAlways = event.target.checked;
      localStorage.setItem(ASK_ALWAYS, event.target.checked ? 'yes' : 'no');
    }});
    const asked = game.takes_back.filter(({seat}) => seat !== game.you);
    const clock = game.clock;
    return [
      this.newerRules(),
      asked.map(({seat, back_to: version}) => h('p', {class: 'notice'}, words.t('asks-back', {player: this.players[seat], version}), ' ',
        button(words.t('agree'), () => act({type: 'take_back', version}), {'data-key': `agree:${version}`}))),
      clock && clock.paused && h('p', {class: 'notice'}, words.t('paused'), ' ',
        button(words.t('resume'), () => act({type: 'resume'}), {'data-key': 'resume'})),
      clock && clock.seats.filter(({seat, expired}) => expired && seat !== game.you).map(({seat}) => h('p', {class: 'notice'},
        button(words.t('claim', {player: this.players[seat]}), () => act({type: 'claim_time', seat}), {'data-key': `claim:${seat}`}))),
      clock && clock.seats[game.you].bot && h('p', {class: 'notice'},
        button(words.t('come-back'), () => act({type: 'come_back'}), {'data-key': 'come-back'})),
      h('div', {class: 'buttons'},
        button(words.t('take-back'), () => this.takeBack(), {'data-key': 'take-back'}),
        button(words.t('resign'), () => this.actions.lookAhead({type: 'resign'}, null, true), {class: 'quiet', 'data-key': 'resign'})),
      h('label', {class: 'check'}, ask, words.t('ask-always')),
      clock && clockPanel({game, words, players: this.players}, act),
    ];
  }

  /** That the game could go on by newer rules, once all agree. */
  newerRules() {
    const {words, game: {rules: {revision, newest, agreed}, you}} = this;
    if (newest <= revision) return null;
    const agree = () => this.notices.trying(async () => this.accepted(await this.service.post(`/games/${this.id}/rules`, {revision: newest})));
    return h('p', {class: 'notice'}, words.t('newer-rules', {revision, newest}), ' ',
      agreed.length > 0 && [words.t('newer-agreed', {players: words.list(agreed.map((seat) => this.players[seat]))}), ' '],
      agreed.includes(you) ? null : button(words.t('newer-agree'), agree, {'data-key': 'agree-rules'}));
  }

  /** Take back one's last ply: at once where that is free, else ask the others for it. */
  takeBack() {
    return this.notices.trying(async () => {
      const path = `/games/${this.id}/actions`;
      const {events} = await this.service.post(`${path}?dry_run=true`, {type: 'take_back'});
      const free = events.some(({public: {type}}) => type === 'ActionsTakenBack');
      if (!free && !window.confirm(this.words.t('take-back-asks'))) return;
      this.accepted(await this.service.post(path, {type: 'take_back'}));
    });
  }

  async rematch() {
    await this.notices.trying(async () => {
      const game = await this.service.post(`/games/${this.id}/rematch`);
      location.hash = `#/game/${game.id}`;
    });
  }

  async accepted() {
    this.notices.clear();
    await this.refresh();
  }

  refused(error, stale) {
    this.notices.problem(error);
    if (stale || error instanceof Refused) this.refresh();
  }
}

/** What the cards and effects do, to be read. */
export function helpPanel({help, names, words}) {
  const terms = Object.entries(help).map(([id, text]) => [h('dt', {}, names[id] ?? (words.has(`action.${id}`) ? words.t(`action.${id}`) : id)), h('dd', {}, text)]);
  return terms.length > 0 && h('details', {class: 'panel rules', 'data-key': 'rules'},
    h('summary', {}, words.t('rules')), h('dl', {}, terms));
}
