/** A sheet over the table, such as the discard pile spread out. */

import {icon} from '../cards/art.js';
import {button, h, update} from '../dom.js';

export class Sheet {
  constructor(words) {
    this.inside = h('div', {class: 'sheet-body'});
    this.place = h(
      'section',
      {class: 'sheet', popover: 'manual', tabindex: '-1', onkeydown: (event) => event.key === 'Escape' && !this.byItself && this.leave() && event.preventDefault()},
      button(icon('close'), () => this.leave(), {
        class: 'tool close',
        'data-key': 'close-sheet',
        'aria-label': words.t('close'),
        title: words.t('close'),
      }),
      this.inside,
    );
    this.name = null;
    this.byItself = false;
  }

  isOpen(name) {
    return this.name === name;
  }

  /** Draw what a sheet shows, and open it: at a tap, or by itself for a choice that is to be made in it. */
  draw(name, inside, byItself, opens = byItself) {
    update(this.inside, inside);
    if (opens && this.name !== name) {
      this.before = document.activeElement;
      this.place.showPopover();
      this.place.focus({preventScroll: true});
    }
    if (opens || this.name === name) this.name = name;
    this.byItself = byItself;
  }

  /** Close it for its reader, with the focus where it was before. */
  leave() {
    const wasOpen = this.close();
    if (wasOpen) this.before?.focus({preventScroll: true});
    return wasOpen;
  }

  /** Close it, and say whether it was open. */
  close() {
    if (this.name === null) return false;
    this.name = null;
    this.byItself = false;
    this.place.hidePopover();
    return true;
  }
}
