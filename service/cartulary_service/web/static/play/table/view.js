/** The table on the screen: its regions are made once, and change into each state by the keys of their elements. */

import {icon, seal} from '../cards/art.js';
import {button, h, keyed, redraw, update} from '../dom.js';
import {waitingTable} from '../pages/waiting-room.js';
import {Refused} from '../api.js';
import {wordOf} from '../narration.js';
import {nameOf} from '../players.js';
import {now} from '../server-time.js';
import {banners} from './banners.js';
import {contextOf} from './context.js';
import {Drag} from './drag.js';
import {Guide} from './guide.js';
import {fan} from './hand.js';
import {keyList, Keys, LIT} from './keys.js';
import {mainAction} from './main-action.js';
import {Menu} from './menu.js';
import {Motion} from './motion.js';
import {NextBot} from './next-bot.js';
import {NextGame} from './next-game.js';
import {prefers} from './preferences.js';
import {awaitedSince} from './plies.js';
import {pileCounts, Rail} from './rail.js';
import {reasonOf} from './reasons.js';
import {Rematch} from './rematch.js';
import {seatClock, tickClocks} from './seat-clock.js';
import {Sheet} from './sheet.js';
import {TableHeader} from './table-header.js';
import {Zoom} from './zoom.js';

const TICK = 20_000;
const SECOND = 1000;
const BETWEEN_LOOKS = 3000;
const NOTICE_LASTS = 12_000;
/** From then on the heading says how long somebody has been awaited. */
const LONG = 600_000;
const GO = '[data-key="go"]:not([aria-disabled])';

export class TableView {
  constructor(table) {
    const {words} = table;
    this.table = table;
    this.heading = h('h2', {});
    this.status = h('div', {class: 'status', role: 'status'}, this.heading);
    this.steps = h('ol', {class: 'steps'});
    this.rivals = h('div', {class: 'rivals'});
    this.middle = h('div', {class: 'between'});
    this.own = h('div', {class: 'own-standing', 'data-place': 'own'});
    this.band = h('div', {class: 'band', role: 'status'});
    this.board = h('div', {class: 'board'});
    this.tray = h('div', {class: 'tray', tabindex: '0'});
    this.me = h('div', {class: 'me'});
    this.hand = h('section', {class: 'hand', 'aria-label': words.t('your-hand')});
    this.doing = h('section', {class: 'doing', tabindex: '-1', 'aria-label': words.t('actions')});
    const {log, chat, teamChat, notes} = table;
    const chats = [['chat', chat], ['team-chat', teamChat]].filter(([, each]) => each);
    this.rail = new Rail(words, [['journal', words.t('log'), log.place],
      ...chats.map(([name, each]) => [name, [words.t(name), each.badge()], each.place]),
      ...(notes ? [['notes', words.t('notes'), notes.place]] : [])]);
    this.rail.opener.append(...chats.map(([, each]) => each.badge()));
    this.guide = new Guide(table);
    this.menu = new Menu(table);
    this.zoom = new Zoom(
      words,
      (what, id) => table.kind.layout.zoomOf?.(contextOf(this, table.game), what, id) ?? null,
    );
    this.sheet = new Sheet(words);
    this.motion = new Motion(table.place);
    this.drag = new Drag(table.place);
    this.keys = new Keys(this);
    this.header = new TableHeader(table);
    this.next = new NextGame(table);
    this.rematch = new Rematch(table);
    this.nextBot = new NextBot(table);
    this.ticking = setInterval(() => document.hidden || this.tick(), TICK);
    this.counting = setInterval(() => document.hidden || tickClocks(this.table), SECOND);
  }

