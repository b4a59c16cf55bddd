/** Parts of which one is shown at a time, chosen by tabs. */

import {button, h} from '../dom.js';

/** Scroll each log of a place to its end: what was told while it was hidden could not be scrolled to. */
export function showLatest(place) {
  for (const each of place.querySelectorAll('.log')) each.scrollTop = each.scrollHeight;
}

export class Tabs {
  /** `parts` are [id, title, element]; the first is shown. */
  constructor(label, parts) {
    this.parts = parts;
    this.bar = h('div', {class: 'tabs', role: 'tablist', 'aria-label': label, onkeydown: (event) => this.pressed(event)}, parts.map(([id, title]) =>
      button(title, () => this.choose(id), {role: 'tab', id: `tab-${id}`, 'aria-controls': `part-${id}`, 'data-key': `tab:${id}`})));
    this.panels = parts.map(([id, , part]) => h('div', {role: 'tabpanel', id: `part-${id}`, 'aria-labelledby': `tab-${id}`, class: `part of-${id}`}, part));
    this.place = h('section', {class: 'journal'}, this.bar, this.panels);
    this.choose(parts[0][0]);
  }

  /** Show one of the parts. */
  choose(chosen) {
    this.parts.forEach(([id], nth) => {
      const on = id === chosen;
      const panel = this.panels[nth];
      const isOpened = on && panel.hidden;
      panel.hidden = !on;
      if (isOpened) showLatest(panel);
      this.bar.children[nth].setAttribute('aria-selected', String(on));
      this.bar.children[nth].tabIndex = on ? 0 : -1;
    });
  }

  /** Left and right lead from tab to tab. */
  pressed(event) {
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!by) return;
    const tabs = [...this.bar.children];
    const next = tabs[(tabs.indexOf(event.target) + by + tabs.length) % tabs.length];
    next.click();
    next.focus();
    event.stopPropagation();
  }
}
