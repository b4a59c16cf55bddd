/** The head of a table: the way back, the name of the game, its turn, one's own time on a narrow screen, and what is opened from there. */

import {icon, seal} from '../cards/art.js';
import {h, redraw, update} from '../dom.js';
import {hasClock, seatClock} from './seat-clock.js';

export class TableHeader {
  constructor(table) {
    this.table = table;
    this.turn = h('span', {class: 'turn'});
    this.title = h('span', {class: 'title wide-only'});
    this.clock = h('span', {class: 'tag narrow-only', hidden: true});
  }

  /** Put it into its place; `others` stand at its end. */
  build(...others) {
    const {words, kind, crumb} = this.table;
    const {id, name} = kind.catalogue;
    redraw(
      crumb,
      h('a', {class: 'tool', href: '#/', 'aria-label': words.t('to-lobby'), title: words.t('to-lobby')}, icon('left')),
      h('b', {}, h('span', {class: 'wide-only'}, name), h('span', {class: 'narrow-only'}, words.t(`short-name.${id}`))),
      this.title,
      this.turn,
      h('span', {class: 'space'}),
      this.clock,
      others,
    );
  }

  draw() {
    const {game, words} = this.table;
    this.title.textContent = game.title ?? '';
    this.turn.textContent = game.state?.turn > 0 ? words.t('turn', {turn: game.state.turn}) : '';
    this.drawClock();
  }

  /** One's own time, where one's own name does not stand below. */
  drawClock() {
    const {game, words} = this.table;
    this.clock.hidden = !hasClock(game, game.you);
    if (!this.clock.hidden) update(this.clock, seal(game.you), h('span', {class: 'own-name'}, words.t('you-player')), seatClock({game, words}, game.you));
  }
}
