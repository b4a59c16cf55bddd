/** Deck and discard pile, and below them journal, chat and notes as tabs. On a narrow screen it is a sheet. */

import {icon} from '../cards/art.js';
import {button, h, update} from '../dom.js';

export class Rail {
  constructor(table) {
    const {words, log, chat, notes} = table;
    this.piles = h('div', {class: 'piles'});
    this.parts = [['journal', words.t('log'), log.place], ['chat', words.t('chat'), chat.place], ...(notes ? [['notes', words.t('notes'), notes.place]] : [])];
    this.tabs = h('div', {class: 'tabs', role: 'tablist', 'aria-label': words.t('rail'), onkeydown: (event) => this.pressed(event)}, this.parts.map(([id, title]) =>
      button(title, () => this.choose(id), {role: 'tab', id: `tab-${id}`, 'aria-controls': `part-${id}`, 'data-key': `tab:${id}`})));
    this.panels = this.parts.map(([id, , part]) => h('div', {role: 'tabpanel', id: `part-${id}`, 'aria-labelledby': `tab-${id}`, class: `part ${id}`}, part));
    this.place = h('aside', {class: 'rail talk', id: 'rail', popover: 'auto', 'aria-label': words.t('rail')}, this.piles,
      h('section', {class: 'journal'}, this.tabs, this.panels));
    this.opener = h('button', {type: 'button', class: 'tool narrow', popovertarget: 'rail', 'data-key': 'rail', 'aria-label': words.t('rail'), title: words.t('rail')}, icon('chat'));
    this.choose('journal');
  }

  /** Show one of the parts. */
  choose(chosen) {
    this.parts.forEach(([id], nth) => {
      const on = id === chosen;
      this.panels[nth].hidden = !on;
      this.tabs.children[nth].setAttribute('aria-selected', String(on));
      this.tabs.children[nth].tabIndex = on ? 0 : -1;
    });
  }

  /** Left and right lead from tab to tab. */
  pressed(event) {
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!by) return;
    const tabs = [...this.tabs.children];
    const next = tabs[(tabs.indexOf(event.target) + by + tabs.length) % tabs.length];
    next.click();
    next.focus();
    event.stopPropagation();
  }

  draw(ctx) {
    update(this.piles, ctx.layout.table?.piles(ctx) ?? []);
    this.piles.hidden = !ctx.layout.table;
  }
}
