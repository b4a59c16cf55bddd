/** One's own settings: the account, how one is told, signing in elsewhere, who acts while one is away, whom one does not read. */

import {button, field, h, redraw, select} from '../dom.js';
import {HANDLE, ownToken} from './account.js';
import {forAuditors} from './page-header.js';
import {Profile, RatingChoice, RecoveryCodes, Sessions} from './identity.js';
import {distinguish, idOf, isBot, labelOf, namedLink} from '../players.js';
import {Notices} from './notices.js';
import {askToEnd, cameFrom, endingWith, hasEnded} from './rights.js';
import {Organisers} from './organisers.js';
import {copy} from '../secure-context.js';
import {now} from '../server-time.js';
import {nameDelegate} from '../table/signing.js';
import {runs} from '../subjects.js';

const LINK_MINUTES = 10;
const DAY = 86_400_000;

/** Shows what belongs to a player and to no game. */
export class Settings {
  constructor(page) {
    Object.assign(this, page);
    this.parts = [new Profile(page), ...(runs('ratings') ? [new RatingChoice(page)] : []),
      ...(Notices.isPossible() ? [new Notices(page)] : []), new RecoveryCodes(page), new Sessions(page)];
    this.organisers = runs('organisers') ? new Organisers(page) : null;
    this.link = {address: null, copied: false};
    this.elsewhere = h('section', {class: 'panel', 'aria-labelledby': 'elsewhere'});
    this.away = h('section', {class: 'panel', 'aria-labelledby': 'away'});
    this.mutes = h('section', {class: 'panel', 'aria-labelledby': 'mutes'});
    this.programs = h('section', {class: 'panel', 'aria-labelledby': 'programs'});
  }

  async open() {
    const {words} = this;
    document.title = words.t('settings');
    const parts = this.parts.map(({place}) => place);
    const rest = this.me ? [...parts, this.elsewhere, this.away, runs('mutes') && this.mutes,
      forAuditors(words, ownToken(this), this.ownNumber(), runs('oauth') && this.programs, this.organisers?.place)] : this.signIn();
    redraw(this.place, h('p', {class: 'crumbs'}, h('a', {href: '#/'}, words.t('to-lobby'))), h('h1', {}, words.t('settings')),
      this.notices.place, rest);
    if (!this.me) return;
    const [own, catalogue] = await Promise.all([this.service.get(`/games?player=${this.me.id}&limit=50`), this.service.get('/catalogue')]);
    this.names = Object.fromEntries(catalogue.games.map(({id, name}) => [id, name]));
    this.own = own.games;
    this.met = new Map(own.games.flatMap(({seats}) => seats.flatMap(({player}) => (player && !isBot(player) ? [[player.id, player]] : []))));
    this.met.delete(this.me.id);
    this.drawElsewhere();
    await Promise.all([...this.parts.map((each) => each.draw()), this.drawAway(), this.drawPrograms(), this.organisers?.draw(), this.drawMutes()]);
  }

  close() {}

  /** A link that signs in on another device, once. */
  drawElsewhere() {
    const {words, link} = this;
    const shown = link.address !== null && [
      h('input', {readonly: true, class: 'link', value: link.address, 'data-key': 'sign-in-link', 'aria-label': words.t('sign-in-link')}),
      h('p', {role: 'status'}, words.t('link-until', {at: words.moment(link.until)}), ' ', link.copied && words.t('copied')),
    ];
    redraw(this.elsewhere, h('h2', {id: 'elsewhere'}, words.t('elsewhere')), h('p', {}, words.t('elsewhere-help', {count: LINK_MINUTES})),
      h('div', {class: 'buttons'}, button(words.t('make-link'), () => this.makeLink(), {class: 'main', 'data-key': 'make-link'})), shown);
  }

  makeLink() {
    return this.notices.trying(async () => {
      const {link} = this;
      const end = new Date(now() + LINK_MINUTES * 60_000).toISOString();
      const {token, expires_at: until} = await this.service.create('/me/tokens', {scopes: this.me.token.scopes, rotate_by: end}, {name: 'sign-in-link'});
      const address = new URL('play', document.baseURI);
      address.hash = `#/sign-in/${token}`;
      Object.assign(link, {address: address.href, until, copied: false});
      link.copied = await copy(address.href);
      this.drawElsewhere();
    });
  }

  nameOf(player, handle) {
    return namedLink(this.met.get(player) ?? {id: player, name: player, handle});
  }

  gameOf(id) {
    const game = this.own.find((each) => each.id === id);
    return game ? this.gameWords(game) : id;
  }

  gameWords({game, seats}) {
    return `${this.names[game] ?? game}: ${distinguish(seats.map(({player}) => player), this.words).map((name) => name ?? this.words.t('nobody-yet')).join(' · ')}`;
  }

  /** Who acts for one, and for whom one acts. */
  async drawAway() {
    const {words} = this;
    const {given, received} = await this.service.get('/me/delegations');
    const line = (each, other, handle) => h('li', {}, h('b', {}, this.nameOf(other, handle)), ' ',
      each.game === null ? words.t('all-games') : this.gameOf(each.game), ' ', h('span', {class: 'tag'}, words.t('until', {at: words.moment(each.until)})), ' ',
      button(words.t('end'), () => this.endAway(each.id), {class: 'quiet', 'data-key': `end:${each.id}`}),
      each.origin && h('p', {class: 'hint'}, cameFrom(words, each.origin)));
    redraw(this.away, h('h2', {id: 'away'}, words.t('away')), h('p', {}, words.t('away-help')),
      given.length > 0 && [h('h3', {}, words.t('away-given')), h('ul', {class: 'rows'}, given.map((each) => line(each, each.delegate, each.delegate_handle)))],
      received.length > 0 && [h('h3', {}, words.t('away-received')), h('ul', {class: 'rows'}, received.map((each) => line(each, each.owner, each.owner_handle)))],
      this.awayForm());
  }