  /** Put the regions in their places, once there is something to show in them, so that nothing jumps. */
  build() {
    this.isBuilt = true;
    const {table} = this;
    const {words, kind} = table;
    table.notices.lasts = NOTICE_LASTS;
    table.place.className = 'play-table';
    document.body.classList.add('at-table');
    // Made once: its fields are what their reader types into.
    const guest =
      table.service.token === null &&
      h(
        'details',
        {class: 'panel guest', 'data-key': 'sign-in'},
        h('summary', {}, words.t('sign-in-to-play')),
        table.signIn(),
      );
    redraw(
      table.place,
      h('h1', {class: 'unseen'}, kind.catalogue.name),
      this.guide.place,
      h(
        'div',
        {class: 'col'},
        this.rivals,
        this.band,
        table.notices.place,
        this.middle,
        (this.mat = h(
          'section',
          {class: 'mat'},
          h('div', {class: 'mathead'}, this.status, this.own, this.steps),
          this.board,
        )),
        this.tray,
        h('div', {class: 'handbar'}, this.me, this.hand, this.doing),
        guest,
      ),
      this.rail.place,
      this.sheet.place,
      this.menu.place,
    );
    const keys = button('?', () => this.openKeys(), {class: 'tool wide-only', 'data-key': 'shortcuts', 'aria-label': words.t('keys-of-table'), title: words.t('keys-of-table')});
    this.header.build(this.next.place, this.rail.opener, keys, this.menu.opener);
    this.lookAround();
  }

  /** What changes by itself: the standing, and what happens at other tables. */
  tick() {
    this.drawStatus();
    this.lookAround();
  }

  /** Look for games that wait, and for a rematch. */
  lookAround() {
    this.next.refresh();
    this.lookForRematch();
  }

  /** Whether others may offer a rematch: the game is over, and bots open none. */
  get awaitsRematch() {
    const {result, you, bots, seats} = this.table.game;
    return Boolean(result) && you !== null && bots.length < seats.length - 1;
  }

  /** Offer the rematch as soon as one is open. */
  async lookForRematch() {
    if (this.awaitsRematch && (await this.rematch.look().catch(() => false))) this.draw();
  }

  /** Look often for a rematch that is offered, or taken back, while the page is seen. */
  watchForRematch() {
    if (this.watching || !this.awaitsRematch) return;
    this.watching = setInterval(() => document.hidden || this.lookForRematch(), BETWEEN_LOOKS);
  }

  /** Offer another bot after a game against one. */
  async lookForNextBot() {
    if (await this.nextBot.look(this.table.game).catch(() => false)) this.draw();
  }

  close() {
    document.body.classList.remove('at-table');
    this.table.place.className = '';
    clearInterval(this.ticking);
    clearInterval(this.counting);
    clearInterval(this.watching);
    this.keys.close();
    this.zoom.close();
    this.motion.close();
  }

  /** The action that the main button stands for. */
  mainAction() {
    const {table} = this;
    const {move} = table;
    if (move.begun) return move.action();
    const {type, action = {type}} = table.kind.layout.table.mainWords(contextOf(this, table.game));
    return action;
  }

  /**
   * Touch a card. By one tap it is played where the reader has set so and nothing else is to be chosen; a card that a drag
   * lifts, by a click of the page's own, is only picked.
   */
  tapCard(choose, {isTrusted}) {
    choose();
    const {move} = this.table;
    if (isTrusted && prefers('one-tap') && move.wholeByCard) this.go();
  }

  go() {
    const {move, acting} = this.table;
    if (move.begun && !move.ready) return;
    acting.go(this.mainAction());
  }

