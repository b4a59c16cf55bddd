/** The lobby: one's turns first, then the games that wait for others, open tables and finished games. */

import {drawing, icon} from '../cards/art.js';
import {h, button, redraw, select, update} from '../dom.js';
import {kindOfGame} from '../game.js';
import {isGuest, nameGuest} from './account.js';
import {adviseRecovery} from './recovery-advice.js';
import {playBot} from './bot-game.js';
import {BOTS, USUAL_BOT, botWords} from './bots.js';
import {gameRow, hasFreeSeat, titleOf, worthWatching} from './game-row.js';
import {learnByPlaying} from './guided-game.js';
import {seatsOf} from './seats.js';
import {TableFilters, paceWords} from './table-filters.js';
import {withBotWords} from '../players.js';
import {ownEnd} from '../results.js';
import {runs} from '../subjects.js';
import {unreadOf} from '../unread.js';
import {LANGUAGES} from '../words.js';

const AGAIN = 10_000;
/** Rows beyond these stand without score and news, which take two requests each. */
const MOST_READ = 20;
const MOST_TOLD = 500;
/** Games to watch, of which some may be one's own. */
const WATCHED = 6;
/** With more open tables than these there are filters. */
const FEW = 4;

/** Shows the lobby until it is closed. */
export class Lobby {
  constructor(page) {
    Object.assign(this, page);
    this.mine = h('div', {class: 'mine'});
    this.watched = h('div', {class: 'watched'});
    this.others = h('div', {class: 'others'});
    this.advice = h('div', {class: 'advice'});
    this.more = {open: {games: [], cursor: null}, finished: {games: [], cursor: null}};
    this.read = new Map();
  }

  async open() {
    const {words, service} = this;
    this.place.classList.add('lobby');
    this.catalogue = await service.get('/catalogue');
    this.kinds = new Map(await Promise.all(this.catalogue.games.map(async ({id}) => [id, await kindOfGame(service, words, id)])));
    const {findingForm} = await import('./find-opponent.js');
    this.filters = new TableFilters(words, this.kinds, () => this.filter());
    redraw(this.place, h('h1', {class: 'unseen'}, words.t('lobby')), this.notices.place,
      this.advice, h('div', {class: 'left'}, this.mine, findingForm(this, this.catalogue), this.watched),
      h('aside', {class: 'side'}, this.begin(), isGuest(this.me) && nameGuest(service, words, this.notices, this.reload)), this.others);
    await this.refresh();
    this.timer = setInterval(() => document.hidden || this.refresh(), AGAIN);
  }

  close() {
    clearInterval(this.timer);
  }

  /** Play at once against a bot, or set up a game. */
  begin() {
    const {words} = this;
    let strategy = USUAL_BOT;
    const choice = select('bot', BOTS.map((each) => [each, botWords(each, words)]), strategy, (event) => {
      strategy = event.target.value;
    });
    const play = (game) => this.notices.trying(() => playBot(this.service, this.catalogue, game, words, strategy));
    return h('section', {class: 'panel'}, h('h2', {}, words.t('play-now')),
      h('div', {class: 'quick'}, [...this.kinds.values()].map((kind) => {
        const {classes, art, box, ground} = kind.layout.cover(kind, 0);
        const {id, name} = kind.catalogue;
        return h('div', {},
          h('button', {type: 'button', class: `small-lid ${classes}`, onclick: () => play(id), 'data-key': `quick:${id}`},
            drawing(ground, 'ground', '0 0 100 100', {preserveAspectRatio: 'xMidYMid slice'}), drawing(art, 'main', box), h('b', {}, name)),
          kind.layout.loadGuide && button(words.t('guide.begin'), () => this.notices.trying(() => learnByPlaying(this.service, kind)),
            {class: 'btn', 'data-key': `guided:${id}`, 'aria-label': words.t('guide.begin-game', {game: name})}));
      })),
      h('label', {class: 'field'}, h('span', {}, words.t('opponent')), choice),
      h('p', {}, h('a', {href: '#/new', class: 'button btn'}, words.t('set-up'))));
  }