  /** The player's number, by which programs name them. */
  ownNumber() {
    return h('p', {class: 'hint'}, this.words.t('your-number'), ' ', h('code', {}, this.me.id));
  }

  awayForm() {
    const {words} = this;
    const known = [...this.met].map(([id, player]) => [id, labelOf(player)])
      .sort(([, one], [, other]) => one.localeCompare(other, words.language));
    const handle = h('input', {name: 'delegate-handle', autocomplete: 'off', spellcheck: 'false', placeholder: '@', pattern: HANDLE, required: true});
    const byHandle = field(words.t('player-handle'), handle);
    const who = select('delegate', [['', words.t('by-handle')], ...known], '', () => ask());
    const until = h('input', {type: 'datetime-local', name: 'until', required: true, value: local(now() + 7 * DAY), min: local(now())});
    const running = this.own.filter(({status}) => status === 'playing');
    const free = (delegate) => running.filter(({seats}) => seats.every(({player}) => player?.id !== delegate));
    const where = select('delegated', [], '');
    const ask = () => {
      const choices = [['', words.t('all-games')], ...free(who.value).map((game) => [game.id, this.gameWords(game)])];
      where.replaceChildren(...choices.map(([value, said]) => h('option', {value}, said)));
      byHandle.hidden = who.value !== '';
      handle.disabled = byHandle.hidden;
    };
    ask();
    const submit = (event) => {
      event.preventDefault();
      return this.notices.trying(async () => {
        const player = who.value || await idOf(this.service, handle.value);
        if (player === null) return this.notices.say(words.t('no-such-player', {handle: handle.value.trim().replace(/^@/, '')}), 'bad');
        const wish = {player, until: new Date(until.value).toISOString(), game: where.value || null};
        const games = wish.game ? [wish.game] : free(player).map(({id}) => id);
        // First: a delegation that stands could not be asked for again where a seat that signs has not named anybody yet.
        for (const id of games) await nameDelegate(this.service, words, id, player);
        await this.service.create('/me/delegations', wish);
        return this.drawAway();
      });
    };
    return h('form', {onsubmit: submit}, h('div', {class: 'fields'}, field(words.t('delegate'), who), byHandle,
      field(words.t('delegate-until'), until), field(words.t('delegate-where'), where)),
    h('button', {type: 'submit', 'data-key': 'delegate-now'}, words.t('delegate-now')));
  }

  endAway(id) {
    return this.notices.trying(async () => {
      await this.service.remove(`/me/delegations/${id}`);
      await this.drawAway();
    });
  }

  /** The programs that the player has let act. */
  async drawPrograms() {
    const {words} = this;
    if (!runs('oauth')) return;
    const {consents} = await this.service.get('/me/consents');
    const end = (id) => this.notices.trying(async () => {
      if (!await askToEnd(this, (rights) => endingWith(rights, id))) return;
      const answer = await this.service.remove(`/me/consents/${id}`);
      await this.reload(hasEnded(words, answer));
    });
    const rows = consents.map(({id, client, scopes, origin, expires_at: at}) => h('li', {}, h('b', {}, client.name), ' ',
      h('span', {class: 'tag'}, words.t('program-until', {at: words.moment(at)})), ' ',
      button(words.t('end'), () => end(id), {class: 'quiet', 'data-key': `end:${id}`, 'aria-label': words.t('end-program', {program: client.name})}),
      origin && h('p', {class: 'hint'}, cameFrom(words, origin)), h('ul', {}, scopes.map((scope) => h('li', {}, words.t(`scope.${scope}`))))));
    redraw(this.programs, h('h2', {id: 'programs'}, words.t('programs')), h('p', {}, words.t('programs-help')),
      rows.length === 0 ? h('p', {class: 'hint'}, words.t('no-programs')) : h('ul', {class: 'rows'}, rows));
  }

  /** Whom one does not read. */
  async drawMutes() {
    const {words} = this;
    if (!runs('mutes')) return;
    const {mutes} = await this.service.get('/me/mutes');
    const names = distinguish(mutes.map(({player}) => player), words);
    const unmute = (id) => this.notices.trying(async () => {
      await this.service.remove(`/me/mutes/${id}`);
      await this.drawMutes();
    });
    redraw(this.mutes, h('h2', {id: 'mutes'}, words.t('mutes')), h('p', {}, words.t('mutes-help')),
      mutes.length === 0 ? h('p', {class: 'hint'}, words.t('no-mutes')) : h('ul', {class: 'rows'}, mutes.map(({player, at, blocked}, place) =>
        h('li', {}, h('b', {}, namedLink(player)), ' ', h('time', {datetime: at}, words.moment(at)), ' ', blocked && h('span', {class: 'tag'}, words.t('blocked')), ' ',
          button(words.t('unmute'), () => unmute(player.id), {'data-key': `unmute:${player.id}`, 'aria-label': words.t('unmute-whom', {player: names[place]})})))));
  }
}

/** A moment as a field for date and time takes it. */
function local(milliseconds) {
  const zone = new Date(milliseconds).getTimezoneOffset() * 60_000;
  return new Date(milliseconds - zone).toISOString().slice(0, 16);
}
