/** A player's page: who it is, what they have played and won, and their games to watch. */

import {icon} from '../cards/art.js';
import {button, h, redraw} from '../dom.js';
import {kindOfGame} from '../game.js';
import {wordOf} from '../narration.js';
import {calledBy, isBot, named} from '../players.js';
import {runs} from '../subjects.js';
import {finishedRow} from './finished-row.js';
import {coverOf} from './game-row.js';
import {seatsOf} from './seats.js';

const LISTED = 20;

/** Shows a player until it is closed. */
export class PlayerPage {
  constructor(page, id) {
    Object.assign(this, page, {id, finished: [], next: null});
    this.list = h('ul', {class: 'opens'});
    this.blocking = h('span', {});
    this.further = h('p', {});
  }

  async open() {
    const {words, service, id} = this;
    const [player, catalogue, playing] = await Promise.all([service.get(`/players/${id}`), service.get('/catalogue'),
      service.get(`/games?status=playing&player=${id}&limit=${LISTED}`)]);
    this.kinds = new Map(await Promise.all(catalogue.games.map(async (each) => [each.id, await kindOfGame(service, words, each.id)])));
    document.title = `${calledBy(player, words)} – Cartulary`;
    this.place.classList.add('player');
    const others = playing.games.filter(({seats}) => seats.every(({player: seated}) => seated === null || seated.id !== this.me?.id));
    redraw(this.place, h('p', {class: 'crumbs'}, h('a', {href: '#/'}, words.t('to-lobby'))), this.head(player), this.notices.place,
      this.counts(player), player.reliability.games_counted > 0 && this.reliability(player.reliability), others.length > 0 && this.running(others),
      h('section', {class: 'panel', 'aria-labelledby': 'finished'}, h('h2', {id: 'finished'}, words.t('list.finished')), this.list, this.further));
    await Promise.all([this.read(), this.drawBlocking()]);
  }

  close() {}

  head(player) {
    const {words, me} = this;
    return h('header', {class: 'player-head'}, h('h1', {}, isBot(player) ? calledBy(player, words) : named(player)),
      h('p', {class: 'tags'}, player.bot && h('span', {class: 'tag'}, icon('bot'), words.t('program-plays')),
        h('span', {class: 'tag'}, words.t('player-since', {at: words.day(player.since)})),
        player.id === me?.id && h('a', {href: '#/me'}, words.t('settings')), this.blocking));
  }

  /** Block the player, who is then muted too, or take that back. */
  async drawBlocking() {
    const {words, service, me, id} = this;
    if (me === null || me.id === id || !runs('mutes')) return;
    const {mutes} = await service.get('/me/mutes');
    const blocked = mutes.some(({player, blocked: yes}) => yes && player.id === id);
    const change = () => this.notices.trying(async () => {
      await (blocked ? service.remove(`/me/mutes/${id}`) : service.put(`/me/mutes/${id}`, {blocked: true}));
      await this.drawBlocking();
    });
    redraw(this.blocking, blocked && h('span', {class: 'tag', role: 'status'}, words.t('blocked-help')),
      button(words.t(blocked ? 'unblock' : 'block'), change, {class: 'quiet', 'data-key': 'block', title: words.t('block-help')}));
  }

  /** A panel for each kind of game: how many were finished and won, in which ways, and by the number of players. */
  counts({games, results, ratings}) {
    const {words} = this;
    return h('section', {class: 'played', 'aria-label': words.t('played')},
      games.length === 0 ? h('p', {class: 'none'}, words.t('no-finished')) : games.map(({game, finished, won, won_by: ways}) => {
        const kind = this.kinds.get(game);
        return h('article', {class: 'panel', 'data-key': `played:${game}`}, coverOf(kind, kind, 0),
          h('div', {}, h('h2', {}, kind.catalogue.name),
            h('p', {}, h('b', {}, words.t('games-finished', {count: finished})), ' · ', h('b', {}, words.t('games-won', {count: won}))),
            won > 0 && h('ul', {class: 'tags'}, Object.entries(ways).map(([way, count]) =>
              h('li', {class: 'tag'}, icon('crown'), wordOf(kind.names, way, 'result'), ' ', h('b', {}, words.number(count))))),
            ratings.filter((each) => each.game === game).map(({value, uncertainty}) =>
              h('p', {class: 'rating'}, h('b', {}, words.t('rating', {value, uncertainty})))),
            h('ul', {class: 'by-seats'}, results.filter((each) => each.game === game).map(({seats, won: wins, drawn, lost}) =>
              h('li', {}, words.t('seats-results', {count: seats, won: wins, drawn, lost}))))));
      }));
  }

  /** How reliable the player is, what that means, and what it is worked out from. */
  reliability(told) {
    const {words} = this;
    const counts = {'turns-in-time': told.turns_in_time, 'turns-late': told.turns_late, 'games-left': told.games_left,
      'games-timed-out': told.games_timed_out, 'games-counted': told.games_counted};
    return h('section', {class: 'panel reliability', 'aria-labelledby': 'reliability'},
      h('h2', {id: 'reliability'}, words.t('reliability')),
      told.value === null ? h('p', {class: 'hint'}, words.t('reliability-unknown'))
        : h('p', {class: 'of-100'}, h('meter', {min: 0, max: 100, value: told.value, 'aria-hidden': 'true'}),
          h('b', {}, words.t('reliability-of', {value: told.value}))),
      h('p', {class: 'hint'}, words.t('reliability-help')),
      h('ul', {class: 'tags'}, Object.entries(counts).map(([key, count]) =>
        h('li', {class: 'tag'}, words.t(key), ' ', h('b', {}, words.number(count))))));
  }

  /** Games under way, to look at. */
  running(games) {
    const {words, me} = this;
    return h('section', {class: 'panel', 'aria-labelledby': 'running'}, h('h2', {id: 'running'}, words.t('list.playing')),
      h('ul', {class: 'opens'}, games.map((game) => h('li', {'data-key': `row:${game.id}`},
        h('div', {}, h('b', {}, this.kinds.get(game.game).catalogue.name), seatsOf(game, me, words)),
        h('a', {href: `#/game/${game.id}`, class: 'button btn', 'data-key': `game:${game.id}`}, words.t('look'))))));
  }

  /** Read the next page of finished games. */
  async read() {
    const {words, service, id} = this;
    if (!runs('archive')) return;
    const page = await service.get(`/archive?${new URLSearchParams({player: id, limit: LISTED, ...(this.next ? {cursor: this.next} : {})})}`);
    this.finished.push(...page.games);
    this.next = page.next;
    redraw(this.list, this.finished.length === 0 ? h('li', {class: 'hint'}, words.t('no-finished'))
      : this.finished.map((game) => finishedRow(game, this.kinds.get(game.game), words)));
    redraw(this.further, this.next && button(words.t('more-games'), () => this.notices.trying(() => this.read()), {'data-key': 'more'}));
  }
}