  /** Read all lists again. */
  async refresh() {
    const {service, me} = this;
    const filters = this.filters.query();
    try {
      const own = (status) => service.get(`/games?status=${status}&limit=50&player=${me.id}`);
      const [turns, invited, playing, waiting, open, vacant, finished] = await Promise.all([service.get('/me/turns'), service.get('/me/invites'), own('playing'), own('open'),
        service.get(`/games?status=open&limit=20${filters}`), service.get('/games?substitute=true&limit=5'), own('finished')]);
      if (filters !== this.filters.query()) return;
      const awaited = new Set(turns.games.map(({id}) => id));
      this.found = {turns: turns.games, invites: invited.invites, playing: playing.games.filter(({id}) => !awaited.has(id)).sort(byDeadline), waiting: waiting.games,
        open: [...open.games, ...this.more.open.games].filter((game) => hasFreeSeat(game) && game.seats.every(({player}) => player?.id !== me.id)),
        watched: this.found?.watched ?? [],
        vacant: vacant.games.filter(({seats}) => seats.every(({player}) => player?.id !== me.id)),
        finished: [...finished.games, ...this.more.finished.games]};
      this.cursors = {open: this.more.open.cursor ?? open.next, finished: this.more.finished.cursor ?? finished.next};
      this.found.watched = await this.gamesToWatch();
      this.draw();
      await this.readGames([...this.found.turns, ...this.found.playing, ...this.found.watched].slice(0, MOST_READ));
      this.draw();
    } catch (error) {
      this.notices.problem(error);
    }
  }

  /** Games of others that are being played, where no table is open. */
  async gamesToWatch() {
    const {service, me, found: {open}} = this;
    if (open.length > 0) return [];
    return worthWatching(service, WATCHED, ({seats}) => seats.every(({player}) => player?.id !== me.id));
  }

  /** Read how each game stands, and what has happened there, if it has gone on. */
  async readGames(games) {
    const {service} = this;
    await Promise.all(games.filter(({id, version}) => this.read.get(id)?.version !== version).map(async ({id, version}) => {
      const told = runs('narration') ? service.get(`/games/${id}/since?after=${Math.max(0, version - MOST_TOLD)}&limit=${MOST_TOLD}`) : {plies: []};
      const [seen, since] = await Promise.all([service.get(`/games/${id}`), told]);
      this.read.set(id, {version, seen, news: this.newsOf(since, seen)});
    }));
  }

  /** The first sentence of the latest ply that is told, or null. A wish to take back, which may have been declined, is none. */
  newsOf({plies}, {game: kind, seats, takes_back: wishes}) {
    const [told = null] = plies.slice(0, plies.length - wishes.length).findLast(({words}) => words.length > 0)?.words ?? [];
    // That somebody sat down is no news of a game that has begun.
    if (told?.endsWith(this.kinds.get(kind).catalogue.phrases.SeatTaken)) return null;
    return told && withBotWords(told, seats.map(({player}) => player), this.words);
  }

  /** Read the open tables that fit the filters, from the first page on. */
  async filter() {
    this.more.open = {games: [], cursor: null};
    await this.refresh();
  }

  /** Show the next page of a list, which goes on being refreshed. */
  async showMore(list) {
    await this.notices.trying(async () => {
      const asked = list === 'finished' ? `&player=${this.me.id}` : this.filters.query();
      const page = await this.service.get(`/games?status=${list}&limit=20${asked}&cursor=${encodeURIComponent(this.cursors[list])}`);
      if (list === 'open' && asked !== this.filters.query()) return;
      Object.assign(this.more[list], {games: [...this.more[list].games, ...page.games], cursor: page.next ?? ''});
      await this.refresh();
    });
  }

  draw() {
    const {words} = this;
    const {turns, invites, playing, waiting, open, vacant, finished, watched} = this.found;
    update(this.advice, finished.length > 0 && adviseRecovery(this.me, words, () => this.draw()));
    update(this.mine, invites.length > 0 && this.invitations(invites), this.rows('turns', turns, true, words.t('no-turns')),
      [...playing, ...waiting].length > 0 && this.rows('own', [...playing, ...waiting], false));
    update(this.watched, watched.length > 0 && this.rows('playing', watched, false));
    update(this.others, this.list('open', open, words.t(this.filters.isSet ? 'no-open-fits' : 'no-open')),
      vacant.length > 0 && this.list('vacant', vacant, ''), this.list('finished', finished, words.t('no-finished-own')));
    document.title = turns.length > 0 ? `(${turns.length}) ${words.t('lobby')}` : words.t('lobby');
  }

