/** The way to the next game that waits for the player, and how many there are. */

import {h, redraw} from '../dom.js';
import {icon} from '../cards/art.js';

export class NextGame {
  constructor({service, words, id, me}) {
    Object.assign(this, {service, words, id, me});
    this.place = h('a', {class: 'tool next-game', hidden: true, 'data-key': 'next-game'});
  }

  /** Ask which games wait. The one with the earliest deadline is the next. */
  async refresh() {
    if (this.me === null) return;
    const {games} = await this.service.get('/me/turns').catch(() => ({games: []}));
    const others = games.filter(({id}) => id !== this.id);
    this.place.hidden = others.length === 0;
    if (others.length === 0) return;
    this.place.href = `#/game/${others[0].id}`;
    const count = others.length;
    const text = this.words.t('next-game', {count});
    this.place.setAttribute('aria-label', text);
    redraw(this.place, h('span', {class: 'wide-only'}, text), h('span', {class: 'narrow-only dot'}, this.words.number(count)), icon('right'));
  }
}
