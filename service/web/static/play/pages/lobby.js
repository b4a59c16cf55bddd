/** The lobby: one's turns first, then open games, one's own, and finished ones. */

import {button, h, redraw, select} from '../dom.js';
import {icon} from '../cards/art.js';
import {entropy} from '../api.js';
import {named} from '../players.js';

const AGAIN = 10_000;
export const BOTS = ['greedy', 'random', 'search-1', 'search-2', 'search-3'];

/** A bot's strategy in words. */
export function botWords(strategy, words) {
  return words.has(`bot.${strategy}`) ? words.t(`bot.${strategy}`) : strategy;
}

/** The edition in the reader's language, else the first. */
export function editionFor(language, editions) {
  return editions.includes(language) ? language : editions[0];
}

/** Shows the lobby until it is closed. */
export class Lobby {
  constructor(page) {
    Object.assign(this, page);
    this.lists = h('div', {class: 'lists'});
    this.cursors = {};
    this.pages = {open: [], finished: []};
  }

  async open() {
    const {words} = this;
    this.catalogue = await this.service.get('/catalogue');
    this.names = Object.fromEntries(this.catalogue.games.map(({id, name}) => [id, name]));
    const {token} = this.service;
    redraw(this.place, h('h1', {}, words.t('lobby')), this.notices.place,
      token === null ? [h('p', {class: 'lead'}, words.t('welcome')), this.signIn()] : this.begin(),
      this.lists);
    await this.refresh();
    this.timer = setInterval(() => document.hidden || this.refresh(), AGAIN);
  }

  close() {
    clearInterval(this.timer);
  }

  /** Play at once against a bot, or set up a game. */
  begin() {
    const {words} = this;
    let strategy = 'greedy';
    const choice = select('bot', BOTS.map((each) => [each, botWords(each, words)]), strategy, (event) => {
      strategy = event.target.value;
    });
    const play = (game) => this.notices.trying(() => this.quick(game, strategy));
    return h('section', {class: 'panel'}, h('h2', {}, words.t('play-now')),
      h('label', {class: 'field'}, h('span', {}, words.t('opponent')), choice),
      h('div', {class: 'buttons'}, this.catalogue.games.map(({id, name}) =>
        button([icon('play'), name], () => play(id), {class: 'main', 'data-key': `quick:${id}`}))),
      h('p', {}, h('a', {href: '#/new', class: 'button'}, words.t('set-up'))));
  }

  /** A game for two against a bot, begun at once. */
  async quick(game, bot) {
    const {editions} = this.catalogue.games.find(({id}) => id === game);
    const made = await this.service.post('/games', {game, seats: 2, edition: editionFor(this.words.language, editions)});
    await this.service.post(`/games/${made.id}/seats`, {entropy: entropy()});
    await this.service.post(`/games/${made.id}/seats`, {bot});
    location.hash = `#/game/${made.id}`;
  }

  /** Read all lists again. */
  async refresh() {
    const {service} = this;
    const mine = this.me ? `&player=${this.me.id}` : null;
    const nothing = {games: []};
    try {
      const [turns, open, own, finished] = await Promise.all([
        mine ? service.get('/me/turns') : nothing,
        service.get('/games?status=open&limit=20'),
        mine ? service.get(`/games?status=playing&limit=50${mine}`) : nothing,
        service.get('/games?status=finished&limit=20'),
      ]);
      this.found = {turns: turns.games, open: open.games, own: own.games, finished: finished.games};
      this.cursors = {open: open.cursor, finished: finished.cursor};
      this.draw();
    } catch (error) {
      this.notices.problem(error);
    }
  }

  async more(list) {
    await this.notices.trying(async () => {
      const next = await this.service.get(`/games?status=${list}&limit=20&cursor=${encodeURIComponent(this.cursors[list])}`);
      this.found[list].push(...next.games);
      this.cursors[list] = next.cursor;
      clearInterval(this.timer);
      this.draw();
    });
  }

  draw() {
    const {words} = this;
    const {turns, open, own, finished} = this.found;
    const waiting = new Set(turns.map(({id}) => id));
    const others = own.filter(({id}) => !waiting.has(id));
    redraw(this.lists,
      this.me && this.list('turns', turns, words.t('no-turns')),
      others.length > 0 && this.list('own', others, ''),
      this.list('open', open, words.t('no-open')),
      this.list('finished', finished, words.t('no-finished')));
    document.title = turns.length > 0 ? `(${turns.length}) ${words.t('lobby')}` : words.t('lobby');
  }

  list(name, games, none) {
    const {words} = this;
    return h('section', {class: 'panel', 'aria-labelledby': `list-${name}`},
      h('h2', {id: `list-${name}`}, words.t(`list.${name}`), ' ', h('span', {class: 'times'}, games.length)),
      games.length === 0 ? h('p', {class: 'hint'}, none) : h('ul', {class: 'games'}, games.map((game) => this.line(game))),
      this.cursors[name] && button(words.t('more-games'), () => this.more(name), {'data-key': `more:${name}`}));
  }

  /** A game in a list. */
  line(game) {
    const {words} = this;
    const over = game.status === 'finished';
    const players = game.seats.map(({player}, seat) => [seat > 0 && ' · ', player ? named(player) : words.t('nobody-yet')]);
    const href = over ? `replay?game=${game.id}&lang=${words.language}` : `#/game/${game.id}`;
    const free = game.seats.filter(({player}) => player === null).length;
    return h('li', {}, h('a', {href, 'data-key': `game:${game.id}`},
      h('b', {}, this.names[game.game] ?? game.game), h('span', {class: 'names'}, players)),
      h('span', {class: 'small'},
        game.status === 'open' && h('span', {class: 'tag'}, words.t('free-seats', {count: free})),
        over && h('span', {class: 'tag'}, words.t('watch')),
        game.deadline && h('span', {class: 'tag'}, icon('clock'), words.distance(game.deadline)),
        h('time', {datetime: game.updated_at}, words.moment(game.updated_at))));
  }
}