  /** One's own games, a row each. */
  rows(name, games, mine, none = '') {
    const {words, me} = this;
    return h('section', {'data-key': `list:${name}`, 'aria-labelledby': `list-${name}`},
      h('h2', {id: `list-${name}`}, words.t(`list.${name}`), ' ', games.length > 0 && h('span', {class: `dot ${mine ? '' : 'calm'}`}, games.length)),
      games.length === 0 ? h('p', {class: 'none'}, none) : h('ol', {class: 'rows'}, games.map((game) =>
        gameRow({game, kind: this.kinds.get(game.game), me, words, mine, ...this.read.get(game.id)}))));
  }

  /** Who invites one by name. */
  invitations(invites) {
    const {words, service} = this;
    const decline = (id) => this.notices.trying(async () => {
      await service.remove(`/me/invites/${id}`);
      await this.refresh();
    });
    return h('section', {class: 'panel', 'data-key': 'list:invites', 'aria-labelledby': 'list-invites'},
      h('h2', {id: 'list-invites'}, words.t('list.invites'), ' ', h('span', {class: 'dot'}, invites.length)),
      h('ul', {class: 'opens'}, invites.map(({id, game, kind, by, expires_at: until}) => h('li', {'data-key': `invite:${id}`},
        h('div', {}, h('b', {}, words.t('invites-you', {player: by.name, game: this.kinds.get(kind)?.catalogue.name ?? kind})),
          h('time', {datetime: until}, words.t('until', {at: words.moment(until)}))),
        h('div', {class: 'buttons'}, h('a', {href: `#/game/${game}`, class: 'button btn go', 'data-key': `invited:${id}`}, words.t('see-table')),
          button(words.t('decline'), () => decline(id), {class: 'quiet', 'data-key': `decline:${id}`}))))));
  }

  named(game) {
    const kind = this.kinds.get(game.game);
    return kind ? titleOf(game, kind) : game.game;
  }

  /** Edition and pace of a table. */
  terms({game, edition, pace}) {
    const editions = this.kinds.get(game)?.catalogue.editions ?? [];
    const said = [editions.length > 1 && editions.find(({id}) => id === edition)?.name, pace !== 'none' && `${this.words.t('clock')}: ${paceWords(pace, this.words)}`].filter(Boolean);
    return said.length > 0 && h('p', {class: 'terms-of'}, said.join(' · '));
  }

  /** How a finished game ended for the reader. */
  endOf(game) {
    const kind = this.kinds.get(game.game);
    return kind ? ownEnd(game, this.me, kind) : null;
  }

  /** A short list beside them. */
  list(name, games, none) {
    const {words, me} = this;
    const over = name === 'finished';
    return h('section', {class: 'panel', 'data-key': `list:${name}`, 'aria-labelledby': `list-${name}`},
      h('h2', {id: `list-${name}`}, words.t(`list.${name}`), ' ', h('span', {class: 'dot calm'}, games.length)),
      name === 'open' && (this.filters.isSet || games.length > FEW) && this.filters.draw(),
      games.length === 0 ? h('p', {class: 'hint'}, none) : h('ul', {class: 'opens'}, games.map((game) => h('li', {'data-key': `row:${game.id}`},
        h('div', {}, h('b', {}, over && this.endOf(game)?.outcome === 'won' && icon('crown'), this.named(game), ' ', unreadOf(game, words)), seatsOf(game, me, words),
          over && h('p', {class: 'terms-of'}, this.endOf(game)?.text),
          !over && this.terms(game),
          !over && game.language !== null && h('span', {class: 'tag', lang: game.language}, LANGUAGES[game.language]), ' ',
          game.tag !== null && h('span', {class: 'tag'}, `#${game.tag}`), ' ',
          !over && game.min_reliability !== null && h('span', {class: 'tag'}, words.t('reliability-from', {value: game.min_reliability})), ' ',
          h('time', {datetime: game.updated_at, title: words.moment(game.updated_at)}, words.distance(game.updated_at))),
        h('a', {href: over ? `replay?game=${game.id}&lang=${words.language}` : `#/game/${game.id}`, class: 'button btn', 'data-key': `game:${game.id}`},
          words.t({open: 'see-table', vacant: 'look', finished: 'replay'}[name]))))),
      this.cursors[name] && button(words.t('more-games'), () => this.showMore(name), {'data-key': `more:${name}`}));
  }
}

/** Games with a deadline first, the earliest of them before the others. */
function byDeadline(one, other) {
  return (one.deadline ?? '~').localeCompare(other.deadline ?? '~');
}