  /** Draw a state; `before` is the version shown until now, of which the events since are played as motion. */
  draw(before = null, game = this.table.game) {
    const {table} = this;
    if (!this.isBuilt) this.build();
    this.drawStatus();
    table.place.classList.toggle('waits', game.state === null);
    if (game.state === null) {
      redraw(this.board, waitingTable({...table, drawAgain: () => this.draw()}));
      return;
    }
    const ctx = contextOf(this, game);
    const flights =
      before === null || !ctx.layout.flights
        ? []
        : table.events
            .filter(({position}) => position > before && position <= game.version)
            .flatMap((event) => ctx.layout.flights(event, ctx));
    this.motion.note(flights);
    ctx.moved = this.motion.moved;
    const hadFocus = table.place.contains(document.activeElement);
    this.drawParts(ctx);
    this.board.setAttribute('data-version', game.version);
    const {result} = game;
    table.place.classList.toggle('over', Boolean(result));
    update(this.band, banners(ctx));
    if (hadFocus) this.focusNext();
    if (result) this.lookForNextBot();
    this.watchForRematch();
    this.rail.draw(ctx);
    this.guide.draw(ctx);
    this.menu.draw(ctx);
    table.notes?.at(game.version);
    if (table.orders) table.orders.at(table.game, table.players);
    this.motion.fly(flights, ctx, () => this.draw());
  }

  drawParts(ctx) {
    const {table: parts} = ctx.layout;
    const {you} = ctx;
    const holds = you !== null && (ctx.game.state.seats[you].present || Boolean(ctx.game.result));
    update(this.rivals, you === null ? [] : parts.rivals(ctx));
    this.rivals.hidden = you === null;
    update(this.middle, you === null ? [] : (parts.middle?.(ctx) ?? []));
    update(this.own, you === null ? [] : (parts.ownStanding?.(ctx) ?? []));
    update(this.board, you === null ? ctx.layout.board(ctx) : parts.mat(ctx));
    update(this.tray, you === null ? [] : parts.tray(ctx));
    update(
      this.steps,
      (ctx.mine ? parts.steps(ctx) : [])
        .map(({text, now, done}, nth) =>
          h(
            'li',
            {class: now ? 'now' : done ? 'done' : '', 'aria-current': now ? 'step' : null},
            done ? icon('check') : h('b', {}, nth + 1),
            h('span', {}, text),
          ),
        ),
    );
    update(
      this.me,
      you !== null && [
        h('h2', {class: 'who'}, seal(you), nameOf(ctx, you)),
        seatClock(ctx, you),
        h('p', {class: 'tags'}, parts.ownTags(ctx)),
        pileCounts(ctx),
      ],
    );
    this.hand.setAttribute('data-place', `hand:${you}`);
    const cards = holds ? parts.handCards(ctx) : [];
    update(
      this.hand,
      holds && h('h2', {class: 'unseen'}, ctx.words.t('your-hand')),
      cards.length > 0
        ? fan(cards)
        : holds
          ? h('p', {class: 'hint'}, ctx.words.t('hand-empty'))
          : you === null && h('p', {class: 'hint'}, ctx.words.t('you-watch')),
    );
    update(this.doing, mainAction(ctx));
    const opened = ctx.move?.field() && parts.choosesFromPile(ctx);
    if (opened || this.sheet.isOpen('pile')) this.sheet.draw('pile', parts.discardPile(ctx), Boolean(opened));
    if (!opened && this.sheet.byItself) this.sheet.close();
    if (this.opened && this.sheet.isOpen(this.opened.name)) this.drawSheet(ctx, this.opened);
  }

  /** Open one of the game's own sheets over the table. */
  openSheet(name, ...about) {
    this.opened = {name, about};
    this.drawSheet(contextOf(this, this.table.game), this.opened, true);
  }

  /** A sheet goes as soon as something is chosen in it, so that the board and the main action are seen. */
  drawSheet(ctx, {name, about}, opens = false) {
    if (!opens && ctx.move?.begun) this.sheet.close();
    else this.sheet.draw(name, ctx.layout.table.sheets[name](ctx, ...about), false, opens);
  }

  openPile() {
    const parts = this.table.kind.layout.table;
    this.sheet.draw('pile', parts.discardPile(contextOf(this, this.table.game)), false, true);
  }

  openKeys() {
    this.sheet.draw('keys', keyList(this.table.words), false, true);
  }

  /** The whole panel of a rival, of whom a narrow screen shows one line. */
  openRival(seat) {
    const ctx = {...contextOf(this, this.table.game), targets: [], openRival: null};
    this.sheet.draw('rival', ctx.layout.table.rival(ctx, seat), false, true);
  }

