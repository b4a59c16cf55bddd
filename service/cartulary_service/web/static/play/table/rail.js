/** Deck and discard pile, and below them journal, chat and notes as tabs. On a narrow screen it is opened. */

import {icon} from '../cards/art.js';
import {total} from '../cards/counts.js';
import {button, h, update} from '../dom.js';
import {showLatest, Tabs} from './tabs.js';

/** Where an open rail lies over nothing, and so stays until it is closed. */
const BESIDE = '(min-width: 56.01rem) and (min-height: 36.01rem)';

export class Rail {
  /** `parts` are the tabs: [id, title, element]. */
  constructor(words, parts) {
    this.piles = h('div', {class: 'piles'});
    this.tabs = new Tabs(words.t('rail'), parts);
    this.place = h('aside', {class: 'rail talk', id: 'rail', popover: 'auto', 'aria-label': words.t('rail'), ontoggle: () => showLatest(this.place)}, this.piles, this.tabs.place);
    const opens = () => {
      this.tabs.bar.querySelector('button:has(> .unread:not([hidden]))')?.click();
      if (!this.place.matches(':popover-open')) this.place.popover = matchMedia(BESIDE).matches ? 'manual' : 'auto';
    };
    this.opener = button(icon('chat'), opens, {class: 'tool narrow', popovertarget: 'rail', 'data-key': 'rail', 'aria-label': words.t('rail'), title: words.t('rail')});
  }

  draw(ctx) {
    update(this.piles, ctx.layout.table.piles(ctx));
  }
}

/** How many cards lie in the deck and in the discard pile, where the rail with their pictures is closed. */
export function pileCounts({names, game: {state: {deck, discard}}, openPile}) {
  const count = (sign, number, name) => [icon(sign), h('b', {}, number), ' ', name];
  return h('p', {class: 'pile-counts'}, h('span', {class: 'tag'}, count('deck', deck.count, names.deck)),
    button(count('discard', total(discard), names.discard), openPile, {class: 'tag', 'data-key': 'open-discard'}));
}
