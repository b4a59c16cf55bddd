/** The log of a game in words: new lines come at the end, and are read aloud as they come. */

import {h} from '../dom.js';
import {sentence} from '../narration.js';

const MOST = 400;

/** A list of plies, each with what it tells. */
export class Log {
  constructor(words) {
    this.words = words;
    this.place = h('div', {class: 'log', role: 'log', 'aria-live': 'polite', 'aria-label': words.t('log'), tabindex: '0'});
    this.clear();
  }

  clear() {
    this.place.replaceChildren();
    Object.assign(this, {last: 0, at: null});
  }

  /** Add what events tell; those already told are left out. */
  add(events, speech) {
    const atEnd = this.place.scrollHeight - this.place.scrollTop - this.place.clientHeight < 60;
    for (const event of events) {
      if (event.position <= this.last) continue;
      this.last = event.position;
      const told = sentence(event, speech);
      if (told === null) continue;
      if (this.place.lastElementChild?.getAttribute('data-ply') !== String(event.ply)) {
        const at = this.words.moment(event.at);
        const later = at !== this.at;
        this.at = at;
        this.place.append(h('div', {'data-ply': event.ply, title: at}, later && h('time', {datetime: event.at}, at)));
      }
      this.place.lastElementChild.append(h('p', {}, told));
    }
    while (this.place.children.length > MOST) this.place.firstElementChild.remove();
    if (atEnd) this.place.scrollTop = this.place.scrollHeight;
  }
}
