/** What a link to a table leads to, for who does not sit there yet: who invites, to what, and a place to sit down. */

import {button, h, redraw} from '../dom.js';
import {kindOfGame} from '../game.js';
import {comeBack, register} from './account.js';
import {clockFact} from './clock-words.js';
import {DeadEnd} from './dead-end.js';
import {lidOf} from './game-row.js';
import {rulesLink} from './rules-link.js';
import {seatsOf} from './seats.js';
import {sitDown} from './waiting-room.js';

/** The screen for a link to a table, or null where the table itself is to be shown. */
export async function invitationTo(page, id, code) {
  const {service, words} = page;
  const given = code === null ? '' : encodeURIComponent(code);
  const game = await service.get(`/games/${id}${given && `?invite=${given}`}`).catch((error) => {
    if (given && error.status === 404) return null;
    throw error;
  });
  if (game === null) return new DeadEnd(page, words.t('invitation-gone'));
  const isFree = game.seats.some(({player}) => player === null);
  if (given && game.you === null && !isFree && game.vacant_seats.length === 0) return new DeadEnd(page, words.t('seat-taken'), words.t(game.status === 'finished' ? 'status.over' : 'status.goes-on'),
    !game.private && h('a', {href: `#/game/${id}`, class: 'button btn', 'data-key': 'watch-it'}, words.t('watch-it')));
  if (game.you !== null || !isFree || game.rematch_of) return null;
  const invited = given ? await service.get(`/games/${id}/invitation?code=${given}`) : {by: null, seat: null};
  return new Invitation(page, game, invited, code);
}

/** Greets a guest until they sit. */
class Invitation {
  constructor(page, game, invited, code) {
    Object.assign(this, page, {game, invited, code});
  }

  async open() {
    const {words, service, notices, game, me, invited} = this;
    const kind = await kindOfGame(service, words, game.game);
    const {name, editions} = kind.catalogue;
    const title = invited.by ? words.t('invites-you', {player: invited.by.name, game: name}) : words.t('seat-for-you', {game: name});
    const {name: edition} = editions.find(({id}) => id === game.edition);
    document.title = `${title} – Cartulary`;
    redraw(this.place, notices.place,
      h('article', {class: 'box invitation'}, lidOf(kind), h('h1', {}, title),
        h('p', {class: 'facts'}, h('span', {}, edition), h('span', {}, words.t(`box-length.${game.game}`)), clockFact(game, words)),
        h('p', {class: 'says'}, words.t(`box-says.${game.game}`)),
        h('div', {class: 'says'}, seatsOf(game, me, words)),
        me === null ? this.form() : h('div', {class: 'acts'}, button(words.t('sit-down'), () => this.sit(), {class: 'btn go', 'data-key': 'sit-down'})),
        h('div', {class: 'acts'}, rulesLink(words, game.game)),
        me === null && h('div', {class: 'says'}, comeBack(service, words, notices, this.reload))));
  }

  close() {}

  /** Asks for a name, and sits down under it. */
  form() {
    const {words, service} = this;
    const name = h('input', {name: 'name', required: true, maxlength: '40', autocomplete: 'nickname', id: 'your-name', 'data-key': 'name'});
    const begin = (event) => {
      event.preventDefault();
      return this.sit(() => register(service, name.value.trim()));
    };
    return h('form', {class: 'acts', onsubmit: begin}, h('label', {for: 'your-name'}, words.t('your-name')), name,
      h('button', {type: 'submit', class: 'btn go', 'data-key': 'sit-down'}, words.t('sit-down')));
  }

  /** Sit down on the seat that is kept by the invitation, else on the first free one. */
  sit(prepare = async () => {}) {
    const {service, words, game, invited, code} = this;
    return this.notices.trying(async () => {
      await prepare();
      const free = game.seats.find(({player}) => player === null);
      await sitDown({service, words}, game, invited.seat ?? free.seat, code);
      await this.reload();
    });
  }
}