  /** Whose turn it is and until when; also in the title of the window. */
  drawStatus() {
    const {game, words, kind, players} = this.table;
    const mine = game.to_act.includes(game.you) && game.status === 'playing';
    document.title = `${mine ? `${words.t('your-turn')} – ` : ''}${kind.catalogue.name}`;
    const [who, what] = statusWords(game, kind, players);
    update(
      this.heading,
      game.status === 'playing' && seal(mine ? game.you : (game.to_act[0] ?? 0)),
      h('span', {}, h('b', {class: mine ? 'yours' : ''}, who), what && h('em', {}, h('span', {class: 'dash'}, ' – '), what), !mine && this.waitedLong()),
    );
    this.header.draw();
  }

  /** How long ago the turn of the one who is awaited came, if that is long; those who hear the page are not told each minute. */
  waitedLong() {
    const {game: {status, to_act: awaited}, events, words} = this.table;
    const since = status === 'playing' && awaited.length === 1 ? awaitedSince(events, awaited[0]) : null;
    return since !== null && now() - new Date(since) >= LONG
      && h('em', {class: 'long', 'aria-live': 'off', title: words.moment(since)}, h('span', {class: 'dash'}, ' – '), words.t('turn-came', {ago: words.distance(since)}));
  }

  focus(key) {
    keyed(this.table.place, key)?.focus({preventScroll: true});
  }

  /** Give the focus to what is to be done next, where what had it is gone. */
  focusNext() {
    if (document.activeElement !== document.body) return;
    this.focusFirst('[data-key="confirm"]', GO, '.hand .card.can', '.over.can, .stall .can', '.next-steps > *');
  }

  /** Lead the focus to the hand as one's turn comes, or to what follows the game, unless something on the page is in use. */
  focusHand() {
    const idle = [document.body, this.table.place, this.doing];
    if (idle.includes(document.activeElement)) this.focusFirst('.hand .card.can', LIT, GO, '.next-steps > *');
  }

  /** Lead the focus to the hand of whoever comes to the table in their turn. */
  focusTurn() {
    const {game} = this.table;
    if (game.status === 'playing' && game.to_act.includes(game.you)) this.focusHand();
  }

  focusFirst(...selectors) {
    const places = selectors.map((each) => this.table.place.querySelector(each));
    (places.find(Boolean) ?? this.doing).focus({preventScroll: true});
  }

  /** Say why something cannot be done, with the ruling that says so. */
  explain({text, url, ruling}) {
    const {notices, words} = this.table;
    notices.say([h('b', {}, words.t('not-possible')), ' ', text, ' ', url && h('a', {href: url}, ruling)], 'bad');
  }

  refused(error) {
    const {notices, sounds} = this.table;
    sounds.play('refused');
    if (error instanceof Refused && error.reason !== null) this.explain(reasonOf(error));
    else notices.problem(error);
  }

  agreeToRules(revision) {
    const {table} = this;
    return table.notices.trying(async () => {
      await table.service.create(`/games/${table.id}/rules`, {revision});
      await table.refresh();
    });
  }
}

/** Say who is awaited, and what the reader is to do, as [who, what]. */
function statusWords(game, {names, words}, players) {
  if (game.starts_at) return [words.t('starts-at', {at: words.moment(game.starts_at)}), null];
  if (game.status === 'open') return [words.t('status.open'), null];
  if (game.status !== 'playing') return [words.t('status.over'), null];
  const {pending, step} = game.state;
  const what = pending ? wordOf(names, pending.type, 'action') : wordOf(names, step, 'step');
  const mine = game.to_act.includes(game.you);
  const who = mine
    ? words.t('your-turn')
    : words.t('waits-for', {count: game.to_act.length, players: words.list(game.to_act.map((seat) => players[seat]))});
  return [who, mine ? what : null];
}
