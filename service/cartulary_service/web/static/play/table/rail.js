/** Deck and discard pile, and below them journal, chat and notes as tabs. On a narrow screen it is a sheet. */

import {icon} from '../cards/art.js';
import {h, update} from '../dom.js';
import {Tabs} from './tabs.js';

export class Rail {
  /** `parts` are the tabs: [id, title, element]. */
  constructor(words, parts) {
    this.piles = h('div', {class: 'piles'});
    this.tabs = new Tabs(words.t('rail'), parts);
    this.place = h('aside', {class: 'rail talk', id: 'rail', popover: 'auto', 'aria-label': words.t('rail')}, this.piles, this.tabs.place);
    this.opener = h('button', {type: 'button', class: 'tool narrow', popovertarget: 'rail', 'data-key': 'rail', 'aria-label': words.t('rail'), title: words.t('rail')}, icon('chat'));
  }

  draw(ctx) {
    update(this.piles, ctx.layout.table.piles(ctx));
  }
}
