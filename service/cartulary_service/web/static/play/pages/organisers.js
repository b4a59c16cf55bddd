/** Organisers who may seat the player at tables, among one's own settings. */

import {button, field, h, redraw} from '../dom.js';
import {distinguish, idOf, namedLink} from '../players.js';

/** Shows consents to organisers, takes new ones and withdraws them. */
export class Organisers {
  constructor({words, service, notices}) {
    Object.assign(this, {words, service, notices});
    this.place = h('section', {class: 'panel', 'aria-labelledby': 'organisers'});
  }

  async draw() {
    const {words} = this;
    const {organisers} = await this.service.get('/me/organisers');
    const names = distinguish(organisers.map(({player}) => player), words);
    const row = ({player, at}, nth) =>
      h('li', {}, h('b', {}, namedLink(player)), ' ', h('time', {datetime: at}, words.moment(at)), ' ',
        button(words.t('withdraw-consent'), () => this.withdraw(player.id), {
          'data-key': `withdraw-consent:${player.id}`,
          'aria-label': words.t('withdraw-consent-to', {player: names[nth]}),
        }));
    redraw(
      this.place,
      h('h2', {id: 'organisers'}, words.t('organisers')),
      h('p', {}, words.t('organisers-help')),
      organisers.length === 0 ? h('p', {class: 'hint'}, words.t('no-organisers')) : h('ul', {class: 'rows'}, organisers.map(row)),
      this.form(),
    );
  }

  /** Consents to an organiser by handle. */
  form() {
    const {words} = this;
    const handle = h('input', {name: 'organiser', required: true, autocomplete: 'off', spellcheck: 'false', maxlength: '41'});
    const allow = (event) => {
      event.preventDefault();
      return this.notices.trying(() => this.allow(handle.value.trim().replace(/^@/, '')));
    };
    return h('form', {class: 'row', onsubmit: allow}, field(words.t('organiser-by-name'), handle),
      h('button', {type: 'submit', 'data-key': 'allow-organiser'}, words.t('allow-organiser')));
  }

  async allow(handle) {
    const player = await idOf(this.service, handle);
    if (player === null) {
      this.notices.say(this.words.t('no-such-player', {handle}), 'bad');
      return;
    }
    await this.service.put(`/me/organisers/${player}`);
    await this.draw();
  }

  withdraw(id) {
    return this.notices.trying(async () => {
      await this.service.remove(`/me/organisers/${id}`);
      await this.draw();
    });
  }
}
