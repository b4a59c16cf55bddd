/** The head of a table: the way back, the name of the game, its turn and edition, the clock, and what is opened from there. */

import {icon} from '../cards/art.js';
import {h, redraw, update} from '../dom.js';
import {now} from '../server-time.js';

export class TableHeader {
  constructor(table) {
    this.table = table;
    this.turn = h('span', {class: 'turn'});
    this.edition = h('span', {class: 'edition'});
    this.title = h('span', {class: 'title wide-only'});
    this.clock = h('span', {class: 'tag', hidden: true});
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
      this.edition,
      h('span', {class: 'space'}),
      this.clock,
      others,
    );
  }

  draw() {
    const {game, words, kind} = this.table;
    const edition = kind.catalogue.editions.length > 1 ? kind.names[game.edition] : null;
    this.title.textContent = game.title ?? '';
    this.turn.textContent = game.state?.turn > 0 ? words.t('turn', {turn: game.state.turn}) : '';
    this.edition.textContent = edition ? `· ${edition}` : '';
    this.drawClock();
  }

  /** The time that is left: on a narrow screen in its largest unit. */
  drawClock() {
    const {game, words} = this.table;
    this.clock.hidden = game.deadline === null || game.status !== 'playing';
    if (this.clock.hidden) return;
    const left = Math.max(0, (new Date(game.deadline) - now()) / 1000);
    const until = words.t('until', {at: words.moment(game.deadline)});
    update(
      this.clock,
      icon('clock'),
      h('span', {class: 'wide-only', title: until}, words.t('time-left', {span: words.span(left, 'narrow')})),
      h('span', {class: 'narrow-only', title: until}, words.span(left, 'narrow', 1)),
    );
  }
}
