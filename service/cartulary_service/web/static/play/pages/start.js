/** The start page: the two games as boxes, a name to begin with, tables to join and games to watch. */

import {icon} from '../cards/art.js';
import {button, h, redraw} from '../dom.js';
import {kindOfGame} from '../game.js';
import {comeBack, register} from './account.js';
import {playBot} from './bot-game.js';
import {gameRow, lidOf, worthWatching} from './game-row.js';
import {learnByPlaying} from './guided-game.js';
import {forAuditors} from './page-header.js';
import {rulesLink} from './rules-link.js';
import {seatsOf} from './seats.js';
import {becomeGuest} from './signed-in.js';

const LISTED = 5;
const WATCHED = 3;
const PROOFS = [['shield', 'proof-shuffle'], ['clock', 'proof-clock'], ['undo', 'proof-replay']];

/** Shows the start page until it is closed. */
export class Start {
  constructor(page) {
    Object.assign(this, page);
    this.lists = h('div', {class: 'watch'});
  }

  async open() {
    const {words, service} = this;
    document.title = 'Cartulary';
    this.place.classList.add('start');
    this.catalogue = await service.get('/catalogue');
    this.kinds = await Promise.all(this.catalogue.games.map(({id}) => kindOfGame(service, words, id)));
    redraw(this.place, this.notices.place, h('div', {class: 'lead'}, h('h1', {}, words.t('start-title')), h('p', {}, words.t('start-lead'))),
      h('div', {class: 'boxes'}, this.kinds.map((kind) => this.box(kind))), this.nameBox(),
      h('ol', {class: 'proofs'}, PROOFS.map(([sign, key]) => h('li', {}, icon(sign, ''), h('p', {}, h('b', {}, words.t(key)), words.t(`${key}-help`))))),
      this.lists, forAuditors(words));
    await this.listTables();
  }

  close() {}

  nameBox() {
    const {words, service, notices, reload} = this;
    const name = h('input', {name: 'name', required: true, maxlength: '40', autocomplete: 'nickname', 'data-key': 'name', id: 'your-name'});
    const begin = (event) => {
      event.preventDefault();
      return notices.trying(async () => {
        await register(service, name.value.trim());
        await reload();
      });
    };
    return h('section', {class: 'panel name-box', 'aria-label': words.t('who-are-you')},
      h('form', {onsubmit: begin}, h('label', {for: 'your-name'}, words.t('your-name')),
        h('div', {class: 'row'}, name, h('button', {type: 'submit', class: 'btn go', 'data-key': 'register'}, words.t('register')))),
      comeBack(service, words, notices, reload));
  }

  /** A game as the box that it comes in. */
  box(kind) {
    const {words, catalogue: {games}} = this;
    const {id, name} = kind.catalogue;
    const {seats, editions} = games.find((each) => each.id === id);
    const facts = [words.t('box-players', {least: Math.min(...seats), most: Math.max(...seats)}), words.t(`box-length.${id}`),
      editions.length > 1 && words.t('box-editions', {count: editions.length}), words.t('box-teams')];
    return h('article', {class: 'box', 'data-key': `box:${id}`},
      lidOf(kind, h('h2', {}, name, h('small', {}, words.t(`box-motto.${id}`)))),
      h('div', {class: 'acts'}, button(words.t('play-bot-now'), () => this.playBot(id), {class: 'btn go', 'data-key': `quick:${id}`}),
        kind.layout.loadGuide && button(words.t('guide.begin'), () => this.learn(kind), {class: 'btn', 'data-key': `guided:${id}`}),
        h('a', {href: `#/opponent/${id}`, class: 'button btn', 'data-key': `opponent:${id}`}, words.t('find-opponent')),
        h('a', {href: `#/new/${id}`, class: 'button btn', 'data-key': `invite-people:${id}`}, words.t('invite-people')),
        rulesLink(words, id)),
      h('p', {class: 'facts'}, facts.filter(Boolean).map((each) => h('span', {}, each))),
      h('p', {class: 'says'}, words.t(`box-says.${id}`)));
  }

  /** Play the guided first game: as a guest, who can be named later. */
  learn(kind) {
    const {words, service, notices} = this;
    return notices.trying(async () => {
      await becomeGuest(service, words);
      await learnByPlaying(service, kind);
    });
  }

  /** Play at once: as a guest, who can be named later. */
  playBot(id) {
    const {words, service, notices} = this;
    return notices.trying(async () => {
      await becomeGuest(service, words);
      await playBot(service, this.catalogue, id, words);
    });
  }

  /** Games to watch, as they stand now, and tables to join. */
  async listTables() {
    const {words, service} = this;
    const [playing, open] = await Promise.all([worthWatching(service, WATCHED), service.get(`/games?status=open&limit=${LISTED}`)]);
    const boards = await Promise.all(playing.map(({id}) => service.get(`/games/${id}`).catch(() => null)));
    const kindOf = ({game}) => this.kinds.find(({catalogue}) => catalogue.id === game);
    redraw(this.lists,
      this.list('list.playing', 'rows', playing.map((game, nth) => gameRow({game, kind: kindOf(game), me: null, words, seen: boards[nth]}))),
      this.list('list.open', 'opens', open.games.map((game) => h('li', {}, h('div', {}, h('b', {}, kindOf(game).catalogue.name), seatsOf(game, null, words)),
        h('a', {href: `#/game/${game.id}`, class: 'button btn', 'data-key': `game:${game.id}`}, words.t('look'))))));
  }

  /** A list under its title; nothing where it is empty. */
  list(title, look, rows) {
    return rows.length > 0 && h('section', {class: 'panel'}, h('h2', {}, this.words.t(title)), h('ul', {class: look}, rows));
  }
}
