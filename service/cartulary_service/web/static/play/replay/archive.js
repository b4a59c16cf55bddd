/** Finished games to watch: listed, searched, or opened out of a file. */

import {button, field, h, redraw, select} from '../dom.js';
import {kindInList} from '../game.js';
import {finishedRow} from '../pages/finished-row.js';
import {forAuditors} from '../pages/page-header.js';
import {idOf} from '../players.js';
import {runs} from '../subjects.js';

/** Lists the finished games, for a page that opens what is chosen. */
export class Archive {
  constructor({words, service, notices, load}) {
    Object.assign(this, {words, service, notices, load, games: [], next: null});
    this.list = h('ul', {class: 'opens'});
    this.further = h('p', {});
    this.place = h('div', {class: 'archive'});
  }

  async open() {
    const {words, service} = this;
    const {games} = await service.get('/catalogue');
    this.kinds = new Map(await Promise.all(games.map(async ({id}) => [id, await kindInList(service, words, id)])));
    const file = h('input', {type: 'file', accept: '.ndjson,application/x-ndjson', onchange: () => this.load(file.files[0])});
    const any = ['', words.t('any-game')];
    const filters = h('form', {class: 'fields', onsubmit: (event) => this.search(event), onchange: (event) => event.target.form.requestSubmit()},
      field(words.t('game'), select('game', [any, ...games.map(({id, name}) => [id, name])], '')),
      field(words.t('seats'), select('seats', [['', words.t('any-seats')], ...[2, 3, 4].map((each) => [String(each), words.number(each)])], '')),
      field(words.t('player-handle'), h('input', {name: 'player', autocomplete: 'off', spellcheck: 'false', placeholder: '@', 'data-key': 'player'})));
    redraw(this.place, h('h1', {}, words.t('replay')),
      runs('archive') && h('section', {class: 'panel'}, h('h2', {}, words.t('list.finished')), filters, this.list, this.further),
      forAuditors(words, h('h3', {}, words.t('load')), field(words.t('bundle'), file, words.t('bundle-help'))));
    this.filters = filters;
    if (runs('archive')) await this.read();
  }

  /** Search by what the filters say. */
  async search(event) {
    event.preventDefault();
    await this.notices.trying(() => this.read());
  }

  /** Read a page of games; without a cursor the first one. */
  async read(cursor = null) {
    const asked = await this.question();
    const page = asked === null ? {games: [], next: null} : await this.service.get(`/archive?${new URLSearchParams({...asked, ...(cursor ? {cursor} : {})})}`);
    this.games = cursor ? [...this.games, ...page.games] : page.games;
    this.next = page.next;
    this.draw();
  }

  /** The filters as the archive takes them; null where nobody has that handle. */
  async question() {
    const chosen = Object.fromEntries([...new FormData(this.filters)].filter(([, value]) => value.trim() !== ''));
    if (chosen.player === undefined) return chosen;
    const player = await idOf(this.service, chosen.player);
    return player && {...chosen, player};
  }

  draw() {
    const {words} = this;
    redraw(this.list, this.games.length === 0 ? h('li', {class: 'hint'}, words.t('no-finished')) : this.games.map((game) => this.row(game)));
    redraw(this.further, this.next && button(words.t('more-games'), () => this.notices.trying(() => this.read(this.next)), {'data-key': 'more'}));
  }

  row(game) {
    return finishedRow(game, this.kinds.get(game.game), this.words);
  }
}
